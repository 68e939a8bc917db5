"""What agents see of Stances, as a row of bytes."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from budokan.games.stances.rules.phases import PHASES
from budokan.games.stances.rules.state import NONE, STANCES, Table
from budokan.kit.contract import HIDDEN, State
from budokan.kit.lens import Lens, put

SEATS: Final = 2
MOST: Final = 9  # points


@final
class StancesLens(Lens):
    """Two seats, the viewer and the foe."""

    def __init__(self) -> None:
        super().__init__(SEATS)
        self.phase: i64 = self.part("phase", (len(PHASES),))
        self.points: i64 = self.part("points", (SEATS,), MOST)
        self.stance: i64 = self.part("stance", (SEATS, STANCES))
        self.hidden: i64 = self.part("stance taken in secret", (SEATS,))

    def write(self, view: State, viewer: i64, out: vec[u8], at: i64) -> None:
        assert isinstance(view, Table)
        out[at + self.phase + view.phase] = 1
        seat = viewer
        for place in range(SEATS):
            put(out, at + self.points + place, view.points[seat])
            stance = view.stance[seat]
            if stance == HIDDEN:
                out[at + self.hidden + place] = 1
            elif stance != NONE:
                out[at + self.stance + STANCES * place + stance] = 1
            seat = 1 - seat

    def leave_out(self, view: State) -> None:
        """How many entries led here: only takebacks ask for that."""
        assert isinstance(view, Table)
        view.entries = 0
