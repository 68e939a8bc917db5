"""Health: whether the hall runs and can save, for its operator."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import __version__, protocol
from budokan.server.http.requests import Answer, lobby_of
from budokan.server.http.routing import ApiRoute
from budokan.store.store import StoreError

TIMEOUT = 2.0  # seconds for the disk


async def health(request: Request) -> Response:
    """Whether the hall works: 503 if nothing can be saved now."""
    lobby = lobby_of(request)
    try:
        await asyncio.wait_for(lobby.store.check(), TIMEOUT)
        well = True
    except (StoreError, TimeoutError):
        well = False
    found = protocol.Health(
        "ok" if well else "no store", __version__, lobby.in_memory, well, protocol.PROTOCOL
    )
    return Answer(found, 200 if well else 503)


ROUTES: list[BaseRoute] = [
    ApiRoute("/api/health", health, gives={200: protocol.Health, 503: protocol.Health})
]
