"""Component data: TOML in, rows of values out, each value with its source."""

import dataclasses
import hashlib
import json
import tomllib
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

from budokan.kit.errors import Refusal

T = TypeVar("T")
DESIGNED = "designed"
OWN = "own"
# Where a value of ours can come from.
RULEBOOK = "rulebook"
PRINTED = {RULEBOOK: "stated in print", "derived": "follows from the print"}
SOURCES = {**PRINTED, "found": "from a public source", DESIGNED: "our reconstruction"}
SOURCE_NAMES = {**SOURCES, OWN: "from your cards"}
# What a card file may say about itself and about a row, beside values.
ABOUT, SOURCE, CLAUSE, DROPPED = "about", "source", "clause", "dropped"
NOT_SHOWN = "not shown"  # a card file's way to take an optional value away
UNTITLED = "Your cards"


@dataclass(frozen=True)
class Row:
    """One component: its values, where each comes from, and which clause states it."""

    values: Mapping[str, Any]
    sources: Mapping[str, str]
    where: str = ""  # its section and key: card.jab
    notes: Mapping[str, str] = dataclasses.field(
        default_factory=dict
    )  # what a card file says of a source
    clauses: Mapping[str, str] = dataclasses.field(default_factory=dict)
    # Answers about sources that were given before, by question and fields.
    _known: dict[tuple[str, ...], bool] = dataclasses.field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __getitem__(self, field: str) -> Any:
        return self.values[field]

    def is_designed(self, *fields: str) -> bool:
        """Whether one of these values is our design; without fields, whether any value is.

        This is the one origin of the mark that designed components carry on the screen.
        """
        return self._has(DESIGNED, fields)

    def is_own(self, *fields: str) -> bool:
        """Whether one of these values comes from a card file."""
        return self._has(OWN, fields)

    def _has(self, source: str, fields: tuple[str, ...]) -> bool:
        key = (source, *fields)
        if key not in self._known:
            found = any(self.sources.get(field) == source for field in fields or self.sources)
            self._known[key] = found
        return self._known[key]


@dataclass(frozen=True)
class Data:
    """All components of a game: section -> key -> row."""

    sections: Mapping[str, Mapping[str, Row]]
    title: str = ""  # of the card file that its own values come from

    def __repr__(self) -> str:
        told = ", ".join(f"{len(rows)} {name}" for name, rows in self.sections.items())
        return f"<Data: {told}>"

    def __getitem__(self, section: str) -> Mapping[str, Row]:
        return self.sections[section]

    def column(self, section: str, field: str) -> list[Any]:
        return [row[field] for row in self.sections[section].values()]

    def values(self) -> Iterator[tuple[str, str, str, Any, str]]:
        """Every value as (section, key, field, value, source)."""
        for section, rows in self.sections.items():
            for key, row in rows.items():
                for field, value in row.values.items():
                    yield section, key, field, value, row.sources[field]

    @cached_property
    def made(self) -> dict[Hashable, Any]:
        """What was made once. Its keys must be few: it is never emptied."""
        return {}

    def made_once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Something that follows from this data alone, such as the face of a card."""
        if key not in self.made:
            self.made[key] = make()
        return cast(T, self.made[key])

    @cached_property
    def hash(self) -> str:
        """Identifies this data: equal values give equal hashes."""
        plain = [[section, key, field, value] for section, key, field, value, _ in self.values()]
        text = json.dumps(plain, ensure_ascii=True, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def load(path: Path) -> Data:
    """Read a game's components."""
    return Data(
        {
            section: {key: _row(path.name, f"{section}.{key}", raw) for key, raw in rows.items()}
            for section, rows in tomllib.loads(path.read_text("utf-8")).items()
        }
    )


def _row(file: str, where: str, raw: Mapping[str, Any]) -> Row:
    values = {field: value for field, value in raw.items() if field not in (SOURCE, CLAUSE)}
    sources = _by_field(values, raw.get(SOURCE, {}))
    for field, source in sources.items():
        if source not in SOURCES:
            choices = ", ".join(SOURCES)
            raise Refusal(f"{file}: {where}.{field} has no source; write one of {choices}.")
    clauses = _by_field(values, raw.get(CLAUSE, {}))
    return Row(values, sources, where, clauses={f: c for f, c in clauses.items() if c})


def _by_field(values: Mapping[str, Any], said: Any) -> dict[str, str]:
    """A word for each value, from one for the row or a table where * stands for all others."""
    by_field = {"*": said} if isinstance(said, str) else said if isinstance(said, dict) else {}
    return {field: by_field.get(field, by_field.get("*", "")) for field in values}


# -- with a card file -----------------------------------------------------------------------------


def merged(data: Data, overlay: Mapping[str, Any]) -> Data:
    """The data with the values of a card file, which must be free of faults."""
    if not overlay:
        return data
    about = overlay.get(ABOUT, {})
    note = str(about.get(SOURCE, ""))
    sections = {
        section: _merged_section(section, rows, overlay.get(section, {}), about, note)
        for section, rows in data.sections.items()
    }
    return Data(sections, str(about.get("title", "")) or UNTITLED)


def _merged_section(
    section: str,
    ours: Mapping[str, Row],
    theirs: Mapping[str, Any],
    about: Mapping[str, Any],
    note: str,
) -> Mapping[str, Row]:
    rows = dict(ours)
    for key in ours:
        if key not in theirs and is_complete(about, section):
            del rows[key]
    for key, said in theirs.items():
        if said.get(DROPPED):
            rows.pop(key, None)
        else:
            empty = Row({}, {}, f"{section}.{key}")
            rows[key] = _merged_row(ours.get(key, empty), said, note)
    return rows


def is_complete(about: Mapping[str, Any], section: str) -> bool:
    """Whether a card file lists this section in full, so that what it leaves out is dropped."""
    complete = about.get("complete", [])
    return isinstance(complete, list) and section in complete


def _merged_row(ours: Row, said: Mapping[str, Any], note: str) -> Row:
    given = {f: v for f, v in said.items() if f not in (SOURCE, CLAUSE, DROPPED)}
    notes = _by_field(given, said.get(SOURCE, {}))
    values, sources, told = dict(ours.values), dict(ours.sources), dict(ours.notes)
    for name, value in given.items():
        named = notes[name] not in ("", *SOURCES)  # a source of the owner's, not a copy of ours
        old = values.get(name, NOT_SHOWN)
        if same(old, value) and not named:
            continue
        if value == NOT_SHOWN:
            values.pop(name, None)
        else:
            values[name] = value
        sources[name] = OWN
        told[name] = notes[name] if named else note
    return Row(values, sources, ours.where, told, ours.clauses)


def same(one: Any, two: Any) -> bool:
    """Whether two values are equal and of one kind; 1 and true, or 1 and 1.0, are not."""
    if type(one) is not type(two):
        return False
    if isinstance(one, Mapping):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(two) and all(map(same, one, two))
    return bool(one == two)
