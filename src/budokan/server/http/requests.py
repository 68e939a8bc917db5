"""Requests: the visitor, the table, the body; and answers in JSON."""

import re
from contextlib import suppress
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from budokan import protocol
from budokan.server.http.errors import TooLargeError
from budokan.server.lobby import Lobby, new_token, visitor_id
from budokan.store.store import StoreError, UnknownError
from budokan.store.uploads import TABLE

COOKIE = "budokan"
DEVICE, VISITOR, TOKEN_MADE = "device", "visitor", "token"  # in the scope of a request
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
    """The visitor, as http/visitors.py found them; '' without a token, or with a revoked one."""
    return str(connection.scope.get(VISITOR, ""))


def device_of(connection: HTTPConnection) -> str:
    """The device of the visitor; '' if there is none."""
    return str(connection.scope.get(DEVICE, ""))


def guest_of(connection: HTTPConnection) -> str:
    """The visitor; who has no token is a new one, whose token `welcome` hands over."""
    if not visitor_of(connection):
        token = new_token()
        connection.scope[TOKEN_MADE] = token
        connection.scope[DEVICE] = connection.scope[VISITOR] = visitor_id(token)
    return visitor_of(connection)


async def welcome(request: Request, response: Response) -> Response:
    """Let the browser of somebody who has got something here keep its token."""
    with suppress(StoreError):  # a token counts without being noted
        await request.app.state.visitors.note(device_of(request), visitor_of(request))
    set_token(response, request.scope.get(TOKEN_MADE) or token_of(request))
    return response


def set_token(response: Response, token: str) -> None:
    """Let the visitor's browser keep the token."""
    response.set_cookie(COOKIE, token, max_age=FIVE_YEARS, path="/", httponly=True, samesite="lax")


def drop_token(response: Response) -> None:
    """Let the visitor's browser forget the token."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")


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
