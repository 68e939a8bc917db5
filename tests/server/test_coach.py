"""The coach in the hall: when its report is made, and who may read it."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from budokan.kit.errors import Refusal
from tests.server.hall import Visitor, hall

SHORT = {"options": {"start_points": 10}}


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    with hall(tmp_path) as client:
        app: Any = client.app
        app.state.jobs.iterations = 1
        yield Visitor(client)


def finished(me: Visitor) -> str:
    """A match in which somebody decided once and then gave up."""
    table: str = me.table("dojo_duel", "me", "greedy", **SHORT)["id"]
    with me.sit(table) as seat:
        seat.hear()
        while not seat.actions():
            seat.hear()
        seat.act(seat.actions()[0])
        seat.hear()
        seat.say("concede", seat=0)
        while not seat.hear()["over"]:
            pass
    return table


def test_the_coach_waits_for_the_end_and_reports_progress(visitor: Visitor) -> None:
    table = visitor.table("dojo_duel", "me", "greedy")["id"]
    early = visitor.get(f"/api/tables/{table}/coach")
    assert early.status_code == 409
    assert early.json()["error"] == "You can ask the coach once the match is over."
    assert visitor.get("/api/tables/nowhere/coach").status_code == 404


def test_the_report_is_for_everybody_once_the_match_is_over(visitor: Visitor) -> None:
    path = f"/api/tables/{finished(visitor)}/coach"
    answer = visitor.get(path)
    assert answer.status_code == 202 and 0 <= answer.json()["progress"] <= 100
    until = time.monotonic() + 60
    while answer.status_code == 202 and time.monotonic() < until:
        time.sleep(0.05)
        answer = visitor.get(path)
    found = answer.json()
    assert answer.status_code == 200 and found["mine"] == [0]
    assert [seat["seat"] for seat in found["seats"]] == [0, 1]
    assert found["seats"][0]["ledger"]["result"]["points"] == 0
    stranger = Visitor(visitor.client).get(path).json()
    assert stranger["mine"] == [] and stranger["seats"] == found["seats"]


def test_a_failed_report_can_be_requested_again(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/api/tables/{finished(visitor)}/coach"

    def fails(text: str) -> list[int]:
        raise Refusal("The coach is ill.")

    monkeypatch.setattr("budokan.thinking.coach.study.outline", fails)
    answer = visitor.get(path)
    while answer.status_code == 202:
        time.sleep(0.01)
        answer = visitor.get(path)
    assert answer.status_code == 400 and answer.json()["error"] == "The coach is ill."
    assert visitor.get(path).status_code == 202
