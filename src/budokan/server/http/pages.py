"""The pages: one frame for all, with the style sheets and scripts each of them needs."""

from collections.abc import Awaitable, Callable
from functools import cache
from string import Template
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from budokan.server.http.requests import lobby_of, remember, table_name, token_of, visitor_of
from budokan.server.http.static_files import address, files, modules, version
from budokan.server.lobby import known_as, new_token


class Page(NamedTuple):
    """A page: its title, its style sheets in order, its script, and where its visitor goes next."""

    title: str
    sheets: str
    script: str
    layout: str = "page"
    then: str = ""


_RAIL = "tokens frame rail prompt pieces"
_TABLE = f"{_RAIL} stage cards"
_LISTS = "tokens frame front pages hall"

PAGES = {
    "hall": Page("The hall", _LISTS, "pages/hall", then="table"),
    "matches": Page("Your matches", f"{_LISTS} lists", "pages/matches", "lists"),
    "same": Page("The same deal", f"{_LISTS} lists", "pages/shared-deal", "lists"),
    "table": Page("Table", f"{_TABLE} pages", "pages/table"),
    "learn": Page("Learn", f"{_TABLE} pages learn", "pages/table"),
    "replay": Page("Replay", f"{_TABLE} pages replay", "pages/replay"),
    "coach": Page("The coach", f"{_RAIL} coach pages", "pages/coach"),
    "rules": Page("Rules", f"{_RAIL} stage pages clauses rules", "pages/rules"),
    "deck": Page("Deck builder", f"{_TABLE} pages gallery duel deck", "games/deck-builder"),
    "fighters": Page(
        "Fighters",
        f"{_TABLE} board body areas arena skills pages gallery fighters",
        "games/fighters",
    ),
    "masters": Page(
        "Masters", f"{_TABLE} blows road combos pages gallery masters", "games/masters"
    ),
}


def needs(page: Page) -> list[str]:
    """The files a page loads before it can be used, but for its room's style sheets."""
    sheets = [f"css/{name}.css" for name in page.sheets.split()]
    return [*sheets, *modules(page.script)]


@cache
def drawn(name: str) -> str:
    """A page as it is sent: its scripts are asked for at once, the next page's when it is idle."""
    page = PAGES[name]
    here = needs(page)
    later = [file for file in needs(PAGES[page.then]) if file not in here] if page.then else []
    sheets, scripts = ([file for file in here if file.startswith(kind)] for kind in ("css", "js"))
    return Template(files()["frame.html"].body.decode()).substitute(
        title=page.title,
        static=f"/static/{version()}",
        links=f"{links('stylesheet', sheets)}\n{links('modulepreload', scripts)}",
        later=links("prefetch", later),
        script=page.script,
        layout=page.layout,
    )


def links(kind: str, names: list[str]) -> str:
    return "\n".join(f'<link rel="{kind}" href="{address(name)}">' for name in names)


def page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def show(request: Request) -> Response:
        return HTMLResponse(drawn(name), headers={"cache-control": "no-cache"})

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
        return await table_file("table")(request)
    name, token = table_name(request), token_of(request) or new_token()
    seated = await lobby_of(request).claim(name, known_as(token), key)
    response = RedirectResponse(f"/table/{name}" + ("" if seated else "?taken=1"), 303)
    remember(response, token)
    return response


async def icon(request: Request) -> Response:
    return RedirectResponse(address("favicon.svg"))


ROUTES: list[BaseRoute] = [
    Route("/", page("hall")),
    Route("/favicon.ico", icon),
    Route("/table/{table}", table_page),
    Route("/rules/{game}", page("rules")),
    Route("/replay", page("replay")),
    Route("/replay/{table}", table_file("replay")),
    Route("/coach/{table}", table_file("coach")),
    Route("/deck", page("deck")),
    Route("/fighters", page("fighters")),
    Route("/masters", page("masters")),
]
