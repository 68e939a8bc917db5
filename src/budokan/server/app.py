"""The hall's addresses: pages, documents, tables, and the socket of a table."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import (
    FileResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.game import find, find_all
from budokan.play.store import Store, StoreError, UnknownError
from budokan.server import documents, wire
from budokan.server.bots import Bots
from budokan.server.coaches import Coaches, Study
from budokan.server.guard import Guard
from budokan.server.lobby import DeniedError, Lobby, TooSoonError, known_as, new_token
from budokan.server.outbox import StalledError
from budokan.server.pars import Pars
from budokan.server.table import Table, Viewer

LOG = logging.getLogger("budokan.hall")
STATIC = Path(__file__).parent / "static"
COOKIE = "budokan"
TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")
TABLE = re.compile(r"[A-Za-z0-9_-]{1,32}")
YEARS = 5 * 365 * 24 * 3600
FAREWELL = 2.0  # seconds for the last message of a connection
BAD, GONE, UNKNOWN, BUSY, FAULT = 4400, 1001, 4404, 1013, 1011  # why a socket is closed
SORRY = "Something went wrong in the hall; its log says what."
STATUS: tuple[tuple[type[Refusal], int], ...] = (
    (DeniedError, 403),
    (UnknownError, 404),
    (TooSoonError, 409),
    (StoreError, 503),
)


class Answer(Response):
    """A JSON document."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


class TooLargeError(Refusal):
    """A request body beyond the limit."""


# -- who asks -------------------------------------------------------------------------------------


def token_of(connection: HTTPConnection) -> str:
    """The visitor's token, or '' if they have none that could be ours."""
    token = connection.cookies.get(COOKIE, "")
    return token if TOKEN.fullmatch(token) else ""


def visitor_of(connection: HTTPConnection) -> str:
    return known_as(token_of(connection))


def remember(response: Response, token: str) -> None:
    response.set_cookie(COOKIE, token, max_age=YEARS, path="/", httponly=True, samesite="lax")


def lobby_of(connection: HTTPConnection) -> Lobby:
    lobby: Lobby = connection.app.state.lobby
    return lobby


def base_of(connection: HTTPConnection) -> str:
    """The address under which others reach this hall."""
    given: str = connection.app.state.base
    secure = connection.url.scheme in ("https", "wss")
    return given or f"{'https' if secure else 'http'}://{connection.url.netloc}"


def table_name(connection: HTTPConnection) -> str:
    name: str = connection.path_params["table"]
    if not TABLE.fullmatch(name):
        raise UnknownError("There is no such table.")
    return name


# -- pages ----------------------------------------------------------------------------------------


def page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def show(request: Request) -> Response:
        path = STATIC / name
        if not path.is_file():
            raise HTTPException(404, f"The page {name} is not installed.")
        return FileResponse(path, headers={"cache-control": "no-cache"})

    return show


async def table_page(request: Request) -> Response:
    """The table; a link with a key seats whoever opens it, and forgets the key."""
    key = request.query_params.get("key")
    if key is None:
        return await page("table.html")(request)
    name, token = table_name(request), token_of(request) or new_token()
    seated = await lobby_of(request).claim(name, known_as(token), key)
    response = RedirectResponse(f"/table/{name}" + ("" if seated else "?taken=1"), 303)
    remember(response, token)
    return response


class Files(StaticFiles):
    """The page's files; browsers ask again whether they changed."""

    async def get_response(self, path: str, scope: Any) -> Response:
        response = await super().get_response(path, scope)
        MutableHeaders(raw=response.raw_headers)["cache-control"] = "no-cache"
        return response


# -- documents ------------------------------------------------------------------------------------


async def games(request: Request) -> Response:
    return Answer([documents.game(game) for game in find_all().values()])


async def rules(request: Request) -> Response:
    game: str = request.path_params["game"]
    if game not in find_all():
        raise HTTPException(404, f"There is no game {game[:40]!r}.")
    return Answer(documents.rules(find(game)))


# -- tables ---------------------------------------------------------------------------------------


async def body_of(request: Request) -> bytes:
    """The body of a request, read no further than the limit."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > wire.LIMIT:
            raise TooLargeError(f"A request may have {wire.LIMIT} bytes; this one has more.")
    return body


async def create(request: Request) -> Response:
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise HTTPException(415, "A table is described in JSON, as application/json.")
    wanted = wire.read_table(await body_of(request))
    token = token_of(request) or new_token()
    made = await lobby_of(request).create(known_as(token), wanted, base_of(request))
    response = Answer(made, 201)
    remember(response, token)
    return response


async def mine(request: Request) -> Response:
    return Answer(await lobby_of(request).listed(visitor_of(request)))


async def rematch(request: Request) -> Response:
    lobby, visitor = lobby_of(request), visitor_of(request)
    return Answer(await lobby.rematch(table_name(request), visitor, base_of(request)))


async def record(request: Request) -> Response:
    name, asked = table_name(request), request.query_params.get("view", "")
    async with lobby_of(request).table(name) as table, table.open() as loaded:
        seats = table.seats_of(visitor_of(request))
        text = documents.match_record(loaded.match, seats, asked)
        file = f"{loaded.match.game.id}-{name}.match"
    return PlainTextResponse(
        text, headers={"content-disposition": f'attachment; filename="{file}"'}
    )


async def replay(request: Request) -> Response:
    name, asked = table_name(request), request.query_params.get("view", "")
    async with lobby_of(request).table(name) as table, table.open() as loaded:
        match = loaded.match
        view = documents.viewer(match, table.seats_of(visitor_of(request)), asked)
        entries = documents.seen_entries(match, view)
    return StreamingResponse(documents.replay(match, entries, view), media_type="application/json")


async def par(request: Request) -> Response:
    """What the solver makes of the same deal; nothing yet while it plays."""
    name, pars = table_name(request), request.app.state.pars
    async with lobby_of(request).table(name) as table, table.open() as loaded:
        match = loaded.match
        seats = table.seats_of(visitor_of(request))
    if not match.over:
        raise TooSoonError("Par is told when the match is over.")
    found = pars.find(name, match)
    mine = match.scores()[seats[0]] if seats else None
    return Answer({"par": found.told(mine) if found else ""}, 200 if found else 202)


async def coach(request: Request) -> Response:
    """What was luck and what was a mistake; how far the coach is while it thinks."""
    name = table_name(request)
    async with lobby_of(request).table(name) as table, table.open() as loaded:
        match = loaded.match
        seats = table.seats_of(visitor_of(request))
    if not match.over:
        raise TooSoonError("The coach speaks when the match is over.")
    found = request.app.state.coaches.find(name, match)
    if isinstance(found, Study):
        return Answer({"progress": found.progress}, 202)
    return Answer(documents.coached(found, seats))


# -- the socket of a table ------------------------------------------------------------------------


async def socket(ws: WebSocket) -> None:
    """One connection: a task that sends, and this one that listens."""
    await ws.accept()
    viewer = Viewer(visitor_of(ws), base_of(ws))
    sending = asyncio.create_task(viewer.outbox.run(ws.send_text))
    code = GONE
    try:
        async with lobby_of(ws).table(table_name(ws)) as table:
            try:
                await table.join(viewer)
                await _attended(ws, table, viewer, sending)
            finally:
                table.leave(viewer)
    except Refusal as refusal:
        code = UNKNOWN if isinstance(refusal, UnknownError) else BAD
        code = BUSY if isinstance(refusal, StoreError) else code
        viewer.outbox.put(wire.encode(wire.ErrorFrame(text=str(refusal))))
    except StalledError:
        code = BUSY
    except Exception:
        LOG.exception("A connection failed.")
        code = FAULT
        viewer.outbox.put(wire.encode(wire.ErrorFrame(text=SORRY)))
    viewer.outbox.close()
    await asyncio.wait({sending}, timeout=FAREWELL)
    sending.cancel()
    with suppress(Exception, asyncio.CancelledError):
        await sending
    with suppress(Exception):
        await asyncio.wait_for(ws.close(code), FAREWELL)


async def _attended(
    ws: WebSocket, table: Table, viewer: Viewer, sending: "asyncio.Task[None]"
) -> None:
    """Listen until the client goes, says what cannot be read, or takes nothing any more."""
    listening = asyncio.create_task(_listen(ws, table, viewer))
    try:
        await asyncio.wait({listening, sending}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
    if sending.done():
        raise StalledError


async def _listen(ws: WebSocket, table: Table, viewer: Viewer) -> None:
    while True:
        message = await ws.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        if text is None:
            raise wire.WireError("Messages are text, not bytes.")
        await table.handle(viewer, wire.read_said(text))


# -- all of it ------------------------------------------------------------------------------------


async def on_refusal(request: Request, error: Exception) -> Response:
    status = 413 if isinstance(error, TooLargeError) else 400
    status = next((code for kind, code in STATUS if isinstance(error, kind)), status)
    told = {"error": str(error)}
    if isinstance(error, IllegalAction) and error.clause:
        told["clause"] = error.clause
    return Answer(told, status)


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    told = {404: "There is nothing at this address.", 405: "This address does not do that."}
    detail = error.detail if error.detail.endswith(".") else told.get(error.status_code)
    return Answer({"error": detail or "This cannot be done."}, error.status_code, error.headers)


async def on_fault(request: Request, error: Exception) -> Response:
    LOG.error("A request failed.", exc_info=error)
    return Answer({"error": SORRY}, 500)


def make_app(
    folder: Path, *, bots: Bots | None = None, pause: float = 0.0, base: str = ""
) -> Starlette:
    """The hall with its matches in a folder; `pause` is the least time a bot takes."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.base = base
        workers = bots or Bots()
        workers.warm()
        app.state.lobby = Lobby(Store(folder / "hall.sqlite3"), workers, pause)
        app.state.pars = Pars()
        app.state.coaches = Coaches()
        yield
        await app.state.coaches.close()
        await app.state.pars.close()
        await app.state.lobby.close()

    return Starlette(
        routes=[
            Route("/", page("index.html")),
            Route("/favicon.ico", page("favicon.svg")),
            Route("/table/{table}", table_page),
            Route("/rules/{game}", page("rules.html")),
            Route("/replay/{table}", page("replay.html")),
            Route("/coach/{table}", page("coach.html")),
            Route("/api/games", games),
            Route("/api/rules/{game}", rules),
            Route("/api/tables", mine),
            Route("/api/tables", create, methods=["POST"]),
            Route("/api/tables/{table}/rematch", rematch, methods=["POST"]),
            Route("/api/tables/{table}/record", record),
            Route("/api/tables/{table}/replay", replay),
            Route("/api/tables/{table}/par", par),
            Route("/api/tables/{table}/coach", coach),
            WebSocketRoute("/ws/{table}", socket),
            Mount("/static", Files(directory=STATIC, check_dir=False)),
        ],
        middleware=[Middleware(Guard)],
        exception_handlers={
            Refusal: on_refusal,
            HTTPException: on_http_error,
            Exception: on_fault,
        },
        lifespan=lifespan,
    )
