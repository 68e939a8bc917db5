"""The description of a table, as it travels to other processes and into files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from budokan.kit import options
from budokan.kit.editions import edition
from budokan.kit.game import Game, Setup, find

KEPT_SETUPS = 16  # that one process remembers


@dataclass(frozen=True)
class TableSpec:
    """A game and its setup as plain values; a value that is missing has its default.

    A match may have begun under earlier rules, or with earlier cards: `rules` and `cards` name
    them. Without them the table has those of a new match.
    """

    game: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    choices: tuple[Mapping[str, Any], ...] = ()  # one for each seat, or none at all
    overlay: Mapping[str, Any] = field(default_factory=dict)
    rules: int = 0
    cards: str = ""  # hash of the card data, without the overlay

    def __hash__(self) -> int:
        return hash((self.game, self.seats))

    @classmethod
    def of(cls, game: Game, setup: Setup) -> "TableSpec":
        """Describe a setup of a game."""
        return cls(
            game=game.id,
            seats=setup.seats,
            options=options.values(setup.options),
            choices=tuple(options.values(choice) for choice in setup.choices),
            overlay=dict(setup.overlay),
            rules=game.version,
            cards=game.data.hash,
        )

    def open(self) -> tuple[Game, Setup]:
        """The game and its setup; refused if this game does not allow it."""
        newest = find(self.game)
        game = edition(newest, self.rules or newest.version, self.cards or newest.data.hash)
        return game, _setup(game, self)

    def setup(self) -> Setup:
        """The setup alone."""
        return self.open()[1]


@lru_cache(maxsize=KEPT_SETUPS)
def _setup(game: Game, spec: TableSpec) -> Setup:
    return game.setup(spec.seats, spec.options, dict(enumerate(spec.choices)), spec.overlay)
