"""Two worlds that a viewer cannot tell apart, and everything the hall sends about them."""

import json
import random
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from budokan.kit.contract import SPECTATOR, legal_codes
from budokan.kit.game import Setup, find
from budokan.kit.notation import SEATS
from budokan.match.clock import MATCH, Clock
from budokan.match.match import CodedMatch
from budokan.server.http.routing import PARAMETER, ApiRoute
from budokan.server.lobby import visitor_id
from budokan.server.table import audience, commands
from budokan.server.table.clocks import CLAIM
from budokan.store import store as stored
from budokan.store.store import Store
from budokan.thinking import advice
from tests.server.hall import ManualClock, Socket, Visitor, hall

TABLE = "two-worlds"
TRIES = 400
MACHINE = re.compile(r'"(free|held|made)":("[^"]*"|\d+),')  # disk, watchdog, date of an export
WRONG = 15  # actions that are tried although they are not legal
Heard = list[tuple[str, str]]


@pytest.fixture
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fixed number of iterations, and no rest for those who watch: with time two runs could
    differ."""
    monkeypatch.setattr(commands, "question", partial(advice.question, iterations=4, seconds=0.0))
    monkeypatch.setattr(audience, "REST", 0.0)


def token(seat: int) -> str:
    return (SEATS[seat] if seat != SPECTATOR else "x") * 32


# -- two worlds -----------------------------------------------------------------------------------


def played(setup: Setup, game: str, decisions: int, seed: int) -> CodedMatch:
    """A match in its middle, with a person to decide."""
    match, pick = CodedMatch(find(game), setup, seed=f"wire {seed}"), random.Random(seed)
    match.begin()
    for _ in range(decisions):
        seat = pick.choice(match.acting)
        match.play(seat, pick.choice(match.legal(seat)))
        if match.over:
            return played(setup, game, decisions - 1, seed)
    return match


def other_world(match: CodedMatch, viewer: int, setup: Setup) -> CodedMatch:
    """A match with the same visible entries for a viewer, but other hidden ones."""
    pick = random.Random(7)
    truth = match.state.encode()
    for _ in range(TRIES):
        first = pick.randrange(max(0, len(match.entries) - 30), len(match.entries))
        twin = _other(match, viewer, setup, 0 if setup is not match.setup else first, pick)
        if twin is not None and twin.state.encode() != truth:
            return twin
    raise AssertionError("no second world found")


def _other(
    match: CodedMatch, viewer: int, setup: Setup, first: int, pick: random.Random
) -> CodedMatch | None:
    """One try: from an entry on, choose freely among actions that look alike."""
    here = CodedMatch(match.game, match.setup, match.names, match.seed)
    there = CodedMatch(match.game, setup, match.names, match.seed)
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
        if at >= first and here.view(viewer).encode() != there.view(viewer).encode():
            return None  # the entry brought something else to light
    return there


@dataclass
class Case:
    """A table and how to find a second world for each viewer."""

    match: CodedMatch
    setups: dict[int, Setup]  # for a viewer: a setup they cannot tell from the true one

    def worlds(self) -> Iterator[tuple[int, CodedMatch, CodedMatch]]:
        for viewer in [*range(self.match.setup.seats), SPECTATOR]:
            setup = self.setups.get(viewer, self.match.setup)
            yield viewer, self.match, other_world(self.match, viewer, setup)


def case(game: str, seats: int, decisions: int, **given: Any) -> Case:
    return Case(played(find(game).setup(seats, given), game, decisions, 3), {})


# -- everything the hall sends --------------------------------------------------------------------


def serve(folder: Path, match: CodedMatch) -> None:
    """Put a match into a store of its own, with a person on every seat, a clock and claims."""
    store = Store(folder / "hall.sqlite3")
    seats = range(match.setup.seats)
    hall = {"sitting": ["person"] * len(seats), "keys": {}, "creator": "", "called": []}
    rules = {"clock": Clock(MATCH, 600, 5)._asdict(), "absent": CLAIM}
    fields = {**stored.header(match), "hall": hall | rules}
    holders = {seat: (visitor_id(token(seat)), True) for seat in seats}
    store.create(
        TABLE, fields, stored.entry_texts(match), stored.acting_marks(match), holders
    ).result(10)
    store.close()
    with sqlite3.connect(folder / "hall.sqlite3") as con:
        con.execute("update match set created = 'at the same time'")
    con.close()


def wrong_actions(match: CodedMatch, viewer: int) -> list[str]:
    """Actions that are not legal for a viewer; chosen by what the viewer knows."""
    legal = legal_codes(match.view(viewer), viewer) if viewer in match.acting else []
    codes = [code for code in match.notation.codes if code not in legal]
    chosen = random.Random(1).sample(codes, min(WRONG, len(codes)))
    return [match.notation.text(code) for code in chosen]


def all_sent(folder: Path, match: CodedMatch, viewer: int) -> Heard:
    """Everything a viewer can make the hall send while the match runs, byte by byte."""
    folder.mkdir()
    serve(folder, match)
    with hall(folder, ManualClock()) as client:
        return all_answers(Visitor(client, token(viewer)), match, viewer)


def all_answers(who: Visitor, match: CodedMatch, viewer: int) -> Heard:
    """The answers to every request of a viewer; the last ones are giving up and nonsense."""
    heard = [(path, answer_text(who.get(path))) for path in get_paths(who, match)]
    for wish, body in (("rematch", {}), ("play-on", {"step": 0, "players": ["me"]})):
        heard.append((wish, answer_text(who.post(f"/api/tables/{TABLE}/{wish}", json=body))))
    with who.sit(TABLE) as me:
        heard.append(("scene", me.raw()))
        heard += _provoke_refusals(me, match, viewer, json.loads(heard[-1][1])["ply"])
    with who.sit(TABLE, differences=True) as me:
        heard += [("first of differences", me.raw()), *_provoke_frames(me, match)]
    with who.sit(TABLE) as me:
        me.raw()
        if viewer != SPECTATOR:
            me.say("concede", seat=viewer)
            heard.append(("concede", me.raw()))
        me.session.send_text("nonsense")
        heard += [("error", me.raw()), ("closing", str(me.session.receive()))]
    return heard


def answer_text(answer: Any) -> str:
    """An answer without what depends on the machine and the time of day."""
    return MACHINE.sub("", f"{answer.status_code} {dict(answer.headers)} {answer.text}")


def get_paths(who: Visitor, match: CodedMatch) -> list[str]:
    """The addresses of every GET route with every view; new routes are included automatically."""
    app: Any = who.client.app
    paths = [
        route.path for route in app.routes if isinstance(route, ApiRoute) and route.method == "GET"
    ]
    paths.remove("/api/tables/{table}/picture.png")  # slow, and made from picture.svg alone
    views = [*SEATS[: match.setup.seats], "spectator", "Q"]
    asked = [f"{path}?view={view}" for path in paths if "{table}" in path for view in views]
    named = {"table": TABLE, "game": match.game.id}
    filled = [PARAMETER.sub(lambda m: named.get(m[1], "x"), path) for path in [*paths, *asked]]
    steps = [f"/api/tables/{TABLE}/picture.svg?step={step}" for step in (1, 12)]
    pages = [*steps, f"/table/{TABLE}", f"/table/{TABLE}?key=x", f"/replay/{TABLE}"]
    return [*filled, *pages, f"/api/tables/{TABLE}/coach?begin=no"]


def _provoke_refusals(me: Socket, match: CodedMatch, viewer: int, ply: int) -> Heard:
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
            {"t": "ask_undo", "ply": ply, "seat": other},
            {"t": "answer_undo", "seat": other, "id": 1, "agree": True},
            {"t": "act", "ply": 0, "seat": other, "action": "hop"},
        ]
    heard = []
    for question in questions:
        me.session.send_text(json.dumps(question))
        heard.append((json.dumps(question), me.raw()))
    return heard


def _provoke_frames(me: Socket, match: CodedMatch) -> Heard:
    """Ask for the table again in every way; every question has one answer."""
    heard = []
    for seat in range(match.setup.seats):
        stale = {"t": "act", "ply": 0, "seat": seat, "action": "hop"}
        for question in (stale, {"t": "look", "seat": seat}, {"t": "again"}):
            me.session.send_text(json.dumps(question))
            heard.append((f"differences, {json.dumps(question)}", me.raw()))
    return heard


def differences(tmp_path: Path, viewer: int, one: CodedMatch, two: CodedMatch) -> list[str]:
    """The requests that the two worlds answer differently."""
    name = f"{viewer}-{random.random()}"
    left = all_sent(tmp_path / f"{name}-left", one, viewer)
    right = all_sent(tmp_path / f"{name}-right", two, viewer)
    assert [question for question, _ in left] == [question for question, _ in right]
    return [a[0] for a, b in zip(left, right, strict=True) if a[1] != b[1]]
