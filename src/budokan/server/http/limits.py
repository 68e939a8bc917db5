"""Limits: what a client may ask for, what it costs, and how soon it comes back.

Every limit is a token bucket: so much in a row, then so much each second. Requests are counted for
each client IP and answered by 429 when there are too many; this machine ('' as a client) is not
counted, since a proxy or a bench runs there. Messages are counted for each socket, whoever it is:
too many are read more slowly. Few sockets join a table at once, and their owners take turns.
"""

import asyncio
import ipaddress
import math
import re
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from time import monotonic
from typing import NamedTuple

from starlette.requests import HTTPConnection

from budokan.server.http import logs
from budokan.server.http.errors import FloodError, TooManyError
from budokan.server.http.requests import visitor_of

# -- what a client IP may ask for -----------------------------------------------------------------

MAX_REQUESTS = 2000  # points that one client IP may use in a row
REQUESTS_A_MINUTE = 6000  # points that it gets back
COSTS = {"page": 1, "read": 2, "list": 4, "write": 5, "socket": 5, "job": 8}  # points of a request
JOBS = re.compile(  # requests for which another process works, or a long record is read
    r"/api/(tables/[^/]+/(par|moments|coach|verify|record|replay|play-on|picture\.\w+|preview\.png)"
    r"|games/[^/]+/(preview\.png|gallery|check)|cards/[^/]+/(check|album)|replays|you/.+"
    r"|same/[^/]+)"
)
LISTS = re.compile(r"/(api/(matches|tables/open|replays/shown|cards|you)|metrics)")
MAX_NEW_TABLES = 300  # that one client IP may set up in a row
NEW_TABLES_A_MINUTE = 5  # that it may set up after that
MAX_PICTURES = 60  # that one client IP may ask for in a row
PICTURES_A_MINUTE = 20  # that it may ask for after that
MAX_CARD_CHECKS = 1200  # card files that one client IP may have checked in a row
CARD_CHECKS_A_MINUTE = 240  # that it may have checked after that
MAX_CARD_FILES = 120  # that one client IP may send in a row
CARD_FILES_A_MINUTE = 12  # that it may send after that
CARD_FILE_BYTES = 32 * 1024  # of a card file that count as one, and as one more table
MAX_RECORDS = 100  # that one owner may upload in a row
RECORDS_A_MINUTE = 6  # that they may upload after that
RECORD_BYTES = 8192  # of an uploaded record that count as a table
MAX_CONNECTIONS = 200  # sockets open at once from one client IP
MAX_CLIENTS = 10_000  # client IPs to remember for each limit

# -- what a socket may say ------------------------------------------------------------------------

MESSAGE_COSTS = {"hint": 50, "courtesy": 20, "again": 10, "look": 4}  # points of a message
USUAL_COST = 2  # points of any other
PLAYED = ("act", "undo", "ask_undo", "answer_undo")  # never refused, only slowed: nothing is lost
MAX_SLOWED = 200  # messages of a flood that are slowed; then the socket is closed
TOO_FAST = "Too many messages; the hall reads yours more slowly now."
FLOODED = "This socket has sent too many messages; come back later and send fewer."

# -- who joins a table ----------------------------------------------------------------------------

JOINS = 6  # sockets that join a table at once
JOIN_SECONDS = 0.5  # for which one that joins keeps others waiting
JOINS_WAITING = 3000  # that may wait in all
JOINS_OF_OWNER = 500  # that may wait of one owner
JOIN_PATIENCE = 10.0  # seconds that one may wait
CROWDED = "Many come at once; come back in a few seconds."


class Rate(NamedTuple):
    """How much may be used in a row, and how much of it comes back each second."""

    most: float
    a_second: float


SOCKET = Rate(200, 40)  # points: 100 moves in a row, then 20 a second
UNLIMITED = Rate(math.inf, 1)  # for tests and benches that play at full speed


class Bucket:
    """What one client has used of a rate."""

    __slots__ = ("_at", "_used")

    def __init__(self) -> None:
        self._used, self._at = 0.0, 0.0

    def used(self, rate: Rate, now: float) -> float:
        return max(0.0, self._used - (now - self._at) * rate.a_second)

    def take(self, cost: float, rate: Rate, now: float) -> float:
        """Use so much; or else use nothing, and return the seconds until there is enough."""
        used = self.used(rate, now)
        excess = used + cost - rate.most
        if excess > 1e-6:  # what is less comes from rounding
            return excess / rate.a_second
        self._used, self._at = used + cost, now
        return 0.0

    def charge(self, cost: float, rate: Rate, now: float) -> float:
        """Use so much in any case; the seconds until the debt is paid."""
        self._used, self._at = self.used(rate, now) + cost, now
        return max(0.0, self._used - rate.most) / rate.a_second


class Allowance:
    """A bucket for each client IP; those that asked longest ago are forgotten first."""

    def __init__(self, most: int, a_minute: int, what: str, now: Callable[[], float]) -> None:
        self.most, self.a_minute, self.what = most, a_minute, what
        self._now = now
        self._buckets: dict[str, Bucket] = {}

    def count(self, client: str, more: float) -> None:
        """Use some of the allowance; refuse too much."""
        bucket = self._buckets.pop(client, None) or Bucket()
        self._buckets[client] = bucket
        if len(self._buckets) > MAX_CLIENTS:
            del self._buckets[next(iter(self._buckets))]
        if wait := bucket.take(more, Rate(self.most, self.a_minute / 60), self._now()):
            raise TooManyError(
                f"Too many {self.what} from your address; try again in {in_words(wait)}.", wait
            )

    def used(self, client: str) -> float:
        """How much a client has used and not got back."""
        bucket = self._buckets.get(client)
        return bucket.used(Rate(self.most, self.a_minute / 60), self._now()) if bucket else 0.0


class Pace:
    """How fast the messages of one socket are carried out."""

    def __init__(
        self,
        rate: Rate,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.rate = rate
        self._now, self._sleep = now, sleep
        self._bucket = Bucket()
        self._warned = False
        self._slowed = 0

    async def keep(self, kind: str) -> bool:
        """Wait until a message may be carried out; False for one that is refused.

        While it waits nothing more is read, so that the rest stays with who sends it.
        """
        cost = min(self.rate.most, MESSAGE_COSTS.get(kind, USUAL_COST))
        if self._bucket.used(self.rate, self._now()) == 0:
            self._warned, self._slowed = False, 0
        wait = self._bucket.take(cost, self.rate, self._now())
        if wait and kind not in PLAYED:
            if not self._warned:
                self._warned = True
                return False
            self._slowed += 1
            if self._slowed > MAX_SLOWED:
                raise FloodError(FLOODED)
        while wait:
            await self._sleep(wait)
            wait = self._bucket.take(cost, self.rate, self._now())
        return True


class Turn:
    """Somebody's turn; it ends once, at the latest when its time is up."""

    def __init__(self, end: Callable[[], None], seconds: float) -> None:
        self._end: Callable[[], None] | None = end
        self._timer = asyncio.get_running_loop().call_later(seconds, self.end)

    def end(self) -> None:
        if self._end is not None:
            end, self._end = self._end, None
            self._timer.cancel()
            end()


class Gate:
    """Lets a few in at once; the owners of all that wait take turns."""

    def __init__(
        self,
        at_once: int = JOINS,
        seconds: float = JOIN_SECONDS,
        patience: float = JOIN_PATIENCE,
    ) -> None:
        self.at_once, self.seconds, self.patience = at_once, seconds, patience
        self.waiting = 0
        self._inside = 0
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}  # whose turn is next is first

    async def enter(self, owner: str) -> Turn:
        """Wait for one's turn; refused if too many wait, or for too long."""
        if self._inside < self.at_once:
            self._inside += 1
        else:
            await self._wait(owner)
        return Turn(self._leave, self.seconds)

    async def _wait(self, owner: str) -> None:
        line = self._lines.get(owner) or deque()
        if self.waiting >= JOINS_WAITING or len(line) >= JOINS_OF_OWNER:
            raise TooManyError(CROWDED)
        came: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(came)
        self._lines.setdefault(owner, line)
        self.waiting += 1
        try:
            await asyncio.wait({came}, timeout=self.patience)
            if not came.done():
                raise TooManyError(CROWDED)
        except BaseException:
            if came.done():
                self._leave()
            else:
                self._give_up(owner, came)
            raise
        finally:
            self.waiting -= 1

    def _give_up(self, owner: str, came: "asyncio.Future[None]") -> None:
        line = self._lines[owner]
        line.remove(came)
        if not line:
            del self._lines[owner]

    def _leave(self) -> None:
        """Make room for the next owner's first; the owner goes to the end."""
        self._inside -= 1
        if self._lines:
            owner = next(iter(self._lines))
            line = self._lines.pop(owner)
            line.popleft().set_result(None)
            self._inside += 1
            if line:
                self._lines[owner] = line


class Limits:
    """Counts what clients use; '' is this machine, whose requests are not counted."""

    def __init__(self, now: Callable[[], float] = monotonic, socket: Rate = SOCKET) -> None:
        self.now, self.socket = now, socket
        self.joins = Gate()
        self.met: Counter[str] = Counter()  # how often each limit was met
        self._requests = Allowance(MAX_REQUESTS, REQUESTS_A_MINUTE, "requests", now)
        self._tables = Allowance(MAX_NEW_TABLES, NEW_TABLES_A_MINUTE, "new tables", now)
        self._pictures = Allowance(MAX_PICTURES, PICTURES_A_MINUTE, "pictures", now)
        self._checks = Allowance(MAX_CARD_CHECKS, CARD_CHECKS_A_MINUTE, "checks of card files", now)
        self._cards = Allowance(MAX_CARD_FILES, CARD_FILES_A_MINUTE, "card files", now)
        self._records = Allowance(MAX_RECORDS, RECORDS_A_MINUTE, "records", now)
        self._open: Counter[str] = Counter()
        self._told: dict[str, float] = {}

    def count_request(self, client: str, kind: str) -> None:
        """Count a request of a kind in `COSTS`; refuse too many."""
        self._count(self._requests, client, COSTS[kind])

    def count_table(self, client: str, size: int = 0, cards: int = 0) -> None:
        """Count a table with a card file, or an uploaded record, of some size; refuse too many."""
        self._count(self._tables, client, 1 + size // RECORD_BYTES + cards // CARD_FILE_BYTES)

    def count_record(self, owner: str) -> None:
        """Count a record that is kept, on this machine too; refuse too many."""
        self._records.count(owner, 1)

    def count_picture(self, client: str) -> None:
        """Count a picture that is drawn; refuse too many."""
        self._count(self._pictures, client, 1)

    def count_card_check(self, client: str) -> None:
        """Count a card file that is checked or drawn; refuse too many."""
        self._count(self._checks, client, 1)

    def count_cards(self, client: str, size: int) -> None:
        """Count a card file of some size; refuse too many."""
        self._count(self._cards, client, 1 + size // CARD_FILE_BYTES)

    def _count(self, allowance: Allowance, client: str, more: int) -> None:
        if not client:
            return
        try:
            allowance.count(client, more)
        except TooManyError:
            self.tell(allowance.what, client)
            raise

    @contextmanager
    def connection(self, client: str) -> Iterator[None]:
        """Count a socket while it is open; refuse too many."""
        if client and self._open[client] >= MAX_CONNECTIONS:
            self.tell("sockets", client)
            raise TooManyError(
                f"Your address has {MAX_CONNECTIONS} open connections; close some first."
            )
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]

    def pace(self) -> Pace:
        """The pace of a new socket."""
        return Pace(self.socket, self.now)

    def tell(self, what: str, client: str = "") -> None:
        """Note that a limit was met; the log hears of each at most once a second."""
        self.met[what] += 1
        now = self.now()
        if now - self._told.get(what, -math.inf) >= 1:
            self._told[what] = now
            logs.note("limit met", what=what, times=self.met[what], client=client)


def kind_of(method: str, path: str) -> str:
    """The kind of a request, as in `COSTS`."""
    if JOBS.fullmatch(path):
        return "job"
    if LISTS.fullmatch(path) and method in ("GET", "HEAD"):
        return "list"
    if method not in ("GET", "HEAD"):
        return "write"
    return "read" if path.startswith(("/api/", "/table/", "/health")) else "page"


def in_words(seconds: float) -> str:
    """A time to wait, rounded up."""
    whole = max(1, math.ceil(seconds - 1e-6))
    return f"{whole} s" if whole < 120 else f"{-(-whole // 60)} minutes"


def client_of(connection: HTTPConnection) -> str:
    """The client IP: '' for this machine, for IPv6 the whole /64 network."""
    return address_of(connection.client.host if connection.client else "")


@lru_cache(4096)
def address_of(host: str) -> str:
    """The address under which a host is counted; '' for this machine."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found
    if found.is_loopback:
        return ""
    wide = isinstance(found, ipaddress.IPv6Address)
    return str(ipaddress.ip_network((found, 64), strict=False) if wide else found)


def owner_of(connection: HTTPConnection) -> str:
    """Who a job is done for: the client IP; on this machine, which has none, the visitor."""
    return client_of(connection) or visitor_of(connection)


def limits_of(connection: HTTPConnection) -> Limits:
    limits: Limits = connection.app.state.limits
    return limits


def count_table(connection: HTTPConnection, size: int = 0, cards: int = 0) -> None:
    """Count a new table for the client of a request."""
    limits_of(connection).count_table(client_of(connection), size, cards)


def count_upload(connection: HTTPConnection) -> None:
    """Count a record that is kept for the owner of a request."""
    limits_of(connection).count_record(owner_of(connection))


def count_cards(connection: HTTPConnection, size: int) -> None:
    """Count a card file for the client of a request."""
    limits_of(connection).count_cards(client_of(connection), size)


def count_picture(connection: HTTPConnection) -> None:
    """Count a picture for the client of a request."""
    limits_of(connection).count_picture(client_of(connection))


def count_card_check(connection: HTTPConnection) -> None:
    """Count the check of a card file for the client of a request."""
    limits_of(connection).count_card_check(client_of(connection))


def is_near(connection: HTTPConnection) -> bool:
    """Whether a request comes from this machine or its private network."""
    host = connection.client.host if connection.client else ""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found
    return found.is_loopback or found.is_private
