"""The scheduler: hall time, and one task that wakes every table when something there is due."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from budokan.store.store import StoreError

LOG = logging.getLogger("budokan.hall")
RETRY = 5_000  # milliseconds until a table is tried again for which the store failed


def hall_time() -> Callable[[], int]:
    """Milliseconds since 1970 that never jump, and stand still while the machine sleeps."""
    start, began = time.time(), time.monotonic()
    return lambda: int(1000 * (start + time.monotonic() - began))


class Scheduler:
    """One alarm per table. The scheduler only rings; the table knows what is due."""

    def __init__(
        self, ring: Callable[[str], Awaitable[None]], now: Callable[[], int] | None = None
    ) -> None:
        self.now = now or hall_time()
        self.opened = self.now()
        self._ring = ring
        self._alarms: dict[str, int] = {}
        self._ringing: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    def set(self, table: str, at: int | None) -> None:
        """Set the alarm of a table, or remove it with None."""
        if self._alarms.get(table) == at:
            return
        if at is None:
            del self._alarms[table]
        else:
            self._alarms[table] = at
            self._changed.set()

    def check_now(self) -> None:
        """Look at the clock now; for tests, which move its hands."""
        self._changed.set()

    def start(self) -> None:
        self._running = asyncio.create_task(self._run())

    async def close(self) -> None:
        tasks = [*self._ringing, *([self._running] if self._running else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            now = self.now()
            for table in [table for table, at in self._alarms.items() if at <= now]:
                del self._alarms[table]
                ringing = asyncio.create_task(self._ring_once(table))
                self._ringing.add(ringing)
                ringing.add_done_callback(self._ringing.discard)
            wait = (min(self._alarms.values()) - now) / 1000 if self._alarms else None
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):  # wait_for may swallow a cancellation
                    await self._changed.wait()

    async def _ring_once(self, table: str) -> None:
        try:
            await self._ring(table)
        except StoreError:
            LOG.exception("The clock of table %s could not be checked; trying again.", table)
            self._alarms.setdefault(table, self.now() + RETRY)
            self._changed.set()
        except Exception:  # such as a game that is no longer installed: retrying would never end
            LOG.exception("The clock of table %s stands still.", table)
