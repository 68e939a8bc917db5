"""The turns of bots at one table: their plans, and the time they have left."""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from time import monotonic

from budokan.agents.belts import SECONDS
from budokan.kit.contract import CHANCE, legal_codes
from budokan.match.match import CodedMatch
from budokan.thinking.messages import Plan, Task, task, think, view_key
from budokan.thinking.tempo import FADES, Move, Tempo, moment

LEAST = 0.03  # seconds for a thought, even if the turn is out of time
SHARE = 0.75  # of the time left goes into one thought; after chance there may be another


@dataclass
class Turn:
    """A turn of a seat: from the last entry of another seat on."""

    start: int  # entries the seat had seen before it
    used: float = 0.0  # seconds
    plan: Plan = field(default_factory=dict)
    move: Move | None = None  # the steps that others have not seen yet
    shown: int = 0  # moves that others have seen and that could have been others

    def until(self, agent: str) -> float:
        """When the next thought must end; 0 for an agent without a limit."""
        seconds = SECONDS.get(agent.strip().lower(), 0.0)
        return monotonic() + max(LEAST, SHARE * (seconds - self.used)) if seconds else 0.0


class Turns:
    """Has bots think only about choices that are not in their plan."""

    def __init__(self, tempo: Tempo | None = None) -> None:
        self._turns: dict[int, Turn] = {}
        self._tempo = tempo or Tempo()

    def known(self, match: CodedMatch, seat: int) -> int | None:
        """The next action of a seat if it is forced or planned, else None."""
        view = match.view(seat)
        legal = legal_codes(view, seat)
        return legal[0] if len(legal) == 1 else self.turn(match, seat).plan.get(view_key(view))

    def next(
        self, match: CodedMatch, seat: int, agent: str, ask: Callable[[Task], Awaitable[Plan]]
    ) -> Coroutine[None, None, int]:
        """The next action of a seat, found while the match may go on."""
        known, turn = self.known(match, seat), self.turn(match, seat)
        if turn.move is None:
            turn.move = Move(moment(match, agent), monotonic())
        turn.move.free |= not match.state_for(seat).is_forced(seat)
        if known is not None:
            return _planned_action(known)
        given, seen = task(match, seat, agent, turn.until(agent)), view_key(match.view(seat))
        return _ask_agent(turn, given, seen, ask)

    def wait(self, match: CodedMatch, seat: int, action: int, pause: float) -> float:
        """Seconds until a seat may make the step it has found; 0 without a pause.

        Steps that others do not see yet wait for nothing; the one that shows them waits for all.
        """
        turn = self.turn(match, seat)
        move = turn.move
        if move is None or match.stays_draft(seat, action):
            return 0.0
        turn.move = None
        if pause == 0.0:
            return 0.0
        seconds = move.left(self._tempo, pause * FADES**turn.shown)
        turn.shown += move.free
        return seconds

    def next_here(self, match: CodedMatch, seat: int, agent: str) -> int:
        """The next action of a seat, found in this process."""
        known, turn = self.known(match, seat), self.turn(match, seat)
        if known is not None:
            return known
        began = monotonic()
        turn.plan = think(task(match, seat, agent, turn.until(agent)))
        turn.used += monotonic() - began
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


async def _ask_agent(
    turn: Turn, given: Task, seen: str, ask: Callable[[Task], Awaitable[Plan]]
) -> int:
    began = monotonic()
    try:
        turn.plan = await ask(given)
    finally:
        took = monotonic() - began
        turn.used += took
        if turn.move is not None:
            turn.move.thought += took
    return turn.plan[seen]
