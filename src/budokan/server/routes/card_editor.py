"""The card editor: the form of a game's cards, and the check and the faces of a card file."""

from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.kit import card_template
from budokan.kit.game import find
from budokan.server import card_drafts, own_cards
from budokan.server.http.limits import count_card_check
from budokan.server.http.requests import json_of
from budokan.server.http.routing import ApiRoute, Text
from budokan.server.http.waiting import run_job
from budokan.server.jobs import CHECK
from budokan.server.routes.games import CardWork, game_of, with_cards

JSON = "application/json"


async def card_form(request: Request) -> Response:
    """What may stand in a card file of a game: sections, fields, words, and our own values."""
    return await with_cards(request, "form", form_json, "")


async def check_cards(request: Request) -> Response:
    """All faults of a card file, and what differs from ours."""
    given = DraftWork(game_of(request).id, await draft_of(request))
    return Response(await run_job(request, CHECK, check_json, given), media_type=JSON)


async def card_album(request: Request) -> Response:
    """A card file with some changes, its faults, and all components drawn with it."""
    given = DraftWork(game_of(request).id, await draft_of(request))
    return Response(await run_job(request, CHECK, album_json, given), media_type=JSON)


async def cards_template(request: Request) -> Response:
    """A commented card file with every value, as `budokan cards` writes it."""
    game, start = game_of(request), request.query_params.get("from", "")
    count_card_check(request)
    headers = {"content-disposition": f'attachment; filename="{game.id}.toml"'}
    return await with_cards(request, "template", template_text, start, "text/plain", headers)


# -- in the worker --------------------------------------------------------------------------------


class DraftWork(NamedTuple):
    """A card file in the making, for a worker."""

    game: str
    draft: protocol.CardDraft


def form_json(given: CardWork) -> bytes:
    return msgspec.json.encode(card_drafts.form(find(given.game)))


def check_json(given: DraftWork) -> bytes:
    return msgspec.json.encode(card_drafts.check(find(given.game), given.draft))


def album_json(given: DraftWork) -> bytes:
    return msgspec.json.encode(card_drafts.album(find(given.game), given.draft))


def template_text(given: CardWork) -> bytes:
    return card_template.template(find(given.game), own_cards.parsed(given.text)).encode()


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
        faults=(409, 429),
    ),
    ApiRoute(
        "/api/cards/{game}/check",
        check_cards,
        "POST",
        takes=protocol.CardDraft,
        gives=protocol.CardCheck,
        faults=(409, 429),
    ),
    ApiRoute(
        "/api/cards/{game}/album",
        card_album,
        "POST",
        takes=protocol.CardDraft,
        gives=protocol.CardAlbum,
        faults=(409, 429),
    ),
]
