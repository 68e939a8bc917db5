"""Worker processes: they do jobs, report errors, and can be cancelled at once."""

import asyncio
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from budokan.kit.errors import Refusal
from budokan.server.app import make_app
from budokan.terminal.hosts.local import LocalHost
from budokan.thinking import workers as pool
from budokan.thinking.cancel import Deadline
from budokan.thinking.messages import Plan, Task, task, think
from budokan.thinking.workers import Workers
from tests.server.hall import HOST, ThreadBots, Visitor
from tests.thinking.test_turns import LONG, new_match, settle

# -- workers --------------------------------------------------------------------------------------


def who(_: object) -> int:
    return os.getpid()


def until_cancelled(sign: str) -> None:
    Path(sign).touch()
    deadline = Deadline()
    while not deadline.is_set():
        time.sleep(0.001)


def deaf(sign: str) -> None:
    Path(sign).touch()
    threading.Event().wait()


def think_openly(given: tuple[str, Task]) -> Plan:
    """Think after signalling that the search has begun."""
    sign, work = given
    Path(sign).touch()
    return think(work)


def refuse(_: object) -> None:
    raise Refusal("No.")


def die(_: object) -> None:
    os._exit(1)


async def started(sign: Path) -> None:
    while not sign.exists():
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("job", [until_cancelled, deaf])
def test_a_cancelled_thought_frees_its_worker(job: Callable[[str], None], tmp_path: Path) -> None:
    """A worker that notices goes on to the next job; one that does not is replaced."""

    async def test() -> None:
        workers = Workers(1)
        process = await workers.run(who, None)
        thinking = asyncio.create_task(workers.run(job, str(tmp_path / "sign")))
        await started(tmp_path / "sign")
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        assert (await workers.run(who, None) == process) == (job is until_cancelled)
        assert len(workers.running) == 1
        workers.close()

    settle(test())


def test_a_search_stops_when_it_is_cancelled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pool, "GRACE", 30.0)
    match = new_match("kenpo_masters")
    given = task(match, match.acting[0], LONG)

    async def test() -> None:
        workers = Workers(1)
        process = await workers.run(who, None)
        thinking = asyncio.create_task(workers.run(think_openly, (str(tmp_path / "sign"), given)))
        await started(tmp_path / "sign")
        thinking.cancel()
        assert await workers.run(who, None) == process
        workers.close()

    settle(test())


def test_errors_in_a_worker_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "TRIES", 1)

    async def test() -> None:
        workers = Workers(1)
        workers.warm()
        assert len(workers.running) == 1
        with pytest.raises(Refusal, match=r"^No\.$"):
            await workers.run(refuse, None)
        with pytest.raises(RuntimeError, match="ValueError"):
            await workers.run(int, "x")
        with pytest.raises(Refusal, match="cannot think now"):
            await workers.run(die, None)
        assert await workers.run(who, None) != os.getpid()
        workers.close()
        with pytest.raises(Refusal, match="cannot think now"):
            await workers.run(who, None)

    settle(test())


# -- tables ---------------------------------------------------------------------------------------


class Dreamer(ThreadBots):
    """Thinks until it is cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.dreams, self.woken = threading.Event(), threading.Event()

    async def run(self, work: Callable[[Any], Any], given: Any, *lane: Any) -> Any:
        self.dreams.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.woken.set()


def test_giving_up_in_the_hall_cancels_a_bots_thought(tmp_path: Path) -> None:
    bots = Dreamer()
    with TestClient(make_app(tmp_path, workers=bots), base_url=HOST) as client:
        ann = Visitor(client)
        with ann.sit(ann.table("udaka", "me", "greedy")["id"]) as me:
            me.hear()
            while not bots.dreams.is_set():
                if me.actions():
                    me.act(me.actions()[0])
                    me.hear()
            assert not bots.woken.is_set()
            me.say("concede", seat=0)
            assert me.hear()["over"]
            assert bots.woken.wait(20)


def test_giving_up_in_the_terminal_cancels_an_agents_thought() -> None:
    async def test() -> None:
        host = LocalHost(new_match("dojo_duel"), ("human", LONG), pause=0)
        running = asyncio.create_task(host.run())
        while host.thinking is None:
            if 0 in host.match.acting:
                host.act(0, host.match.ply(0), host.match.scene(0).choices[0].action)
            await asyncio.sleep(0.01)
        host.concede(0)
        await running
        assert host.match.over and host.thinking.cancelled() and not host.worker.running

    settle(test())
