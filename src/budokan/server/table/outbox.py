"""The outbox of a connection: limited, with a task of its own, so that nobody waits for others."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

ROOM = 16  # messages that may wait
PATIENCE = 20.0  # seconds for a client to read one message


class StalledError(Exception):
    """The client has stopped reading."""


class Outbox:
    """Messages to be sent. If there are too many, the newest Scene replaces them all."""

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()
        self._known = self._scene = ""
        self._there = asyncio.Event()
        self._closing = False

    def scene(self, text: str, stamped: str = "", *, again: bool = False) -> None:
        """Send a Scene, stamped with the time if given, unless the client has this one already."""
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
        """Let `run` end once everything is sent."""
        self._closing = True
        self._there.set()

    async def run(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send messages as they come; give up a client that has stopped reading."""
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
