"""Connections: how many there may be, how much they may send before they say anything, how long
they may be silent.

A connection is in one of a few states with a time limit each: it sends its headers, it sends its
body, it is idle between two requests, or it does not read its answer. When the hall is full, the
connection that has been silent longest gives way; where nobody is silent, the newcomer is refused.
"""

import asyncio
import logging
import math
from asyncio.transports import BaseTransport, Transport
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from struct import pack
from time import monotonic
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import Protocol, State
from websockets.streams import StreamReader
from websockets.utils import apply_mask

from budokan.server.http import logs
from budokan.server.http.limits import Bucket, Rate, address_of
from budokan.server.watchdog import Watchdog

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

LOG = logging.getLogger("budokan.hall")
QUIET = logging.getLogger("uvicorn.error.hall")  # nobody fills the log with unreadable requests
QUIET.setLevel(logging.ERROR)

HEADER_BYTES = 32 * 1024  # of the first line and all headers together
MAX_HEADERS = 100
HEADER_SECONDS = 10.0  # for the headers, from connecting or from the first byte of a request
BODY_SECONDS = 60.0  # for the body, from the end of the headers
IDLE_SECONDS = 20.0  # between two requests
READ_SECONDS = 60.0  # for a client that reads nothing of its answer
PING_SECONDS = 20.0  # between two pings of a socket, and for the answer to one
MAX_TOTAL = 10_000  # connections in all, if there are file descriptors for them
RESERVED = 200  # file descriptors for files, workers and connections that are refused
FEW = 1000  # connections; a hall that can have fewer warns
MAX_OF_CLIENT = 256  # connections of one client IP, sockets among them
HTTP_SLICE = 4096  # bytes that are read at once
SOCKET_SLICE = 2048  # bytes of a socket that are read at once
LATE_BYTES = 32 * 1024  # that a socket may send after it was closed
PARTS = Rate(60, 20)  # frames of a socket that are no whole message: fragments, pings, pongs
TEXT_FRAME = 0x81  # the first byte of a whole message that is text
MASKED = 0x80  # is added to the length of what clients send
HEAD = 6  # bytes before the text of a short message from a client: kind, length, mask
SHORT = 125  # bytes, the longest message whose length is one byte
DIRECT = "budokan.write"  # the extension by which the application writes without waiting
HEADERS, BODY, IDLE, UNREAD = "headers", "body", "idle", "unread"  # states with a time limit
PATIENCE = {HEADERS: HEADER_SECONDS, BODY: BODY_SECONDS, IDLE: IDLE_SECONDS, UNREAD: READ_SECONDS}
SILENT = (HEADERS, IDLE)  # states of connections that may give way
PLAIN = b"content-type: text/plain; charset=utf-8\r\n"
FULL = b"The hall is full; try again in a minute."
TOO_MANY = b"Your address has too many open connections; close some first."
TOO_LONG = b"The headers of a request may have 32768 bytes and 100 lines; these have more."
TOO_SLOW = b"The request took too long to arrive."
REASONS = {408: b"Request Timeout", 431: b"Request Header Fields Too Large",
           503: b"Service Unavailable"}  # fmt: skip


def plain_answer(status: int, text: bytes) -> bytes:
    """An answer outside the application, after which the connection is closed."""
    head = b"HTTP/1.1 %d %s\r\n%scontent-length: %d\r\nconnection: close\r\n\r\n"
    return head % (status, REASONS[status], PLAIN, len(text)) + text


def text_frame(text: bytes) -> bytes:
    """A message to a client as it is sent."""
    size = len(text)
    if size < 126:
        return bytes((TEXT_FRAME, size)) + text
    if size < 65536:
        return pack("!BBH", TEXT_FRAME, 126, size) + text
    return pack("!BBQ", TEXT_FRAME, 127, size) + text


def short_text(data: bytes) -> str | None:
    """The text of one short message of a client, whole and alone; None for any other data."""
    size = len(data) - HEAD
    if not 0 <= size <= SHORT or data[0] != TEXT_FRAME or data[1] != MASKED + size:
        return None
    try:
        return apply_mask(data[HEAD:], data[2:HEAD]).decode()
    except UnicodeDecodeError:
        return None


def is_between_frames(conn: Protocol) -> bool:
    """Whether a message that comes next is a new one: nothing of it has been read."""
    waits: Any = conn.parser
    while waits.gi_yieldfrom is not None:
        waits = waits.gi_yieldfrom
    nothing = waits.gi_code is StreamReader.at_eof.__code__ and conn.current_size is None
    return nothing and conn.state is State.OPEN


def total_allowed(wanted: int = 0) -> int:
    """How many connections the file descriptors of this process allow, `wanted` at most."""
    if resource is None:
        return wanted or MAX_TOTAL
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need = (wanted or MAX_TOTAL) + RESERVED
    most = need if hard == resource.RLIM_INFINITY else min(need, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    room = need if soft == resource.RLIM_INFINITY else min(need, soft)
    return max(10, room - RESERVED)


class Connections:
    """All open connections of the hall."""

    def __init__(
        self,
        total: int = MAX_TOTAL,
        of_client: int = MAX_OF_CLIENT,
        now: Callable[[], float] = monotonic,
        patience: dict[str, float] | None = None,
    ) -> None:
        self.total, self.of_client, self.now = total, of_client, now
        self.patience = patience or PATIENCE
        self.met: Counter[str] = Counter()  # how often each limit was met
        self.kinds: Counter[str] = Counter()  # open now: http and socket
        self.watchdog: Watchdog | None = None
        self._of: Counter[str] = Counter()  # by client IP
        self._since: dict[str, dict[HallHttp, float]] = {state: {} for state in self.patience}
        self._told: dict[str, float] = {}
        self._sweeping: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return self.kinds.total()

    @property
    def silent(self) -> int:
        """Connections that have asked for nothing, or wait between two requests."""
        return sum(len(self._since[state]) for state in SILENT)

    def admit(self, connection: "HallHttp") -> bytes:
        """Count a new connection; the answer to one for which there is no room, or nothing."""
        client = connection.address
        if client and self._of[client] >= self.of_client:
            self.tell("connections of a client", client)
            return plain_answer(503, TOO_MANY)
        if len(self) >= self.total:
            self.tell("connections in all", client, warn=True)
            if not self._make_room():
                return plain_answer(503, FULL)
        self.add("http", client)
        connection.counted = True
        self.enter(connection, HEADERS)
        return b""

    def forget(self, connection: "HallHttp") -> None:
        """A connection that is closed, is about to be, or is now a socket."""
        self.enter(connection, "")
        if connection.counted:
            connection.counted = False
            self.drop("http", connection.address)

    def _make_room(self) -> bool:
        """Close the connection that has been silent longest; whether there was one."""
        first = [next(iter(self._since[state].items()), None) for state in SILENT]
        found = [each for each in first if each is not None]
        if not found:
            return False
        oldest, _ = min(found, key=lambda each: each[1])
        oldest.give_up()
        return True

    def add(self, kind: str, client: str) -> None:
        self.kinds[kind] += 1
        self._of[client] += 1

    def drop(self, kind: str, client: str) -> None:
        self.kinds[kind] -= 1
        self._of[client] -= 1
        if not self._of[client]:
            del self._of[client]

    def enter(self, connection: "HallHttp", state: str) -> None:
        """Let the time of a state begin; '' is a state without a limit."""
        if connection.state:
            del self._since[connection.state][connection]
        state = state if connection.counted else ""
        connection.state = state
        if state:
            self._since[state][connection] = self.now()
            if self._sweeping is None:
                self._sweep_later()

    def _sweep_later(self) -> None:
        self._sweeping = asyncio.get_running_loop().call_later(1.0, self._sweep)

    def _sweep(self) -> None:
        self.sweep()
        self._sweeping = None
        if any(self._since.values()):
            self._sweep_later()

    def sweep(self) -> None:
        """Close the connections whose time is up; those that wait longest are first."""
        now = self.now()
        for state, since in self._since.items():
            while since:
                oldest, began = next(iter(since.items()))
                if now - began < self.patience[state]:
                    break
                if state != IDLE:
                    self.tell(f"time for {state}", oldest.address)
                oldest.time_out(state)

    def timed(self, what: str, work: Callable[[bytes], None], data: bytes) -> None:
        """Read data; the watchdog knows how long it takes."""
        if self.watchdog is None:
            work(data)
        else:
            self.watchdog.call(what, work, data)

    def tell(self, what: str, client: str = "", warn: bool = False) -> None:
        """Note that a limit was met; the log hears of each at most once a second."""
        self.met[what] += 1
        now = self.now()
        if now - self._told.get(what, -math.inf) >= 1:
            self._told[what] = now
            logs.note("limit met", what=what, times=self.met[what], client=client)
            if warn:
                LOG.warning("All %d connections that may be open are open.", self.total)


class HallConfig(uvicorn.Config):
    """The server's settings, with the connections that its protocols count."""

    connections: Connections


def connections_of(config: uvicorn.Config) -> Connections:
    assert isinstance(config, HallConfig)
    return config.connections


class LongHeadersError(Exception):
    """The headers of a request are too long."""


class HallHttp(HttpToolsProtocol):
    """An HTTP connection within limits."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.logger = QUIET
        self.all = connections_of(config)
        self.state = ""
        self.address = ""
        self.counted = False
        self._unfinished = 0  # bytes that belong to no finished headers and no body
        self._head = 0  # bytes of this request's headers that are finished
        self._too_long = False  # whether its headers are
        self._at_work: RequestResponseCycle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(cast(Transport, transport))
        self.address = address_of(self.client[0]) if self.client else ""
        if refusal := self.all.admit(self):
            self.transport.write(refusal)
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.all.forget(self)
        self._end_cycles()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._at_work = cycle
        super()._start_asgi_task(cycle, app)

    def _end_cycles(self) -> None:
        """Nobody hears the answer that is being made, nor those to further requests."""
        self.pipeline.clear()
        if self._at_work is not None:
            self._at_work.disconnected = True
            self._at_work.message_event.set()

    # -- what comes in ------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if not self.counted or self.transport.is_closing():
            return
        if self.state == IDLE:
            self.all.enter(self, HEADERS)
        self.all.timed("data of a connection", self._read, data)

    def _read(self, data: bytes) -> None:
        """Read piece by piece, so that what is not finished is never more than the limit."""
        for start in range(0, len(data), HTTP_SLICE):
            piece = data[start : start + HTTP_SLICE]
            self._unfinished += len(piece)
            super().data_received(piece)
            if self.transport.is_closing() or not self.counted:
                return
            if self._unfinished > HEADER_BYTES:
                self._refuse_headers()
                return

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0

    def on_url(self, url: bytes) -> None:
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count_head(len(name) + len(value) + 4)
        super().on_header(name, value)

    def _count_head(self, more: int) -> None:
        self._head += more
        self._too_long = self._head > HEADER_BYTES or len(self.headers) >= MAX_HEADERS
        if self._too_long:
            raise LongHeadersError

    def on_headers_complete(self) -> None:
        self._unfinished = 0
        self._go_to(BODY)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unfinished = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._unfinished = 0
        self._go_to(IDLE if self._answered else "")
        super().on_message_complete()

    def _go_to(self, state: str) -> None:
        """Another state, unless an answer is not read: then requests do not matter."""
        if self.state != UNREAD:
            self.all.enter(self, state)

    def send_400_response(self, msg: str) -> None:
        """Called for whatever cannot be read."""
        if self._too_long:
            self._refuse_headers()
        else:
            self.all.tell("unreadable requests", self.address)
            super().send_400_response(msg)
            self.all.enter(self, UNREAD)

    def handle_websocket_upgrade(self) -> None:
        self.all.forget(self)
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it refers to this: no garbage is left

    # -- what goes out ------------------------------------------------------------------------

    @property
    def _answered(self) -> bool:
        return self.cycle is not None and self.cycle.response_complete

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and self.cycle.response_started and not self._answered

    def on_response_complete(self) -> None:
        if self.state == "" and not self.pipeline:
            self.all.enter(self, IDLE)
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.all.enter(self, UNREAD)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.state == UNREAD:
            self.all.enter(self, IDLE if self._answered else "")

    # -- how it ends --------------------------------------------------------------------------

    def _refuse_headers(self) -> None:
        self.all.tell("headers", self.address)
        self._refuse(plain_answer(431, TOO_LONG))

    def _refuse(self, answer: bytes) -> None:
        """Answer without the application, unless it has begun to, and close."""
        if not self.transport.is_closing() and not self._answering:
            self.transport.write(answer)
        self.transport.close()
        self.all.enter(self, UNREAD)  # until the answer is read

    def time_out(self, state: str) -> None:
        """Close it: its time is up."""
        if state == UNREAD:
            self.give_up()
        elif state == IDLE and self.transport.get_write_buffer_size():
            self.all.enter(self, UNREAD)
        elif state == IDLE:
            self.give_up()
        else:
            self._refuse(plain_answer(408, TOO_SLOW))

    def give_up(self) -> None:
        """End it at once."""
        self.all.forget(self)
        if self.transport.get_write_buffer_size():
            self._end_cycles()
            self.transport.abort()  # to close would wait until all is read
        else:
            self.transport.close()


class HallSocket(WebSocketsSansIOProtocol):
    """A WebSocket that reads a little at a time, and slowly what comes too fast.

    What has come is kept as bytes until the application has taken the message before it; while it
    is kept nothing is read, so that a flood stays with who sends it.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.logger = QUIET
        self.all = connections_of(config)
        self.address = ""
        self._kept = b""
        self._late = 0  # bytes that came after the close
        self._parts = Bucket()
        self._next: asyncio.Handle | None = None  # when it reads on
        self._between = False  # whether what comes next begins a message

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.address = address_of(self.client[0]) if self.client else ""
        self.all.add("socket", self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        self.all.drop("socket", self.address)
        self._kept = b""
        if self._next is not None:
            self._next.cancel()
        super().connection_lost(exc)
        self.conn.parser.close()  # it refers to its connection: no garbage is left

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope["extensions"])[DIRECT] = self.write_text

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            cast(dict[str, Any], self.scope).clear()  # it refers to this: no garbage is left

    def write_text(self, text: str) -> bool:
        """Send a message at once, past all layers; False if its turn has not come, or never will.

        Most messages find a client that has read all before: for those the layers only cost.
        """
        ready = self.handshake_complete and self.writable.is_set()
        if not ready or self.close_sent or self.conn.state is not State.OPEN:
            return False
        self.transport.write(text_frame(text.encode()))
        return True

    def data_received(self, data: bytes) -> None:
        if not self._hand_over(data):
            self._keep(data)

    def _hand_over(self, data: bytes) -> bool:
        """Hand a short message to the application at once, past all layers, if it waits for one.

        Most data are a click like that; whatever else comes is read as usual.
        """
        waits = self._between and not self._kept and self._next is None and self.queue.empty()
        if not waits or self.close_sent or self.read_paused or self.conn.state is not State.OPEN:
            return False
        text = short_text(data)
        if text is None:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        return True

    def _keep(self, data: bytes) -> None:
        self._kept += data
        if self.close_sent:
            self._late += len(data)
            if self._late > LATE_BYTES:
                self.transport.abort()  # it does not mean to close
        if self._next is None:
            self._read()

    def _read(self) -> None:
        """Read a piece, unless the application has a message to take first."""
        self._next = None
        if self._kept and (self.queue.empty() or self.close_sent):
            piece, self._kept = self._kept[:SOCKET_SLICE], self._kept[SOCKET_SLICE:]
            self.all.timed("data of a socket", super().data_received, piece)
            self._between = is_between_frames(self.conn)
        if self.conn.handshake_exc is not None and not self.close_sent:
            self._refuse_handshake()
        if self.transport.is_closing():
            self._kept = b""
            return
        if self._kept and self._next is None and (self.queue.empty() or self.close_sent):
            self._next = self.loop.call_soon(self._read)
        self._pause_or_resume()

    def _pause_or_resume(self) -> None:
        """Take more from the client only if nothing that it sent waits here unread."""
        pause = bool(self._kept or self._next is not None) and not self.close_sent
        if pause and not self.read_paused:
            self.transport.pause_reading()
        elif self.read_paused and not pause:
            self.transport.resume_reading()
        self.read_paused = pause

    def send_receive_event_to_app(self) -> None:
        """Hand over a message; whether more is read meanwhile says `_pause_or_resume`."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused

    async def receive(self) -> Any:
        message = await self.queue.get()
        held_back = self._kept or self.read_paused
        if held_back and self.queue.empty() and self._next is None:
            self._read()
        return message

    def _count_part(self) -> None:
        """Count a frame that is no whole message; after too many it rests."""
        if wait := self._parts.charge(1, PARTS, self.all.now()):
            self.all.tell("parts of messages", self.address)
            if self._next is not None:
                self._next.cancel()
            self._next = self.loop.call_later(wait, self._read)

    def handle_text(self, event: Frame) -> None:
        if not event.fin:
            self._count_part()
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if not event.fin:
            self._count_part()
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        self._count_part()
        super().handle_cont(event)

    def handle_ping(self) -> None:
        self._count_part()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._count_part()
        super().handle_pong(event)

    def _refuse_handshake(self) -> None:
        """Send the answer to a handshake that cannot be read; uvicorn would wait for ever."""
        self.all.tell("unreadable requests", self.address)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = self.handshake_complete = True
        self.transport.close()


def make_config(app: Any, connections: Connections, **settings: Any) -> HallConfig:
    """The server's settings with these connections."""
    found = HallConfig(
        app,
        http=HallHttp,
        ws=HallSocket,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_keep_alive=int(2 * IDLE_SECONDS),  # `Connections` is sooner
        **settings,
    )
    found.connections = connections
    return found
