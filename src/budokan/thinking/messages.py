"""A bot's turn as messages between processes: the task it is sent, and the plan it returns.

The task holds a world guessed from what the seat sees: nothing in it comes from hidden information,
and observed again it is what the seat sees. The agent gets that observation and nothing else; the
setup, which may hold the secret choice of another seat, only serves to read the world.

The plan covers a whole turn: the action for each situation that the agent's own steps lead to in
the world it was sent. The table plays a step only if the seat really sees that situation.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from budokan.agents.ismcts import Search
from budokan.agents.plain import Agent, UnsteadyAgent
from budokan.agents.registry import find_agent
from budokan.kit.contract import State, copy
from budokan.kit.game import find
from budokan.kit.position import Document
from budokan.kit.rng import Rng
from budokan.match.chance import number
from budokan.match.match import CodedMatch
from budokan.match.table_spec import TableSpec
from budokan.thinking.cancel import CurrentThought, Deadline

STEPS = 256  # of one turn, at most
Plan = Mapping[str, int]  # view key -> action


@dataclass(frozen=True)
class Task:
    """A choice for an agent in another process."""

    agent: str
    seat: int
    seed: int  # of the agent's own generator
    table: TableSpec
    world: Mapping[str, Any]
    until: float = 0.0  # when the answer is due, on the clock all processes share; 0: no limit


def task(match: CodedMatch, seat: int, agent: str, until: float = 0.0) -> Task:
    """The task of a seat whose turn it is."""
    seed = number(match.seed, "mind", seat, match.ply(seat))
    spec, world = TableSpec.of(match.game, match.setup), guessed_world(match, seat, seed)
    return Task(agent, seat, seed, spec, world, until)


def guessed_world(match: CodedMatch, seat: int, seed: int) -> Document:
    """A guess at the hidden facts, from a seat's observation, as a position."""
    world = match.view(seat)
    world.guess(seat, Rng(number(seed, "world")))
    return match.game.write(world, match.setup)


def view_key(view: State) -> str:
    """A short key of an observation: equal observations have equal keys."""
    return blake2b(repr(view.encode()).encode(), digest_size=12).hexdigest()


def think(given: Task) -> Plan:
    """Plan a turn, at least its first step; runs in the other process."""
    seat, rng = given.seat, Rng(given.seed)
    game, setup = given.table.open()
    world = game.read(given.world, setup)
    agent = _agent(given.agent, game.id)
    _limit(agent, Deadline(given.until))
    agent.begin()
    plan: dict[str, int] = {}
    for _ in range(STEPS):
        view = copy(world)
        view.observe(seat)
        action = int(agent.choose(view, seat, rng))
        plan[view_key(view)] = action
        agent.notice(seat, world.seen(seat, seat, action))
        world.apply(seat, action)
        if CurrentThought.cancelled or not world.acting() >> seat & 1:
            break
    return plan


@lru_cache(maxsize=8)
def _agent(name: str, game: str) -> Agent:
    return find_agent(name, find(game), seconds=0.0)


def _limit(agent: Agent, deadline: Deadline) -> None:
    """Let the search inside an agent end in time."""
    inner = agent.agent if isinstance(agent, UnsteadyAgent) else agent
    if isinstance(inner, Search):
        inner.stop = deadline
