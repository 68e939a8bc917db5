"""Kickers in the comparison: who is asked, and what a reveal does."""

import pytest

from budokan.games.dojo_duel.tests.helper import QUESTION, Play, in_turn
from budokan.kit.errors import IllegalAction
from budokan.kit.testing.trial import twin


def test_dd_r3_kickers_only_in_the_comparison() -> None:
    """DD-10, DD-30, DD-R3: before all four cards are open no kicker can be revealed."""
    play = in_turn()
    for _ in range(6):
        seat = play.acting()[0]
        for who in "AB":
            assert play.why(f"{who} reveal") == play.why(f"{who} pass") == "DD-R3"
        play.do(f"{seat} {play.legal(seat)[0]}")
    assert play.legal("A") == ["pass", "reveal"]


def test_dd_r4_the_order_of_questions() -> None:
    """DD-R4: the first player, then the other; a seat without one is passed over."""
    play = Play(None, **(QUESTION | {"first": "B"}))
    assert play.acting() == ["B"]
    assert play.why("A reveal") == play.why("A pass") == "DD-R4"
    assert play.why("B reveal in 1") == "DD-R2"
    play.do("B reveal")
    assert play.acting() == ["A"]
    play.do("A pass")
    assert play.state.round == 2
    lone = Play(None, **(QUESTION | {"kickers": ["", "perfect_balance"]}))
    assert lone.acting() == ["B"]
    assert lone.document()["passes"] == 1
    assert lone.why("A pass") == "DD-11"
    none = Play(
        phase="answer",
        field=["elbow_strike circular_parry", "flowing_kata"],
        hands=["", "counter_throw knife_hand slip_away perfect_balance"],
    )
    none.do("B answer counter_throw")
    assert none.state.round == 2


def test_dd_r4_at_most_three_questions() -> None:
    """DD-R4, DD-R5: pass, reveal, reveal."""
    play = Play(None, **QUESTION).do("A pass", "B reveal", "A reveal")
    assert play.events()[:3] == ["pass", "reveal", "reveal"]
    assert play.state.round == 2
    play = Play(None, **QUESTION).do("A reveal", "B reveal")
    assert play.state.round == 2


def test_dd_r2_a_kicker_joins_one_lane() -> None:
    """DD-R2 with compare = lanes: both values go to the lane named, and only there."""
    lanes = {"compare": "lanes"}
    losses = {}
    for lane in ("1", "2"):
        play = Play(lanes, **QUESTION)
        assert play.legal("A") == ["pass", "reveal in 1", "reveal in 2"]
        assert play.why("A reveal") == "DD-R2"
        with pytest.raises(IllegalAction, match="Name a lane with the kicker if lanes are"):
            play.do("A reveal")
        play.do(f"A reveal in {lane}")
        assert play.document()["revealed_in"] == [int(lane), 1]
        play.do("B pass")
        losses[lane] = tuple(20 - n for n in play.points())
    # A 6/3 and 2/5 with 6/4, against B 5/4 and 3/6.
    assert losses == {"1": (0, 8), "2": (2, 4)}
    assert Play(lanes, **QUESTION).do("A pass", "B pass").points() == (18, 18)


def test_dd_r4_simultaneous_choices() -> None:
    """DD-R4 with kicker_mode = simultaneous: chosen in secret, shown together, no answer."""
    given = QUESTION | {"phase": "choice"}
    play = Play({"kicker_mode": "simultaneous"}, **given)
    assert play.acting() == ["A", "B"]
    play.do("B reveal")
    assert play.acting() == ["A"]
    assert play.why("B pass") == "DD-R4"
    assert play.document()["revealed"] == ["", ""]
    assert play.told() == ["B has decided about the kicker."]
    play.do("A pass")
    assert play.told()[1:4] == [
        "A has decided about the kicker.",
        "A keeps the kicker hidden.",
        "B reveals the kicker: Perfect Balance (5/5).",
    ]
    # A 8/8 against B 8/10 with 5/5.
    assert play.points() == (15, 20)
    assert play.document()["choices"] == ["", ""]
    assert play.document()["kickers"] == ["sword_of_discipline", ""]
    lone = Play({"kicker_mode": "simultaneous"}, **(given | {"kickers": ["", "perfect_balance"]}))
    assert lone.acting() == ["B"]
    lone.do("B pass")
    assert lone.state.round == 2


def test_dd_r4_simultaneous_without_kickers() -> None:
    play = Play(
        {"kicker_mode": "simultaneous"},
        phase="answer",
        field=["elbow_strike circular_parry", "flowing_kata"],
        hands=["", "counter_throw knife_hand slip_away perfect_balance"],
    )
    play.do("B answer counter_throw")
    assert play.state.round == 2
    asked = Play(
        {"kicker_mode": "simultaneous"},
        phase="answer",
        kickers=["", "slip_away"],
        field=["elbow_strike circular_parry", "flowing_kata"],
        hands=["", "counter_throw knife_hand reverse_punch perfect_balance"],
    )
    assert asked.do("B answer counter_throw").acting() == ["B"]


def test_dd_r2_simultaneous_lanes() -> None:
    """DD-R2: with simultaneous kickers the lane is part of the secret choice."""
    options = {"kicker_mode": "simultaneous", "compare": "lanes"}
    play = Play(options, **(QUESTION | {"phase": "choice"}))
    assert play.legal("B") == ["pass", "reveal in 1", "reveal in 2"]
    play.do("A reveal in 2")
    assert play.document()["choices"] == ["lane 2", ""]
    play.do("B reveal in 1")
    # A 6/3 and 2/5 + 6/4, against B 5/4 + 5/5 and 3/6.
    assert play.points() == (13, 18)


def test_dd_r22_a_reveal_without_effect_is_spent() -> None:
    play = Play(
        None,
        ("white_belt", "grand_dojo"),
        phase="window",
        field=["slip_away circular_parry", "cover_up turtle_shell"],
        kickers=["knife_hand", ""],
    )
    play.do("A reveal")
    assert play.points() == (20, 20)
    assert play.document()["kickers"] == ["", ""]


def test_a_copy_keeps_the_lane_of_a_kicker() -> None:
    """DD-R2: the lane counts until the comparison."""
    play = Play({"compare": "lanes"}, **QUESTION).do("A reveal in 2")
    assert twin(play.state).a.lane == play.state.a.lane == 1
