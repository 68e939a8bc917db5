"""The laws of a lens, checked by playing. Games outside our tree can use them too.

rows = Rows(game, setup)
for seed in range(100):
    rows.play(seed)
"""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from budokan.kit.contract import CHANCE, State, copy, legal_codes
from budokan.kit.entries import seats_of, view_of
from budokan.kit.game import Game, Setup
from budokan.kit.lens import HIGHEST, empty_row, truth_of
from budokan.kit.pile import zeros
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
        # By viewer and path: the values seen there.
        self.values: dict[tuple[int, str], set[int]] = {}

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
            row = self.look(state, seat)
            world = copy(view)
            world.guess(seat, self.rng)
            again = self.look(world, seat)
            self.require(row == again, "a guess has the same row:", *self.differences(row, again))
            self._check_range(row)
            self._compare(seat, view, row)
        self._compare(None, state, bytes(truth_of(self.lens, state)))

    def look(self, state: State, seat: int) -> bytes:
        """The row of what a seat may know."""
        return self.row_of(view_of(state, seat), seat)

    def row_of(self, view: State, seat: int) -> bytes:
        """The row of an observation, written where it was asked for, and nowhere else."""
        # Interpreted code hands a buffer to compiled code: a leak that a test can bear.
        out, width = empty_row(3 * self.width), self.width
        self.lens.look(view, seat, out, width)
        row = bytes(out)
        self.require(not any(row[:width]) and not any(row[2 * width :]), "a row keeps its place")
        return row[width : 2 * width]

    def _check_range(self, row: bytes) -> None:
        for part in self.lens.parts:
            there = row[part.offset : part.offset + part.size]
            fits = max(there) <= part.high <= HIGHEST
            self.require(fits, f"{part.name} keeps below its highest", list(there))

    def _compare(self, viewer: int | None, view: State, row: bytes) -> None:
        """What is seen and its row determine each other, but for what is left out."""
        rest = copy(view)
        self.lens.leave_out(rest)
        code = tuple(rest.encode())
        same = self.rows.setdefault((viewer, code), row)
        self.require(same == row, "equal views have equal rows", *self.differences(same, row))
        first = self.views.setdefault((viewer, row), code)
        self.require(first == code, "different views have different rows", viewer, first, code)

    def check_numbers(self, view: State, seat: int, some: int = 10) -> None:
        """Change some single numbers of a view: the row changes if the view does.

        If it does not, neither does the row; but a pile that lacks its last cards is no view.
        """
        before, row = self._code(view), self.row_of(view, seat)
        places = numbers_of(view)
        for path, *place in places:
            self.values.setdefault((seat, path), set()).add(read(*place))
        for _ in range(some):
            at = self.rng.below(len(places))
            path, holder, name, index = places[at]
            others = sorted(self.values[seat, path] - {read(holder, name, index)})
            if not others:
                continue
            value = others[self.rng.below(len(others))]
            twin = copy(view)
            change(*numbers_of(twin)[at][1:], value)
            try:
                twin = copy(twin)
                after, changed = self._code(twin), self.row_of(twin, seat)
            except (ValueError, IndexError):  # no such view can be
                continue
            facts = (path, value, before, after)
            self.require(before == after or row != changed, "a row shows every number", *facts)
            if holder is view and index == ALONE:
                self.require(before != after or row == changed, "a row shows only the view", *facts)

    def _code(self, view: State) -> list[int]:
        rest = copy(view)
        self.lens.leave_out(rest)
        return rest.encode()

    def differences(self, one: bytes, two: bytes) -> list[str]:
        """The parts in which two rows differ."""
        found = []
        for part in self.lens.parts:
            there = slice(part.offset, part.offset + part.size)
            if one[there] != two[there]:
                found.append(f"{part.name}: {list(one[there])} or {list(two[there])}")
        return found


# A number of a state: its path, the object that holds it, its name there, and its place in a vec.
Place = tuple[str, Any, str, int]
NUMBERS = type(zeros(0))
ALONE = -1  # the place of a number that is in no vec
SHARED = ("setting", "events", "seats")


def numbers_of(holder: Any, path: str = "") -> list[Place]:
    """All numbers of a state, those in its piles and boards, too."""
    found: list[Place] = []
    names = getattr(type(holder), "__mypyc_attrs__", None) or vars(holder)
    for name in names:
        value, here = getattr(holder, name), f"{path}.{name}"
        if name in SHARED or value is None or isinstance(value, list):
            continue
        if isinstance(value, int):
            found.append((here, holder, name, ALONE))
        elif isinstance(value, NUMBERS):
            found += [(f"{here}[{i}]", holder, name, i) for i in range(len(value))]
        else:
            found += numbers_of(value, here)
    return found


def read(holder: Any, name: str, index: int) -> int:
    value = getattr(holder, name)
    return int(value if index == ALONE else value[index])


def change(holder: Any, name: str, index: int, value: int) -> None:
    """Set a number. A vec that states share is copied: a leak that a test can bear."""
    if index == ALONE:
        setattr(holder, name, type(getattr(holder, name))(value))
        return
    numbers = vec[i64]([int(n) for n in getattr(holder, name)])
    numbers[index] = value
    setattr(holder, name, numbers)
