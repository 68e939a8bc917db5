"""Records and replays of matches, uploaded records, and tables that go on from a step of one."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.kit.errors import Refusal
from budokan.server import after_match
from budokan.server import replay as replays
from budokan.server.http.limits import count_table, count_upload
from budokan.server.http.requests import (
    Answer,
    base_of,
    body_of,
    content_type,
    guest_of,
    json_of,
    lobby_of,
    table_name,
    welcome,
)
from budokan.server.http.routing import ApiRoute, Text
from budokan.server.http.waiting import look_of, order_of_match, run_job, wait_for
from budokan.server.jobs import FILM, RECORD, UPLOAD
from budokan.store import uploads


async def record(request: Request) -> Response:
    """The record of a match: complete once it is over, before that what the visitor may know."""
    asked, look, mine = request.query_params.get("view", ""), *await look_of(request)
    whole = look.over and not asked
    view = None if whole else replays.viewer_of(look, mine, asked)
    body = await wait_for(
        request, order_of_match(request, RECORD, look, "record", view, replays.written)
    )
    file = f"{look.header['game']}-{look.id}.match"
    return Response(
        body,
        media_type="text/plain",
        headers={"content-disposition": f'attachment; filename="{file}"'},
    )


async def replay(request: Request) -> Response:
    """A match entry by entry, with the Scene after each."""
    look, mine = await look_of(request)
    view = replays.viewer_of(look, mine, request.query_params.get("view", ""))
    kept = await wait_for(request, order_of_match(request, FILM, look, "film", view, replays.film))
    facts, headers = replays.replay_facts(look, mine, view), {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = replays.film_gzipped(kept, facts)
    else:
        body = await asyncio.to_thread(replays.film_plain, kept, facts)
    return Response(body, media_type="application/json", headers=headers)


async def upload(request: Request) -> Response:
    """Save the record of a finished match as a replay; everybody with its link can open it."""
    if content_type(request) != "text/plain":
        raise HTTPException(415, "Send the record as text/plain.")
    body = await body_of(request, uploads.LIMIT, "record")
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise Refusal("The record is not text in UTF-8.") from error
    count_table(request, len(body))
    checked = await run_job(request, UPLOAD, after_match.checked, text)
    count_upload(request)
    answer, new = await lobby_of(request).upload(text, checked)
    return Answer(answer, 201 if new else 200)


async def play_on(request: Request) -> Response:
    """Set up a table that goes on from a step of a finished match."""
    wanted = protocol.decode_body(protocol.PlayOn, await json_of(request))
    count_table(request)
    name, visitor = table_name(request), guest_of(request)
    made = await lobby_of(request).play_on(name, visitor, wanted, base_of(request))
    return await welcome(request, Answer(made, 201))


VIEW = {"view": "The seat whose view to show, such as A, or spectator; before the end your own."}
ROUTES: list[BaseRoute] = [
    ApiRoute("/api/tables/{table}/record", record, query=VIEW, gives=Text, faults=(409, 429)),
    ApiRoute(
        "/api/tables/{table}/replay", replay, query=VIEW, gives=protocol.Replay, faults=(409, 429)
    ),
    ApiRoute(
        "/api/replays",
        upload,
        "POST",
        takes=Text,
        gives={200: protocol.UploadedRecord, 201: protocol.UploadedRecord},
        faults=(409, 429),
    ),
    ApiRoute(
        "/api/tables/{table}/play-on",
        play_on,
        "POST",
        takes=protocol.PlayOn,
        gives={201: protocol.CreatedTable},
        faults=(409, 429),
    ),
]
