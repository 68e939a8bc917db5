"""Card files: upload them, list, look at, download and remove them; every value with its source."""

import asyncio

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.kit.card_file import LIMIT
from budokan.server import own_cards
from budokan.server.http.errors import TooLargeError
from budokan.server.http.limits import count_cards
from budokan.server.http.requests import (
    Answer,
    guest_of,
    json_of,
    lobby_of,
    table_name,
    visitor_of,
    welcome,
)
from budokan.server.http.routing import ApiRoute, Text
from budokan.server.routes.games import CARDS, game_of
from budokan.store import cards as stored_cards
from budokan.store.cards import CardFile
from budokan.store.store import UnknownError


async def card_text_of(request: Request) -> str:
    """The card file in a request's body; counted, and refused if it is too large."""
    body = await json_of(request, protocol.CARDS_LIMIT)
    text = protocol.decode_body(protocol.CardText, body, protocol.CARDS_LIMIT).cards
    if len(text) > LIMIT:
        raise TooLargeError(f"The card file is too large; {LIMIT // 1024} kB are the most.")
    count_cards(request, len(body))
    return text


async def upload_cards(request: Request) -> Response:
    """Keep a card file; a faulty one is refused with all its faults, and nothing is kept."""
    game, text = game_of(request), await card_text_of(request)
    file, warnings = await asyncio.to_thread(own_cards.read_text, game, text)
    await lobby_of(request).store.do(stored_cards.keep_for, file, guest_of(request))
    told = own_cards.fault_list(warnings)
    kept = protocol.KeptCards(game.id, file.hash, file.title, told)
    return await welcome(request, Answer(kept, 201))


async def my_cards(request: Request) -> Response:
    """The visitor's card files: uploaded, played with, or offered by the hall to everybody."""
    return Answer(await _listed(request))


async def _listed(request: Request) -> list[protocol.CardLine]:
    found = await lobby_of(request).store.do(stored_cards.listed, visitor_of(request))
    return [protocol.CardLine(*each) for each in found]


async def cards_named(request: Request) -> CardFile:
    """The card file named in the path of a request."""
    return await own_cards.find(
        lobby_of(request).store, game_of(request), request.path_params["hash"]
    )


async def card_file_text(request: Request) -> Response:
    """A card file, for everybody who knows its hash."""
    return Answer(protocol.CardFileText(*await cards_named(request)))


async def download_cards(request: Request) -> Response:
    """A card file to save."""
    found = await cards_named(request)
    name = f"{found.game}-{found.hash}.toml"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(found.cards, headers=headers)


async def remove_cards(request: Request) -> Response:
    """Take a card file from the visitor's list; tables that are played with it keep it."""
    game, found = game_of(request), request.path_params["hash"]
    store = lobby_of(request).store
    if not await store.do(stored_cards.remove, visitor_of(request), game.id, found):
        raise UnknownError("Your list has no such cards.")
    return Answer(await _listed(request))


async def table_cards(request: Request) -> Response:
    """Every value of the cards at a table, with its source."""
    async with lobby_of(request).table(table_name(request)) as table, table.open() as loaded:
        match = loaded.match
    name = own_cards.name_of(match.setup.overlay)
    found = name.hash if name else ""
    return Answer(own_cards.values(match.game, match.setup.data, found))


async def game_values(request: Request) -> Response:
    """Every value of a game's cards, or of a card file, with its source."""
    game, found = game_of(request), request.query_params.get("cards", "")
    data = await own_cards.data_of(lobby_of(request).store, game, found)
    return Answer(own_cards.values(game, data, found))


ROUTES: list[BaseRoute] = [
    ApiRoute("/api/cards", my_cards, gives=list[protocol.CardLine]),
    ApiRoute(
        "/api/cards/{game}",
        upload_cards,
        "POST",
        takes=protocol.CardText,
        gives={201: protocol.KeptCards},
        faults=(429,),
    ),
    ApiRoute("/api/cards/{game}/{hash}", card_file_text, gives=protocol.CardFileText),
    ApiRoute("/api/cards/{game}/{hash}", remove_cards, "DELETE", gives=list[protocol.CardLine]),
    ApiRoute("/api/cards/{game}/{hash}/file", download_cards, gives=Text),
    ApiRoute("/api/tables/{table}/cards", table_cards, gives=protocol.CardValues),
    ApiRoute("/api/games/{game}/values", game_values, query=CARDS, gives=protocol.CardValues),
]
