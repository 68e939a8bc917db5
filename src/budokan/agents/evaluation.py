"""The value of a position before the match is over: the weighted features of the game."""

from math import exp
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.kit.contract import MOST_FEATURES, State
from budokan.kit.pile import zeros


@final
class Evaluation:
    """The weights of a game's features; without weights all seats are equal."""

    def __init__(self, weights: list[float]) -> None:
        self.size: i64 = len(weights)
        self.weight: vec[float] = vec[float]([0.0] * MOST_FEATURES)
        for i in range(len(weights)):
            self.weight[i] = weights[i]
        self.features = zeros(MOST_FEATURES)

    def strength(self, state: State, seat: i64) -> float:
        """The strength of a seat; with one point more than the other it wins 73 of 100."""
        n = min(state.features(seat, self.features), self.size)
        sum = 0.0
        for i in range(n):
            sum += self.weight[i] * float(self.features[i])
        return sum

    def judge(self, state: State, worth: vec[float]) -> None:
        """The score every seat may expect; with two seats or more they add up to 1."""
        seats = state.seats
        if seats == 1:
            worth[0] = 1.0 / (1.0 + exp(-self.strength(state, 0)))
            return
        most = -1e9
        for seat in range(seats):
            worth[seat] = self.strength(state, seat)
            if worth[seat] > most:
                most = worth[seat]
        all = 0.0
        for seat in range(seats):
            worth[seat] = exp(worth[seat] - most)
            all += worth[seat]
        for seat in range(seats):
            worth[seat] /= all
