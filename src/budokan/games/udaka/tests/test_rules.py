"""The clauses of rules.md, one by one."""

import pytest

from budokan.games.udaka.tests.helper import Play
from budokan.kit.core import CHANCE
from budokan.kit.errors import IllegalAction, Refusal

WHOLE = " ".join(rank for rank in "A23456789" for _ in range(4)) + " K J"
FULL = "1 1 1 1 1 1 1 1"
DEALT = ["* draw 2", "* draw 3", "* draw 4", "* draw 5"]


def last_card(wins: list[int], **options: object) -> Play:
    """Two players, one card to go, and the round will be A's."""
    return Play(
        options=options,
        turn="B",
        draw="",
        hands=["", "2"],
        tokens=[5, 3],
        udaka="A",
        round_wins=wins,
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_ud_01_one_rounds_token_for_each_player(seats: int) -> None:
    assert Play(seats).zone(0, "rounds").count == seats


def test_ud_49_the_winner_takes_a_rounds_token() -> None:
    play = last_card([0, 1]).do("B single 2")
    assert play["round_wins"] == [1, 1]
    assert play.zone(0, "rounds").count == 0
    assert len(play.zone(1, "seat.A.rounds").pieces) == 1


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


def test_ud_07_every_player_is_shown_one_card_also_after_an_ace() -> None:
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
    assert play.told[-1] == ("dealer", "ABC".index(dealer), 1, 0)


def test_ud_r15_neither_ace_nor_number_repeats_the_draw() -> None:
    play = Play().do("* first B", "* show J", "* show K")
    assert play.told[-1] == ("again", CHANCE, 0, 0)
    assert (play["phase"], play["turn"], play["draw"]) == ("first", "A", WHOLE)


def test_ud_11_ud_12_two_cards_each_then_the_left_neighbour_begins() -> None:
    play = Play().do("* first A", "* show 9", "* show 2")
    assert (play["dealer"], play["turn"], play["phase"]) == ("A", "B", "deal")
    play.do("* draw 2", "* draw 3", "* draw 4")
    assert (play["hands"], play["turn"], play["phase"]) == (["3", "2 4"], "A", "deal")
    play.do("* draw 5")
    assert (play["hands"], play["turn"], play["phase"]) == (["3 5", "2 4"], "B", "draw")
    assert play.events[-4:] == ["dealt"] * 4


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
    assert play.acting == [CHANCE]
    play.do("* draw 9")
    assert (play["hands"], play.acting) == (["2 3 9", "4 5"], [0])
    assert play.why("* draw 9") == "UD-16"


def test_ud_15_no_discard_with_two_cards() -> None:
    play = Play(hands=["2 3", "4 5"])
    assert play.why("A single 2") == "UD-15"
    assert play.why("B single 4") == "UD-13"
    with pytest.raises(IllegalAction, match="cannot act now"):
        play.do("A single 2")


def test_ud_16_a_single_or_a_pair_and_no_pass() -> None:
    play = Play(hands=["2 2 3", "4 5"])
    assert play.legal(0) == ["single 2", "pair 2", "single 3"]
    assert play.why("A pair 3") == "UD-16"
    assert play.why("A draw 3") == "UD-16"
    assert play.why("A draw ?") == "UD-16"


def test_ud_17_never_all_three() -> None:
    play = Play(hands=["7 7 7", "4 5"])
    assert play.legal(0) == ["single 7", "pair 7"]
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
    play = Play(hands=["A A 9", "4 5"]).do("A single A")
    assert (play["hands"][0], play["udaka_pile"]) == ("A 9", 1)
    assert play.told == [("ace", 0, 0, 1)]


def test_ud_20_a_pair_need_not_be_laid() -> None:
    play = Play(hands=["7 7 9", "4 5"]).do("A single 9")
    assert (play["hands"][0], play["boxes"]) == ("7 7", FULL)


def test_ud_21_a_pair_takes_its_token() -> None:
    play = Play(hands=["7 7 9", "4 5"]).do("A pair 7")
    assert (play["tokens"], play["boxes"]) == ([1, 0], "1 1 1 1 1 0 1 1")
    assert play.told == [("hand_pair", 0, 6, 0), ("token", 0, 6, 1)]
    assert play["pile"] == "7 7"


def test_ud_22_a_worthless_pair_may_be_laid_broken_or_kept() -> None:
    play = Play(hands=["2 2 9", "4 5"], tokens=[0, 1])
    assert play.legal(0) == ["single 2", "pair 2", "single 9"]
    play.do("A pair 2")
    assert (play["tokens"], play.events) == ([0, 1], ["hand_pair", "worthless"])


def test_ud_23_ud_24_ud_25_every_turn_ends_with_two_cards() -> None:
    single = Play(hands=["7 7 9", "4 5"]).do("A single 9")
    assert (single["phase"], single["turn"], single["hands"][0]) == ("draw", "B", "7 7")
    pair = Play(hands=["7 7 9", "4 5"]).do("A pair 7")
    assert (pair["phase"], pair["turn"], pair["hands"][0]) == ("refill", "A", "9")
    assert pair.why("* draw 8") == ""
    assert pair.why("* show 8") == "UD-24"
    pair.do("* draw 8")
    assert (pair["phase"], pair["turn"], pair["hands"][0]) == ("draw", "B", "8 9")
    assert pair.told[-1] == ("refilled", 0, 7, 0)


def test_ud_r23_the_refill_card_waits_for_the_next_turn() -> None:
    play = Play(hands=["7 7 9", "4 5"]).do("A pair 7", "* draw 9")
    assert play.acting == [CHANCE]
    assert (play.why("A pair 9"), play.legal(0)) == ("UD-13", [])


def test_ud_26_ud_27_only_the_top_card_makes_a_pair() -> None:
    """UD-26, UD-27: the 7 under the 8 is out of reach."""
    play = Play(hands=["7 2 3", "4 5"], pile="7 8").do("A single 7")
    assert (play["tokens"], play.events, play["pile"]) == ([0, 0], ["single"], "7 8 7")


def test_ud_28_ud_29_ud_31_a_top_pair_wins_and_leaves_both_cards() -> None:
    play = Play(hands=["7 2 3", "4 5"], pile="8 7").do("A single 7")
    assert (play["tokens"], play.events) == ([1, 0], ["top_pair", "token"])
    assert (play["pile"], play["hands"][0]) == ("7 8 7", "2 3")


def test_ud_30_a_top_pair_draws_nothing_more() -> None:
    play = Play(hands=["7 2 3", "4 5"], pile="7").do("A single 7")
    assert (play["phase"], play["turn"]) == ("draw", "B")


def test_ud_32_ud_33_aces_have_their_own_pile() -> None:
    play = Play(hands=["A 2 3", "4 5"], pile="7").do("A single A")
    assert (play["pile"], play["udaka_pile"], play["tokens"]) == ("7", 1, [0, 0])


def test_ud_34_ud_35_the_fourth_ace_wins_the_udaka_token() -> None:
    play = Play(hands=["A 2 3", "4 5"], udaka_pile=3).do("A single A")
    assert play["udaka"] == "A"
    assert play.told == [("ace", 0, 0, 4), ("udaka", 0, 0, 0)]
    early = Play(hands=["A 2 3", "4 5"], udaka_pile=2).do("A single A")
    assert (early["udaka"], early.events) == ("", ["ace"])


def test_ud_36_a_pair_of_aces_wins_nothing_by_itself() -> None:
    play = Play(hands=["A A 3", "4 5"]).do("A pair A")
    assert (play["tokens"], play["boxes"], play["udaka"]) == ([0, 0], FULL, "")
    assert play.told == [("ace_pair", 0, 0, 2)]


def test_ud_r18_an_ace_on_an_ace_is_no_pair() -> None:
    play = Play(hands=["A 2 3", "4 5"], udaka_pile=1, pile="7").do("A single A")
    assert (play.events, play["tokens"], play["boxes"]) == (["ace"], [0, 0], FULL)


def test_ud_37_the_king_must_return_a_token() -> None:
    play = Play(hands=["K 2 3", "4 5"], tokens=[1, 0])
    assert play.why("A single K") == "UD-37"
    assert [text for text in play.legal(0) if "K" in text] == [
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
    assert play.told == [("king", 0, box - 2, before[box - 2])]


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
    assert (play["tokens"], play["pile"], play.events) == ([0, 2], "K", ["king_free"])


def test_ud_r5_the_udaka_token_stays_with_its_owner() -> None:
    """UD-R5, UD-42: neither King nor Joker moves it."""
    play = Play(3, hands=["K J 3", "4 5", "6 7"], tokens=[1, 0, 1], udaka="A")
    play.do("A single K on 2", "* draw 9", "B single 4", "* draw 9", "C single 6", "* draw 9")
    play.do("A single J from C")
    assert (play["udaka"], play["tokens"]) == ("A", [1, 0, 0])


def test_ud_41_the_joker_steals_from_one_of_the_others() -> None:
    play = Play(4, hands=["J 2 3", "4 5", "6 7", "8 9"], tokens=[1, 2, 0, 1], udaka="C")
    assert [text for text in play.legal(0) if "J" in text] == ["single J from B", "single J from D"]
    assert play.why("A single J from A") == "UD-41"
    assert play.why("A single J from C") == "UD-42"
    assert play.why("A single J from E") == "UD-R2"
    play.do("A single J from B")
    assert (play["tokens"], play["pile"]) == ([2, 1, 0, 1], "J")
    assert play.told == [("joker", 0, 1, 0)]


def test_ud_r12_the_theft_cannot_be_declined() -> None:
    play = Play(3, hands=["J 2 3", "4 5", "6 7"], tokens=[0, 1, 0])
    assert play.why("A single J") == "UD-41"
    assert play.why("A single J from C") == "UD-R12"


def test_ud_43_a_joker_without_a_victim_is_free() -> None:
    play = Play(hands=["J 2 3", "4 5"], tokens=[3, 0])
    assert play.legal(0) == ["single 2", "single 3", "single J"]
    assert play.why("A single J from B") == play.why("A single J from A") == "UD-43"
    play.do("A single J")
    assert (play["tokens"], play.events) == ([3, 0], ["joker_free"])


def test_ud_44_ud_45_the_end_phase_lays_in_turn_order() -> None:
    play = Play(3, draw="", hands=["2 3", "4 5", "6 7"], udaka="A", turn="B")
    order = []
    while play["phase"] == "discard" and play["round_wins"] == [0, 0, 0]:
        order.append(play["turn"])
        assert [play.why(f"{seat} single 2") for seat in "ABC" if seat != play["turn"]] == [
            "UD-45",
            "UD-45",
        ]
        play.do(f"{play['turn']} {play.legal('ABC'.index(play['turn']))[0]}")
    assert order == ["B", "C", "A", "B", "C", "A"]


def test_ud_46_the_round_ends_with_the_last_card() -> None:
    play = Play(draw="", hands=["2", "3"], tokens=[5, 3], udaka="A").do("A single 2")
    assert (play["round_wins"], play["turn"], play["phase"]) == ([0, 0], "B", "discard")
    play.do("B single 3")
    assert (play["round_wins"], play["draw"]) == ([1, 0], WHOLE)


def test_ud_r24_a_certain_round_is_played_to_the_end() -> None:
    play = Play(draw="", hands=["2 3", "4 5"], tokens=[8, 0], udaka="A", boxes="0 0 0 0 0 0 0 0")
    play.do("A single 2", "B single 4", "A single 3")
    assert (play["round_wins"], play.acting) == ([0, 0], [1])


def test_ud_47_most_tokens_win() -> None:
    play = last_card([0, 0]).do("B single 2")
    assert play["round_wins"] == [1, 0]
    assert play.told[-5:] == [
        ("score", 0, 5, 6),
        ("score", 1, 3, 3),
        ("left", CHANCE, 0, 0),
        ("outright", 0, 1, 6),
        ("dealer", 0, 2, 0),
    ]


@pytest.mark.parametrize(
    ("tokens", "udaka", "counts", "winner", "event"),
    [
        ([3, 3], "B", True, 1, "outright"),
        ([3, 3], "B", False, 1, "tie_inside"),
        ([4, 3], "B", True, 1, "tie_inside"),
        ([4, 3], "B", False, 0, "outright"),  # UD-R3
        ([3, 4], "A", False, 1, "outright"),
        ([4, 2], "B", True, 0, "outright"),
        ([0, 0], "A", False, 0, "tie_inside"),
    ],
)
def test_ud_48_ud_r3_the_udaka_token_and_the_count(
    tokens: list[int], udaka: str, counts: bool, winner: int, event: str
) -> None:
    play = Play(
        options={"udaka_counts": counts},
        turn="B",
        draw="",
        hands=["", "9"],
        tokens=tokens,
        udaka=udaka,
    ).do("B single 9")
    assert play["round_wins"] == [int(seat == winner) for seat in range(2)]
    assert event in play.events


def test_ud_r4_the_holder_wins_a_tie_of_others() -> None:
    play = Play(3, turn="C", draw="", hands=["", "", "9"], tokens=[3, 3, 0], udaka="C")
    play.do("C single 9")
    assert play["round_wins"] == [0, 0, 1]
    assert ("tie_outside", 2, 1, 3) in play.told


def test_ud_50_two_round_wins_win_the_game_at_once() -> None:
    play = last_card([1, 0])
    assert play.state.score(0) == 0.0
    play.do("B single 2")
    assert (play["phase"], play["round_wins"], play.acting) == ("over", [2, 0], [])
    assert [play.state.score(seat) for seat in range(2)] == [1.0, 0.0]
    assert play.told[-1] == ("game", 0, 2, 0)
    assert play.why("A single 2") == play.why("* draw 2") == "UD-50"


def test_ud_51_ud_r21_one_win_each_leads_to_a_deciding_round() -> None:
    play = last_card([0, 1]).do("B single 2")
    assert (play["round_wins"], play["phase"]) == ([1, 1], "deal")
    last = last_card([1, 1]).do("B single 2")
    assert (last["phase"], last["round_wins"]) == ("over", [2, 1])
    assert last.zone(0, "rounds").count == 0


@pytest.mark.parametrize(("goal", "tokens"), [(1, 2), (2, 2), (3, 4)])
def test_ud_50_rounds_to_win(goal: int, tokens: int) -> None:
    """The first with that many round wins wins; the last win needs no Rounds token."""
    assert Play(options={"rounds_to_win": goal}).zone(0, "rounds").count == tokens
    before = last_card([goal - 1, 0], rounds_to_win=goal).do("B single 2")
    assert (before["phase"], before["round_wins"]) == ("over", [goal, 0])
    if goal > 1:
        earlier = last_card([goal - 2, 0], rounds_to_win=goal).do("B single 2")
        assert (earlier["phase"], earlier["round_wins"]) == ("deal", [goal - 1, 0])


def test_ud_r2_players_are_two_to_six() -> None:
    for seats in range(2, 7):
        assert len(Play(seats)["hands"]) == seats
    for seats in (1, 7):
        with pytest.raises(Refusal, match="2 to 6 players"):
            Play(seats)


def test_ud_r6_a_top_pair_needs_no_word_and_no_token_is_declined() -> None:
    play = Play(hands=["7 2 3", "4 5"], pile="7")
    assert play.legal(0) == ["single 2", "single 3", "single 7"]
    play.do("A single 7")
    assert play["tokens"] == [1, 0]


def test_ud_r7_a_turn_brings_one_token() -> None:
    """UD-R7, UD-C8: a hand pair on a matching top card is no second pair."""
    play = Play(hands=["7 7 3", "4 5"], pile="7", tokens=[0, 1], boxes="0 0 1 1 1 2 1 1")
    play.do("A pair 7")
    assert (play["tokens"], play["boxes"]) == ([1, 1], "0 0 1 1 1 1 1 1")
    assert (play["phase"], play["pile"]) == ("refill", "7 7 7")


def doubled(hand: str, *, top_reuse: bool, spent: bool = False) -> Play:
    """Box 7 has two tokens and a 7 is on top."""
    memory = {} if top_reuse else {"top_spent": spent}
    return Play(
        options={"top_reuse": top_reuse},
        hands=[hand, "7 5"],
        pile="7",
        tokens=[0, 1],
        boxes="0 0 1 1 1 2 1 1",
        **memory,
    )


def test_ud_r8_a_paired_top_card_may_be_paired_again() -> None:
    play = doubled("7 2 3", top_reuse=True).do("A single 7", "* draw 9", "B single 7")
    assert (play["tokens"], play["boxes"]) == ([1, 2], "0 0 1 1 1 0 1 1")


def test_ud_r8_without_reuse_a_top_pair_is_spent() -> None:
    """UD-R8: the card on it is fresh, and the next can pair with that one."""
    play = doubled("7 2 3", top_reuse=False).do("A single 7")
    assert (play["tokens"], play["top_spent"]) == ([1, 1], True)
    play.do("* draw 7", "B single 7")
    assert (play["tokens"], play["top_spent"], play.events[-1]) == ([1, 1], False, "single")


def test_ud_r8_without_reuse_a_single_on_a_spent_card_is_fresh() -> None:
    play = doubled("7 2 3", top_reuse=False, spent=True).do("A single 7")
    assert (play["tokens"], play["top_spent"]) == ([0, 1], False)
    play.do("* draw 9", "B single 7")
    assert (play["tokens"], play["top_spent"]) == ([0, 2], True)


def test_ud_r8_without_reuse_a_hand_pair_is_spent() -> None:
    play = Play(options={"top_reuse": False}, hands=["7 7 3", "7 5"]).do("A pair 7")
    assert play["top_spent"] is True
    play.do("* draw 9", "* draw 9", "B single 7")
    assert (play["tokens"], play.events[-1]) == ([1, 0], "single")


def test_ud_r8_without_reuse_other_cards_and_kings_are_fresh() -> None:
    for hand, entry in (("K 2 3", "A single K on 9"), ("J 2 3", "A single J from B")):
        play = Play(
            options={"top_reuse": False},
            hands=[hand, "7 5"],
            pile="7",
            tokens=[1, 1],
            top_spent=True,
        ).do(entry)
        assert play["top_spent"] is False
    aces = Play(options={"top_reuse": False}, hands=["A A 3", "7 5"], pile="7", top_spent=True)
    assert aces.do("A pair A")["top_spent"] is True


@pytest.mark.parametrize(("takes", "left", "event"), [("one", 1, "token"), ("all", 0, "tokens")])
def test_ud_r9_a_pair_takes_one_token_or_all(takes: str, left: int, event: str) -> None:
    play = Play(
        options={"pair_takes": takes},
        hands=["7 7 3", "4 5"],
        tokens=[0, 1],
        boxes="0 0 1 1 1 2 1 1",
    ).do("A pair 7")
    assert (play["boxes"], play["tokens"]) == (f"0 0 1 1 1 {left} 1 1", [2 - left, 1])
    assert play.told[-1] == (event, 0, 6, 2 - left)


def test_ud_r11_king_and_joker_are_laid_when_one_likes() -> None:
    play = Play(hands=["K J 3", "4 5"], tokens=[1, 1])
    assert play.why("A single 3") == ""


def test_ud_r11_the_joker_must_be_played() -> None:
    options = {"joker_must_play": True}
    play = Play(options=options, hands=["K J 3", "4 5"], tokens=[1, 1])
    assert play.legal(0) == ["single J from B"]
    assert play.why("A single 3") == play.why("A single K on 2") == "UD-R11"
    assert play.why("A single J") == "UD-41"
    free = Play(options=options, hands=["K J 3", "4 5"], tokens=[2, 0])
    assert free.why("A single 3") == free.why("A single J") == ""
    without = Play(options=options, hands=["K 2 3", "4 5"], tokens=[1, 1])
    assert without.why("A single 3") == ""
    ending = Play(options=options, draw="", hands=["J 3", "4 5"], udaka="A", tokens=[0, 1])
    assert ending.legal(0) == ["single J from B"]


def test_ud_r13_a_lone_king_or_joker_must_be_laid() -> None:
    king = Play(draw="", hands=["K", "4 5"], udaka="A", tokens=[1, 0])
    assert king.legal(0) == [f"single K on {number}" for number in range(2, 10)]
    joker = Play(draw="", hands=["J", "4 5"], udaka="A", tokens=[0, 1])
    assert joker.legal(0) == ["single J from B"]


def test_ud_r13_two_last_cards_leave_together_only_as_a_pair() -> None:
    pair = Play(draw="", hands=["5 5", "4 6"], udaka="A")
    assert pair.legal(0) == ["single 5", "pair 5"]
    assert pair.do("A pair 5")["hands"] == ["", "4 6"]
    assert Play(draw="", hands=["5 6", "4 6"], udaka="A").legal(0) == ["single 5", "single 6"]


def test_ud_r13_empty_hands_are_skipped() -> None:
    play = Play(4, turn="D", draw="", hands=["", "", "3 4", "5 6"], udaka="A")
    play.do("D single 5")
    assert play["turn"] == "C"
    play.do("C single 3", "D single 6")
    assert play["turn"] == "C"
    alone = Play(turn="B", draw="", hands=["", "3 4"], udaka="A").do("B single 3")
    assert (alone["turn"], alone.acting) == ("B", [1])


def test_ud_r14_the_last_card_is_drawn_and_the_turn_is_a_normal_one() -> None:
    play = Play(draw="9", hands=["2 3", "4 5"], udaka="A").do("* draw 9")
    assert play.events == ["drawn", "last_card"]
    assert play.legal(0) == ["single 2", "single 3", "single 9"]
    play.do("A single 9")
    assert (play["phase"], play["turn"], play["hands"]) == ("discard", "B", ["2 3", "4 5"])


def test_ud_r14_a_refill_may_take_the_last_card() -> None:
    play = Play(draw="9", hands=["2 2 3", "4 5"], udaka="A").do("A pair 2", "* draw 9")
    assert play.events[-2:] == ["refilled", "last_card"]
    assert (play["phase"], play["turn"], play["hands"]) == ("discard", "B", ["3 9", "4 5"])


@pytest.mark.parametrize(("dealer", "following"), [("A", "B"), ("B", "C"), ("C", "A")])
def test_ud_r16_the_deal_passes_to_the_left(dealer: str, following: str) -> None:
    play = Play(3, dealer=dealer, turn="C", draw="", hands=["", "", "2"], udaka="A")
    play.do("C single 2")
    assert (play["phase"], play["dealer"]) == ("deal", following)
    assert play.told[-1] == ("dealer", "ABC".index(following), 2, 0)


def test_ud_r16_or_the_dealer_is_drawn_anew() -> None:
    play = last_card([0, 0], next_dealer="redraw").do("B single 2")
    assert (play["phase"], play["dealer"], play["turn"]) == ("first", "", "A")
    play.do("* first A", "* show 2", "* show 9")
    assert (play["dealer"], play["round_wins"]) == ("B", [1, 0])


def test_ud_r17_the_first_discard_is_no_top_pair() -> None:
    play = Play().do("* first A", "* show 9", "* show 2", *DEALT, "* draw 2")
    assert play["pile"] == ""
    play.do("B single 2")
    assert (play["pile"], play.events[-1]) == ("2", "single")


def test_ud_r22_what_is_put_back_between_rounds() -> None:
    play = Play(
        options={"top_reuse": False, "joker_must_play": True},
        turn="B",
        draw="",
        hands=["", "2 2"],
        tokens=[5, 2],
        boxes="1 0 0 0 0 0 0 0",
        udaka="A",
        no_joker="A",
    ).do("B pair 2")
    assert (play["tokens"], play["boxes"], play["udaka"]) == ([0, 0], FULL, "")
    assert (play["draw"], play["pile"], play["udaka_pile"]) == (WHOLE, "", 0)
    assert (play["top_spent"], play["no_joker"], play["hands"]) == (False, "", ["", ""])
    assert play["round_wins"] == [1, 0]


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


def test_every_discard_is_firm() -> None:
    play = Play(hands=["2 3 4", "5 6"])
    before = play.state.firm()
    play.do("A single 2")
    assert play.state.firm() == before + 1
    last = last_card([0, 0])
    before = last.state.firm()
    assert last.do("B single 2").state.firm() == before + 2 == 39


def test_sources_of_chance() -> None:
    play = Play()
    sources = [play.state.source()]
    for entry in ("* first A", "* show 9", "* show 2", *DEALT):
        play.do(entry)
        sources.append(play.state.source())
    assert sources == [0, 1, 1, 2, 2, 2, 2, 2]
    play.do("* draw 2", "B pair 2")
    assert (play["phase"], play.state.source()) == ("refill", 2)
