"""Card files: upload them, list, look at, download and remove them; every value with its source."""

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.kit.card_file import LIMIT
from budokan.kit.game import find
from budokan.match import record
from budokan.match.record import Record
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
from budokan.server.http.waiting import order, run_job, wait_for
from budokan.server.jobs import CHECK, Keep
from budokan.server.routes.games import CARDS, CardWork, game_of, with_cards
from budokan.store import cards as stored_cards
from budokan.store import looks
from budokan.store.cards import CardFile
from budokan.store.job_results import Name
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
    file, warnings = await run_job(request, CHECK, own_cards.read_text, (game.id, text))
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
    name, store = table_name(request), lobby_of(request).store
    await store.do(looks.look, name)  # refuses an unknown one

    async def given() -> Record:
        return await store.do(looks.start_of, name)

    wanted = order(request, CHECK, Name("values", name, ""), table_values, given, Keep.MEMORY)
    return Response(await wait_for(request, wanted), media_type="application/json")


async def game_values(request: Request) -> Response:
    """Every value of a game's cards, or of a card file, with its source."""
    return await with_cards(request, "values", values_json, request.query_params.get("cards", ""))


# -- in the worker --------------------------------------------------------------------------------


def table_values(start: Record) -> bytes:
    """The values of the cards that a match began with."""
    match = record.restore(start)
    name = own_cards.name_of(match.setup.overlay)
    found = own_cards.values(match.game, match.setup.data, name.hash if name else "")
    return msgspec.json.encode(found)


def values_json(given: CardWork) -> bytes:
    """The values of a game's cards, or of a card file."""
    game = find(given.game)
    data = own_cards.data_of(game, given.text)
    return msgspec.json.encode(own_cards.values(game, data, given.hash))


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
