"""Whether the hall is well, for those who watch over it."""

import asyncio

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import __version__
from budokan.server.http.requests import Answer, lobby_of
from budokan.server.http.routing import Described
from budokan.store.store import StoreError

PATIENCE = 2.0  # seconds for the disk


class Health(Struct):
    """`status` is 'ok', or 'no store' when nothing can be saved now."""

    status: str
    version: str
    tables: int  # in memory
    store: bool


async def health(request: Request) -> Response:
    """Whether the hall is well: 503 if nothing can be saved now."""
    lobby = lobby_of(request)
    try:
        await asyncio.wait_for(lobby.store.check(), PATIENCE)
        well = True
    except (StoreError, TimeoutError):
        well = False
    told = Health("ok" if well else "no store", __version__, lobby.in_memory, well)
    return Answer(told, 200 if well else 503)


ROUTES: list[BaseRoute] = [Described("/api/health", health, gives={200: Health, 503: Health})]
