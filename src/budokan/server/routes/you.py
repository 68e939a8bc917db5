"""What the hall has of a visitor: see it, take it along, erase it; and the visitor's devices."""

import asyncio
from collections.abc import AsyncIterator
from time import monotonic

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from budokan import protocol
from budokan.kit.errors import Refusal
from budokan.match.ending import now
from budokan.server import erasure, export
from budokan.server.http.errors import TooSoonError
from budokan.server.http.limits import Allowance, owner_of
from budokan.server.http.pages import page
from budokan.server.http.requests import (
    DEVICE,
    Answer,
    base_of,
    device_of,
    drop_token,
    json_of,
    lobby_of,
    set_token,
    visitor_of,
)
from budokan.server.http.routing import ApiRoute
from budokan.server.http.visitors import LEAVING, REVOKED, Visitors
from budokan.server.lobby import new_token, visitor_id
from budokan.store import erasure as stored_erasure
from budokan.store import visitors as stored
from budokan.store.store import UnknownError
from budokan.store.visitors import Join

CONFIRM = "erase"  # the word that says that an erasure is meant
MINUTES = 10  # for which a code can be used
SHORT = 16  # letters of a device's id, as clients know it
JOINED = "This device has joined another one of yours. Reload the page."
MAX_CODES, CODES_A_MINUTE = 10, 2  # that one client may make in a row, and after that
MAX_JOINS, JOINS_A_MINUTE = 20, 5  # codes that one client may try in a row, and after that
MAX_EXPORTS, EXPORTS_A_MINUTE = 5, 1
EXPORTS_AT_ONCE = 2  # in the whole hall


class YourLimits:
    """How often one may ask for what costs something; this machine's visitors are counted, too."""

    def __init__(self) -> None:
        self.codes = Allowance(MAX_CODES, CODES_A_MINUTE, "new devices", monotonic)
        self.joins = Allowance(MAX_JOINS, JOINS_A_MINUTE, "codes", monotonic)
        self.exports = Allowance(MAX_EXPORTS, EXPORTS_A_MINUTE, "exports", monotonic)
        self.turns = asyncio.Semaphore(EXPORTS_AT_ONCE)


# -- what there is --------------------------------------------------------------------------------


async def your_data(request: Request) -> Response:
    """What the hall keeps of the visitor, counted."""
    visitor = visitor_of(request)
    if not visitor:
        return Answer(protocol.YourData(0, 0, [], 0, 0, 0, []))
    kept = await lobby_of(request).store.do(stored_erasure.kept, visitor)
    return Answer(protocol.YourData(*kept, devices=await device_lines(request)))


async def device_lines(request: Request) -> list[protocol.DeviceLine]:
    """The visitor's devices; one that only has an old cookie is told, too."""
    here, store = device_of(request), lobby_of(request).store
    found = await store.do(stored.devices, visitor_of(request))
    lines = [
        protocol.DeviceLine(each.id[:SHORT], each.label, each.created, each.seen, each.id == here)
        for each in found
    ]
    if here and not any(line.here for line in lines):
        lines.insert(0, protocol.DeviceLine(here[:SHORT], "", "", stored.today(), here=True))
    return lines


async def export_all(request: Request) -> Response:
    """Everything that the hall keeps of the visitor, with records of all that they may know."""
    limits = limits_of(request)
    if limits.turns.locked():
        raise TooSoonError("Others export their data just now; try again in a minute.")
    limits.exports.count(owner_of(request), 1)
    visitor, lobby, owner = visitor_of(request), lobby_of(request), owner_of(request)
    store = lobby.store
    head = protocol.YourExport(
        made=now(),
        devices=await device_lines(request) if visitor else [],
        names=await store.do(stored_erasure.names_of, visitor),
        deals=await store.do(stored_erasure.deals_of, visitor),
        cards=[
            protocol.CardFileText(*each)
            for each in await store.do(stored_erasure.cards_of, visitor)
        ],
        matches=[],
    )
    names = await store.do(stored.matches_of, visitor) if visitor else []

    async def pieces() -> AsyncIterator[bytes]:
        async with limits.turns:
            yield msgspec.json.encode(head).removesuffix(b"]}")  # its last field is the matches
            comma = b""
            async for match in export.matches(lobby, names, visitor, owner):
                yield comma + msgspec.json.encode(match)
                comma = b","
            yield b"]}"

    headers = {"content-disposition": 'attachment; filename="budokan.json"'}
    return StreamingResponse(pieces(), media_type="application/json", headers=headers)


async def erase_all(request: Request) -> Response:
    """Erase the visitor: what is theirs alone goes, others keep their matches without them."""
    wanted = protocol.decode_body(protocol.EraseMe, await json_of(request))
    if wanted.confirm != CONFIRM:
        raise Refusal(f'To delete everything, send {{"confirm": "{CONFIRM}"}}; nothing was done.')
    visitors = visitors_of(request)
    visitor = visitor_of(request) or request.scope.get(LEAVING, "")  # it may have failed before
    done = protocol.ErasedVisitor(0, 0)
    if visitor:
        visitors.excuse(request.scope)
        done = await erasure.erase(lobby_of(request), visitors, visitor)
    response = Answer(done)
    drop_token(response)
    return response


# -- devices --------------------------------------------------------------------------------------


async def new_code(request: Request) -> Response:
    """Make a link that adds one device to the visitor, once, within ten minutes."""
    wanted = protocol.decode_body(protocol.NewDevice, await json_of(request))
    label = protocol.clean_name(wanted.label) if wanted.label else ""
    visitor, lobby = visitor_of(request), lobby_of(request)
    if not visitor:
        raise TooSoonError("There is nothing to share yet; set up a table or take a seat first.")
    limits_of(request).codes.count(owner_of(request), 1)
    await visitors_of(request).note(device_of(request), visitor)
    code, at = new_token(), lobby.scheduler.now()
    until = at + 60_000 * MINUTES
    await lobby.store.do(stored.add_code, visitor_id(code), visitor, label, until, at)
    # Behind the # a code reaches no server and no log, and no program that shows links.
    url = f"{base_of(request)}/you/join#{code}"
    return Answer(protocol.DeviceCode(code, url, 60 * MINUTES), 201)


async def join(request: Request) -> Response:
    """Make this device one of the visitor who made a code; it gets a token of its own."""
    wanted = protocol.decode_body(protocol.JoinDevice, await json_of(request))
    limits_of(request).joins.count(owner_of(request), 1)
    lobby, visitors, token = lobby_of(request), visitors_of(request), new_token()
    at, former = lobby.scheduler.now(), device_of(request)
    asked = Join(visitor_id(wanted.code), visitor_id(token), former, wanted.merge, at)
    done = await lobby.store.do(stored.join, asked)
    visitors.forget()
    if done.before:
        lobby.forget_visitor(done.before)
        await visitors.show_out(done.before, JOINED)
        for name in done.matches:
            await lobby.refresh(name)
    response = Answer(protocol.JoinedDevice(len(done.matches)))
    set_token(response, token)
    return response


async def revoke(request: Request) -> Response:
    """Revoke a device: it holds no seat any more, and its connections end."""
    found = await lobby_of(request).store.do(stored.devices, visitor_of(request))
    asked = request.path_params["device"]
    gone = [each.id for each in found if each.id[:SHORT] == asked]
    if not gone:
        raise UnknownError("You have no such device.")
    if len(found) == 1:
        raise TooSoonError(
            "This is your only device; renew it, add another one first, or delete all your data."
        )
    await _revoke(request, gone)
    response = Answer(await device_lines(request))
    if device_of(request) in gone:
        drop_token(response)
    return response


async def revoke_others(request: Request) -> Response:
    """Revoke all devices but the one that asks, which gets a new token: copies of the old end."""
    visitor, device, token = visitor_of(request), device_of(request), new_token()
    if not visitor:
        return Answer(list[protocol.DeviceLine]())
    fresh = visitor_id(token)
    gone = await lobby_of(request).store.do(stored.renew, visitor, device, fresh)
    await _show_out(request, gone)
    request.scope[DEVICE] = fresh
    response = Answer(await device_lines(request))
    set_token(response, token)
    return response


async def _revoke(request: Request, gone: list[str]) -> None:
    done = await lobby_of(request).store.do(stored.revoke, visitor_of(request), gone)
    await _show_out(request, done)


async def _show_out(request: Request, gone: list[str]) -> None:
    """End the connections of revoked devices."""
    visitors = visitors_of(request)
    visitors.forget()
    if gone:
        await visitors.show_out(visitor_of(request), REVOKED, gone)


# -- helpers --------------------------------------------------------------------------------------


def visitors_of(request: Request) -> Visitors:
    visitors: Visitors = request.app.state.visitors
    return visitors


def limits_of(request: Request) -> YourLimits:
    limits: YourLimits = request.app.state.your_limits
    return limits


ROUTES: list[BaseRoute] = [
    Route("/you", page("you")),
    Route("/you/join", page("join")),
    ApiRoute("/api/you", your_data, gives=protocol.YourData),
    ApiRoute("/api/you/export", export_all, gives=protocol.YourExport, faults=(409, 429)),
    ApiRoute(
        "/api/you/erase",
        erase_all,
        "POST",
        takes=protocol.EraseMe,
        gives=protocol.ErasedVisitor,
        faults=(409,),
    ),
    ApiRoute(
        "/api/you/devices",
        new_code,
        "POST",
        takes=protocol.NewDevice,
        gives={201: protocol.DeviceCode},
        faults=(409, 429),
    ),
    ApiRoute("/api/you/devices", revoke_others, "DELETE", gives=list[protocol.DeviceLine]),
    ApiRoute(
        "/api/you/devices/join",
        join,
        "POST",
        takes=protocol.JoinDevice,
        gives=protocol.JoinedDevice,
        faults=(409, 429),
    ),
    ApiRoute(
        "/api/you/devices/{device}",
        revoke,
        "DELETE",
        gives=list[protocol.DeviceLine],
        faults=(409,),
    ),
]
