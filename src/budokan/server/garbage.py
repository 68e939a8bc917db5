"""Garbage collection in small pieces, so that no collection holds the event loop.

Python looks for unreachable cycles when many more objects were made than freed. A hall frees nearly
as many as it makes, so that all the frames of 500 tables would wait for one collection, which takes
60 ms. So the hall collects what is new whenever it has worked for a while, and then freezes what is
left: that is freed as soon as nobody refers to it, but no longer looked at. The hall leaves no
cycles behind in what it does often; what it leaves all the same is collected when nobody is here.
"""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from budokan.server.watchdog import Watchdog

WORK = 0.05  # seconds of the event loop's work after which what is new is collected
THRESHOLDS = (20_000, 1000, 1000)  # so many new objects are collected even sooner
EVERY = 60.0  # seconds between two looks at whether anybody is here
GROWN = 1.1  # times as many frozen objects as after the last full collection are worth another


def start() -> None:
    """Freeze what is in memory, and from now on what survives a collection."""
    collect_all()
    gc.set_threshold(*THRESHOLDS)
    gc.callbacks.append(_freeze)


def stop() -> None:
    """Let Python do as it likes again."""
    gc.callbacks.remove(_freeze)
    gc.unfreeze()
    gc.set_threshold(700, 10, 10)  # its defaults


def collect_all() -> None:
    """Collect all garbage, frozen objects included; this may take long."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _freeze(phase: str, facts: dict[str, int]) -> None:
    if phase == "stop":
        gc.freeze()


@asynccontextmanager
async def collected(is_empty: Callable[[], bool], watchdog: Watchdog) -> AsyncIterator[None]:
    """Keep memory free of garbage: all of it is collected only while the hall is empty."""
    start()
    tasks = [
        asyncio.create_task(_collect_new(watchdog)),
        asyncio.create_task(_collect_all_when(is_empty, watchdog, gc.get_freeze_count())),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        stop()


async def _collect_new(watchdog: Watchdog) -> None:
    while True:
        await watchdog.worked(WORK)
        gc.collect(0)


async def _collect_all_when(is_empty: Callable[[], bool], watchdog: Watchdog, known: int) -> None:
    """Collect all garbage if nobody is here and more than `known` objects are frozen by now."""
    while True:
        await asyncio.sleep(EVERY)
        if is_empty() and gc.get_freeze_count() > GROWN * known:
            with watchdog.excused():
                collect_all()
                await asyncio.sleep(0)  # the step ends here
            known = gc.get_freeze_count()
