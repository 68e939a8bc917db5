"""Answers of the store: for async code of any loop and for threads, with nothing left behind."""

import asyncio
import gc
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from budokan.kit.errors import Refusal
from budokan.store.pending import Pending
from budokan.store.store import Store
from tests.store.test_store import SOON, create, held, new_match


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "hall.sqlite3")
    create(store, new_match())
    yield store
    store.close()


def entries(store: Store) -> list[str]:
    return store.load("m").result(SOON).entries


def refuse(con: sqlite3.Connection) -> None:
    raise Refusal("No.")


def test_answers_come_in_the_order_of_the_calls(store: Store) -> None:
    came = []

    async def wait(number: int, pending: Pending[Any]) -> None:
        await pending
        came.append(number)

    async def ask() -> None:
        hold = held(store)
        waiting = [wait(n, store.rematch("m")) for n in range(20)]
        tasks = [asyncio.create_task(each) for each in waiting]
        await asyncio.sleep(0)
        hold.set()
        await asyncio.gather(*tasks)

    asyncio.run(ask())
    assert came == list(range(20))


def test_a_batch_wakes_a_loop_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> int:
        loop, woken = asyncio.get_running_loop(), []
        wake = loop.call_soon_threadsafe

        def count(*args: Any, **named: Any) -> asyncio.Handle:
            woken.append(args)
            return wake(*args, **named)

        monkeypatch.setattr(loop, "call_soon_threadsafe", count)
        hold = held(store)
        tasks = [asyncio.create_task(awaited(store.rematch("m"))) for _ in range(20)]
        await asyncio.sleep(0)
        hold.set()
        assert await asyncio.gather(*tasks) == [""] * 20
        return len(woken)

    assert asyncio.run(ask()) == 1


async def awaited(pending: Pending[Any]) -> Any:
    return await pending


def test_an_answer_can_be_had_again_and_by_several(store: Store) -> None:
    hold = held(store)
    pending, found = store.rematch("m"), []
    threads = [
        threading.Thread(target=lambda: found.append(pending.result(SOON))),
        threading.Thread(target=lambda: found.append(asyncio.run(awaited(pending)))),
        threading.Thread(target=lambda: found.append(asyncio.run(awaited(pending)))),
    ]
    for thread in threads:
        thread.start()
    with pytest.raises(TimeoutError):
        pending.result(0.2)
    hold.set()
    for thread in threads:
        thread.join(SOON)
    assert found == [""] * 3
    assert pending.result(0) == asyncio.run(awaited(pending)) == ""


def test_a_job_that_nobody_waits_for_any_more_is_not_done(store: Store) -> None:
    ply = len(entries(store))

    async def give_up() -> Pending[None]:
        hold = held(store)
        given_up = store.append("m", ply, ["A single 7"], "B")
        task = asyncio.create_task(awaited(given_up))
        kept = store.append("m", ply, ["A single 8"], "B")
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        hold.set()
        await kept
        return given_up

    given_up = asyncio.run(give_up())
    assert entries(store)[ply:] == ["A single 8"]
    with pytest.raises(asyncio.CancelledError):
        given_up.result(SOON)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(awaited(given_up))


def test_a_job_goes_on_if_somebody_else_waits_for_it(store: Store) -> None:
    async def ask() -> str:
        hold = held(store)
        pending = store.rematch("m")
        one, other = (asyncio.create_task(awaited(pending)) for _ in range(2))
        await asyncio.sleep(0)
        one.cancel()
        hold.set()
        return str(await asyncio.wait_for(other, SOON))

    assert asyncio.run(ask()) == ""


def test_a_job_that_has_begun_is_done_even_if_its_task_is_cancelled(store: Store) -> None:
    begun, hold, did = threading.Event(), threading.Event(), []

    def work(con: sqlite3.Connection) -> None:
        begun.set()
        hold.wait(SOON)
        did.append(con)

    async def give_up() -> None:
        task = asyncio.create_task(awaited(store.do(work)))
        await asyncio.to_thread(begun.wait, SOON)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        hold.set()
        assert await store.rematch("m") == ""

    asyncio.run(give_up())
    assert did


def test_a_loop_that_is_closed_disturbs_nobody(store: Store) -> None:
    hold = held(store)
    loop = asyncio.new_event_loop()
    waiting = loop.create_task(awaited(store.rematch("m")))
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    hold.set()
    assert store.rematch("m").result(SOON) == ""
    del waiting


def test_errors_are_raised_where_they_are_waited_for_and_leave_no_garbage(store: Store) -> None:
    async def ask() -> None:
        with pytest.raises(Refusal, match=r"No\."):
            await store.do(refuse)

    def ask_in_thread() -> None:
        with pytest.raises(Refusal, match=r"No\."):
            store.do(refuse).result(SOON)

    async def ask_often() -> int:
        await ask()
        ask_in_thread()
        gc.collect()
        for _ in range(5):
            await ask()
            ask_in_thread()
        await store.rematch("m")  # then the store's thread has let go of what was before
        return sum(isinstance(each, Refusal) for each in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        assert asyncio.run(ask_often()) == 0
    finally:
        gc.enable()


def test_how_long_each_answer_took_is_noted(store: Store) -> None:
    noted: list[float] = []
    store.on_answer = noted.append
    store.rematch("m").result(SOON)
    hold = held(store)
    late = store.rematch("m")
    threading.Timer(0.2, hold.set).start()
    late.result(SOON)
    assert len(noted) == 3 and 0 < noted[0] < 0.2 <= noted[2] < SOON
