"""Two worlds on the wire: whoever cannot tell them apart is sent the same bytes.

The second world has the same public history and other hidden cards. A test that could not fail
would prove nothing, so leaks are planted too.
"""

import json
import random
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from budokan.kit.core import SPECTATOR, copy, legal_codes
from budokan.kit.errors import IllegalAction
from budokan.kit.game import Setup, find
from budokan.kit.notation import SEATS
from budokan.minds import advice
from budokan.minds.thought import task, think
from budokan.play import record
from budokan.play import store as stored
from budokan.play.match import Match
from budokan.play.store import Store
from budokan.server import table as tables
from budokan.server import wire
from budokan.server.lobby import known_as
from budokan.server.table import Table
from tests.hall import Socket, Visitor, hall

TABLE = "two-worlds"
TRIES = 400
WRONG = 15  # actions that are tried although they are not legal
Heard = list[tuple[str, str]]


@pytest.fixture(autouse=True)
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "amount", lambda game: 8)


def token(seat: int) -> str:
    return (SEATS[seat] if seat != SPECTATOR else "x") * 32


# -- two worlds -----------------------------------------------------------------------------------


def played(setup: Setup, game: str, decisions: int, seed: int) -> Match:
    """A match in its middle, with a person to decide."""
    match, pick = Match(find(game), setup, seed=f"wire {seed}"), random.Random(seed)
    match.begin()
    for _ in range(decisions):
        seat = pick.choice(match.acting)
        match.play(seat, pick.choice(match.legal(seat)))
        if match.over:
            return played(setup, game, decisions - 1, seed)
    return match


def other_world(match: Match, viewer: int, setup: Setup) -> Match:
    """The same entries to a viewer's eyes, but other hidden ones."""
    pick = random.Random(7)
    truth = match.state.encode()
    for _ in range(TRIES):
        first = pick.randrange(max(0, len(match.entries) - 30), len(match.entries))
        twin = _other(match, viewer, setup, 0 if setup is not match.setup else first, pick)
        if twin is not None and twin.state.encode() != truth:
            return twin
    raise AssertionError("no second world found")


def _other(
    match: Match, viewer: int, setup: Setup, first: int, pick: random.Random
) -> Match | None:
    """One try: from an entry on, choose freely among what looks alike."""
    here = Match(match.game, match.setup, match.names, match.seed)
    there = Match(match.game, setup, match.names, match.seed)
    for at, (seat, action) in enumerate(match.entries):
        code = here.state.seen(viewer, seat, action)
        alike = [
            other
            for other in legal_codes(there.state, seat)
            if there.state.seen(viewer, seat, other) == code
        ]
        if not alike:
            return None
        free = at >= first and pick.random() < 0.5
        there.replay(seat, pick.choice(alike) if free or action not in alike else action)
        here.replay(seat, action)
        if here.view(viewer).encode() != there.view(viewer).encode():
            return None  # the entry brought something else to light
    return there


@dataclass
class Case:
    """A table and how to find a second world for each viewer."""

    match: Match
    setups: dict[int, Setup]  # for a viewer: a setup they cannot tell from the true one

    def worlds(self) -> Iterator[tuple[int, Match, Match]]:
        for viewer in [*range(self.match.setup.seats), SPECTATOR]:
            setup = self.setups.get(viewer, self.match.setup)
            yield viewer, self.match, other_world(self.match, viewer, setup)


def case(game: str, seats: int, decisions: int, **given: Any) -> Case:
    return Case(played(find(game).setup(seats, given), game, decisions, 3), {})


def secret_decks() -> Case:
    """Both keep a list to themselves (DD-R17); the second world has another list."""
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


# -- all that is sent -----------------------------------------------------------------------------


def serve(folder: Path, match: Match) -> None:
    """Put a match into a store of its own, with a person on every seat."""
    store = Store(folder / "hall.sqlite3")
    seats = range(match.setup.seats)
    hall = {"sitting": ["person"] * len(seats), "keys": {}, "creator": "", "called": []}
    fields = {**stored.header(match), "hall": hall}
    holders = {seat: (known_as(token(seat)), True) for seat in seats}
    store.create(TABLE, fields, stored.texts(match), stored.marks(match), holders).result(10)
    store.close()
    with sqlite3.connect(folder / "hall.sqlite3") as con:
        con.execute("update match set created = 'at the same time'")
    con.close()


def wrong_actions(match: Match, viewer: int) -> list[str]:
    """Actions that are not legal for a viewer; chosen by what the viewer knows."""
    legal = legal_codes(match.view(viewer), viewer) if viewer in match.acting else []
    codes = [code for code in range(match.game.notation.size) if code not in legal]
    chosen = random.Random(1).sample(codes, min(WRONG, len(codes)))
    return [match.game.notation.text(code) for code in chosen]


def listen(folder: Path, match: Match, viewer: int) -> Heard:
    """Everything a viewer can make the hall send while the match runs, byte by byte."""
    folder.mkdir()
    serve(folder, match)
    heard: Heard = []
    with hall(folder) as client:
        who = Visitor(client, token(viewer))
        for path in _paths(match):
            answer = who.get(path)
            heard.append((path, f"{answer.status_code} {dict(answer.headers)} {answer.text}"))
        heard.append(("rematch", who.post(f"/api/tables/{TABLE}/rematch").text))
        with who.sit(TABLE) as me:
            heard.append(("scene", me.raw()))
            heard += _talk(me, match, viewer, json.loads(heard[-1][1])["ply"])
        with who.sit(TABLE) as me:
            me.raw()
            if viewer != SPECTATOR and match.setup.seats == 2:
                me.say("concede", seat=viewer)
                heard.append(("concede", me.raw()))
            me.session.send_text("nonsense")
            heard.append(("error", me.raw()))
    return heard


def _paths(match: Match) -> list[str]:
    base, views = f"/api/tables/{TABLE}", [*SEATS[: match.setup.seats], "spectator"]
    papers = [f"{base}/{paper}?view={view}" for paper in ("record", "replay") for view in views]
    papers += [f"{base}/record", f"{base}/record?view=Q"]
    return [*papers, "/api/tables", f"/table/{TABLE}?key=x"]


def _talk(me: Socket, match: Match, viewer: int, ply: int) -> Heard:
    """Ask for everything that is not allowed, once each; every question has one answer."""
    seat = 0 if viewer == SPECTATOR else viewer
    questions: list[dict[str, Any]] = [
        {"t": "act", "ply": ply, "seat": seat, "action": action}
        for action in [*wrong_actions(match, viewer), "hop", "single", "draw"]
    ]
    for other in range(match.setup.seats):
        questions += [
            {"t": "hint", "ply": ply, "seat": other},
            {"t": "look", "seat": other},
            {"t": "undo", "ply": ply, "seat": other},
            {"t": "act", "ply": 0, "seat": other, "action": "hop"},
        ]
    heard = []
    for question in questions:
        me.session.send_text(json.dumps(question))
        heard.append((json.dumps(question), me.raw()))
    return heard


def differences(tmp_path: Path, viewer: int, one: Match, two: Match) -> list[str]:
    """The questions to which the two worlds answer differently."""
    name = f"{viewer}-{random.random()}"
    left = listen(tmp_path / f"{name}-left", one, viewer)
    right = listen(tmp_path / f"{name}-right", two, viewer)
    assert [question for question, _ in left] == [question for question, _ in right]
    return [a[0] for a, b in zip(left, right, strict=True) if a[1] != b[1]]


# -- the law --------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", CASES.values(), ids=CASES.keys())
def test_nobody_is_sent_a_byte_that_depends_on_what_they_may_not_know(
    tmp_path: Path, make: Callable[[], Case]
) -> None:
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


def digest(match: Match) -> int:
    """A small number that depends on everything."""
    return zlib.crc32(str(match.state.encode()).encode()) % 997


def leak_scene(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Match, "view", lambda match, viewer: copy(match.shown(viewer)))


def leak_story(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tables, "told", lambda match, view: match.told(None))


def leak_record(patch: pytest.MonkeyPatch) -> None:
    whole = record.write
    patch.setattr(record, "write", lambda match, viewer=None: whole(match))


def leak_refusal(patch: pytest.MonkeyPatch) -> None:
    async def act(table: Table, loaded: Any, seat: int, text: str) -> None:
        raise IllegalAction(f"That is not possible{'!' * digest(loaded.match)}")

    patch.setattr(Table, "_act", act)


def leak_size(patch: pytest.MonkeyPatch) -> None:
    """Nothing readable: only a blank more or less, as padding could have it."""
    frame = Table.frame

    def padded(table: Table, loaded: Any, viewer: Any) -> wire.SceneFrame:
        made = frame(table, loaded, viewer)
        names = [made.names[0] + " " * digest(loaded.match), *made.names[1:]]
        return wire.SceneFrame(
            **{f: getattr(made, f) for f in made.__struct_fields__ if f != "names"}, names=names
        )

    patch.setattr(Table, "frame", padded)


def leak_hint(patch: pytest.MonkeyPatch) -> None:
    """A hint that was thought up on the true cards."""
    patch.setattr(tables, "question", peeking)


def peeking(match: Match, seat: int) -> advice.Question:
    given = advice.question(match, seat)
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
    """In what is hidden: what chance dealt, or a secret list."""
    for make in CASES.values():
        for viewer, one, two in make().worlds():
            assert one.state.encode() != two.state.encode()
            assert one.view(viewer).encode() == two.view(viewer).encode()
            assert [entry.seat for entry in one.entries] == [entry.seat for entry in two.entries]
