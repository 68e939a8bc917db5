"""`budokan games`, `rules` and `check`."""

import json
from pathlib import Path

import pytest

from budokan.kit.game import find
from budokan.terminal.plain import progress
from tests.cli.commands import fine, refused, run


def test_games_lists_all_with_their_options() -> None:
    listed = {game["id"]: game for game in json.loads(fine("games", "--json"))}
    assert {"udaka", "dojo_duel"} <= set(listed)
    names = [option["name"] for option in listed["udaka"]["options"]]
    assert names == list(find("udaka").options.__dataclass_fields__)
    assert "joker_must_play" in fine("games")


def test_rules_prints_a_clause_or_all() -> None:
    assert fine("rules", "udaka", "ud-17").startswith("UD-17  ")
    assert "UD-54" in fine("rules", "udaka")


def test_check_runs_scenarios_and_shows_what_failed(tmp_path: Path) -> None:
    folder = find("udaka").folder / "tests" / "scenarios"
    files = sorted(str(path) for path in folder.glob("*.toml"))
    assert f"{len(files)} passed, 0 failed" in fine("check", *files)
    text = Path(files[0]).read_text("utf-8")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text + "\n[[case]]\nthen = { acting = [] }\n")
    done = run("check", str(wrong))
    assert done.exit_code == 1 and "acting: expected [], but it is" in done.output


def test_a_scenario_with_a_typo_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "typo.toml"
    for text, told in [
        ("game = 'udaka'\n[[case]]\nthne = {}\n", "does not take 'thne'; did you mean then"),
        ("game = 'udaka'\n[[case]]\nwhen = ['A single 7']\n", "say what must hold"),
        ("game = 'udakka'\n[[case]]\nthen = { acting = [] }\n", "did you mean udaka"),
        ("game = ", "not valid TOML"),
        ("game = 'udaka'\n", "lacks 'case'"),
        (
            "game = 'udaka'\n[[case]]\nwhen = ['A singel 7']\nthen = { acting = [] }\n",
            "did you mean single 7",
        ),
        (
            "game = 'udaka'\ngiven.position = { hnads = [] }\n[[case]]\nthen = { acting = [] }\n",
            "no field 'hnads'",
        ),
    ]:
        file.write_text(text)
        done = run("check", str(file))
        assert done.exit_code == 1 and told in done.output, done.output
    file.write_text("game = ")
    monkeypatch.chdir(tmp_path)
    assert " typo.toml is not valid TOML" in run("check", "typo.toml").output
    done = run("check", str(tmp_path / "missing.toml"))
    assert done.exit_code == 1 and "No such file" in done.output


SHIRT = """game = "dojo_duel"
[given.seat.B]
deck = "grand_dojo"
[given.position]
phase = "answer"
field = ["elbow_strike circular_parry", "iron_shirt"]
hands = ["", "counter_throw knife_hand slip_away rooted_stance"]
[[case]]
when = ["B answer counter_throw"]
then.position.points.B = 19
[[case]]
continues = true
then.acting = ["*"]
"""


def test_check_takes_cards(here: Path) -> None:
    Path("a.toml").write_text(SHIRT)
    Path("mine.toml").write_text("[card.iron_shirt]\nyin = 1\n")
    assert "1 passed" in fine("check", "--cards", "mine.toml", "a.toml")
    done = run("check", "a.toml")
    assert done.exit_code == 1 and "expected 19, but it is 20" in done.stdout
    assert "case 2 is not reached: it continues case 1, which failed." in done.stdout
    refused(["check", "--cards", "gone.toml", "a.toml"], "Cannot read the card file gone.toml")


def test_check_shows_how_far_it_is(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After two seconds a line on the terminal tells it, and leaves no trace."""
    Path("a.toml").write_text(SHIRT.replace("19", "20"))
    monkeypatch.setattr(progress, "SOON", -1.0)
    assert run("check", "a.toml").stderr == ""  # no terminal
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    done = run("check", "a.toml", "a.toml")
    assert done.stderr == "\rScenarios checked: 0 %\r\x1b[K\rScenarios checked: 50 %\r\x1b[K"
    assert done.stdout.endswith("2 passed, 0 failed\n")
