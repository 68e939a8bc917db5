"""A visitor's matches: all of them, page by page, with what they came to."""

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from budokan.kit.errors import Refusal, suggest
from budokan.kit.notation import SEATS
from budokan.server.http.pages import page
from budokan.server.http.requests import Answer, lobby_of, visitor_of
from budokan.server.http.routing import Described
from budokan.server.lobby import title
from budokan.store import results
from budokan.store.results import KINDS, PAGE, Row

FARTHEST = 100_000  # pages of a list


class MatchLine(Struct):
    """A match in a visitor's list."""

    id: str
    game: str
    title: str
    names: list[str]
    mine: list[int]  # the visitor's seats
    yours: bool  # whether it is the visitor's turn
    over: bool
    created: str
    ended: str
    outcome: str  # won, lost or drawn; '' while it runs, or with several seats
    told: str  # the sentence that says the result
    deal: str  # the deal it shares with others, or ''


class MatchPage(Struct):
    """A part of a visitor's list, and how long the whole is."""

    page: int
    pages: int
    total: int
    rows: list[MatchLine]


async def matches(request: Request) -> Response:
    """What a visitor plays and has played: their turn first, then running ones, then the rest."""
    asked = request.query_params
    kind = asked.get("kind", "all")
    if kind not in KINDS:
        raise Refusal(f"There is no list {kind[:40]!r}; {suggest(kind, KINDS)}")
    at = whole(asked.get("page", "1"), "page", FARTHEST) - 1
    size = whole(asked.get("size", str(PAGE)), "size", PAGE)
    visitor, store = visitor_of(request), lobby_of(request).store
    found = results.Page([], 0)
    if visitor:
        found = await store.do(results.mine, visitor, kind, at, size)
    pages = max(1, -(-found.total // size))
    return Answer(MatchPage(at + 1, pages, found.total, [line(row) for row in found.rows]))


def whole(text: str, what: str, most: int) -> int:
    """A number from 1 on that was asked for."""
    if not (text.isascii() and text.isdecimal() and len(text) < 9 and 1 <= int(text) <= most):
        raise Refusal(f"{what} must be a whole number from 1 to {most:,}, not {text[:40]!r}.")
    return int(text)


def line(row: Row) -> MatchLine:
    """A match as its player sees it in the list."""
    names, end = row.header["names"], row.ending
    one = row.seats[0] if len(row.seats) == 1 else None
    return MatchLine(
        id=row.id,
        game=row.header["game"],
        title=title(row.header["game"]),
        names=names,
        mine=row.seats,
        yours=any(SEATS[seat] in row.acting.split() for seat in row.seats),
        over=not row.acting,
        created=row.created,
        ended=end.ended if end else "",
        outcome=end.outcomes[one] if end and one is not None else "",
        told=end.told if end else "",
        deal=row.deal,
    )


QUERY = {
    "kind": "Which: " + ", ".join(KINDS) + ".",
    "page": "Which page of the list, from 1 on.",
    "size": f"How many to a page, {PAGE} at most.",
}
ROUTES: list[BaseRoute] = [
    Route("/matches", page("matches")),
    Described("/api/matches", matches, query=QUERY, gives=MatchPage),
]
