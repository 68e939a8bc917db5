"""The watchdog: what holds the event loop is found with its place, what does not is left alone."""

import asyncio
import gc
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from inspect import CORO_SUSPENDED, getcoroutinestate
from pathlib import Path
from typing import Any

import pytest
import uvloop
from starlette.testclient import TestClient

from budokan.server import watchdog as module
from budokan.server.app import make_app
from budokan.server.http.logs import JsonLines, PlainLines
from budokan.server.watchdog import Reading, Watchdog, cpu_time, stack_of
from tests.server.hall import HOST, ThreadBots

Run = Callable[[Coroutine[Any, Any, Any]], Any]
LOOPS = pytest.mark.parametrize("run", [uvloop.run, asyncio.run], ids=["uvloop", "asyncio"])


def burn(seconds: float) -> None:
    """Use this much CPU, however busy the machine is."""
    until = cpu_time() + seconds
    while cpu_time() < until:
        pass


async def planted(seconds: float) -> None:
    await asyncio.sleep(0)
    burn(seconds)
    await asyncio.sleep(0)


async def watched(dog: Watchdog, *work: Coroutine[Any, Any, Any], armed: bool = True) -> None:
    dog.watch(asyncio.get_running_loop())
    if armed:
        dog.arm()
    try:
        for each in work:
            await asyncio.create_task(each)
    finally:
        dog.disarm()


@pytest.fixture(autouse=True)
def garbage_as_before() -> Any:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


STREAM = "anyio._backends._asyncio"  # what Starlette loads for its first answer in pieces
OPENED = f"""
import asyncio, sys
from pathlib import Path
from budokan.server.app import make_app
from budokan.server.watchdog import Watchdog
from tests.server.hall import ThreadBots

async def test():
    app = make_app(Path(sys.argv[1]), workers=ThreadBots(), watchdog=Watchdog())
    sys.modules.pop("{STREAM}", None)  # the client of the tests has loaded it
    async with app.router.lifespan_context(app):
        print("{STREAM}" in sys.modules)

asyncio.run(test())
"""


def test_what_streams_need_is_loaded_before_the_hall_is_open(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", OPENED, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.stdout == "True\n", done.stderr


@LOOPS
def test_a_long_step_is_found_and_a_short_one_is_not(
    run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    dog = Watchdog()
    run(watched(dog, planted(0.005), planted(0.030), planted(0.005)))
    assert (
        dog.held == dog.held_recently == 1 and dog.worst_ms >= 25
    )  # the readings may miss a little
    (held,) = dog.recent
    assert held.what == "planted"
    assert [record.getMessage() for record in caplog.records] == ["held the loop"]


def test_the_stack_of_a_long_step_is_found() -> None:
    """The other thread may miss a step on a busy machine, so it has several tries."""
    dog = Watchdog()

    async def until_seen() -> None:
        while not any(held.stack for held in dog.recent) and dog.held < 50:
            await asyncio.create_task(planted(0.060))

    uvloop.run(watched(dog, until_seen()))
    stack = next(held.stack for held in dog.recent if held.stack)
    assert stack[-1].partition(" ")[2] == "burn" and __file__ in stack[-1]
    assert any(place.endswith(" planted") for place in stack)
    assert not any(place.startswith(module.__file__) for place in stack)


def test_it_rests_while_nothing_runs_and_sees_the_next_step() -> None:
    """The other thread may miss a step on a busy machine, so it has several tries."""
    dog, rested = Watchdog(look=0.001), list[bool]()

    async def after_a_rest() -> None:
        for _ in range(20):
            asyncio.get_running_loop().call_later(0.09, lambda: rested.append(dog.resting))
            await asyncio.sleep(0.1)
            burn(0.030)
            await asyncio.sleep(0)
            if any(rested) and any(held.stack for held in dog.recent):
                return

    uvloop.run(watched(dog, after_a_rest()))
    assert any(rested) and any(held.stack for held in dog.recent)


def test_work_outside_of_steps_is_not_that_of_the_step_after_a_rest() -> None:
    dog = Watchdog(look=0.001)

    async def outside() -> None:
        asyncio.get_running_loop().call_later(0.05, burn, 0.03)  # no step
        await asyncio.sleep(0.1)
        time.sleep(0.03)

    uvloop.run(watched(dog, outside()))
    assert dog.held == 0


def test_what_is_logged_has_places_and_no_values(caplog: pytest.LogCaptureFixture) -> None:
    dog = Watchdog()
    dog._armed, dog.running = True, "a step"
    dog._seen, dog._seen_of = ("file.py:7 work",), 0.0
    dog._readings = (Reading(0.0, cpu_time() - 0.5, 0.0),) * 2
    dog.note(1.0)
    (record,) = caplog.records
    for lines in (JsonLines(), PlainLines()):
        line = lines.format(record)
        assert "held the loop" in line and "file.py:7 work" in line and "a step" in line


def test_waiting_and_the_time_of_others_do_not_count() -> None:
    dog = Watchdog()

    async def waits() -> None:
        time.sleep(0.05)  # holds the thread, but not the CPU
        burn(0.005)

    uvloop.run(watched(dog, waits()))
    assert dog.held == 0


def test_steps_before_it_is_armed_do_not_count() -> None:
    dog = Watchdog()
    uvloop.run(watched(dog, planted(0.03), armed=False))
    assert dog.held == 0


def test_short_steps_do_not_add_up() -> None:
    dog = Watchdog()

    async def many() -> None:
        for _ in range(12):
            burn(0.004)
            await asyncio.sleep(0)

    uvloop.run(watched(dog, many(), many()))
    assert dog.held == 0


def test_a_callback_is_timed_too() -> None:
    dog = Watchdog()

    async def outside() -> None:
        done = asyncio.get_running_loop().create_future()

        def call() -> None:
            dog.call("data of a socket", lambda data: burn(0.03), b"")
            done.set_result(None)

        asyncio.get_running_loop().call_soon(call)
        await done

    uvloop.run(watched(dog, outside()))
    assert [held.what for held in dog.recent] == ["data of a socket"]


def test_tasks_are_the_same_to_whoever_looks() -> None:
    async def fails() -> None:
        raise ValueError("x")

    async def waits() -> str:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            return "cancelled"
        return ""

    async def work() -> None:
        waiting = asyncio.create_task(waits(), name="mine")
        await asyncio.sleep(0)
        found: Any = waiting.get_coro()
        assert getcoroutinestate(found) == CORO_SUSPENDED and "waits" in repr(found)
        assert waiting.get_name() == "mine" and waiting.get_stack()
        waiting.cancel()
        assert await waiting == "cancelled"
        with pytest.raises(ValueError):
            await asyncio.create_task(fails())
        async with asyncio.timeout(60), asyncio.TaskGroup() as group:
            inner = group.create_task(asyncio.sleep(0, "value"))
        assert inner.result() == "value"

    uvloop.run(watched(Watchdog(), work()))


def test_garbage_is_timed() -> None:
    dog = Watchdog()

    async def work() -> None:
        gc.collect()

    uvloop.run(watched(dog, work()))
    assert dog.garbage_seconds > 0 and dog.garbage_worst_ms > 0


def test_a_hall_is_watched_while_it_is_open(tmp_path: Path) -> None:
    dog = Watchdog()
    app = make_app(tmp_path, workers=ThreadBots(), watchdog=dog)
    with TestClient(app, base_url=HOST) as client:
        assert client.portal is not None
        client.portal.start_task_soon(planted, 0.03).result(30)
        assert dog.held >= 1
        told = client.get("/health").json()
        assert told["held"] == dog.held and told["status"] == "degraded"
        assert "held the event loop" in told["reasons"][0]
    assert not dog._armed


def test_a_stack_is_not_too_deep() -> None:
    def deep(depth: int) -> tuple[str, ...]:
        import sys

        return deep(depth - 1) if depth else stack_of(sys._getframe())

    assert len(deep(200)) == module.DEPTH
