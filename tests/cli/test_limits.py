"""Words that no command takes: absurd numbers, options that contradict each other."""

import sys
from pathlib import Path

import pytest

from budokan.cli.fit import _command
from budokan.kit.errors import Refusal
from budokan.kit.notation import parse_seat
from tests.cli.test_commands import here, refused, run
from tests.server.hall import Visitor

__all__ = ["here"]  # a fixture

LONG = "9" * 5000  # more digits than Python reads


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["exact", "udaka", "--budgets", LONG], "must be 1 to 1000000 iterations"),
        (["simulate", "udaka", "--agents", f"search:{LONG}"], "iterations must be 1 to"),
        (["play", "udaka", "--plain", "--seat", LONG], "There is no seat '999"),
        (["play", "udaka", "--resume", "saved.match"], "A saved match has its game"),
        (["play", "--resume", "saved.match", "--seed", "7"], "A saved match has its game"),
        (["play", "--resume", "saved.match", "--seats", "3"], "A saved match has its game"),
        (["play", "--join", "http://x/table/t", "--seat", "B"], "nothing but the link"),
        (["play", "udaka", "--join", "http://x/table/t"], "nothing but the link"),
    ],
)
def test_it_is_refused_in_one_sentence(words: list[str], told: str, here: Path) -> None:
    refused(words, told)


def test_a_choice_with_too_many_digits_is_none(here: Path) -> None:
    for words in (["play", "dojo_duel", "--plain", "--against", "greedy"], ["learn", "dojo_duel"]):
        told = run(*words, typed=f"{LONG}\nquit\n").output
        assert f"There is no choice {LONG[:40]}; they are numbered 1 to" in told
    done = run("play", "--plain", typed=f"{LONG}\n")
    assert done.exit_code == 2 and "Traceback" not in done.output


def test_a_hall_refuses_such_a_seat(ann: Visitor) -> None:
    name = ann.table("dojo_duel", "me", "me")["id"]
    answer = ann.get(f"/api/tables/{name}/record?view={LONG}")
    assert answer.status_code == 400 and len(answer.text) < 200
    with pytest.raises(Refusal, match="seats are A to B"):
        parse_seat("2", 2)
    assert [parse_seat(word, 2) for word in ("a", "B", "0", "1")] == [0, 1, 0, 1]


@pytest.mark.parametrize("out", [["--out", "/home/me/w.toml"], ["--out=/home/me/w.toml"]])
def test_the_command_beside_weights_names_no_place(
    out: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["budokan", "fit", "udaka", *out, "--seed", "3"])
    assert _command("/home/me/w.toml") == "budokan fit udaka --seed 3"
