"""The clauses and rulings that are not shown by a worked example, one by one."""

from typing import Any

import pytest

from budokan.games.dojo_duel import GAME
from budokan.games.dojo_duel.rules import actions, events
from budokan.games.dojo_duel.rules.rules import DojoDuel
from budokan.games.dojo_duel.rules.state import Setting
from budokan.games.dojo_duel.tests.helper import (
    HAND_A,
    HAND_B,
    ODD,
    OWN,
    QUESTION,
    Play,
    in_turn,
    kinds,
)
from budokan.kit.contract import CHANCE, RULING, legal_codes
from budokan.kit.errors import IllegalAction
from budokan.kit.words import Event


def test_blank_tables() -> None:
    """An empty table, and the rulebook's switches."""
    setting = Setting()
    setting.kinds = 50
    side = [0, -1, -1, 0, -1, (1 << 50) - 1, 0, 0, 0, 0, 0, 0, 0, *[0] * 50]
    blank = DojoDuel(setting)
    assert blank.encode() == [0, 0, 1, 0, 0, *side, *side]
    assert (blank.turn, blank.seats, blank.a.stocked) == (0, 2, 0)
    rooms = (blank.a.hand, blank.a.deck, blank.a.recycle, blank.a.field, blank.a.held)
    assert [len(pile.cards) for pile in rooms] == [5, 60, 60, 2, 6]
    assert [len(setting.sizes), len(setting.secret)] == [2, 2]
    usual = Play(None, ("white_belt", OWN)).state.setting
    names = ("lanes", "simultaneous", "holder", "fixed", "toss_each", "ko_draw", "round_limit")
    for name in (*names, "full_rules", "price", "least_balance", "most_balance"):
        assert getattr(setting, name) == getattr(usual, name)
    assert [int(n) for n in usual.sizes] == [15, 19]
    assert [int(n) for n in usual.secret] == [0, 1]
    assert (usual.price, usual.least_balance, usual.most_balance) == (4, -1, 3)
    odd = Play(ODD).state.setting
    assert [getattr(odd, name) for name in names] == [1, 1, 1, 0, 1, 1, 10]
    assert Play({"first_player": "fixed"}).state.setting.fixed == 1


# -- draw and kicker --------------------------------------------------------------------------


def test_no_other_way_to_begin_is_promised() -> None:
    """DD-18: print allows rock-paper-scissors at a table; here there is a toss and nothing else."""
    said = [clause for clause, text in GAME.clauses.items() if "scissors" in text]
    assert said == ["DD-18"] and "Here it is always a toss" in GAME.clauses["DD-18"]


def test_dd_18_dd_r10_the_toss_comes_first() -> None:
    """DD-18, DD-R10: fair, before any card is drawn, and its winner goes first."""
    play = Play()
    assert play.acting() == ["*"]
    assert play.legal("*") == ["toss A", "toss B"]
    assert play.odds() == {"toss A": 1, "toss B": 1}
    assert play.why("* draw knife_hand") == "DD-15"
    assert play.why("A toss A") == "DD-18"
    play.do("* toss B")
    assert play.state.first == 1
    assert play.why("* toss A") == "DD-R10"
    assert play.told()[:2] == ["B wins the toss and goes first.", "Round 1, B first."]


def test_dd_05_dd_14_dd_15_hands_are_filled_from_the_own_deck() -> None:
    """DD-05, DD-14, DD-15: five cards each; no card of the other deck can come."""
    play = Play(None, ("white_belt", "ember_fist")).do("* toss A")
    assert play.why("* draw wild_swing") == "DD-15"
    play.do(*["* draw " + word for word in HAND_A.split()])
    assert play.why("* draw knife_hand") == "DD-15"
    play.settle()
    assert (play.state.a.hand.n, play.state.b.hand.n) == (5, 5)
    assert (play.state.a.deck.n, play.state.b.deck.n) == (10, 15)
    assert play.events().count("draw") == 10


def test_dd_16_dd_r6_kickers_are_laid_in_secret_at_the_same_time() -> None:
    """DD-09, DD-16, DD-17, DD-R6: any hand card, no way around it, and one more card comes."""
    play = Play(phase="kicker", hands=[HAND_A, HAND_B])
    assert play.acting() == ["A", "B"]
    assert play.legal("A") == sorted(f"kicker {word}" for word in set(HAND_A.split()))
    assert play.why("A kicker slip_away") == "DD-R6"
    assert play.why("A pass") == "DD-R3"
    play.do("B kicker slip_away")
    assert play.acting() == ["A"]
    assert play.why("B kicker counter_throw") == "DD-09"
    assert play.document()["kickers"] == ["", "slip_away"]
    play.do("A kicker elbow_strike")
    assert play.acting() == ["*"]
    assert play.document()["hands"][0] == "knife_hand straight_punch elbow_strike steady_stance"
    play.settle()
    assert (play.state.a.hand.n, play.state.b.hand.n) == (5, 5)
    assert play.told(0)[:2] == [
        "B lays down a kicker.",
        "A lays Elbow Strike (6/3) down as kicker.",
    ]


def test_dd_r7_no_second_kicker() -> None:
    """DD-11, DD-R7: once spent, nothing is laid down or revealed any more."""
    play = Play(None, **QUESTION).do("A reveal", "B pass").settle()
    assert play.state.a.kicker == -1
    assert play.document()["recycle"][0] == "elbow_strike sword_of_discipline circular_parry"
    while play.acting() != ["B"] or play.state.phase != 7:
        seat = play.acting()[0]
        play.do(f"{seat} {play.legal(seat)[0]}").settle()
        assert "A reveal" not in [f"A {text}" for text in play.legal("A")]
        assert not [text for text in play.legal("A") if text.startswith("kicker")]
    assert play.why("A reveal") == "DD-11"
    assert play.why("A kicker elbow_strike") == "DD-R7"


# -- Turns ------------------------------------------------------------------------------------


def test_dd_19_to_25_two_turns() -> None:
    """DD-08, DD-19 to DD-25, DD-R16: pointed at and answered, lane by lane, hands 5, 4 and 3."""
    play = in_turn()
    assert play.acting() == ["A"]
    assert play.legal("A") == ["point"]
    assert play.why("B point") == "DD-21"
    play.do("A point")
    assert play.acting() == ["*"]
    play.do("* shows flowing_kata")
    assert play.document()["field"] == ["", "flowing_kata"]
    assert play.why("* shows slip_away") == "DD-22"
    assert play.why("A point") == "DD-21"
    assert play.why("B answer slip_away") == "DD-23"
    play.do("A answer elbow_strike")
    assert play.document()["field"] == ["elbow_strike", "flowing_kata"]
    assert play.document()["hands"] == [
        "knife_hand straight_punch elbow_strike steady_stance",
        "reverse_punch sword_of_discipline slip_away counter_throw",
    ]
    assert play.acting() == ["B"]
    play.do("B point", "* shows knife_hand", "B answer slip_away")
    assert play.document()["field"] == ["elbow_strike knife_hand", "flowing_kata slip_away"]
    assert (play.state.a.hand.n, play.state.b.hand.n) == (3, 3)
    assert play.told() == [
        "A points at B's card: Flowing Kata (5/4).",
        "A answers with Elbow Strike (6/3).",
        "B points at A's card: Knife Hand (4/1).",
        "B answers with Slip Away (1/4).",
    ]


def test_equal_cards_are_one_choice() -> None:
    play = in_turn().do("A point", "* shows flowing_kata")
    assert play.legal("A").count("answer elbow_strike") == 1
    assert len(play.legal("A")) == 4
    play = in_turn(
        {"fan": "holder"},
        phase="answer",
        field=["", "flowing_kata"],
        hands=[HAND_A, "reverse_punch sword_of_discipline slip_away counter_throw"],
    )
    assert len(play.legal("A")) == 4


def test_dd_r20_a_turn_cannot_be_skipped() -> None:
    """DD-R20: a Turn offers pointing and answering, nothing else."""
    play = in_turn()
    assert play.legal("A") == ["point"]
    play.do("A point", "* shows flowing_kata")
    assert all(text.startswith("answer") for text in play.legal("A"))


def test_dd_r8_shuffled_fan_has_no_places() -> None:
    """DD-R8: one way to point; orders and places belong to the other setting."""
    play = in_turn()
    for text in ("point at 0", "keep fan", "fan 1-0-2-3-4"):
        assert play.why(f"A {text}") == play.why(f"B {text}") == "DD-R8"
    play.do("A point")
    out = legal_codes(play.state, CHANCE)
    assert sorted(code - actions.SHOWS for code in out) == sorted(kinds(HAND_B))


def test_dd_r8_holder_sets_the_order() -> None:
    """DD-R8 with fan = holder: the receiver decides, the initiator picks a place."""
    play = in_turn({"fan": "holder"}, phase="fan")
    assert play.acting() == ["B"]
    assert len(play.legal("B")) == 120
    assert play.why("A keep fan") == play.why("A fan 1-0-2-3-4") == "DD-R8"
    assert play.why("A point at 0") == play.why("B point at 0") == "DD-21"
    assert play.why("B fan 1-0-2-3") == "DD-R8"
    play.do("B fan 4-0-1-2-3")
    order = "counter_throw reverse_punch sword_of_discipline flowing_kata slip_away"
    assert play.document()["hands"][1] == order
    assert play.legal("A") == [f"point at {place}" for place in range(5)]
    assert play.why("A point") == "DD-R8"
    play.do("A point at 1")
    assert play.document()["field"] == ["", "reverse_punch"]
    assert play.document()["hands"][1] == "counter_throw sword_of_discipline flowing_kata slip_away"
    assert play.told(0)[0] == play.told(1)[0] == "B holds out the fan."
    assert play.told(0) == ["B holds out the fan.", "A points at B's card: Reverse Punch (5/3)."]
    play.do("A answer steady_stance")
    assert play.acting() == ["A"]
    play.do("A keep fan")
    assert play.document()["hands"][0] == "knife_hand straight_punch elbow_strike elbow_strike"
    assert play.why("B point at 4") == "DD-20"
    assert play.legal("B") == [f"point at {place}" for place in range(4)]


def test_dd_r8_equal_cards_make_equal_orders() -> None:
    """Orders that differ only in equal cards are one; the present order is `keep fan`."""
    play = in_turn({"fan": "holder"}, phase="fan", first="B")
    assert play.acting() == ["A"]
    texts = play.legal("A")
    assert len(texts) == 60
    assert "keep fan" in texts
    assert play.why("A fan 0-1-3-2-4") == "DD-R8"
    hand = kinds(HAND_A)
    orders = [text.removeprefix("fan ").split("-") for text in texts if text != "keep fan"]
    assert len({tuple(hand[int(place)] for place in order) for order in orders}) == 59


def test_dd_r8_new_cards_join_at_the_right() -> None:
    """DD-R8: the fan keeps the order drawn; gaps close; equal cards are told apart by place."""
    play = Play({"fan": "holder"}).do("* toss A")
    drawn = "slip_away elbow_strike knife_hand elbow_strike counter_throw"
    play.do(*["* draw " + word for word in drawn.split()]).settle()
    assert play.document()["hands"][0] == drawn
    play.do("A kicker elbow_strike", "B " + play.legal("B")[0], "* draw flowing_kata")
    kept = "slip_away knife_hand elbow_strike counter_throw flowing_kata"
    assert play.document()["hands"][0] == kept


def test_dd_r8_pointing_at_a_place_is_final() -> None:
    """The same seat goes on, but the card was seen: `commit_count` grows."""
    play = in_turn({"fan": "holder"}, phase="fan").do("B keep fan")
    before = play.state.commit_count()
    play.do("A point at 0")
    assert play.acting() == ["A"]
    assert play.state.commit_count() == before + 1
    grown = [play.state.commit_count()]
    play.do("A answer knife_hand", "A keep fan", "B point at 0", "B answer slip_away")
    grown.append(play.state.commit_count())
    play.do("A pass", "B pass")
    grown.append(play.state.commit_count())
    assert grown == [9, 12, 16]


# -- comparison and kickers -------------------------------------------------------------------


def test_dd_33_dd_35_clean_and_next_round() -> None:
    """DD-07, DD-33, DD-34, DD-35: all open cards to the owner's pile, then the draw."""
    play = Play(None, **QUESTION).do("A pass", "B pass")
    found = play.document()
    assert found["recycle"] == ["elbow_strike circular_parry", "flowing_kata counter_throw"]
    assert found["field"] == ["", ""]
    assert found["phase"] == "draw"
    assert (play.state.round, play.state.first) == (2, 1)
    assert found["kickers"] == ["sword_of_discipline", "perfect_balance"]


# -- the end ----------------------------------------------------------------------------------


def last_answer(options: dict[str, Any], card: str, **more: Any) -> Play:
    """A shows 8/8, B shows 5/4 and answers."""
    given: dict[str, Any] = {
        "phase": "answer",
        "field": ["elbow_strike circular_parry", "flowing_kata"],
        "hands": ["", "counter_throw knife_hand sword_of_discipline perfect_balance"],
    }
    return Play(options, **(given | more)).do(f"B answer {card}")


def test_dd_r13_round_limit() -> None:
    """DD-R13: after the last comparison more points win, equal points are a draw."""
    for points, scores in (([9, 12], (0, 1)), ([13, 12], (1, 0)), ([12, 12], (0.5, 0.5))):
        play = last_answer({"round_limit": 10}, "counter_throw", round=10, points=points)
        assert play.acting() == []
        assert play.scores() == scores
        assert "last_round" in play.events()
    assert play.told()[-2:] == ["Round 10 was the last.", "The game is a draw."]
    assert play.recorder.events[-1] == Event(events.TIE, 0, 0, 0)
    on = last_answer({"round_limit": 10}, "counter_throw", round=9, points=[9, 12])
    assert on.acting() == ["*"]
    assert on.scores() == (0, 0)
    endless = last_answer({"round_limit": 0}, "counter_throw", round=500)
    assert endless.state.round == 501
    assert last_answer({}, "counter_throw", round=50).acting() == []


def test_dd_r13_knock_out_in_the_last_round() -> None:
    """DD-36: A at 3 loses 3 (B 11/8 against A 8/8)."""
    play = last_answer({"round_limit": 10}, "sword_of_discipline", round=10, points=[3, 1])
    assert play.scores() == (0, 1)
    assert "last_round" not in play.events()
    assert play.told()[-1] == "B wins."
    other = last_answer({}, "knife_hand", points=[2, 1])  # B 9/5 against A 8/8
    assert other.points() == (1, -2)
    assert other.events()[-2:] == ["loss", "win"]


def test_dd_r11_one_knock_out_is_no_draw() -> None:
    """DD-R11: the option speaks of double knock-outs only."""
    play = last_answer({"double_ko": "draw"}, "sword_of_discipline", points=[3, 1])
    assert play.scores() == (0, 1)
    play = last_answer(
        {"double_ko": "draw", "round_limit": 10}, "counter_throw", round=10, points=[9, 12]
    )
    assert play.scores() == (0, 1)


def test_dd_36_nothing_is_legal_after_the_end() -> None:
    play = last_answer({}, "sword_of_discipline", points=[3, 1])
    for seat in (0, 1, CHANCE):
        assert legal_codes(play.state, seat) == []
        assert {int(play.state.why(seat, code)) for code in range(GAME.notation.size)} == {36}


def test_dd_r9_random_first_player() -> None:
    """DD-R9: a toss before every later draw, seen by both."""
    play = last_answer({"first_player": "random"}, "counter_throw")
    assert play.acting() == ["*"]
    assert play.legal("*") == ["toss A", "toss B"]
    assert play.state.source() == 0
    play.do("* toss A")
    assert play.told()[-2:] == ["A wins the toss and goes first.", "Round 2, A first."]
    assert (play.state.first, play.state.a.hand.n) == (0, 3)


def test_sources_of_chance() -> None:
    """The coin, each deck and each fan are sources of their own."""
    play = Play()
    assert play.state.source() == 0
    play.do("* toss A")
    assert play.state.source() == 1
    play.do(*["* draw " + word for word in HAND_A.split()])
    assert play.state.source() == 2
    play = in_turn().do("A point")
    assert play.state.source() == 3
    play = in_turn(first="B").do("B point")
    assert play.state.source() == 4


# -- refusals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "clause"),
    [
        ("A kicker knife_hand", "DD-R7"),
        ("A answer knife_hand", "DD-23"),
        ("B point", "DD-21"),
        ("A point at 2", "DD-R8"),
        ("A keep fan", "DD-R8"),
        ("A pass", "DD-R3"),
        ("A reveal", "DD-R3"),
        ("A reveal in 1", "DD-R3"),
        ("A toss A", "DD-18"),
        ("* toss A", "DD-R10"),
        ("A draw knife_hand", "DD-15"),
        ("A shows knife_hand", "DD-22"),
        ("A draw ?", "DD-R17"),
        ("A kicker ?", "DD-R17"),
        ("B fan ?", "DD-R17"),
        ("* choice ?", "DD-R17"),
        ("* kicker knife_hand", "DD-R7"),
        ("* answer knife_hand", "DD-23"),
    ],
)
def test_refusals_name_their_clause(entry: str, clause: str) -> None:
    assert in_turn().why(entry) == clause
    assert clause in GAME.clauses


def test_refusals_in_the_phase_of_the_kickers() -> None:
    play = Play(phase="kicker", hands=[HAND_A, HAND_B])
    assert play.why("* kicker knife_hand") == "DD-R6"
    assert play.why("* reveal") == "DD-R3"
    assert Play(None, **QUESTION).why("* reveal") == "DD-R4"
    assert play.state.why(0, actions.ANSWER) == 23
    assert play.state.why(1, actions.PASS) == RULING + 3


def test_dd_r18_own_kicker_is_no_answer() -> None:
    play = in_turn().do("A point", "* shows flowing_kata")
    assert play.why("A answer slip_away") == "DD-R18"
    assert play.why("A answer counter_throw") == "DD-23"
    assert play.why("B answer knife_hand") == "DD-23"  # B does not answer now
    with pytest.raises(IllegalAction, match="The kicker is not part of the hand") as caught:
        play.do("A answer slip_away")
    assert caught.value.clause == "DD-R18"
