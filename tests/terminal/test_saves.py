"""Saved matches in the terminal, and the seats of a rematch."""

import json
import os
from pathlib import Path

import pytest

from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.terminal.hosts import saves
from budokan.terminal.seating import rotate
from tests.terminal.driver import new_match

SITTING = ("human", "greedy")


def test_the_latest_saves_are_listed_and_can_be_deleted() -> None:
    assert saves.listed() == []
    for at in range(4):
        match = new_match("udaka")
        match.begin()
        saves.keep(match, SITTING, f"match {at}", 1000 - at % 2)
    assert [saved.name for saved in saves.listed(3)] == ["match 2", "match 0", "match 3"]
    assert "udaka: " in saves.listed()[0].title and not saves.listed()[0].fault
    saves.drop("match 0")
    assert [saved.name for saved in saves.listed(3)] == ["match 2", "match 3", "match 1"]


def test_a_match_goes_on_where_it_was_left() -> None:
    match = new_match("udaka")
    match.begin()
    saves.keep(match, SITTING, "x")
    for _ in range(5):
        seat = match.acting[0]
        match.play(seat, match.legal(seat)[0])
        assert saves.keep(match, SITTING, "x") is None
    again, sitting = saves.resume("x")
    assert again.state.encode() == match.state.encode() and again.seed == match.seed
    assert sitting == SITTING
    again.concede(0)
    path = saves.keep(again, SITTING, "x")
    assert path is not None and record.load(path).over and saves.listed() == []
    seat = match.acting[0]
    match.play(seat, match.legal(seat)[0])
    with pytest.raises(Refusal, match="another window"):
        saves.keep(match, SITTING, "x")


def test_files_of_earlier_versions_move_into_the_store() -> None:
    match = new_match("udaka")
    match.begin()
    file = saves.folder() / "udaka-20260101-120000.match"
    aside = file.with_suffix(".keep.json")
    file.parent.mkdir()
    file.write_text(record.write(match))
    aside.write_text(json.dumps({"sitting": SITTING, "seed": match.seed}))
    os.utime(file, (1000, 1000))
    (saved,) = saves.listed()
    assert not file.exists() and (file.parent / "imported" / file.name).exists()
    assert saves.listed() == [saved] and saved.name == file.stem
    again, sitting = saves.resume(saved.name)
    assert sitting == SITTING and again.seed == match.seed and again.entries == match.entries


def test_a_file_that_cannot_be_read_is_named_and_stays(data: Path) -> None:
    saves.folder().mkdir()
    path = saves.folder() / "gone.match"
    path.symlink_to(data / "nowhere")
    (saved,) = saves.listed()
    assert "Cannot read" in saved.fault
    with pytest.raises(Refusal, match="Cannot read"):
        saves.resume(saved.name)
    saves.drop(saved.name)
    assert saves.listed() == [] and not path.is_symlink()


def test_a_rematch_moves_everybody_one_seat_further() -> None:
    game = find("udaka")
    match = CodedMatch(game, game.setup(3))
    again, sitting = rotate(match, ("human", "greedy", "random"))
    assert sitting == ("random", "human", "greedy") and list(again.names) == ["C", "A", "B"]
