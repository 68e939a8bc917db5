"""The hall's documents: games, rules, tables, and what is told after a match."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.kit.errors import Refusal
from budokan.kit.game import find, find_all
from budokan.server import answers, documents, replay_steps
from budokan.server.http.errors import TooSoonError
from budokan.server.http.limits import charge
from budokan.server.http.requests import (
    Answer,
    base_of,
    json_of,
    lobby_of,
    remember,
    table_name,
    token_of,
    visitor_of,
)
from budokan.server.http.routing import Described, Text
from budokan.server.jobs.coach import Coaches, Study
from budokan.server.lobby import known_as, new_token
from budokan.server.table.courtesy import COURTESIES
from budokan.server.table.shown import has_par


async def games(request: Request) -> Response:
    """Every game with its switches and who can play it for the house."""
    return Answer([documents.game(game) for game in find_all().values()])


async def rules(request: Request) -> Response:
    """The rules of a game with their clauses, and every component value with its source."""
    game: str = request.path_params["game"]
    if game not in find_all():
        raise HTTPException(404, f"There is no game {game[:40]!r}.")
    return Answer(documents.rules(find(game)))


async def create(request: Request) -> Response:
    """Set up a table; whoever has no token yet gets one as a cookie."""
    wanted = protocol.read_table(await json_of(request))
    charge(request)
    token = token_of(request) or new_token()
    made = await lobby_of(request).create(known_as(token), wanted, base_of(request))
    response = Answer(made, 201)
    remember(response, token)
    return response


async def courtesies(request: Request) -> Response:
    """What people at a table can say to each other, by id."""
    return Answer(COURTESIES)


async def rematch(request: Request) -> Response:
    """The same people once more, everyone one seat further."""
    lobby, visitor = lobby_of(request), visitor_of(request)
    charge(request)
    return Answer(await lobby.rematch(table_name(request), visitor, base_of(request)))


async def record(request: Request) -> Response:
    """The record of a match: whole once it is over, before that what the visitor may know."""
    name, asked = table_name(request), request.query_params.get("view", "")
    async with lobby_of(request).seen(name, visitor_of(request)) as table, table.open() as loaded:
        seats = table.seats_of(visitor_of(request))
        text = await asyncio.to_thread(documents.match_record, loaded.match, seats, asked)
        file = f"{loaded.match.game.id}-{name}.match"
    return PlainTextResponse(
        text, headers={"content-disposition": f'attachment; filename="{file}"'}
    )


async def replay(request: Request) -> Response:
    """A match entry by entry, with the Scene after each."""
    name, asked = table_name(request), request.query_params.get("view", "")
    async with lobby_of(request).seen(name, visitor_of(request)) as table, table.open() as loaded:
        match, seats = loaded.match, table.seats_of(visitor_of(request))
        view = documents.viewer(match, seats, asked)
        entries = await asyncio.to_thread(documents.seen_entries, match, view)
        facts = documents.replay_facts(table, loaded, seats, view)
    pieces, headers = replay_steps.replay(match, entries, facts), {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        pieces, headers = replay_steps.zipped(pieces), {**headers, "content-encoding": "gzip"}
    return StreamingResponse(pieces, media_type="application/json", headers=headers)


async def par(request: Request) -> Response:
    """What the solver makes of the same deal; nothing yet while it plays."""
    name, pars = table_name(request), request.app.state.pars
    async with lobby_of(request).seen(name, visitor_of(request)) as table, table.open() as loaded:
        match = loaded.match
        seats = table.seats_of(visitor_of(request))
    if not match.over:
        raise TooSoonError("Par is told when the match is over.")
    if match.game.planner is not None and not has_par(match):
        raise Refusal("This deal is not known from its start, so there is no par.")
    found = pars.find(name, match)
    mine = match.scores()[seats[0]] if seats else None
    return Answer({"par": found.told(mine) if found else ""}, 200 if found else 202)


async def coach(request: Request) -> Response:
    """What was luck and what was a mistake; how far the coach is while it thinks."""
    name = table_name(request)
    async with lobby_of(request).seen(name, visitor_of(request)) as table, table.open() as loaded:
        match = loaded.match
        seats = table.seats_of(visitor_of(request))
    if not match.over:
        raise TooSoonError("The coach speaks when the match is over.")
    coaches: Coaches = request.app.state.coaches
    if request.query_params.get("begin") == "no" and not coaches.knows(name):
        return Answer({"progress": -1}, 202)
    found = coaches.find(name, match)
    if isinstance(found, Study):
        return Answer({"progress": found.progress}, 202)
    return Answer(documents.coached(found, seats))


VIEW = {"view": "A seat such as A, or spectator: whose eyes; before the end only one's own."}
ROUTES: list[BaseRoute] = [
    Described("/api/games", games, gives=list[answers.GameFacts]),
    Described("/api/rules/{game}", rules, gives=answers.Rules),
    Described("/api/courtesies", courtesies, gives=dict[str, str]),
    Described(
        "/api/tables",
        create,
        "POST",
        takes=protocol.NewTable,
        gives={201: answers.Made},
        faults=(409, 429),
    ),
    Described(
        "/api/tables/{table}/rematch", rematch, "POST", gives=answers.Again, faults=(409, 429)
    ),
    Described("/api/tables/{table}/record", record, query=VIEW, gives=Text),
    Described("/api/tables/{table}/replay", replay, query=VIEW, gives=answers.Replay),
    Described(
        "/api/tables/{table}/par",
        par,
        gives={200: answers.ParTold, 202: answers.ParTold},
        faults=(400, 409),
    ),
    Described(
        "/api/tables/{table}/coach",
        coach,
        query={"begin": "no: only look whether there is a report; do not begin one."},
        gives={200: answers.Coached, 202: answers.Progress},
        faults=(400, 409),
    ),
]
