"""A damaged store: the hall opens with what is whole, or refuses with a sentence; no traceback."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from bench.client import run
from bench.hall import START, Hall
from bench.players import Table

from tests.faults.honest import health

pytestmark = pytest.mark.faults
STORE = "hall.sqlite3"
PAGE = 4096


def played(folder: Path) -> list[str]:
    """A hall that was killed while tables were played at; their names."""

    async def story(hall: Hall) -> list[str]:
        tables = [Table(hall.address, "udaka", number) for number in range(4)]
        for table in tables:
            await table.open()
            for _ in range(20):
                await table.move()
            await table.leave()
        return [table.name for table in tables]

    hall = Hall(folder).start()
    try:
        return run(story(hall))
    finally:
        hall.kill()


def spoil(path: Path, place: int, size: int) -> None:
    """Write garbage into a file."""
    with path.open("r+b") as file:
        file.seek(place)
        file.write(random.Random(5).randbytes(size))


def middle_of_log(folder: Path) -> None:
    log = folder / f"{STORE}-wal"
    assert log.stat().st_size > 4 * PAGE
    spoil(log, log.stat().st_size // 2, 64)


def end_of_log(folder: Path) -> None:
    log = folder / f"{STORE}-wal"
    os.truncate(log, log.stat().st_size - 100)


def no_log(folder: Path) -> None:
    (folder / f"{STORE}-wal").write_bytes(b"")


def garbage_log(folder: Path) -> None:
    log = folder / f"{STORE}-wal"
    log.write_bytes(random.Random(5).randbytes(log.stat().st_size))


def garbage_head(folder: Path) -> None:
    settle(folder)
    spoil(folder / STORE, 0, 100)


def garbage_page(folder: Path) -> None:
    settle(folder)
    pages = (folder / STORE).stat().st_size // PAGE
    for page in range(2, pages, 3):
        spoil(folder / STORE, page * PAGE, PAGE)


def cut_short(folder: Path) -> None:
    settle(folder)
    os.truncate(folder / STORE, (folder / STORE).stat().st_size // 2)


def settle(folder: Path) -> None:
    """Bring everything into the store itself."""
    hall = Hall(folder).start()
    hall.close()


DAMAGE: list[Callable[[Path], None]] = [
    middle_of_log, end_of_log, no_log, garbage_log, garbage_head, garbage_page, cut_short,
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_hall_on_a_damaged_store(damage: Callable[[Path], None], tmp_path: Path) -> None:
    tables = played(tmp_path)
    damage(tmp_path)
    hall = Hall(tmp_path)
    hall.log.unlink()
    try:
        hall.start()
    except RuntimeError:
        refusal = told_by_command(tmp_path)
        assert "Traceback" not in refusal and refusal.strip().endswith("."), refusal
        return
    try:
        assert health(hall)["status"]
        for name in tables:  # whole, shorter by what the log has lost, or refused by a sentence
            answer = hall.fetch(f"/api/tables/{name}/record")
            assert answer.status in (200, 404, 503), answer.text
            assert answer.status == 200 or answer.json["error"].endswith(".")
        hall.close()
    finally:
        hall.kill()


def told_by_command(folder: Path) -> str:
    """What somebody reads who opens the hall by the command."""
    command = [sys.executable, "-m", "budokan", "hall", "--no-open", "--port", "0"]
    found = subprocess.run(
        [*command, "--data", str(folder)], capture_output=True, text=True, timeout=60, check=False
    )
    assert found.returncode
    return found.stdout + found.stderr


def test_the_hall_is_started_as_the_command_does() -> None:
    """So that what is tested here is what people run."""
    assert "budokan.server.run import serve" in START
