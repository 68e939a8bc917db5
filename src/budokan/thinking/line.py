"""A line between two processes: messages with a number, in two pipes that nobody waits for.

A message is a header, the number of a job and a size, and then as many bytes.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable
from struct import Struct

HEADER = Struct("<QI")
MOST = 64 << 20  # bytes of one message
DIED = "has died"
CHUNK = 1 << 18  # bytes that are read at once; then others have their turn


class LyingError(Exception):
    """The other end sends what it may not send."""


class Line:
    """This end of a line, in an event loop: what cannot be written at once is written later."""

    def __init__(
        self, to: int, source: int, heard: Callable[[int, bytes], None], lost: Callable[[str], None]
    ) -> None:
        self._to, self._source = to, source
        self._heard, self._lost = heard, lost
        self._loop = asyncio.get_running_loop()
        self._out: deque[memoryview] = deque()
        self._in = bytearray()
        self._closed = False
        os.set_blocking(to, False)
        os.set_blocking(source, False)
        self._loop.add_reader(source, self._read)

    @property
    def unsent(self) -> int:
        """Bytes that the other end has not taken yet."""
        return sum(len(part) for part in self._out)

    def send(self, number: int, body: bytes = b"") -> None:
        """Send a message, as far as the other end takes it now; the rest follows."""
        self._out.extend(memoryview(part) for part in (HEADER.pack(number, len(body)), body))
        self._write()

    def close(self) -> None:
        """Hear and send nothing more; whoever opened the pipes closes them."""
        self._closed = True
        self._loop.remove_reader(self._source)
        self._loop.remove_writer(self._to)
        self._out.clear()
        self._in.clear()

    def _write(self) -> None:
        if self._closed:
            return
        try:
            while self._out:
                part = self._out.popleft()
                sent = os.write(self._to, part) if part else 0
                if sent < len(part):
                    self._out.appendleft(part[sent:])
        except BlockingIOError:
            self._out.appendleft(part)
            self._loop.add_writer(self._to, self._write)
        except OSError:  # it is gone, as the reading side will notice
            self._out.clear()
            self._loop.remove_writer(self._to)
        else:
            self._loop.remove_writer(self._to)

    def _read(self) -> None:
        try:
            got = os.read(self._source, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            got = b""
        if not got:
            self._lost(DIED)
            return
        self._in += got
        try:
            self._tell()
        except LyingError as lie:
            self._lost(str(lie))

    def _tell(self) -> None:
        """Tell every whole message that has come."""
        while not self._closed and len(self._in) >= HEADER.size:
            number, size = HEADER.unpack_from(self._in)
            if size > MOST:
                raise LyingError("sends too much")
            end = HEADER.size + size
            if len(self._in) < end:
                return
            body = bytes(self._in[HEADER.size : end])
            del self._in[:end]
            self._heard(number, body)
