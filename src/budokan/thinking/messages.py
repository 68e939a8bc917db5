"""A thought travels to another process as plain values.

An agent is sent a world guessed from what its seat sees: nothing in it comes from what is hidden,
and observed again it is what the seat sees. That observation is all the agent is given; the setup,
which may hold another seat's secret choice, only serves to read the world.

It answers with a whole turn: what it does in each situation that its own steps lead to in the world
it was sent. Whoever holds the table plays a step only where the seat sees just that situation.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from budokan.agents.ismcts import Search
from budokan.agents.plain import Agent, Unsteady
from budokan.agents.registry import find_agent
from budokan.kit.contract import State, copy
from budokan.kit.game import find
from budokan.kit.position import Document
from budokan.kit.rng import Rng
from budokan.match.chance import number
from budokan.match.match import CodedMatch
from budokan.match.table_spec import TableSpec
from budokan.thinking.cancel import Limit, Unwanted

STEPS = 256  # of one turn, at most
Plan = Mapping[str, int]  # what is done at each sight


@dataclass(frozen=True)
class Task:
    """What an agent is given."""

    agent: str
    seat: int
    seed: int  # of the agent's own generator
    table: TableSpec
    world: Mapping[str, Any]
    until: float = 0.0  # when the answer is due, on the clock all processes share; 0: any time


def task(match: CodedMatch, seat: int, agent: str, until: float = 0.0) -> Task:
    """The task of a seat whose turn it is."""
    seed = number(match.seed, "mind", seat, match.ply(seat))
    spec, world = TableSpec.of(match.game, match.setup), guessed_world(match, seat, seed)
    return Task(agent, seat, seed, spec, world, until)


def guessed_world(match: CodedMatch, seat: int, seed: int) -> Document:
    """A world guessed from what a seat sees, as a position."""
    world = match.view(seat)
    world.guess(seat, Rng(number(seed, "world")))
    return match.game.write(world, match.setup)


def sight(view: State) -> str:
    """A short name for what a seat sees: equal for equal observations."""
    return blake2b(repr(view.encode()).encode(), digest_size=12).hexdigest()


def think(given: Task) -> Plan:
    """The turn an agent plans, at least its first step; runs in the other process."""
    seat, rng = given.seat, Rng(given.seed)
    game, setup = given.table.open()
    world = game.read(given.world, setup)
    agent = _agent(given.agent, given.table.game)
    _limit(agent, Limit(given.until))
    agent.begin()
    plan: dict[str, int] = {}
    for _ in range(STEPS):
        view = copy(world)
        view.observe(seat)
        action = int(agent.choose(view, seat, rng))
        plan[sight(view)] = action
        agent.notice(seat, world.seen(seat, seat, action))
        world.apply(seat, action)
        if Unwanted.now or not world.acting() >> seat & 1:
            break
    return plan


@lru_cache(maxsize=8)
def _agent(name: str, game: str) -> Agent:
    return find_agent(name, find(game), seconds=0.0)


def _limit(agent: Agent, limit: Limit) -> None:
    """Let the search within an agent end in time."""
    inner = agent.agent if isinstance(agent, Unsteady) else agent
    if isinstance(inner, Search):
        inner.stop = limit
