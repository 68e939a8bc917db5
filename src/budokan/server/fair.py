"""The addresses of a fair deal: what is promised before it, and whether it was kept."""

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan.server.asked import Answer, lobby_of, table_name
from budokan.server.described import Described


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


ROUTES: list[BaseRoute] = [Described("/api/tables/{table}/deal", deal, gives=Promise)]
