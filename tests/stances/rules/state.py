"""What is on the table in Stances."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.stances.rules import phases
from budokan.kit.contract import State
from budokan.kit.pile import copy_vec, zeros

NONE: Final = -1  # no stance taken yet
STANCES: Final = 3


@final
@mypyc_attr(acyclic=True)
class Setting:
    """The switches: never changed, shared by all copies of a state."""

    def __init__(self, target: i64) -> None:
        self.target: i64 = target  # points that win


@mypyc_attr(acyclic=True)
class Table(State):
    """Two secret stances and two scores."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(2)
        self.setting: Setting = setting
        self.phase: i64 = phases.TAKE
        self.entries: i64 = 0
        self.points: vec[i64] = zeros(2)
        self.stance: vec[i64] = vec[i64]([NONE, NONE])

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Table)
        self.phase = other.phase
        self.entries = other.entries
        copy_vec(self.points, other.points)
        copy_vec(self.stance, other.stance)

    def encode(self) -> list[int]:
        numbers = [self.phase, self.entries, *self.points, *self.stance]
        return [int(number) for number in numbers]
