"""Positions are read as they are written, and impossible ones are refused."""

from typing import Any

import pytest

from budokan.games.martial_art import GAME
from budokan.games.martial_art.rules import phases
from budokan.games.martial_art.tests.helper import IGOR, KIMBERLEY, Play, walk
from budokan.kit.contract import CHANCE
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


def test_fields_left_out_have_defaults() -> None:
    """A standard layout, start spaces, no damage, and every table that fits."""
    play = Play(BLACK, phase="area")
    document = play.document()
    assert document["boards"][0] == (
        "energy energy | move punch | move punch | defense lock | defense headbutt | energy energy"
    )
    assert document["spaces"] == ["-1,0", "1,0"]
    assert document["skills"][0] == "hook uppercut eye_of_the_tiger"
    assert "known" not in document
    assert play.acting() == ["A"]
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
        ({"phase": "area", "next": ["hok", ""]}, "'hok' is not a Skill; did you mean hook"),
        ({"phase": "area", "boards": ["a | b | c | d | e | f | g", ""]}, "up to six places"),
        ({"phase": "area", "boards": ["kick", ""]}, r"boards\[A\] has 1 kick tokens; there are 0"),
        ({"phase": "area", "boards": ["fist", ""]}, "'fist', which is not a card"),
        ({"phase": "area", "boards": [" | | | | | punch", ""]}, "only Effect tokens are set aside"),
        ({"phase": "lay", "boards": ["energy", ""]}, "is not laid place by place"),
        ({"phase": "area", "life": [[0, 0, 0], [0] * 5]}, "must be a list of five squares"),
        ({"phase": "area", "life": [[9, 0, 0, 0, 0], [0] * 5]}, "9 must be a whole number"),
        ({"phase": "area", "life": [[8, 0, 0, 0, 0], [0] * 5]}, "with this much damage is out"),
        ({"phase": "area", "life": [[4, 4, 4, 0, 0], [0] * 5]}, "with this much damage is out"),
        ({"phase": "area", "chi": [6, 0]}, "6 must be a whole number from 0 to 5"),
        ({"phase": "area", "spaces": ["5,0", "1,0"]}, "cannot be '5,0'"),
        ({"phase": "area", "spaces": ["1,0", "1,0"]}, "A stands there"),
        ({"phase": "area", "facing": ["n", "e"]}, "cannot be 'n'"),
        ({"phase": "area", "out": ["dead", ""]}, "cannot be 'dead'"),
        ({"phase": "area", "out": ["ko", ""]}, "turn must be a seat that is not out"),
        ({"phase": "area", "start": 2}, "start: the phase 'area' does not fit"),
        ({"phase": "effects"}, "start: the phase 'effects' does not fit"),
        ({"phase": "sow", "start": 2, "pile": "move punch"}, "hand: tokens are in hand"),
        ({"phase": "sow", "start": 2, "pile": "move", "hand": "punch", "boards": ["move", ""]},
         "hand must be part of the pile"),
        ({"phase": "defend", "start": 2}, "needs kind, target and defender"),
        ({"phase": "area", "winners": "A"}, "winners: seats can win only"),
        ({"phase": "over"}, "winners: seats can win only"),
        ({"phase": "area", "known": [["900 000 000 000 000 000"], []]}, "three digits"),
        ({"phase": "area", "known": [["400 000 000 000 000 000"], []]}, "does not fit"),
        ({"phase": "area", "colour": 1}, "A position has no field 'colour'"),
        ({"phase": "area", "silenced": ["no", False]}, r"silenced\[A\] = 'no' must be true"),
        ({"phase": "area", "reacted": [False, 1]}, r"reacted\[B\] = 1 must be true or false"),
        ({"phase": "area", "chi": [True, 0]}, r"chi\[A\] = True must be a whole number"),
        ({"phase": "area", "styles": ["hook", ""]}, r"styles\[A\]: hook is a Skill of another"),
        ({"phase": "area", "next": ["hook", ""]}, r"next\[A\]: hook is a Skill of another kind"),
        ({"phase": "area", "out": ["", "ko"]}, "the fight is over when one side is left"),
        ({"phase": "area", "used": "hook"}, "need a start"),
        ({"phase": "area", "landed": "2"}, "need a start"),
        ({"phase": "lay", "last": "punch"}, "need a start"),
        ({"phase": "area", "kind": "punch"}, "nobody has struck yet"),
        ({"phase": "area", "target": 1}, "nobody has struck yet"),
        ({"phase": "area", "defender": "B"}, "nobody has struck yet"),
        ({"phase": "area", "again": True}, "again: no Skill used in this turn"),
        ({"phase": "area", "boards": [" | | | | | energy", ""]}, "has a token in some Area"),
        ({"phase": "area", "boards": ["punch | | | | | energy energy move", ""]},
         "two tokens are set aside, not 3"),
        ({"phase": "effects", "start": 1, "pile": "move punch"},
         "pile must be what the Starting Area holds"),
        ({"phase": "strike", "start": 1, "pile": "energy energy", "last": "punch"},
         "last must be one of the pile"),
        ({"phase": "strike", "start": 1, "pile": "energy punch", "last": "energy"},
         "last = 'energy' is not possible"),
        ({"phase": "strike", "start": 1, "landed": "2"}, "nobody sows in this phase"),
        ({"phase": "style", "start": 1}, "phase = 'style': nobody has a choice here"),
        ({"phase": "kiai", "start": 1}, "phase = 'kiai': nobody has a choice here"),
        ({"phase": "end", "start": 1}, "phase = 'end': nobody has a choice here"),
        ({"phase": "after_step", "start": 1}, "phase = 'after_step': nobody has a choice"),
        ({"phase": "lay", "boards": [IGOR, "energy"]}, "is not laid place by place"),
        ({"phase": "lay", "boards": ["", " | | | | | energy"]}, "dealt seat after seat"),
        ({"phase": "lay", "boards": ["punch lock | | | | | energy move", ""]},
         "two Action tokens lie together"),
        ({"phase": "lay", "boards": [
            "energy energy | energy move | | | | energy move", ""]}, "find no place any more"),
        ({"phase": "first", "boards": ["energy punch | | | | | energy move", ""]},
         "is not laid place by place"),
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


SOWING: dict[str, Any] = {"phase": "sow", "start": 3, "pile": "move defense punch"}
SOWN = ["energy headbutt | energy | | energy move lock | energy | ", KIMBERLEY]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, ""),
        ({"landed": ""}, "fell on other Areas"),
        ({"landed": "5"}, "fell on other Areas"),
        ({"landed": "4 4"}, "fell on other Areas"),
        ({"boards": ["energy | energy | punch | energy move | energy | ", KIMBERLEY]},
         "an Area that is sown has been emptied"),
        ({"boards": ["energy move | energy | | lock | energy | ", KIMBERLEY]},
         "such an Area holds an Effect token"),
    ],
)  # fmt: skip
def test_a_sowing_under_way(changes: dict[str, Any], said: str) -> None:
    """MA-31: tokens that are not in hand lie where they were put down."""
    position = {**SOWING, "hand": "defense punch", "landed": "4", "boards": SOWN, **changes}
    if not said:
        assert Play({}, **position).legal("A") == ["sow defense", "sow punch"]
        return
    with pytest.raises(Refusal, match=said):
        Play({}, **position)


STRUCK: dict[str, Any] = {
    "phase": "defend", "start": 5, "pile": "energy punch", "kind": "punch", "target": 2,
    "defender": "B", "spaces": ["0,0", "1,0"], "boards": [IGOR, KIMBERLEY],
}  # fmt: skip
ROLLED = {**STRUCK, "phase": "defence", "defenses": 1}


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (STRUCK, ""),
        (ROLLED, ""),
        ({**STRUCK, "kind": "energy"}, "kind = 'energy' is not possible"),
        ({**STRUCK, "target": 3}, "the last token fell on Area 2"),
        ({**STRUCK, "defender": "A"}, "defender must stand next to the Attacker"),
        ({**STRUCK, "spaces": ["0,0", "2,0"]}, "defender must stand next to the Attacker"),
        ({**STRUCK, "third": "A"}, "third must be a third Character"),
        ({**STRUCK, "third": "B"}, "third must be a third Character"),
        ({**STRUCK, "reaction": "shuto_uchi"}, "a Skill of another kind"),
        ({**STRUCK, "boards": [IGOR, "energy | kick | move kick | punch | energy | "]},
         "nobody has a choice here"),
        ({**STRUCK, "phase": "react"}, "nobody has a choice here"),
        ({**STRUCK, "phase": "gain"}, "nobody has a choice here"),
        ({**STRUCK, "phase": "discard"}, "nobody has a choice here"),
        ({**STRUCK, "defenses": 2}, "the Target Area has fewer such tokens"),
        ({**STRUCK, "feet": 1}, "the Target Area has fewer such tokens"),
        ({**ROLLED, "attack": "n n n"}, "attack has 3 dice; this strike has 2"),
        ({**ROLLED, "defenses": 0}, "nobody has a choice here"),
        ({**ROLLED, "defence": "n n x"}, "more successes than dice"),
    ],
)  # fmt: skip
def test_a_strike_under_way(position: dict[str, Any], said: str) -> None:
    """MA-34, MA-35, MA-38, MA-41: the fields of a strike agree with the table."""
    if not said:
        assert Play({}, **position).acting() in (["B"], ["*"])
        return
    with pytest.raises(Refusal, match=said):
        Play({}, **position)


def test_before_the_fight() -> None:
    setup = GAME.setup(2, BLACK)
    for position, said in (
        ({"phase": "learn", "boards": ["energy", ""]}, "no token is laid before"),
        ({"phase": "lay", "boards": ["punch | | | | | energy move", ""]}, "is laid first"),
    ):
        with pytest.raises(Refusal, match=said):
            GAME.read(position, setup)
    dealt = GAME.setup(2)
    assert GAME.read({"phase": "lay", "boards": ["punch | | | | | energy move", ""]}, dealt)
    laid = {"phase": "first", "boards": [IGOR, KIMBERLEY]}
    assert GAME.read(laid, dealt).acting() == 1 << CHANCE
