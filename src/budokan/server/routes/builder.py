"""The builders: galleries of components to choose from, and checks of the choices."""

import asyncio
import re
from functools import cache

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.gallery import Appraisal
from budokan.kit.game import Game, Setup, find_all
from budokan.kit.notation import parse_seat
from budokan.match.match import CodedMatch
from budokan.protocol import RuleFault
from budokan.server import own_cards
from budokan.server.http.requests import Answer, json_of, lobby_of
from budokan.server.http.routing import ApiRoute
from budokan.server.routes.games import CARDS, game_of

ANY_SEED = "building"  # chance has no influence on the check


async def gallery(request: Request) -> Response:
    """The components of a game to choose from, drawn as on the table."""
    game = game_of(request)
    if game.gallery is None:
        raise HTTPException(404, f"{game.title} has no gallery.")
    own = request.query_params.get("cards", "")
    overlay = await own_cards.overlay_of(lobby_of(request).store, game, own)
    given = (_gallery_json, game, overlay) if overlay else (_our_gallery, game.id)
    return Response(await asyncio.to_thread(*given), media_type="application/json")


@cache
def _our_gallery(name: str) -> bytes:
    return _gallery_json(find_all()[name], {})


def _gallery_json(game: Game, overlay: own_cards.Overlay) -> bytes:
    assert game.gallery is not None
    found = game.gallery(game.opening_look(game.setup(overlay=overlay)))
    return msgspec.json.encode(
        protocol.GalleryFacts(
            id=game.id,
            title=game.title,
            zones=list(found.zones),
            facts=list(found.facts),
            cards=own_cards.name_of(overlay),
        )
    )


async def check(request: Request) -> Response:
    """Whether a table can be set up as proposed, and if not, why."""
    game = game_of(request)
    wanted = protocol.decode_body(protocol.Proposal, await json_of(request))
    overlay = await own_cards.overlay_of(lobby_of(request).store, game, wanted.cards)
    return Answer(await asyncio.to_thread(judge, game, wanted, overlay))


def judge(
    game: Game, wanted: protocol.Proposal, overlay: own_cards.Overlay | None = None
) -> protocol.CheckResult:
    """Check a proposal by the rules of its game."""
    seats: dict[str, Appraisal] = {}
    faults: list[RuleFault] = []
    try:
        sketch = _sketch(game, wanted, overlay or {})
        for mark in wanted.choices if game.appraise else ():
            _appraise(game, sketch, mark.strip().upper(), seats, faults)
        if not faults:
            game.check(sketch)
            _try_first_actions(game, sketch, wanted)
    except Refusal as refusal:
        faults.append(_fault(game, refusal))
    first = faults[0] if faults else RuleFault("", "")
    return protocol.CheckResult(not faults, first.text, first.clause, faults, seats)


def _sketch(game: Game, wanted: protocol.Proposal, overlay: own_cards.Overlay) -> Setup:
    most = game.seats[-1]
    choices = {parse_seat(seat, most): chosen for seat, chosen in wanted.choices.items()}
    return game.unchecked_setup(wanted.seats, wanted.options, choices, overlay)


def _appraise(
    game: Game, sketch: Setup, mark: str, seats: dict[str, Appraisal], faults: list[RuleFault]
) -> None:
    assert game.appraise is not None
    try:
        found = game.appraise(sketch, parse_seat(mark, sketch.seats))
    except Refusal as refusal:
        faults.append(_fault(game, refusal, mark))
        return
    seats[mark] = found
    faults += [RuleFault(each.text, each.clause, mark) for each in found.checks if not each.ok]


def _try_first_actions(game: Game, setup: Setup, wanted: protocol.Proposal) -> None:
    """Try the first actions of every seat."""
    if not wanted.first:
        return
    match = CodedMatch(game, setup, seed=ANY_SEED)
    match.begin()
    for mark, actions in wanted.first.items():
        for text in actions:
            _play(match, parse_seat(mark, setup.seats), match.notation.parse(text))


def _play(match: CodedMatch, seat: int, action: int) -> None:
    """Carry out an action; a broken rule counts before the wrong turn."""
    game = match.game
    number = match.state.why(seat, action)
    if number:
        clause, text = game.clause(number), match.notation.text(action)
        sentence = game.words(match.setup).refusal(clause)
        raise IllegalAction(f"{text!r} is not possible: {sentence} ({clause})", clause)
    match.play(seat, action)


def _fault(game: Game, refusal: Refusal, seat: str = "") -> RuleFault:
    """A refusal, with the clause that it carries or that its sentence names."""
    clause = refusal.clause if isinstance(refusal, IllegalAction) else ""
    named = re.findall(rf"\b{game.prefix}-R?\d+\b", str(refusal))
    return RuleFault(str(refusal), clause or next(iter(named), ""), seat)


ROUTES: list[BaseRoute] = [
    ApiRoute("/api/games/{game}/gallery", gallery, query=CARDS, gives=protocol.GalleryFacts),
    ApiRoute(
        "/api/games/{game}/check",
        check,
        "POST",
        takes=protocol.Proposal,
        gives=protocol.CheckResult,
    ),
]
