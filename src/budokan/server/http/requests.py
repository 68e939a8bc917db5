"""What every address needs: who asks, what for, and an answer in JSON."""

import re
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from budokan import protocol
from budokan.server.http.errors import TooLargeError
from budokan.server.lobby import Lobby, known_as
from budokan.store.store import UnknownError
from budokan.store.uploads import TABLE

COOKIE = "budokan"
TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")
YEARS = 5 * 365 * 24 * 3600
SORRY = "Something went wrong in the hall; its log has it as fault {}."


class Answer(Response):
    """A JSON document."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


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


def kind_of(request: Request) -> str:
    """The content type of what a request brings."""
    return request.headers.get("content-type", "").partition(";")[0].strip()


async def json_of(request: Request) -> bytes:
    """The body of a request that must be JSON."""
    if kind_of(request) != "application/json":
        raise HTTPException(415, "What is asked for is described in JSON, as application/json.")
    return await body_of(request)


async def body_of(request: Request, limit: int = protocol.LIMIT, what: str = "request") -> bytes:
    """The body of a request, read no further than the limit."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > limit:
            raise TooLargeError(f"A {what} may have {limit} bytes; this one has more.")
    return body
