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
        self.write: Callable[[str], bool] | None = None  # sends at once, if the client takes it
        self._waiting: deque[str] = deque()
        self._known: Told | None = None  # what the client has when it has read everything
        self._now = self._number = 0  # of the frame it has then
        self._closing = self._stalled = False
        self._sleep: asyncio.Future[None] | None = None  # of `run`, until a message comes
        self._task: asyncio.Task[None] | None = None  # that sends
        self._began = 0.0  # when the client began to take a message; 0 if it has taken all
        self._watch: asyncio.TimerHandle | None = None  # one for many messages: timers cost

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
        waits = self._waiting or self._began
        if waits or self.write is None or not self.write(text):
            self._waiting.append(text)
            self._wake()

    def _next(self) -> int:
        """The number of the next frame; 0 for a client that gets whole ones."""
        self._number += self.differences
        return self._number

    def close(self) -> None:
        """Let `run` end once everything is sent."""
        self._closing = True
        self._wake()

    async def run(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send messages as they come; give up a client that has stopped reading."""
        loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        try:
            while self._waiting or not self._closing:
                if not self._waiting:
                    self._sleep = loop.create_future()
                    await self._sleep
                while self._waiting:
                    self._began = loop.time()
                    if self._watch is None:
                        self._watch = loop.call_later(PATIENCE, self._check)
                    await send(self._waiting.popleft())
                    self._began = 0.0
        except asyncio.CancelledError:
            if self._stalled:
                raise StalledError from None
            raise
        finally:
            if self._watch is not None:
                self._watch.cancel()

    def _wake(self) -> None:
        if self._sleep is not None and not self._sleep.done():
            self._sleep.set_result(None)

    def _check(self) -> None:
        """End `run` if one message has waited for too long; look again later if there is one."""
        loop, self._watch = asyncio.get_running_loop(), None
        left = self._began + PATIENCE - loop.time()
        if self._began and left <= 0 and self._task is not None:
            self._stalled = True
            self._task.cancel()
        elif self._began:
            self._watch = loop.call_later(left, self._check)
