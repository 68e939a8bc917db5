"""The builders: galleries of components to choose from, and checks of the choices."""

import re

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.gallery import Appraisal
from budokan.kit.game import Game, Setup, find
from budokan.kit.notation import parse_seat
from budokan.match.match import CodedMatch
from budokan.protocol import RuleFault
from budokan.server import own_cards
from budokan.server.http.requests import json_of, lobby_of
from budokan.server.http.routing import ApiRoute
from budokan.server.http.waiting import run_job
from budokan.server.jobs import CHECK
from budokan.server.routes.games import CARDS, CardWork, game_of, with_cards

ANY_SEED = "building"  # chance has no influence on the check


async def gallery(request: Request) -> Response:
    """The components of a game to choose from, drawn as on the table."""
    game = game_of(request)
    if game.gallery is None:
        raise HTTPException(404, f"{game.title} has no gallery.")
    return await with_cards(request, "gallery", gallery_json, request.query_params.get("cards", ""))


def gallery_json(given: CardWork) -> bytes:
    """The gallery with the cards of a file; a worker draws it."""
    game, overlay = find(given.game), own_cards.parsed(given.text)
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
    text = await own_cards.text_of(lobby_of(request).store, game, wanted.cards)
    body = await run_job(request, CHECK, judge_json, (game.id, wanted, text))
    return Response(body, media_type="application/json")


def judge_json(given: tuple[str, protocol.Proposal, str]) -> bytes:
    """The check of a proposal, by game, proposal and card file; a worker does it."""
    game, wanted, text = given
    return msgspec.json.encode(judge(find(game), wanted, own_cards.parsed(text)))


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
    ApiRoute(
        "/api/games/{game}/gallery",
        gallery,
        query=CARDS,
        gives=protocol.GalleryFacts,
        faults=(409, 429),
    ),
    ApiRoute(
        "/api/games/{game}/check",
        check,
        "POST",
        takes=protocol.Proposal,
        gives=protocol.CheckResult,
        faults=(409, 429),
    ),
]
