"""What is on the table in Stances."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.kit.contract import State
from budokan.kit.pile import zeros

NONE: Final = -1


class Table(State):
    """Two secret stances and two scores."""

    def __init__(self, target: i64) -> None:
        super().__init__(2)
        self.target: i64 = target
        self.points: vec[i64] = zeros(2)
        self.stance: vec[i64] = vec[i64]([NONE, NONE])
        self.tied: i64 = 0
        self.entries: i64 = 0

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Table)
        self.tied = other.tied
        self.entries = other.entries
        for seat in range(2):
            self.points[seat] = other.points[seat]
            self.stance[seat] = other.stance[seat]

    def encode(self) -> list[int]:
        numbers = [self.tied, self.entries, *self.points, *self.stance]
        return [int(number) for number in numbers]
