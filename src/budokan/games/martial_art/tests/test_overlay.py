"""A user's own values are used, or refused with the constraint they break."""

from typing import Any

import pytest

from budokan.games.martial_art import GAME
from budokan.games.martial_art.tests.helper import typed
from budokan.kit.errors import Refusal

PICTURES: list[list[str]] = GAME.data["fighter"]["igor"]["pictures"]
SQUARES: list[list[int]] = GAME.data["fighter"]["igor"]["squares"]
FIVE = [8, 8, 8, 8, 8]


def igor(**values: Any) -> dict[str, Any]:
    return {"fighter": {"igor": values}}


@pytest.mark.parametrize(
    ("overlay", "said"),
    [
        (igor(pictures=[["punch", "punch"], *PICTURES[1:]]), r"igor.pictures .*MA-C2"),
        (igor(pictures=[["move", "headbutt"], *PICTURES[1:]]), "MA-C2"),
        (igor(pictures=[["fist", "headbutt"], *PICTURES[1:]]), "MA-C2"),
        (igor(pictures=[["energy"], *PICTURES[1:]]), "each column shows two tokens"),
        (igor(pictures=[["energy", 3], *PICTURES[1:]]), "each column shows two tokens"),
        (igor(pictures=PICTURES[1:]), "igor.pictures must have a value for each of 5 Areas"),
        ({"skill": {"bulldog": {"at": "board"}}}, "igor has 3 printed Skills, not two .MA-C5"),
        ({"skill": {"uppercut": {"at": "tile"}}}, "igor has 1 printed Skills, not two .MA-C5"),
        ({"skill": {"uppercut": {"at": "box"}}}, "'box' must be board or tile"),
        ({"skill": {"uppercut": {"at": "tile"}, "bruiser": {"at": "board"}}},
         "Bruiser cannot be printed.*MA-C6"),
        ({"skill": {"uppercut": {"at": "tile"}, "jabs": {"at": "board"}}},
         "Jabs cannot be printed.*MA-C6"),
        (igor(length=[8, 8, 8]), "igor.length must have a value for each of 5 Areas"),
        (igor(length=[8, 8, 8, 8, "8"]), "igor.length must have a value for each of 5 Areas"),
        (igor(length=[21, 8, 8, 8, 8]), "21 is more than 20 squares"),
        (igor(severe=[1, 4, 4, 4, 4]), "1 must lie between 1 and 8 .MA-C7"),
        (igor(severe=[8, 4, 4, 4, 4]), "8 must lie between 1 and 8 .MA-C7"),
        (igor(squares=[[5, 2], *SQUARES[1:]]), "two rising squares .MA-C7"),
        (igor(squares=[[2, 2], *SQUARES[1:]]), "two rising squares .MA-C7"),
        (igor(squares=[[0, 5], *SQUARES[1:]]), "two rising squares .MA-C7"),
        (igor(squares=[[2, 8], *SQUARES[1:]]), "two rising squares .MA-C7"),
        (igor(squares=[[2, 3, 5], *SQUARES[1:]]), "two rising squares .MA-C7"),
        (igor(severe=[6, 6, 4, 4, 4]), "3 columns need an Action on or past the line .MA-C8"),
        ({"fighter": {"li_ming": {"squares": [[3, 5], [2, 4], [3, 5], [4, 5], [2, 4]]}}},
         "3 damage on the Right Leg cost one Move .MA-C9"),
        ({"fighter": {"li_ming": {"squares": [[3, 5], [2, 4], [3, 5], [2, 3], [2, 4]]}}},
         "MA-C"),
        (igor(gauge_max=2), "igor.gauge_max = 2 must be from 3 to 9 .MA-C11"),
        (igor(gauge_max=10), "igor.gauge_max = 10 must be from 3 to 9 .MA-C11"),
        (igor(gauge_start=6), "igor.gauge_start = 6 must be from 0 to 5"),
        (igor(gauge_start=-1), "igor.gauge_start = -1 must be from 0 to 5"),
        ({"start": {"duel": {"spaces": ["-1,0", "2,0"]}}}, "two spaces apart .MA-C13"),
        ({"start": {"duel": {"spaces": ["0,0", "1,0"]}}}, "must not touch .MA-C13"),
        ({"start": {"duel": {"spaces": ["0,0", "0,0"]}}}, "must not touch .MA-C13"),
        ({"start": {"duel": {"spaces": ["4,0", "2,0"]}}}, "inside the Fighting Area .MA-C13"),
        ({"start": {"duel": {"spaces": ["1,0"]}}}, "must have 2 spaces and facings"),
        ({"start": {"duel": {"facing": ["e"]}}}, "must have 2 spaces and facings"),
        ({"start": {"duel": {"facing": ["e", "n"]}}}, "facing must name directions"),
    ],
)  # fmt: skip
def test_values_the_rules_cannot_be_played_with(overlay: dict[str, Any], said: str) -> None:
    """MA-C2, MA-C5, MA-C6, MA-C7, MA-C8, MA-C9, MA-C11, MA-C13."""
    with pytest.raises(Refusal, match=said):
        GAME.setup(2, overlay=overlay)


def test_starting_spaces_fit_the_arena_that_is_played() -> None:
    """MA-C13: a space on the rim is none of the small ring."""
    overlay = {"start": {"duel": {"spaces": ["3,0", "1,0"]}}}
    assert typed(GAME.start(GAME.setup(2, overlay=overlay))).a.cell >= 0
    with pytest.raises(Refusal, match="inside the Fighting Area"):
        GAME.setup(2, {"arena_radius": 2}, overlay=overlay)


def test_values_that_are_played_with() -> None:
    """Columns, printed Skills and gauges of one's own; at the edge of what is allowed."""
    overlay: dict[str, Any] = igor(
        length=[20, 8, 8, 8, 8], severe=[2, 5, 4, 4, 4],
        squares=[[1, 2], *SQUARES[1:]], gauge_max=9, gauge_start=9,
    )  # fmt: skip
    overlay["skill"] = {"uppercut": {"at": "tile"}, "bulldog": {"at": "board"}}
    setup = GAME.setup(2, {}, {0: {"fighter": "igor"}, 1: {"fighter": "wonja"}}, overlay)
    state = typed(GAME.start(setup))
    assert (state.setting.last[0], state.setting.severe[1], state.setting.square[1]) == (20, 5, 2)
    assert (state.a.chi, state.a.rage, state.b.chi) == (9, 9, 0)
    assert list(state.setting.gauge) == [9, 5]
    read = typed(GAME.read({"phase": "area"}, setup))
    assert (read.a.chi, read.b.rage) == (9, 0)
    assert GAME.write(read, setup)["skills"] == ["hook bulldog", "tei_tat kra_tot_chok"]
    with pytest.raises(Refusal, match=r"chi\[B\] = 6 must be a whole number from 0 to 5"):
        GAME.read({"phase": "area", "chi": [9, 6]}, setup)


def test_a_start_above_the_end_of_a_gauge() -> None:
    """MA-18: of the fighters at the table, with their own values."""
    high = igor(gauge_max=9)
    both = {0: {"fighter": "igor"}, 1: {"fighter": "igor"}}
    mirror = {"gauge_start": 8, "allow_mirror": True}
    assert typed(GAME.start(GAME.setup(2, mirror, both, high))).b.rage == 8
    with pytest.raises(Refusal, match="gauge_start = 8 lies above gauge_max = 5"):
        GAME.setup(2, {"gauge_start": 8}, {0: {"fighter": "igor"}}, high)
    with pytest.raises(Refusal, match="gauge_start = 4 lies above gauge_max = 3"):
        GAME.setup(2, {"gauge_max": 3}, {0: {"fighter": "igor"}}, igor(gauge_start=4))
