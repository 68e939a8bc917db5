"""The addresses of a fair deal: what is promised before it, and whether it was kept."""

import asyncio

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan.match import fairness
from budokan.match.record import Record
from budokan.server.http.errors import TooSoonError
from budokan.server.http.requests import Answer, lobby_of, table_name, visitor_of
from budokan.server.http.routing import Described
from budokan.store import store as stored


class Promise(Struct):
    """What is promised of a deal."""

    commitment: str  # sha256 of the seed, in hex; '' if nothing is promised
    dealt: bool
    shared: bool  # whether others get the same deal


async def deal(request: Request) -> Response:
    """What is promised of the deal; asked for before one gives one's own bits to it."""
    async with lobby_of(request).table(table_name(request)) as table, table.open() as loaded:
        match = loaded.match
        return Answer(Promise(match.commitment, match.dealt, loaded.shared))


class Checked(Struct):
    """What was promised and given, and whether every entry of chance follows from it."""

    result: str  # fair, unfair, or unknown
    told: str
    commitment: str
    seed: str
    bits: list[str]  # of every seat; '' where none were given


async def verify(request: Request) -> Response:
    """Whether the deal of a finished match was fair: every entry of chance, computed again."""
    name, visitor = table_name(request), visitor_of(request)
    async with lobby_of(request).seen(name, visitor) as table, table.open() as loaded:
        match = loaded.match
        if not match.over:
            raise TooSoonError("The deal can be checked when the match is over.")
        entries = list(enumerate(stored.texts(match), 1))
        kept = Record(stored.header(match), entries, over=True)
    asked = request.query_params
    given = (asked.get("commitment", ""), asked.get("bits", ""))
    found = await asyncio.to_thread(fairness.verify, kept, "The record", *given)
    return Answer(Checked(found.result, found.told, match.commitment, match.seed, list(match.bits)))


OWN = {
    "commitment": "The one you were shown before the deal.",
    "bits": "Those you gave to the deal.",
}
ROUTES: list[BaseRoute] = [
    Described("/api/tables/{table}/deal", deal, gives=Promise),
    Described("/api/tables/{table}/verify", verify, query=OWN, gives=Checked, faults=(409,)),
]
