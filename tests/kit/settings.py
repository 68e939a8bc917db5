"""The games and settings that tests of all games run on."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from budokan.kit import card_file, contract
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup, find_all

# Plain Python takes ten times as long: there fewer matches do, and the compiled build plays more.
INTERPRETED = contract.__file__.endswith(".py")


def other_values(field: Any) -> list[Any]:
    """The values of an option besides its default: all words, or the ends of a range."""
    if isinstance(field.default, bool):
        return [not field.default]
    known = field.metadata["choices"] or (
        field.metadata["low"],
        field.metadata["high"],
        *field.metadata["also"].values(),
    )
    return [value for value in dict.fromkeys(known) if value != field.default]


def settings(game: Game) -> Iterator[tuple[str, Setup]]:
    """Every seat count with the defaults, every other value of every switch, and the game's own."""
    for seats in game.seats:
        yield f"{game.id}-{seats}", game.setup(seats)
    own = list(own_settings(game))
    for field in game.options.__dataclass_fields__.values():
        for value in other_values(field):
            setup = fitting(game, {field.name: value})
            if setup is None:
                # Refused alone: then a setting of the game's own has it, with what it needs.
                assert any(getattr(s.options, field.name) == value for _, s in own), (
                    f"{game.id}: no setting is watched with {field.name} = {value}"
                )
            elif not game.endless(setup):
                yield f"{game.id}-{field.name}-{value}", setup
    yield from own
    yield from card_settings(game)


def fitting(game: Game, given: Mapping[str, Any]) -> Setup | None:
    """A setup with the first number of seats that allows a switch; None if none does."""
    for seats in (game.default_seats, *game.seats):
        try:
            return game.setup(seats, given)
        except Refusal:
            continue
    return None


def own_settings(game: Game) -> Iterator[tuple[str, Setup]]:
    """Further settings that a game names in tests/settings.toml."""
    path = game.folder / "tests" / "settings.toml"
    for name, row in tomllib.loads(path.read_text("utf-8") if path.exists() else "").items():
        choices = dict(enumerate(row.get("seat", ())))
        yield f"{game.id}-{name}", game.setup(row["seats"], row["options"], choices)


def card_settings(game: Game) -> Iterator[tuple[str, Setup]]:
    """The game with each of the invented card files in tests/cards/."""
    for path in card_files(game):
        setup = game.setup(overlay=card_file.read(path))
        yield f"{game.id}-cards-{path.stem}", setup


def card_files(game: Game) -> list[Path]:
    """The playable card files of a game's tests; faulty.toml is the one full of faults."""
    found = sorted((game.folder / "tests" / "cards").glob("*.toml"))
    return [path for path in found if path.stem != "faulty"]


ALL_SETTINGS = [
    (name, game, setup) for game in find_all().values() for name, setup in settings(game)
]
