"""A table of a hall elsewhere, over its socket."""

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import Any

import msgspec

from budokan import protocol
from budokan.differences import GapError, Reader
from budokan.kit.provenance import Sourced
from budokan.terminal.hosts.host import Frame, Hint, Host, Notice
from budokan.terminal.hosts.remote_cards import table_values
from budokan.terminal.hosts.remote_deals import Given, check
from budokan.terminal.hosts.remote_link import LIMIT, PATIENCE, Place
from budokan.terminal.hosts.remote_presence import Presence
from budokan.terminal.seating import belts_worn
from budokan.thinking.advice import Advice, Tip

PAUSES = (0.5, 1, 2, 4, 8)  # seconds before each new attempt to connect
FINAL = (4400, 4404)  # closing codes after which a new attempt is useless


class RemoteHost(Host):
    """A client of the hall's socket; it reconnects when the connection is lost."""

    def __init__(self, place: Place, pauses: Sequence[float] = PAUSES) -> None:
        super().__init__()
        self.place, self.pauses = place, pauses
        self.courtesies = place.courtesies
        self.outbox: asyncio.Queue[protocol.ClientMessage] = asyncio.Queue(64)
        self.decoder = msgspec.json.Decoder(protocol.HallMessage)
        self.view: int | None = None  # the requested view; requested again after a reconnect
        self.names: list[str] = []
        self.mine: list[int] = []
        self.reader = Reader()
        self.shown = False  # whether a frame has arrived on this connection
        self.checking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        if self.place.taken:
            self.tell(Notice("That seat is taken. You are watching.", bad=True))
        tries = 0
        while tries <= len(self.pauses):
            if tries:
                await asyncio.sleep(self.pauses[tries - 1])
            shown, fault = await self._connect()
            if not fault:
                return
            tries = 1 if shown else tries + 1
            self.tell(Notice(f"{fault} Trying again.", bad=True))
        self.tell(Notice("The hall no longer answers. Leave, and join again later.", bad=True))

    async def _connect(self) -> tuple[bool, str]:
        """One connection: whether a frame arrived, and why to try again ('' if not to)."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, WebSocketException

        headers = {"Cookie": self.place.cookies} if self.place.cookies else {}
        self.shown = False
        try:
            async with connect(
                self.place.socket,
                origin=self.place.base,  # type: ignore[arg-type]  # a NewType of str
                additional_headers=headers,
                max_size=LIMIT,
                open_timeout=PATIENCE,
                compression=None,
                proxy=None,
            ) as socket:
                if self.view is not None:
                    await socket.send(protocol.encode(protocol.Look(self.view)))
                sending = asyncio.create_task(self._send(socket))
                try:
                    async for text in socket:
                        if not self._receive(text):
                            return self.shown, ""
                finally:
                    sending.cancel()
        except (OSError, TimeoutError, WebSocketException) as error:
            if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in FINAL:
                return self.shown, ""
            return self.shown, f"The connection broke ({error or type(error).__name__})."
        return self.shown, "The hall closed the connection."

    async def _send(self, socket: Any) -> None:
        while True:
            message = await self.outbox.get()
            await socket.send(protocol.encode(message))

    def _receive(self, text: str | bytes) -> bool:
        """Pass a message on to the screen. False ends the connection."""
        try:
            message = self.decoder.decode(text)
        except msgspec.DecodeError as error:
            self.tell(Notice(f"This hall speaks another protocol: {error}.", bad=True))
            return False
        if isinstance(message, protocol.RefusedFrame):
            self.tell(Notice(message.text, message.clause, bad=True))
        elif isinstance(message, protocol.ErrorFrame):
            self.tell(Notice(message.text, bad=True))  # the closing code says whether to retry
        elif isinstance(message, protocol.HintFrame):
            tips = [Tip(*msgspec.structs.astuple(tip)) for tip in message.tips]
            found = Advice(tips, message.note)
            self.advise(Hint(message.seat, message.ply, message.heading, found))
        elif isinstance(message, protocol.CourtesyFrame):
            if self.muted and message.seat not in self.mine:
                return True
            who = self.names[message.seat] if message.seat < len(self.names) else "Somebody"
            self.tell(Notice(f"{who}: {message.text}"))
        else:
            try:
                self._show(self.reader.whole(text, message))
            except GapError:
                self._queue(protocol.Again())
        return True

    def _show(self, frame: protocol.SceneFrame) -> None:
        self._reclaim_seats(frame)
        self.names, self.mine = frame.names, frame.mine
        self.show(_frame(frame))
        if frame.over and frame.mine and self.place.given and not self.checking:
            self.checking = asyncio.create_task(self._check(self.place.given))

    def _reclaim_seats(self, message: protocol.SceneFrame) -> None:
        """After coming back, take one's seats back from the bot that played them."""
        stand_ins = [] if self.shown else message.table.stand_ins
        for seat in (seat for seat in stand_ins if seat in message.mine):
            self.reclaim(seat)
        self.shown = True

    async def _check(self, given: Given) -> None:
        """Tell whether the deal was the one that the hall had promised."""
        found = await asyncio.to_thread(check, self.place.base, self.place.id, given)
        if found:
            self.tell(Notice(found.told, bad=not found.fair))

    def _queue(self, message: protocol.ClientMessage) -> None:
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.tell(Notice("The hall does not answer; your last command was not sent.", bad=True))

    def act(self, seat: int, ply: int, action: str) -> None:
        self._queue(protocol.Act(ply, seat, action))

    def undo(self, seat: int, ply: int) -> None:
        self._queue(protocol.Undo(ply, seat))

    def concede(self, seat: int) -> None:
        self._queue(protocol.Concede(seat))

    def hint(self, seat: int, ply: int) -> None:
        self._queue(protocol.AskHint(ply, seat))

    def claim(self, seat: int, from_seat: int) -> None:
        self._queue(protocol.ClaimSeat(seat, from_seat))

    def reclaim(self, seat: int) -> None:
        self._queue(protocol.TakeSeatBack(seat))

    def ask_undo(self, seat: int, ply: int) -> None:
        self._queue(protocol.AskUndo(ply, seat))

    def answer_undo(self, seat: int, request: int, agree: bool) -> None:
        self._queue(protocol.AnswerUndo(seat, request, agree))

    def greet(self, seat: int, courtesy: str) -> None:
        self._queue(protocol.SayCourtesy(seat, courtesy))

    async def values(self, frame: Frame, component: str) -> list[Sourced]:
        if not frame.scene.cards:
            return await super().values(frame, component)
        return await asyncio.to_thread(table_values, self.place.base, self.place.id, component)

    def look(self, seat: int) -> None:
        self.view = seat
        self._queue(protocol.Look(seat))


def _frame(message: protocol.SceneFrame) -> Frame:
    table, names, mine = message.table, tuple(message.names), tuple(message.mine)
    return Frame(
        game=table.game or message.scene.game,
        title=table.title or message.scene.game,
        ply=message.ply,
        view=message.view,
        mine=mine,
        names=names,
        scene=message.scene,
        story=tuple(message.story),
        draft_length=message.draft_length,
        over=message.over,
        assists=table.assists,
        note=_rematch_note(table) if message.over and mine else "",
        presence=Presence(names, message.view, mine, table, message.now, monotonic()),
        bots=belts_worn(names, table.players, protocol.PERSON),
    )


def _rematch_note(table: protocol.TableFacts) -> str:
    if table.rematch:
        return "There is a rematch; press n to join it."
    return "Press n for a rematch; everybody moves one seat further."
