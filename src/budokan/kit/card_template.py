"""Card files as text: a commented template, what differs from our cards, and where a line is."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from budokan.kit import card_file
from budokan.kit.card_file import Overlay
from budokan.kit.card_format import MISSING, Field, Section, Word
from budokan.kit.data import ABOUT, NOT_SHOWN, OWN, SOURCE, SOURCE_NAMES, Data, Row, same
from budokan.kit.toml_text import toml_key, toml_value

if TYPE_CHECKING:
    from budokan.kit.game import Game

TITLE = "My cards"
WIDTH = 110  # letters of a line with its comment; a longer comment stands above
SHORT = 90  # letters of a help that is repeated at every value
HEAD = """\
# Cards of one's own for {title}. Change what your cards say; leave the rest, or delete it.
#
# Behind every value stands where ours comes from ({sources})
# and what may stand there. "{hidden}" takes a value away, where that is allowed.
#
# budokan cards {game} --check FILE    tells everything that is wrong
# budokan cards {game} --diff FILE     tells what differs from our cards
# budokan play {game} --cards FILE     plays with it; docs/own_cards.md tells the rest
"""
TITLES = ("name", "title")  # of a component; no two may be called alike
ABOUT_HELP = {
    "game": "the game these cards are for",
    "title": "shown wherever a value of this file is shown",
    SOURCE: "where your values come from: an edition, a page, a box",
    "complete": "sections listed in full: a component that you delete here is out of the game",
}


@dataclass(frozen=True)
class Difference:
    """One value, or a whole component, in which a card file differs from our cards.

    `ours` or `theirs` is None where there is nothing: a value that is not shown, a component that
    is new or dropped. `source` is that of our value, `note` what the file says of its own.
    """

    where: str
    ours: Any
    theirs: Any
    source: str = ""
    note: str = ""

    def __str__(self) -> str:
        if self.is_component:
            return f"{self.where}: {'dropped' if self.theirs is None else 'new'}"
        ours = f"{_told(self.ours)}, {SOURCE_NAMES[self.source]}" if self.source else NOT_SHOWN
        note = f" ({self.note})" if self.note else ""
        return f"{self.where}: {_told(self.theirs)}{note}; ours is {ours}"

    @property
    def is_component(self) -> bool:
        return self.where.count(".") == 1


def _told(value: Any) -> str:
    return NOT_SHOWN if value is None else toml_value(value)


# -- what differs ---------------------------------------------------------------------------------


def diff(game: "Game", overlay: Overlay) -> list[Difference]:
    """What a card file without faults changes, section by section."""
    theirs = card_file.with_cards(game.card_format, game.data, overlay)
    return [
        difference
        for section in game.card_format.sections
        for difference in _section_diff(
            section, game.data.sections.get(section, {}), theirs.sections.get(section, {})
        )
    ]


def _section_diff(
    section: str, ours: Mapping[str, Row], theirs: Mapping[str, Row]
) -> Iterator[Difference]:
    for key, row in ours.items():
        if key in theirs:
            yield from _row_diff(row, theirs[key])
        else:
            yield Difference(f"{section}.{key}", dict(row.values), None)
    for key, row in theirs.items():
        if key not in ours:
            yield Difference(f"{section}.{key}", None, dict(row.values))


def _row_diff(ours: Row, theirs: Row) -> Iterator[Difference]:
    for name in {**ours.values, **theirs.values}:
        old, new = ours.values.get(name), theirs.values.get(name)
        if not same(old, new):
            source, note = ours.sources.get(name, ""), theirs.notes.get(name, "")
            yield Difference(f"{theirs.where}.{name}", old, new, source, note)


# -- a file as text -------------------------------------------------------------------------------


def dump(overlay: Overlay) -> str:
    """A card file as TOML text that reads as the same file."""
    lines: list[str] = []
    for section in sorted(overlay, key=lambda name: name != ABOUT):
        rows = overlay[section]
        if section == ABOUT:
            lines += [f"[{ABOUT}]", *_assigned(rows), ""]
        elif not rows:
            lines += [f"[{toml_key(section)}]", ""]
        for key, said in rows.items() if section != ABOUT else ():
            lines += [f"[{toml_key(section)}.{toml_key(key)}]", *_assigned(said), ""]
    return "\n".join(lines)


def _assigned(values: Mapping[str, Any]) -> Iterator[str]:
    for name, value in values.items():
        yield f"{toml_key(name)} = {toml_value(value)}"


# -- a template -----------------------------------------------------------------------------------


def template(game: "Game", overlay: Overlay | None = None) -> str:
    """A commented card file with every value, ours or from an overlay without faults."""
    overlay = overlay or {}
    data = card_file.with_cards(game.card_format, game.data, overlay)
    sources = ", ".join(name for name in SOURCE_NAMES if name != OWN)
    lines = HEAD.format(
        title=game.title, game=game.id, sources=sources, hidden=NOT_SHOWN
    ).splitlines()
    about = overlay.get(ABOUT, {})
    lines += ["", *_about(game, about)]
    listed: dict[tuple[Word, ...], str] = {}  # word lists that stand further up
    for name, section in game.card_format.sections.items():
        lines += ["", "", *_section_head(name, section, data, listed)]
        for row in data.sections.get(name, {}).values():
            lines += ["", *_component(game, name, section, row, about.get(SOURCE, ""))]
    return "\n".join(lines) + "\n"


def _about(game: "Game", about: Mapping[str, Any]) -> Iterator[str]:
    is_open = [name for name, section in game.card_format.sections.items() if section.open]
    values = {
        "game": game.id,
        "title": about.get("title", TITLE),
        SOURCE: about.get(SOURCE, ""),
        "complete": is_open,
    }
    yield f"[{ABOUT}]"
    for name, value in values.items():
        if name != "complete" or is_open:
            yield from _with_comment(f"{name} = {toml_value(value)}", ABOUT_HELP[name])


def _section_head(
    name: str, section: Section, data: Data, listed: dict[tuple[Word, ...], str]
) -> Iterator[str]:
    """The title of a section, its fields, its words, and a new component to copy."""
    yield f"# ==== {section.title} [{name}]"
    if section.help:
        yield from _comment(section.help)
    if section.open:
        yield f"# You may add and delete components here, up to {section.most}."
    else:
        yield "# Components can be changed here, but not added or deleted."
    for key, field in section.fields.items():
        if not _is_short(field):
            yield from _comment(f"{key}: {field.label}; {field.help.rstrip('.')}.")
        yield from _word_lines(f"{name}.{key}", key, field, listed)
    if section.open:
        yield from _example(name, section, data)


def _word_lines(
    where: str, key: str, field: Field, listed: dict[tuple[Word, ...], str]
) -> Iterator[str]:
    if field.words and field.words in listed:
        yield f"# {key} has the words of {listed[field.words]}."
    elif field.words:
        listed[field.words] = where
        yield f"# The words of {key}:"
        for word in field.words:
            yield from _comment(f"  {word.name}: {word.help}")
            yield f"#       {word.example}"


def _example(name: str, section: Section, data: Data) -> Iterator[str]:
    """A commented component, like the first of the section."""
    rows = data.sections.get(name, {})
    model: Mapping[str, Any] = next(iter(rows.values())).values if rows else {}
    yield "#"
    yield "# A new component (a key of your own; without the signs # at the beginning):"
    yield f"#[{name}.my_own]"
    for key, field in section.fields.items():
        value = model.get(key, NOT_SHOWN if field.optional else field.default)
        if key in TITLES:
            value = "My own"
        if value is not MISSING:
            yield f"#{toml_key(key)} = {toml_value(value)}"


def _component(game: "Game", name: str, section: Section, row: Row, note: str) -> Iterator[str]:
    key = row.where.partition(".")[2]
    ours = game.data.sections.get(name, {}).get(key)
    yield f"[{toml_key(name)}.{toml_key(key)}]"
    if ours is None:
        yield "# from your cards"
    for field_name, field in section.fields.items():
        if field_name in row.values or field.optional or section.open:
            yield from _value_line(field_name, field, row, ours)
    notes = _notes(row, ours, note)
    if notes:
        yield f"{SOURCE} = {toml_value(notes)}"


def _value_line(name: str, field: Field, row: Row, ours: Row | None) -> Iterator[str]:
    value = row.values.get(name, NOT_SHOWN if field.optional else field.default)
    if value is MISSING:
        return
    sign = "" if name in row.values or field.optional else "#"  # the default; nothing is said
    told = _source(name, row, ours)
    long = "cannot be changed, see above" if field.kind == "fixed" else "see above"
    help = field.help if _is_short(field) else long
    label = "" if field.label.casefold() == name.replace("_", " ") else f"{field.label}: "
    line = f"{sign}{toml_key(name)} = {toml_value(value)}"
    yield from _with_comment(line, f"{label}{told}{help}")


def _source(name: str, row: Row, ours: Row | None) -> str:
    """Where a value comes from, with the clause that states it, or what ours was."""
    if ours is None or name not in row.sources:
        return ""
    if row.sources[name] == OWN:
        was = _told(ours.values.get(name))
        ours_is = f"ours is {was}" if len(was) <= SHORT else "ours differs"
        return f"from your cards ({ours_is}); "
    clause = ours.clauses.get(name, "")
    return f"{row.sources[name]}{f' ({clause})' if clause else ''}; "


def _notes(row: Row, ours: Row | None, note: str) -> dict[str, str]:
    """What a row says about the sources of its own values, beyond the note of the whole file."""
    return {
        name: said
        for name, said in row.notes.items()
        if row.sources.get(name) == OWN
        and said
        and (said != note or (ours is not None and _is_ours(name, row, ours)))
    }


def _is_ours(name: str, row: Row, ours: Row) -> bool:
    return same(row.values.get(name, NOT_SHOWN), ours.values.get(name, NOT_SHOWN))


def _is_short(field: Field) -> bool:
    """Whether what may stand there is told at every value, not once at the head."""
    return len(field.help) <= SHORT and not field.words and field.kind != "fixed"


def _with_comment(line: str, comment: str) -> Iterator[str]:
    """A line and its comment, above it if both together are too long."""
    comment = " ".join(comment.split())
    if len(line) + len(comment) + 4 <= WIDTH:
        yield f"{line}  # {comment}"
    else:
        yield from _comment(comment)
        yield line


def _comment(text: str) -> Iterator[str]:
    indent = " " * (len(text) - len(text.lstrip()))
    line = "#"
    for word in text.split():
        if len(line) + len(word) + 1 > WIDTH and line != "#":
            yield line
            line = f"#{indent}   "
        line += f" {indent}{word}" if line == "#" else f" {word}"
    yield line


# -- lines ----------------------------------------------------------------------------------------

KEY = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
PATH = rf"{KEY}(?:\s*\.\s*{KEY})*"
HEADER = re.compile(rf"^\s*\[\[?\s*({PATH})\s*\]\]?\s*(?:#.*)?$")
ASSIGNED = re.compile(rf"^\s*({PATH})\s*=")
QUOTED = re.compile(r""""(?:\\.|[^"\\])*"|'[^']*'""")


def lines_of(text: str) -> dict[str, int]:
    """The first line of every section, component and value of a card file, by its place."""
    found: dict[str, int] = {}
    header, depth = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        top = HEADER.match(line) if depth == 0 else None
        given = ASSIGNED.match(line) if depth == 0 else None
        if top:
            header = _place(top[1])
            _name_all(found, header, number)
            continue
        if given:
            _name_all(found, f"{header}.{_place(given[1])}".lstrip("."), number)
        bare = QUOTED.sub("", line).partition("#")[0]
        depth += sum(bare.count(sign) for sign in "[{") - sum(bare.count(sign) for sign in "]}")
        depth = max(0, depth)
    return found


def _place(path: str) -> str:
    return ".".join(part.strip("\"'") for part in re.findall(KEY, path))


def _name_all(found: dict[str, int], place: str, number: int) -> None:
    parts = place.split(".")
    for count in range(1, len(parts) + 1):
        found.setdefault(".".join(parts[:count]), number)


def line_of(lines: Mapping[str, int], where: str) -> int:
    """The line of a fault's place, or of the component it is missing in; 0 if there is none."""
    place = where.partition("[")[0]
    while place not in lines and place.count(".") > 1:
        place = place.rpartition(".")[0]
    return lines.get(place, 0)
