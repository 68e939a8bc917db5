"""What every message to another process says of a table, as plain values; and the table again."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from budokan.kit import options
from budokan.kit.game import Game, Setup, find
from budokan.kit.rng import Rng
from budokan.match.chance import number
from budokan.match.match import CodedMatch


class Packed(Protocol):
    """A message with a setup in it."""

    @property
    def game(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def options(self) -> Mapping[str, Any]: ...
    @property
    def choices(self) -> Sequence[Mapping[str, Any]]: ...
    @property
    def overlay(self) -> Mapping[str, Any]: ...


def pack(game: Game, setup: Setup) -> dict[str, Any]:
    """The fields of a setup."""
    return {
        "game": game.id,
        "seats": setup.seats,
        "options": options.values(setup.options),
        "choices": [options.values(choice) for choice in setup.choices],
        "overlay": dict(setup.overlay),
    }


def pack_world(match: CodedMatch, seat: int, seed: int) -> dict[str, Any]:
    """The same with a world guessed from what a seat sees."""
    world = match.view(seat)
    world.guess(seat, Rng(number(seed, "world")))
    return {**pack(match.game, match.setup), "world": match.game.write(world, match.setup)}


def unpack(given: Packed) -> tuple[Game, Setup]:
    game = find(given.game)
    choices = dict(enumerate(given.choices))
    return game, game.setup(given.seats, given.options, choices, given.overlay)
