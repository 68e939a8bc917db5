"""Who a request comes from: its device is found once, before any route is asked.

The visitor of a device is remembered in memory; the store is asked only about a device that is not
known there. Open connections are counted, so that a revoked device can be shown out.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from budokan import protocol
from budokan.server.connections import DIRECT
from budokan.server.http.requests import DEVICE, VISITOR, token_of
from budokan.server.lobby import visitor_id
from budokan.store import erasure
from budokan.store import visitors as stored
from budokan.store.store import Store, StoreError
from budokan.store.visitors import Known

REMEMBERED = 2000  # devices: twice as many as sit at 500 tables
LAST_MESSAGE = 2.0  # seconds for a connection's last message
WAIT = 20.0  # seconds for the other requests of a visitor to end
BAD, BUSY = 4400, 1013  # close codes, as in docs/api.md
STATIC = "/static/"
CONNECTION, LEAVING = "connection", "leaving"  # in the scope of a request
REVOKED = "This device was revoked or renewed. Reload the page to go on."


@dataclass(eq=False)
class Connection:
    """A request or socket that is open, and how its client is sent something."""

    device: str
    visitor: str
    send: Send
    socket: bool
    accepted: bool = False
    ended: bool = False
    closed: asyncio.Event = field(default_factory=asyncio.Event)

    async def end(self, sentence: str) -> None:
        """Say why a socket ends, and end it; what its client still sends is not heard."""
        if self.ended or not self.socket:
            return
        self.ended = True
        if not self.accepted:
            return
        told = protocol.encode(protocol.ErrorFrame(text=sentence))
        with suppress(Exception):  # the client may have gone by itself
            last = {"type": "websocket.send", "text": told}
            await asyncio.wait_for(self.send(last), LAST_MESSAGE)
        with suppress(Exception):
            await asyncio.wait_for(
                self.send({"type": "websocket.close", "code": BAD}), LAST_MESSAGE
            )


class Visitors:
    """The visitors of the devices that come, and their open connections."""

    def __init__(self, store: Store, today: Callable[[], str] = stored.today) -> None:
        self.store, self.today = store, today
        self.leaving: set[str] = set()  # visitors who are being erased: they count as nobody
        self.erasing: set[str] = set()  # those of them at whom somebody works now
        self._known: OrderedDict[str, tuple[str, Known]] = OrderedDict()  # with the day
        self._changes = 0  # so that an answer from before a change is not remembered
        self._open: dict[str, set[Connection]] = {}  # by visitor

    async def open(self) -> None:
        """Count nobody whose erasure has begun."""
        self.leaving |= set(await self.store.do(erasure.begun))

    async def find(self, device: str) -> Known:
        """Whose device it is, '' if nobody's."""
        while True:
            day = self.today()
            seen, found = self._known.get(device, ("", None))
            if found is None or seen != day:
                changes = self._changes
                found = await self.store.do(stored.resolve, device, day)
                if changes != self._changes:
                    continue  # it may just have been revoked: ask again
                self._remember(device, day, found)
            self._known.move_to_end(device)
            return found

    def _remember(self, device: str, day: str, found: Known) -> None:
        self._known[device] = day, found
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    @property
    def remembered(self) -> int:
        return len(self._known)

    async def note(self, device: str, visitor: str) -> None:
        """Keep a device whose visitor has got something here."""
        if not (await self.find(device)).kept:
            changes = self._changes
            await self.store.do(stored.note, device, visitor)
            self._known.pop(device, None)
            if changes == self._changes:
                self._remember(device, self.today(), Known(visitor, True))

    def forget(self) -> None:
        """Ask the store again about everybody; what changes is rare."""
        self._changes += 1
        self._known.clear()

    # -- connections --------------------------------------------------------------------------

    def enter(self, connection: Connection) -> None:
        if connection.visitor:
            self._open.setdefault(connection.visitor, set()).add(connection)

    def leave(self, connection: Connection) -> None:
        connection.closed.set()
        there = self._open.get(connection.visitor, set())
        there.discard(connection)
        if not there:
            self._open.pop(connection.visitor, None)

    async def show_out(self, visitor: str, sentence: str, devices: Iterable[str] = ()) -> None:
        """End the sockets of a visitor, or only those of some of their devices."""
        only = set(devices)
        there = self._open.get(visitor, set())
        found = [each for each in there if not only or each.device in only]
        await asyncio.gather(*(each.end(sentence) for each in found))

    def excuse(self, scope: Scope) -> None:
        """Let nobody wait for this request: it is the one that waits for the others."""
        self.leave(scope[CONNECTION])

    async def end_requests(self, visitor: str) -> bool:
        """Wait for the requests of a visitor that have begun; whether they ended in time."""
        found = [each for each in self._open.get(visitor, ()) if not each.socket]
        try:
            async with asyncio.timeout(WAIT):
                await asyncio.gather(*(each.closed.wait() for each in found))
        except TimeoutError:
            return False
        return True


class VisitorMiddleware:
    """Finds the visitor of every request and socket, for `visitor_of`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith(STATIC):
            await self.app(scope, receive, send)
            return
        token = token_of(HTTPConnection(scope))
        if not token:
            await self.app(scope, receive, send)
            return
        visitors: Visitors = scope["app"].state.visitors
        device = visitor_id(token)
        try:
            found = await visitors.find(device)
        except StoreError as error:
            await _refuse(scope, receive, send, error)
            return
        if found.visitor in visitors.leaving:
            scope[LEAVING] = found.visitor
        elif found.visitor:
            scope[DEVICE], scope[VISITOR] = device, found.visitor
        await self._serve(visitors, scope, receive, send)

    async def _serve(self, visitors: Visitors, scope: Scope, receive: Receive, send: Send) -> None:
        device, visitor = scope.get(DEVICE, ""), scope.get(VISITOR, "")
        there = Connection(device, visitor, send, scope["type"] == "websocket")
        scope[CONNECTION] = there

        async def receive_while_known() -> Message:
            message = await receive()
            if there.ended:
                return {"type": "websocket.disconnect", "code": BAD}
            return message

        async def send_while_known(message: Message) -> None:
            if message["type"] == "websocket.accept":
                if there.ended:
                    message = {"type": "websocket.close", "code": BAD}
                there.accepted = True
            elif there.ended:
                return
            await send(message)

        extensions = scope.get("extensions") or {}
        if write := extensions.get(DIRECT):
            extensions[DIRECT] = lambda text: not there.ended and write(text)
        visitors.enter(there)
        try:
            if there.socket:
                await self.app(scope, receive_while_known, send_while_known)
            else:
                await self.app(scope, receive, send)
        finally:
            visitors.leave(there)


async def _refuse(scope: Scope, receive: Receive, send: Send, error: StoreError) -> None:
    """Answer that the store cannot be asked."""
    if scope["type"] == "http":
        await JSONResponse({"error": str(error)}, 503)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": BUSY, "reason": "The store is busy."})
