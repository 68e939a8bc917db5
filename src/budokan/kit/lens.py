"""What agents see: an observation as a row of bytes, of the same width in all matches of a game.

Each game describes its rows in rules/lens.py. The seats of a row are counted from the viewer, who
is seat 0; what belongs to absent seats is zero.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from budokan.kit.contract import State, copy

HIGHEST: Final = 255  # that fits into a byte
BYTE: Final = 256


@final
class Part:
    """A part of a row: its name, its place, its shape, and the highest value it can have."""

    def __init__(self, name: str, offset: int, shape: tuple[int, ...], high: int) -> None:
        self.name: str = name
        self.offset: int = offset
        self.shape: tuple[int, ...] = shape
        self.high: int = high
        size = 1
        for length in shape:
            size *= length
        self.size: int = size


@final
class CardTable:
    """Numbers of the cards in play, row by row; `shape` has room for the most a match can have."""

    def __init__(self, name: str, shape: tuple[int, ...], numbers: list[int]) -> None:
        self.name: str = name
        self.shape: tuple[int, ...] = shape
        self.numbers: list[int] = numbers


@mypyc_attr(allow_interpreted_subclasses=True)
class Lens:
    """Writes observations as rows of bytes; one lens serves all matches of a setup."""

    def __init__(self, most_seats: int) -> None:
        self.most_seats: i64 = most_seats
        self.parts: list[Part] = []
        self.width: i64 = 0
        self.fixed: i64 = 0  # where the seats and switches of the match begin
        self.setting: vec[u8] = vec[u8]()  # and their bytes

    def part(self, name: str, shape: tuple[int, ...], high: int = 1) -> int:
        """Add a part to the end of the row; its offset."""
        if not 0 < high <= HIGHEST:
            raise ValueError(f"{name}: {high} does not fit into a byte")
        part = Part(name, int(self.width), shape, high)
        self.parts.append(part)
        self.width = part.offset + part.size
        return part.offset

    def number(self, name: str, shape: tuple[int, ...] = ()) -> int:
        """Add a part for numbers of up to 65,535, each in two bytes, the greater one first."""
        return self.part(name, (*shape, 2), HIGHEST)

    def end_with(self, name: str, numbers: list[int], high: int) -> None:
        """Add a part that is the same throughout a match, such as a switch."""
        offset = self.part(name, (len(numbers),), high)
        if len(self.setting) == 0:
            self.fixed = offset
        self.setting = vec[u8]([int(byte) for byte in self.setting] + numbers)

    def look(self, view: State, viewer: i64, out: vec[u8], at: i64) -> None:
        """Write the row of an observation of a seat, from `at` on, where all must be zero."""
        self.write(view, viewer, out, at)
        setting = self.setting
        start = at + self.fixed
        n: i64 = len(setting)
        for i in range(n):
            out[start + i] = setting[i]

    def write(self, view: State, viewer: i64, out: vec[u8], at: i64) -> None:
        """Write what the game itself has declared."""
        raise NotImplementedError

    def leave_out(self, view: State) -> None:
        """Erase from an observation what its row does not show; the game says why."""

    def cards(self, state: State) -> list[CardTable]:
        """What the cards of a match are worth, so that agents need not learn it by heart."""
        return []


def put(out: vec[u8], at: i64, n: i64) -> None:
    """Write a number of up to 255."""
    if n < 0 or n > HIGHEST:
        raise ValueError("a number does not fit into a byte")
    out[at] = u8(n)


def put_number(out: vec[u8], at: i64, n: i64) -> None:
    """Write a number of up to 65,535 into two bytes; one below 0 is written as 0."""
    if n > 0:
        put(out, at, n >> 8)
        out[at + 1] = u8(n & HIGHEST)


def empty_row(width: int) -> vec[u8]:
    """So many zeros."""
    return vec[u8]([0] * width)


def row_of(lens: Lens, state: State, seat: i64) -> vec[u8]:
    """The row of what a seat may know of a state."""
    out = empty_row(int(lens.width))
    view = copy(state)
    view.observe(seat)
    lens.look(view, seat, out, 0)
    return out


def truth_of(lens: Lens, state: State) -> vec[u8]:
    """The rows of all seats behind each other: the whole truth, for judges and critics only."""
    out = empty_row(int(lens.width * lens.most_seats))
    view = state.blank()
    for seat in range(state.seats):
        view.copy_from(state)
        view.observe(seat)
        lens.look(view, seat, out, seat * lens.width)
    return out


def padded_table(name: str, numbers: vec[i64], columns: int, rows: int, room: int) -> CardTable:
    """A table of numbers that lie row by row, with zeros for the rows and columns it lacks."""
    filled: list[int] = []
    given = [int(n) for n in numbers]
    for start in range(0, len(given), columns):
        filled += given[start : start + columns]
        filled += [0] * (room - columns)
    filled += [0] * (rows * room - len(filled))
    return CardTable(name, (rows, room), filled)


def mask_table(name: str, masks: vec[i64], rows: int, bits: int) -> CardTable:
    """A table of bits from masks, filled up with zeros to so many rows."""
    filled: list[int] = []
    for i in range(len(masks)):
        mask = int(masks[i])
        filled += [mask >> bit & 1 for bit in range(bits)]
    filled += [0] * (rows * bits - len(filled))
    return CardTable(name, (rows, bits), filled)
