"""Positions are read as they are written, and what cannot be is refused."""

from typing import Any

import pytest

from budokan.games.martial_art import GAME, phases
from budokan.games.martial_art.tests.helper import IGOR, KIMBERLEY, Play, walk
from budokan.kit.errors import Refusal

BLACK = {"mode": "black"}
PUSHES = {**BLACK, "turn_after_push": True}
AREA: dict[str, Any] = {"phase": "area", "boards": [IGOR, KIMBERLEY]}


@pytest.mark.parametrize(
    ("options", "fighters", "seed"),
    [
        ({**PUSHES, "gauge_start": 5}, ("igor", "hirumasa", "kimberley"), 1),
        ({**BLACK, "gauge_start": 5}, ("ricardo", "li_ming"), 2),
        ({}, ("wonja", "ricardo"), 3),
    ],
)  # fmt: skip
def test_a_position_reads_as_it_was_written(
    options: dict[str, Any], fighters: tuple[str, ...], seed: int
) -> None:
    play = Play(options, fighters)
    seen = set()
    for ply, _ in enumerate(walk(play, seed, 3)):
        if ply % 8 == 0 or play.state.phase not in seen:
            document = play.document()
            assert GAME.read(document, play.setup).encode() == play.state.encode()
            seen.add(int(play.state.phase))
    assert GAME.read(play.document(), play.setup).encode() == play.state.encode()
    assert len(seen) > 9
    assert seen.isdisjoint(phases.SILENT)


def test_what_is_left_out() -> None:
    """A standard layout, start spaces, no damage, and every table that fits."""
    play = Play(BLACK, phase="area")
    document = play.document()
    assert document["boards"][0] == (
        "energy energy | move punch | move punch | defense lock | defense headbutt | energy energy"
    )
    assert document["spaces"] == ["-1,0", "1,0"]
    assert document["skills"][0] == "hook uppercut eye_of_the_tiger"
    assert "known" not in document
    assert play.acting() == "A"
    assert Play({}, phase="effects", start=2).document()["pile"] == "move punch"


def test_tokens_that_are_nowhere_are_lost() -> None:
    play = Play({}, phase="area", boards=["energy punch | | | | |", KIMBERLEY])
    assert sum(int(n) for n in play.state.a.tokens) == 2
    assert play.state.known(0).tables() == [int(play.state.a.table())]


def test_knowledge_is_listed_when_it_is_less_than_all_tables() -> None:
    """MA-R64: written table by table, and read again."""
    play = Play({}, **AREA).do("A area 3", "A ready", "A sow move", "A hold")
    listed = play.document()["known"]
    assert listed[1] == []
    assert "100 001 110 110 101 000" in listed[0]
    assert len(listed[0]) == len(play.state.known(0).tables())
    again = GAME.read(play.document(), play.setup)
    assert again.encode() == play.state.encode()


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"phase": "arena"}, "phase = 'arena' is not possible"),
        ({"phase": "push"}, "phase = 'push' is not possible"),
        ({"phase": "learn"}, "phase = 'learn' needs mode = black"),
        ({"phase": "area", "turn": ""}, "turn must be a seat"),
        ({"phase": "area", "turn": "C"}, "There is no seat 'C'"),
        ({"phase": "area", "round": 51}, "round = 51"),
        ({"phase": "area", "skills": ["kiai", ""]}, "kiai is a Skill of another fighter"),
        ({"phase": "area", "styles": ["dancer", ""]}, r"styles\[A\]: dancer is not in play"),
        ({"phase": "area", "next": ["hok", ""]}, "'hok' is no Skill: did you mean hook"),
        ({"phase": "area", "boards": ["a | b | c | d | e | f | g", ""]}, "up to six places"),
        ({"phase": "area", "boards": ["kick", ""]}, r"boards\[A\] has 1 kick tokens; there are 0"),
        ({"phase": "area", "boards": ["fist", ""]}, "'fist', which is no card"),
        ({"phase": "area", "boards": [" | | | | | punch", ""]}, "only Effect tokens are set aside"),
        ({"phase": "lay", "boards": ["energy", ""]}, "is not laid place by place"),
        ({"phase": "area", "life": [[0, 0, 0], [0] * 5]}, "must be a list of five squares"),
        ({"phase": "area", "life": [[9, 0, 0, 0, 0], [0] * 5]}, "9 must be a whole number"),
        ({"phase": "area", "life": [[8, 0, 0, 0, 0], [0] * 5]}, "such a fighter is out"),
        ({"phase": "area", "life": [[4, 4, 4, 0, 0], [0] * 5]}, "such a fighter is out"),
        ({"phase": "area", "chi": [6, 0]}, "6 must be a whole number from 0 to 5"),
        ({"phase": "area", "spaces": ["4,0", "1,0"]}, "'4,0' is not possible"),
        ({"phase": "area", "spaces": ["1,0", "1,0"]}, "A stands there"),
        ({"phase": "area", "facing": ["n", "e"]}, "'n' is not possible"),
        ({"phase": "area", "out": ["dead", ""]}, "'dead' is not possible"),
        ({"phase": "area", "out": ["ko", ""]}, "turn must be a seat that is not out"),
        ({"phase": "area", "start": 2}, "start: the phase 'area' does not fit"),
        ({"phase": "effects"}, "start: the phase 'effects' does not fit"),
        ({"phase": "sow", "start": 2, "pile": "move punch"}, "hand: tokens are in hand"),
        ({"phase": "sow", "start": 2, "pile": "move", "hand": "punch", "boards": ["move", ""]},
         "hand must be part of the pile"),
        ({"phase": "defend", "start": 2}, "needs kind, target and defender"),
        ({"phase": "area", "winners": "A"}, "winners: seats win when"),
        ({"phase": "over"}, "winners: seats win when"),
        ({"phase": "area", "known": [["900 000 000 000 000 000"], []]}, "three digits"),
        ({"phase": "area", "known": [["400 000 000 000 000 000"], []]}, "does not fit"),
        ({"phase": "area", "colour": 1}, "A position has no field 'colour'"),
    ],
)  # fmt: skip
def test_impossible_positions(position: dict[str, Any], said: str) -> None:
    setup = GAME.setup(2)
    with pytest.raises(Refusal, match=said):
        GAME.read(position, setup)


def test_black_belt_positions() -> None:
    setup = GAME.setup(3, {**BLACK, "arena_radius": 2})
    for position, said in (
        ({"phase": "area", "skills": ["hook jabs", "", ""]}, "a fighter has 3 Skills, not 2"),
        ({"phase": "area", "spaces": ["3,0", "1,0", "0,1"]}, "lies outside the Fighting Area"),
        ({"phase": "third_react", "start": 1, "kind": "punch", "target": 1, "defender": "B"},
         "third must be a seat"),
    ):  # fmt: skip
        with pytest.raises(Refusal, match=said):
            GAME.read(position, setup)
