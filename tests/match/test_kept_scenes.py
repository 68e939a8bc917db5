"""Scenes that are kept, in whole or in parts, are those that would be drawn anew."""

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tools.scenes import NAMES, steps

from budokan.kit.contract import SPECTATOR
from budokan.kit.game import Game, Setup
from budokan.kit.scene import Scene
from budokan.match.match import CodedMatch
from tests.kit.settings import ALL_SETTINGS

ROOT = Path(__file__).parents[2]
MOST = 40  # steps of a match
EACH = pytest.mark.parametrize(
    "game, setup", [each[1:] for each in ALL_SETTINGS], ids=[each[0] for each in ALL_SETTINGS]
)


def what_is_drawn(match: CodedMatch, viewer: int) -> tuple[Any, ...]:
    """All that a Scene follows from."""
    view = match.view(viewer)
    seats = range(SPECTATOR)
    acting = () if match.over else tuple(seat for seat in seats if view.acting() >> seat & 1)
    return match.setup, view, viewer, acting, match.names, match.news(viewer)


def drawn_anew(match: CodedMatch, viewer: int) -> Scene:
    """The Scene of a viewer who has seen none before."""
    return match.game.draw_scene(*what_is_drawn(match, viewer))


@EACH
def test_what_is_kept_is_what_would_be_drawn(game: Game, setup: Setup) -> None:
    for match in steps(game, setup, 7, MOST, odd=True):
        for viewer in (*range(setup.seats), SPECTATOR):
            assert replace(match.scene(viewer), auto="") == drawn_anew(match, viewer)
            told = match.told(viewer)
            assert match.story_end(viewer, 5) == (told[-5:], len(told))


@pytest.mark.parametrize("name", sorted({each[1].id for each in ALL_SETTINGS}))
def test_what_matches_share_is_what_each_would_make(name: str) -> None:
    """Cards and zones that are made once for all matches follow from their keys alone."""
    drawn = []
    for game, setup in [each[1:] for each in ALL_SETTINGS if each[1].id == name]:
        for match in islice(steps(game, setup, 3, MOST, odd=False), 0, None, 5):
            told = [what_is_drawn(match, viewer) for viewer in (0, SPECTATOR)]
            drawn += [(game, each, game.draw_scene(*each)) for each in told]
    for game, facts, scene in drawn:
        facts[0].data.made.clear()
        assert game.draw_scene(*facts) == scene


def test_a_scene_is_drawn_once_until_its_viewer_sees_something() -> None:
    game, setup = next(each[1:] for each in ALL_SETTINGS if each[0] == "martial_art-2")
    match = CodedMatch(game, setup, NAMES[:2], seed="1" * 32)
    match.begin()
    before = [match.scene(seat) for seat in (0, 1)]
    assert [match.scene(seat) for seat in (0, 1)] == before
    assert all(match.scene(seat) is before[seat] for seat in (0, 1))
    seat = match.acting[0]
    match.play(seat, match.legal(seat)[0])
    assert match.scene(seat) is not before[seat]
    match.names = ("Gus", "Hal")
    assert "Hal" in str(match.scene(0)) and "Ben" not in str(match.scene(0))


@pytest.mark.skipif(
    os.environ.get("BUDOKAN_EXPECT") != "compiled", reason="compares the compiled build"
)
@pytest.mark.parametrize("game", sorted({each[1].id for each in ALL_SETTINGS}))
def test_the_compiled_build_draws_what_the_source_draws(game: str) -> None:
    """Everything that is shown and told, of every setting of a game."""
    hashes = [
        subprocess.run(
            [sys.executable, "-m", "tools.scenes", "check", game],
            cwd=ROOT,
            env={**os.environ, **path},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for path in ({}, {"PYTHONPATH": str(ROOT / "src")})
    ]
    assert hashes[0] and hashes[0] == hashes[1]
