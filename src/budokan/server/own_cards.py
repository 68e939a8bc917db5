"""Card files in a hall: found by their hash, read and checked by workers."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from budokan import protocol
from budokan.kit import card_file, provenance
from budokan.kit import game as games
from budokan.kit.card_format import Fault
from budokan.kit.data import ABOUT, Data
from budokan.kit.errors import Refusal, shortened_path
from budokan.kit.game import Game
from budokan.server.http.errors import FaultyCardsError
from budokan.store import cards as stored_cards
from budokan.store.cards import CardFile
from budokan.store.store import Store, UnknownError

Overlay = Mapping[str, Any]
PARSED = 64  # card files that are remembered as tables


# -- reading and finding --------------------------------------------------------------------------


def read_text(given: tuple[str, str]) -> tuple[CardFile, list[Fault]]:
    """A card file that can be played, and its warnings; any other is refused with all faults.

    It is given the id of the game and the text.
    """
    game, text = games.find(given[0]), given[1]
    try:
        raw = text.encode()
    except UnicodeEncodeError as error:
        raise Refusal("The card file has characters that are no text.") from error
    overlay = card_file.parse(raw)
    found = card_file.faults(game, overlay)
    if any(not fault.warning for fault in found):
        raise FaultyCardsError(found)
    return stored_cards.from_text(game.id, overlay, text), found


def read_file(path: Path) -> CardFile:
    """A card file on this machine, which must say which game it is for."""
    overlay = card_file.read(path)
    about = overlay.get(ABOUT, {})
    if not isinstance(about.get("game"), str):
        name = shortened_path(path)
        raise Refusal(f"The card file {name} does not say its game; write game = under [about].")
    game = games.find(about["game"])
    card_file.refuse(game, overlay)
    return stored_cards.from_text(game.id, overlay, path.read_text("utf-8-sig"))


async def find(store: Store, game: Game, found: str) -> CardFile:
    """The card file of a hash."""
    known = card_file.DIGEST.fullmatch(found)
    kept = await store.do(stored_cards.find, game.id, found) if known else None
    if kept is None:
        raise UnknownError(f"This hall has no such cards for {game.title}.")
    return kept


async def text_of(store: Store, game: Game, found: str) -> str:
    """The text of a kept card file; '' for ''."""
    return (await find(store, game, found)).cards if found else ""


# -- in the worker --------------------------------------------------------------------------------


@lru_cache(maxsize=PARSED)
def parsed(text: str) -> Overlay:
    """The tables of a card file; none for ''."""
    return card_file.parse(text.encode()) if text else {}


def data_of(game: Game, text: str) -> Data:
    """The game's component data with a card file; its own for ''."""
    return game.unchecked_setup(overlay=parsed(text)).data if text else game.data


# -- documents ------------------------------------------------------------------------------------


def fault_list(faults: Sequence[Fault]) -> list[protocol.CardFault]:
    return [protocol.CardFault(each.where, each.text, each.warning) for each in faults]


def name_of(overlay: Overlay) -> protocol.CardsName | None:
    """The card file that an overlay came from; None if there is none."""
    if not overlay:
        return None
    return protocol.CardsName(card_file.digest(overlay), stored_cards.title_of(overlay))


def read_name(hall: Mapping[str, Any]) -> protocol.CardsName | None:
    """The card file of a stored table."""
    told = hall.get("cards")
    return protocol.CardsName(told["hash"], told["title"]) if told else None


def values(game: Game, data: Data, found: str = "") -> protocol.CardValues:
    """Every value with its source, by component."""
    return protocol.CardValues(
        game=game.id,
        hash=found,
        title=data.title,
        components={
            row.where: [
                protocol.SourcedValue(**each._asdict())
                for each in provenance.values_of(game, data, row.where)
            ]
            for rows in data.sections.values()
            for row in rows.values()
        },
    )
