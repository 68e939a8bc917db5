"""Two worlds on the wire: a viewer who cannot tell them apart is sent the same bytes.

The second world has the same public history and other hidden cards. A test that could not fail
would prove nothing, so leaks are planted too.
"""

import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from budokan import protocol
from budokan.kit.contract import SPECTATOR, copy
from budokan.kit.errors import IllegalAction
from budokan.kit.game import Setup, find
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.server.table import commands, frames
from budokan.server.table.table import Table
from budokan.thinking import advice
from budokan.thinking.messages import task, think
from tests.match.twin_worlds import Case, case, differences, played, quick_hints

__all__ = ["quick_hints"]  # a fixture
pytestmark = pytest.mark.usefixtures("quick_hints")


def secret_decks() -> Case:
    """Both lists are secret (DD-R17); the second world has another list."""
    game = find("dojo_duel")
    lists = {
        key: ", ".join(f"{n} {slug}" for slug, n in row["cards"].items())
        for key, row in game.data["deck"].items()
    }
    sizes = {key: sum(row["cards"].values()) for key, row in game.data["deck"].items()}
    one, two = next((a, b) for a in lists for b in lists if a != b and sizes[a] == sizes[b])

    def setup(a: str, b: str) -> Setup:
        return game.setup(2, {}, {0: {"deck": lists[a]}, 1: {"deck": lists[b]}})

    match = played(setup(one, one), "dojo_duel", 2, 3)
    return Case(match, {0: setup(one, two), 1: setup(two, one), SPECTATOR: setup(two, two)})


CASES: dict[str, Callable[[], Case]] = {
    "udaka of two": lambda: case("udaka", 2, 6),
    "udaka of three": lambda: case("udaka", 3, 9, joker_must_play=True),
    "udaka of four, forgetful": lambda: case("udaka", 4, 8, show_discards=False),
    "dojo duel": lambda: case("dojo_duel", 2, 9),
    "dojo duel, first kicker": lambda: case("dojo_duel", 2, 1),
    "dojo duel, secret choice": lambda: case(
        "dojo_duel", 2, 7, kicker_mode="simultaneous", compare="lanes"
    ),
    "dojo duel, ordered fan": lambda: case("dojo_duel", 2, 6, fan="holder"),
    "dojo duel, secret decks": secret_decks,
}


# -- the law --------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", CASES.values(), ids=CASES.keys())
def test_no_byte_depends_on_hidden_information(tmp_path: Path, make: Callable[[], Case]) -> None:
    for viewer, one, two in make().worlds():
        assert one.entries != two.entries or one.setup != two.setup
        assert differences(tmp_path, viewer, one, two) == [], f"viewer {viewer}"


@pytest.mark.parametrize("make", CASES.values(), ids=CASES.keys())
def test_a_bot_is_sent_the_same_from_both_worlds(make: Callable[[], Case]) -> None:
    for viewer, one, two in make().worlds():
        if viewer in one.acting:
            for agent in ("greedy", "search:20"):
                given, other = task(one, viewer, agent), task(two, viewer, agent)
                assert (given.world, given.seed) == (other.world, other.seed)
                assert think(given) == think(other)


# -- planted leaks --------------------------------------------------------------------------------


def digest(match: CodedMatch) -> int:
    """A small number that depends on everything."""
    return zlib.crc32(str(match.state.encode()).encode()) % 997


def leak_scene(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(CodedMatch, "view", lambda match, viewer: copy(match.state_for(viewer)))


def leak_story(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(frames, "latest_story", lambda match, view: (match.told(None), 1))


def leak_record(patch: pytest.MonkeyPatch) -> None:
    whole = record.write
    patch.setattr(record, "write", lambda match, viewer=None: whole(match))


def leak_refusal(patch: pytest.MonkeyPatch) -> None:
    async def act(table: Table, seat: int, text: str, loaded: Any) -> None:
        raise IllegalAction(f"That is not possible{'!' * digest(loaded.match)}")

    patch.setattr(commands, "act", act)


def leak_size(patch: pytest.MonkeyPatch) -> None:
    """Nothing readable: only one space more or less, like padding."""
    frame = frames.scene_frame

    def padded(table: Table, loaded: Any, viewer: Any) -> protocol.SceneFrame:
        made = frame(table, loaded, viewer)
        names = [made.names[0] + " " * digest(loaded.match), *made.names[1:]]
        return protocol.SceneFrame(
            **{f: getattr(made, f) for f in made.__struct_fields__ if f != "names"}, names=names
        )

    patch.setattr(frames, "scene_frame", padded)


def leak_hint(patch: pytest.MonkeyPatch) -> None:
    """A hint computed from the true cards."""
    patch.setattr(commands, "question", peeking)


def peeking(match: CodedMatch, seat: int) -> advice.Question:
    given = advice.question(match, seat, iterations=8)
    return replace(given, labels=dict.fromkeys(given.labels, str(digest(match))))


LEAKS = (leak_scene, leak_story, leak_record, leak_refusal, leak_size, leak_hint)


@pytest.mark.parametrize("leak", LEAKS, ids=[leak.__name__ for leak in LEAKS])
def test_a_planted_leak_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    worlds = [*case("udaka", 2, 6).worlds()]
    leak(monkeypatch)
    viewer, one, two = next(world for world in worlds if world[0] in world[1].acting)
    assert differences(tmp_path, viewer, one, two)


def test_the_worlds_really_differ() -> None:
    """In hidden facts: dealt cards or a secret list."""
    for make in CASES.values():
        for viewer, one, two in make().worlds():
            assert one.state.encode() != two.state.encode()
            assert one.view(viewer).encode() == two.view(viewer).encode()
            assert [entry.seat for entry in one.entries] == [entry.seat for entry in two.entries]
