"""The rules of Stances."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.stances.rules.state import NONE, Table
from budokan.kit.contract import CHANCE, HIDDEN, State
from budokan.kit.rng import Rng

TAKE: Final = 0
TAKE_HIDDEN: Final = 3
COIN: Final = 4
VERBS: Final = (("take", TAKE, ("stance",)), ("take ?", TAKE_HIDDEN, ()), ("coin", COIN, ("seat",)))

E_SHOWN: Final = 0
E_POINT: Final = 1
E_TIE: Final = 2
E_WON: Final = 3
EVENTS: Final = ("shown", "point", "tie", "won")


@final
class Stances(Table):
    """Each round both take a stance in secret; high beats middle beats low beats high."""

    def acting(self) -> i64:
        if self.points[0] == self.target or self.points[1] == self.target:
            return 0
        if self.tied:
            return 1 << CHANCE
        waiting: i64 = 0
        for seat in range(2):
            if self.stance[seat] == NONE:
                waiting |= 1 << seat
        return waiting

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if not self.acting() >> seat & 1:
            return 0
        for i in range(3):
            out[i] = TAKE + i
        return 3

    def why_not(self, seat: i64, action: i64) -> i64:
        return 1

    def apply(self, seat: i64, action: i64) -> None:
        self.entries += 1
        if seat == CHANCE:
            self.tied = 0
            self.score_point(action - COIN)
            return
        self.stance[seat] = action - TAKE
        if self.stance[1 - seat] != NONE:
            self.compare()

    def compare(self) -> None:
        """ST-02, ST-03: both are shown; a tie goes to the coin."""
        ahead = (self.stance[1] - self.stance[0] + 3) % 3
        if self.events is not None:
            self.events.emit(E_SHOWN, 0, self.stance[0], self.stance[1])
        self.stance[0] = NONE
        self.stance[1] = NONE
        if ahead == 0:
            self.tied = 1
            if self.events is not None:
                self.events.emit(E_TIE, CHANCE, 0, 0)
        else:
            self.score_point(ahead - 1)

    def score_point(self, seat: i64) -> None:
        self.points[seat] += 1
        if self.events is not None:
            self.events.emit(E_POINT, seat, self.points[seat], 0)
            if self.points[seat] == self.target:
                self.events.emit(E_WON, seat, 0, 0)

    def source(self) -> i64:
        return 0

    def sample(self, rng: Rng) -> i64:
        return COIN + rng.below(2)

    def odds(self, out: vec[i64], weight: vec[i64]) -> i64:
        for i in range(2):
            out[i] = COIN + i
            weight[i] = 1
        return 2 if self.tied else 0

    def score(self, seat: i64) -> float:
        return 1.0 if self.points[seat] == self.target else 0.0

    def observe(self, seat: i64) -> None:
        for other in range(2):
            if other != seat and self.stance[other] != NONE:
                self.stance[other] = HIDDEN

    def seen(self, viewer: i64, seat: i64, action: i64) -> i64:
        last = seat != CHANCE and self.stance[1 - seat] != NONE  # shown at once
        return action if viewer == seat or seat == CHANCE or last else TAKE_HIDDEN

    def guess(self, seat: i64, rng: Rng) -> None:
        for other in range(2):
            if self.stance[other] == HIDDEN:
                self.stance[other] = rng.below(3)

    def heuristic(self, seat: i64, action: i64) -> i64:
        return 0

    def commit_count(self) -> i64:
        return self.entries

    def blank(self) -> State:
        return Stances(self.target)
