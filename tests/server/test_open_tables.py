"""Tables offered to everybody in the hall: listed, taken once, withdrawn, forgotten in time."""

import json
from datetime import timedelta
from typing import Any, cast

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from budokan.server.routes import open_tables
from budokan.store import open_seats
from tests.server.hall import Visitor, sit_down_once


def offered(who: Visitor) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = who.get("/api/tables/open").json()
    return found


def ids(who: Visitor) -> list[str]:
    return [table["id"] for table in offered(who)]


def test_an_open_table_is_listed_with_its_settings(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    more = {"options": {"start_points": 30, "open_decklists": False}, "assists": False}
    clock = {"kind": "match", "seconds": 600, "increment": 5}
    more |= {"clock": clock, "when_absent": "claim"}
    plain = ann.table("dojo_duel", "me", "human")
    made = ann.table("dojo_duel", "me", "human", names=["Ann", "Guest"], open=True, **more)
    (table,) = offered(ben)
    assert table["id"] == made["id"] != plain["id"]
    assert table["title"] == "Dojo Duel" and not table["mine"] and table["since"]
    assert table["seats"] == [{"name": "Ann", "who": "person"}, {"name": "Guest", "who": "free"}]
    assert table["options"][0] == "No hints" and any("30" in each for each in table["options"])
    assert table["clock"] == "10:00 for the match and 0:05 a turn"
    assert offered(ann)[0]["mine"]


def test_lists_contain_no_keys_or_visitors(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    made = ann.table("dojo_duel", "me", "human", open=True, choices={"A": {"deck": "river_blade"}})
    text = ben.get("/api/tables/open").text
    store = cast(Starlette, client.app).state.lobby.store
    saved = store.load(made["id"]).result(9)
    secrets = [*saved.header["hall"]["keys"].values(), saved.header["hall"]["creator"]]
    secrets += [saved.header["seed"], "river_blade", ann.token]
    assert not [secret for secret in secrets if secret in text]


def test_only_one_of_two_visitors_gets_the_seat(client: TestClient) -> None:
    ann, ben, eve = Visitor(client), Visitor(client), Visitor(client)
    table = ann.table("dojo_duel", "me", "human", open=True)["id"]
    assert ben.post(f"/api/tables/{table}/sit").json() == {"id": table} and ben.token
    refused = eve.post(f"/api/tables/{table}/sit")
    assert refused.status_code == 409 and "taken" in refused.json()["error"]
    assert ids(eve) == []  # even while Ben is on his way
    assert ben.post(f"/api/tables/{table}/sit").status_code == 200
    with ben.sit(table) as socket:
        assert socket.hear()["mine"] == [1]
    with eve.sit(table) as socket:
        assert socket.hear()["mine"] == []


def test_a_taken_seat_is_lost_if_the_player_never_comes(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, eve = Visitor(client), Visitor(client), Visitor(client)
    table = ann.table("dojo_duel", "me", "human", open=True)["id"]
    monkeypatch.setattr(open_tables, "HOLD", -1.0)
    assert ben.post(f"/api/tables/{table}/sit").status_code == 200
    assert ids(eve) == [table] and eve.post(f"/api/tables/{table}/sit").status_code == 200
    with eve.sit(table) as socket:
        assert socket.hear()["mine"] == [1]
    assert ben.post(f"/api/tables/{table}/sit").status_code == 409


def test_only_its_creator_offers_and_withdraws_a_table(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    table = ann.table("dojo_duel", "me", "human", open=True)["id"]
    path = f"/api/tables/{table}/offer"
    assert ben.post(path, json={"open": False}).status_code == 403
    assert ann.post(path, json={"open": False}).json() == {"open": False} and ids(ben) == []
    assert ben.post(f"/api/tables/{table}/sit").status_code == 409
    assert ann.post(path, json={"open": True}).status_code == 200 and ids(ben) == [table]
    with ann.sit(table) as socket:
        assert socket.hear()["table"]["open"]
    full = ann.table("dojo_duel", "me", "greedy")["id"]
    assert ann.post(f"/api/tables/{full}/offer", json={"open": True}).status_code == 409
    bad = {"game": "dojo_duel", "players": ["me", "greedy"], "open": True}
    assert "free" in ann.post("/api/tables", json=bad).json()["error"]
    assert ann.post(path, json={"open": 1}).status_code == 400
    assert ann.post(path, content=b"{}").status_code == 415


def test_finished_and_abandoned_tables_disappear(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = Visitor(client), Visitor(client)
    over, left = (ann.table("dojo_duel", "me", "human", open=True)["id"] for _ in range(2))
    ben.post(f"/api/tables/{over}/sit")
    sit_down_once(over, ann, ben)
    with ann.sit(over) as socket:
        socket.hear()
        socket.say("concede", seat=0)
        while not socket.hear()["over"]:
            pass
    assert ids(ben) == [left]
    monkeypatch.setattr(open_seats, "GONE", timedelta(seconds=-5))  # a day later
    assert ids(ben) == []


def test_a_waiting_player_is_not_absent(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Presence at the table counts as a visit."""
    ann, ben = Visitor(client), Visitor(client)
    made = ann.table("dojo_duel", "me", "human", open=True)["id"]
    store = cast(Starlette, client.app).state.lobby.store

    def age() -> None:
        store.do(lambda con: con.execute("update offer set seen = '2020-01-01'")).result(9)

    age()
    assert ids(ben) == []
    with ann.sit(made) as socket:
        socket.hear()
        assert ids(ben) == [made]
    age()
    assert ids(ann) == [made]  # she looks at the list herself
    assert json.dumps(offered(ben)).count(made) == 1
