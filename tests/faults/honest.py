"""Honest players beside a fault: their clicks are timed while something else goes wrong."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

from bench.hall import Hall
from bench.players import Table

EVERY = 0.3  # seconds between clicks


class Clicks:
    """A pair at a table of its own that plays until it is told to stop."""

    def __init__(self, hall: Hall, game: str) -> None:
        self.took: list[float] = []
        self.table = Table(hall.address, game, 1)

    async def play(self) -> None:
        while True:
            self.took.append(await self.table.move())
            await asyncio.sleep(EVERY)


@asynccontextmanager
async def playing(hall: Hall, game: str = "udaka") -> AsyncIterator[Clicks]:
    """A pair plays meanwhile; a click that is not answered fails the test."""
    pair = Clicks(hall, game)
    await pair.table.open()
    task = asyncio.create_task(pair.play())
    try:
        yield pair
        if task.done():
            task.result()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await pair.table.leave()
    assert pair.took


async def until(holds: Callable[[], Any], seconds: float, what: str) -> Any:
    """Wait for a condition; what it gave. Fails if it does not come true in time."""
    end = time.monotonic() + seconds
    while not (found := await asyncio.to_thread(holds)):
        assert time.monotonic() < end, f"not within {seconds:.0f} s: {what}"
        await asyncio.sleep(0.05)
    return found


@contextmanager
def stopped(*pids: int) -> Iterator[None]:
    """Processes that do nothing meanwhile, and go on afterwards if they still live."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def health(hall: Hall) -> dict[str, Any]:
    """What the hall says of itself."""
    told = hall.fetch("/health")
    found: dict[str, Any] = (told if told.status != 404 else hall.fetch("/api/health")).json
    return found
