"""The card editor: the form of a game's cards, and the check and the faces of a card file."""

import asyncio
from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.kit import card_template
from budokan.kit.game import find_all
from budokan.server import card_drafts, own_cards
from budokan.server.http.limits import count_card_check
from budokan.server.http.requests import Answer, json_of, lobby_of
from budokan.server.http.routing import ApiRoute, Text
from budokan.server.routes.games import game_of


async def card_form(request: Request) -> Response:
    """What may stand in a card file of a game: sections, fields, words, and our own values."""
    game = game_of(request)
    return Response(await asyncio.to_thread(_form_json, game.id), media_type="application/json")


@cache
def _form_json(name: str) -> bytes:
    return msgspec.json.encode(card_drafts.form(find_all()[name]))


async def check_cards(request: Request) -> Response:
    """All faults of a card file, and what differs from ours."""
    game, draft = game_of(request), await draft_of(request)
    async with request.app.state.card_checks:
        return Answer(await asyncio.to_thread(card_drafts.check, game, draft))


async def card_album(request: Request) -> Response:
    """A card file with some changes, its faults, and all components drawn with it."""
    game, draft = game_of(request), await draft_of(request)
    async with request.app.state.card_checks:
        return Answer(await asyncio.to_thread(card_drafts.album, game, draft))


async def cards_template(request: Request) -> Response:
    """A commented card file with every value, as `budokan cards` writes it."""
    game, start = game_of(request), request.query_params.get("from", "")
    overlay = await own_cards.overlay_of(lobby_of(request).store, game, start)
    count_card_check(request)
    text = await asyncio.to_thread(card_template.template, game, overlay)
    headers = {"content-disposition": f'attachment; filename="{game.id}.toml"'}
    return PlainTextResponse(text, headers=headers)


async def draft_of(request: Request) -> protocol.CardDraft:
    """The card file in the body of a request."""
    body = await json_of(request, protocol.CARDS_LIMIT)
    count_card_check(request)
    return protocol.decode_body(protocol.CardDraft, body, protocol.CARDS_LIMIT)


ROUTES: list[BaseRoute] = [
    ApiRoute("/api/cards/{game}/form", card_form, gives=protocol.CardForm),
    ApiRoute(
        "/api/cards/{game}/template",
        cards_template,
        query={"from": "The hash of a card file to start from; else our own cards."},
        gives=Text,
        faults=(429,),
    ),
    ApiRoute(
        "/api/cards/{game}/check",
        check_cards,
        "POST",
        takes=protocol.CardDraft,
        gives=protocol.CardCheck,
        faults=(429,),
    ),
    ApiRoute(
        "/api/cards/{game}/album",
        card_album,
        "POST",
        takes=protocol.CardDraft,
        gives=protocol.CardAlbum,
        faults=(429,),
    ),
]
