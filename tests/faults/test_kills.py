"""kill -9 of the hall under load, and a hall that stands still for a while."""

import asyncio
from pathlib import Path

import pytest
from bench.client import run
from bench.hall import Hall, opened
from bench.players import Table

from tests.faults.honest import stopped
from tests.store.test_kill import kill_often

pytestmark = pytest.mark.faults
KILLS, MOST = 12, 160  # most: frames that are heard before a kill


def test_kills_lose_nothing(tmp_path: Path) -> None:
    assert kill_often(tmp_path, KILLS, MOST) > 0


@pytest.mark.long
def test_two_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    assert kill_often(tmp_path, 200, MOST) > 0


def test_a_hall_that_stood_still_goes_on(tmp_path: Path) -> None:
    """Clicks made meanwhile are answered afterwards, on the same sockets."""

    async def story(hall: Hall) -> None:
        tables = [Table(hall.address, "udaka", number) for number in range(10)]
        for table in tables:
            await table.open()
        with stopped(hall.pid):
            moves = [asyncio.create_task(table.move()) for table in tables]
            await asyncio.sleep(8.0)
            assert not any(move.done() for move in moves)
        took = await asyncio.gather(*moves)
        assert min(took) > 5.0
        for table in tables:
            assert all(seat.connected for seat in table.seats)
            await table.move()
            await table.leave()

    with opened(tmp_path) as hall:
        run(story(hall))
        assert not hall.faults()
