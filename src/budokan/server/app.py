"""The hall: all its addresses, and what is answered when something is wrong."""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from budokan.kit.errors import IllegalAction, Refusal
from budokan.play.store import Store, StoreError, UnknownError
from budokan.server import (
    api,
    building,
    fair,
    health,
    learn,
    logs,
    matches,
    open_tables,
    openapi,
    pages,
    replays,
    same,
    sockets,
)
from budokan.server.asked import SORRY, Answer, TooLargeError
from budokan.server.bots import Bots
from budokan.server.coaches import Coaches
from budokan.server.guard import Guard
from budokan.server.lobby import DeniedError, Lobby, TooSoonError
from budokan.server.open_tables import Places
from budokan.server.pars import Pars

MODULES = (
    pages,
    api,
    building,
    fair,
    learn,
    replays,
    matches,
    open_tables,
    same,
    health,
    openapi,
    sockets,
)
STATUS: tuple[tuple[type[Refusal], int], ...] = (
    (DeniedError, 403),
    (UnknownError, 404),
    (TooSoonError, 409),
    (StoreError, 503),
)


async def on_refusal(request: Request, error: Exception) -> Response:
    status = 413 if isinstance(error, TooLargeError) else 400
    status = next((code for kind, code in STATUS if isinstance(error, kind)), status)
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


async def on_fault(request: Request, error: Exception) -> Response:
    number = logs.fault("A request failed.", error, method=request.method, at=asked_at(request))
    return Answer({"error": SORRY.format(number)}, 500)


def refused(
    request: Request, told: Any, status: int, headers: Mapping[str, str] | None = None
) -> Response:
    logs.note("refused", status=status, method=request.method, at=asked_at(request))
    return Answer(told, status, headers)


def asked_at(request: Request) -> str:
    """Which address was asked; not as it was written, since that may hold a key."""
    return str(getattr(request.scope.get("endpoint"), "__name__", ""))


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
        app.state.base = base
        workers = bots or Bots()
        workers.warm()
        app.state.lobby = Lobby(Store(folder / "hall.sqlite3"), workers, pause, now)
        await app.state.lobby.open()
        app.state.places = Places()
        app.state.pars = Pars()
        app.state.coaches = Coaches()
        yield
        await app.state.coaches.close()
        await app.state.pars.close()
        await app.state.lobby.close()

    return Starlette(
        routes=[route for module in MODULES for route in module.ROUTES],
        middleware=[Middleware(Guard, hosts=tuple(names))],
        exception_handlers={
            Refusal: on_refusal,
            HTTPException: on_http_error,
            Exception: on_fault,
        },
        lifespan=lifespan,
    )
