"""`budokan par`, and par after a match in plain text."""

import json
from pathlib import Path

import pytest

import budokan
from budokan.terminal.plain import play
from budokan.thinking.par import Par
from tests.cli.commands import fine, refused, run

SHORT = "masters=easy,max_turns_per_fight=2"


def test_par_of_a_deal(here: Path) -> None:
    words = ["par", "master_udo", "--tries", "3", "--options", SHORT]
    told = run(*words, "--seed", "7").stdout
    assert told.startswith("Par for this deal: the solver with 3 tries ")
    found = json.loads(run(*words, "--seed", "7", "--json").stdout)
    assert told == f"Par for this deal: {found['result']}\n"
    assert (found["seed"], found["tries"]) == ("7", 3) and 0 <= found["score"] <= 1
    day = json.loads(run(*words, "--daily", "2026-11-17", "--json").stdout)
    kai = [*words, "--options", "hero=kai", "--seed", "daily 2026-11-17", "--json"]
    assert day == json.loads(run(*kai).stdout)


def test_par_needs_a_planner_and_a_deal(here: Path) -> None:
    refused(["par", "udaka", "--seed", "7"], "Udaka has no solver, so there is no par.")
    refused(["par", "master_udo"], "Name the deal: --seed SEED, or --daily.")
    refused(["par", "master_udo", "--daily", "soon"], "'soon' is not a date")


def test_after_a_match_a_script_learns_the_par_command(here: Path) -> None:
    words = ["play", "master_udo", "--plain", "--daily", "2026-11-17", "--options", SHORT]
    told = run(*words, typed="concede\n").stdout.splitlines()
    switches = "hero=kai,masters=easy,max_turns_per_fight=2"
    seed = "'daily 2026-11-17'"
    assert told[-1] == (
        f"Par for this deal: budokan par master_udo --seed {seed} --options {switches}"
    )
    assert "Par" not in fine("play", "udaka", "--plain", "--seats", "2", typed="concede\n")


def test_after_a_match_a_person_is_told_par(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    found = Par(1.0, "the solver wins 7.")
    monkeypatch.setattr(play, "find_par", lambda given, check: found if given.seed == "7" else "")
    match = budokan.new("master_udo", seed=7)
    match.concede()
    play.tell_par(match, ["A"])
    told = capsys.readouterr().out
    assert told.endswith("Par for this deal: the solver wins 7. You miss par.\n")


def test_a_match_that_was_resumed_has_no_par(here: Path) -> None:
    """A record of an unfinished match does not tell its seed, so its deal is not known."""
    run("play", "master_udo", "--plain", typed="fight crane\nquit\n")
    told = run("play", "--resume", "master_udo.match", typed="concede\n").stdout
    assert "You give up" in told and "Par" not in told
