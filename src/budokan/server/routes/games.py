"""Games: their options, bots, rules and component values."""

import asyncio
from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.agents.registry import default_opponent, labels, names
from budokan.kit import provenance
from budokan.kit.data import Data, Row
from budokan.kit.game import Game, find, find_all
from budokan.server import own_cards
from budokan.server.http.requests import lobby_of
from budokan.server.http.routing import ApiRoute
from budokan.server.http.waiting import jobs_of, order, wait_for
from budokan.server.jobs import CHECK, Keep
from budokan.store.job_results import Name


async def games(request: Request) -> Response:
    """Every game with its options and bots."""
    memory, name = jobs_of(request).memory, Name("games", "", "")
    body = memory.get(name)
    if body is None:
        body = await asyncio.to_thread(games_json)  # once
        memory.put(name, body)
    return Response(body, media_type="application/json")


def games_json() -> bytes:
    return msgspec.json.encode([game_facts(game) for game in find_all().values()])


async def rules(request: Request) -> Response:
    """The rules of a game with their clauses, and every component value with its source."""
    own = request.query_params.get("cards", "")
    return await with_cards(request, "rules", rules_json, own)


async def with_cards(
    request: Request,
    kind: str,
    work: Callable[["CardWork"], bytes],
    own: str,
    media_type: str = "application/json",
    headers: Mapping[str, str] | None = None,
) -> Response:
    """An answer that depends on a game and a card file only; made by a worker, and remembered."""
    game, store = game_of(request), lobby_of(request).store
    text = await own_cards.text_of(store, game, own)  # refuses unknown ones

    async def given() -> CardWork:
        return CardWork(game.id, own, text)

    wanted = order(request, CHECK, Name(kind, "", f"{game.id} {own}"), work, given, Keep.MEMORY)
    body = await wait_for(request, wanted)
    return Response(body, media_type=media_type, headers=headers)


class CardWork(NamedTuple):
    """A game and a card file, for a worker; hash and text are '' for the game's own cards."""

    game: str
    hash: str
    text: str


def rules_json(given: CardWork) -> bytes:
    """The rules with the values of a card file."""
    game = find(given.game)
    data = own_cards.data_of(game, given.text)
    return msgspec.json.encode(game_rules(game, data, given.hash))


def game_of(request: Request) -> Game:
    """The game named in the path of a request."""
    name: str = request.path_params["game"]
    if name not in find_all():
        raise HTTPException(404, f"There is no game {name[:40]!r}.")
    return find_all()[name]


def game_facts(game: Game) -> protocol.GameFacts:
    lines = names(game)
    agents = [
        {"name": name, "line": lines[name], "label": label} for name, label in labels(game).items()
    ]
    facts = {**game.document(), "agents": agents, "opponent": default_opponent(game)}
    return msgspec.convert(facts, protocol.GameFacts)


def game_rules(game: Game, data: Data, own: str = "") -> protocol.Rules:
    """The rules, with the values of the cards of a hash."""
    return protocol.Rules(
        id=game.id,
        title=game.title,
        markdown=game.rules,
        clauses=dict(game.clauses),
        guide=game.guide is not None,
        verbs=game.text.get("rule", {}),
        components=[
            protocol.Component(
                section,
                key,
                {field: _value(game, section, row, field) for field in row.values},
            )
            for section, rows in data.sections.items()
            for key, row in rows.items()
        ],
        cards=protocol.CardsName(own, data.title) if own else None,
    )


def _value(game: Game, section: str, row: Row, field: str) -> protocol.ComponentValue:
    return protocol.ComponentValue(
        value=row[field],
        source=row.sources[field],
        label=provenance.label_of(game, section, field),
        note=row.notes.get(field, ""),
        clause=provenance.clause_of(row, field),
    )


CARDS = {"cards": "The hash of a card file in this hall; without it the game's own cards."}
ROUTES: list[BaseRoute] = [
    ApiRoute("/api/games", games, gives=list[protocol.GameFacts]),
    ApiRoute("/api/rules/{game}", rules, query=CARDS, gives=protocol.Rules),
]
