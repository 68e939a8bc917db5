"""Replays: records from outside, and new tables that go on from a step of a match."""

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.kit.errors import Refusal
from budokan.server import answers
from budokan.server.http.limits import charge
from budokan.server.http.requests import (
    Answer,
    base_of,
    body_of,
    json_of,
    kind_of,
    lobby_of,
    remember,
    table_name,
    token_of,
)
from budokan.server.http.routing import Described, Text
from budokan.server.lobby import known_as, new_token
from budokan.store import uploads

PLAY_ON = msgspec.json.Decoder(protocol.PlayOn)


async def upload(request: Request) -> Response:
    """Keep the record of a finished match as a replay that anybody with its link can open."""
    if kind_of(request) != "text/plain":
        raise HTTPException(415, "A record is text, sent as text/plain.")
    body = await body_of(request, uploads.LIMIT, "record")
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise Refusal("The record is not text.") from error
    charge(request, len(body))
    told, new = await lobby_of(request).keep(text)
    return Answer(told, 201 if new else 200)


async def play_on(request: Request) -> Response:
    """A new table whose first entries are those of a finished match up to a step."""
    wanted = protocol.read_body(PLAY_ON, await json_of(request))
    charge(request)
    name, token = table_name(request), token_of(request) or new_token()
    made = await lobby_of(request).play_on(name, known_as(token), wanted, base_of(request))
    response = Answer(made, 201)
    remember(response, token)
    return response


ROUTES: list[BaseRoute] = [
    Described(
        "/api/replays",
        upload,
        "POST",
        takes=Text,
        gives={200: answers.Kept, 201: answers.Kept},
        faults=(429,),
    ),
    Described(
        "/api/tables/{table}/play-on",
        play_on,
        "POST",
        takes=protocol.PlayOn,
        gives={201: answers.Made},
        faults=(409, 429),
    ),
]
