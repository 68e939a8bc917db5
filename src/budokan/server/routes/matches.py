"""A visitor's matches, page by page, with their results."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from budokan import protocol
from budokan.kit.errors import Refusal, suggest
from budokan.kit.notation import SEATS
from budokan.server.http.pages import page
from budokan.server.http.requests import Answer, lobby_of, visitor_of
from budokan.server.http.routing import ApiRoute
from budokan.server.lobby import game_title
from budokan.store import results
from budokan.store.results import KINDS, PAGE, Row

MAX_PAGE = 100_000


async def matches(request: Request) -> Response:
    """A visitor's matches: first those at their turn, then running ones, then the rest."""
    query = request.query_params
    kind = query.get("kind", "all")
    if kind not in KINDS:
        raise Refusal(f"There is no list {kind[:40]!r}; {suggest(kind, KINDS)}")
    at = whole_number(query.get("page", "1"), "page", MAX_PAGE) - 1
    size = whole_number(query.get("size", str(PAGE)), "size", PAGE)
    visitor, store = visitor_of(request), lobby_of(request).store
    found = results.Page([], 0)
    if visitor:
        found = await store.do(results.matches_of, visitor, kind, at, size)
    pages = max(1, -(-found.total // size))
    return Answer(
        protocol.MatchPage(at + 1, pages, found.total, [match_line(row) for row in found.rows])
    )


def whole_number(text: str, what: str, most: int) -> int:
    """A number in a query, from 1 on."""
    if not (text.isascii() and text.isdecimal() and len(text) < 9 and 1 <= int(text) <= most):
        raise Refusal(f"{what} must be a whole number from 1 to {most:,}, not {text[:40]!r}.")
    return int(text)


def match_line(row: Row) -> protocol.MatchLine:
    """A match in its player's list."""
    names, end = row.header["names"], row.ending
    one = row.seats[0] if len(row.seats) == 1 else None
    return protocol.MatchLine(
        id=row.id,
        game=row.header["game"],
        title=game_title(row.header["game"]),
        names=names,
        players=row.header["hall"]["sitting"],
        mine=row.seats,
        yours=any(SEATS[seat] in row.acting.split() for seat in row.seats),
        over=not row.acting,
        created=row.created,
        ended=end.ended if end else "",
        outcome=end.outcomes[one] if end and one is not None else "",
        result=end.told if end else "",
        shared_deal=row.deal,
    )


QUERY = {
    "kind": "Which matches: " + ", ".join(KINDS) + ".",
    "page": "Which page of the list, counted from 1.",
    "size": f"How many matches a page, at most {PAGE}.",
}
ROUTES: list[BaseRoute] = [
    Route("/matches", page("matches")),
    ApiRoute("/api/matches", matches, query=QUERY, gives=protocol.MatchPage),
]
