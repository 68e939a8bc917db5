"""A short run of `make bench-server`: players play, and every move is timed."""

import asyncio
from pathlib import Path

import pytest
from bench import players, server
from bench.hall import opened


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_two_tables_are_played_and_measured(tmp_path: Path) -> None:
    with opened(tmp_path) as hall:
        found = asyncio.run(server.load(hall, ["udaka", "dojo_duel"], 2, 2.5))
    assert {game: len(took) for game, took in found.took.items()} == {"udaka": 2, "dojo_duel": 1}
    assert all(0 < second < 30 for second in found.all())
    assert found.bytes > 1000 and found.hall_cpu > 0 and found.full >= found.empty > 1
    assert found.workers and all(held > 1 for held in found.workers)
    text = server.load_report(found)
    assert f"The {len(found.workers)} processes in" in text
    assert "| Udaka | 2 |" in text and "| all | 3 |" in text


def test_a_comparison_tells_the_ratio() -> None:
    this = server.Found(took={"udaka": [0.01] * 10}, hall_cpu=0.01, bytes=10_000, seconds=1.0)
    other = server.Found(took={"udaka": [0.02] * 10}, hall_cpu=0.02, bytes=90_000, seconds=1.0)
    text = server.compare_report([[this], [other]], "abc", 0)
    assert "50.0% of the earlier one" in text and "at most 40%: missed" in text
    assert not server.compare_kept([[this], [other]], 0)
    other.hall_cpu = 0.03
    assert server.compare_kept([[this], [other]], 0)
    assert not server.compare_kept([[this], [other]], 1)  # something held the event loop


def test_shares() -> None:
    values = [float(n) for n in range(100)]
    assert [players.share(values, part) for part in (0.0, 0.5, 0.99, 1.0)] == [
        0.0,
        50.0,
        99.0,
        99.0,
    ]
