"""The headers of stored matches, as far as they can be trusted."""

import json
from typing import Any

from budokan.kit.errors import Refusal
from budokan.match import clock, record

CARDS = {"hash", "title"}


def read_header(text: object) -> dict[str, Any] | None:
    """A stored header with all that a match needs; None if it is anything else."""
    try:
        header = json.loads(text) if isinstance(text, str) else None
        return record.check_header(header, "") if type(header) is dict else None
    except (ValueError, RecursionError, Refusal):
        return None


def has_players(header: dict[str, Any]) -> bool:
    """Whether a header names who sits at the table, as a hall reads it."""
    hall, seats = header.get("hall"), header["seats"]
    if type(hall) is not dict or not _are_texts(hall.get("sitting"), seats):
        return False
    cards = hall.get("cards") or dict.fromkeys(CARDS, "")
    return type(cards) is dict and all(type(cards.get(key)) is str for key in CARDS)


def has_table_facts(header: dict[str, Any]) -> bool:
    """Whether a header has all else that a hall needs to open the table."""
    hall, seats = header["hall"], header["seats"]
    keys, called = hall.get("keys"), hall.get("called")
    return (
        type(hall.get("creator")) is str
        and type(hall.get("absent", "")) is str
        and type(hall.get("shared", False)) is bool
        and type(keys) is dict
        and all(seat.isdecimal() and type(key) is str for seat, key in keys.items())
        and (called == [] or _are_texts(called, seats))
        and _is_clock(hall.get("clock"), seats)
    )


def _are_texts(found: object, length: int) -> bool:
    return (
        isinstance(found, list)
        and len(found) == length
        and all(type(text) is str for text in found)
    )


def _is_clock(found: object, seats: int) -> bool:
    try:
        clock.check(clock.read_clock(found), seats)  # type: ignore[arg-type]
    except (Refusal, TypeError, ValueError, AttributeError, KeyError):
        return False
    return True
