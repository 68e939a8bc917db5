"""Fair deals: the hall's promise before the deal, and a check that it was kept."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.match import fairness
from budokan.match.record import Record
from budokan.server.http.errors import TooSoonError
from budokan.server.http.requests import Answer, lobby_of, table_name, visitor_of
from budokan.server.http.routing import ApiRoute
from budokan.store import store as stored


async def deal(request: Request) -> Response:
    """The hall's promise about the deal; ask for it before you give bits."""
    async with lobby_of(request).table(table_name(request)) as table, table.open() as loaded:
        match = loaded.match
        return Answer(
            protocol.DealPromise(
                match.commitment, match.dealt, loaded.shared, match.game.id, loaded.cards
            )
        )


async def verify(request: Request) -> Response:
    """Whether the deal of a finished match was fair: computes every entry of chance again."""
    name, visitor = table_name(request), visitor_of(request)
    async with lobby_of(request).seen(name, visitor) as table, table.open() as loaded:
        match = loaded.match
        if not match.over:
            raise TooSoonError("You can check the deal once the match is over.")
        entries = list(enumerate(stored.entry_texts(match), 1))
        whole = Record(stored.header(match), entries, over=True)
    query = request.query_params
    own = (query.get("commitment", ""), query.get("bits", ""))
    found = await asyncio.to_thread(fairness.verify, whole, "The record", *own)
    return Answer(
        protocol.FairnessCheck(
            found.result, found.told, match.commitment, match.seed, list(match.bits)
        )
    )


QUERY = {
    "commitment": "The commitment that you saw before the deal.",
    "bits": "The bits that you gave to the deal.",
}
ROUTES: list[BaseRoute] = [
    ApiRoute("/api/tables/{table}/deal", deal, gives=protocol.DealPromise),
    ApiRoute(
        "/api/tables/{table}/verify",
        verify,
        query=QUERY,
        gives=protocol.FairnessCheck,
        faults=(409,),
    ),
]
