"""The figures of a simulation: wins of seats, of teams and in a solo game."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from budokan.kit.contract import CHANCE
from budokan.kit.game import find
from budokan.lab.simulate import Figures, Job, play_chunk, report
from budokan.match import record
from budokan.match.table_spec import TableSpec

DUEL = Job(TableSpec("dojo_duel", 2), ("greedy", "random"), 3)


def test_more_than_half_of_the_score_wins() -> None:
    duel = Figures(results=Counter({(1.0, 0.0): 5, (0.0, 1.0): 3, (0.5, 0.5): 2}))
    assert [duel.won(seat, (0, 1)) for seat in (0, 1)] == [5, 3]
    assert duel.score(0) == 6.0


def test_team_mates_win_together() -> None:
    teams = Figures(results=Counter({(0.5, 0.0, 0.5, 0.0): 4, (0.0, 0.5, 0.0, 0.5): 1}))
    assert [teams.won(seat, (0, 1, 0, 1)) for seat in range(4)] == [4, 1, 4, 1]


def test_a_lone_player_needs_half_of_the_score() -> None:
    solo = Figures(results=Counter({(0.7,): 2, (0.45,): 6}))
    assert solo.won(0, (0,)) == 2


def test_figures_of_two_parts_are_those_of_the_whole() -> None:
    whole, parts = play_chunk(DUEL, 0, 30), Figures()
    for first in (0, 10, 20):
        parts.add(play_chunk(DUEL, first, first + 10))
    assert whole == parts
    told = report(DUEL, whole)
    assert told["matches"] == sum(row["matches"] for row in told["results"]) == 30
    assert told["draws"] == 30 - round(30 * sum(row["won"] for row in told["seat"]))


@pytest.mark.parametrize("letter", ["A", "B"])
def test_an_opening_is_played_before_the_match(letter: str, tmp_path: Path) -> None:
    udaka, opening = TableSpec("udaka", 2), (f"first {letter}",)
    job = replace(DUEL, table=udaka, opening=opening, records=str(tmp_path))
    play_chunk(job, 0, 8)
    files = sorted(tmp_path.glob("*.match"))
    assert len(files) == 8
    for file in files:
        read = record.load(file)
        assert [entry for _, entry in record.replay(read, str(file))][1] == (
            CHANCE,
            find("udaka").notation.parse(f"first {letter}"),
        )
