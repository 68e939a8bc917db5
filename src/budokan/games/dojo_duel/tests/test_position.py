"""Positions read as they were written, partial ones are completed, impossible ones refused."""

from typing import Any

import pytest

from budokan.games.dojo_duel import GAME
from budokan.games.dojo_duel.tests.helper import ODD, OWN, Play
from budokan.kit.errors import Refusal

FIELD = ["elbow_strike circular_parry", "flowing_kata counter_throw"]


@pytest.mark.parametrize(
    ("options", "decks"),
    [
        ({}, ("white_belt", "ember_fist")),
        (ODD, (OWN, "white_belt")),
        ({"kicker_mode": "simultaneous"}, (OWN, OWN)),
        ({"fan": "holder", "compare": "lanes"}, ("white_belt", "white_belt")),
    ],
)
def test_positions_read_as_they_were_written(
    options: dict[str, Any], decks: tuple[str, str]
) -> None:
    for seed in range(2):
        play = Play(options, decks)
        for step, _ in enumerate(play.walk(seed)):
            if step % 3 == seed:
                continue
            again = GAME.read(play.document(), play.setup)
            assert again.encode() == play.state.encode()
            assert again.acting() == play.state.acting()
        assert GAME.read(play.document(), play.setup).encode() == play.state.encode()


def test_missing_fields_are_filled_in() -> None:
    start = Play(round=1).document()
    assert (start["phase"], start["first"], start["points"]) == ("toss", "A", [20, 20])
    window = Play(phase="window", field=FIELD, kickers=["slip_away", ""])
    assert (window.state.a.hand.n, window.state.b.hand.n) == (3, 3)
    assert (window.state.a.deck.n, window.state.b.deck.n) == (9, 10)
    assert window.document()["asked"] == "A"
    draw = Play(phase="draw", round=4)
    assert (draw.state.a.hand.n, draw.state.a.deck.n) == (3, 12)
    assert Play(phase="draw", kickers=["slip_away", "knife_hand"]).state.a.hand.n == 4
    assert Play(phase="kicker", kickers=["", "slip_away"]).acting() == ["A"]
    given = Play(phase="point", decks=["", "knife_hand"])
    assert (given.state.a.recycle.n, given.state.b.recycle.n) == (10, 9)
    assert Play(phase="shows").acting() == ["*"]
    second = Play(phase="point", field=["elbow_strike", "slip_away"])
    assert second.acting() == ["B"]
    revealed = Play(
        phase="window", field=FIELD, kickers=["", "slip_away"], revealed=["knife_hand", ""]
    )
    assert (revealed.acting(), revealed.state.passes) == (["B"], 0)


def test_views_are_written_with_question_marks() -> None:
    """DD-R17: a view names nothing hidden; a known deck is told when it was reshuffled."""
    play = Play(None, (OWN, "white_belt"), phase="point", kickers=["phoenix_heart", "slip_away"])
    seen = GAME.write(play.view(1), play.setup)
    assert seen["hands"][0] == "? ? ? ? ?"
    assert seen["decks"][0] == " ".join("?" * 13)
    assert seen["kickers"] == ["?", "slip_away"]
    assert seen["reshuffled"] == ["", ""]
    assert "lists" not in seen
    assert "phoenix_heart" not in str(seen)
    choice = Play(
        {"kicker_mode": "simultaneous"},
        phase="choice",
        field=FIELD,
        kickers=["slip_away", "knife_hand"],
        choices=["reveal", ""],
    )
    assert choice.document()["choices"] == ["reveal", ""]
    assert GAME.write(choice.view(1), choice.setup)["choices"] == ["?", ""]
    assert choice.acting() == ["B"]


def test_other_lists() -> None:
    """A world that was guessed has a list of its own; it must have as many cards."""
    line = " ".join(["iron_shirt"] * 19)
    play = Play({"deck_rules": "size_only"}, (OWN, "white_belt"), phase="point", lists=[line, ""])
    assert play.document()["lists"] == [line, ""]
    assert play.document()["hands"][0] == " ".join(["iron_shirt"] * 5)
    with pytest.raises(Refusal, match=r"lists\[A\] has 1 cards, the deck has 15"):
        Play(lists=["iron_shirt", ""])


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({"phase": "nap"}, "phase = 'nap' is not possible"),
        ({"colour": "red"}, "no field 'colour'"),
        ({"first": "C"}, "first: There is no seat"),
        ({"points": [20]}, "points must be a list of 2"),
        ({"points": [21, 20]}, r"points\[A\] = 21"),
        ({"phase": "point", "points": [0, 5]}, "points: a seat without points has lost"),
        ({"phase": "over", "field": FIELD}, "'over' needs a seat without points"),
        ({"phase": "draw", "round": 51}, "round = 51 lies beyond the round limit"),
        ({"phase": "point", "hands": ["wild_swing", ""]}, "Seat A: wild_swing stands 1 times"),
        ({"phase": "point", "hands": ["knife_hand", ""]}, r"hands\[A\] has 1 cards"),
        ({"phase": "toss", "hands": ["knife_hand", ""]}, r"hands\[A\] has 1 cards"),
        ({"phase": "point", "hands": ["iron_shit", ""]}, "iron_shirt"),
        ({"phase": "point", "kickers": ["knife_hand slip_away", ""]}, "is one card, not 2"),
        ({"phase": "point", "field": ["knife_hand", ""]}, "field: the first player has 1"),
        ({"phase": "answer"}, "cannot be in the phase 'answer'"),
        ({"phase": "draw", "field": ["knife_hand", "knife_hand"]}, "field: "),
        ({"phase": "point", "field": [FIELD[0] + " slip_away", ""]}, "field: 3 cards are more"),
        ({"phase": "point", "revealed": ["slip_away", ""]}, "revealed: kickers are turned up"),
        ({"phase": "window", "field": FIELD}, "kickers: the phase needs at least one"),
        ({"phase": "kicker", "round": 2}, "kickers: none is laid down"),
        ({"phase": "kicker", "kickers": ["slip_away", "slip_away"]}, "kickers: none is laid"),
        ({"phase": "draw", "kickers": ["slip_away", ""]}, "kickers: both are laid down"),
        ({"phase": "toss", "kickers": ["slip_away", ""]}, "kickers|hands"),
        ({"phase": "window", "field": FIELD, "kickers": ["slip_away", "knife_hand"],
          "revealed": ["knife_hand", ""]}, "revealed: a seat has one kicker"),
        ({"phase": "window", "field": FIELD, "kickers": ["slip_away", ""], "asked": "B"},
         "asked must be a seat with a kicker"),
        ({"phase": "window", "field": FIELD, "kickers": ["slip_away", ""], "asked": ""},
         "asked must be a seat with a kicker"),
        ({"phase": "point", "kickers": ["slip_away", ""], "suspects": ["knife_hand", ""]},
         r"suspects\[A\] must name the kicker"),
        ({"phase": "point", "reshuffled": ["knife_hand", ""]}, r"reshuffled\[A\]: "),
        ({"phase": "point", "decks": ["", ""], "recycle": ["", ""]}, r"decks\[A\] lacks"),
        ({"first": ""}, "first must be a seat"),
        ({"phase": "choice", "field": FIELD, "kickers": ["slip_away", ""]},
         "'choice' needs kicker_mode = simultaneous"),
        ({"phase": "fan"}, "'fan' needs fan = holder"),
        ({"phase": "toss", "round": 2}, "'toss' needs round 1 or first_player"),
        ({"phase": "window", "field": FIELD, "kickers": ["slip_away", "slip_away"], "passes": 1},
         "passes = 1 is not possible when A is asked"),
        ({"phase": "window", "field": FIELD, "kickers": ["slip_away", "slip_away"], "asked": "B",
          "passes": 0}, "passes = 0 is not possible when B is asked"),
        ({"phase": "window", "field": FIELD, "kickers": ["", "slip_away"],
          "revealed": ["knife_hand", ""], "passes": 1},
         "passes = 1 is not possible when B is asked"),
        ({"phase": "draw", "round": 2, "hands": [
            "", "knife_hand straight_punch elbow_strike elbow_strike"]}, r"hands\[B\] has 4 cards"),
        ({"phase": "point", "kickers": ["slip_away", ""], "decks": ["slip_away", ""]},
         "slip_away stands 2 times"),
        ({"phase": "point", "round": 6, "kickers": ["slip_away", ""],
          "hands": ["knife_hand straight_punch elbow_strike elbow_strike steady_stance", ""],
          "decks": ["reverse_punch", ""], "reshuffled": ["reverse_punch slip_away", ""]},
         r"kickers\[A\]: every slip_away was seen elsewhere"),
        ({"phase": "point", "choices": ["pass", ""]}, "no field 'choices'"),
        ({"phase": "point", "seen": ["knife_hand", ""]}, "no field 'seen'"),
        ({"phase": "draw", "round": 2, "hands": [
            "knife_hand straight_punch elbow_strike elbow_strike steady_stance",
            "knife_hand straight_punch elbow_strike elbow_strike steady_stance"]},
         "hands: nobody has to draw"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(position: dict[str, Any], told: str) -> None:
    with pytest.raises(Refusal, match=told):
        Play(None, **position)


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (
            {"choices": ["reveal", ""]},
            r"choices\[A\] = 'reveal' is not .* choose from pass, lane 1, lane 2\.$",
        ),
        ({"choices": ["lane 1", "pass"]}, "choices: everyone has chosen"),
        ({"choices": ["lane 1", ""], "kickers": ["", "slip_away"]}, "no kicker to choose for"),
        ({"revealed_in": [3, 1]}, r"revealed_in\[A\] = 3"),
        ({"revealed_in": [2, 1]}, r"revealed_in\[A\] = 2, but no kicker is revealed"),
        (
            {"choices": [["x"], ""]},
            r"choices\[A\] = \['x'\] is not .* choose from pass, lane 1, lane 2\.$",
        ),
        ({"phase": "window"}, "'window' needs kicker_mode = window"),
    ],
)
def test_impossible_choices_are_refused(position: dict[str, Any], told: str) -> None:
    given = {"phase": "choice", "field": FIELD, "kickers": ["slip_away", "knife_hand"]}
    with pytest.raises(Refusal, match=told):
        Play({"kicker_mode": "simultaneous", "compare": "lanes"}, **(given | position))


def test_shows_needs_a_shuffled_fan() -> None:
    with pytest.raises(Refusal, match="'shows' needs fan = shuffled"):
        Play({"fan": "holder"}, phase="shows")
    assert Play({"first_player": "random"}, phase="toss", round=2).acting() == ["*"]


def test_secret_lists_keep_the_rules_for_building() -> None:
    """DD-R19: otherwise a guess would search forever; a kicker has a copy that was never seen."""
    with pytest.raises(Refusal, match=r"lists\[A\]: Iron Shirt may be in a deck 2 times"):
        Play(None, (OWN, "white_belt"), lists=[" ".join(["iron_shirt"] * 19), ""])
    given: dict[str, Any] = {"phase": "point", "kickers": ["phoenix_heart", ""]}
    with pytest.raises(Refusal, match=r"kickers\[A\]: every phoenix_heart was seen"):
        Play(None, (OWN, "white_belt"), **given, seen=["phoenix_heart", ""])
    play = Play(None, (OWN, "white_belt"), **given, seen=["axe_kick", ""])
    assert play.document()["seen"] == ["axe_kick", ""]


def test_reshuffled_cards_have_been_seen() -> None:
    play = Play(
        None,
        (OWN, "white_belt"),
        phase="point",
        round=8,
        hands=["iron_shirt wild_swing axe_kick bamboo_form slip_away", ""],
        kickers=["phoenix_heart", ""],
        decks=["knife_hand", ""],
        reshuffled=["knife_hand knife_hand", ""],
        seen=["iron_shirt knife_hand", ""],
    )
    assert play.document()["seen"] == ["knife_hand knife_hand iron_shirt", ""]
