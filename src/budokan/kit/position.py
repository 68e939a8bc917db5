"""Positions as small readable documents: tools to write them and to read them strictly."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from budokan.kit.errors import Refusal, shortened, suggest
from budokan.kit.notation import SEATS, parse_seat
from budokan.kit.toml_text import toml_value

Document = dict[str, Any]
Form = Literal["word", "number", "flag", "seat", "line", "places", "numbers", "lines"]
Order = Literal["", "free", "counts", "last"]
COUNT = re.compile(r"(\d{1,9}) (?:card|token)s?")


@dataclass(frozen=True)
class Field:
    """One field of a game's positions: its form, its meaning, and whether order counts.

    Each game lists them in its position.py; docs/scenarios.md is written from these lists.
    """

    form: Form
    meaning: str
    each: bool = False  # one for each seat
    order: Order = ""  # of the words in a line: free, counts, or only the last one counts
    order_with: tuple[str, str] = ("", "")  # the option, and its value, with which order counts

    def order_in(self, options: Any) -> Order:
        """Whether order counts in a match with these options."""
        name, value = self.order_with
        return "counts" if name and getattr(options, name) == value else self.order


def count_of(value: object) -> int | None:
    """The number in a line that only counts, such as '25 cards'."""
    found = COUNT.fullmatch(value.strip()) if isinstance(value, str) else None
    return int(found[1]) if found else None


def spell(words: Sequence[str], cards: Iterable[int]) -> str:
    """Cards as words in one line: '7 7 A'."""
    return " ".join(words[card] for card in cards)


class Reader:
    """Takes fields out of a document; missing fields have defaults, wrong ones are refused."""

    def __init__(self, document: Mapping[str, Any], seats: int) -> None:
        self._left = dict(document)
        self._known: list[str] = []
        self.seats = seats

    def has(self, name: str) -> bool:
        return name in self._left

    def _take(self, name: str, default: Any) -> Any:
        self._known.append(name)
        return self._left.pop(name, default)

    def number(self, name: str, default: int, low: int = 0, high: int = 10**9) -> int:
        return self._number(name, self._take(name, default), low, high)

    def _number(self, name: str, value: Any, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            raise Refusal(
                f"{name} = {shortened(value)} must be a whole number from {low} to {high}."
            )
        return value

    def flag(self, name: str, default: bool) -> bool:
        value = self._take(name, default)
        if not isinstance(value, bool):
            raise Refusal(f"{name} = {shortened(value)} must be true or false.")
        return value

    def word(self, name: str, default: str, known: Sequence[str]) -> int:
        """The index of a word in a list of allowed words."""
        value = self._take(name, default)
        if value not in known:
            raise Refusal(
                f"{name} = {shortened(value)} is not possible; {suggest(shortened(value), known)}"
            )
        return list(known).index(value)

    def seat(self, name: str, default: int | None = None) -> int:
        """A seat by its letter; -1 for '' or a missing default: nobody."""
        value = self._take(name, "" if default is None else SEATS[default])
        if value == "":
            return -1
        try:
            return parse_seat(value, self.seats)
        except Refusal as error:
            raise Refusal(f"{name}: {error}") from error

    def cards(self, name: str, words: Sequence[str], default: str = "") -> list[int]:
        """Cards from one line of words; '?' stands for a card the writer could not see."""
        return self.line(name, words, self._take(name, default))

    def line(self, name: str, words: Sequence[str], value: Any) -> list[int]:
        if not isinstance(value, str):
            raise Refusal(f"{name} = {shortened(value)} must be a line of cards.")
        if count_of(value) is not None:
            raise Refusal(f"{name} = {value!r} is only a count; a given position names its cards.")
        codes = {word.lower(): code for code, word in enumerate(words)}
        for word in value.split():
            if word.lower() not in codes:
                raise Refusal(
                    f"{name} names {shortened(word)}, which is not a card; {suggest(word, words)}"
                )
        return [codes[word.lower()] for word in value.split()]

    def each(self, name: str, default: Any) -> list[Any]:
        """One value for each seat; a table such as {A = ...} leaves the other seats out."""
        value = self._take(name, [default] * self.seats)
        if isinstance(value, Mapping):
            value = self._rows(name, value, default)
        if not isinstance(value, list) or len(value) != self.seats:
            raise Refusal(f"{name} must be a list of {self.seats} values, one for each seat.")
        return value

    def _rows(self, name: str, rows: Mapping[str, Any], default: Any) -> list[Any]:
        values = [default] * self.seats
        for mark, row in rows.items():
            try:
                values[parse_seat(mark, self.seats)] = row
            except Refusal as error:
                raise Refusal(f"{name}: {error}") from error
        return values

    def numbers(self, name: str, default: int, low: int = 0, high: int = 10**9) -> list[int]:
        """One number for each seat."""
        values = self.each(name, default)
        return [self._number(f"{name}[{SEATS[i]}]", v, low, high) for i, v in enumerate(values)]

    def hands(self, name: str, words: Sequence[str], default: str = "") -> list[list[int]]:
        """A line of cards for each seat."""
        values = self.each(name, default)
        return [self.line(f"{name}[{SEATS[i]}]", words, v) for i, v in enumerate(values)]

    def lines(self, name: str, words: Sequence[str]) -> list[list[int]]:
        """Any number of lines of cards."""
        values = self._take(name, [])
        if not isinstance(values, list):
            raise Refusal(f"{name} must be a list of lines of cards.")
        return [self.line(f"{name}[{i}]", words, value) for i, value in enumerate(values)]

    def finish(self) -> None:
        """Refuse fields that a position does not have."""
        for name in self._left:
            raise Refusal(
                f"A position has no field {shortened(name)}; {suggest(name, self._known)}"
            )


def rest(
    name: str, whole: Mapping[int, int], words: Sequence[str], used: Iterable[int]
) -> list[int]:
    """The cards not used yet; a card used more often than it has copies is refused."""
    left = Counter(whole)
    left.subtract(Counter(used))
    for card, n in left.items():
        if n < 0:
            raise Refusal(
                f"{name}: {words[card]} stands {whole.get(card, 0) - n} times in the "
                f"position, but there are only {whole.get(card, 0)}."
            )
    return sorted(left.elements())


def toml(document: Mapping[str, Any]) -> str:
    """A flat document as TOML text."""
    return "".join(f"{name} = {toml_value(value)}\n" for name, value in document.items())
