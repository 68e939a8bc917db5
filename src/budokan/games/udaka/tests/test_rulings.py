"""The rulings of rules.md, one by one, with every value of every switch."""

import pytest

from budokan.games.udaka.tests.helper import DEALT, FULL, WHOLE, Play, last_card
from budokan.kit.contract import CHANCE
from budokan.kit.errors import Refusal


def test_ud_r15_neither_ace_nor_number_repeats_the_draw() -> None:
    play = Play().do("* first B", "* show J", "* show K")
    assert play.heard()[-1] == ("again", CHANCE, 0, 0)
    assert (play["phase"], play["turn"], play["draw"]) == ("first", "A", WHOLE)


def test_ud_r23_the_refill_card_waits_for_the_next_turn() -> None:
    play = Play(hands=["7 7 9", "4 5"]).do("A pair 7")
    assert (play["phase"], play.why("A single 9"), play.why("B single 4")) == (
        "refill",
        "UD-R23",
        "UD-13",
    )
    play.do("* draw 9")
    assert play.acting() == ["*"]
    assert (play.why("A pair 9"), play.legal("A")) == ("UD-13", [])


def test_ud_r18_an_ace_on_an_ace_is_no_pair() -> None:
    play = Play(hands=["A 2 3", "4 5"], udaka_pile=1, pile="7").do("A single A")
    assert (play.events(), play["tokens"], play["boxes"]) == (["ace"], [0, 0], FULL)


def test_ud_r5_the_udaka_token_stays_with_its_owner() -> None:
    """UD-R5, UD-42: neither King nor Joker moves it."""
    play = Play(3, hands=["K J 3", "4 5", "6 7"], tokens=[1, 0, 1], udaka="A")
    play.do("A single K on 2", "* draw 9", "B single 4", "* draw 9", "C single 6", "* draw 9")
    play.do("A single J from C")
    assert (play["udaka"], play["tokens"]) == ("A", [1, 0, 0])


def test_ud_r12_the_theft_cannot_be_declined() -> None:
    play = Play(3, hands=["J 2 3", "4 5", "6 7"], tokens=[0, 1, 0])
    assert play.why("A single J") == "UD-41"
    assert play.why("A single J from C") == "UD-R12"


def test_ud_r24_a_certain_round_is_played_to_the_end() -> None:
    """UD-R24."""
    play = Play(draw="", hands=["2 3", "4 5"], tokens=[8, 0], udaka="A", boxes="0 0 0 0 0 0 0 0")
    play.do("A single 2", "B single 4", "A single 3")
    assert (play["round_wins"], play.acting()) == ([0, 0], ["B"])


def test_ud_r4_the_holder_wins_a_tie_of_others() -> None:
    play = Play(3, turn="C", draw="", hands=["", "", "9"], tokens=[3, 3, 0], udaka="C")
    play.do("C single 9")
    assert play["round_wins"] == [0, 0, 1]
    assert ("tie_outside", 2, 1, 3) in play.heard()


def test_ud_r2_players_are_two_to_six() -> None:
    for seats in range(2, 7):
        assert len(Play(seats)["hands"]) == seats
    for seats in (1, 7):
        with pytest.raises(Refusal, match="2 to 6 players"):
            Play(seats)


def test_ud_r6_a_top_pair_needs_no_word_and_no_token_is_declined() -> None:
    """UD-R6."""
    play = Play(hands=["7 2 3", "4 5"], pile="7")
    assert play.legal("A") == ["single 2", "single 3", "single 7"]
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
        pile="7 7" if spent else "7",
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
    assert (play["tokens"], play["top_spent"], play.events()[-1]) == ([1, 1], False, "single")


def test_ud_r8_without_reuse_a_single_on_a_spent_card_is_fresh() -> None:
    play = doubled("7 2 3", top_reuse=False, spent=True).do("A single 7")
    assert (play["tokens"], play["top_spent"]) == ([0, 1], False)
    play.do("* draw 9", "B single 7")
    assert (play["tokens"], play["top_spent"]) == ([0, 2], True)


def test_ud_r8_without_reuse_a_hand_pair_is_spent() -> None:
    play = Play(options={"top_reuse": False}, hands=["7 7 3", "7 5"]).do("A pair 7")
    assert play["top_spent"] is True
    play.do("* draw 9", "* draw 9", "B single 7")
    assert (play["tokens"], play.events()[-1]) == ([1, 0], "single")


def test_ud_r8_without_reuse_other_cards_and_kings_are_fresh() -> None:
    for hand, entry in (("K 2 3", "A single K on 9"), ("J 2 3", "A single J from B")):
        play = Play(
            options={"top_reuse": False},
            hands=[hand, "7 5"],
            pile="7 7",
            tokens=[1, 1],
            top_spent=True,
        ).do(entry)
        assert play["top_spent"] is False
    aces = Play(options={"top_reuse": False}, hands=["A A 3", "7 5"], pile="7 7", top_spent=True)
    assert aces.do("A pair A")["top_spent"] is True


def test_ud_r8_without_reuse_worthless_pairs_are_spent_too() -> None:
    options = {"top_reuse": False}
    pair = Play(options=options, hands=["2 2 3", "2 5"], tokens=[0, 1]).do("A pair 2")
    assert (pair.events()[-1], pair["top_spent"]) == ("worthless", True)
    pair.do("* draw 9", "* draw 9", "B single 2")
    assert (pair.events()[-1], pair["top_spent"]) == ("single", False)
    top = Play(options=options, hands=["2 4 3", "2 5"], tokens=[0, 1], pile="2").do("A single 2")
    assert (top.events()[-1], top["top_spent"]) == ("worthless", True)


@pytest.mark.parametrize(
    ("takes", "there", "taken", "event"),
    [
        ("one", 1, 1, "token"),
        ("one", 2, 1, "token"),
        ("one", 3, 1, "token"),
        ("all", 1, 1, "token"),
        ("all", 2, 2, "tokens"),
        ("all", 3, 3, "tokens"),
        ("all", 5, 5, "tokens"),
    ],
)
def test_ud_r9_a_pair_takes_one_token_or_all(
    takes: str, there: int, taken: int, event: str
) -> None:
    play = Play(
        options={"pair_takes": takes},
        hands=["7 7 3", "4 5"],
        tokens=[0, 8 - there],
        boxes=f"0 0 0 0 0 {there} 0 0",
    ).do("A pair 7")
    assert play["boxes"] == f"0 0 0 0 0 {there - taken} 0 0"
    assert play["tokens"] == [taken, 8 - there]
    assert play.heard()[-1] == (event, 0, 6, taken)


def test_ud_r11_king_and_joker_may_be_laid_at_any_time() -> None:
    play = Play(hands=["K J 3", "4 5"], tokens=[1, 1])
    assert play.why("A single 3") == ""


def test_ud_r11_the_joker_must_be_played() -> None:
    options = {"joker_must_play": True}
    play = Play(options=options, hands=["K J 3", "4 5"], tokens=[1, 1])
    assert play.legal("A") == ["single J from B"]
    assert play.why("A single 3") == play.why("A single K on 2") == "UD-R11"
    assert play.why("A single J") == "UD-41"
    free = Play(options=options, hands=["K J 3", "4 5"], tokens=[2, 0])
    assert free.why("A single 3") == free.why("A single J") == ""
    without = Play(options=options, hands=["K 2 3", "4 5"], tokens=[1, 1])
    assert without.why("A single 3") == ""
    ending = Play(options=options, draw="", hands=["J 3", "4 5"], udaka="A", tokens=[0, 1])
    assert ending.legal("A") == ["single J from B"]


def test_ud_r13_a_lone_king_or_joker_must_be_laid() -> None:
    king = Play(draw="", hands=["K", "4"], udaka="A", tokens=[1, 0])
    assert king.legal("A") == [f"single K on {number}" for number in range(2, 10)]
    joker = Play(draw="", hands=["J", "4"], udaka="A", tokens=[0, 1])
    assert joker.legal("A") == ["single J from B"]


def test_ud_r13_two_last_cards_leave_together_only_as_a_pair() -> None:
    pair = Play(draw="", hands=["5 5", "4 6"], udaka="A")
    assert pair.legal("A") == ["pair 5", "single 5"]
    assert pair.do("A pair 5")["hands"] == ["", "4 6"]
    assert Play(draw="", hands=["5 6", "4 6"], udaka="A").legal("A") == ["single 5", "single 6"]


def test_ud_r13_empty_hands_are_skipped() -> None:
    play = Play(4, turn="C", draw="", hands=["", "", "3 4", "5 6"], udaka="A")
    play.do("C single 3")
    assert play["turn"] == "D"
    play.do("D single 5")
    assert play["turn"] == "C"
    play.do("C single 4")
    assert play["turn"] == "D"
    alone = Play(turn="B", draw="", hands=["", "3 4"], udaka="A").do("B single 3")
    assert (alone["turn"], alone.acting()) == ("B", ["B"])


def test_ud_r14_the_last_card_is_drawn_and_the_turn_is_a_normal_one() -> None:
    play = Play(draw="9", hands=["2 3", "4 5"], udaka="A").do("* draw 9")
    assert play.events() == ["drawn", "last_card"]
    assert play.legal("A") == ["single 2", "single 3", "single 9"]
    play.do("A single 9")
    assert (play["phase"], play["turn"], play["hands"]) == ("discard", "B", ["2 3", "4 5"])


def test_ud_r14_a_refill_may_take_the_last_card() -> None:
    play = Play(draw="9", hands=["2 2 3", "4 5"], udaka="A").do("A pair 2", "* draw 9")
    assert play.events()[-2:] == ["refilled", "last_card"]
    assert (play["phase"], play["turn"], play["hands"]) == ("discard", "B", ["3 9", "4 5"])


@pytest.mark.parametrize(("dealer", "following"), [("A", "B"), ("B", "C"), ("C", "A")])
def test_ud_r16_the_deal_passes_to_the_left(dealer: str, following: str) -> None:
    """UD-R16."""
    play = Play(3, dealer=dealer, turn="C", draw="", hands=["", "", "2"], udaka="A")
    play.do("C single 2")
    assert (play["phase"], play["dealer"]) == ("deal", following)
    assert play.heard()[-1] == ("dealer", "ABC".index(following), 2, 0)


def test_ud_r16_or_a_new_dealer_is_drawn() -> None:
    """UD-R16."""
    play = last_card([0, 0], next_dealer="redraw").do("B single 2")
    assert (play["phase"], play["dealer"], play["turn"]) == ("first", "", "A")
    play.do("* first A", "* show 2", "* show 9")
    assert (play["dealer"], play["round_wins"]) == ("B", [1, 0])


def test_ud_r17_the_first_discard_is_no_top_pair() -> None:
    play = Play().do("* first A", "* show 9", "* show 2", *DEALT, "* draw 2")
    assert play["pile"] == ""
    play.do("B single 2")
    assert (play["pile"], play.events()[-1]) == ("2", "single")


def test_ud_r22_the_table_is_reset_between_rounds() -> None:
    """UD-R22."""
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
