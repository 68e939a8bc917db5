"""Open tables: offered to everybody in the hall until somebody has sat down."""

from time import monotonic

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.kit.game import find_all
from budokan.match.clock import TURN, Clock, read, spelt
from budokan.server import answers
from budokan.server.http.errors import DeniedError, TooSoonError
from budokan.server.http.requests import (
    Answer,
    json_of,
    lobby_of,
    remember,
    table_name,
    token_of,
    visitor_of,
)
from budokan.server.http.routing import Described
from budokan.server.lobby import Lobby, known_as, new_token, title
from budokan.server.table.table import Loaded, Table
from budokan.store import open_seats as offers
from budokan.store.clocks import PERSON
from budokan.store.open_seats import Offer

ON_THE_WAY = 60.0  # seconds in which whoever took a seat must have come to the table


class Offering(Struct, forbid_unknown_fields=True):
    """Whether a table is offered to everybody in the hall."""

    open: bool


class OpenSeat(Struct):
    """A seat of an open table."""

    name: str
    who: str  # 'free', 'person', or the name of an agent


class OpenTable(Struct):
    """A table with a free seat, as everybody in the hall may see it."""

    id: str
    game: str
    title: str
    clock: str  # in words; '' for none
    options: list[str]  # what differs from the default, in words
    seats: list[OpenSeat]
    since: str
    mine: bool  # whether the visitor set it up


_OFFERING = msgspec.json.Decoder(Offering)


class Places:
    """Who has taken a seat and is on the way to it; nobody else may take it meanwhile."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, int], tuple[str, float]] = {}

    def take(self, table: str, seat: int, visitor: str) -> None:
        now = monotonic()
        self._taken = {at: it for at, it in self._taken.items() if it[1] > now}
        self._taken[table, seat] = (visitor, now + ON_THE_WAY)

    def free(self, table: str, seat: int, holder: tuple[str, bool] | None, visitor: str) -> bool:
        """Whether a visitor may take a seat."""
        if holder is None:
            return True
        who, sat = holder
        taken, until = self._taken.get((table, seat), ("", 0.0))
        on_the_way = taken == who and taken != visitor and monotonic() < until
        return not sat and not on_the_way


async def listing(request: Request) -> Response:
    """Tables at which somebody can sit down, the latest first."""
    lobby, visitor = lobby_of(request), visitor_of(request)
    attended = lobby.attended()
    await lobby.store.do(offers.present, visitor, attended)
    found = await lobby.store.do(offers.offered)
    lines = [line(each, places_of(request), visitor) for each in found]
    return Answer([each for each in lines if any(seat.who == "free" for seat in each.seats)])


async def sit(request: Request) -> Response:
    """Take a free seat at an open table; whoever has no token yet gets one as a cookie."""
    name, token = table_name(request), token_of(request) or new_token()
    await take(lobby_of(request), places_of(request), name, known_as(token))
    response = Answer(answers.Again(name))
    remember(response, token)
    return response


async def offer(request: Request) -> Response:
    """Offer a table to everybody in the hall, or withdraw it; only who set it up can."""
    name, visitor, lobby = table_name(request), visitor_of(request), lobby_of(request)
    wanted = protocol.read_body(_OFFERING, await json_of(request))
    async with lobby.table(name) as table, table.open() as loaded:
        if not visitor or visitor != loaded.creator:
            raise DeniedError("Only who set up this table can offer or withdraw it.")
        if wanted.open and (loaded.match.over or not loaded.keys):
            raise TooSoonError("There is no free seat at this table.")
        await lobby.offer(table, visitor if wanted.open else "")
    return Answer(Offering(wanted.open))


async def take(lobby: Lobby, places: Places, name: str, visitor: str) -> None:
    """Hold the first free seat for a visitor; of two at once the store lets one in."""
    async with lobby.table(name) as table, table.open() as loaded:
        if table.seats_of(visitor):
            return
        if not table.offered or loaded.match.over:
            raise TooSoonError("This table is not open any more.")
        for seat in open_seats(table, loaded, places, visitor):
            if await lobby.store.claim(name, seat, visitor):
                table.holders[seat] = (visitor, False)
                places.take(name, seat, visitor)
                return
    raise TooSoonError("Somebody else has just taken the last seat.")


def open_seats(table: Table, loaded: Loaded, places: Places, visitor: str) -> list[int]:
    held = table.holders
    return [s for s in sorted(loaded.keys) if places.free(table.name, s, held.get(s), visitor)]


def line(found: Offer, places: Places, visitor: str) -> OpenTable:
    """A table in the list: nothing of keys, visitors, hands or what a seat chose."""
    header, hall = found.header, found.header["hall"]
    seats = []
    for seat, (name, who) in enumerate(zip(header["names"], hall["sitting"], strict=True)):
        has_key = str(seat) in hall["keys"]
        free = has_key and places.free(found.id, seat, found.holders.get(seat), visitor)
        seats.append(OpenSeat(name, "free" if who == PERSON and free else who))
    return OpenTable(
        id=found.id,
        game=header["game"],
        title=title(header["game"]),
        clock=clock_words(read(hall.get("clock"))),
        options=words(header),
        seats=seats,
        since=found.since,
        mine=bool(visitor) and visitor == found.creator,
    )


def clock_words(clock: Clock) -> str:
    """A clock as people say it: '1:00 a turn', '10:00 for the match and 0:05 a turn'."""
    if not clock.counts:
        return ""
    budget = spelt(clock.budget)
    if clock.kind == TURN:
        return f"{budget} a turn"
    more = f" and {spelt(clock.increment * 1000)} a turn" if clock.increment else ""
    return f"{budget} for the match{more}"


def words(header: dict[str, object]) -> list[str]:
    """The switches that differ from the default, and that hints are forbidden, in words."""
    game = find_all().get(str(header["game"]))
    chosen = header["options"]
    assert isinstance(chosen, dict)
    told = [] if header.get("assists", True) else ["No hints"]
    for option in game.document()["options"] if game else []:
        value = chosen.get(option["name"], option["default"])
        if value != option["default"]:
            told.append(f"{option['text']}: {_plain(value, option['also'])}")
    return told


def _plain(value: object, also: dict[str, int]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return next((word for word, n in also.items() if n == value), str(value).replace("_", " "))


def places_of(request: Request) -> Places:
    places: Places = request.app.state.places
    return places


ROUTES: list[BaseRoute] = [
    Described("/api/tables/open", listing, gives=list[OpenTable]),
    Described("/api/tables/{table}/sit", sit, "POST", gives=answers.Again, faults=(409,)),
    Described(
        "/api/tables/{table}/offer", offer, "POST", takes=Offering, gives=Offering, faults=(409,)
    ),
]
