"""Every command in a document or in --help is valid: its options, values and files."""

import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest

from budokan.agents.registry import find_agent, is_engine
from budokan.cli import exact, main
from budokan.cli.ladder import read_games
from budokan.cli.options import read_day, read_options
from budokan.cli.simulate import read_job
from budokan.front_door import read_setup
from budokan.kit.game import Game, find

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def shown(page: Path) -> list[str]:
    """The lines of a page that begin with the command, each with what is continued below it."""
    text = page.read_text("utf-8").replace("\\\n", " ")
    return re.findall(r"^budokan .*$", text, re.MULTILINE)


def examples(command: click.Command) -> list[str]:
    """The lines below "Examples:" in a command's --help; a pipe or two spaces end the command."""
    lines = (command.help or "").split("Examples:")[1].splitlines()
    return [re.split(r"\s{2,}|\|", line.strip())[0] for line in lines if line.strip()]


LINES = [(page.name, line) for page in PAGES for line in shown(page)]
LINES += [
    (f"--help of {name or 'budokan'}", line)
    for name, command in {"": main, **main.commands}.items()
    for line in examples(command)
]


def understood(line: str) -> tuple[str, dict[str, Any]]:
    """The command of a line and its values, as click reads them; nothing runs."""
    name, *words = shlex.split(line, comments=True)[1:]
    return name, main.commands[name].make_context(name, words).params


def test_commands_of_every_kind_are_documented() -> None:
    assert len(shown(ROOT / "README.md")) > 15
    assert {understood(line)[0] for _, line in LINES} == set(main.commands)


@pytest.mark.parametrize(("page", "line"), LINES, ids=[f"{page}: {line}" for page, line in LINES])
def test_a_documented_command_is_valid(page: str, line: str) -> None:
    name, given = understood(line)
    if name == "exact":
        assert exact._chosen(given["game"]) and exact._budgets(given["budgets"])
    elif given.get("game"):
        about_a_game(find(given["game"]), given)
    if name == "ladder":
        assert read_games(given["names"])
    for file in given.get("files", ()):
        assert list(ROOT.glob(file)) or page != "README.md", file


def about_a_game(game: Game, given: dict[str, Any]) -> None:
    """The values that only the command itself reads, each by its reader."""
    options = read_options(given.get("given", ()))
    if given.get("daily"):
        options |= read_day(game, given["daily"])[0]
    overlay = given.get("overlay") or ""
    ours = str(ROOT / overlay) if "/" in overlay else None  # others are the reader's own
    setup = read_setup(game, given.get("seats"), options, ours)
    if given.get("clause"):
        assert given["clause"] in game.clauses
    if given.get("agents"):
        read_job(game, setup, given["agents"], 1, "")
    names = ",".join(given[key] or "" for key in ("agents", "against", "agent") if key in given)
    for agent in filter(None, names.split(",")):
        assert agent == "human" or is_engine(agent) or find_agent(agent, game)


@pytest.mark.parametrize(
    "line",
    [
        "budokan play udaka --plian",
        "budokan simulate udaka --games none",
        "budokan hall --log xml",
        "budokan replay",
    ],
)
def test_an_invalid_command_would_be_noticed(line: str) -> None:
    with pytest.raises(click.UsageError):
        understood(line)
