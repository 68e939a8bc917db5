"""Scenes in two worlds that a viewer cannot tell apart: beats, lines and quick steps are the same.

Two matches go on side by side. Whatever the viewer does not see may differ: cards drawn by others,
secret choices, and steps that somebody makes and takes back in one of the worlds only.
"""

import dataclasses
import random
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from budokan.kit.contract import CHANCE, SPECTATOR, State, copy, legal_codes
from budokan.kit.entries import TAKEBACK
from budokan.kit.game import find
from budokan.kit.scene import Happened, Scene
from budokan.kit.view import News
from budokan.match.match import CodedMatch
from tests.kit.positions import TABLES
from tests.sampling import a_few

STEPS = 200  # entries of a walk
APART = 80  # the worlds begin to differ before this entry
HIDING: dict[str, tuple[str, int, dict[str, Any]]] = {
    **{name: table for name, table in TABLES.items() if table[0] != "master_udo"},
    "udaka, forgetful": ("udaka", 4, {"show_discards": False}),
    "martial_art black, two": ("martial_art", 2, {"mode": "black"}),
}
WALKS = [(table, seed) for table in HIDING for seed in range(12)]
Pair = tuple[CodedMatch, CodedMatch]


def walk(table: str, seed: int, viewer: int) -> Iterator[tuple[bool, Pair]]:
    """The two matches after every entry, and whether that entry differs between them."""
    name, seats, options = HIDING[table]
    game, pick = find(name), random.Random(seed)
    here, there = (CodedMatch(game, game.setup(seats, options), seed="x") for _ in "12")
    first = pick.randrange(APART)
    for at in range(STEPS):
        if here.acting != there.acting or not here.acting:
            return
        seat = pick.choice(here.acting)
        secret = at >= first and seat != viewer
        pair = entries(here.state, there.state, seat, viewer, pick, secret=secret)
        if pair is None:
            return
        if secret and seat != CHANCE:
            waver(there, seat, pick)
        for match, action in zip((here, there), pair, strict=True):
            match.replay(seat, action)
        yield pair[0] != pair[1], (here, there)


def entries(
    here: State, there: State, seat: int, viewer: int, pick: random.Random, *, secret: bool
) -> tuple[int, int] | None:
    """An entry for each world that looks the same to a viewer; different ones if possible."""
    ours, theirs = legal_codes(here, seat), legal_codes(there, seat)
    pick.shuffle(ours)
    pick.shuffle(theirs)
    for own in ours:
        sight, code = after(here, seat, own, viewer), here.seen(viewer, seat, own)
        others = [action for action in theirs if action != own] if secret else []
        for other in [*others, *(action for action in theirs if action == own)]:
            alike = there.seen(viewer, seat, other) == code
            if alike and after(there, seat, other, viewer) == sight:
                return own, other
    return None


def after(state: State, seat: int, action: int, viewer: int) -> object:
    """What a viewer would know after an entry."""
    twin = copy(state)
    twin.apply(seat, action)
    twin.observe(viewer)
    return twin.encode()


def waver(match: CodedMatch, seat: int, pick: random.Random) -> None:
    """Let a seat do something and take it back, if nobody sees that."""
    action = pick.choice(match.legal(seat))
    if match.stays_draft(seat, action):
        match.play(seat, action)
        match.takeback(seat)


def quick(match: CodedMatch, seat: int, viewer: int) -> bool:
    """Whether a client would make the next move of a seat that a viewer sees by itself."""
    twin = CodedMatch(match.game, match.setup, seed=match.seed)
    for entry in match.entries:
        twin.replay(*entry)
    seen = twin.ply(viewer)
    while twin.ply(viewer) == seen and seat in twin.acting:
        auto = twin.scene(seat).auto
        if not auto:
            return False
        twin.replay(seat, twin.notation.parse(auto))
    return True


def differences(table: str, seed: int, viewer: int) -> tuple[int, list[str]]:
    """How many entries differed, and what a viewer could tell the worlds apart by."""
    hidden, found = 0, []
    for differs, (here, there) in walk(table, seed, viewer):
        hidden += differs
        one, two = here.scene(viewer), there.scene(viewer)
        parts = Scene.__struct_fields__
        found += [part for part in parts if getattr(one, part) != getattr(two, part)]
        for seat in here.acting if hidden else ():
            if seat not in (CHANCE, viewer) and not here.drafted(seat):
                fast = {quick(match, seat, viewer) for match in (here, there)}
                found += ["time"] * (len(fast) > 1)
    return hidden, found


@pytest.mark.parametrize(("table", "seed"), a_few(WALKS, 12, "worlds"))
def test_a_viewer_sees_the_same_in_both_worlds(table: str, seed: int) -> None:
    for viewer in (seed % HIDING[table][1], SPECTATOR):
        hidden, found = differences(table, seed, viewer)
        assert hidden and found == [], f"viewer {viewer}"


# -- planted leaks --------------------------------------------------------------------------------


def secret(match: CodedMatch) -> int:
    """A small number that depends on hidden cards."""
    return zlib.crc32(str(match.state.encode()).encode()) % 3


def leaking(change: Callable[[Happened, int], Happened]) -> Callable[[pytest.MonkeyPatch], None]:
    """What happened is told with a secret in it."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        draw = CodedMatch.scene

        def scene(match: CodedMatch, viewer: int) -> Scene:
            drawn = draw(match, viewer)
            assert drawn.happened is not None
            return replace(drawn, happened=change(drawn.happened, secret(match)))

        patch.setattr(CodedMatch, "scene", scene)

    return plant


def with_hidden_id(told: Happened, n: int) -> Happened:
    beats = (replace(beat, pieces=(*beat.pieces, f"card-{n}")) for beat in told.beats)
    return replace(told, beats=tuple(beats))


def with_fewer_beats(told: Happened, n: int) -> Happened:
    return replace(told, beats=told.beats[n:])


def with_hidden_number(told: Happened, n: int) -> Happened:
    return replace(told, line=f"{told.line} {n}")


def count_steps(patch: pytest.MonkeyPatch) -> None:
    """A number counts the steps that others have taken back."""
    news = CodedMatch.news

    def counting(match: CodedMatch, viewer: int) -> News:
        told, back = news(match, viewer), sum(e.action == TAKEBACK for e in match.entries)
        return dataclasses.replace(told, since=told.since + back)

    patch.setattr(CodedMatch, "news", counting)


def hurry(patch: pytest.MonkeyPatch) -> None:
    """Every single choice is taken at once."""
    patch.setattr(CodedMatch, "may_hurry", lambda match, seat: True)


LEAKS = {
    "id": (leaking(with_hidden_id), "dojo_duel", "happened"),
    "number of beats": (leaking(with_fewer_beats), "udaka", "happened"),
    "line": (leaking(with_hidden_number), "martial_art", "happened"),
    "steps": (count_steps, "kenpo_masters", "happened"),
    "speed": (hurry, "martial_art", "time"),
}


@pytest.mark.parametrize(("leak", "table", "where"), LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_is_found(
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[pytest.MonkeyPatch], None],
    table: str,
    where: str,
) -> None:
    leak(monkeypatch)
    assert any(where in differences(table, seed, seed % 2)[1] for seed in range(36, 40))
