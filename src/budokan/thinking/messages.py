"""A bot's turn as messages between processes: the task it is sent, and the plan it returns.

The task holds a world guessed from what the seat sees: nothing in it comes from hidden information,
and observed again it is what the seat sees. The agent gets that observation and nothing else; the
setup, which may hold the secret choice of another seat, only serves to read the world.

The plan covers a whole turn: the action for each situation that the agent's own steps lead to in
the world it was sent. The table plays a step only if the seat really sees that situation.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from time import monotonic
from typing import Any, NamedTuple

from budokan.agents.belts import HALL_SECONDS
from budokan.agents.ismcts import Search
from budokan.agents.plain import Agent, GreedyAgent, UnsteadyAgent
from budokan.agents.registry import find_agent
from budokan.kit.contract import State, copy
from budokan.kit.game import find
from budokan.kit.position import Document
from budokan.kit.rng import Rng
from budokan.match.chance import number
from budokan.match.match import CodedMatch
from budokan.match.table_spec import TableSpec
from budokan.thinking.cancel import CurrentThought, Deadline, TimeUp, time_limit

STEPS = 256  # of one turn, at most
BREAK = HALL_SECONDS + 0.5  # seconds; then a thought with a limit is broken off that has not ended
Plan = Mapping[str, int]  # view key -> action


@dataclass(frozen=True)
class Task:
    """A choice for an agent in another process."""

    agent: str
    seat: int
    seed: int  # of the agent's own generator
    table: TableSpec
    world: Mapping[str, Any]
    seconds: float = 0.0  # for the thought, from its beginning in the other process; 0: no limit
    empty: bool = False  # nothing to think about, but it waits its turn like others


class Thought(NamedTuple):
    """A plan, and how long it took to find once it was begun."""

    plan: Plan
    seconds: float


def task(match: CodedMatch, seat: int, agent: str, seconds: float = 0.0) -> Task:
    """The task of a seat whose turn it is."""
    seed = number(match.seed, "mind", seat, match.ply(seat))
    spec, world = TableSpec.of(match.game, match.setup), guessed_world(match, seat, seed)
    return Task(agent, seat, seed, spec, world, seconds)


def empty_task(match: CodedMatch, seat: int, agent: str) -> Task:
    """A task without a thought: its answer comes when the thought would have begun."""
    return Task(agent, seat, 0, TableSpec.of(match.game, match.setup), {}, empty=True)


def guessed_world(match: CodedMatch, seat: int, seed: int) -> Document:
    """A guess at the hidden facts, from a seat's observation, as a position."""
    world = match.view(seat)
    world.guess(seat, Rng(number(seed, "world")))
    return match.game.write(world, match.setup)


def view_key(view: State) -> str:
    """A short key of an observation: equal observations have equal keys."""
    return blake2b(repr(view.encode()).encode(), digest_size=12).hexdigest()


def timed_think(given: Task) -> Thought:
    """Plan a turn and take the time; runs in the other process."""
    began = monotonic()
    plan = {} if given.empty else think(given)
    return Thought(plan, monotonic() - began)


def think(given: Task) -> Plan:
    """Plan a turn, at least its first step."""
    began = monotonic()
    seat, rng = given.seat, Rng(given.seed)
    game, setup = given.table.open()
    world = game.read(given.world, setup)
    agent = _agent(given.agent, game.id)
    _limit(agent, Deadline(given.seconds))
    agent.begin()
    plan: dict[str, int] = {}
    for view in _own_steps(world, seat):
        try:
            with time_limit(BREAK if given.seconds else 0.0):
                action = int(agent.choose(view, seat, rng))
        except TimeUp:
            plan[view_key(view)] = int(GreedyAgent().choose(view, seat, rng))
            break
        plan[view_key(view)] = action
        if CurrentThought.cancelled or (given.seconds and monotonic() - began > HALL_SECONDS):
            break  # the rest of the turn is another thought
        agent.notice(seat, world.seen(seat, seat, action))
        world.apply(seat, action)
    return plan


def _own_steps(world: State, seat: int) -> Iterator[State]:
    """What a seat sees before each of its steps, while it is its turn; at least once."""
    for _ in range(STEPS):
        view = copy(world)
        view.observe(seat)
        yield view
        if not world.acting() >> seat & 1:
            break


@lru_cache(maxsize=8)
def _agent(name: str, game: str) -> Agent:
    return find_agent(name, find(game), seconds=0.0)


def _limit(agent: Agent, deadline: Deadline) -> None:
    """Let the search inside an agent end in time."""
    inner = agent.agent if isinstance(agent, UnsteadyAgent) else agent
    if isinstance(inner, Search):
        inner.stop = deadline
