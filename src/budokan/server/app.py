"""The web application: all routes, and the answers to errors."""

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from budokan.kit.contract import SPECTATOR
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.game import find_all
from budokan.match.match import CodedMatch
from budokan.server import erasure, garbage, openapi, own_cards
from budokan.server.housekeeping import keep_house
from budokan.server.http import logs, pages, static_files
from budokan.server.http.errors import (
    DeniedError,
    FaultyCardsError,
    TooLargeError,
    TooManyError,
    TooSoonError,
)
from budokan.server.http.limits import Limits, client_of, kind_of, limits_of
from budokan.server.http.requests import FAULT, Answer
from budokan.server.http.security import NO_STORE, SecurityMiddleware
from budokan.server.http.visitors import VisitorMiddleware, Visitors
from budokan.server.jobs import BotWorkers, Jobs
from budokan.server.lobby import Lobby
from budokan.server.metrics import Metrics
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
    you,
)
from budokan.server.routes.open_tables import SeatHolds
from budokan.server.routes.you import YourLimits
from budokan.server.watchdog import Watchdog
from budokan.store import cards as stored_cards
from budokan.store.backup import FILE
from budokan.store.cards import CardFile, FullListError
from budokan.store.store import Store, StoreError, UnknownError
from budokan.store.visitors import CodeError
from budokan.thinking.workers import BusyError, Workers

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
    you,
)
STATUS: tuple[tuple[type[Refusal], int], ...] = (
    (DeniedError, 403),
    (UnknownError, 404),
    (TooSoonError, 409),
    (BusyError, 409),
    (TooLargeError, 413),
    (TooManyError, 429),
    (FullListError, 429),
    (CodeError, 409),
    (StoreError, 503),
)


async def on_refusal(request: Request, error: Exception) -> Response:
    status = next((code for kind, code in STATUS if isinstance(error, kind)), 400)
    answer: dict[str, Any] = {"error": str(error)}
    if isinstance(error, IllegalAction) and error.clause:
        answer["clause"] = error.clause
    if isinstance(error, FaultyCardsError):
        answer["faults"] = own_cards.fault_list(error.faults)
    wait = error.wait if isinstance(error, TooManyError) else 0
    headers = {"retry-after": str(math.ceil(wait))} if wait else None
    return refuse(request, answer, status, headers)


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
    if status != 429:  # limits are told of by themselves, and not each time
        logs.note("refused", status=status, method=request.method, at=endpoint_of(request))
    if "text/html" in request.headers.get("accept", ""):  # somebody looks at it in a browser
        return HTMLResponse(pages.refusal(answer["error"]), status, headers)
    return Answer(answer, status, headers)


def endpoint_of(request: Request) -> str:
    """The name of the endpoint, for the log; the URL itself may contain a key."""
    return str(getattr(request.scope.get("endpoint"), "__name__", ""))


class LimitMiddleware:
    """Counts every request and answer; too many of a client IP are refused before all else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        metrics: Metrics = scope["app"].state.metrics

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                metrics.answered(message["status"])
            await send(message)

        request = Request(scope)
        try:
            kind = kind_of(scope["method"], scope["path"])
            limits_of(request).count_request(client_of(request), kind)
        except TooManyError as error:
            answer = await on_refusal(request, error)
            await answer(scope, receive, send_counted)
            return
        await self.app(scope, receive, send_counted)


@asynccontextmanager
async def run_lobby(app: Starlette, lobby: Lobby) -> AsyncIterator[None]:
    """The state that the routes use, while the hall is open."""
    loop, state = asyncio.get_running_loop(), app.state
    loop.set_exception_handler(logs.log_unhandled)
    if state.watchdog is not None:
        state.watchdog.watch(loop)
    await lobby.open()
    state.visitors, state.your_limits = Visitors(lobby.store), YourLimits()
    await state.visitors.open()
    state.lobby, state.seat_holds = lobby, SeatHolds()
    state.jobs = lobby.jobs
    state.pools = [lobby.workers, lobby.workers.aside, *lobby.jobs.pools.values()]
    state.checkup = health.Checkup(lobby.store)
    lobby.store.on_answer = state.metrics.commit.add
    finishing = asyncio.create_task(erasure.finish_all(lobby, state.visitors))
    yield
    finishing.cancel()
    await asyncio.gather(finishing, return_exceptions=True)
    await lobby.close()


def load_all(app: Starlette) -> None:
    """Make what is made once, before the first visitor would wait for it."""
    load_games()
    for name in pages.PAGES:
        pages.html(name)
    openapi.text_of(app)


def load_games() -> None:
    """Load what a game needs once."""
    for game in find_all().values():
        match = CodedMatch(game, game.setup(), seed="any")
        match.begin()
        for viewer in (SPECTATOR, *range(match.setup.seats)):
            match.scene(viewer)


def make_app(
    folder: Path,
    *,
    workers: BotWorkers | None = None,
    helpers: Workers | None = None,
    pause: float = 0.0,
    base: str = "",
    names: Iterable[str] = (),
    now: Callable[[], int] | None = None,
    cards: Iterable[CardFile] = (),
    keep_finished: int = 0,
    limits: Limits | None = None,
    watchdog: Watchdog | None = None,
    show_metrics: bool = False,
) -> Starlette:
    """The hall with its matches in a folder; `pause` is the least time a bot takes.

    `helpers` do the jobs, by default processes of their own;
    `base` is the URL under which others reach it, `names` are further host names it answers to,
    `now` is its clock in milliseconds, which tests move; `cards` are offered to everybody;
    finished matches are kept for `keep_finished` days, with 0 for ever;
    `limits` are the usual ones if none are given; a `watchdog` finds what holds the event loop.
    """

    offered = list(cards)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        find_all()  # now, since importing them takes long
        bots = workers or BotWorkers()
        bots.warm()
        store = Store(folder / FILE)
        lobby = Lobby(store, bots, pause, now, Jobs(store, helpers))
        async with run_lobby(app, lobby), keep_house(lobby, keep_finished):
            await lobby.store.do(stored_cards.offer, offered)
            app.state.base = base
            if watchdog is None:
                yield
                return
            # Starlette's own thread: its modules for streams are loaded with it, and not later.
            await run_in_threadpool(load_all, app)
            async with garbage.collected(lambda: not lobby.viewers, watchdog):
                watchdog.arm()
                yield
                watchdog.disarm()

    app = Starlette(
        routes=[route for module in MODULES for route in module.ROUTES],
        middleware=[
            Middleware(SecurityMiddleware, hosts=tuple(names)),
            Middleware(LimitMiddleware),
            Middleware(VisitorMiddleware),
        ],
        exception_handlers={
            Refusal: on_refusal,
            HTTPException: on_http_error,
            ClientDisconnect: on_disconnect,
            Exception: on_fault,
        },
        lifespan=lifespan,
    )
    state = app.state
    state.limits, state.metrics, state.watchdog = limits or Limits(), Metrics(), watchdog
    state.shows_metrics = show_metrics
    state.connections = None  # of the server, if there is one
    return app
