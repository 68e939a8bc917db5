"""Nim, for tests of agents: two players take one or two from a heap; the last to take wins."""

from librt.vecs import vec
from mypy_extensions import i64

from budokan.kit.contract import State
from budokan.kit.rng import Rng


class Nim(State):
    """Everything is open, and every position is won or lost."""

    def __init__(self, heap: int, turn: int = 0) -> None:
        super().__init__(2)
        self.heap, self.turn = heap, turn

    def acting(self) -> i64:
        return 1 << self.turn if self.heap else 0

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if not self.acting() >> seat & 1:
            return 0
        for i in range(min(2, self.heap)):
            out[i] = i + 1
        return min(2, self.heap)

    def why_not(self, seat: i64, action: i64) -> i64:
        return 1

    def apply(self, seat: i64, action: i64) -> None:
        self.heap -= int(action)
        self.turn = 1 - self.turn

    def source(self) -> i64:
        return 0

    def sample(self, rng: Rng) -> i64:
        raise NotImplementedError

    def odds(self, out: vec[i64], weight: vec[i64]) -> i64:
        return 0

    def score(self, seat: i64) -> float:
        return 0.0 if seat == self.turn else 1.0

    def observe(self, seat: i64) -> None:
        pass

    def seen(self, viewer: i64, seat: i64, action: i64) -> i64:
        return action

    def guess(self, seat: i64, rng: Rng) -> None:
        pass

    def heuristic(self, seat: i64, action: i64) -> i64:
        return 0

    def commit_count(self) -> i64:
        return 0

    def blank(self) -> State:
        return Nim(0)

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Nim)
        self.heap, self.turn = other.heap, other.turn

    def encode(self) -> list[int]:
        return [self.heap, self.turn]
