"""Tables: set one up, ask for a rematch, and hear par and the coach after the match."""

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.server import after_match
from budokan.server.after_match import view_name
from budokan.server.http.errors import DeniedError, TooSoonError
from budokan.server.http.limits import count_table, owner_of
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
from budokan.server.http.waiting import VERSION, jobs_of, look_of, order, order_of_match
from budokan.server.jobs import COACH, MOMENTS, PAR, Keep, Order, Progress
from budokan.server.replay import viewer_of
from budokan.server.table.courtesy import COURTESIES
from budokan.store import looks
from budokan.store.job_results import Name
from budokan.store.looks import Look
from budokan.thinking.coach.study import study_stored


async def create(request: Request) -> Response:
    """Set up a table; a visitor without a token gets one as a cookie."""
    wanted = protocol.decode_body(protocol.NewTable, await json_of(request))

    def count(cards: int) -> None:
        count_table(request, cards=cards)

    visitor = guest_of(request)
    made = await lobby_of(request).create(visitor, wanted, base_of(request), count)
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
    look, mine = await look_of(request)
    if not look.over:
        raise TooSoonError("You can see par once the match is over.")
    after_match.check_par(look)
    jobs, store = jobs_of(request), lobby_of(request).store

    async def given() -> after_match.Deal:
        return after_match.Deal(await store.do(looks.record_of, look.id), jobs.tries)

    name = Name("par", look.id, str(jobs.tries), VERSION)
    body = await jobs.ask(order(request, PAR, name, after_match.par, given, Keep.STORE))
    if body is None:
        return Answer(protocol.ParAnswer(""), 202)
    return Answer(protocol.ParAnswer(after_match.par_told(body, mine)))


async def moments(request: Request) -> Response:
    """The key moments of a finished match as the visitor saw it."""
    look, mine = await look_of(request)
    if not look.over:
        raise TooSoonError("You can see the key moments once the match is over.")
    viewer = viewer_of(look, mine, "")
    wanted = order_of_match(request, MOMENTS, look, "moments", viewer, after_match.moments)
    body = await jobs_of(request).ask(wanted)
    if body is None:
        return Answer(protocol.KeyMoments([], view_name(viewer)), 202)
    return Response(body, media_type="application/json")


async def coach(request: Request) -> Response:
    """The coach's report, or its progress while the coach thinks."""
    look, mine = await look_of(request)
    if not look.over:
        raise TooSoonError("You can ask the coach once the match is over.")
    jobs, wanted = jobs_of(request), report_order(request, look)
    body = await jobs.ask(wanted, begin=request.query_params.get("begin") != "no")
    if body is None:
        progress = jobs.progress.get(wanted.name)
        told = progress.percent if progress else 0 if jobs.is_making(wanted.name) else -1
        return Answer(protocol.CoachProgress(told), 202)
    whole = body[:-1] + b',"mine":' + msgspec.json.encode(mine) + b"}"
    return Response(whole, media_type="application/json")


def report_order(request: Request, look: Look) -> Order:
    """An order for the coach's report, which is made of many jobs of its owner."""
    jobs, owner, store = jobs_of(request), owner_of(request), lobby_of(request).store
    name = Name("report", look.id, str(jobs.iterations), VERSION)

    async def run(work: Callable[[Any], Any], given: Any) -> Any:
        return await jobs.run(COACH, owner, work, given)

    async def make() -> bytes:
        progress = jobs.progress[name] = Progress()
        try:
            whole = await store.do(looks.record_of, look.id)
            return await study_stored(run, whole, progress.tell, jobs.iterations)
        finally:
            del jobs.progress[name]

    return Order(COACH, owner, name, make, Keep.STORE)


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
        faults=(400, 409, 429),
    ),
    ApiRoute(
        "/api/tables/{table}/moments",
        moments,
        gives={200: protocol.KeyMoments, 202: protocol.KeyMoments},
        faults=(409, 429),
    ),
    ApiRoute(
        "/api/tables/{table}/coach",
        coach,
        query={"begin": "no: only look whether there is a report; do not begin one."},
        gives={200: protocol.CoachReport, 202: protocol.CoachProgress},
        faults=(400, 409, 429),
    ),
]
