"""Memory: it does not grow with the matches that were played."""

import asyncio
from pathlib import Path

import pytest
from bench.client import run
from bench.hall import Hall, opened
from bench.players import Seat, new_table

pytestmark = pytest.mark.faults
TOGETHER = 8
WARM = 600  # matches until everything that is kept in memory is there once
GROWTH = 0.05


async def match(hall: Hall, number: int) -> None:
    """A short match: dealt, a few moves, given up."""
    name, tokens = await new_table(hall.address, ("udaka", "dojo_duel")[number % 2], ["me", "me"])
    seat = Seat(0, tokens[0])
    await seat.sit(hall.address, name)
    while seat.ply < 0:
        await seat.wait(float("inf"))
    assert seat.socket is not None
    seat.socket.say({"t": "look", "seat": number % 2})
    seat.socket.say({"t": "concede", "seat": 0})
    while not seat.over:
        await seat.wait(float("inf"))
    await seat.leave()


async def play(hall: Hall, first: int, matches: int) -> None:
    numbers = iter(range(first, first + matches))

    async def some() -> None:
        for number in numbers:
            await match(hall, number)

    await asyncio.gather(*(some() for _ in range(TOGETHER)))


def growth(folder: Path, matches: int) -> float:
    """By which part the hall has grown after so many matches more."""
    with opened(folder) as hall:
        run(play(hall, 0, WARM))
        before = hall.memory()
        run(play(hall, WARM, matches))
        after = hall.memory()
        assert not hall.faults()
    print(f"{before:.1f} MB after {WARM} matches, {after:.1f} MB after {matches} more")
    return after / before - 1


def test_memory_is_flat_over_a_thousand_matches(tmp_path: Path) -> None:
    assert growth(tmp_path, 1000) < GROWTH


@pytest.mark.long
def test_memory_is_flat_over_ten_thousand_matches(tmp_path: Path) -> None:
    assert growth(tmp_path, 10_000) < GROWTH
