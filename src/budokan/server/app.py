"""The hall: all its addresses, and what is answered when something is wrong."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from budokan.kit.errors import IllegalAction, Refusal
from budokan.server import openapi
from budokan.server.http import logs, pages, static_files
from budokan.server.http.errors import DeniedError, TooLargeError, TooManyError, TooSoonError
from budokan.server.http.limits import Bounds
from budokan.server.http.requests import SORRY, Answer
from budokan.server.http.security import DRESS, Guard
from budokan.server.jobs.coach import Coaches
from budokan.server.jobs.par import Pars
from budokan.server.jobs.thinking import Bots
from budokan.server.lobby import Lobby
from budokan.server.routes import (
    builder,
    fairness,
    health,
    learn,
    matches,
    open_tables,
    replays,
    shared_deals,
    socket,
    tables,
)
from budokan.server.routes.open_tables import Places
from budokan.store.backup import FILE
from budokan.store.store import Store, StoreError, UnknownError

MODULES = (
    pages,
    static_files,
    tables,
    builder,
    fairness,
    learn,
    replays,
    matches,
    open_tables,
    shared_deals,
    health,
    openapi,
    socket,
)
STATUS: tuple[tuple[type[Refusal], int], ...] = (
    (DeniedError, 403),
    (UnknownError, 404),
    (TooSoonError, 409),
    (TooLargeError, 413),
    (TooManyError, 429),
    (StoreError, 503),
)


async def on_refusal(request: Request, error: Exception) -> Response:
    status = next((code for kind, code in STATUS if isinstance(error, kind)), 400)
    told = {"error": str(error)}
    if isinstance(error, IllegalAction) and error.clause:
        told["clause"] = error.clause
    return refused(request, told, status)


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    told = {404: "There is nothing at this address.", 405: "This address does not do that."}
    detail = error.detail if error.detail.endswith(".") else told.get(error.status_code)
    told_all = {"error": detail or "This cannot be done."}
    return refused(request, told_all, error.status_code, error.headers)


async def on_gone(request: Request, error: Exception) -> Response:
    return refused(request, {"error": "The request ended too early."}, 400)


async def on_fault(request: Request, error: Exception) -> Response:
    number = logs.fault("A request failed.", error, method=request.method, at=asked_at(request))
    return Answer({"error": SORRY.format(number)}, 500, headers=DRESS)  # no guard comes after this


def refused(
    request: Request, told: Any, status: int, headers: Mapping[str, str] | None = None
) -> Response:
    logs.note("refused", status=status, method=request.method, at=asked_at(request))
    return Answer(told, status, headers)


def asked_at(request: Request) -> str:
    """Which address was asked; not as it was written, since that may hold a key."""
    return str(getattr(request.scope.get("endpoint"), "__name__", ""))


@asynccontextmanager
async def opened(app: Starlette, lobby: Lobby) -> AsyncIterator[None]:
    """Whatever the addresses ask, as long as the hall is open."""
    asyncio.get_running_loop().set_exception_handler(logs.unheard)
    await lobby.open()
    state = app.state
    state.lobby, state.bounds, state.places = lobby, Bounds(), Places()
    state.pars, state.coaches = Pars(), Coaches()
    yield
    await state.coaches.close()
    await state.pars.close()
    await lobby.close()


def make_app(
    folder: Path,
    *,
    bots: Bots | None = None,
    pause: float = 0.0,
    base: str = "",
    names: Iterable[str] = (),
    now: Callable[[], int] | None = None,
) -> Starlette:
    """The hall with its matches in a folder; `pause` is the least time a bot takes.

    `base` is the address under which others reach it, `names` are further names it answers to,
    `now` is its clock in milliseconds, for whoever wants to move the hands.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        workers = bots or Bots()
        workers.warm()
        lobby = Lobby(Store(folder / FILE), workers, pause, now)
        async with opened(app, lobby):
            app.state.base = base
            yield

    return Starlette(
        routes=[route for module in MODULES for route in module.ROUTES],
        middleware=[Middleware(Guard, hosts=tuple(names))],
        exception_handlers={
            Refusal: on_refusal,
            HTTPException: on_http_error,
            ClientDisconnect: on_gone,
            Exception: on_fault,
        },
        lifespan=lifespan,
    )
