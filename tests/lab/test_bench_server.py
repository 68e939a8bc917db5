"""A short run of `make bench-server`: players play, and every move is timed."""

import asyncio
from pathlib import Path

import pytest
from bench import server


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_two_tables_are_played_and_measured(tmp_path: Path) -> None:
    hall = server.Hall(str(tmp_path))
    try:
        found = asyncio.run(server.measured(hall, ["udaka", "dojo_duel"], 2, 2.5))
    finally:
        hall.close()
    assert {game: len(took) for game, took in found.took.items()} == {"udaka": 2, "dojo_duel": 1}
    assert all(0 < second < 30 for second in found.all())
    assert found.bytes > 1000 and found.hall_cpu > 0 and found.full >= found.empty > 1
    assert found.workers and all(held > 1 for held in found.workers)
    text = server.report(found)
    assert f"The {len(found.workers)} processes in which bots think" in text
    assert "| Udaka | 2 |" in text and "| all | 3 |" in text


def test_shares() -> None:
    values = [float(n) for n in range(100)]
    assert [server.share(values, part) for part in (0.0, 0.5, 0.99, 1.0)] == [0.0, 50.0, 99.0, 99.0]
