"""A seat at a table in a hall elsewhere, by its link."""

import asyncio
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from http.cookiejar import LoadError, LWPCookieJar
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

import msgspec

from budokan.kit.errors import Refusal
from budokan.kit.scene import Scene
from budokan.minds.advice import Advice, Tip
from budokan.play.clock import spelt
from budokan.terminal import saves
from budokan.terminal.deals import Given, check, give
from budokan.terminal.host import Frame, Hinted, Host, Told

TABLE = re.compile(r"^(?:/[^?]*)?/table/([\w-]+)/?$")
LIMIT = 4 * 1024 * 1024  # bytes of a frame
PATIENCE = 10.0  # seconds
PAUSES = (0.5, 1, 2, 4, 8)  # seconds before the line is tried again


@dataclass(frozen=True)
class Place:
    """Where a table is, and the cookie that says who one is there."""

    base: str  # scheme and host
    id: str
    cookies: str
    given: Given | None = None  # to the deal

    @property
    def socket(self) -> str:
        bits = f"?bits={self.given.bits}" if self.given else ""
        return f"{self.base.replace('http', 'ws', 1)}/ws/{self.id}{bits}"


class SceneMessage(msgspec.Struct, tag_field="t", tag="scene"):
    """The table as this visitor may see it."""

    ply: int
    view: int
    mine: list[int]
    names: list[str]
    scene: Scene
    story: list[str]
    over: bool
    drafted: int = 0
    table: dict[str, Any] = {}
    now: int = 0


class RefusedMessage(msgspec.Struct, tag_field="t", tag="refused"):
    text: str
    clause: str = ""


class CourtesyMessage(msgspec.Struct, tag_field="t", tag="courtesy"):
    """Somebody at the table says one of the few things there are to say."""

    seat: int
    text: str


class ErrorMessage(msgspec.Struct, tag_field="t", tag="error"):
    text: str


class TipMessage(msgspec.Struct):
    action: str
    label: str
    chance: float
    margin: float
    told: str
    why: str = ""


class HintMessage(msgspec.Struct, tag_field="t", tag="hint"):
    """The best moves of this visitor's seat."""

    ply: int
    seat: int
    heading: str
    tips: list[TipMessage]
    note: str = ""


Message = SceneMessage | HintMessage | CourtesyMessage | RefusedMessage | ErrorMessage


def enter(link: str) -> Place:
    """Open a link as a browser would: its key becomes a cookie."""
    parts = urlsplit(link.strip())
    found = TABLE.match(parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or not found:
        raise Refusal(
            f"{link!r} is no link to a table; it looks like http://HOST/table/ID?key=KEY."
        )
    jar = _jar()
    opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(jar))
    try:
        with opener.open(link.strip(), timeout=PATIENCE) as page:
            page.read()
    except (URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise Refusal(f"The hall at {parts.netloc} does not open this table: {reason}.") from error
    base = f"{parts.scheme}://{parts.netloc}"
    asking = Request(f"{base}/ws/{found[1]}")
    jar.add_cookie_header(asking)
    _keep(jar)
    given = give(opener, base, found[1])
    return Place(base, found[1], asking.get_header("Cookie", ""), given)


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
        self.outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue(64)
        self.decoder = msgspec.json.Decoder(Message)
        self.view: int | None = None  # whose table was asked for; asked again on a new line
        self.over = False
        self.names: list[str] = []
        self.came = False  # whether anything was shown since the line was opened
        self.checking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        tries = 0
        while tries <= len(self.pauses):
            if tries:
                await asyncio.sleep(self.pauses[tries - 1])
            heard, why = await self._line()
            if not why:
                return
            tries = 1 if heard else tries + 1
            self.tell(Told(f"{why} Trying again.", bad=True))
        self.tell(Told("The hall does not answer any more; leave and join again later.", bad=True))

    async def _line(self) -> tuple[bool, str]:
        """One connection; whether anything was heard on it, and why it ended ('' for good)."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import WebSocketException

        headers = {"Cookie": self.place.cookies} if self.place.cookies else {}
        heard = False
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
                self.came = False
                if self.view is not None:
                    self.outbox.put_nowait({"t": "look", "seat": self.view})
                sending = asyncio.create_task(self._send(line))
                try:
                    async for text in line:
                        heard = True
                        if not self._hear(text):
                            return heard, ""
                finally:
                    sending.cancel()
        except (OSError, TimeoutError, WebSocketException) as error:
            return heard, f"The line to the hall broke ({error or type(error).__name__})."
        return heard, "The hall closed the line."

    async def _send(self, line: Any) -> None:
        while True:
            said = await self.outbox.get()
            await line.send(msgspec.json.encode(said).decode())

    def _hear(self, text: str | bytes) -> bool:
        """Pass on what the hall says; whether to go on listening."""
        try:
            message = self.decoder.decode(text)
        except msgspec.DecodeError as error:
            self.tell(Told(f"The hall speaks another version of Budokan: {error}.", bad=True))
            return False
        if isinstance(message, RefusedMessage):
            self.tell(Told(message.text, message.clause, bad=True))
        elif isinstance(message, ErrorMessage):
            self.tell(Told(message.text, bad=True))
            return False
        elif isinstance(message, HintMessage):
            tips = [Tip(**msgspec.structs.asdict(tip)) for tip in message.tips]
            found = Advice(tips, message.note)
            self.advise(Hinted(message.seat, message.ply, message.heading, found))
        elif isinstance(message, CourtesyMessage):
            who = self.names[message.seat] if message.seat < len(self.names) else "Somebody"
            self.tell(Told(f"{who}: {message.text}"))
        else:
            self._return(message)
            self.names = message.names
            self.show(_frame(message))
            if message.over and message.mine and self.place.given and not self.checking:
                self.checking = asyncio.create_task(self._check(self.place.given))
        return True

    def _return(self, message: SceneMessage) -> None:
        """Who comes back takes their seats back from the bot that played for them."""
        stood = [] if self.came else message.table.get("stands", [])
        for seat in (seat for seat in stood if seat in message.mine):
            self._say({"t": "back", "seat": seat})
        self.came = True

    async def _check(self, given: Given) -> None:
        """Say whether the deal was what the hall had promised."""
        found = await asyncio.to_thread(check, self.place.base, self.place.id, given)
        if found:
            self.tell(Told(found.told, bad=not found.fair))

    def _say(self, said: dict[str, Any]) -> None:
        try:
            self.outbox.put_nowait(said)
        except asyncio.QueueFull:
            self.tell(Told("The hall does not answer.", bad=True))

    def act(self, seat: int, ply: int, action: str) -> None:
        self._say({"t": "act", "ply": ply, "seat": seat, "action": action})

    def undo(self, seat: int, ply: int) -> None:
        self._say({"t": "undo", "ply": ply, "seat": seat})

    def concede(self, seat: int) -> None:
        self._say({"t": "concede", "seat": seat})

    def hint(self, seat: int, ply: int) -> None:
        self._say({"t": "hint", "ply": ply, "seat": seat})

    def look(self, seat: int) -> None:
        self.view = seat
        self._say({"t": "look", "seat": seat})


def time_left(message: SceneMessage) -> str:
    """The clocks when the frame came, in one line; '' without a clock."""
    clock = message.table.get("clock")
    if not clock:
        return ""
    said = []
    for seat, left in enumerate(clock["left"]):
        began = clock["since"][seat]
        rest = max(0, left - (message.now - began if began else 0))
        runs = " (runs)" if began else ""
        said += [f"{message.names[seat]} {spelt(rest)}{runs}"] if left >= 0 else []
    return "Time left: " + ", ".join(said)


def _frame(message: SceneMessage) -> Frame:
    table = message.table
    status = " · ".join(filter(None, (message.scene.status, time_left(message))))
    return Frame(
        game=str(table.get("game", message.scene.game)),
        title=str(table.get("title", message.scene.game)),
        ply=message.ply,
        view=message.view,
        mine=tuple(message.mine),
        names=tuple(message.names),
        scene=replace(message.scene, status=status),
        story=tuple(message.story),
        drafted=message.drafted,
        over=message.over,
        assists=bool(table.get("assists", False)),
    )
