"""Uploaded records: checked to their end before they are stored or shown."""

import re
from dataclasses import dataclass
from typing import Any

from budokan.kit.errors import Refusal
from budokan.match import record
from budokan.match.ending import Ending
from budokan.match.match import CodedMatch
from budokan.store import cards
from budokan.store import store as stored
from budokan.store.cards import CardFile

LIMIT = 256 * 1024  # bytes; a long match of four needs a tenth
ENTRIES = 5000
NAME = 100  # letters
TABLE = re.compile(r"[A-Za-z0-9_-]{1,32}")
PROMISE = re.compile(r"[0-9a-f]{64}|")
SEED = re.compile(r"(?!stream:)[ -~]{0,200}|stream:[0-9]{1,15}:[0-9]{1,15}")


@dataclass(frozen=True)
class Upload:
    """A finished match, ready for the store."""

    header: dict[str, Any]
    entries: list[str]
    title: str
    ending: Ending
    cards: CardFile | None  # that it is played with, if not the game's


def check(text: str) -> CodedMatch:
    """The finished match of a record, replayed by the rules; a broken one is refused."""
    where = "The record"
    found = record.parse(text, where)
    _check_header(found.header, where)
    if len(found.entries) > ENTRIES:
        raise Refusal(f"{where} has {len(found.entries)} entries; up to {ENTRIES} can be shown.")
    if not found.over and "viewer" not in found.header:
        raise Refusal(f"{where} ends before the match does; only a finished match can be shown.")
    try:
        return record.restore(found, where)
    except Refusal:
        raise
    except Exception as error:  # the overlay has values of the right type that make no sense
        raise Refusal(f"{where} has values that this game cannot be played with.") from error


def ready(match: CodedMatch, ending: Ending) -> Upload:
    """A finished match as the store takes it."""
    overlay = match.setup.overlay
    own = cards.from_overlay(match.game.id, overlay) if overlay else None
    return Upload(stored.header(match), stored.entry_texts(match), match.game.title, ending, own)


def _check_header(fields: dict[str, Any], where: str) -> None:
    names, seats = fields["names"], fields["seats"]
    good = [type(name) is str and name.isprintable() and 0 < len(name) <= NAME for name in names]
    if not all(good) or len(names) != seats:
        raise Refusal(f"{where}: its header must have one name for each of {seats} seats.")
    if not all(type(choice) is dict for choice in fields["choices"]):
        raise Refusal(f"{where}: its header must say in 'choices' what each seat chose.")
    if not SEED.fullmatch(fields.get("seed", "")):
        raise Refusal(f"{where}: the seed in its header is not valid.")
    if not PROMISE.fullmatch(fields.get("commitment", "")):
        raise Refusal(f"{where}: the commitment in its header is not the hash of a seed.")
    origin = fields.get("origin")
    if origin and not (TABLE.fullmatch(origin["match"]) and origin["step"] >= 0):
        raise Refusal(f"{where}: the origin in its header is no match and step of a hall.")
