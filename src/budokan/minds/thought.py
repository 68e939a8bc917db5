"""A thought travels to another process as plain values.

An agent is sent a world guessed from what its seat sees: nothing in it comes from what is hidden,
and observed again it is what the seat sees. That observation is all the agent is given; the setup,
which may hold another seat's secret choice, only serves to read the world.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from budokan.agents.named import find_agent
from budokan.agents.plain import Agent
from budokan.kit import options
from budokan.kit.game import find
from budokan.kit.rng import Rng
from budokan.play.chance import number
from budokan.play.match import Match


@dataclass(frozen=True)
class Task:
    """What an agent is given."""

    agent: str
    seat: int
    seed: int  # of the agent's own generator
    game: str
    seats: int
    options: Mapping[str, Any]
    choices: Sequence[Mapping[str, Any]]
    overlay: Mapping[str, Any]
    world: Mapping[str, Any]


def task(match: Match, seat: int, agent: str) -> Task:
    """The task of a seat whose turn it is."""
    seed = number(match.seed, "mind", seat, match.ply(seat))
    world = match.view(seat)
    world.guess(seat, Rng(number(seed, "world")))
    setup = match.setup
    return Task(
        agent=agent,
        seat=seat,
        seed=seed,
        game=match.game.id,
        seats=setup.seats,
        options=options.values(setup.options),
        choices=[options.values(choice) for choice in setup.choices],
        overlay=dict(setup.overlay),
        world=match.game.write(world, setup),
    )


def think(given: Task) -> int:
    """The action an agent chooses; runs in the other process."""
    game = find(given.game)
    setup = game.setup(given.seats, given.options, dict(enumerate(given.choices)), given.overlay)
    view = game.read(given.world, setup)
    view.observe(given.seat)
    return int(_agent(given.agent, given.game).choose(view, given.seat, Rng(given.seed)))


@lru_cache(maxsize=8)
def _agent(name: str, game: str) -> Agent:
    return find_agent(name, find(game))
