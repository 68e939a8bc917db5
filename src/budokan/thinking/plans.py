"""Whole turns by a game's own planner: where they end, and their steps in words."""

from collections.abc import Sequence
from typing import NamedTuple

from budokan.kit.contract import State, copy
from budokan.kit.game import Game, Setup
from budokan.kit.rng import Rng
from budokan.match.match import CodedMatch
from budokan.thinking.coach.timeline import ways_of

TRIES = 200  # of a planner for a turn, in a game without a brown belt
STEPS = 256  # of one turn, at most


class Planned(NamedTuple):
    """The steps of a turn, and the seat's view at its end."""

    steps: tuple[int, ...]
    end: State


def usual_tries(game: Game) -> int:
    """The tries of a planner for a turn: those of a brown belt."""
    return int(game.belts.get("brown", {}).get("tries", TRIES))


def finish(game: Game, view: State, seat: int, rng: Rng, tries: int) -> Planned:
    """Let the planner play until chance or another seat is to act, or the match is over."""
    assert game.planner is not None
    world = copy(view)
    world.guess(seat, rng)
    steps: list[int] = []
    while world.acting() == 1 << seat and len(steps) < STEPS:
        seen = copy(world)
        seen.observe(seat)
        steps.append(int(game.planner(seen, seat, rng, tries)))
        world.apply(seat, steps[-1])
    world.observe(seat)
    return Planned(tuple(steps), world)


def in_words(
    game: Game, setup: Setup, view: State, seat: int, steps: Sequence[int]
) -> tuple[str, ...]:
    """The labels of a turn's steps, without the forced ones."""
    state = copy(view)
    state.guess(seat, Rng(0))
    words = []
    for action in steps:
        match = CodedMatch(game, setup)  # each knows one position: it did not see the steps
        match.state = state
        ways = ways_of(match, seat)
        if len(ways) > 1:
            words.append(ways[action].label)
        state.apply(seat, action)
    return tuple(words)


def joined(words: Sequence[str], most: int = 160) -> str:
    """Steps in one line, cut where it becomes long."""
    told = ", ".join(words)
    if len(told) <= most:
        return told
    return told[:most].rsplit(", ", 1)[0] + ", …"
