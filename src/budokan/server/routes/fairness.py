"""Fair deals: the hall's promise before the deal, and a check that it was kept."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.server.http.errors import TooSoonError
from budokan.server.http.requests import Answer, lobby_of, table_name
from budokan.server.http.routing import ApiRoute
from budokan.server.http.waiting import VERSION, look_of, order, order_of_match, wait_for
from budokan.server.jobs import VERIFY, Order
from budokan.server.replay import Proof, Seen, verified
from budokan.store import looks
from budokan.store.job_results import Name

LONGEST = 200  # letters of a commitment or bits that are looked at


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
    look, _ = await look_of(request)
    if not look.over:
        raise TooSoonError("You can check the deal once the match is over.")
    query = request.query_params
    own = (query.get("commitment", "")[:LONGEST], query.get("bits", "")[:LONGEST])
    if own == ("", ""):
        wanted = order_of_match(request, VERIFY, look, "fair", None, verdict)
    else:
        wanted = order_of_proof(request, look.id, *own)
    return Response(await wait_for(request, wanted), media_type="application/json")


def order_of_proof(request: Request, match: str, commitment: str, bits: str) -> Order:
    """An order for the check against what a player knows; nothing is read if it is refused."""
    store = lobby_of(request).store

    async def given() -> Proof:
        return Proof(await store.do(looks.record_of, match), commitment, bits)

    name = Name("proof", match, f"{commitment} {bits}", VERSION)
    return order(request, VERIFY, name, proven, given)


def verdict(given: Seen) -> bytes:
    """The answer to whether a deal was fair; runs in a worker."""
    return proven(Proof(given.record, "", ""))


def proven(given: Proof) -> bytes:
    """The same, checked against what a player knows of the deal."""
    found, header = verified(given), given.record.header
    return msgspec.json.encode(
        protocol.FairnessCheck(
            found.result,
            found.told,
            header.get("commitment", ""),
            header.get("seed", ""),
            header.get("bits", []),
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
        faults=(409, 429),
    ),
]
