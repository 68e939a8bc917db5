"""Open tables: everybody in the hall may take their free seats."""

from functools import cache
from time import monotonic
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.kit.game import Game, find_all
from budokan.match.clock import TURN, Clock, read_clock, time_text
from budokan.protocol import PERSON
from budokan.server.http.errors import DeniedError, TooSoonError
from budokan.server.http.requests import (
    Answer,
    guest_of,
    json_of,
    lobby_of,
    table_name,
    visitor_of,
    welcome,
)
from budokan.server.http.routing import ApiRoute
from budokan.server.lobby import Lobby, game_title
from budokan.server.own_cards import read_name
from budokan.server.table.table import Loaded, Table
from budokan.store import open_seats as stored_offers
from budokan.store.open_seats import Offer

HOLD = 60.0  # seconds in which a visitor who took a seat must come to the table


class SeatHolds:
    """Seats that visitors took a moment ago; nobody else may take them while they are coming."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, int], tuple[str, float]] = {}

    def hold(self, table: str, seat: int, visitor: str) -> None:
        now = monotonic()
        self._taken = {at: it for at, it in self._taken.items() if it[1] > now}
        self._taken[table, seat] = (visitor, now + HOLD)

    def is_free(self, table: str, seat: int, holder: tuple[str, bool] | None, visitor: str) -> bool:
        """Whether a visitor may take a seat."""
        if holder is None:
            return True
        who, sat = holder
        taken, until = self._taken.get((table, seat), ("", 0.0))
        coming = taken == who and taken != visitor and monotonic() < until
        return not sat and not coming


async def listing(request: Request) -> Response:
    """Tables with a free seat, the latest first."""
    lobby, visitor = lobby_of(request), visitor_of(request)
    attended = lobby.attended()
    await lobby.store.do(stored_offers.note_presence, visitor, attended)
    found = await lobby.store.do(stored_offers.open_tables)
    tables = [open_table(each, holds_of(request), visitor) for each in found]
    return Answer([each for each in tables if any(seat.who == "free" for seat in each.seats)])


async def sit(request: Request) -> Response:
    """Take a free seat at an open table; a visitor without a token gets one as a cookie."""
    name = table_name(request)
    await take_seat(lobby_of(request), holds_of(request), name, guest_of(request))
    return await welcome(request, Answer(protocol.TableId(name)))


async def take_invited_seat(request: Request) -> Response:
    """Take the seat of an invitation; a visitor without a token gets one as a cookie."""
    name = table_name(request)
    wanted = protocol.decode_body(protocol.SeatKey, await json_of(request))
    seated = await lobby_of(request).claim(name, guest_of(request), wanted.key)
    return await welcome(request, Answer(protocol.Seated(seated)))


async def offer(request: Request) -> Response:
    """Offer a table to everybody in the hall, or withdraw it; only its creator can."""
    name, visitor, lobby = table_name(request), visitor_of(request), lobby_of(request)
    wanted = protocol.decode_body(protocol.OpenOffer, await json_of(request))
    async with lobby.table(name) as table, table.open() as loaded:
        if not visitor or visitor != loaded.creator:
            raise DeniedError("Only the person who set up this table can offer or withdraw it.")
        if wanted.open and (loaded.match.over or not loaded.keys):
            raise TooSoonError("There is no free seat at this table.")
        await lobby.offer(table, visitor if wanted.open else "")
    return Answer(protocol.OpenOffer(wanted.open))


async def take_seat(lobby: Lobby, holds: SeatHolds, name: str, visitor: str) -> None:
    """Hold the first free seat for a visitor; the store decides between two at once."""
    async with lobby.table(name) as table, table.open() as loaded:
        if table.seats_of(visitor):
            return
        if not table.offered or loaded.match.over:
            raise TooSoonError("This table is no longer open.")
        for seat in free_seats(table, loaded, holds, visitor):
            if await lobby.store.claim(name, seat, visitor):
                table.holders[seat] = (visitor, False)
                holds.hold(name, seat, visitor)
                return
    raise TooSoonError("Somebody else has just taken the last free seat.")


def free_seats(table: Table, loaded: Loaded, holds: SeatHolds, visitor: str) -> list[int]:
    held = table.holders
    return [s for s in sorted(loaded.keys) if holds.is_free(table.name, s, held.get(s), visitor)]


def open_table(found: Offer, holds: SeatHolds, visitor: str) -> protocol.OpenTable:
    """A table in the list, without keys, visitors, hands and the seats' choices."""
    header, hall = found.header, found.header["hall"]
    seats = []
    for seat, (name, who) in enumerate(zip(header["names"], hall["sitting"], strict=True)):
        has_key = str(seat) in hall["keys"]
        free = has_key and holds.is_free(found.id, seat, found.holders.get(seat), visitor)
        seats.append(protocol.OpenSeat(name, "free" if who == PERSON and free else who))
    return protocol.OpenTable(
        id=found.id,
        game=header["game"],
        title=game_title(header["game"]),
        clock=clock_words(read_clock(hall.get("clock"))),
        options=option_words(header),
        seats=seats,
        since=found.since,
        mine=bool(visitor) and visitor == found.creator,
        cards=read_name(header["hall"]),
    )


def clock_words(clock: Clock) -> str:
    """A clock in words: '1:00 a turn', '10:00 for the match and 0:05 a turn'."""
    if not clock.counts:
        return ""
    budget = time_text(clock.budget)
    if clock.kind == TURN:
        return f"{budget} a turn"
    more = f" and {time_text(clock.increment * 1000)} a turn" if clock.increment else ""
    return f"{budget} for the match{more}"


def option_words(header: dict[str, object]) -> list[str]:
    """The options that differ from the default, and forbidden hints, in words."""
    game = find_all().get(str(header["game"]))
    chosen = header["options"]
    assert isinstance(chosen, dict)
    words = [] if header.get("assists", True) else ["No hints"]
    for option in _options(game) if game else []:
        value = chosen.get(option["name"], option["default"])
        if value != option["default"]:
            words.append(f"{option['text']}: {_value_words(value, option['also'])}")
    return words


@cache
def _options(game: Game) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = game.document()["options"]
    return found


def _value_words(value: object, also: dict[str, int]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return next((word for word, n in also.items() if n == value), str(value).replace("_", " "))


def holds_of(request: Request) -> SeatHolds:
    holds: SeatHolds = request.app.state.seat_holds
    return holds


ROUTES: list[BaseRoute] = [
    ApiRoute("/api/tables/open", listing, gives=list[protocol.OpenTable]),
    ApiRoute(
        "/api/tables/{table}/seat",
        take_invited_seat,
        "POST",
        takes=protocol.SeatKey,
        gives=protocol.Seated,
    ),
    ApiRoute("/api/tables/{table}/sit", sit, "POST", gives=protocol.TableId, faults=(409,)),
    ApiRoute(
        "/api/tables/{table}/offer",
        offer,
        "POST",
        takes=protocol.OpenOffer,
        gives=protocol.OpenOffer,
        faults=(409,),
    ),
]
