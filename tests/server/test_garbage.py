"""Garbage is collected in small pieces, and all of it only in an empty hall."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from time import perf_counter

import pytest

from budokan.server import garbage
from budokan.server.watchdog import Watchdog


class Ring:
    """An object that refers to itself: only a collection frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def test_what_survives_is_not_looked_at_again() -> None:
    garbage.start()
    try:
        kept = [Ring() for _ in range(10)]
        assert any(each is kept[0] for each in gc.get_objects())
        gc.collect()
        assert not any(each is kept[0] for each in gc.get_objects())  # it lists no frozen ones
        gone = weakref.ref(kept.pop())
        gc.collect()
        assert gone() is not None  # a cycle that was frozen stays
        garbage.collect_all()
        assert gone() is None
    finally:
        garbage.stop()
    assert gc.get_freeze_count() == 0


@pytest.mark.parametrize("empty", [True, False])
def test_all_is_collected_only_while_nobody_is_here(
    monkeypatch: pytest.MonkeyPatch, empty: bool
) -> None:
    monkeypatch.setattr(garbage, "EVERY", 0.0)
    looked, dog = 0, Watchdog()

    def is_empty() -> bool:
        nonlocal looked
        looked += 1
        return empty

    async def leave_a_ring() -> bool:
        async with garbage.collected(is_empty, dog):
            many = [Ring() for _ in range(gc.get_freeze_count())]
            gone = weakref.ref(many[0])
            gc.freeze()
            del many
            while looked < 5:
                await asyncio.sleep(0)
            return gone() is None

    assert asyncio.run(leave_a_ring()) == empty


def test_what_is_new_is_collected_once_the_loop_has_worked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage, "WORK", 0.02)
    dog = Watchdog()

    async def work() -> None:
        until = perf_counter() + 0.005
        while perf_counter() < until:
            pass

    async def leave_a_ring() -> None:
        dog.watch(asyncio.get_running_loop())
        async with garbage.collected(lambda: False, dog):
            gone = weakref.ref(Ring())
            await asyncio.sleep(0.05)
            assert gone() is not None  # nothing was done
            for _ in range(10):
                await asyncio.create_task(work())
            assert gone() is None

    asyncio.run(leave_a_ring())


def test_an_excused_step_holds_nobody() -> None:
    dog = Watchdog(most=0.0)

    async def work() -> None:
        dog.watch(asyncio.get_running_loop())
        dog.arm()
        for excused in (True, False):
            await asyncio.create_task(step(excused))
        dog.disarm()

    async def step(excused: bool) -> None:
        if excused:
            with dog.excused():
                sum(range(10**6))
                await asyncio.sleep(0)
            assert not [each for each in dog.recent if each.what.endswith("step")]
        else:
            sum(range(10**6))

    asyncio.run(work())
    assert [each for each in dog.recent if each.what.endswith("step")]
