"""The hall's time, and the one task that looks at every table whose time is over."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from budokan.store.store import StoreError

LOG = logging.getLogger("budokan.hall")
RETRY = 5_000  # milliseconds until a table that could not be looked at is tried again


def hall_time() -> Callable[[], int]:
    """Milliseconds since 1970 that never jump, and stand still while the machine sleeps."""
    start, began = time.time(), time.monotonic()
    return lambda: int(1000 * (start + time.monotonic() - began))


class Hours:
    """Which table must be looked at when. It rings; what is due the table itself knows."""

    def __init__(
        self, ring: Callable[[str], Awaitable[None]], now: Callable[[], int] | None = None
    ) -> None:
        self.now = now or hall_time()
        self.opened = self.now()
        self._ring = ring
        self._due: dict[str, int] = {}
        self._ringing: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    def set(self, name: str, at: int | None) -> None:
        """Look at a table at this time, and at no other."""
        if self._due.get(name) == at:
            return
        if at is None:
            del self._due[name]
        else:
            self._due[name] = at
            self._changed.set()

    def look(self) -> None:
        """Look at the clock now; for whoever moves its hands."""
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
            for name in [name for name, at in self._due.items() if at <= now]:
                del self._due[name]
                ringing = asyncio.create_task(self._call(name))
                self._ringing.add(ringing)
                ringing.add_done_callback(self._ringing.discard)
            wait = (min(self._due.values()) - now) / 1000 if self._due else None
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):  # wait_for may swallow a cancellation
                    await self._changed.wait()

    async def _call(self, name: str) -> None:
        try:
            await self._ring(name)
        except StoreError:
            LOG.exception("The clock of table %s could not be looked at.", name)
            self._due.setdefault(name, self.now() + RETRY)
            self._changed.set()
        except Exception:  # such as a game that is not installed any more: it would never end
            LOG.exception("The clock of table %s stands still.", name)
