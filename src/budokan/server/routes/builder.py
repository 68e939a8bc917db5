"""Galleries of what there is to choose from, and whether a choice keeps the rules."""

import asyncio
import re
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan import protocol
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.gallery import Appraisal
from budokan.kit.game import Game, Setup, find_all
from budokan.kit.notation import parse_seat
from budokan.kit.scene import Facts, Zone
from budokan.match.match import CodedMatch
from budokan.server.http.requests import Answer, json_of
from budokan.server.http.routing import Described

MOST = 16  # first actions of a seat that are looked at
ANY_SEED = "building"  # what chance would do plays no part in what is told


class Shown(Struct):
    """Everything there is to choose from, drawn as on the table."""

    id: str
    title: str
    zones: list[Zone]
    facts: list[Facts]


class Proposal(Struct, forbid_unknown_fields=True, frozen=True):
    """A table as somebody would like it; `first` are the actions its seats would begin with."""

    seats: Annotated[int, Meta(ge=1, le=8)] | None = None
    options: Annotated[dict[protocol.Word, protocol.Value], Meta(max_length=64)] = {}
    choices: Annotated[
        dict[protocol.Word, dict[protocol.Word, protocol.Value]], Meta(max_length=8)
    ] = {}
    first: Annotated[
        dict[protocol.Word, Annotated[list[protocol.Action], Meta(max_length=MOST)]],
        Meta(max_length=8),
    ] = {}


_PROPOSAL = msgspec.json.Decoder(Proposal)


class Broken(Struct):
    """What stands against a proposal, in one sentence, and the clause that says so."""

    text: str
    clause: str
    seat: str = ""  # the seat it is about, if it is about one


class Judged(Struct):
    """Whether a table could be set up like this; `error` and `clause` tell the first fault."""

    ok: bool
    error: str = ""
    clause: str = ""
    faults: list[Broken] = []
    seats: dict[str, Appraisal] = {}  # how the choices of a seat stand to each rule


def game_of(request: Request) -> Game:
    name: str = request.path_params["game"]
    if name not in find_all():
        raise HTTPException(404, f"There is no game {name[:40]!r}.")
    return find_all()[name]


async def gallery(request: Request) -> Response:
    """The components of a game to choose from, drawn as on the table."""
    game = game_of(request)
    if game.gallery is None:
        raise HTTPException(404, f"{game.title} has no gallery.")
    return Response(await asyncio.to_thread(_shown, game.id), media_type="application/json")


@cache
def _shown(name: str) -> bytes:
    game = find_all()[name]
    assert game.gallery is not None
    found = game.gallery(game.opening_look(game.setup()))
    return msgspec.json.encode(
        Shown(game.id, game.title, zones=list(found.zones), facts=list(found.facts))
    )


async def check(request: Request) -> Response:
    """Whether a table could be set up like this, and if not, why."""
    game = game_of(request)
    wanted = protocol.read_body(_PROPOSAL, await json_of(request))
    return Answer(await asyncio.to_thread(judge, game, wanted))


def judge(game: Game, wanted: Proposal) -> Judged:
    """What the game itself says to a proposal."""
    seats: dict[str, Appraisal] = {}
    faults: list[Broken] = []
    try:
        sketch = _sketch(game, wanted)
        for mark in wanted.choices if game.appraise else ():
            _appraise(game, sketch, mark.strip().upper(), seats, faults)
        if not faults:
            game.check(sketch)
            _begin(game, sketch, wanted)
    except Refusal as refusal:
        faults.append(_broken(game, refusal))
    first = faults[0] if faults else Broken("", "")
    return Judged(not faults, first.text, first.clause, faults, seats)


def _sketch(game: Game, wanted: Proposal) -> Setup:
    most = game.seats[-1]
    choices = {parse_seat(seat, most): chosen for seat, chosen in wanted.choices.items()}
    return game.unchecked_setup(wanted.seats, wanted.options, choices)


def _appraise(
    game: Game, sketch: Setup, mark: str, seats: dict[str, Appraisal], faults: list[Broken]
) -> None:
    assert game.appraise is not None
    try:
        found = game.appraise(sketch, parse_seat(mark, sketch.seats))
    except Refusal as refusal:
        faults.append(_broken(game, refusal, mark))
        return
    seats[mark] = found
    faults += [Broken(each.text, each.clause, mark) for each in found.checks if not each.ok]


def _begin(game: Game, setup: Setup, wanted: Proposal) -> None:
    """Try the first actions of every seat."""
    if not wanted.first:
        return
    match = CodedMatch(game, setup, seed=ANY_SEED)
    match.begin()
    for mark, actions in wanted.first.items():
        for text in actions:
            _play(match, parse_seat(mark, setup.seats), game.notation.parse(text))


def _play(match: CodedMatch, seat: int, action: int) -> None:
    """Carry out an action; what the rules say against it comes before whose turn it is."""
    game = match.game
    number = match.state.why(seat, action)
    if number:
        clause, text = game.clause(number), game.notation.text(action)
        sentence = game.words(match.setup).refusal(clause)
        raise IllegalAction(f"{text!r} is not possible: {sentence} ({clause})", clause)
    match.play(seat, action)


def _broken(game: Game, refusal: Refusal, seat: str = "") -> Broken:
    """A refusal with the clause it carries or names in its sentence."""
    clause = refusal.clause if isinstance(refusal, IllegalAction) else ""
    named = re.findall(rf"\b{game.prefix}-R?\d+\b", str(refusal))
    return Broken(str(refusal), clause or next(iter(named), ""), seat)


ROUTES: list[BaseRoute] = [
    Described("/api/games/{game}/gallery", gallery, gives=Shown),
    Described("/api/games/{game}/check", check, "POST", takes=Proposal, gives=Judged),
]
