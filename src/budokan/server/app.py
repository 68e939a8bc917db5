"""The web application: all routes, and the answers to errors."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response

from budokan.kit.errors import IllegalAction, Refusal
from budokan.server import openapi, own_cards
from budokan.server.housekeeping import keep_house
from budokan.server.http import logs, pages, static_files
from budokan.server.http.errors import (
    DeniedError,
    FaultyCardsError,
    TooLargeError,
    TooManyError,
    TooSoonError,
)
from budokan.server.http.limits import Limits
from budokan.server.http.requests import FAULT, Answer
from budokan.server.http.security import NO_STORE, SecurityMiddleware
from budokan.server.jobs import BotWorkers, CoachJobs, MomentJobs, ParJobs
from budokan.server.lobby import Lobby
from budokan.server.pictures import PictureJobs
from budokan.server.routes import (
    builder,
    card_editor,
    cards,
    fairness,
    games,
    health,
    learn,
    matches,
    open_tables,
    pictures,
    replays,
    shared_deals,
    shown,
    socket,
    tables,
)
from budokan.server.routes.open_tables import SeatHolds
from budokan.store import cards as stored_cards
from budokan.store.backup import FILE
from budokan.store.cards import CardFile, FullListError
from budokan.store.store import Store, StoreError, UnknownError

MODULES = (
    pages,
    static_files,
    games,
    tables,
    builder,
    card_editor,
    cards,
    fairness,
    learn,
    replays,
    pictures,
    matches,
    open_tables,
    shared_deals,
    shown,
    health,
    openapi,
    socket,
)
CARD_CHECKS = 2  # card files that are checked or drawn at once; others wait
STATUS: tuple[tuple[type[Refusal], int], ...] = (
    (DeniedError, 403),
    (UnknownError, 404),
    (TooSoonError, 409),
    (TooLargeError, 413),
    (TooManyError, 429),
    (FullListError, 429),
    (StoreError, 503),
)


async def on_refusal(request: Request, error: Exception) -> Response:
    status = next((code for kind, code in STATUS if isinstance(error, kind)), 400)
    answer: dict[str, Any] = {"error": str(error)}
    if isinstance(error, IllegalAction) and error.clause:
        answer["clause"] = error.clause
    if isinstance(error, FaultyCardsError):
        answer["faults"] = own_cards.fault_list(error.faults)
    return refuse(request, answer, status)


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    usual = {404: "There is no such page.", 405: "This URL does not accept that method."}
    detail = error.detail if error.detail.endswith(".") else usual.get(error.status_code)
    answer = {"error": detail or "The hall cannot do this."}
    return refuse(request, answer, error.status_code, error.headers)


async def on_disconnect(request: Request, error: Exception) -> Response:
    return refuse(request, {"error": "The request ended too early."}, 400)


async def on_fault(request: Request, error: Exception) -> Response:
    number = logs.fault("A request failed.", error, method=request.method, at=endpoint_of(request))
    return Answer({"error": FAULT.format(number)}, 500, headers=NO_STORE)  # no middleware follows


def refuse(
    request: Request, answer: dict[str, Any], status: int, headers: Mapping[str, str] | None = None
) -> Response:
    logs.note("refused", status=status, method=request.method, at=endpoint_of(request))
    if "text/html" in request.headers.get("accept", ""):  # somebody looks at it in a browser
        return HTMLResponse(pages.refusal(answer["error"]), status, headers)
    return Answer(answer, status, headers)


def endpoint_of(request: Request) -> str:
    """The name of the endpoint, for the log; the URL itself may contain a key."""
    return str(getattr(request.scope.get("endpoint"), "__name__", ""))


@asynccontextmanager
async def run_lobby(app: Starlette, lobby: Lobby) -> AsyncIterator[None]:
    """The state that the routes use, while the hall is open."""
    asyncio.get_running_loop().set_exception_handler(logs.log_unhandled)
    await lobby.open()
    state = app.state
    state.lobby, state.limits, state.seat_holds = lobby, Limits(), SeatHolds()
    state.par_jobs, state.coach_jobs = ParJobs(), CoachJobs()
    state.moment_jobs, state.picture_jobs = MomentJobs(), PictureJobs()
    state.card_checks = asyncio.Semaphore(CARD_CHECKS)
    yield
    await state.picture_jobs.close()
    await state.moment_jobs.close()
    await state.coach_jobs.close()
    await state.par_jobs.close()
    await lobby.close()


def make_app(
    folder: Path,
    *,
    workers: BotWorkers | None = None,
    pause: float = 0.0,
    base: str = "",
    names: Iterable[str] = (),
    now: Callable[[], int] | None = None,
    cards: Iterable[CardFile] = (),
    keep_finished: int = 0,
) -> Starlette:
    """The hall with its matches in a folder; `pause` is the least time a bot takes.

    `base` is the URL under which others reach it, `names` are further host names it answers to,
    `now` is its clock in milliseconds, which tests move; `cards` are offered to everybody;
    finished matches are kept for `keep_finished` days, with 0 for ever.
    """

    offered = list(cards)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        bots = workers or BotWorkers()
        bots.warm()
        lobby = Lobby(Store(folder / FILE), bots, pause, now)
        async with run_lobby(app, lobby), keep_house(lobby, keep_finished):
            await lobby.store.do(stored_cards.offer, offered)
            app.state.base = base
            yield

    return Starlette(
        routes=[route for module in MODULES for route in module.ROUTES],
        middleware=[Middleware(SecurityMiddleware, hosts=tuple(names))],
        exception_handlers={
            Refusal: on_refusal,
            HTTPException: on_http_error,
            ClientDisconnect: on_disconnect,
            Exception: on_fault,
        },
        lifespan=lifespan,
    )
