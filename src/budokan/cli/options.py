"""Options that several commands share, and how their values are read."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from budokan import front_door
from budokan.cli.files import read_text
from budokan.kit import card_file
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup

PAIR = re.compile(r",(?=[\w.]+=)")

seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**53),
    default=1,
    show_default=True,
    help="Another seed gives other matches.",
)
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many processes work at once.",
)
seats_option = click.option("--seats", type=int, help="How many players sit at the table.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
data_option = click.option(
    "--data", metavar="DIR", help="Where matches are kept; by default your data folder."
)
daily_option = click.option(
    "--daily",
    metavar="DATE",
    is_flag=False,
    flag_value="today",
    help="The challenge of a day, the same for everyone: today's, or that of a date.",
)


cards_option = click.option(
    "--cards",
    "overlay",
    metavar="FILE",
    help="Your own cards; `budokan cards GAME` writes a file to start from.",
)


def options_option(command: Any) -> Any:
    """--options and --cards, the same for every command that sets up a table."""
    command = click.option(
        "--options",
        "given",
        multiple=True,
        metavar="K=V",
        help="A switch, or several with commas. For one seat: A.deck=ember_fist; "
        "@FILE reads the value from a file: A.deck=@mine.txt.",
    )(command)
    return cards_option(command)


def read_options(given: Iterable[str]) -> dict[str, Any]:
    """Option names and their values from words such as 'a=1,B.deck=@mine.txt'."""
    found: dict[str, Any] = {}
    for pair in (pair for text in given for pair in PAIR.split(text)):
        name, equals, value = pair.partition("=")
        if not equals:
            raise Refusal(f"{pair!r} is not of the form option=value.")
        found[name.strip()] = read_text(Path(value[1:])) if value.startswith("@") else value
    return found


def read_setup(game: Game, seats: int | None, given: Iterable[str], overlay: str | None) -> Setup:
    """A setup from --seats, --options and --cards."""
    return front_door.read_setup(game, seats, read_options(given), overlay)


def read_cards(name: str) -> dict[str, Any]:
    """The card file of --cards; the game checks what stands in it."""
    return card_file.read(Path(name))


def read_day(game: Game, day: str) -> tuple[dict[str, Any], str]:
    """The switches and the seed of --daily."""
    today = datetime.now(UTC).date().isoformat()
    return game.challenge(today if day == "today" else day)


def data_folder(data: str | None) -> Path:
    """The folder of --data."""
    from budokan.store.store import data_folder

    return Path(data) if data else data_folder()
