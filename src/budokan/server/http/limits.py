"""How much one address may set up and hold open, so that nobody fills the disk or the memory."""

import ipaddress
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from starlette.requests import HTTPConnection

from budokan.match.clock import spelt
from budokan.server.http.errors import TooManyError

AT_ONCE = 300  # tables that one address may set up in a row
A_MINUTE = 5  # and so many more in every minute
PIECE = 8192  # bytes of a record that count as a table
SOCKETS = 200  # connections to tables from one address
KEPT = 10_000  # addresses to remember


class Bounds:
    """What was set up lately and what is open now, by address; '' is this machine, and free."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._used: dict[str, tuple[float, float]] = {}  # how much, when it was counted
        self._open: Counter[str] = Counter()

    def charge(self, address: str, size: int = 0) -> None:
        """Count something that stays: a table, a record of some size; too much is refused."""
        if not address:
            return
        used, more = self._left(address), 1 + size // PIECE
        if used + more > AT_ONCE:
            wait = spelt(int(60_000 * (used + more - AT_ONCE) / A_MINUTE))
            raise TooManyError(
                f"From your address much has been set up lately; try again in {wait}."
            )
        self._used[address] = used + more, self._now()
        if len(self._used) > KEPT:
            self._used = {each: was for each, was in self._used.items() if self._left(each)}

    def _left(self, address: str) -> float:
        """What still counts of all that an address has set up."""
        used, at = self._used.get(address, (0.0, 0.0))
        return max(0.0, used - (self._now() - at) * A_MINUTE / 60)

    @contextmanager
    def connection(self, address: str) -> Iterator[None]:
        """One more connection as long as this lasts."""
        if address and self._open[address] >= SOCKETS:
            raise TooManyError(f"From your address {SOCKETS} connections are open; close some.")
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            self._open += Counter()  # forgets who has none


def address_of(connection: HTTPConnection) -> str:
    """Where somebody comes from: '' for this machine, of the new addresses the whole network."""
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


def bounds_of(connection: HTTPConnection) -> Bounds:
    bounds: Bounds = connection.app.state.bounds
    return bounds


def charge(connection: HTTPConnection, size: int = 0) -> None:
    """Count what somebody sets up."""
    bounds_of(connection).charge(address_of(connection), size)
