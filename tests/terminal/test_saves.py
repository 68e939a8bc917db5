"""Matches that wait in the terminal, and who sits where when they are played again."""

import os
from pathlib import Path

import pytest

from budokan.kit.game import find
from budokan.match.match import CodedMatch
from budokan.terminal.hosts import saves
from budokan.terminal.tui.form import turned
from tests.terminal.remote_hall import new_match


def test_only_the_latest_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for at in range(5):
        path = saves.folder() / f"udaka-{at}.match"
        saves.keep(new_match("udaka"), ("human", "greedy"), path)
        os.utime(path, (1000 + at, 1000 + at))
    read: list[str] = []
    load = saves.record.load  # type: ignore[attr-defined]

    def noted(path: Path) -> object:
        read.append(path.name)
        return load(path)

    monkeypatch.setattr("budokan.match.record.load", noted)
    assert [saved.path.name for saved in saves.listed(2)] == read
    assert read == ["udaka-4.match", "udaka-3.match"]


def test_a_match_that_is_thrown_away_meanwhile_is_no_fault(data: Path) -> None:
    saves.folder().mkdir()
    (saves.folder() / "gone.match").symlink_to(data / "nowhere")
    (saved,) = saves.listed()
    assert "Cannot read" in saved.fault


def test_again_means_one_seat_further_as_in_the_hall() -> None:
    game = find("udaka")
    match = CodedMatch(game, game.setup(3))
    again, sitting = turned(match, ("human", "greedy", "random"))
    assert sitting == ("random", "human", "greedy") and list(again.names)[1] == "B"
