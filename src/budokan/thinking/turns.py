"""The turns of bots at one table: their plans, and the time they have left."""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from time import monotonic

from budokan.agents.belts import SECONDS
from budokan.agents.registry import AMOUNTS
from budokan.kit.contract import CHANCE, legal_codes
from budokan.match.match import CodedMatch
from budokan.thinking.messages import (
    Plan,
    Task,
    Thought,
    empty_task,
    task,
    timed_think,
    view_key,
)
from budokan.thinking.tempo import FADES, Move, Tempo, moment

LEAST = 0.03  # seconds for a thought, even if the turn is out of time
SHARE = 0.75  # of the time left goes into one thought; after chance there may be another
Ask = Callable[[Task], Awaitable[Thought]]


@dataclass
class Turn:
    """A turn of a seat: from the last entry of another seat on."""

    start: int  # entries the seat had seen before it
    used: float = 0.0  # seconds of thought
    plan: Plan = field(default_factory=dict)
    move: Move | None = None  # the steps that others have not seen yet
    shown: int = 0  # moves that others have seen and that could have been others

    def seconds(self, limit: float) -> float:
        """For the next thought of an agent with so many seconds for a turn; 0: no limit."""
        return max(LEAST, SHARE * (limit - self.used)) if limit else 0.0


class Turns:
    """Has bots think only about choices that are not in their plan.

    `pause`: seconds before a move is seen, 0 if times need not tell nothing; `cap`: seconds that a
    search without a limit of its own may think about a turn, 0 for as long as it likes.
    """

    def __init__(self, tempo: Tempo | None = None, pause: float = 0.0, cap: float = 0.0) -> None:
        self._turns: dict[int, Turn] = {}
        self._tempo = tempo or Tempo()
        self.pause, self.cap = pause, cap

    def known(self, match: CodedMatch, seat: int) -> int | None:
        """The next action of a seat if it is forced or planned, else None."""
        view = match.view(seat)
        legal = legal_codes(view, seat)
        return legal[0] if len(legal) == 1 else self.turn(match, seat).plan.get(view_key(view))

    def next(
        self, match: CodedMatch, seat: int, agent: str, ask: Ask
    ) -> Coroutine[None, None, int]:
        """The next action of a seat, found while the match may go on."""
        known, turn = self.known(match, seat), self.turn(match, seat)
        limit = self.limit(agent)
        if turn.move is None:
            turn.move = Move(moment(match, agent, turn.shown), monotonic(), SHARE * limit)
        move = turn.move
        move.free |= not match.state_for(seat).is_forced(seat)
        if known is None:
            given, seen = task(match, seat, agent, turn.seconds(limit)), view_key(match.view(seat))
            return _ask_agent(turn, given, seen, ask)
        hides = self.pause and move.free and move.thought is None
        if hides and not match.stays_draft(seat, known):
            return _wait_for_turn(known, empty_task(match, seat, agent), ask)
        return _planned_action(known)

    def limit(self, agent: str) -> float:
        """Seconds that an agent may think about a turn; 0: as long as it likes."""
        name = agent.strip().lower()
        return SECONDS.get(name) or (self.cap if name.partition(":")[0] in AMOUNTS else 0.0)

    def wait(self, match: CodedMatch, seat: int, action: int) -> float:
        """Seconds until a seat may make the step it has found; 0 without a pause.

        Steps that others do not see yet wait for nothing; the one that shows them waits for all.
        """
        turn = self.turn(match, seat)
        move = turn.move
        if move is None or match.stays_draft(seat, action):
            return 0.0
        turn.move = None
        if not self.pause:
            return 0.0
        passed = monotonic() - move.began
        seconds = move.seconds(self._tempo, self.pause * FADES**turn.shown, passed)
        turn.shown += move.free
        return max(0.0, seconds - passed)

    def next_here(self, match: CodedMatch, seat: int, agent: str) -> int:
        """The next action of a seat, found in this process."""
        known, turn = self.known(match, seat), self.turn(match, seat)
        if known is not None:
            return known
        turn.plan, took = timed_think(task(match, seat, agent, turn.seconds(self.limit(agent))))
        turn.used += took
        return turn.plan[view_key(match.view(seat))]

    def turn(self, match: CodedMatch, seat: int) -> Turn:
        """The present turn of a seat."""
        start = _start(match, seat)
        turn = self._turns.get(seat)
        if turn is None or turn.start != start:
            turn = self._turns[seat] = Turn(start)
        return turn


def _start(match: CodedMatch, seat: int) -> int:
    """Entries a seat had seen when its turn began; a lone player's turn ends with chance."""
    seen = match.settled(seat)
    alone = match.setup.seats == 1
    while seen and (seen[-1].seat == seat or (seen[-1].seat == CHANCE and not alone)):
        seen.pop()
    return len(seen)


async def _planned_action(action: int) -> int:
    return action


async def _wait_for_turn(action: int, given: Task, ask: Ask) -> int:
    """Ask for nothing: a move without a thought waits for a worker as long as one with it."""
    await ask(given)
    return action


async def _ask_agent(turn: Turn, given: Task, seen: str, ask: Ask) -> int:
    turn.plan, took = await ask(given)
    turn.used += took
    if turn.move is not None:
        turn.move.thought = took + (turn.move.thought or 0.0)
    return turn.plan[seen]
