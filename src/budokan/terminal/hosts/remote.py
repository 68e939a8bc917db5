"""A seat at a table in a hall elsewhere, by its link."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from http.cookiejar import LoadError, LWPCookieJar
from time import monotonic
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPCookieProcessor,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

import msgspec

from budokan import protocol
from budokan.kit.errors import Refusal
from budokan.terminal.hosts import saves
from budokan.terminal.hosts.host import Frame, Hint, Host, Notice
from budokan.terminal.hosts.remote_deals import Given, check, give
from budokan.terminal.hosts.remote_presence import Presence
from budokan.thinking.advice import Advice, Tip

TABLE = re.compile(r"^(?:/[^?]*)?/table/([\w-]+)/?$")
LIMIT = 4 * 1024 * 1024  # bytes of a frame
PATIENCE = 10.0  # seconds
PAUSES = (0.5, 1, 2, 4, 8)  # seconds before the line is tried again
FOR_GOOD = (4400, 4404)  # how a hall closes a line that it would close again


@dataclass(frozen=True)
class Place:
    """Where a table is, and the cookie that says who one is there."""

    base: str  # scheme and host
    id: str
    cookies: str
    given: Given | None = None  # to the deal
    courtesies: Mapping[str, str] = field(default_factory=dict)
    taken: bool = False  # the seat of the link, by somebody else

    @property
    def socket(self) -> str:
        bits = f"&bits={self.given.bits}" if self.given else ""
        base = self.base.replace("http", "ws", 1)
        return f"{base}/ws/{self.id}?protocol={protocol.PROTOCOL}{bits}"


def enter(link: str) -> Place:
    """Open a link as a browser would: its key becomes a cookie."""
    base, table = _read(link)
    jar = _jar()
    opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(jar))
    taken = _open(opener, link.strip(), base)
    asking = Request(f"{base}/ws/{table}")
    jar.add_cookie_header(asking)
    _keep(jar)
    given = give(opener, base, table)
    cookies = asking.get_header("Cookie", "")
    return Place(base, table, cookies, given, courtesies(opener, base), taken)


def _read(link: str) -> tuple[str, str]:
    """The hall of a link, and the table."""
    no_link = f"{link!r} is no link to a table; it looks like http://HOST/table/ID?key=KEY."
    try:
        parts = urlsplit(link.strip())
    except ValueError as error:
        raise Refusal(no_link) from error
    found = TABLE.match(parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or not found:
        raise Refusal(no_link)
    return f"{parts.scheme}://{parts.netloc}", found[1]


def _open(opener: OpenerDirector, link: str, base: str) -> bool:
    """Go to a table; whether somebody else has the seat of the link."""
    try:
        with opener.open(link, timeout=PATIENCE) as page:
            page.read(LIMIT)
            return urlsplit(str(page.geturl())).query == "taken=1"
    except HTTPError as error:
        raise Refusal(_reason(error)) from error
    except (HTTPException, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise Refusal(f"The hall at {base} does not open this table: {reason}.") from error


def again(place: Place) -> Place:
    """The table at which the same people play once more."""
    address = f"{place.base}/api/tables/{place.id}/rematch"
    headers = {"Cookie": place.cookies, "Origin": place.base, "Content-Type": "application/json"}
    asking = Request(address, b"{}", headers)
    try:
        with build_opener(ProxyHandler({})).open(asking, timeout=PATIENCE) as answer:
            found = msgspec.json.decode(answer.read(LIMIT), type=protocol.TableId).id
    except HTTPError as error:
        raise Refusal(_reason(error)) from error
    except (HTTPException, OSError, ValueError) as error:
        raise Refusal(f"The hall does not answer: {error}.") from error
    return enter(f"{place.base}/table/{found}")


def _reason(error: HTTPError) -> str:
    """The sentence with which a hall refuses."""
    with suppress(msgspec.DecodeError):
        return msgspec.json.decode(error.read(LIMIT), type=protocol.ErrorAnswer).error
    return f"The hall refuses: {error.reason}."


def courtesies(opener: OpenerDirector, base: str) -> dict[str, str]:
    """What may be said to the others; nothing in a hall that does not tell."""
    try:
        with opener.open(f"{base}/api/courtesies", timeout=PATIENCE) as answer:
            return msgspec.json.decode(answer.read(LIMIT), type=dict[str, str])
    except (HTTPException, OSError, ValueError):
        return {}


def _jar() -> LWPCookieJar:
    """The cookies of earlier visits: a link seats only whoever opened it first."""
    jar = LWPCookieJar(str(saves.folder() / "cookies.txt"))
    with suppress(OSError, LoadError):
        jar.load()
    return jar


def _keep(jar: LWPCookieJar) -> None:
    """Keep them from other eyes; without them one can play, but not come back."""
    path = saves.folder() / "cookies.txt"
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)
        jar.save()


def join(url: str) -> "RemoteHost":
    """The table behind a link."""
    return RemoteHost(enter(url))


class RemoteHost(Host):
    """A client of the hall's socket; a lost line is taken up again."""

    def __init__(self, place: Place, pauses: Sequence[float] = PAUSES) -> None:
        super().__init__()
        self.place, self.pauses = place, pauses
        self.courtesies = place.courtesies
        self.outbox: asyncio.Queue[protocol.ClientMessage] = asyncio.Queue(64)
        self.decoder = msgspec.json.Decoder(protocol.HallMessage)
        self.view: int | None = None  # whose table was asked for; asked again on a new line
        self.over = False
        self.names: list[str] = []
        self.mine: list[int] = []
        self.came = False  # whether anything was shown since the line was opened
        self.checking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        if self.place.taken:
            self.tell(Notice("That seat is taken. You watch.", bad=True))
        tries = 0
        while tries <= len(self.pauses):
            if tries:
                await asyncio.sleep(self.pauses[tries - 1])
            heard, why = await self._line()
            if not why:
                return
            tries = 1 if heard else tries + 1
            self.tell(Notice(f"{why} Trying again.", bad=True))
        self.tell(Notice("The hall no longer answers. Leave, and join again later.", bad=True))

    async def _line(self) -> tuple[bool, str]:
        """One connection; whether anything was shown on it, and why it ended ('' for good)."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, WebSocketException

        headers = {"Cookie": self.place.cookies} if self.place.cookies else {}
        self.came = False
        try:
            async with connect(
                self.place.socket,
                origin=self.place.base,  # type: ignore[arg-type]  # a NewType of str
                additional_headers=headers,
                max_size=LIMIT,
                open_timeout=PATIENCE,
                compression=None,
                proxy=None,
            ) as line:
                if self.view is not None:
                    await line.send(protocol.encode(protocol.Look(self.view)))
                sending = asyncio.create_task(self._send(line))
                try:
                    async for text in line:
                        if not self._hear(text):
                            return self.came, ""
                finally:
                    sending.cancel()
        except (OSError, TimeoutError, WebSocketException) as error:
            if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in FOR_GOOD:
                return self.came, ""
            return self.came, f"The line to the hall broke ({error or type(error).__name__})."
        return self.came, "The hall closed the line."

    async def _send(self, line: Any) -> None:
        while True:
            said = await self.outbox.get()
            await line.send(protocol.encode(said))

    def _hear(self, text: str | bytes) -> bool:
        """Pass on what the hall says; whether to go on listening."""
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
            self._return(message)
            self.names, self.mine = message.names, message.mine
            self.show(_frame(message))
            if message.over and message.mine and self.place.given and not self.checking:
                self.checking = asyncio.create_task(self._check(self.place.given))
        return True

    def _return(self, message: protocol.SceneFrame) -> None:
        """Who comes back takes their seats back from the bot that played for them."""
        stood = [] if self.came else message.table.stand_ins
        for seat in (seat for seat in stood if seat in message.mine):
            self.reclaim(seat)
        self.came = True

    async def _check(self, given: Given) -> None:
        """Say whether the deal was what the hall had promised."""
        found = await asyncio.to_thread(check, self.place.base, self.place.id, given)
        if found:
            self.tell(Notice(found.told, bad=not found.fair))

    def _say(self, said: protocol.ClientMessage) -> None:
        try:
            self.outbox.put_nowait(said)
        except asyncio.QueueFull:
            self.tell(Notice("The hall does not answer.", bad=True))

    def act(self, seat: int, ply: int, action: str) -> None:
        self._say(protocol.Act(ply, seat, action))

    def undo(self, seat: int, ply: int) -> None:
        self._say(protocol.Undo(ply, seat))

    def concede(self, seat: int) -> None:
        self._say(protocol.Concede(seat))

    def hint(self, seat: int, ply: int) -> None:
        self._say(protocol.AskHint(ply, seat))

    def claim(self, seat: int, of: int) -> None:
        self._say(protocol.ClaimSeat(seat, of))

    def reclaim(self, seat: int) -> None:
        self._say(protocol.TakeSeatBack(seat))

    def greet(self, seat: int, courtesy: str) -> None:
        self._say(protocol.SayCourtesy(seat, courtesy))

    def look(self, seat: int) -> None:
        self.view = seat
        self._say(protocol.Look(seat))


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
        drafted=message.draft_length,
        over=message.over,
        assists=table.assists,
        note=_again(table) if message.over and mine else "",
        presence=Presence(names, message.view, mine, table, message.now, monotonic()),
    )


def _again(table: protocol.TableFacts) -> str:
    if table.rematch:
        return "Somebody wants to play again; n joins the rematch."
    return "n asks for a rematch, everybody one seat further."
