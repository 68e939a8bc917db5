"""Editions of a game: the rules and the cards that an earlier match began with.

Card data that was replaced stays in the game's folder as earlier/HASH.toml.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from budokan.kit import card_file, data
from budokan.kit.data import Data
from budokan.kit.errors import Refusal
from budokan.kit.game import Game

CURRENT, EARLIER = "cards.toml", "earlier"
HASH = re.compile(r"[0-9a-f]{16}")
KEPT = 32  # editions that one process remembers


def versions(game: Game) -> range:
    """The versions of the rules that can be played."""
    return range(game.oldest, (game.newest or game.version) + 1)


def edition(game: Game, rules: int, cards: str, what: str = "This match") -> Game:
    """The game under a version of its rules, with the card data of a hash."""
    _check_rules(game, rules, what)
    file = _card_file(game, cards)
    if file is None:
        raise _unknown_cards(game, what)
    return game if (rules, file) == (game.version, game.card_file) else _edition(game, rules, file)


def recorded(game: Game, rules: int, cards: str, overlay: Mapping[str, Any], what: str) -> Game:
    """The edition of a record, which has the hash of the card data with the overlay."""
    if not overlay:
        return edition(game, rules, cards, what)
    _check_rules(game, rules, what)
    for fault in card_file.shape_faults(overlay):
        raise Refusal(f"{what} has cards that cannot be read: {fault}")
    for known in _all_data(game):
        if card_file.with_cards(game.card_format, known, overlay).hash == cards:
            return edition(game, rules, known.hash, what)
    card_file.refuse(game, overlay)  # says what is wrong with them, if anything is
    raise _unknown_cards(game, what)


def newest(game: Game) -> Game:
    """The edition that new matches begin with."""
    return edition(game, versions(game)[-1], _load(game.folder / CURRENT).hash)


def correction(game: Game, rules: int) -> int:
    """The version under which a match of these rules is finished; usually the same."""
    return max((version for version in game.corrections if version > rules), default=rules)


@lru_cache(maxsize=KEPT)
def _edition(game: Game, rules: int, card_file: str) -> Game:
    newest = versions(game)[-1]
    return replace(
        game, version=rules, card_file=card_file, newest=0 if rules == newest else newest
    )


def _card_file(game: Game, cards: str) -> str | None:
    """The file with this card data, relative to the game's folder."""
    if cards == game.data.hash:
        return game.card_file
    if cards == _load(game.folder / CURRENT).hash:
        return CURRENT
    file = f"{EARLIER}/{cards}.toml"
    return file if HASH.fullmatch(cards) and (game.folder / file).is_file() else None


def _all_data(game: Game) -> Iterator[Data]:
    yield _load(game.folder / CURRENT)
    for path in sorted((game.folder / EARLIER).glob("*.toml")):
        yield _load(path)


@lru_cache(maxsize=KEPT)
def _load(path: Path) -> Data:
    return data.load(path)


def _check_rules(game: Game, rules: int, what: str) -> None:
    known = versions(game)
    if rules in known:
        return
    needs = f"{what} needs version {rules} of the rules of {game.title}"
    if rules > known[-1]:
        raise Refusal(f"{needs}; this Budokan has version {known[-1]}, so install a newer one.")
    raise Refusal(f"{needs}; this Budokan goes back only to version {known[0]}.")


def _unknown_cards(game: Game, what: str) -> Refusal:
    return Refusal(
        f"{what} was played with cards of {game.title} that this Budokan does not have; "
        "open it with the Budokan that wrote it, or install a newer one."
    )
