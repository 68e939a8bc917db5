"""Worker processes: they do jobs, report errors, and can be cancelled at once."""

import asyncio
import math
import os
import pickle
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from budokan.kit.errors import Refusal
from budokan.server.app import make_app
from budokan.terminal.hosts.local import LocalHost
from budokan.thinking import worker as worker_module
from budokan.thinking import workers as pool
from budokan.thinking.advice import Advice, Tip
from budokan.thinking.line import LyingError
from budokan.thinking.messages import task
from budokan.thinking.worker import Worker, read_answer
from budokan.thinking.workers import BusyError, Lane, TooLongError, Workers
from tests.server.hall import HOST, ThreadBots, Visitor
from tests.thinking.test_turns import LONG, new_match, settle
from tests.thinking.worker_jobs import (
    LIES,
    Evil,
    deaf,
    die,
    lie,
    refuse,
    spin,
    spin_for_ever,
    think_openly,
    until_cancelled,
    who,
)

# -- workers --------------------------------------------------------------------------------------


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


# -- workers that fail ----------------------------------------------------------------------------


def busy_worker(workers: Workers) -> Worker:
    (worker,) = (each for each in workers.running if each.job)
    return worker


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("sent", [signal.SIGSTOP, signal.SIGKILL])
def test_the_job_of_a_lost_worker_is_done_elsewhere(sent: int, tmp_path: Path) -> None:
    """No other job waits for it meanwhile."""

    async def test() -> None:
        workers, sign = Workers(2), tmp_path / "sign"
        waiting = asyncio.create_task(workers.run(spin, str(sign)))
        await started(sign)
        lost = busy_worker(workers)
        lost.process.send_signal(sent)
        assert await workers.run(who, None) != lost.process.pid
        assert await waiting != lost.process.pid
        facts = workers.facts()
        assert (facts.wanted, facts.alive, facts.replaced) == (2, 2, 1)
        assert facts.killed == (sent == signal.SIGSTOP)
        assert facts.lanes["jobs"].done == 2 and facts.lanes["jobs"].failed == 0
        await until(lambda: lost.process.poll() is not None)
        workers.close()

    settle(test())


def test_a_pool_knows_when_it_lost_a_worker() -> None:
    async def test() -> None:
        now = [1000.0]
        workers = Workers(1, clock=lambda: now[0])
        process = await workers.run(who, None)
        assert workers.facts().since_loss == math.inf
        os.kill(process, signal.SIGKILL)
        await until(lambda: workers.facts().replaced == 1)
        now[0] += 100
        assert workers.facts().since_loss == 100
        workers.close()

    settle(test())


def test_a_signal_to_all_processes_ends_no_worker() -> None:
    """The hall that gets it ends them; until then their jobs go on."""

    async def test() -> None:
        workers = Workers(1)
        process = await workers.run(who, None)
        for sent in (signal.SIGTERM, signal.SIGINT):
            os.kill(process, sent)
        assert await workers.run(who, None) == process
        workers.close()

    settle(test())


def test_an_idle_worker_that_hangs_is_noticed() -> None:
    async def test() -> None:
        workers = Workers(1)
        process = await workers.run(who, None)
        os.kill(process, signal.SIGSTOP)
        await until(lambda: workers.facts().replaced == 1)
        assert await workers.run(who, None) != process
        workers.close()

    settle(test())


def test_a_great_message_to_a_stopped_worker_blocks_nobody() -> None:
    async def test() -> None:
        workers = Workers(1)
        process = await workers.run(who, None)
        (worker,) = workers.running
        os.kill(process, signal.SIGSTOP)
        waiting = asyncio.create_task(workers.run(len, bytes(20 << 20)))
        await until(lambda: worker.line.unsent > 0)  # the loop goes on
        assert await waiting == 20 << 20  # by another worker
        workers.close()

    settle(test())


def test_a_job_that_hangs_twice_is_given_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(worker_module, "STILL", 0.5)

    async def test() -> None:
        workers = Workers(1)
        with pytest.raises(Refusal, match="cannot think now"):
            await workers.run(deaf, str(tmp_path / "sign"))
        facts = workers.facts()
        assert facts.killed == 2 and facts.lanes["jobs"].failed == 1
        assert await workers.run(who, None) != os.getpid()
        workers.close()

    settle(test())


def test_a_job_may_take_only_so_long(tmp_path: Path) -> None:
    """It is not tried again: it would take as long elsewhere."""

    async def test() -> None:
        workers, lane, sign = Workers(1), Lane("short", seconds=0.2), tmp_path / "sign"
        await workers.run(who, None)  # it knows this module now
        with pytest.raises(TooLongError, match="too long for a shared hall"):
            await workers.run(spin_for_ever, str(sign), lane)
        assert sign.read_text() == "x" and workers.facts().lanes["short"].too_long == 1
        assert await workers.run(who, None) != os.getpid()
        workers.close()

    settle(test())


def test_a_hall_that_was_stopped_itself_kills_no_worker(tmp_path: Path) -> None:
    """Time that passed while nobody could look does not count."""

    async def test() -> None:
        now, sign = [100.0], tmp_path / "sign"
        workers = Workers(1, clock=lambda: now[0])
        waiting = asyncio.create_task(workers.run(spin_for_ever, str(sign), Lane("x", seconds=9)))
        await started(sign)
        now[0] += 3600.0
        workers.look()
        assert workers.facts().replaced == 0 and not waiting.done()
        for _ in range(40):
            now[0] += 0.25
            workers.look()
        with pytest.raises(TooLongError):
            await waiting
        workers.close()

    settle(test())


def test_a_lying_worker_is_replaced() -> None:
    async def test() -> None:
        workers = Workers(1)
        for count, kind in enumerate(LIES, 1):
            process = await workers.run(lie, kind)
            assert await workers.run(who, None) not in (process, os.getpid()), kind
            assert workers.facts().killed == count
        workers.close()

    settle(test())


@pytest.mark.parametrize(
    "body",
    [
        b"garbage",
        pickle.dumps((1, None)) + b"!",
        pickle.dumps(5),
        pickle.dumps((1, "fault")),
        pickle.dumps((Evil(), None)),
        pickle.dumps((pickle.dumps, None)),
    ],
)
def test_an_answer_that_is_none_is_refused(body: bytes) -> None:
    """None of them runs anything that it brings."""
    with pytest.raises(LyingError):
        read_answer(body)


def test_answers_are_plain_values_and_our_own_classes() -> None:
    for answer in (({"a": [1.5, (2,)]}, None), (None, Refusal("No.")), ({1}, RuntimeError("x"))):
        assert str(read_answer(pickle.dumps(answer))) == str(answer)
    advice = Advice([Tip("a", "b", 0.5, 0.1, "c", "d")])
    assert read_answer(pickle.dumps((advice, None))) == (advice, None)


def test_workers_that_cannot_start_are_not_started_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker_module, "CODE", "raise SystemExit({})")

    async def test() -> None:
        workers = Workers(1)
        with pytest.raises(Refusal, match="cannot think now"):
            await workers.run(who, None)
        await until(lambda: not workers.running)
        facts = workers.facts()
        assert (facts.alive, facts.replaced, facts.killed) == (0, 2, 0)
        workers.close()

    settle(test())


def test_a_worn_worker_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MOST_JOBS", 1)

    async def test() -> None:
        workers = Workers(1)
        process = await workers.run(who, None)
        await until(lambda: workers.facts().replaced == 1)
        assert await workers.run(who, None) != process
        workers.close()

    settle(test())


def test_a_waiting_job_can_be_cancelled(tmp_path: Path) -> None:
    async def test() -> None:
        workers, signs = Workers(1), [tmp_path / "one", tmp_path / "two"]
        jobs = [asyncio.create_task(workers.run(until_cancelled, str(sign))) for sign in signs]
        await started(signs[0])
        jobs[1].cancel()
        await asyncio.wait({jobs[1]})
        jobs[0].cancel()
        assert await workers.run(who, None) != os.getpid()
        assert not signs[1].exists() and workers.facts().lanes["jobs"].waiting == 0
        workers.close()

    settle(test())


def test_closing_refuses_what_waits(tmp_path: Path) -> None:
    async def test() -> None:
        workers, sign = Workers(1), tmp_path / "sign"
        jobs = [asyncio.create_task(workers.run(until_cancelled, str(sign))) for _ in "12"]
        await started(sign)
        process = busy_worker(workers).process
        workers.close()
        for job in jobs:
            with pytest.raises(Refusal, match="cannot think now"):
                await job
        assert process.poll() == -signal.SIGKILL and workers.facts().alive == 0

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


class Heavy:
    """What costs much to send."""

    def __reduce__(self) -> str | tuple[object, ...]:
        raise AssertionError("made bytes for nothing")


def test_a_refused_job_is_not_even_made_bytes() -> None:
    async def ask() -> None:
        workers = Workers(0)
        full = Lane("full", share=0)
        with pytest.raises(BusyError):
            await workers.run(type, Heavy(), full)

    asyncio.run(ask())
