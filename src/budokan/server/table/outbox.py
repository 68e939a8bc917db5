"""One connection's mail: bounded, and sent by a task of its own: nobody waits for a slow reader."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

ROOM = 16  # messages that may wait
PATIENCE = 20.0  # seconds for one message to leave


class StalledError(Exception):
    """The reader takes nothing any more."""


class Outbox:
    """What a connection has yet to be sent. Too much of it gives way to the newest Scene."""

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()
        self._known = self._scene = ""
        self._there = asyncio.Event()
        self._closing = False

    def scene(self, text: str, stamped: str = "", *, again: bool = False) -> None:
        """Send a Scene, with the time if it is stamped, unless it is the one the client has."""
        if text != self._known or again:
            self._known, self._scene = text, stamped or text
            self.put(self._scene)

    def put(self, text: str) -> None:
        if len(self._waiting) >= ROOM:
            self._waiting.clear()
            text = self._scene or text
        self._waiting.append(text)
        self._there.set()

    def close(self) -> None:
        """Let the task end once everything is sent."""
        self._closing = True
        self._there.set()

    async def run(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what comes; a reader that stalls is given up."""
        while self._waiting or not self._closing:
            await self._there.wait()
            self._there.clear()
            while self._waiting:
                await self._send(send, self._waiting.popleft())

    async def _send(self, send: Callable[[str], Awaitable[None]], text: str) -> None:
        try:
            await asyncio.wait_for(send(text), PATIENCE)
        except TimeoutError:
            raise StalledError from None
