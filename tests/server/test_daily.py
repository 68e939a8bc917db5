"""The daily challenge: one deal for everybody; a first result counts if begun that day."""

import re
from collections.abc import Iterator
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from budokan.server import daily
from budokan.store import store
from budokan.thinking import par
from tests.server.hall import Visitor, hall


class Noon(datetime):
    """A clock at noon, so that no test runs past midnight."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "Noon":
        return cls(2024, 11, 16, 12, tzinfo=tz)


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(par, "strongest", lambda game: "random")
    for module in (daily, store):
        monkeypatch.setattr(module, "datetime", Noon)
    with hall(tmp_path) as client:
        yield client


def deal(day: str = "") -> str:
    return f"daily-master_udo-{day or daily.today()}"


def give_up(who: Visitor, table: str) -> None:
    with who.sit(table) as socket:
        socket.hear()
        socket.say("concede", seat=0)
        while not socket.hear()["over"]:
            pass


def play(who: Visitor, name: str, day: str = "") -> str:
    answer = who.post(f"/api/same/{deal(day)}/play", json={"name": name})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def results(who: Visitor, day: str = "") -> list[dict[str, Any]] | None:
    found: list[dict[str, Any]] | None = who.get(f"/api/same/{deal(day)}").json()["results"]
    return found


def test_the_table_of_a_day(client: TestClient) -> None:
    ann, ben, eve = (Visitor(client) for _ in range(3))
    assert ann.get("/daily").headers["location"] == f"/same/{deal()}"
    page = ann.get(f"/api/same/{deal()}").json()
    assert (page["day"], page["people"], page["results"]) == (daily.today(), 0, None)
    give_up(ann, play(ann, "Ann"))
    running = play(ben, "Ben")
    assert play(ben, "Benjamin") == running  # back to where he plays
    assert results(ben) is None and results(eve) is None
    give_up(ben, running)
    found = results(ben)
    assert found is not None and [(r["name"], r["mine"]) for r in found] == [
        ("Ann", False),
        ("Ben", True),
    ]
    assert all(re.search(r"glory \d", r["result"]) for r in found)


def test_only_the_first_result_counts_and_only_the_plain_challenge(client: TestClient) -> None:
    ann = Visitor(client)
    day = daily.today()
    wanted = {"names": ["Ann"], "daily": day}
    easy = ann.table("master_udo", "me", options={"masters": "easy"}, **wanted)["id"]
    give_up(ann, easy)
    assert results(ann) is None  # other switches are another deal
    for name in ("One", "Two"):
        table = ann.table("master_udo", "me", names=[name], daily=day)["id"]
        assert ann.table("master_udo", "me", names=["Three"], daily=day)["id"] == table
        give_up(ann, table)
    found = results(ann)
    assert found is not None and [r["name"] for r in found] == ["One"]


def test_a_past_day_can_be_played_but_does_not_count(client: TestClient) -> None:
    ann = Visitor(client)
    give_up(ann, play(ann, "Ann", "2024-02-29"))
    assert results(ann, "2024-02-29") == []
    lobby = cast(Starlette, client.app).state.lobby
    change = "update match set created = '2024-02-29T23:59:00+00:00'"
    lobby.store.do(lambda con: con.execute(change)).result(9)
    found = results(ann, "2024-02-29")
    assert found is not None and [r["name"] for r in found] == ["Ann"]


def test_requests_that_are_no_challenge(client: TestClient) -> None:
    ann = Visitor(client)
    for name in ("daily-master_udo-today", "daily-udaka-2024-11-16", "daily-chess-2024-11-16"):
        assert ann.get(f"/api/same/{name}").status_code == 404


@pytest.mark.parametrize("day, status", [("2999-01-01", 409), ("2026-02-30", 400)])
def test_an_invalid_day_is_refused_everywhere(client: TestClient, day: str, status: int) -> None:
    ann = Visitor(client)
    answers = [
        ann.get(f"/api/same/{deal(day)}"),
        ann.post(f"/api/same/{deal(day)}/play", json={}),
        ann.post(f"/api/same/{deal(day)}/waive"),
        ann.post("/api/tables", json={"game": "master_udo", "players": ["me"], "daily": day}),
    ]
    assert {answer.status_code for answer in answers} == {status}
    (told,) = {answer.json()["error"] for answer in answers}
    assert "day" in told


def test_a_day_is_written_in_one_way(client: TestClient) -> None:
    wanted = {"game": "master_udo", "players": ["me"], "daily": "20240229"}
    answer = Visitor(client).post("/api/tables", json=wanted)
    assert answer.status_code == 400 and "write a day like" in answer.json()["error"]


def test_a_day_has_no_clock(client: TestClient) -> None:
    clock = {"kind": "match", "seconds": 600}
    wanted = {"game": "master_udo", "players": ["me"], "daily": daily.today(), "clock": clock}
    answer = Visitor(client).post("/api/tables", json=wanted | {"when_absent": "claim"})
    assert answer.status_code == 400 and "without a clock" in answer.json()["error"]
