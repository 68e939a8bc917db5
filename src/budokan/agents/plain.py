"""The two plain agents: one plays anything, one follows the game's first hunch."""

from typing import final

from mypy_extensions import i64, mypyc_attr

from budokan.kit.core import ROOM, State
from budokan.kit.pile import zeros
from budokan.kit.rng import Rng


@mypyc_attr(allow_interpreted_subclasses=True)
class Agent:
    """Chooses one of the legal actions of a seat."""

    # An agent that only looks at its legal actions needs no observation made for it.
    def __init__(self, needs_view: bool = True) -> None:
        self.needs_view: bool = needs_view

    def choose(self, view: State, seat: i64, rng: Rng) -> i64:
        raise NotImplementedError


@final
class RandomAgent(Agent):
    """Plays any legal action, all equally often."""

    def __init__(self) -> None:
        super().__init__(needs_view=False)
        self.out = zeros(ROOM)

    def choose(self, view: State, seat: i64, rng: Rng) -> i64:
        return self.out[rng.below(view.legal(seat, self.out))]


@final
class GreedyAgent(Agent):
    """Plays what looks best at first sight; equal hunches are decided at random."""

    def __init__(self) -> None:
        super().__init__()
        self.out = zeros(ROOM)

    def choose(self, view: State, seat: i64, rng: Rng) -> i64:
        out = self.out
        n = view.legal(seat, out)
        best = out[0]
        if n == 1:
            return best
        top = view.hunch(seat, best)
        ties: i64 = 1
        for i in range(1, n):
            hunch = view.hunch(seat, out[i])
            if hunch > top:
                top, best, ties = hunch, out[i], 1
            elif hunch == top:
                ties += 1
                if rng.below(ties) == 0:
                    best = out[i]
        return best
