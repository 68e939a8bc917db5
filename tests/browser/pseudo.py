"""A Scene in an invented language: sentences and labels change, ids and data stay."""

import re
from typing import Any

# The fields that people read; all others are data.
WORDS = {
    "alarm", "badge", "bars", "cells", "condition", "head", "label", "line", "name", "note",
    "phases", "question", "result", "status", "story", "summary", "text", "title", "value",
}  # fmt: skip
CLAUSE = re.compile(r"([A-Z]{2}-R?\d+)")
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀćďéƒǵħíĵķĺɱńóƥɋŕśťúṽŵẋýžÁƁĆĎÉƑǴĦÍĴĶĹḾŃÓƤɊŔŚŤÚṼŴẊÝŽ"
LETTERS = str.maketrans(PLAIN, ACCENTED)


def translated(thing: Any, field: str = "") -> Any:
    """The same message, translated."""
    if isinstance(thing, dict):
        kept = {"cells": thing["cells"]} if "layout" in thing else {}  # of a board they are ids
        return {name: translated(each, name) for name, each in thing.items()} | kept
    if isinstance(thing, list):
        return [translated(each, field) for each in thing]
    return foreign(thing) if isinstance(thing, str) and field in WORDS else thing


def foreign(text: str) -> str:
    """The text translated to the same length, without an English word; clause ids stay."""
    parts = CLAUSE.split(text)
    return "".join(part if i % 2 else part.translate(LETTERS) for i, part in enumerate(parts))
