"""Opening the link to a table of a hall elsewhere, and asking there for a rematch."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from http.cookiejar import LoadError, LWPCookieJar
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
from budokan.terminal.hosts.remote_deals import Given, give

TABLE = re.compile(r"^(?:/[^?]*)?/table/([\w-]+)/?$")
LIMIT = 4 * 1024 * 1024  # bytes of an answer or a frame
PATIENCE = 10.0  # seconds


@dataclass(frozen=True)
class Place:
    """The address of a table, and the cookies that identify the visitor there."""

    base: str  # scheme and host
    id: str
    cookies: str
    given: Given | None = None  # the bits given to the deal
    courtesies: Mapping[str, str] = field(default_factory=dict)
    taken: bool = False  # whether somebody else has the seat of the link

    @property
    def socket(self) -> str:
        bits = f"&bits={self.given.bits}" if self.given else ""
        base = self.base.replace("http", "ws", 1)
        return f"{base}/ws/{self.id}?protocol={protocol.PROTOCOL}{bits}"


def enter(link: str) -> Place:
    """Open a link as a browser would: its key becomes a cookie."""
    base, table = _parse(link)
    jar = _load_cookies()
    opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(jar))
    taken = _open(opener, link.strip(), base)
    request = Request(f"{base}/ws/{table}")
    jar.add_cookie_header(request)
    _save_cookies(jar)
    given = give(opener, base, table)
    cookies = request.get_header("Cookie", "")
    return Place(base, table, cookies, given, courtesies(opener, base), taken)


def _parse(link: str) -> tuple[str, str]:
    """The hall and the table of a link."""
    no_link = f"{link!r} is not a link to a table. Use one like http://HOST/table/ID?key=KEY."
    try:
        parts = urlsplit(link.strip())
    except ValueError as error:
        raise Refusal(no_link) from error
    found = TABLE.match(parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or not found:
        raise Refusal(no_link)
    return f"{parts.scheme}://{parts.netloc}", found[1]


def _open(opener: OpenerDirector, link: str, base: str) -> bool:
    """Open the page of a table. True if somebody else has the seat of the link."""
    try:
        with opener.open(link, timeout=PATIENCE) as page:
            page.read(LIMIT)
            return urlsplit(str(page.geturl())).query == "taken=1"
    except HTTPError as error:
        raise Refusal(_reason(error)) from error
    except (HTTPException, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise Refusal(f"The hall at {base} does not open this table: {reason}.") from error


def rematch(place: Place) -> Place:
    """The table of the rematch."""
    address = f"{place.base}/api/tables/{place.id}/rematch"
    headers = {"Cookie": place.cookies, "Origin": place.base, "Content-Type": "application/json"}
    request = Request(address, b"{}", headers)
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=PATIENCE) as answer:
            found = msgspec.json.decode(answer.read(LIMIT), type=protocol.TableId).id
    except HTTPError as error:
        raise Refusal(_reason(error)) from error
    except (HTTPException, OSError, ValueError) as error:
        raise Refusal(f"The hall does not answer: {error}.") from error
    return enter(f"{place.base}/table/{found}")


def _reason(error: HTTPError) -> str:
    """The sentence with which the hall refuses a request."""
    with suppress(msgspec.DecodeError):
        return msgspec.json.decode(error.read(LIMIT), type=protocol.ErrorAnswer).error
    return f"The hall refuses: {error.reason}."


def courtesies(opener: OpenerDirector, base: str) -> dict[str, str]:
    """The courtesies of a hall; none if it does not answer."""
    try:
        with opener.open(f"{base}/api/courtesies", timeout=PATIENCE) as answer:
            return msgspec.json.decode(answer.read(LIMIT), type=dict[str, str])
    except (HTTPException, OSError, ValueError):
        return {}


def _load_cookies() -> LWPCookieJar:
    """The cookies of earlier visits; a link gives its seat only to its first visitor."""
    jar = LWPCookieJar(str(saves.folder() / "cookies.txt"))
    with suppress(OSError, LoadError):
        jar.load()
    return jar


def _save_cookies(jar: LWPCookieJar) -> None:
    """Save the cookies, readable for their owner only; they are needed to come back."""
    path = saves.folder() / "cookies.txt"
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)
        jar.save()
