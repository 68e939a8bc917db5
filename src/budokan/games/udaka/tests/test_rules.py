"""The clauses of rules.md, one by one."""

import pytest

from budokan.games.udaka import GAME
from budokan.games.udaka.tests.helper import DEALT, FULL, WHOLE, Play, last_card
from budokan.kit.errors import IllegalAction, Refusal


def test_ud_02_ud_06_the_whole_deck_is_the_draw_pile() -> None:
    """UD-02, UD-03, UD-06, UD-C1, UD-R17"""
    play = Play()
    assert play["draw"] == WHOLE
    assert (play["pile"], play["udaka_pile"]) == ("", 0)
    assert play.why("* draw 2") == "UD-R15"


def test_ud_04_ud_05_the_board_at_the_start() -> None:
    """UD-04, UD-05, UD-R1: a token on each box from 2 to 9, none for Aces."""
    play = Play()
    assert (play["boxes"], play["udaka"], play["tokens"]) == (FULL, "", [0, 0])
    cells = play.zone(0, "boxes").cells
    assert cells == tuple(f"box.{number}" for number in range(2, 10))


def test_ud_06_no_card_is_drawn_that_is_not_there() -> None:
    play = Play(hands=["K 2", "3 3"], pile="4 4 4 4")
    assert play.why("* draw K") == "UD-02"
    assert play.why("* draw 4") == "UD-02"
    assert play.why("* draw 5") == ""


def test_ud_07_every_player_is_shown_a_card_even_after_an_ace() -> None:
    """UD-07, UD-R15"""
    play = Play(3).do("* first B", "* show A")
    assert (play["phase"], play["turn"], play["hands"]) == ("show", "C", ["", "A", ""])
    play.do("* show 9", "* show A")
    assert (play["phase"], play["dealer"]) == ("deal", "B")
    assert play["draw"] == WHOLE


@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("2 3 4", "C"),  # UD-09
        ("2 A 9", "B"),  # UD-08
        ("A 9 A", "A"),
        ("9 9 2", "A"),  # UD-10
        ("K 9 9", "B"),
        ("J 2 K", "B"),  # UD-R15
        ("K J A", "C"),
    ],
)
def test_ud_08_ud_09_ud_10_who_deals(cards: str, dealer: str) -> None:
    play = Play(3).do("* first A", *(f"* show {card}" for card in cards.split()))
    assert play["dealer"] == dealer
    assert play.heard()[-1] == ("dealer", "ABC".index(dealer), 1, 0)


def test_ud_11_ud_12_two_cards_each_then_the_left_neighbour_begins() -> None:
    play = Play().do("* first A", "* show 9", "* show 2")
    assert (play["dealer"], play["turn"], play["phase"]) == ("A", "B", "deal")
    play.do("* draw 2", "* draw 3", "* draw 4")
    assert (play["hands"], play["turn"], play["phase"]) == (["3", "2 4"], "A", "deal")
    play.do("* draw 5")
    assert (play["hands"], play["turn"], play["phase"]) == (["3 5", "2 4"], "B", "draw")
    assert play.events()[-4:] == ["dealt"] * 4


def test_ud_13_turns_pass_to_the_left() -> None:
    play = Play(3, hands=["2 3 4", "5 6", "7 8"])
    order = []
    for card in ("2", "5", "7", "3"):
        order.append(play["turn"])
        play.do(f"{play['turn']} single {card}", "* draw 9")
    assert order == ["A", "B", "C", "A"]
    assert play.why("A single 9") == "UD-13"


def test_ud_14_the_turn_begins_with_one_card() -> None:
    play = Play(hands=["2 3", "4 5"])
    assert play.acting() == ["*"]
    play.do("* draw 9")
    assert (play["hands"], play.acting()) == (["2 3 9", "4 5"], ["A"])
    assert play.why("* draw 9") == "UD-16"


def test_ud_15_no_discard_with_two_cards() -> None:
    play = Play(hands=["2 3", "4 5"])
    assert play.why("A single 2") == "UD-15"
    assert play.why("B single 4") == "UD-13"
    with pytest.raises(IllegalAction, match="cannot act now"):
        play.do("A single 2")


def test_ud_16_a_single_or_a_pair_and_no_pass() -> None:
    play = Play(hands=["2 2 3", "4 5"])
    assert play.legal("A") == ["pair 2", "single 2", "single 3"]
    assert play.why("A pair 3") == "UD-16"
    assert play.why("A draw 3") == "UD-16"
    assert play.why("A draw ?") == "UD-16"


def test_ud_17_never_all_three() -> None:
    play = Play(hands=["7 7 7", "4 5"])
    assert play.legal("A") == ["pair 7", "single 7"]
    play.do("A pair 7", "* draw 9")
    assert play["hands"][0] == "7 9"


def test_ud_18_any_card_may_be_the_single() -> None:
    play = Play(hands=["7 7 9", "4 5"])
    assert play.why("A single 7") == play.why("A single 9") == ""
    assert play.why("A single 8") == play.why("A pair 8") == "UD-18"
    assert play.why("A single K on 5") == play.why("A single J from B") == "UD-18"
    play.do("A single 7")
    assert (play["hands"][0], play["phase"], play["turn"]) == ("7 9", "draw", "B")


def test_ud_19_one_ace_of_a_pair_may_be_laid_alone() -> None:
    """UD-19."""
    play = Play(hands=["A A 9", "4 5"]).do("A single A")
    assert (play["hands"][0], play["udaka_pile"]) == ("A 9", 1)
    assert play.heard() == [("ace", 0, 0, 1)]


def test_ud_20_a_pair_need_not_be_laid() -> None:
    """UD-20."""
    play = Play(hands=["7 7 9", "4 5"]).do("A single 9")
    assert (play["hands"][0], play["boxes"]) == ("7 7", FULL)


def test_ud_21_a_pair_takes_its_token() -> None:
    """UD-21."""
    play = Play(hands=["7 7 9", "4 5"]).do("A pair 7")
    assert (play["tokens"], play["boxes"]) == ([1, 0], "1 1 1 1 1 0 1 1")
    assert play.heard() == [("hand_pair", 0, 6, 0), ("token", 0, 6, 1)]
    assert play["pile"] == "7 7"


def test_ud_22_a_worthless_pair_may_be_laid_broken_or_kept() -> None:
    play = Play(hands=["2 2 9", "4 5"], tokens=[0, 1])
    assert play.legal("A") == ["pair 2", "single 2", "single 9"]
    play.do("A pair 2")
    assert (play["tokens"], play.events()) == ([0, 1], ["hand_pair", "worthless"])


def test_ud_23_ud_24_ud_25_every_turn_ends_with_two_cards() -> None:
    """UD-25."""
    single = Play(hands=["7 7 9", "4 5"]).do("A single 9")
    assert (single["phase"], single["turn"], single["hands"][0]) == ("draw", "B", "7 7")
    pair = Play(hands=["7 7 9", "4 5"]).do("A pair 7")
    assert (pair["phase"], pair["turn"], pair["hands"][0]) == ("refill", "A", "9")
    assert pair.why("* draw 8") == ""
    assert pair.why("* show 8") == "UD-24"
    pair.do("* draw 8")
    assert (pair["phase"], pair["turn"], pair["hands"][0]) == ("draw", "B", "8 9")
    assert pair.heard()[-1] == ("refilled", 0, 7, 0)


def test_ud_26_ud_27_only_the_top_card_makes_a_pair() -> None:
    """UD-26, UD-27: the 7 under the 8 is out of reach."""
    play = Play(hands=["7 2 3", "4 5"], pile="7 8").do("A single 7")
    assert (play["tokens"], play.events(), play["pile"]) == ([0, 0], ["single"], "7 8 7")


def test_ud_28_ud_29_ud_31_a_top_pair_wins_and_leaves_both_cards() -> None:
    play = Play(hands=["7 2 3", "4 5"], pile="8 7").do("A single 7")
    assert (play["tokens"], play.events()) == ([1, 0], ["top_pair", "token"])
    assert (play["pile"], play["hands"][0]) == ("7 8 7", "2 3")


def test_ud_30_a_top_pair_draws_nothing_more() -> None:
    play = Play(hands=["7 2 3", "4 5"], pile="7").do("A single 7")
    assert (play["phase"], play["turn"]) == ("draw", "B")


def test_ud_32_ud_33_aces_have_their_own_pile() -> None:
    play = Play(hands=["A 2 3", "4 5"], pile="7").do("A single A")
    assert (play["pile"], play["udaka_pile"], play["tokens"]) == ("7", 1, [0, 0])


def test_ud_34_ud_35_the_fourth_ace_wins_the_udaka_token() -> None:
    """UD-35."""
    play = Play(hands=["A 2 3", "4 5"], udaka_pile=3).do("A single A")
    assert play["udaka"] == "A"
    assert play.heard() == [("ace", 0, 0, 4), ("udaka", 0, 0, 0)]
    early = Play(hands=["A 2 3", "4 5"], udaka_pile=2).do("A single A")
    assert (early["udaka"], early.events()) == ("", ["ace"])


def test_ud_36_a_pair_of_aces_wins_nothing_by_itself() -> None:
    play = Play(hands=["A A 3", "4 5"]).do("A pair A")
    assert (play["tokens"], play["boxes"], play["udaka"]) == ([0, 0], FULL, "")
    assert play.heard() == [("ace_pair", 0, 0, 2)]


def test_ud_37_the_king_must_return_a_token() -> None:
    play = Play(hands=["K 2 3", "4 5"], tokens=[1, 0])
    assert play.why("A single K") == "UD-37"
    assert [text for text in play.legal("A") if "K" in text] == [
        f"single K on {number}" for number in range(2, 10)
    ]


@pytest.mark.parametrize("box", range(2, 10))
def test_ud_38_ud_r10_any_box_will_do(box: int) -> None:
    """UD-38, UD-R10: an empty box, a full one, also one whose cards are all gone."""
    play = Play(hands=["K 2 3", "4 5"], tokens=[2, 0], pile="9 9 9 9").do(f"A single K on {box}")
    before = [0, 0, 1, 1, 1, 1, 1, 1]
    before[box - 2] += 1
    assert play["boxes"] == " ".join(map(str, before))
    assert (play["tokens"], play["pile"]) == ([1, 0], "9 9 9 9 K")
    assert play.heard() == [("king", 0, box - 2, before[box - 2])]


def test_ud_39_the_udaka_space_is_closed_to_the_king() -> None:
    """UD-39: an action that says otherwise does not exist."""
    play = Play(hands=["K 2 3", "4 5"], tokens=[1, 0])
    for space in ("A", "UDAKA", "1"):
        with pytest.raises(Refusal, match="is not an action"):
            play.do(f"A single K on {space}")


def test_ud_40_a_king_without_a_token_is_free() -> None:
    play = Play(hands=["K 2 3", "4 5"], tokens=[0, 2])
    assert play.why("A single K on 2") == "UD-40"
    play.do("A single K")
    assert (play["tokens"], play["pile"], play.events()) == ([0, 2], "K", ["king_free"])


def test_ud_41_the_joker_steals_from_one_of_the_others() -> None:
    play = Play(4, hands=["J 2 3", "4 5", "6 7", "8 9"], tokens=[1, 2, 0, 1], udaka="C")
    assert [text for text in play.legal("A") if "J" in text] == [
        "single J from B",
        "single J from D",
    ]
    assert play.why("A single J from A") == "UD-41"
    assert play.why("A single J from C") == "UD-42"
    assert play.why("A single J from E") == "UD-R2"
    play.do("A single J from B")
    assert (play["tokens"], play["pile"]) == ([2, 1, 0, 1], "J")
    assert play.heard() == [("joker", 0, 1, 0)]


def test_ud_43_a_joker_without_a_victim_is_free() -> None:
    play = Play(hands=["J 2 3", "4 5"], tokens=[3, 0])
    assert play.legal("A") == ["single 2", "single 3", "single J"]
    assert play.why("A single J from B") == play.why("A single J from A") == "UD-43"
    play.do("A single J")
    assert (play["tokens"], play.events()) == ([3, 0], ["joker_free"])


def test_refusals_before_the_round() -> None:
    """UD-12, UD-07, UD-11, UD-14: what chance does when."""
    play = Play()
    assert play.why("A single 2") == "UD-12"
    assert play.why("* first C") == "UD-R15"
    play.do("* first A")
    assert (play.why("* draw 2"), play.why("* first A")) == ("UD-07", "UD-07")
    assert play.why("A single 2") == "UD-12"
    play.do("* show 9", "* show 2")
    assert (play.why("* show 2"), play.why("* draw ?")) == ("UD-11", "UD-11")
    assert play.why("B single 2") == "UD-12"
    play.do(*DEALT)
    assert (play.why("* show 2"), play.why("* first A")) == ("UD-14", "UD-14")


def test_every_discard_is_final() -> None:
    play = Play(hands=["2 3 4", "5 6"])
    before = play.state.commit_count()
    play.do("A single 2")
    assert play.state.commit_count() == before + 1
    last = last_card([0, 0])
    before = last.state.commit_count()
    assert last.do("B single 2").state.commit_count() == before + 2 == 39


def test_sources_of_chance() -> None:
    play = Play()
    sources = [play.state.source()]
    for entry in ("* first A", "* show 9", "* show 2", *DEALT):
        play.do(entry)
        sources.append(play.state.source())
    assert sources == [0, 1, 1, 2, 2, 2, 2, 2]
    play.do("* draw 2", "B pair 2")
    assert (play["phase"], play.state.source()) == ("refill", 2)


def test_ud_03_aces_and_nothing_else_go_to_the_udaka_pile() -> None:
    """UD-03, UD-26, UD-32: as the column `pile` of the data says."""
    for row in GAME.data["rank"].values():
        play = Play(hands=[f"{row['word']} 2 3", "4 5"]).do(f"A single {row['word']}")
        on_udaka = {"udaka": 1, "regular": 0}[row["pile"]]
        assert (play["udaka_pile"], len(play["pile"].split())) == (on_udaka, 1 - on_udaka)
    assert [slot.name for slot in play.zone(0, "udaka").pieces[:4]] == ["Ace"] * 4
