"""Limits for each client IP: new tables, card files, pictures and connections."""

import ipaddress
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from starlette.requests import HTTPConnection

from budokan.match.clock import time_text
from budokan.server.http.errors import TooManyError
from budokan.server.http.requests import visitor_of

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
MAX_CONNECTIONS = 200  # open at once from one client IP
MAX_CLIENTS = 10_000  # client IPs to remember


class Allowance:
    """How much each client IP may have in a row, and how much of it comes back in a minute."""

    def __init__(self, most: int, a_minute: int, what: str, now: Callable[[], float]) -> None:
        self.most, self.a_minute, self.what = most, a_minute, what
        self._now = now
        self._used: dict[str, tuple[float, float]] = {}  # how much, and when it was counted

    def count(self, client: str, more: int) -> None:
        """Use some of the allowance; refuse too much."""
        used = self._still_used(client)
        excess = used + more - self.most
        if excess > 0:
            wait = time_text(int(60_000 * excess / self.a_minute))
            raise TooManyError(f"Too many {self.what} from your address; try again in {wait}.")
        self._used[client] = used + more, self._now()
        if len(self._used) > MAX_CLIENTS:
            self._used = {ip: was for ip, was in self._used.items() if self._still_used(ip)}

    def _still_used(self, client: str) -> float:
        """How much of the allowance is used; it recovers with time."""
        used, at = self._used.get(client, (0.0, 0.0))
        return max(0.0, used - (self._now() - at) * self.a_minute / 60)


class Limits:
    """Counts what client IPs use; '' is this machine, which has no limits."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._tables = Allowance(MAX_NEW_TABLES, NEW_TABLES_A_MINUTE, "new tables", now)
        self._pictures = Allowance(MAX_PICTURES, PICTURES_A_MINUTE, "pictures", now)
        self._checks = Allowance(MAX_CARD_CHECKS, CARD_CHECKS_A_MINUTE, "checks of card files", now)
        self._cards = Allowance(MAX_CARD_FILES, CARD_FILES_A_MINUTE, "card files", now)
        self._records = Allowance(MAX_RECORDS, RECORDS_A_MINUTE, "records", now)
        self._open: Counter[str] = Counter()

    def count_table(self, client: str, size: int = 0, cards: int = 0) -> None:
        """Count a table with a card file, or an uploaded record, of some size; refuse too many."""
        if client:
            self._tables.count(client, 1 + size // RECORD_BYTES + cards // CARD_FILE_BYTES)

    def count_record(self, owner: str) -> None:
        """Count a record that is kept, on this machine too; refuse too many."""
        self._records.count(owner, 1)

    def count_picture(self, client: str) -> None:
        """Count a picture that is drawn; refuse too many."""
        if client:
            self._pictures.count(client, 1)

    def count_card_check(self, client: str) -> None:
        """Count a card file that is checked or drawn; refuse too many."""
        if client:
            self._checks.count(client, 1)

    def count_cards(self, client: str, size: int) -> None:
        """Count a card file of some size; refuse too many."""
        if client:
            self._cards.count(client, 1 + size // CARD_FILE_BYTES)

    @contextmanager
    def connection(self, client: str) -> Iterator[None]:
        """Count a connection while it is open; refuse too many."""
        if client and self._open[client] >= MAX_CONNECTIONS:
            raise TooManyError(
                f"Your address has {MAX_CONNECTIONS} open connections; close some first."
            )
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            self._open += Counter()  # drops the zeros


def client_of(connection: HTTPConnection) -> str:
    """The client IP: '' for this machine, for IPv6 the whole /64 network."""
    host = connection.client.host if connection.client else ""
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
