"""The socket of a table: one connection of one viewer."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketState

from budokan import protocol
from budokan.kit.errors import Refusal
from budokan.server.connections import DIRECT
from budokan.server.http import logs
from budokan.server.http.errors import TooManyError
from budokan.server.http.limits import TOO_FAST, Pace, client_of, limits_of, owner_of
from budokan.server.http.requests import FAULT as FAULT_TEXT
from budokan.server.http.requests import base_of, lobby_of, table_name, visitor_of
from budokan.server.metrics import Metrics
from budokan.server.table.dealing import read_bits
from budokan.server.table.outbox import StalledError
from budokan.server.table.table import Table, Viewer
from budokan.store.store import StoreError, UnknownError

LAST_MESSAGE = 2.0  # seconds for the last message of a connection
BAD, GONE, UNKNOWN, BUSY, FAULT = 4400, 1001, 4404, 1013, 1011  # close codes


async def socket(ws: WebSocket) -> None:
    """Serve one connection: another task sends, this one listens."""
    await ws.accept()
    viewer = Viewer(visitor_of(ws), base_of(ws))
    metrics: Metrics = ws.app.state.metrics

    async def send(text: str) -> None:
        metrics.sent(text)
        await ws.send_text(text)

    viewer.outbox.write = _direct_write(ws, metrics)
    sending = asyncio.create_task(viewer.outbox.run(send))
    try:
        code = await _talk(ws, viewer, sending)
        logs.note("left", code=code)
        viewer.outbox.close()
        await asyncio.wait({sending}, timeout=LAST_MESSAGE)
    finally:
        sending.cancel()  # also if this is cancelled: nobody else would end it
    with suppress(Exception, asyncio.CancelledError):
        await sending
    del sending  # its error refers to this frame: no garbage is left
    if ws.client_state is WebSocketState.DISCONNECTED:
        return  # the client closed it
    with suppress(Exception):
        await asyncio.wait_for(ws.close(code), LAST_MESSAGE)


async def _talk(ws: WebSocket, viewer: Viewer, sending: "asyncio.Task[None]") -> int:
    """Serve a connection until it ends, or say why it cannot be served; the close code."""
    code = GONE
    try:
        protocol.check_client(ws.query_params.get("protocol", ""))
        viewer.outbox.differences = ws.query_params.get("differences") == "1"
        viewer.bits = read_bits(ws.query_params.get("bits", ""))
        limits, client = limits_of(ws), client_of(ws)
        limits.count_request(client, "socket")
        with limits.connection(client):
            code = await _serve(ws, viewer, sending)
    except Refusal as refusal:
        code = UNKNOWN if isinstance(refusal, UnknownError) else BAD
        code = BUSY if isinstance(refusal, (StoreError, TooManyError)) else code
        viewer.outbox.put(protocol.encode(protocol.ErrorFrame(text=str(refusal))))
    except StalledError:
        code = BUSY
    except Exception as error:
        number = logs.fault("A connection failed.", error)
        code = FAULT
        viewer.outbox.put(protocol.encode(protocol.ErrorFrame(text=FAULT_TEXT.format(number))))
    return code


def _direct_write(ws: WebSocket, metrics: Metrics) -> Callable[[str], bool] | None:
    """What sends a message at once if the client takes it; only the hall's own server has it."""
    extensions: dict[str, Callable[[str], bool]] = ws.scope.get("extensions", {})
    if DIRECT not in extensions:
        return None
    direct = extensions[DIRECT]

    def write(text: str) -> bool:
        sent = direct(text)
        if sent:
            metrics.sent(text)
        return sent

    return write


async def _serve(ws: WebSocket, viewer: Viewer, sending: "asyncio.Task[None]") -> int:
    """Let a viewer in; the close code of the client that leaves."""
    limits = limits_of(ws)
    turn = await limits.joins.enter(owner_of(ws))
    try:
        async with lobby_of(ws).seen(table_name(ws), viewer.visitor) as table:
            try:
                began = monotonic()
                await table.join(viewer)
                turn.end()
                ws.app.state.metrics.join.add(monotonic() - began)
                logs.note("came", table=table.name, seats=len(viewer.mine))
                return await _converse(ws, table, viewer, sending)
            finally:
                table.leave(viewer)
    finally:
        turn.end()


async def _converse(
    ws: WebSocket, table: Table, viewer: Viewer, sending: "asyncio.Task[None]"
) -> int:
    """Listen until the client leaves, sends something unreadable, or stops reading."""
    ear = Ear(ws, table, viewer, limits_of(ws).pace())
    listening = asyncio.create_task(ear.listen())
    try:
        await asyncio.wait({listening, sending}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ear.closed = True
        if not ear.busy:
            listening.cancel()
        await asyncio.wait({listening})
    if sending.done():
        raise StalledError
    try:
        return listening.result()  # or its error
    finally:
        del listening  # the error refers to this frame: no garbage is left


class Ear:
    """Listens to a client. A message that is being carried out is carried out to its end."""

    def __init__(self, ws: WebSocket, table: Table, viewer: Viewer, pace: Pace) -> None:
        self.ws, self.table, self.viewer, self.pace = ws, table, viewer, pace
        self.metrics: Metrics = ws.app.state.metrics
        self.busy = False  # whether a message is being carried out
        self.closed = False  # then it is the last one

    async def listen(self) -> int:
        """Until the client leaves, or sends something unreadable; its close code."""
        while not self.closed:
            message = await self.ws.receive()
            if message["type"] == "websocket.disconnect":
                return int(message.get("code") or GONE)
            text = message.get("text")
            if text is None:
                raise protocol.UnreadableError("Send messages as text, not as bytes.")
            await self._hear(protocol.decode_message(text))
        return GONE

    async def _hear(self, said: protocol.ClientMessage) -> None:
        kind = str(said.__struct_config__.tag)
        self.metrics.heard(kind)
        if not await self.pace.keep(kind):
            limits_of(self.ws).tell("messages of a socket", client_of(self.ws))
            self.viewer.outbox.put(protocol.encode(protocol.RefusedFrame(text=TOO_FAST)))
            return
        began, self.busy = monotonic(), True
        try:
            await self.table.handle(self.viewer, said)
        finally:
            self.busy = False
        if kind == "act":
            self.metrics.click.add(monotonic() - began)


ROUTES: list[BaseRoute] = [WebSocketRoute("/ws/{table}", socket)]
