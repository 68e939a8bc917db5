"""Component data: TOML in, rows of values out, each value with its source."""

import hashlib
import json
import tomllib
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

from budokan.kit.errors import Refusal, shortened, suggest
from budokan.kit.toml_file import read_toml

T = TypeVar("T")
DESIGNED = "designed"
SOURCES = {
    "rulebook": "stated in print",
    "derived": "follows from the print",
    "found": "from a public source",
    DESIGNED: "our reconstruction",
}
MOST = 1_000_000  # the largest number in an overlay


@dataclass(frozen=True)
class Row:
    """One component: its values, and where each comes from."""

    values: Mapping[str, Any]
    sources: Mapping[str, str]

    def __getitem__(self, field: str) -> Any:
        return self.values[field]

    def is_designed(self, *fields: str) -> bool:
        """Whether one of these values is our design; without fields, whether any value is.

        This is the one origin of the mark that designed components carry on the screen.
        """
        return any(self.sources[field] == DESIGNED for field in fields or self.sources)


@dataclass(frozen=True)
class Data:
    """All components of a game: section -> key -> row."""

    sections: Mapping[str, Mapping[str, Row]]

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
    def _made(self) -> dict[Hashable, Any]:
        return {}

    def made_once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Something that follows from this data alone, such as the face of a card."""
        if key not in self._made:
            self._made[key] = make()
        return cast(T, self._made[key])

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
            section: {key: _row(f"{path.name}: {section}.{key}", raw) for key, raw in rows.items()}
            for section, rows in tomllib.loads(path.read_text("utf-8")).items()
        }
    )


def _row(where: str, raw: Mapping[str, Any]) -> Row:
    values = {field: value for field, value in raw.items() if field != "source"}
    said = raw.get("source", {})
    by_field = {"*": said} if isinstance(said, str) else said
    sources = {field: by_field.get(field, by_field.get("*", "")) for field in values}
    for field, source in sources.items():
        if source not in SOURCES:
            raise Refusal(f"{where}.{field} has no source; write one of {', '.join(SOURCES)}.")
    return Row(values, sources)


def read_overlay(path: Path) -> dict[str, Any]:
    """Read a user's own values for designed components."""
    return read_toml(path, "overlay")


def with_overlay(data: Data, overlay: Mapping[str, Any]) -> Data:
    """The data with designed values replaced; anything else in the overlay is refused."""
    if not overlay:
        return data
    sections = {section: dict(rows) for section, rows in data.sections.items()}
    for section, rows in _table("sections", overlay).items():
        if section not in sections:
            raise Refusal(
                f"The overlay names [{section}], which this game does not have; "
                f"{suggest(section, sections)}"
            )
        for key, changes in _table(section, rows).items():
            sections[section][key] = _changed_row(
                data, section, key, _table(f"{section}.{key}", changes)
            )
    return Data(sections)


def _table(where: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Refusal(f"The overlay's {where} must be a table of values.")
    for key in value:
        if not isinstance(key, str):
            raise Refusal(f"The overlay's {where} has the key {shortened(key)}; keys are text.")
    return value


def _changed_row(data: Data, section: str, key: str, changes: Mapping[str, Any]) -> Row:
    if key not in data[section]:
        raise Refusal(
            f"The overlay names {section}.{key}, which this game does not have; "
            f"{suggest(key, data[section])}"
        )
    row = data[section][key]
    for field, value in changes.items():
        where = f"{section}.{key}.{field}"
        if field not in row.values:
            raise Refusal(
                f"The overlay names {where}, which this game does not have; "
                f"{suggest(field, row.values)}"
            )
        if not row.is_designed(field):
            raise Refusal(
                f"The overlay changes {where}, which is {row.sources[field]} "
                f"({SOURCES[row.sources[field]]}); only designed values may be changed."
            )
        if type(value) is not type(row.values[field]):
            raise Refusal(
                f"The overlay's {where} = {shortened(value)} must be of the same kind as "
                f"{shortened(row.values[field])}."
            )
        _check_value(where, value)
    return Row({**row.values, **changes}, row.sources)


def _check_value(where: str, value: Any) -> None:
    """Refuse large numbers and everything that a TOML file cannot hold."""
    if isinstance(value, list):
        for each in value:
            _check_value(where, each)
    elif isinstance(value, Mapping):
        for each in _table(where, value).values():
            _check_value(where, each)
    elif isinstance(value, int) and abs(value) > MOST:
        raise Refusal(f"The overlay's {where} has a number above {MOST}; choose a smaller one.")
    elif not isinstance(value, (str, int, float)):
        told = f"The overlay's {where} holds {shortened(value)}"
        raise Refusal(f"{told}; choose text, numbers, lists or tables.")
