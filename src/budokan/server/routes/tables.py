"""Tables: set one up, ask for a rematch, and hear par and the coach after the match."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.kit.contract import SPECTATOR
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.kit.notation import SEATS
from budokan.server import own_cards
from budokan.server.http.errors import DeniedError, TooSoonError
from budokan.server.http.limits import count_table
from budokan.server.http.requests import (
    Answer,
    base_of,
    guest_of,
    json_of,
    lobby_of,
    table_name,
    visitor_of,
    welcome,
)
from budokan.server.http.routing import ApiRoute
from budokan.server.jobs import CoachJobs, MomentJobs, ParJobs, StudyProgress
from budokan.server.replay import WATCHING, viewer_of
from budokan.server.table.courtesy import COURTESIES
from budokan.server.table.frames import has_par
from budokan.thinking.coach.report import document


async def create(request: Request) -> Response:
    """Set up a table; a visitor without a token gets one as a cookie."""
    wanted = protocol.decode_body(protocol.NewTable, await json_of(request))
    lobby = lobby_of(request)
    count_table(
        request, cards=await own_cards.size_of(lobby.store, find(wanted.game), wanted.cards)
    )
    made = await lobby.create(guest_of(request), wanted, base_of(request))
    return await welcome(request, Answer(made, 201))


async def courtesies(request: Request) -> Response:
    """The phrases that people at a table can say to each other, by id."""
    return Answer(COURTESIES)


async def rematch(request: Request) -> Response:
    """The same players again, each one seat further; alone perhaps against another belt."""
    lobby, visitor = lobby_of(request), visitor_of(request)
    count_table(request)
    belt = request.query_params.get("belt", "")
    return Answer(await lobby.rematch(table_name(request), visitor, base_of(request), belt))


async def name(request: Request) -> Response:
    """Say one's name at a table; refused if another name was given before the match began."""
    visitor, lobby = visitor_of(request), lobby_of(request)
    wanted = protocol.decode_body(protocol.SeatName, await json_of(request))
    called = protocol.clean_name(wanted.name)
    async with lobby.table(table_name(request)) as table, table.open() as loaded:
        mine = table.seats_of(visitor)
        seat = wanted.seat if wanted.seat is not None else next(iter(mine), None)
        if seat is None or seat not in mine:
            raise DeniedError("Only the person on a seat can give it a name.")
        await table.rename(loaded, seat, called)
        return Answer(protocol.SeatName(loaded.match.names[seat], seat))


async def par(request: Request) -> Response:
    """The solver's result on the same deal; empty while it plays."""
    name, jobs = table_name(request), par_jobs_of(request)
    async with lobby_of(request).seen(name, visitor_of(request)) as table, table.open() as loaded:
        match = loaded.match
        seats = table.seats_of(visitor_of(request))
    if not match.over:
        raise TooSoonError("You can see par once the match is over.")
    if match.game.planner is not None and not has_par(match):
        raise Refusal("There is no par: the start of this deal is not known.")
    found = jobs.find(name, match)
    mine = match.scores()[seats[0]] if seats else None
    return Answer(protocol.ParAnswer(found.told(mine) if found else ""), 200 if found else 202)


async def moments(request: Request) -> Response:
    """The key moments of a finished match as the visitor saw it."""
    name, jobs = table_name(request), moment_jobs_of(request)
    async with lobby_of(request).seen(name, visitor_of(request)) as table, table.open() as loaded:
        match = loaded.match
        viewer = viewer_of(match, table.seats_of(visitor_of(request)), "")
    if not match.over:
        raise TooSoonError("You can see the key moments once the match is over.")
    found = jobs.find(name, match, viewer)
    view = SEATS[viewer] if viewer != SPECTATOR else WATCHING
    told = [protocol.KeyMoment(*each) for each in found or ()]
    return Answer(protocol.KeyMoments(told, view), 202 if found is None else 200)


async def coach(request: Request) -> Response:
    """The coach's report, or its progress while the coach thinks."""
    name = table_name(request)
    async with lobby_of(request).seen(name, visitor_of(request)) as table, table.open() as loaded:
        match = loaded.match
        seats = table.seats_of(visitor_of(request))
    if not match.over:
        raise TooSoonError("You can ask the coach once the match is over.")
    jobs: CoachJobs = request.app.state.coach_jobs
    if request.query_params.get("begin") == "no" and not jobs.knows(name):
        return Answer(protocol.CoachProgress(-1), 202)
    found = jobs.find(name, match)
    if isinstance(found, StudyProgress):
        return Answer(protocol.CoachProgress(found.percent), 202)
    return Answer({**document(found), "mine": seats})


def par_jobs_of(request: Request) -> ParJobs:
    jobs: ParJobs = request.app.state.par_jobs
    return jobs


def moment_jobs_of(request: Request) -> MomentJobs:
    jobs: MomentJobs = request.app.state.moment_jobs
    return jobs


ROUTES: list[BaseRoute] = [
    ApiRoute("/api/courtesies", courtesies, gives=dict[str, str]),
    ApiRoute(
        "/api/tables",
        create,
        "POST",
        takes=protocol.NewTable,
        gives={201: protocol.CreatedTable},
        faults=(409, 429),
    ),
    ApiRoute(
        "/api/tables/{table}/rematch",
        rematch,
        "POST",
        query={"belt": "The belt of the bots, if another one is wanted."},
        gives=protocol.TableId,
        faults=(400, 409, 429),
    ),
    ApiRoute(
        "/api/tables/{table}/name",
        name,
        "POST",
        takes=protocol.SeatName,
        gives=protocol.SeatName,
        faults=(409,),
    ),
    ApiRoute(
        "/api/tables/{table}/par",
        par,
        gives={200: protocol.ParAnswer, 202: protocol.ParAnswer},
        faults=(400, 409),
    ),
    ApiRoute(
        "/api/tables/{table}/moments",
        moments,
        gives={200: protocol.KeyMoments, 202: protocol.KeyMoments},
        faults=(409,),
    ),
    ApiRoute(
        "/api/tables/{table}/coach",
        coach,
        query={"begin": "no: only look whether there is a report; do not begin one."},
        gives={200: protocol.CoachReport, 202: protocol.CoachProgress},
        faults=(400, 409),
    ),
]
