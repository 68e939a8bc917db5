"""The rules of Stances: what may be done, and what it does."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.stances.rules import actions, events, hidden, phases
from budokan.games.stances.rules.features import features
from budokan.games.stances.rules.heuristic import heuristic
from budokan.games.stances.rules.refusals import why_not
from budokan.games.stances.rules.state import NONE, STANCES, Table
from budokan.kit.contract import CHANCE, State
from budokan.kit.rng import Rng


@final
@mypyc_attr(acyclic=True)
class Stances(Table):
    """Each round both take a stance in secret; high beats middle beats low beats high."""

    def acting(self) -> i64:
        if self.phase == phases.OVER:
            return 0
        if self.phase == phases.COIN:
            return 1 << CHANCE
        waiting: i64 = 0
        for seat in range(2):
            if self.stance[seat] == NONE:
                waiting |= 1 << seat
        return waiting

    def blank(self) -> State:
        return Stances(self.setting)

    # -- what may be done ---------------------------------------------------------------------

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if not self.acting() >> seat & 1:
            return 0
        for i in range(STANCES):
            out[i] = actions.TAKE + i  # ST-01
        return STANCES

    def why_not(self, seat: i64, action: i64) -> i64:
        return why_not(self, seat, action)

    # -- what it does -------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        self.entries += 1
        if seat == CHANCE:
            self.phase = phases.TAKE
            self._score_point(action - actions.COIN)
            return
        self.stance[seat] = action - actions.TAKE
        if self.stance[1 - seat] != NONE:
            self._compare()

    def _compare(self) -> None:
        """Both are shown; a tie goes to the coin."""
        ahead = (self.stance[1] - self.stance[0] + STANCES) % STANCES
        self.tell(events.SHOWN, 0, self.stance[0], self.stance[1])
        self.stance[0] = NONE
        self.stance[1] = NONE
        if ahead == 0:
            self.phase = phases.COIN  # ST-03
            self.tell(events.TIE, CHANCE, 0, 0)
        else:
            self._score_point(ahead - 1)  # ST-02

    def _score_point(self, seat: i64) -> None:
        self.points[seat] += 1
        self.tell(events.POINT, seat, self.points[seat], 0)
        if self.points[seat] == self.setting.target:
            self.phase = phases.OVER  # ST-04
            self.tell(events.WON, seat, 0, 0)

    def score(self, seat: i64) -> float:
        return 1.0 if self.points[seat] == self.setting.target else 0.0

    def commit_count(self) -> i64:
        return self.entries

    # -- chance -------------------------------------------------------------------------------

    def source(self) -> i64:
        return 0

    def sample(self, rng: Rng) -> i64:
        return actions.COIN + rng.below(2)

    def odds(self, out: vec[i64], weight: vec[i64]) -> i64:
        if self.phase != phases.COIN:
            return 0
        for i in range(2):
            out[i] = actions.COIN + i
            weight[i] = 1
        return 2

    # -- what others may know, and first sight ------------------------------------------------

    def observe(self, seat: i64) -> None:
        hidden.observe(self, seat)

    def seen(self, viewer: i64, seat: i64, action: i64) -> i64:
        return hidden.seen(self, viewer, seat, action)

    def guess(self, seat: i64, rng: Rng) -> None:
        hidden.guess(self, rng)

    def heuristic(self, seat: i64, action: i64) -> i64:
        return heuristic(self, seat, action)

    def features(self, seat: i64, out: vec[i64]) -> i64:
        return features(self, seat, out)
