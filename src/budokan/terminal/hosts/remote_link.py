"""Opening the link to a table of a hall elsewhere, and asking there for a rematch."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from http.cookiejar import LoadError, LWPCookieJar
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import (
    HTTPCookieProcessor,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

import msgspec

from budokan import protocol
from budokan.agents.house_names import MAX_NAME
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
        return f"{base}/ws/{self.id}?protocol={protocol.PROTOCOL}&differences=1{bits}"


def enter(link: str) -> Place:
    """Open a link as a browser would: its key becomes a seat and a cookie."""
    base, table, key = _parse(link)
    jar = _load_cookies()
    opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(jar))
    taken = _open(opener, base, table, key)
    if name := known_name():
        _say_name(opener, base, table, name)
    request = Request(f"{base}/ws/{table}")
    jar.add_cookie_header(request)
    _save_cookies(jar)
    given = give(opener, base, table)
    cookies = request.get_header("Cookie", "")
    return Place(base, table, cookies, given, courtesies(opener, base), taken)


def _parse(link: str) -> tuple[str, str, str]:
    """The hall, the table and the key of a link."""
    no_link = f"{link!r} is not a link to a table. Use one like http://HOST/table/ID?key=KEY."
    try:
        parts = urlsplit(link.strip())
    except ValueError as error:
        raise Refusal(no_link) from error
    found = TABLE.match(parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or not found:
        raise Refusal(no_link)
    key = parse_qs(parts.query).get("key", [""])[0]
    return f"{parts.scheme}://{parts.netloc}", found[1], key


def _open(opener: OpenerDirector, base: str, table: str, key: str) -> bool:
    """Take the seat of a key, or look at the table. True if somebody else has the seat."""
    headers = {"Origin": base, "Content-Type": "application/json"}
    body = msgspec.json.encode(protocol.SeatKey(key))
    seat = Request(f"{base}/api/tables/{table}/seat", body, headers)
    try:
        with opener.open(seat if key else f"{base}/table/{table}", timeout=PATIENCE) as answer:
            read = answer.read(LIMIT)
        return bool(key) and not msgspec.json.decode(read, type=protocol.Seated).seated
    except HTTPError as error:
        raise Refusal(_reason(error)) from error
    except (HTTPException, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise Refusal(f"The hall at {base} does not open this table: {reason}.") from error


def known_name() -> str:
    """The name that is said at tables elsewhere; '' if none was given."""
    try:
        return (saves.folder() / "name.txt").read_text("utf-8").strip()
    except (OSError, ValueError):
        return ""


def keep_name(name: str) -> None:
    """Say this name at tables elsewhere from now on; '' for none."""
    found = protocol.clean_name(name)[:MAX_NAME] if name.strip() else ""
    path = saves.folder() / "name.txt"
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found, "utf-8")


def _say_name(opener: OpenerDirector, base: str, table: str, name: str) -> None:
    """Say one's name at a table; one can watch, or play as before, if the hall refuses it."""
    headers = {"Origin": base, "Content-Type": "application/json"}
    body = msgspec.json.encode(protocol.SeatName(name))
    with suppress(HTTPException, OSError, ValueError):
        opener.open(
            Request(f"{base}/api/tables/{table}/name", body, headers), timeout=PATIENCE
        ).close()


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
