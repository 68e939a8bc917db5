"""The HTML pages: one template, with the style sheets and scripts each page needs."""

from collections.abc import Awaitable, Callable
from functools import cache
from html import escape
from string import Template
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from budokan.kit.game import find_all
from budokan.server import previews
from budokan.server.http.requests import base_of, lobby_of, table_name, visitor_of
from budokan.server.http.static_files import files, modules, url, version


class Page(NamedTuple):
    """A page: its title, its style sheets in order, its script, and the page that follows it."""

    title: str
    sheets: str
    script: str
    layout: str = "page"
    next_page: str = ""


_RAIL = "tokens frame rail prompt pieces"
_TABLE = f"{_RAIL} stage cards"
_LISTS = "tokens frame front pages hall"

PAGES = {
    "hall": Page("The hall", _LISTS, "pages/hall", next_page="table"),
    "matches": Page("Your matches", f"{_LISTS} lists", "pages/matches", "lists"),
    "same": Page("The same deal", f"{_LISTS} lists", "pages/shared-deal", "lists"),
    "replays": Page("Replays", f"{_LISTS} lists records", "pages/replays", "lists"),
    "table": Page("Table", f"{_TABLE} pages sideways wide", "pages/table"),
    "learn": Page("Learn", f"{_TABLE} pages learn sideways wide", "pages/table"),
    "replay": Page("Replay", f"{_TABLE} pages replay records sideways", "pages/replay"),
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
    "you": Page("Your data", f"{_LISTS} lists you", "pages/you", "lists"),
    "join": Page("Add this device", f"{_LISTS} lists you", "pages/join", "lists"),
    "cards": Page(
        "Your own cards",
        "tokens frame pieces stage cards pages gallery editor",
        "pages/card-editor",
    ),
}

PREVIEW = "<!-- preview -->"  # the place of what a link to a page shows
REFUSED = Page("Cannot be shown", f"{_LISTS} lists", "pages/refused", "lists")


def needed_files(page: Page) -> list[str]:
    """The files a page loads before it can be used, except its room's style sheets."""
    sheets = [f"css/{name}.css" for name in page.sheets.split()]
    return [*sheets, *modules(page.script)]


@cache
def html(name: str) -> str:
    """The HTML of a page."""
    return render(PAGES[name])


def refusal(sentence: str) -> str:
    """The HTML of a page that says why a request was refused, with a way back."""
    back = '<p><a class="btn primary" href="/">To the hall</a></p>'
    return render(REFUSED, f'<main class="list"><h1>{escape(sentence)}</h1>{back}</main>')


def render(page: Page, content: str = "") -> str:
    """A page in the frame: preloads its own scripts, and the next page's when it is idle."""
    here = needed_files(page)
    then = needed_files(PAGES[page.next_page]) if page.next_page else []
    later = [file for file in then if file not in here]
    sheets, scripts = ([file for file in here if file.startswith(kind)] for kind in ("css", "js"))
    return Template(files()["frame.html"].body.decode()).substitute(
        title=page.title,
        static=f"/static/{version()}",
        links=f"{links('stylesheet', sheets)}\n{links('modulepreload', scripts)}",
        later=links("prefetch", later),
        script=page.script,
        layout=page.layout,
        content=content,
        preview=PREVIEW,
    )


def links(kind: str, names: list[str]) -> str:
    return "\n".join(f'<link rel="{kind}" href="{url(name)}">' for name in names)


def page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def show(request: Request) -> Response:
        return answer(name)

    return show


def answer(name: str, tags: str = "") -> Response:
    """A page, with the elements that tell what a link to it shows."""
    whole = html(name).replace(PREVIEW, tags, 1)
    return HTMLResponse(whole, headers={"cache-control": "no-cache"})


def page_of_table(name: str) -> Callable[[Request], Awaitable[Response]]:
    """A page about a table; visitors who must not see the table yet go to its deal.

    Looking at it changes nothing, not even with the key of an invitation: programs that show links
    look at them, too. The page's script asks for the seat.
    """

    async def show(request: Request) -> Response:
        table, lobby = table_name(request), lobby_of(request)
        deal = await lobby.barred(table, visitor_of(request))
        if deal:
            return RedirectResponse(f"/same/{deal}", 303)
        key = request.query_params.get("key") if name == "table" else None
        found = await previews.of_table(lobby, table, name, key)
        return answer(name, previews.tags(found, base_of(request)))

    return show


def page_of_game(name: str) -> Callable[[Request], Awaitable[Response]]:
    """A page about a game, which must exist."""

    async def show(request: Request) -> Response:
        if request.path_params["game"] not in find_all():
            raise HTTPException(404, "There is no such game.")
        return answer(name)

    return show


async def icon(request: Request) -> Response:
    return RedirectResponse(url("favicon.svg"))


ROUTES: list[BaseRoute] = [
    Route("/", page("hall")),
    Route("/favicon.ico", icon),
    Route("/table/{table}", page_of_table("table")),
    Route("/rules/{game}", page("rules")),
    Route("/replay", page("replays")),
    Route("/replay/{table}", page_of_table("replay")),
    Route("/coach/{table}", page_of_table("coach")),
    Route("/deck", page("deck")),
    Route("/fighters", page("fighters")),
    Route("/masters", page("masters")),
    Route("/cards/{game}", page_of_game("cards")),
    Route("/cards/{game}/{hash}", page_of_game("cards")),
]
