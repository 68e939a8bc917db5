"""Games: their options, bots, rules and component values."""

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.agents.registry import default_opponent, labels, names
from budokan.kit import provenance
from budokan.kit.data import Data, Row
from budokan.kit.game import Game, find_all
from budokan.server import own_cards
from budokan.server.http.requests import Answer, lobby_of
from budokan.server.http.routing import ApiRoute


async def games(request: Request) -> Response:
    """Every game with its options and bots."""
    return Answer([game_facts(game) for game in find_all().values()])


async def rules(request: Request) -> Response:
    """The rules of a game with their clauses, and every component value with its source."""
    game, own = game_of(request), request.query_params.get("cards", "")
    data = await own_cards.data_of(lobby_of(request).store, game, own)
    return Answer(game_rules(game, data, own))


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
