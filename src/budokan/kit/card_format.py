"""What may stand in a card file: the sections and fields of a game's components, and their checks.

A game declares its format in card_format.py. The check of a file, its template, the editor in the
browser and the docs all follow from that declaration.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from budokan.kit.data import Data
from budokan.kit.errors import suggest
from budokan.kit.toml_text import quoted

Kind = Literal["number", "text", "flag", "choice", "list", "table", "fixed"]


class _Missing:
    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()  # as a default: a new component must state the value


@dataclass(frozen=True)
class Fault:
    """What is wrong with a card file, and where; a warning does not keep it from being played.

    A fault of a whole set names the `columns` it was counted from, such as card.count: it is left
    out if a single value there is faulty, since that one comes first.
    """

    where: str
    text: str
    warning: bool = False
    columns: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.where}: {self.text}" if self.where else self.text


Check = Callable[[str, Any], Iterator[Fault]]


@dataclass(frozen=True)
class Word:
    """One word of a closed list, such as an effect or a condition; `example` is TOML."""

    name: str
    help: str
    example: str


@dataclass(frozen=True, kw_only=True)
class Field:
    """One value of a component: its name on screens, and what may stand there."""

    label: str
    help: str
    check: Check
    kind: Kind
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    optional: bool = False  # may be taken away: "not shown"
    default: Any = MISSING  # of a new component whose file does not say
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Section:
    """One kind of component; components can be added to and dropped from an open section."""

    title: str
    fields: Mapping[str, Field]
    open: bool = False
    most: int = 0  # components in an open section
    help: str = ""


def _no_faults(data: Data) -> Iterator[Fault]:
    return iter(())


@dataclass(frozen=True, kw_only=True)
class CardFormat:
    """The sections of a game's card data, and the check of the whole set.

    `check` is given data whose single values are all sound.
    """

    sections: Mapping[str, Section]
    check: Callable[[Data], Iterator[Fault]] = _no_faults


# -- fields ---------------------------------------------------------------------------------------


def number(label: str, low: int, high: int, help: str = "", **more: Any) -> Field:
    """A whole number."""

    def check(where: str, value: Any) -> Iterator[Fault]:
        if type(value) is not int or not low <= value <= high:
            yield Fault(where, f"{quoted(value)} must be a whole number from {low} to {high}.")

    told = f"{low} to {high}" + (f"; {help}" if help else "")
    return Field(label=label, help=told, check=check, kind="number", low=low, high=high, **more)


def text(label: str, most: int = 60, least: int = 1, help: str = "", **more: Any) -> Field:
    """Some words."""

    def check(where: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield Fault(where, f"{quoted(value)} must be text, in quotes.")
        elif not least <= len(value.strip()) or len(value) > most:
            yield Fault(where, f"{quoted(value)} must have {least} to {most} letters.")
        elif not value.isprintable():
            yield Fault(where, f"{quoted(value)} has characters that cannot be shown.")

    told = f"text of up to {most} letters" + (f"; {help}" if help else "")
    return Field(label=label, help=told, check=check, kind="text", high=most, **more)


def flag(label: str, help: str = "", **more: Any) -> Field:
    """True or false."""

    def check(where: str, value: Any) -> Iterator[Fault]:
        if type(value) is not bool:
            yield Fault(where, f"{quoted(value)} must be true or false, without quotes.")

    told = "true or false" + (f"; {help}" if help else "")
    return Field(label=label, help=told, check=check, kind="flag", **more)


def choice(label: str, words: Sequence[str], help: str = "", **more: Any) -> Field:
    """One word of several."""

    def check(where: str, value: Any) -> Iterator[Fault]:
        if value not in words or not isinstance(value, str):
            yield Fault(where, f"{quoted(value)} is not possible; {suggest(str(value), words)}")

    told = " or ".join(f'"{word}"' for word in words) + (f"; {help}" if help else "")
    return Field(label=label, help=told, check=check, kind="choice", choices=tuple(words), **more)


def fixed(label: str, why: str, **more: Any) -> Field:
    """A value that the rules cannot play otherwise; the kit refuses every other one."""

    def check(where: str, value: Any) -> Iterator[Fault]:
        yield Fault(where, f"{quoted(value)} cannot be played: {why}")

    return Field(label=label, help=f"cannot be changed: {why}", check=check, kind="fixed", **more)


def list_of(label: str, each: Field, least: int, most: int, help: str = "", **more: Any) -> Field:
    """A list whose items are all of one kind."""

    def check(where: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            count = str(most) if least == most else f"{least} to {most}"
            yield Fault(where, f"{quoted(value)} must be a list of {count} values.")
            return
        for place, item in enumerate(value, 1):
            yield from each.check(f"{where}[{place}]", item)

    count = str(most) if least == most else f"{least} to {most}"
    told = f"a list of {count}, each {each.help}" + (f"; {help}" if help else "")
    return Field(label=label, help=told, check=check, kind="list", **more)


def special(label: str, help: str, check: Check, words: Sequence[Word] = (), **more: Any) -> Field:
    """A list or table in a little language of the game's own."""
    kind = more.pop("kind", "list")
    return Field(label=label, help=help, check=check, kind=kind, words=tuple(words), **more)
