"""Limits of a hall: new tables, connections and takebacks."""

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
from budokan.server.http import limits
from budokan.server.http.errors import TooManyError
from budokan.server.http.limits import (
    MAX_NEW_TABLES,
    NEW_TABLES_A_MINUTE,
    RECORD_BYTES,
    Limits,
    client_of,
)
from tests.server.hall import Visitor, hall
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
