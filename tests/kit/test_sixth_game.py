"""A new game is one folder; nothing else has to change."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import budokan

HERE = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package's files with one more game."""
    place = tmp_path_factory.mktemp("hall")
    source = Path(budokan.__file__).parent
    ignore = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(source, place / "budokan", ignore=ignore)
    shutil.copytree(HERE / "stances", place / "budokan" / "games" / "stances", ignore=ignore)
    return place


def run(hall: Path, *command: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(hall)}
    done = subprocess.run(
        [sys.executable, *command], cwd=hall, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_game_is_found_played_and_measured(hall: Path) -> None:
    listed = json.loads(run(hall, "-m", "budokan", "games", "--json"))
    assert "stances" in [game["id"] for game in listed]
    told = run(hall, "-m", "budokan", "simulate", "stances", "--games", "200", "--json")
    report = json.loads(told)
    assert report["matches"] == 200 and report["unfinished"] == 0
    assert 0.35 < report["seat"][0]["won"] < 0.65


def test_a_new_game_keeps_the_laws(hall: Path) -> None:
    tests = hall / "budokan" / "games" / "stances" / "tests"
    told = run(hall, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests))
    assert "5 passed" in told


def test_search_plays_a_new_game(hall: Path) -> None:
    agents = ["--agents", "search:50,random", "--games", "20", "--json"]
    report = json.loads(run(hall, "-m", "budokan", "simulate", "stances", *agents))
    assert report["unfinished"] == 0
