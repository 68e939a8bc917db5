"""Where the values of a component come from, for its full view."""

from typing import TYPE_CHECKING, Any, NamedTuple

from budokan.kit.data import NOT_SHOWN, SOURCE_NAMES, Data, Row
from budokan.kit.toml_text import toml_value

if TYPE_CHECKING:
    from budokan.kit.game import Game


class Sourced(NamedTuple):
    """A value of a component: its name on screens, where it comes from, and a note on that."""

    label: str
    value: Any
    source: str  # in words
    note: str = ""  # what a card file says of the source
    clause: str = ""  # that states the value
    own: bool = False  # from a card file

    def __str__(self) -> str:
        value = self.value if isinstance(self.value, str) else toml_value(self.value)
        beside = ", ".join(filter(None, (self.note, self.clause)))
        return f"{self.label}: {value}, {self.source}{f' ({beside})' if beside else ''}"


def values_of(game: "Game", data: Data, component: str) -> list[Sourced]:
    """Every value of a component, such as card.jab, with its source; none if there is no such.

    A value that a card file has taken away is told as not shown.
    """
    section, _, key = component.partition(".")
    row = data.sections.get(section, {}).get(key)
    if row is None:
        return []
    form = game.card_format.sections.get(section)
    names = {**dict.fromkeys(form.fields if form else ()), **row.sources}
    return [_sourced(game, section, row, name) for name in names if name in row.sources]


def _sourced(game: "Game", section: str, row: Row, name: str) -> Sourced:
    return Sourced(
        label=label_of(game, section, name),
        value=row.values.get(name, NOT_SHOWN),
        source=SOURCE_NAMES[row.sources[name]],
        note=row.notes.get(name, ""),
        clause=clause_of(row, name),
        own=row.is_own(name),
    )


def clause_of(row: Row, name: str) -> str:
    """The clause that states a value; '' if none does, or if the value is somebody's own."""
    return "" if row.is_own(name) else row.clauses.get(name, "")


def label_of(game: "Game", section: str, name: str) -> str:
    """The name of a value on screens."""
    form = game.card_format.sections.get(section)
    field = form.fields.get(name) if form else None
    return field.label if field else name.replace("_", " ").capitalize()
