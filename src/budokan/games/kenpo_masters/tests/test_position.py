"""Positions are read as they were written, and impossible ones are refused."""

import re
from typing import Any

import pytest

from budokan.games.kenpo_masters import GAME
from budokan.games.kenpo_masters.tests.helper import ODD, Play
from budokan.kit.errors import Refusal
from budokan.kit.testing.trial import twin

NINE = "jab jab jab block block block blitz hard_block side_kick"


def again(play: Play) -> list[int]:
    return GAME.read(play.document(), play.setup).encode()


@pytest.mark.parametrize("options", [{}, ODD], ids=["default", "odd"])
def test_every_position_of_a_match(options: dict[str, Any]) -> None:
    for seed in (3, 4):
        play = Play(options)
        phases = set()
        for n, _ in enumerate(play.walk(seed)):
            phases.add(play["phase"])
            if n % 3 == 0 or play["phase"] in ("block", "move"):
                assert again(play) == play.state.encode()
        assert again(play) == play.state.encode()
        assert {"first", "deal", "play", "move", "rest"} <= phases


def test_the_start() -> None:
    play = Play()
    assert GAME.read({}, play.setup).encode() == play.state.encode()
    assert play.document() == {
        "phase": "first",
        "turn": "A",
        "turn_number": 1,
        "scores": [0, 0],
        "squares": ["b1", "b3"],
        "hands": ["", ""],
        "decks": [play["decks"][0]] * 2,
        "discards": ["", ""],
        "tables": ["", ""],
        "rested": "",
        "advanced": "",
        "no_rest": "",
        "last_break": 0,
        "break_points": [0, 0],
        "known": ["", ""],
        "known_effects": [0, 0],
    }


def test_cards_named_nowhere() -> None:
    """They are in the deck, or among the discards if the decks are given."""
    play = Play(hands=["jab", ""])
    assert (play.state.a.deck_n, play.state.a.discard_n) == (25, 0)
    play = Play(hands=["jab", ""], decks=["jab", "jab"])
    assert (play.state.a.deck_n, play.state.a.discard_n) == (1, 24)


def test_tables_keep_the_order_of_cards() -> None:
    """Mirrors, fakes and what a card lies on follow from the line."""
    line = "hand_fake round_kick:left:on_block change_sides back_round_kick:left"
    play = Play(turn="B", squares=["a1", "b2"], hands=["", ""], tables=[line, ""])
    side = play.state.a
    assert [side.fake[i] for i in range(4)] == [0, 3, 0, 0]
    assert [side.flip[i] for i in range(4)] == [0, 0, 0, 1]
    assert [side.base[i] for i in range(4)] == [-1, -1, 1, 2]
    assert side.below[1] == 10
    assert play["tables"][0] == line
    assert again(play) == play.state.encode()


def test_a_combo_half_laid() -> None:
    play = Play(hands=["jab", ""], tables=["fast_footwork:left", ""])
    assert (play.state.acted, play.state.move) == (1, -1)
    play = Play(hands=["jab", ""], tables=["front_kick:left", ""])
    assert (play.state.acted, play.state.move) == (1, 2)
    assert play.legal("A") == ["play jab", "stop"]
    play = Play(phase="move", hands=["jab", ""], tables=["hand_fake front_kick", ""])
    assert play.legal("A") == ["go forward", "go left", "go right", "go stay"]


def test_blocks_half_answered() -> None:
    tables = ["block:stay block:stay hard_block:stay", "front_kick:stay jab:stay"]
    position: dict[str, Any] = {
        "phase": "block",
        "squares": ["b1", "b2"],
        "hands": ["", ""],
        "tables": tables,
    }
    play = Play(**position, blocks="2 none")
    assert (play.state.asked, play.state.a.aim[0]) == (2, 1)
    assert play["blocks"] == "2 none"
    assert twin(play.state).encode() == play.state.encode()
    assert again(play) == play.state.encode()
    assert play.do("A block 1").scores() == (1, 2)
    assert Play(**position).state.asked == 0
    with pytest.raises(Refusal, match="no defence card has a choice left"):
        Play(**position, blocks="1 1 1")
    with pytest.raises(Refusal, match="that card cannot block the attack 1"):
        Play({"defence_stacking": False}, **position, blocks="1 1")


def test_more_known_effects_than_a_first_hand_has_cards() -> None:
    """With a deck of one's own a forced rest may show more Effects than a first hand has cards."""
    overlay = {"card": {"hand_fake": {"count": 10}, "jab": {"count": 0}, "block": {"count": 0}}}
    overlay["card"]["round_kick"] = {"count": 0}
    hand = " ".join(["hand_fake"] * 9)
    play = Play(overlay=overlay, hands=[hand, ""], rested="A").do("A rest")
    assert play["known_effects"] == [9, 0]
    assert again(play) == play.state.encode()


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({"turn": ""}, "turn must be a seat."),
        ({"hands": ["jab jab jab jab", ""]}, "jab stands 4 times in the position"),
        ({"hands": ["jub", ""]}, "hands[A] names 'jub', which is not a card"),
        ({"decks": ["", ""], "discards": ["", ""]}, "decks[A] lacks jab"),
        ({"squares": ["b1", "d3"]}, "squares[B] = 'd3' must be one of a1 to c3."),
        ({"squares": ["b2", "b2"]}, "never stand on one square"),
        ({"squares": ["b3", "b1"], "hands": ["", ""]}, "South stands on a lower row"),
        ({"squares": ["a2", "b2"], "hands": ["", ""]}, "South stands on a lower row"),
        ({"tables": ["", "jub"]}, "tables[B] names 'jub'"),
        ({"tables": ["", 3]}, "tables[B] = 3 must be a line of cards."),
        ({"tables": ["", "jab:up"]}, "has the mark 'up'"),
        ({"tables": ["", "jab:on_jub"]}, "has the mark 'on_jub'"),
        ({"tables": ["", "hand_fake:left"]}, "hand_fake is an Effect and has no movement."),
        ({"tables": ["", "jab"]}, "tables[B]: a movement is missing."),
        ({"tables": ["jab", ""]}, "tables[A]: a movement is missing."),
        ({"tables": ["", "block:stay"]}, "tables[B]: only attacks and Effects wait."),
        ({"tables": ["jab:stay", ""], "phase": "rest"}, "tables[A] must be empty in this phase."),
        ({"tables": ["", "jab:stay"], "phase": "break"}, "tables[B] must be empty"),
        ({"tables": ["", "jab:stay"], "phase": "over", "scores": [20, 0]}, "must be empty"),
        ({"phase": "move", "tables": ["jab:stay", ""]}, "the last card waits for its movement"),
        ({"phase": "move"}, "tables[A] cannot be empty in this phase."),
        ({"phase": "block"}, "tables[A] cannot be empty in this phase."),
        ({"phase": "block", "tables": ["jab:stay", ""]}, "no defence card has a choice left"),
        ({"phase": "rest", "due": [0, 0]}, "due: nobody has a card to draw."),
        ({"phase": "deal", "due": [9, 0]}, "due[A] = 9 does not fit"),
        ({"phase": "deal", "hands": ["jab", ""], "due": [8, 8]}, "due[A] = 8 does not fit"),
        ({"phase": "deal", "hands": ["jab", ""], "due": [6, 8]}, "due[A] = 6 does not fit"),
        ({"phase": "deal", "hands": [NINE, ""]}, "hands[A] has more than the 8 cards dealt"),
        ({"phase": "rest", "due": [2, 1]}, "due[B] = 1 does not fit"),
        ({"phase": "rest", "due": [3, 0]}, "due[A] = 3 does not fit"),
        ({"phase": "break", "due": [1, 2]}, "due[B] = 2 does not fit"),
        ({"phase": "first", "hands": ["", "jab"]}, "hands[B] must be empty before"),
        ({"phase": "break", "squares": ["a1", "b3"]}, "the fighters stand on b1 and b3"),
        ({"phase": "deal", "squares": ["b1", "c3"]}, "the fighters stand on b1 and b3"),
        ({"tables": ["hand_fake", ""]}, "hands[A]: no Action card can follow the Effects"),
        ({"tables": ["hand_fake", ""], "hands": ["blitz", ""]}, "hands[A]: no Action card can"),
        ({"tables": ["", "hand_fake"]}, "tables[B]: Effects wait only with an attack (KM-R31)."),
        ({"tables": ["", "front_kick:stay jab:left"]}, "share one movement (KM-45)."),
        ({"tables": ["front_kick:stay jab", ""], "phase": "move"}, "share one movement (KM-45)."),
        ({"tables": ["", "spinning_backfist:back"]}, "a card does not show back (KM-23)."),
        ({"tables": ["hand_fake", ""], "phase": "move"}, "the last card waits for its movement"),
        ({"tables": ["block:stay", ""], "phase": "over", "scores": [20, 0]}, "attacks and Effects"),
        ({"break_points": [1, 0]}, "without a last_break"),
        ({"last_break": 2}, "last_break = 2 must be a whole number from 0 to 1."),
        ({"known": ["jab", ""]}, "known[A]: jab stands 1 times"),
        ({"hands": ["jab", ""], "known_effects": [1, 0]}, "the hand has 0 further Effects."),
        ({"scores": [20, 0], "hands": ["", ""]}, "a seat has won, so phase cannot be 'play'."),
        ({"phase": "over"}, "phase = 'over' needs a seat that reached the target"),
        ({"turn_number": 301}, "turn_number = 301 must be a whole number from 1 to 300."),
        ({"rested": "C"}, "rested names 'C'"),
        ({"blocks": "1"}, "A position has no field 'blocks'"),
        ({"colour": "red"}, "A position has no field 'colour'"),
    ],
)
def test_impossible_positions_are_refused(position: dict[str, Any], told: str) -> None:
    with pytest.raises(Refusal, match=re.escape(told)):
        Play(**position)


def test_unusual_positions_are_accepted() -> None:
    """Fields on their own, and the ends of their ranges."""
    over = Play(phase="over", scores=[20, 20], squares=["a2", "b2"])
    assert over.state.score(0) == 0.5
    assert Play(phase="over", turn_number=300).state.score(1) == 0.5
    assert Play(hands=["jab", ""], turn_number=300).acting() == ["A"]
    assert Play({"turn_cap": 0}, turn_number=9999, hands=["jab", ""])["turn_number"] == 9999
    assert Play(phase="deal", hands=["jab jab", ""])["due"] == [6, 8]
    assert Play(phase="rest", turn="B")["due"] == [0, 2]
    assert Play(phase="break")["due"] == [1, 1]
    assert Play(phase="over", scores=[20, 0], tables=["jab:stay", ""]).state.a.n == 1
    two = Play(hands=["", ""], tables=["fast_footwork:left change_sides round_kick:right", ""])
    assert two.legal("A") == ["stop"]
    drawn = Play(phase="break", due=[0, 1])
    assert drawn.state.source() == 2
    empty = Play(phase="rest", decks=["", ""], due=[2, 0])
    assert (empty.state.a.deck_n, empty.state.a.discard_n) == (26, 0)
    assert Play(phase="rest", hands=["jab", ""], decks=["", ""])["known"][0] == "jab"
    level: dict[str, Any] = {
        "phase": "block",
        "squares": ["b2", "a2"],
        "tables": ["block:forward", "round_kick:stay"],
    }
    assert Play(**level).state.breaking == 1
    assert Play(**{**level, "squares": ["b1", "a2"]}).state.breaking == 0


def test_a_block_asked_for_in_a_break_reads_as_it_was_written() -> None:
    """KM-81, KM-R28: stepping level with a defence card."""
    play = Play(
        squares=["a1", "b2"], hands=["block jab", "jab"], tables=["", "back_round_kick:stay"]
    ).do("A play block", "A go forward")
    assert play["phase"] == "block" and play["squares"] == ["a2", "b2"]
    assert GAME.read(play.document(), play.setup).encode() == play.state.encode()
