"""What commands that set a table share: switches and cards in words."""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from budokan.kit import data
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup
from budokan.kit.notation import parse_seat

PAIR = re.compile(r",(?=[\w.]+=)")

# What several commands ask for in the same words.
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**53),
    default=1,
    show_default=True,
    help="Another seed gives other matches.",
)
jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes."
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document.")


def options_option(command: Any) -> Any:
    """--options and --cards, the same for every command that sets a table."""
    command = click.option(
        "--options",
        "given",
        multiple=True,
        metavar="K=V",
        help="A switch, several with commas. For one seat: A.deck=ember_fist; "
        "@FILE reads a value from a file: A.deck=@mine.txt.",
    )(command)
    return click.option(
        "--cards", "overlay", metavar="FILE", help="Your own values for designed cards (TOML)."
    )(command)


def read_setup(game: Game, seats: int | None, given: Iterable[str], overlay: str | None) -> Setup:
    """A setup from the words of a command line."""
    switches: dict[str, Any] = {}
    choices: dict[int, dict[str, Any]] = {}
    for pair in (pair for text in given for pair in PAIR.split(text)):
        name, equals, value = pair.partition("=")
        if not equals:
            raise Refusal(f"{pair!r} is not of the form option=value.")
        if value.startswith("@"):
            value = read_text(Path(value[1:]))
        seat, dot, key = name.strip().rpartition(".")
        if dot:
            choices.setdefault(parse_seat(seat, game.seats[-1]), {})[key] = value
        else:
            switches[key] = value
    return game.setup(
        seats, switches, choices, data.read_overlay(Path(overlay)) if overlay else None
    )


def check_writable(name: str | None) -> None:
    """Refuse a place for a result before the work is done that gives it."""
    if name is None:
        return
    path = Path(name)
    if path.is_dir():
        raise Refusal(f"Cannot write {path}: it is a folder.")
    there = path if path.exists() else path.parent
    if not path.parent.is_dir() or not os.access(there, os.W_OK):
        raise Refusal(f"Cannot write {path}: name a file in a folder you may write to.")


def read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise Refusal(f"Cannot read {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise Refusal(f"Cannot read {path}: it is not text.") from error


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise Refusal(f"Cannot write {path}: {error.strerror}.") from error
