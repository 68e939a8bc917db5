"""`budokan coach` as a user types it."""

import json
from pathlib import Path

import pytest

from budokan.kit.game import find, find_all
from budokan.match import record
from budokan.match.match import CodedMatch
from tests.cli.commands import fine, refused
from tests.thinking.test_coach import played


@pytest.fixture(params=sorted(find_all()))
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A finished match of every game."""
    path = tmp_path / "some.match"
    path.write_text(record.write(played(find(request.param), 2)), "utf-8")
    return path


def test_a_record_of_every_game_is_coached(file: Path) -> None:
    picture = file.with_suffix(".svg")
    told = fine("coach", str(file), "--iterations", "1", "--seat", "a", "--plot", str(picture))
    assert "A: " in told and "at the start" in told and " 100 │" in told
    assert "B: chance to win" not in told
    assert picture.read_text("utf-8").startswith("<svg") and "<polyline" in picture.read_text()


def one(tmp_path: Path, match: CodedMatch) -> str:
    path = tmp_path / "one.match"
    path.write_text(record.write(match), "utf-8")
    return str(path)


def test_the_report_as_json_is_the_same_every_time(tmp_path: Path) -> None:
    file = one(tmp_path, played(find("udaka"), 3))
    told = fine("coach", file, "--iterations", "1", "--json")
    assert told == fine("coach", file, "--iterations", "1", "--json")
    found = json.loads(told)
    assert found["unit"] == "chance to win" and len(found["seats"]) == 2
    sums = found["seats"][0]["ledger"]
    parts = sums["start"]["points"] + sums["luck"]["points"] - sums["mistakes"]["points"]
    parts += sums["choices"]["points"] + sums["others"]["points"]
    assert parts == pytest.approx(sums["result"]["points"])


def test_all_choices_are_reported_on_request(tmp_path: Path) -> None:
    file = one(tmp_path, played(find("dojo_duel"), 3))
    told = fine("coach", file, "--iterations", "1", "--all")
    assert told.count("Everything:") == 2
    assert "Everything:" not in fine("coach", file, "--iterations", "1")


def test_a_match_that_goes_on_is_judged_for_one_seat(tmp_path: Path) -> None:
    game = find("dojo_duel")
    match = CodedMatch(game, game.setup(2), seed="coach")
    match.begin()
    refused(["coach", one(tmp_path, match)], "This match is not over; name the seat to judge")
    for seat in ("B", "1"):
        told = fine("coach", one(tmp_path, match), "--seat", seat, "--iterations", "1")
        assert "B: chance to win" in told and " now, of 100." in told


def test_bad_files_are_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.match"
    bad.write_text("nothing", "utf-8")
    refused(["coach", str(bad)], "line 1: this is not a match record.")
    refused(["coach", str(tmp_path / "none")], "Cannot read the record")
    file = one(tmp_path, played(find("dojo_duel"), 1))
    refused(["coach", file, "--seat", "C"], "C")
    refused(
        ["coach", file, "--iterations", "1", "--plot", str(tmp_path / "no" / "a.svg")],
        "Cannot write",
    )
