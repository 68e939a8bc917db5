"""Compares what a scenario expects with what is: counts, one seat's row, and order."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from budokan.kit.errors import Refusal, suggest
from budokan.kit.game import Game, Setup
from budokan.kit.notation import SEATS, parse_seat
from budokan.kit.position import Field, Order, count_of

UNDECLARED = Field("word", "its game does not declare its fields")
LONGEST = 1000  # letters of a value that a failure repeats


def told(value: object) -> str:
    """A value as a failure shows it."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, or tables as deep
        return f"a very long {type(value).__name__}"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def differ(what: str, expected: object, actual: object) -> Iterator[str]:
    """A failure, unless both are equal."""
    if count_of(expected) is not None and isinstance(actual, str):
        yield f"{what}: expected {expected}, but there are {len(actual.split())}: {told(actual)}"
    elif expected != actual:
        yield f"{what}: expected {told(expected)}, but it is {told(actual)}"


def position_faults(
    what: str, game: Game, setup: Setup, wanted: Mapping[str, Any]
) -> Iterator[str]:
    """Misspelt fields and seats of an expected position."""
    for name, value in wanted.items() if game.fields else ():
        if name not in game.fields:
            yield f"{what}: a position has no field {told(name)}; {suggest(name, game.fields)}"
        elif isinstance(value, Mapping):
            yield from _row_faults(f"{what}.{name}", game.fields[name], setup, value)


def _row_faults(what: str, field: Field, setup: Setup, rows: Mapping[str, Any]) -> Iterator[str]:
    if not field.each:
        yield f"{what} is one value for the whole table, not one for each seat."
        return
    for mark in rows:
        try:
            parse_seat(mark, setup.seats)
        except Refusal as error:
            yield f"{what}: {error}"


def compare(
    what: str, game: Game, setup: Setup, wanted: Mapping[str, Any], actual: Mapping[str, Any]
) -> Iterator[str]:
    """The given fields of a position that are not as expected."""
    for name, value in wanted.items():
        field = game.fields.get(name, UNDECLARED)
        if name in actual:
            order = field.order_in(setup.options)
            yield from _compare_field(f"{what}.{name}", field, order, value, actual[name])
        else:
            yield f"{what}.{name}: this position has none ({field.meaning})"


def _compare_field(
    what: str, field: Field, order: Order, wanted: Any, actual: Any
) -> Iterator[str]:
    rows: Mapping[int, Any] | None = None
    if field.each and isinstance(wanted, Mapping):
        rows = {parse_seat(mark, len(actual)): value for mark, value in wanted.items()}
    elif field.each and isinstance(wanted, list) and len(wanted) == len(actual):
        rows = dict(enumerate(wanted))
    if rows is None:
        if not fits(field, order, wanted, actual):
            yield from differ(what, wanted, actual)
        return
    for seat, value in rows.items():
        if not fits(field, order, value, actual[seat]):
            yield from differ(f"{what}.{SEATS[seat]}", value, actual[seat])


def fits(field: Field, order: Order, wanted: Any, actual: Any) -> bool:
    """Whether a value is as expected."""
    if type(wanted) is type(actual) is str and field.form == "line":
        return _same_line(order, wanted, actual)
    if type(wanted) is type(actual) is str and field.form == "places":
        pairs = zip_longest(wanted.split("|"), actual.split("|"), fillvalue="")
        return all(_same_line(order, place, there) for place, there in pairs)
    if type(wanted) is type(actual) is list and field.form == "lines" and order == "free":
        return sorted(map(str, wanted)) == sorted(actual)
    return bool(wanted == actual)


def _same_line(order: Order, wanted: str, actual: str) -> bool:
    words, number = actual.lower().split(), count_of(wanted)
    if number is not None:
        return len(words) == number
    return _ordered(order, wanted.lower().split()) == _ordered(order, words)


def _ordered(order: Order, words: Sequence[str]) -> list[str]:
    """The words of a line in an order in which equal lines are equal."""
    if order == "free":
        return sorted(words)
    return [*sorted(words[:-1]), *words[-1:]] if order == "last" else list(words)


def missing_from(expected: Sequence[str], actual: Sequence[str]) -> str | None:
    """The first entry that does not follow in order, others may lie between; None if all do."""
    rest = iter(actual)
    return next((each for each in expected if each not in rest), None)
