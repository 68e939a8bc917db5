"""Faults in the hall: nothing is left half-done, and every answer has the usual form."""

import asyncio
import gc
import logging
from subprocess import Popen
from typing import Any

import pytest
from starlette.testclient import TestClient

from budokan.kit.errors import Refusal
from budokan.match.match import CodedMatch
from budokan.protocol import AskHint
from budokan.server.http.logs import JsonLines, PlainLines
from budokan.server.http.security import HEADERS
from budokan.server.lobby import Lobby
from budokan.server.table.table import Table, Viewer
from budokan.thinking.workers import Workers
from tests.server.hall import Visitor, sit_down_once


def lobby_of(client: TestClient) -> Lobby:
    lobby: Lobby = client.app.state.lobby  # type: ignore[attr-defined]
    return lobby


def within(client: TestClient, work: Any) -> Any:
    """Run a coroutine in the hall's event loop."""
    assert client.portal is not None
    return client.portal.call(work)


@pytest.mark.parametrize("lines", [JsonLines, PlainLines])
def test_a_background_fault_is_logged_without_its_text(
    client: TestClient, caplog: pytest.LogCaptureFixture, lines: type[logging.Formatter]
) -> None:
    async def fail() -> None:
        raise ValueError("the seed is 4711")

    async def work() -> None:
        task = asyncio.create_task(fail())
        await asyncio.wait({task})

    within(client, work)
    gc.collect()
    told = "".join(lines().format(record) for record in caplog.records)
    assert "ValueError" in told and "fault" in told and "4711" not in told


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "//"])
def test_an_invalid_origin_counts_as_another_site(client: TestClient, origin: str) -> None:
    answer = client.post("/api/tables", json={}, headers={"origin": origin})
    assert answer.status_code == 403 and "another site" in answer.json()["error"]


def test_unknown_table_names_are_not_remembered(client: TestClient) -> None:
    for number in range(30):
        assert client.get(f"/api/tables/none-{number}/record").status_code == 404
    assert client.get("/api/health").json()["tables"] == 0


def test_a_client_leaving_during_a_request_is_no_fault(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/api/tables", "raw_path": b"/api/tables",
             "query_string": b"", "headers": headers, "scheme": "http", "http_version": "1.1",
             "server": ("localhost", 80), "client": ("127.0.0.1", 1), "root_path": ""}  # fmt: skip
    sent: list[Any] = []

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    within(client, lambda: client.app(scope, receive, send))
    assert sent[0]["status"] == 400 and "fault" not in caplog.text


def test_a_fault_answer_has_the_usual_headers(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object) -> None:
        raise ValueError

    monkeypatch.setattr("budokan.server.routes.games.game_facts", broken)
    with TestClient(client.app, "http://localhost", raise_server_exceptions=False) as asking:
        answer = asking.get("/api/games")
    assert answer.status_code == 500 and "fault" in answer.json()["error"]
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert answer.headers["cache-control"] == "no-store"


def test_a_move_that_fails_halfway_has_not_happened(ann: Visitor) -> None:
    name = ann.table("udaka", "me", "me")["id"]
    sit_down_once(name, ann)

    def broken(match: CodedMatch) -> None:
        match.play(match.acting[0], match.legal(match.acting[0])[0])
        raise ZeroDivisionError

    async def work() -> tuple[int, int]:
        async with lobby_of(ann.client).table(name) as table:
            async with table.open() as loaded:
                before = len(loaded.match.entries)
                with pytest.raises(ZeroDivisionError):
                    await table.change(loaded, broken)
            async with table.open() as loaded:
                return before, len(loaded.match.entries)

    before, after = within(ann.client, work)
    assert after == before


def test_no_hint_is_computed_for_a_lost_connection(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message is handled to its end although the connection is lost meanwhile."""
    name = ann.table("udaka", "me", "me")["id"]
    sit_down_once(name, ann)
    asked: list[object] = []
    monkeypatch.setattr("budokan.thinking.hints.Hints.ask", lambda *given: asked.append(given))

    async def say(table: Table, viewer: Viewer) -> None:
        async with table.open() as loaded:
            seat = loaded.match.acting[0]
            ply = loaded.match.ply(seat)
        viewer.mine = [seat]
        await table.handle(viewer, AskHint(ply=ply, seat=seat))

    async def work() -> None:
        async with lobby_of(ann.client).table(name) as table:
            viewer = Viewer("", "")
            await say(table, viewer)
            assert not asked
            table.viewers.add(viewer)
            await say(table, viewer)
            table.leave(viewer)

    within(ann.client, work)
    assert len(asked) == 1


class Scarce:
    """A machine that can start no process for a while."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = True
        monkeypatch.setattr("budokan.thinking.workers.Popen", self)

    def __call__(self, *given: Any, **named: Any) -> Any:
        if self.full:
            raise OSError("Cannot allocate memory")
        return Popen(*given, **named)


@pytest.mark.parametrize("died", [False, True])
def test_a_worker_that_cannot_start_keeps_its_slot(
    died: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a hall that lacks memory for a moment would never think again."""

    async def work() -> int:
        machine, found = Scarce(monkeypatch), Workers(1)
        machine.full = not died
        try:
            if died:
                assert await found.run(abs, -7) == 7
                (worker,) = found.running
                worker.process.kill()
                machine.full = True
            for _ in range(2):
                with pytest.raises(Refusal, match="cannot think now"):
                    await asyncio.wait_for(found.run(abs, -7), 20)
            machine.full = False
            return await asyncio.wait_for(found.run(abs, -7), 20)
        finally:
            found.close()

    assert asyncio.run(work()) == 7
