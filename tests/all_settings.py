"""Which games and which settings of their switches the tests of all games run on."""

from collections.abc import Iterator
from typing import Any

from budokan.kit.game import Game, Setup, find_all


def other_values(field: Any) -> list[Any]:
    """The values of an option beside its default: all words, or the ends of a range."""
    if isinstance(field.default, bool):
        return [not field.default]
    known = field.metadata["choices"] or (
        field.metadata["low"],
        field.metadata["high"],
        *field.metadata["also"].values(),
    )
    return [value for value in dict.fromkeys(known) if value != field.default]


def settings(game: Game) -> Iterator[tuple[str, Setup]]:
    """Every seat count with the defaults, and every other value of every switch."""
    for seats in game.seats:
        yield f"{game.id}-{seats}", game.setup(seats)
    for field in game.options.__dataclass_fields__.values():
        for value in other_values(field):
            setup = game.setup(given={field.name: value})
            if not game.endless(setup):
                yield f"{game.id}-{field.name}-{value}", setup


ALL_SETTINGS = [
    (name, game, setup) for game in find_all().values() for name, setup in settings(game)
]
