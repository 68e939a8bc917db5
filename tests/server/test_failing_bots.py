"""Bots that fail or are interrupted: they try again, even when nobody is watching."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from budokan.kit.errors import Refusal
from budokan.server.app import make_app
from budokan.server.jobs import (
    ASIDE,
    ASIDE_WORKERS,
    BLACK_BELTS,
    ONLY_BOTS,
    OPPONENTS,
    SEARCHES,
    BotWorkers,
    lane_of,
)
from budokan.server.table import bots
from budokan.store.store import StoreError
from budokan.thinking.lanes import BusyError, Lane, TooLongError
from tests.server.hall import HOST, ThreadBots, Visitor, eventually, play_out


class Failing(ThreadBots):
    """Bots that fail at first."""

    left = 3

    async def run(self, work: Callable[[Any], Any], given: Any, *lane: Any) -> Any:
        if self.left:
            self.left -= 1
            raise RuntimeError("no thought")
        return await super().run(work, given, *lane)


def test_a_bot_that_failed_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rests: list[int] = []

    def at_once(failures: int) -> float:
        rests.append(failures)
        return 0.0

    monkeypatch.setattr(bots, "retry_delay", at_once)
    with TestClient(make_app(tmp_path, workers=Failing()), base_url=HOST) as client:
        ann = Visitor(client)
        with ann.sit(ann.table("dojo_duel", "me", "greedy")["id"]) as me:
            me.hear()
            me.act(me.actions()[0])
            while 1 in me.hear()["scene"]["acting"]:
                pass
            assert me.actions()
    assert rests == [1, 2, 3] and "stopped" in caplog.text


def test_a_failing_bot_retries_less_and_less_often() -> None:
    assert [bots.retry_delay(failures) for failures in (1, 2, 3, 7, 10_000)] == [1, 2, 4, 60, 60]


def test_a_full_disk_is_no_failure_of_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It keeps its belt, and moves soon after there is room."""
    monkeypatch.setattr(bots, "STORE_RETRY", 0)
    thought: list[str] = []

    class Noting(ThreadBots):
        async def run(self, work: Callable[[Any], Any], given: Any, *lane: Any) -> Any:
            thought.append(given.agent)
            return await super().run(work, given, *lane)

    with TestClient(make_app(tmp_path, workers=Noting()), base_url=HOST) as client:
        store = client.app.state.lobby.store  # type: ignore[attr-defined]
        append, full = store.append, [bots.PATIENCE + 2]

        def refuse_bots(name: str, ply: int, entries: list[str], *more: Any) -> Any:
            if full[0] and entries[0].startswith("B "):
                full[0] -= 1
                raise StoreError("The disk is full.")
            return append(name, ply, entries, *more)

        monkeypatch.setattr(store, "append", refuse_bots)
        ann = Visitor(client)
        with ann.sit(ann.table("dojo_duel", "me", "green")["id"]) as me:
            me.hear()
            me.act(me.actions()[0])
            while 1 in me.hear()["scene"]["acting"]:
                pass
            assert me.actions()
    assert full == [0] and set(thought) == {"green"}
    assert "waits: The disk is full." in caplog.text
    assert "stopped" not in caplog.text and "Traceback" not in caplog.text


class Never(ThreadBots):
    """Bots that can never think: in a hall whose workers cannot be started."""

    async def run(self, work: Callable[[Any], Any], given: Any, *lane: Any) -> Any:
        raise Refusal("no worker")


class TooSlow(ThreadBots):
    """Bots whose own thoughts meet the limit of their lane."""

    async def run(self, work: Callable[[Any], Any], given: Any, *lane: Any) -> Any:
        if given.agent != bots.QUICK:
            raise TooLongError("too long")
        return await super().run(work, given, *lane)


class Crowded(ThreadBots):
    """Bots that find no place in the queue at first."""

    left = 2

    async def run(self, work: Callable[[Any], Any], given: Any, *lane: Any) -> Any:
        if self.left:
            self.left -= 1
            raise BusyError("too many")
        return await super().run(work, given, *lane)


@pytest.mark.parametrize(
    ("workers", "told"), [(Never, "plays by itself"), (TooSlow, "took too long"), (Crowded, "")]
)
def test_a_bot_always_moves(
    workers: type[ThreadBots],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(bots, "retry_delay", lambda failures: 0.0)
    monkeypatch.setattr(bots, "RETRY", 0.0)
    with TestClient(make_app(tmp_path, workers=workers()), base_url=HOST) as client:
        ann = Visitor(client)
        with ann.sit(ann.table("dojo_duel", "me", "green")["id"]) as me:
            me.hear()
            me.act(me.actions()[0])
            while 1 in me.hear()["scene"]["acting"]:
                pass
            assert me.actions()
    assert told in caplog.text and ("stopped" in caplog.text) == (workers is Never)


class Mute(ThreadBots):
    """Bots that never finish thinking."""

    async def run(self, work: Callable[[Any], Any], given: Any, *lane: Any) -> Any:
        await asyncio.Event().wait()


def test_opening_the_hall_wakes_its_bots(tmp_path: Path) -> None:
    """Otherwise a slow match would wait for its bot until somebody opens it."""
    with TestClient(make_app(tmp_path, workers=Mute()), base_url=HOST) as client:
        ann = Visitor(client)
        table = ann.table("dojo_duel", "me", "greedy")["id"]
        with ann.sit(table) as me:
            me.hear()
            me.act(me.actions()[0])
            assert me.hear()["scene"]["acting"] == [1]
    with TestClient(make_app(tmp_path, workers=ThreadBots()), base_url=HOST) as client:
        again = Visitor(client, ann.token)
        assert eventually(lambda: again.get("/api/matches").json()["rows"][0]["yours"])


class Aside(ThreadBots):
    """Bots that never finish thinking at tables without people."""

    def __init__(self) -> None:
        super().__init__()
        self.stuck: list[Lane] = []

    async def run(self, work: Callable[[Any], Any], given: Any, *lane: Any) -> Any:
        if given.table.game == "udaka":
            self.stuck.append(lane[0])
            await asyncio.Event().wait()
        return await super().run(work, given, *lane)


def test_bots_alone_think_aside_one_at_a_time(tmp_path: Path) -> None:
    """So that watching many of them takes no worker from people's opponents."""
    bots = Aside()
    with TestClient(make_app(tmp_path, workers=bots), base_url=HOST) as client:
        ann = Visitor(client)
        for _ in range(3):
            ann.table("udaka", "greedy", "greedy")
        with ann.sit(ann.table("dojo_duel", "me", "greedy")["id"]) as me:
            play_out(me)
    assert bots.stuck == [ONLY_BOTS] * 3
    assert ONLY_BOTS in ASIDE and ONLY_BOTS.at_once == 1 < ASIDE_WORKERS


def test_what_may_think_long_takes_no_worker_from_peoples_opponents() -> None:
    for agent in ("white", "brown", "greedy", "random"):
        assert lane_of(agent, people=True) == OPPONENTS
        assert lane_of(agent, people=False) == ONLY_BOTS
    for agent in ("search", " Search:20000", "solver:9"):
        assert lane_of(agent, people=True) == SEARCHES
    assert lane_of("Black", people=True) == BLACK_BELTS
    bots = BotWorkers()
    assert BLACK_BELTS.at_once < bots.count
    assert all(0 < lane.at_once < bots.aside.count for lane in ASIDE) and OPPONENTS not in ASIDE
