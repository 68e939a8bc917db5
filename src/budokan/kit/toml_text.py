"""Values as TOML text, on one line each; tomllib only reads."""

import re
from collections.abc import Mapping
from datetime import date, time
from typing import Any

from budokan.kit.errors import QUOTED, shortened

BARE = re.compile(r"[A-Za-z0-9_-]+")
ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
HALF = re.compile("[\ud800-\udfff]")  # half a character, which no text file can hold


def toml_value(value: Any) -> str:
    """A text, number, list or table as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return toml_string(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{toml_key(key)} = {toml_value(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return repr(value)


def quoted(value: Any) -> str:
    """A value as a sentence about a card file quotes it: tables, lists, true and days as TOML."""
    if isinstance(value, (date, time)):
        return value.isoformat()
    if not isinstance(value, (bool, list, Mapping)):
        return shortened(value)
    try:
        told = toml_value(value)
    except (ValueError, RecursionError, TypeError):  # too long, too deep, or keys that are no text
        return shortened(value)
    return told if len(told) <= QUOTED else f"{told[:QUOTED]}…"


def toml_string(text: str) -> str:
    """A text in quotes; what cannot be shown is escaped."""
    return '"' + "".join(map(_letter, HALF.sub("\ufffd", text))) + '"'


def toml_key(key: str) -> str:
    """A key, in quotes where it has to be."""
    return key if BARE.fullmatch(key) else toml_string(key)


def _letter(letter: str) -> str:
    if letter in ESCAPES:
        return ESCAPES[letter]
    if letter.isprintable():
        return letter
    number = ord(letter)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
