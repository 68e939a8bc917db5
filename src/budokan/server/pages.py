"""The pages and their files."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from budokan.server.asked import lobby_of, remember, table_name, token_of, visitor_of
from budokan.server.lobby import known_as, new_token

STATIC = Path(__file__).parent / "static"


def page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def show(request: Request) -> Response:
        path = STATIC / name
        if not path.is_file():
            raise HTTPException(404, f"The page {name} is not installed.")
        return FileResponse(path, headers={"cache-control": "no-cache"})

    return show


def table_file(name: str) -> Callable[[Request], Awaitable[Response]]:
    """A page about a table; whoever must not see that one yet is led to its deal."""

    async def show(request: Request) -> Response:
        deal = await lobby_of(request).barred(request.path_params["table"], visitor_of(request))
        return RedirectResponse(f"/same/{deal}", 303) if deal else await page(name)(request)

    return show


async def table_page(request: Request) -> Response:
    """The table; a link with a key seats whoever opens it, and forgets the key."""
    key = request.query_params.get("key")
    if key is None:
        return await table_file("table.html")(request)
    name, token = table_name(request), token_of(request) or new_token()
    seated = await lobby_of(request).claim(name, known_as(token), key)
    response = RedirectResponse(f"/table/{name}" + ("" if seated else "?taken=1"), 303)
    remember(response, token)
    return response


class Files(StaticFiles):
    """The page's files; browsers ask again whether they changed."""

    async def get_response(self, path: str, scope: Any) -> Response:
        response = await super().get_response(path, scope)
        MutableHeaders(raw=response.raw_headers)["cache-control"] = "no-cache"
        return response


ROUTES: list[BaseRoute] = [
    Route("/", page("index.html")),
    Route("/favicon.ico", page("favicon.svg")),
    Route("/table/{table}", table_page),
    Route("/rules/{game}", page("rules.html")),
    Route("/replay", page("replay.html")),
    Route("/replay/{table}", table_file("replay.html")),
    Route("/coach/{table}", table_file("coach.html")),
    Route("/deck", page("deck.html")),
    Route("/fighters", page("fighters.html")),
    Route("/masters", page("masters.html")),
    Mount("/static", Files(directory=STATIC, check_dir=False)),
]
