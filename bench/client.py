"""Clients that cost little, since they share the hall's cores: a WebSocket and HTTP on asyncio.

Both speak only what the hall speaks: no compression, no fragments, no redirects.
"""

import asyncio
import json
import socket
import struct
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeVar, cast

import uvloop

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10  # opcodes
KEY = "dGhlIHNhbXBsZSBub25jZQ=="  # nothing is secret here, so neither key nor mask need be random
T = TypeVar("T")
PATIENCE = 60.0  # seconds for an answer; a hall that needs longer has failed


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run clients to their end, and close what they left open: uvloop would wait for it."""

    async def whole() -> T:
        try:
            return await work
        finally:
            for each in list(OPEN):
                each.close()
            await asyncio.sleep(0.01)

    return uvloop.run(whole())


class ClosedError(Exception):
    """The hall has closed the connection, or refused it."""


def text_frame(text: str | bytes, opcode: int = TEXT) -> bytes:
    """A client's frame. Its mask is zero, which leaves the bytes as they are."""
    raw = text.encode() if isinstance(text, str) else text
    if len(raw) < 126:
        return bytes((0x80 | opcode, 0x80 | len(raw))) + b"\0\0\0\0" + raw
    if len(raw) < 65536:
        return struct.pack("!BBH", 0x80 | opcode, 0xFE, len(raw)) + b"\0\0\0\0" + raw
    return struct.pack("!BBQ", 0x80 | opcode, 0xFF, len(raw)) + b"\0\0\0\0" + raw


class Socket(asyncio.Protocol):
    """A WebSocket: calls `hear` with every message and the time at which it was there."""

    def __init__(self, hear: Callable[[bytes, float], None]) -> None:
        self.hear = hear
        self.code = 0  # with which the hall has closed it
        self.transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = bytearray()
        self._hello = b""

    @classmethod
    async def open(
        cls, address: str, path: str, token: str, hear: Callable[[bytes, float], None]
    ) -> "Socket":
        """Connect; raises ClosedError if the hall refuses."""
        host, _, port = address.partition(":")
        made = cls(hear)
        cookie = f"Cookie: budokan={token}\r\n" if token else ""
        made._hello = (
            f"GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\n{cookie}"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {KEY}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        try:
            await asyncio.get_running_loop().create_connection(lambda: made, host, int(port))
            await asyncio.wait_for(asyncio.shield(made.opened), PATIENCE)
        except (OSError, TimeoutError) as error:
            made.close()
            raise ClosedError(f"no connection to {path.partition('?')[0]}: {error!r}") from error
        return made

    def say(self, message: dict[str, Any]) -> None:
        self.send(json.dumps(message))

    def send(self, text: str | bytes) -> None:
        if self.transport is None or self.transport.is_closing():
            raise ClosedError("the connection is lost")
        self.transport.write(text_frame(text))

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    async def leave(self) -> None:
        """Say goodbye, and be gone."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(text_frame(struct.pack("!H", 1000), CLOSE))
            self.transport.close()
        await self.closed

    # -- what asyncio calls ---------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass of it
        made = transport.get_extra_info("socket")
        if made is not None:
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        OPEN.add(self)
        self.transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        at = monotonic()
        self._buffer += data
        if not self.opened.done() and not self._greeted():
            return
        self._take_frames(at)

    def connection_lost(self, error: Exception | None) -> None:
        OPEN.discard(self)
        if not self.opened.done():
            self.opened.set_exception(ClosedError("refused"))
            self.opened.exception()  # whoever waits for it is told all the same
        if not self.closed.done():
            self.closed.set_result(None)

    def _greeted(self) -> bool:
        """Read the answer to the handshake; whether it was there and welcoming."""
        head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not found:
            return False
        if not head.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(ClosedError(head.partition(b"\r\n")[0].decode()))
            self.close()
            return False
        self._buffer = bytearray(rest)
        self.opened.set_result(None)
        return True

    def _take_frames(self, at: float) -> None:
        buffer, start = self._buffer, 0
        while len(buffer) - start >= 2:
            size, head = buffer[start + 1], 2
            if size == 126:
                head = 4
            elif size == 127:
                head = 10
            if len(buffer) - start < head:
                break
            if head > 2:
                size = int.from_bytes(buffer[start + 2 : start + head])
            end = start + head + size
            if len(buffer) < end:
                break
            self._take(buffer[start] & 15, bytes(memoryview(buffer)[start + head : end]), at)
            start = end
        if start:
            del buffer[:start]

    def _take(self, opcode: int, body: bytes, at: float) -> None:
        if opcode == TEXT:
            self.hear(body, at)
        elif opcode == PING and self.transport is not None:
            self.transport.write(text_frame(body, PONG))
        elif opcode == CLOSE:
            self.code = int.from_bytes(body[:2])
            self.close()


OPEN: set[Socket] = set()  # all that are open now


@dataclass
class Answer:
    """An answer over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def token(self) -> str:
        """The visitor's token that it sets, if any."""
        return self.headers.get("set-cookie", "").partition("budokan=")[2].partition(";")[0]


@dataclass
class Http:
    """One connection that is kept for one request after another."""

    address: str
    token: str = ""
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = field(default=None)

    async def get(self, path: str) -> Answer:
        return await self.ask("GET", path)

    async def post(self, path: str, body: Any, kind: str = "application/json") -> Answer:
        raw = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        return await self.ask("POST", path, raw, kind)

    async def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer:
        """Ask; a kept connection that the hall has closed meanwhile is opened anew."""
        try:
            answer = await asyncio.wait_for(self._ask(method, path, body, kind), PATIENCE)
        except (OSError, EOFError):
            fresh = self._streams is None
            self.close()
            if fresh:
                raise
            answer = await asyncio.wait_for(self._ask(method, path, body, kind), PATIENCE)
        self.token = answer.token or self.token
        return answer

    async def _ask(self, method: str, path: str, body: bytes, kind: str) -> Answer:
        if self._streams is None:
            host, _, port = self.address.partition(":")
            self._streams = await asyncio.open_connection(host, int(port))
        reader, writer = self._streams
        head = [f"{method} {path} HTTP/1.1", f"Host: {self.address}"]
        head += [f"Cookie: budokan={self.token}"] if self.token else []
        head += [f"Content-Type: {kind}"] if kind else []
        head += [f"Content-Length: {len(body)}"] if method != "GET" else []
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        status, headers = await _head(reader)
        found = Answer(status, headers, await _body(reader, headers))
        if headers.get("connection") == "close":
            self.close()
        return found

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].transport.abort()
            self._streams = None


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(":")[::2] for line in lines[1:] if line)
    return int(lines[0].split()[1]), {name.lower(): value.strip() for name, value in pairs}


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding") != "chunked":
        return await reader.readexactly(int(headers.get("content-length", "0")))
    pieces: list[bytes] = []
    while True:
        size = int(await reader.readuntil(b"\r\n"), 16)
        piece = await reader.readexactly(size + 2)
        if size == 0:
            return b"".join(pieces)
        pieces.append(piece[:-2])
