"""The outbox of a connection: limited, with a task of its own, so that nobody waits for others."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from budokan.server.table.told import Told

ROOM = 16  # messages that may wait
PATIENCE = 20.0  # seconds for a client to read one message


class StalledError(Exception):
    """The client has stopped reading."""


class Outbox:
    """Messages to be sent. If there are too many, the newest frame replaces them all.

    A client that asked for differences gets a whole frame first, and again whenever it misses
    something. Its frames are numbered one by one: the numbers tell of nothing else.
    """

    def __init__(self) -> None:
        self.differences = False  # whether the client asked for them
        self._waiting: deque[str] = deque()
        self._known: Told | None = None  # what the client has when it has read everything
        self._now = self._number = 0  # of the frame it has then
        self._there = asyncio.Event()
        self._closing = False

    def show(self, told: Told, now: int, *, again: bool = False, whole: bool = False) -> bool:
        """Send a frame, unless the client has it and it is not sent again; whether it is sent."""
        if told is self._known and not again:
            return False
        before = self._known if self.differences and not whole else None
        self._known, self._now = told, now
        if len(self._waiting) >= ROOM:
            self._start_over(told)
        elif before is None:
            self._add(told.whole(now, self._next()))
        else:
            self._add(told.since(before, now, self._next()))
        return True

    def put(self, text: str) -> bool:
        """Send another message; returns whether it is sent."""
        if len(self._waiting) < ROOM:
            self._add(text)
            return True
        if self._known is not None:
            self._start_over(self._known)
            return False
        self._waiting.clear()
        self._add(text)
        return True

    def _start_over(self, told: Told) -> None:
        """Forget what waits: a whole frame is all that the client needs."""
        self._waiting.clear()
        self._add(told.whole(self._now, self._next()))

    def _add(self, text: str) -> None:
        self._waiting.append(text)
        self._there.set()

    def _next(self) -> int:
        """The number of the next frame; 0 for a client that gets whole ones."""
        self._number += self.differences
        return self._number

    def close(self) -> None:
        """Let `run` end once everything is sent."""
        self._closing = True
        self._there.set()

    async def run(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send messages as they come; give up a client that has stopped reading."""
        now = asyncio.get_running_loop().time
        while self._waiting or not self._closing:
            await self._there.wait()
            self._there.clear()
            try:
                async with asyncio.timeout(PATIENCE) as patience:
                    while self._waiting:
                        await send(self._waiting.popleft())
                        patience.reschedule(now() + PATIENCE)
            except TimeoutError:
                raise StalledError from None
