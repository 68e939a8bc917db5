"""The laws of a lens, checked by playing. Games outside our tree can use them too.

rows = Rows(game, setup)
for seed in range(100):
    rows.play(seed)
"""

from typing import Any

from budokan.kit.contract import CHANCE, State, copy, legal_codes
from budokan.kit.entries import seats_of, view_of
from budokan.kit.game import Game, Setup
from budokan.kit.lens import HIGHEST, empty_row, row_of, truth_of
from budokan.kit.rng import Rng
from budokan.kit.testing.laws import MOST, LawBrokenError


class Rows:
    """The rows of all that is seen in some matches of a setup."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game, self.setup = game, setup
        self.lens = game.lens_of(setup)
        self.width = int(self.lens.width)
        self.rng = Rng(1)
        # By viewer, who is None for the truth: what was seen -> its row, and back.
        self.rows: dict[tuple[int | None, tuple[int, ...]], bytes] = {}
        self.views: dict[tuple[int | None, bytes], tuple[int, ...]] = {}

    def require(self, holds: bool, law: str, *facts: object) -> None:
        if not holds:
            told = "; ".join(str(fact) for fact in facts)
            where = f"seats {self.setup.seats}, {self.setup.options}"
            raise LawBrokenError(f"{self.game.id}: {law} [{where}] {told}")

    def play(self, seed: int, every: int = 1) -> None:
        """Play a match at random, and check one state in `every`."""
        self.rng.reseed(seed, 12)
        state = self.game.start(self.setup)
        for ply in range(MOST):
            if (ply + seed) % every == 0 or not state.acting():
                self.check(state)
            if not state.acting():
                return
            seats = seats_of(state.acting())
            seat = seats[self.rng.below(len(seats))]
            if seat == CHANCE:
                state.apply(seat, state.sample(self.rng))
            else:
                codes = legal_codes(state, seat)
                state.apply(seat, codes[self.rng.below(len(codes))])

    def check(self, state: State) -> None:
        for seat in range(self.setup.seats):
            view = view_of(state, seat)
            row = bytes(row_of(self.lens, state, seat))
            self._check_range(row)
            world = copy(view)
            world.guess(seat, self.rng)
            again = bytes(row_of(self.lens, world, seat))
            self.require(row == again, "a guess has the same row", *self.differences(row, again))
            self._check_place(view, seat, row)
            self._compare(seat, view, row)
        self._compare(None, state, bytes(truth_of(self.lens, state)))

    def _check_range(self, row: bytes) -> None:
        self.require(len(row) == self.width, "the width never varies", len(row))
        for part in self.lens.parts:
            there = row[part.offset : part.offset + part.size]
            self.require(max(there) <= part.high <= HIGHEST, "a part keeps below its highest",
                         part.name, list(there))  # fmt: skip

    def _check_place(self, view: State, seat: int, row: bytes) -> None:
        """A row is written where it was asked for, and nowhere else."""
        longer = bytes(self._between(view, seat))
        self.require(longer == bytes(self.width) + row + bytes(self.width), "a row keeps its place")

    def _between(self, view: State, seat: int) -> Any:
        # Interpreted code hands a buffer to compiled code: a leak that a test can bear.
        out = empty_row(3 * self.width)
        self.lens.look(view, seat, out, self.width)
        return out

    def _compare(self, viewer: int | None, view: State, row: bytes) -> None:
        """What is seen and its row determine each other, but for what is left out."""
        rest = copy(view)
        self.lens.leave_out(rest)
        code = tuple(rest.encode())
        same = self.rows.setdefault((viewer, code), row)
        self.require(same == row, "equal views have equal rows", *self.differences(same, row))
        first = self.views.setdefault((viewer, row), code)
        self.require(first == code, "different views have different rows", viewer, first, code)

    def differences(self, one: bytes, two: bytes) -> list[str]:
        """The parts in which two rows differ."""
        found = []
        for part in self.lens.parts:
            there = slice(part.offset, part.offset + part.size)
            if one[there] != two[there]:
                found.append(f"{part.name}: {list(one[there])} or {list(two[there])}")
        return found
