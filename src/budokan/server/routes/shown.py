"""Matches that all their players show to everybody."""

from datetime import datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.server.daily import today
from budokan.server.http.errors import DeniedError, TooSoonError
from budokan.server.http.requests import Answer, json_of, lobby_of, table_name, visitor_of
from budokan.server.http.routing import ApiRoute
from budokan.server.lobby import game_title
from budokan.server.routes.matches import MAX_PAGE, whole_number
from budokan.server.table import frames
from budokan.store import shown as shown_matches
from budokan.store.results import PAGE
from budokan.store.shown import Shown


async def shown(request: Request) -> Response:
    """The matches that all their players show to everybody, the latest first."""
    query = request.query_params
    at = whole_number(query.get("page", "1"), "page", MAX_PAGE) - 1
    size = whole_number(query.get("size", str(PAGE)), "size", PAGE)
    rows, total = await lobby_of(request).store.do(shown_matches.listed, today(), at, size)
    pages = max(1, -(-total // size))
    return Answer(protocol.ShownPage(at + 1, pages, total, [shown_line(row) for row in rows]))


def shown_line(row: Shown) -> protocol.ShownMatch:
    took = datetime.fromisoformat(row.ended) - datetime.fromisoformat(row.created)
    return protocol.ShownMatch(
        id=row.id,
        game=row.header["game"],
        title=game_title(row.header["game"]),
        names=row.header["names"],
        result=row.told,
        ended=row.ended,
        minutes=max(1, round(took.total_seconds() / 60)),
    )


async def let_watch(request: Request) -> Response:
    """Let everybody watch a finished match of yours, or no longer; all its players must agree."""
    name, visitor, lobby = table_name(request), visitor_of(request), lobby_of(request)
    wanted = protocol.decode_body(protocol.LetWatch, await json_of(request))
    async with lobby.table(name) as table, table.open() as loaded:
        if not table.seats_of(visitor):
            raise DeniedError("Only players at this table can let others watch it.")
        if not loaded.match.over:
            raise TooSoonError("You can let others watch this match once it is over.")
        if loaded.match.origin is not None:
            raise TooSoonError("This match begins with moves of another one; it cannot be shown.")
        await lobby.let_watch(table, visitor, wanted.agree)
        return Answer(frames.showing(table, loaded))


QUERY = {
    "page": "Which page of the list, counted from 1.",
    "size": f"How many matches a page, at most {PAGE}.",
}
ROUTES: list[BaseRoute] = [
    ApiRoute("/api/replays/shown", shown, query=QUERY, gives=protocol.ShownPage),
    ApiRoute(
        "/api/tables/{table}/shown",
        let_watch,
        "POST",
        takes=protocol.LetWatch,
        gives=protocol.Showing,
        faults=(409,),
    ),
]
