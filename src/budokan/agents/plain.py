"""The base class of agents, and the plain ones: random, greedy, and one that slips."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.kit.contract import ROOM, State
from budokan.kit.pile import zeros
from budokan.kit.rng import Rng


@mypyc_attr(allow_interpreted_subclasses=True)
class StopSignal:
    """Tells a long search to end early; this one never does."""

    def is_set(self) -> bool:
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Agent:
    """Chooses one of the legal actions of a seat."""

    # An agent that only looks at its legal actions needs no observation; one that remembers is
    # told every entry.
    def __init__(self, needs_view: bool = True, remembers: bool = False) -> None:
        self.needs_view: bool = needs_view
        self.remembers: bool = remembers

    def begin(self) -> None:
        """Forget everything, because a match begins."""

    def notice(self, seat: i64, code: i64) -> None:
        """Note an entry of a seat or of chance, as the agent's seat sees it."""

    def choose(self, view: State, seat: i64, rng: Rng) -> i64:
        """Choose one of the legal actions of a seat."""
        raise NotImplementedError


@final
class RandomAgent(Agent):
    """Plays any legal action, each equally often."""

    def __init__(self) -> None:
        super().__init__(needs_view=False)
        self.out = zeros(ROOM)

    def choose(self, view: State, seat: i64, rng: Rng) -> i64:
        return self.out[rng.below(view.legal(seat, self.out))]


@final
class GreedyAgent(Agent):
    """Plays the action that the game's heuristic rates highest."""

    def __init__(self) -> None:
        super().__init__()
        self.out = zeros(ROOM)

    def choose(self, view: State, seat: i64, rng: Rng) -> i64:
        return best_by_heuristic(view, seat, self.out, view.legal(seat, self.out), rng)


def best_by_heuristic(view: State, seat: i64, out: vec[i64], n: i64, rng: Rng) -> i64:
    """The best of the first n actions by heuristic; ties are broken at random."""
    best = out[0]
    if n == 1:
        return best
    top = view.heuristic(seat, best)
    ties: i64 = 1
    for i in range(1, n):
        heuristic = view.heuristic(seat, out[i])
        if heuristic > top:
            top, best, ties = heuristic, out[i], 1
        elif heuristic == top:
            ties += 1
            if rng.below(ties) == 0:
                best = out[i]
    return best


@final
class UnsteadyAgent(Agent):
    """Plays like another agent, but slips now and then: then it plays anything."""

    def __init__(self, agent: Agent, slips: int) -> None:
        super().__init__(agent.needs_view, agent.remembers)
        self.agent = agent
        self.slips: i64 = slips  # of a hundred choices
        self.out = zeros(ROOM)

    def begin(self) -> None:
        self.agent.begin()

    def notice(self, seat: i64, code: i64) -> None:
        self.agent.notice(seat, code)

    def choose(self, view: State, seat: i64, rng: Rng) -> i64:
        if rng.below(100) < self.slips:
            return self.out[rng.below(view.legal(seat, self.out))]
        return self.agent.choose(view, seat, rng)
