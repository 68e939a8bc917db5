"""Limits of a hall: requests, messages, new tables, connections, joins and takebacks."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from budokan.kit.card_template import dump
from budokan.kit.game import find
from budokan.match import record
from budokan.server import daily
from budokan.server.app import make_app
from budokan.server.http import limits
from budokan.server.http.errors import FloodError, TooManyError
from budokan.server.http.limits import (
    MAX_NEW_TABLES,
    NEW_TABLES_A_MINUTE,
    RECORD_BYTES,
    Limits,
    client_of,
)
from tests.server.hall import HOST, ThreadBots, Visitor, hall
from tests.server.test_replays import finished, kept_as, upload
from tests.server.test_tables import layout

__all__ = ["layout"]  # a fixture


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with hall(tmp_path, address="192.0.2.7") as client:
        yield client


class Watch:
    """A clock in seconds that a test moves."""

    at = 1000.0

    def __call__(self) -> float:
        return self.at


def test_tables_are_limited_in_a_row_and_per_minute() -> None:
    watch = Watch()
    counted = Limits(watch)
    for _ in range(MAX_NEW_TABLES):
        counted.count_table("1.2.3.4")
    with pytest.raises(TooManyError, match=r"try again in 12 s\.$"):
        counted.count_table("1.2.3.4")
    counted.count_table("1.2.3.5")
    watch.at += 60
    for _ in range(NEW_TABLES_A_MINUTE):
        counted.count_table("1.2.3.4")
    with pytest.raises(TooManyError):
        counted.count_table("1.2.3.4")


def test_a_long_record_counts_as_several_tables() -> None:
    counted = Limits(Watch())
    counted.count_table("1.2.3.4", (MAX_NEW_TABLES - 1) * RECORD_BYTES)
    with pytest.raises(TooManyError):
        counted.count_table("1.2.3.4")


def test_a_table_with_a_long_card_file_counts_as_several(client: TestClient) -> None:
    """Every table keeps its cards; comments are not among them."""
    notes = dict.fromkeys(find("kenpo_masters").card_format.sections["card"].fields, "x" * 120)
    rows = {key: {"source": notes} for key in find("kenpo_masters").data["card"]}
    visitor = Visitor(client)
    table = {"game": "kenpo_masters", "players": ["me", "random"]}
    used = []
    for text in ("# " + "x" * 40_000, dump({"card": rows})):
        found = visitor.post("/api/cards/kenpo_masters", json={"cards": f"{text}\n[limits.cards]"})
        visitor.post("/api/tables", json=table | {"cards": found.json()["hash"]}).raise_for_status()
        counted = limits.limits_of(Request({"type": "http", "app": client.app}))._tables
        used.append(round(counted.used("192.0.2.7")))
    assert used == [1, 3]


def test_this_machine_has_no_limit_and_old_clients_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MAX_CLIENTS", 3)
    watch = Watch()
    counted = Limits(watch)
    for _ in range(2 * MAX_NEW_TABLES):
        counted.count_table("")
    for guest in "abc":
        counted.count_table(guest)
    watch.at += 3600
    counted.count_table("d", (MAX_NEW_TABLES - 1) * RECORD_BYTES)
    assert list(counted._tables._buckets) == ["b", "c", "d"]
    with pytest.raises(TooManyError):
        counted.count_table("d")


@pytest.mark.parametrize(
    "host, address",
    [
        ("127.0.0.1", ""),
        ("::1", ""),
        ("::ffff:127.0.0.1", ""),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8::1:2", "2001:db8::/64"),
        ("elsewhere", "elsewhere"),
    ],
)
def test_the_client_ip_of_a_request(host: str, address: str) -> None:
    assert client_of(Request({"type": "http", "headers": [], "client": (host, 5)})) == address


def finish(who: Visitor) -> str:
    table: str = who.table("dojo_duel", "me", "greedy")["id"]
    with who.sit(table) as me:
        me.hear()
        me.say("concede", seat=0)
        while not me.hear()["over"]:
            pass
    return table


def doors(ann: Visitor) -> list[Callable[[], Any]]:
    """One request for each way to make the hall store something."""
    mine, match = finish(ann), finished()
    other = kept_as(ann, match)
    step = next(s for s, entry in enumerate(match.settled(0)) if entry.seat < 2)
    onward = {"step": step, "players": ["me", "greedy"]}
    deal = f"/api/same/daily-master_udo-{daily.today()}"
    table = {"game": "udaka", "players": ["me", "greedy"]}
    return [
        lambda: ann.post("/api/tables", json=table),
        lambda: ann.post(f"/api/tables/{mine}/rematch"),
        lambda: upload(ann, record.write(finished(seed=5))),
        lambda: ann.post(f"/api/tables/{other}/play-on", json=onward),
        lambda: ann.post(f"{deal}/play", json={}),
        lambda: ann.post(f"{deal}/waive"),
    ]


@pytest.mark.parametrize("door", range(6))
def test_every_way_to_store_something_is_limited(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, door: int
) -> None:
    ask = doors(Visitor(client))[door]
    counted: Limits = client.app.state.limits  # type: ignore[attr-defined]
    monkeypatch.setattr(counted._tables, "most", 0)
    answer = ask()
    assert answer.status_code == 429 and "try again in" in answer.json()["error"]
    monkeypatch.undo()
    assert ask().status_code in (200, 201)


def test_connections_are_limited(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_CONNECTIONS", 1)
    ann = Visitor(client)
    table = ann.table("udaka", "me", "greedy")["id"]
    for _ in range(2):  # a closed connection makes room
        with ann.sit(table) as me:
            me.hear()
            with ann.sit(table) as second:
                assert "1 open connections" in second.hear("error")["text"]
                with pytest.raises(WebSocketDisconnect) as gone:
                    second.raw()
                assert gone.value.code == 1013


def test_connections_from_this_machine_are_not_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_NEW_TABLES", 0)  # read when the hall opens
    with hall(tmp_path) as client:
        assert Visitor(client).table("udaka", "me", "greedy")


def test_takebacks_end_when_a_match_is_too_long(
    layout: None, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("budokan.server.table.commands.MAX_ENTRIES", 3)
    ann = Visitor(client)
    with ann.sit(ann.table("layout", "me", "me")["id"]) as me:
        me.hear()
        me.say("look", seat=0)
        me.hear()
        for answer in ("scene", "refused"):
            me.act("lay 1")
            me.hear()
            me.say("undo", seat=0, ply=me.frame["ply"])
            told = me.hear(answer)
        assert "too long" in told["text"]
        me.act("done")
        assert me.hear()["draft_length"] == 0, "it can be played to its end"


# -- requests -------------------------------------------------------------------------------------


KINDS = {
    ("GET", "/"): "page",
    ("GET", "/static/abc/js/pages/hall.js"): "page",
    ("GET", "/api/games"): "read",
    ("GET", "/table/abc"): "read",
    ("GET", "/api/matches"): "list",
    ("GET", "/api/tables/open"): "list",
    ("POST", "/api/tables"): "write",
    ("POST", "/api/tables/abc/seat"): "write",
    ("DELETE", "/api/cards/udaka/abc"): "write",
    ("GET", "/api/tables/abc/replay"): "job",
    ("GET", "/api/tables/abc/coach"): "job",
    ("GET", "/api/tables/abc/picture.svg"): "job",
    ("POST", "/api/replays"): "job",
    ("POST", "/api/cards/udaka/check"): "job",
}


@pytest.mark.parametrize(("asked", "kind"), KINDS.items(), ids=lambda each: str(each))
def test_requests_are_of_several_kinds(asked: tuple[str, str], kind: str) -> None:
    assert limits.kind_of(*asked) == kind and kind in limits.COSTS


def test_too_many_requests_of_an_address_are_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: Limits = client.app.state.limits  # type: ignore[attr-defined]
    monkeypatch.setattr(counted._requests, "most", 7)
    monkeypatch.setattr(counted._requests, "a_minute", 60)
    watch = Watch()
    monkeypatch.setattr(counted._requests, "_now", watch)
    for _ in range(2):
        assert client.get("/api/games").status_code == 200  # 2 points each
    answer = client.get("/api/tables/open")  # 4 points: one is missing
    assert answer.status_code == 429 and answer.headers["retry-after"] == "1"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json() == {"error": "Too many requests from your address; try again in 1 s."}
    page = client.get("/api/tables/open", headers={"accept": "text/html"})
    assert page.status_code == 429 and "<h1>Too many requests from your address;" in page.text
    assert counted.met["requests"] == 2
    watch.at += 1
    assert client.get("/api/tables/open").status_code == 200


def test_requests_from_this_machine_are_not_counted(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        counted: Limits = client.app.state.limits  # type: ignore[attr-defined]
        counted._requests.most = 0
        assert client.get("/api/games").status_code == 200


def test_a_page_with_all_its_files_is_far_from_the_limit() -> None:
    """Thirty people behind one address open the hall at the same time."""
    counted = Limits(Watch())
    for _ in range(30):
        for _ in range(60):
            counted.count_request("1.2.3.4", "page")


def test_who_owns_a_job() -> None:
    def asked(host: str, cookie: bytes = b"") -> Request:
        headers = [(b"cookie", cookie)] if cookie else []
        return Request({"type": "http", "headers": headers, "client": (host, 5)})

    assert limits.owner_of(asked("192.0.2.7", b"budokan=" + b"x" * 32)) == "192.0.2.7"
    assert limits.owner_of(asked("127.0.0.1")) == ""


# -- messages -------------------------------------------------------------------------------------


class Sleeper:
    """A clock that passes while somebody sleeps."""

    def __init__(self) -> None:
        self.watch, self.slept = Watch(), 0.0

    async def sleep(self, seconds: float) -> None:
        self.watch.at += seconds
        self.slept += seconds


def test_a_player_who_is_fast_is_slowed_and_never_refused() -> None:
    sleeper = Sleeper()
    pace = limits.Pace(limits.SOCKET, sleeper.watch, sleeper.sleep)

    async def play(moves: int) -> None:
        for _ in range(moves):
            assert await pace.keep("act")

    asyncio.run(play(100))
    assert sleeper.slept == 0, "a hundred in a row"
    asyncio.run(play(1000))
    assert sleeper.slept == pytest.approx(50, rel=0.01), "twenty a second"


def test_a_flood_is_refused_once_then_slowed_then_ended() -> None:
    sleeper = Sleeper()
    pace = limits.Pace(limits.SOCKET, sleeper.watch, sleeper.sleep)

    async def flood() -> list[bool]:
        return [await pace.keep("look") for _ in range(51 + limits.MAX_SLOWED)]

    told = asyncio.run(flood())
    assert told.count(False) == 1 and told.index(False) == 50
    assert sleeper.slept > 15
    with pytest.raises(FloodError):
        asyncio.run(flood())
    sleeper.watch.at += 60
    assert asyncio.run(pace.keep("look")), "after a rest all is well"


def test_a_hint_costs_more_than_a_look() -> None:
    pace = limits.Pace(limits.SOCKET, Watch())

    async def ask() -> list[bool]:
        return [await pace.keep("hint") for _ in range(5)]

    assert asyncio.run(ask()) == [True] * 4 + [False]


def test_a_socket_that_floods_is_told_once_and_closed_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_SLOWED", 5)
    given = Limits(socket=limits.Rate(4, 100))
    with TestClient(
        make_app(tmp_path, workers=ThreadBots(), limits=given), base_url=HOST
    ) as client:
        ann = Visitor(client)
        with ann.sit(ann.table("udaka", "me", "greedy")["id"]) as me:
            me.hear()
            for _ in range(200):
                me.say("look", seat=0)
            told = []
            with pytest.raises(WebSocketDisconnect) as gone:
                while True:
                    told.append(json.loads(me.raw()))
    assert gone.value.code == 1013
    words = [frame["text"] for frame in told if frame["t"] in ("refused", "error")]
    assert words.count(limits.TOO_FAST) == 1 and words[-1] == limits.FLOODED
    assert given.met["messages of a socket"] == 1


# -- joining --------------------------------------------------------------------------------------


def test_owners_take_turns_at_the_gate() -> None:
    async def storm() -> list[str]:
        gate, came = limits.Gate(at_once=1, seconds=60), []

        async def join(owner: str) -> None:
            turn = await gate.enter(owner)
            came.append(owner)
            await asyncio.sleep(0)
            turn.end()

        await asyncio.gather(*map(join, "aaaaaaab"), join("c"))
        assert gate.waiting == gate._inside == 0 and not gate._lines
        return came

    assert "".join(asyncio.run(storm())) == "aabcaaaaa"


def test_few_are_inside_at_once_and_nobody_stays_too_long() -> None:
    async def storm() -> int:
        gate, most = limits.Gate(at_once=2, seconds=0.01), 0
        turns = []
        for _ in range(6):  # nobody ends a turn: time does
            turns.append(await gate.enter(""))
            most = max(most, gate._inside)
        for turn in turns:
            turn.end()
            turn.end()
        assert gate._inside == 0
        return most

    assert asyncio.run(storm()) == 2


def test_a_crowd_at_the_gate_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "JOINS_OF_OWNER", 2)

    async def storm() -> list[Any]:
        gate = limits.Gate(at_once=1, seconds=60, patience=0.05)
        first = await gate.enter("a")
        waiting = [asyncio.create_task(gate.enter(owner)) for owner in "aaab"]
        found = await asyncio.gather(*waiting, return_exceptions=True)
        first.end()
        assert gate._inside == gate.waiting == 0 and not gate._lines
        return found

    found = asyncio.run(storm())
    assert all(isinstance(each, TooManyError) for each in found)
    assert {str(each) for each in found} == {limits.CROWDED}


def test_who_leaves_the_gate_makes_room() -> None:
    async def storm() -> None:
        gate = limits.Gate(at_once=1, seconds=60)
        first = await gate.enter("a")
        leaves, stays = (asyncio.create_task(gate.enter(owner)) for owner in "ab")
        await asyncio.sleep(0)
        leaves.cancel()
        await asyncio.wait({leaves})
        first.end()
        (await stays).end()
        second = await gate.enter("a")
        late = asyncio.create_task(gate.enter("b"))
        await asyncio.sleep(0)
        second.end()  # it is let in, and leaves before it knows
        late.cancel()
        await asyncio.wait({late})
        assert gate._inside == 0 and not gate._lines

    asyncio.run(storm())


def test_a_join_that_is_refused_ends_its_turn(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        counted: Limits = client.app.state.limits  # type: ignore[attr-defined]
        for _ in range(3 * limits.JOINS):
            with Visitor(client).sit("nowhere") as me:
                assert me.hear("error")["text"] == "There is no such table."
        assert counted.joins._inside == 0
