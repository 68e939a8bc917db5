"""The switches of a game: fields of one frozen dataclass, read from text and checked here."""

from collections.abc import Mapping
from dataclasses import Field, asdict, dataclass, field, fields
from typing import Any

from budokan.kit.errors import Refusal, shortened, suggest

TRUE = ("true", "on", "yes")
FALSE = ("false", "off", "no")
INTERNAL = ("open", "since")  # what forms need not know of a field
BYTE = 255
DIGITS = 9  # of a number; no switch takes a longer one


def option(
    default: Any,
    clause: str,
    *,
    choices: tuple[str, ...] = (),
    low: int = 0,
    high: int = 0,
    also: Mapping[str, int] | None = None,
    secret: bool = False,
    open: bool = False,
    since: int = 1,
) -> Any:
    """A field with its default, the clause that explains it, and the values it takes.

    `also` gives words for numbers outside the range: {"none": 0}. An `open` field takes other
    words than its choices: a card file may bring some, so the game checks them. `since` is the
    version of the rules that brought the switch: records of earlier ones do not have it.
    """
    limits = {"choices": choices, "low": low, "high": high, "also": dict(also or {})}
    known = {"clause": clause, "secret": secret, "open": open, "since": since}
    return field(default=default, metadata={**known, **limits})


@dataclass(frozen=True)
class NoOptions:
    """For games without switches, or without choices for a seat."""


def is_secret(cls: type, name: str) -> bool:
    """Whether a seat keeps this choice to itself."""
    return any(f.name == name and f.metadata["secret"] for f in fields(cls))


def values(options: Any) -> dict[str, Any]:
    return asdict(options)


def recorded(options: Any, rules: int) -> dict[str, Any]:
    """The values that a record under a version of the rules has: later switches if they are set."""
    since = {f.name: f.metadata["since"] for f in fields(options)}
    set_now = changed(options)
    return {n: v for n, v in asdict(options).items() if since[n] <= rules or n in set_now}


def changed(options: Any) -> dict[str, Any]:
    """Only the values that differ from the defaults."""
    default = type(options)()
    return {
        name: value for name, value in asdict(options).items() if value != getattr(default, name)
    }


def numbers(options: Any) -> list[tuple[str, list[int], int]]:
    """The switches in bytes: name, bytes, and the highest that they can be.

    A word is one of several bits; a number is counted from the lowest below 0, and has two bytes
    if it can exceed 255, the greater one first.
    """
    found = []
    for f in fields(options):
        value, known = getattr(options, f.name), f.metadata
        if known["choices"]:
            found.append((f.name, [int(value == word) for word in known["choices"]], 1))
        elif isinstance(f.default, bool):
            found.append((f.name, [int(value)], 1))
        else:
            ends = [0, known["low"], known["high"], *known["also"].values()]
            low, high = min(ends), max(ends) - min(ends)
            two = high > BYTE
            number = [*divmod(value - low, BYTE + 1)] if two else [value - low]
            found.append((f.name, number, BYTE if two else high))
    return found


def read(cls: type[Any], given: Mapping[str, Any], what: str = "option") -> Any:
    """An instance of an options class from names and values, text or typed."""
    known = {f.name: f for f in fields(cls)}
    for name in given:
        if name not in known:
            hint = suggest(name, known) if known else "there is none."
            raise Refusal(f"There is no {what} {shortened(name)}; {hint}")
    return cls(**{name: _value(known[name], value) for name, value in given.items()})


def allowed(f: "Field[Any]") -> str:
    """The values a field takes, in words."""
    if isinstance(f.default, bool):
        return "true, false"
    if f.metadata["choices"]:
        return ", ".join(f.metadata["choices"])
    if isinstance(f.default, int):
        also = "".join(f"{number} ({word}), " for word, number in f.metadata["also"].items())
        return f"{also}{f.metadata['low']}..{f.metadata['high']}"
    return "text"


def kind(f: "Field[Any]") -> str:
    """How a form asks for a field: bool, choice, int or text."""
    if isinstance(f.default, bool):
        return "bool"
    if f.metadata["choices"]:
        return "choice"
    return "int" if isinstance(f.default, int) else "text"


def documents(cls: type[Any], words: Mapping[str, str]) -> list[dict[str, Any]]:
    """The fields of an options class with their words and the values they take."""
    return [
        {
            "name": f.name,
            "default": f.default,
            "kind": kind(f),
            "values": allowed(f),
            "text": words[f.name],
            **{name: value for name, value in f.metadata.items() if name not in INTERNAL},
        }
        for f in fields(cls)
    ]


def _value(f: "Field[Any]", value: Any) -> Any:
    parsed = _parse(f, value)
    if parsed is None:
        raise Refusal(f"{f.name} = {shortened(value)} is not possible; it takes {allowed(f)}.")
    return parsed


def _parse(f: "Field[Any]", value: Any) -> Any:
    if isinstance(value, int) and abs(value) >= 10**DIGITS:
        return None
    word = str(value).strip().lower()
    if isinstance(f.default, bool):
        return True if word in TRUE else False if word in FALSE else None
    if f.metadata["choices"]:
        return word if word in f.metadata["choices"] or _is_open(f, value) else None
    if isinstance(f.default, int):
        return _number(f, word)
    return value if isinstance(value, str) else None


def _is_open(f: "Field[Any]", value: Any) -> bool:
    """Whether a word that is no choice may still be the key of a component."""
    return bool(f.metadata["open"]) and isinstance(value, str) and value.strip().isidentifier()


def _number(f: "Field[Any]", word: str) -> int | None:
    also = f.metadata["also"]
    if word in also:
        return int(also[word])
    if len(word) > DIGITS or not word.removeprefix("-").isdecimal():
        return None
    number = int(word)
    fits = f.metadata["low"] <= number <= f.metadata["high"] or number in also.values()
    return number if fits else None
