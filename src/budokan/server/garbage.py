"""Garbage collection in small pieces, so that no collection holds the event loop.

Python looks for unreachable cycles among the objects made since the last collection, and now and
then among all objects: with 500 tables that takes 100 ms. So whatever survives the collections is
frozen: it is freed as soon as nobody refers to it, but no longer looked at. The hall leaves no
cycles behind in what it does often; what it leaves all the same is collected when nobody is here.
"""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from budokan.server.watchdog import Watchdog

# New objects until a collection, and collections of one generation until one of the next. The third
# sees some 75,000 objects at most, in about 8 ms, and freezes those that are left.
THRESHOLDS = (3_000, 5, 5)
OLDEST = 2
EVERY = 60.0  # seconds between two looks at whether anybody is here
GROWN = 1.1  # times as many frozen objects as after the last full collection are worth another


def start() -> None:
    """Freeze what is in memory, and from now on what survives."""
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
    if phase == "stop" and facts["generation"] == OLDEST:
        gc.freeze()


@asynccontextmanager
async def collected(is_empty: Callable[[], bool], watchdog: Watchdog) -> AsyncIterator[None]:
    """Keep memory free of garbage: all of it is collected only while the hall is empty."""
    start()
    waiting = asyncio.create_task(_collect_when(is_empty, watchdog, gc.get_freeze_count()))
    try:
        yield
    finally:
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting
        stop()


async def _collect_when(is_empty: Callable[[], bool], watchdog: Watchdog, known: int) -> None:
    """Collect all garbage if nobody is here and more than `known` objects are frozen by now."""
    while True:
        await asyncio.sleep(EVERY)
        if is_empty() and gc.get_freeze_count() > GROWN * known:
            with watchdog.excused():
                collect_all()
                await asyncio.sleep(0)  # the step ends here
            known = gc.get_freeze_count()
