"""Requests: the visitor, the table, the body; and answers in JSON."""

import re
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from budokan import protocol
from budokan.server.http.errors import TooLargeError
from budokan.server.lobby import Lobby, visitor_id
from budokan.store.store import UnknownError
from budokan.store.uploads import TABLE

COOKIE = "budokan"
TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")
FIVE_YEARS = 5 * 365 * 24 * 3600  # seconds
FAULT = "Something went wrong in the hall; its log has it as fault {}."


class Answer(Response):
    """A JSON document."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


def token_of(connection: HTTPConnection) -> str:
    """The visitor's token; '' if there is none or it is malformed."""
    token = connection.cookies.get(COOKIE, "")
    return token if TOKEN.fullmatch(token) else ""


def visitor_of(connection: HTTPConnection) -> str:
    return visitor_id(token_of(connection))


def set_token(response: Response, token: str) -> None:
    """Let the visitor's browser keep the token."""
    response.set_cookie(COOKIE, token, max_age=FIVE_YEARS, path="/", httponly=True, samesite="lax")


def lobby_of(connection: HTTPConnection) -> Lobby:
    lobby: Lobby = connection.app.state.lobby
    return lobby


def base_of(connection: HTTPConnection) -> str:
    """The URL under which others reach this hall."""
    given: str = connection.app.state.base
    secure = connection.url.scheme in ("https", "wss")
    return given or f"{'https' if secure else 'http'}://{connection.url.netloc}"


def table_name(connection: HTTPConnection) -> str:
    name: str = connection.path_params["table"]
    if not TABLE.fullmatch(name):
        raise UnknownError("There is no such table.")
    return name


def content_type(request: Request) -> str:
    """The content type of a request's body."""
    return request.headers.get("content-type", "").partition(";")[0].strip()


async def json_of(request: Request, limit: int = protocol.LIMIT) -> bytes:
    """The body of a request that must be JSON."""
    if content_type(request) != "application/json":
        raise HTTPException(415, "Send the body as application/json.")
    return await body_of(request, limit)


async def body_of(request: Request, limit: int = protocol.LIMIT, what: str = "request") -> bytes:
    """The body of a request, read no further than the limit."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > limit:
            raise TooLargeError(f"A {what} may have {limit} bytes; this one has more.")
    return body
