"""The turns of agents at one table: what they have planned, and the time they have left."""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from time import monotonic

from budokan.agents.belts import SECONDS
from budokan.kit.contract import CHANCE, legal_codes
from budokan.match.match import CodedMatch
from budokan.thinking.messages import Plan, Task, sight, task, think

LEAST = 0.03  # seconds for a thought, even if the turn has had its time
SHARE = 0.75  # of what a turn has left goes into one thought; chance may ask for another


@dataclass
class Turn:
    """What a seat does from the moment somebody else has acted."""

    start: int  # how many entries it had seen then
    used: float = 0.0  # seconds
    plan: Plan = field(default_factory=dict)

    def until(self, agent: str) -> float:
        """When the next thought must be done; 0 for an agent without a limit."""
        seconds = SECONDS.get(agent.strip().lower(), 0.0)
        return monotonic() + max(LEAST, SHARE * (seconds - self.used)) if seconds else 0.0


class Turns:
    """Asks for a thought only where there is a choice that no plan has foreseen."""

    def __init__(self) -> None:
        self._turns: dict[int, Turn] = {}

    def known(self, match: CodedMatch, seat: int) -> int | None:
        """The next step of a seat if it needs no thought: it is forced, or planned."""
        view = match.view(seat)
        legal = legal_codes(view, seat)
        return legal[0] if len(legal) == 1 else self.turn(match, seat).plan.get(sight(view))

    def next(
        self, match: CodedMatch, seat: int, agent: str, ask: Callable[[Task], Awaitable[Plan]]
    ) -> Coroutine[None, None, int]:
        """The next step of a seat as the match stands now; it may change meanwhile."""
        known, turn = self.known(match, seat), self.turn(match, seat)
        if known is not None:
            return _told(known)
        given, seen = task(match, seat, agent, turn.until(agent)), sight(match.view(seat))
        return _asked(turn, given, seen, ask)

    def here(self, match: CodedMatch, seat: int, agent: str) -> int:
        """The same, thought in this process while everybody waits."""
        known, turn = self.known(match, seat), self.turn(match, seat)
        if known is not None:
            return known
        began = monotonic()
        turn.plan = think(task(match, seat, agent, turn.until(agent)))
        turn.used += monotonic() - began
        return turn.plan[sight(match.view(seat))]

    def turn(self, match: CodedMatch, seat: int) -> Turn:
        """The turn a seat is in now."""
        start = _start(match, seat)
        turn = self._turns.get(seat)
        if turn is None or turn.start != start:
            turn = self._turns[seat] = Turn(start)
        return turn


def _start(match: CodedMatch, seat: int) -> int:
    """How many entries a seat had seen when its turn began; chance ends the turn of one alone."""
    seen = match.settled(seat)
    alone = match.setup.seats == 1
    while seen and (seen[-1].seat == seat or (seen[-1].seat == CHANCE and not alone)):
        seen.pop()
    return len(seen)


async def _told(action: int) -> int:
    return action


async def _asked(turn: Turn, given: Task, seen: str, ask: Callable[[Task], Awaitable[Plan]]) -> int:
    began = monotonic()
    try:
        turn.plan = await ask(given)
    finally:
        turn.used += monotonic() - began
    return turn.plan[seen]
