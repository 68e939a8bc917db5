"""A full disk: moves are refused with a sentence, health tells it, and play goes on with room."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.client import run
from bench.hall import Hall, opened
from bench.players import LostError, Table

from budokan.store import store as stored
from budokan.store.store import Store
from tests.faults.honest import health, until

pytestmark = pytest.mark.faults
SIZE = "160m"  # above what a hall calls little
BALLAST = "ballast"


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few megabytes."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "budokan-test", str(tmp_path)]
    made = subprocess.run(mount, capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"No file system of its own, which needs root: {made.stderr.strip()}")
    try:
        yield tmp_path
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


def fill(folder: Path) -> None:
    """Take all room that is left."""
    with (folder / BALLAST).open("wb", buffering=0) as ballast:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while True:
                    ballast.write(b"\0" * size)
            except OSError:
                continue


def test_a_full_disk_stops_play_and_loses_nothing(small: Path) -> None:
    async def story(hall: Hall) -> tuple[str, int, int]:
        table = Table(hall.address, "udaka", 1)
        await table.open()
        for _ in range(10):
            await table.move()
        fill(small)
        await until(lambda: health(hall)["status"] not in ("ok", "ready"), 30, "health tells it")
        with pytest.raises(LostError) as lost:
            for _ in range(5000):  # a write-ahead log has some room of its own
                await table.move()
        assert "disk" in str(lost.value).lower() or "save" in str(lost.value).lower()
        (small / BALLAST).unlink()
        await until(lambda: health(hall)["status"] in ("ok", "ready"), 60, "health tells it")
        await table.leave()
        await table.come()
        seen = max(seat.ply for seat in table.seats)
        if not table.over:
            await table.move()
        await table.leave()
        return table.name, seen, table.seats[0].number

    with opened(small) as hall:
        name, seen, seat = run(story(hall))
    store = Store(small / "hall.sqlite3")
    match = stored.restore(store.load(name).result(10))
    store.close()
    assert match.ply(seat) >= seen
