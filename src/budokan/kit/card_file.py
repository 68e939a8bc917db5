"""Card files: somebody's own values for a game's components, read and checked.

A file is laid out like a game's cards.toml, with a head: [about] game, title, source, complete.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from budokan.kit import card_format
from budokan.kit.card_format import MISSING, CardFormat, Fault, Field, Section
from budokan.kit.data import (
    ABOUT,
    CLAUSE,
    DROPPED,
    NOT_SHOWN,
    PRINTED,
    RULEBOOK,
    SOURCE,
    Data,
    Row,
    is_complete,
    merged,
    same,
)
from budokan.kit.errors import Refusal, shortened_path, suggest
from budokan.kit.toml_text import quoted
from budokan.kit.words import listed

if TYPE_CHECKING:
    from budokan.kit.game import Game

LIMIT = 256 * 1024  # bytes of a file
DOTS = 24  # in a key; TOML takes minutes to read one of thousands
# Texts, also of several lines and unfinished ones, and comments.
QUOTED = re.compile(
    rb'"""(?:\\.|[^\\])*?(?:"{3,5}|\Z)|"(?:\\.|[^"\\\n])*"?'
    rb"|'''.*?(?:'{3,5}|\Z)|'[^'\n]*'?|#[^\n]*",
    re.DOTALL,
)
BETWEEN = re.compile(rb"[^\w\s.-]|\n")  # what parts keys and numbers from each other
TOML_HINT = "Text stands in quotes, and nothing may be said twice."
DEPTH = 12  # tables and lists inside each other
ROW_DEPTH = 2  # of a component: in its section, in the file
MOST = 1_000_000  # the largest number
MISSPELT = 0.8  # how alike two keys are if one is the other, misspelt
ROWS = 400  # components in a file
FAULTS = 200  # that are told at once
TITLE = 60  # letters
NOTE = 120  # letters of a source
DIGEST = re.compile(r"[0-9a-f]{32}")  # of a card file
KEY = card_format.text("Key", most=40)
TITLED = card_format.text("Title", most=TITLE, least=0)
NOTED = card_format.text("Source", most=NOTE, least=0)
KEYS = ("game", "title", SOURCE, "complete")
BESIDE = (SOURCE, CLAUSE, DROPPED)  # what a row may have beside its values

Overlay = Mapping[str, Any]


# -- reading --------------------------------------------------------------------------------------


def read(path: Path, game: "Game | None" = None) -> dict[str, Any]:
    """The tables of a card file; with a game it must be free of faults."""
    overlay = parse(read_bytes(path), f"The card file {shortened_path(path)}")
    if game is not None:
        refuse(game, overlay)
    return overlay


def read_bytes(path: Path) -> bytes:
    """A card file as it lies on the disk; of one that is too large, just enough to tell so."""
    try:
        with path.open("rb") as file:
            return file.read(LIMIT + 1)
    except OSError as error:
        name = shortened_path(path)
        raise Refusal(f"Cannot read the card file {name}: {error.strerror}.") from error


def parse(raw: bytes, what: str = "The card file") -> dict[str, Any]:
    """The tables of a card file's text; refused if it is no TOML, too long or too deep."""
    overlay = tables(raw, what)
    for fault in shape_faults(overlay):
        raise Refusal(f"{what}: {fault}")
    return overlay


def tables(raw: bytes, what: str = "The card file") -> dict[str, Any]:
    """A card file's text as TOML; whatever stands in it, `faults` tells what is wrong."""
    if len(raw) > LIMIT:
        raise Refusal(f"{what} is too large; {LIMIT // 1024} kB are the most.")
    if any(key.count(b".") > DOTS for key in BETWEEN.split(QUOTED.sub(b"a", raw))):
        raise Refusal(f"{what} has a key of too many parts; tables may lie {DEPTH} deep at most.")
    try:
        return tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Refusal(f"{what} is not text in UTF-8; save it as such.") from error
    except tomllib.TOMLDecodeError as error:
        raise Refusal(f"{what} is not valid TOML: {error}. {TOML_HINT}") from error
    except (RecursionError, ValueError) as error:  # nested thousands deep; thousands of digits
        raise Refusal(f"{what} is nested too deeply, or has a number that is too long.") from error


def refuse(game: "Game", overlay: Overlay) -> None:
    """Refuse a card file that cannot be played, with its first fault."""
    found = [fault for fault in faults(game, overlay) if not fault.warning]
    if found:
        more = f" (and {len(found) - 1} more: budokan cards {game.id} --check FILE)"
        raise Refusal(f"The cards: {found[0]}{more if len(found) > 1 else ''}")


def readable(overlay: Overlay) -> tuple[dict[str, Any], list[Fault]]:
    """A file without what is no table of values, and what that is."""
    shape, _ = _collected(shape_faults(overlay))
    if any(not fault.where for fault in shape):
        raise Refusal(f"The card file cannot be read. {shape[0]}")
    return dict(_well_shaped(overlay) if shape else overlay), shape


def digest(overlay: Overlay) -> str:
    """Identifies a card file, its title and notes included."""
    text = json.dumps(overlay, ensure_ascii=True, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


# -- checking -------------------------------------------------------------------------------------


def faults(game: "Game", overlay: Overlay) -> list[Fault]:
    """Everything that is wrong with a card file, and what differs from print as warnings."""
    return checked(game, overlay)[0]


def _printable(fault: Fault) -> Fault:
    """A fault whose place can be shown; a terminal would obey the signs of a key."""
    if fault.where.isprintable():
        return fault
    return replace(fault, where="".join(c if c.isprintable() else "�" for c in fault.where))


def checked(game: "Game", overlay: Overlay) -> tuple[list[Fault], dict[str, Any]]:
    """The faults of a card file, and the file without the values that are faulty by themselves."""
    shape, _ = _collected(shape_faults(overlay))
    if any(not fault.where for fault in shape):
        return shape, {}
    told = {fault.where for fault in shape}
    overlay = _well_shaped(overlay) if shape else overlay
    found = chain(_about_faults(game, overlay.get(ABOUT, {})), _section_faults(game, overlay))
    single, are_all = _collected(found)
    if not are_all:
        return [_printable(fault) for fault in single], {}
    single = [*shape, *(fault for fault in single if fault.where not in told)]
    bad = {_value_of(fault.where) for fault in single if not fault.warning}
    sound, columns = _sound(game.card_format, game.data, overlay, bad)
    whole = game.card_format.check(merged(game.data, sound))
    fitting = (fault for fault in whole if not columns & set(fault.columns))
    return [_printable(fault) for fault in chain(single, fitting)], sound


def _collected(found: Iterable[Fault]) -> tuple[list[Fault], bool]:
    """Faults, no more than can be told at once, and whether these are all."""
    told: list[Fault] = []
    count = 0
    for fault in found:
        count += not fault.warning
        if count > FAULTS:
            more = f"There are more faults than the {FAULTS} that are told at once."
            return [*told, Fault("", more)], False
        told.append(fault)
    return told, True


def _value_of(where: str) -> str:
    """The value that a place lies in: master.zen.power for master.zen.power.flight."""
    return ".".join(where.partition("[")[0].split(".")[:3])


def _well_shaped(overlay: Overlay) -> Overlay:
    """The tables of a file without what cannot be read."""
    kept: dict[str, Any] = {}
    for section, rows in overlay.items():
        if not isinstance(rows, Mapping) or any(_key_faults("", section)):
            continue
        if section == ABOUT:
            kept[section] = _plain_values(rows)
        else:
            kept[section] = {
                key: _plain_values(row)
                for key, row in rows.items()
                if isinstance(row, Mapping) and not any(_key_faults("", key))
            }
    return kept


def _plain_values(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in row.items()
        if isinstance(name, str) and not any(_depth_faults({name: value}, ROW_DEPTH))
    }


def shape_faults(overlay: Any) -> Iterator[Fault]:
    """What keeps a file from being read at all: not tables of tables, too deep, too large."""
    if not isinstance(overlay, Mapping):
        yield Fault("", "A card file is a table of sections.")
        return
    if sum(len(rows) for rows in overlay.values() if isinstance(rows, Mapping)) > ROWS:
        yield Fault("", f"A card file has at most {ROWS} components.")
        return
    for section, rows in overlay.items():
        yield from _key_faults("", section)
        if not isinstance(rows, Mapping):
            why = f"must stand below [{ABOUT}]" if section in KEYS else "must be a table"
            yield Fault(_told(section), f"{quoted(rows)} {why}.")
        elif section != ABOUT:
            for key, row in rows.items():
                yield from _key_faults(_told(section), key)
                if not isinstance(row, Mapping):
                    yield Fault(f"{_told(section)}.{_told(key)}", "This must be a table of values.")
    yield from _depth_faults(overlay)


def _key_faults(where: str, key: Any) -> Iterator[Fault]:
    for fault in KEY.check(where, key):
        yield Fault(where, f"The key {fault.text}")


def _told(key: Any) -> str:
    """A key as a place names it."""
    short = isinstance(key, str) and len(key) <= TITLE and key.isprintable()
    return key if short else quoted(key)


def _depth_faults(table: Mapping[str, Any], depth: int = 0) -> Iterator[Fault]:
    """Values nested too deep, numbers too large, and what TOML has beside text and numbers."""
    waiting: list[tuple[str, Any, int]] = [("", table, depth)]
    while waiting:
        where, value, depth = waiting.pop()
        if depth > DEPTH:
            yield Fault(where, f"Tables and lists may lie {DEPTH} deep at most.")
        elif isinstance(value, Mapping):
            deep = depth > 1 or where == ABOUT  # keys above have been looked at
            if deep and not all(isinstance(key, str) for key in value):
                yield Fault(where, "Keys must be text.")
            dot = f"{where}." if where else ""
            inner = [(f"{dot}{_told(key)}"[:NOTE], each, depth + 1) for key, each in value.items()]
            waiting += reversed(inner)
        elif isinstance(value, list):
            waiting += [(where, each, depth + 1) for each in reversed(value)]
        elif not isinstance(value, (str, int, float)):
            yield Fault(where, f"{quoted(value)} must be text, a number, a list or a table.")
        elif isinstance(value, (int, float)) and not abs(value) <= MOST:
            yield Fault(where, f"This number is too large; {MOST} is the most.")


def _about_faults(game: "Game", about: Mapping[str, Any]) -> Iterator[Fault]:
    for key, value in about.items():
        where = f"{ABOUT}.{key}"
        if key not in KEYS:
            yield Fault(where, f"There is no {quoted(key)} here; {suggest(key, KEYS)}")
        elif key == "game" and value != game.id:
            yield Fault(where, f"These cards are for {quoted(value)}, not for {game.id}.")
        elif key == "title":
            yield from TITLED.check(where, value)
        elif key == SOURCE:
            yield from NOTED.check(where, value)
        elif key == "complete":
            yield from _complete_faults(game, where, value)


def _complete_faults(game: "Game", where: str, value: Any) -> Iterator[Fault]:
    known = [name for name, section in game.card_format.sections.items() if section.open]
    hint = f'such as ["{known[0]}"]' if known else "and this game has none that could be"
    if not isinstance(value, list):
        yield Fault(where, f"{quoted(value)} must be a list of sections, {hint}.")
        return
    for name in value:
        if name not in known:
            near = suggest(str(name), known) if known else hint + "."
            yield Fault(where, f"{quoted(name)} is not a section that can be complete; {near}")


def _section_faults(game: "Game", overlay: Overlay) -> Iterator[Fault]:
    known = game.card_format.sections
    for section, rows in overlay.items():
        if section == ABOUT:
            continue
        if section not in known:
            yield Fault(section, f"{game.title} has no such section; {suggest(section, known)}")
            continue
        for key, said in rows.items():
            yield from _row_faults(game, section, key, said)
    for section, form in known.items():
        if form.open:
            yield from _set_faults(game, section, overlay)


def _set_faults(game: "Game", section: str, overlay: Overlay) -> Iterator[Fault]:
    """Faults of an open section as a whole: too many components, or printed ones dropped."""
    form, ours = game.card_format.sections[section], _rows(game.data, section)
    theirs, about = overlay.get(section, {}), overlay.get(ABOUT, {})
    whole = is_complete(about, section)
    gone = [key for key in ours if (theirs[key].get(DROPPED) is True if key in theirs else whole)]
    for key in gone:
        printed = [name for name, source in ours[key].sources.items() if source == RULEBOOK]
        if printed:
            told = _clause(game, ours[key], printed[0])
            what = f"This component is dropped, though it is {PRINTED[RULEBOOK]}{told}."
            yield Fault(f"{section}.{key}", what, warning=True)
    added = [key for key in theirs if key not in ours]
    if len(ours) - len(gone) + len(added) > form.most:
        count = len(ours) - len(gone) + len(added)
        yield Fault(section, f"There are {count} components here; {form.most} are the most.")


def _row_faults(game: "Game", section: str, key: str, said: Mapping[str, Any]) -> Iterator[Fault]:
    form, where = game.card_format.sections[section], f"{section}.{key}"
    ours = _rows(game.data, section).get(key)
    if ours is None and not form.open:
        near = suggest(key, _rows(game.data, section))
        yield Fault(where, f"There is no such component, and none can be added here; {near}")
        return
    yield from _beside_faults(form, where, said, ours)
    if said.get(DROPPED) is True:
        return
    for name, value in said.items():
        if name not in BESIDE:
            yield from _value_faults(game, form, f"{where}.{name}", value, ours)
    if ours is None:
        yield from _missing_faults(game, section, key, said)


def _missing_faults(
    game: "Game", section: str, key: str, said: Mapping[str, Any]
) -> Iterator[Fault]:
    """What a new component does not say; if its key is close to one of ours, it is misspelt."""
    fields, where = game.card_format.sections[section].fields, f"{section}.{key}"
    missing = [name for name in fields if name not in said and _is_needed(fields[name])]
    near = get_close_matches(key, _rows(game.data, section), n=1, cutoff=MISSPELT)
    if missing and near:
        told = f"There is no such component; did you mean {near[0]}?"
        yield Fault(where, f"{told} A new one also needs {listed(missing)}.")
        return
    for name in missing:
        yield Fault(f"{where}.{name}", f"A new component needs this: {fields[name].help}.")


def _beside_faults(
    form: Section, where: str, said: Mapping[str, Any], ours: Row | None
) -> Iterator[Fault]:
    """Faults of what a row says beside its values."""
    for word in (SOURCE, CLAUSE):
        yield from _note_faults(form, f"{where}.{word}", said.get(word, ""))
    if DROPPED in said and type(said[DROPPED]) is not bool:
        yield Fault(f"{where}.{DROPPED}", f"{quoted(said[DROPPED])} must be true or false.")
    elif said.get(DROPPED) and not form.open:
        yield Fault(f"{where}.{DROPPED}", "Nothing can be dropped from this section.")
    elif said.get(DROPPED) and ours is None:
        yield Fault(f"{where}.{DROPPED}", "This is none of our components; leave it out.")


def _note_faults(form: Section, where: str, said: Any) -> Iterator[Fault]:
    """Faults of a word about a row, or of a table with a word for each value."""
    for name in said if isinstance(said, Mapping) else ():
        if name != "*" and name not in form.fields:
            near = suggest(name, form.fields)
            yield Fault(where, f"There is no value {quoted(name)}; {near}")
    for note in said.values() if isinstance(said, Mapping) else (said,):
        yield from NOTED.check(where, note)


def _value_faults(
    game: "Game", form: Section, where: str, value: Any, ours: Row | None
) -> Iterator[Fault]:
    name = where.rpartition(".")[2]
    field = form.fields.get(name)
    closed = not form.open and ours is not None and name not in ours.values
    if field is None or (closed and not field.optional):
        near = suggest(name, ours.values if closed and ours else form.fields)
        yield Fault(where, f"A component of this section has no such value; {near}")
        return
    old = ours.values.get(name) if ours is not None else None
    if old is not None and same(old, value):
        return
    found = list(islice(_single_faults(field, where, value), FAULTS + 1))
    yield from found
    if ours is not None and not found and ours.sources.get(name) in PRINTED:
        is_stated = ours.sources[name] == RULEBOOK
        source = ("is " if is_stated else "") + PRINTED[ours.sources[name]]
        what = f"{quoted(value)} differs from our {quoted(old)}, which {source}"
        yield Fault(where, f"{what}{_clause(game, ours, name)}.", warning=True)


def _single_faults(field: Field, where: str, value: Any) -> Iterator[Fault]:
    if value != NOT_SHOWN:
        yield from field.check(where, value)
    elif not field.optional:
        yield Fault(where, f"{quoted(value)} is not possible: a component must have this value.")


def _clause(game: "Game", row: Row, name: str) -> str:
    """The sentence of our rules that states a value."""
    clause = row.clauses.get(name, "")
    said = game.clauses.get(clause, "")
    return f" ({clause}: {said.rstrip('.')})" if said else f" ({clause})" if clause else ""


# -- what is sound --------------------------------------------------------------------------------


def with_cards(form: CardFormat, data: Data, overlay: Overlay) -> Data:
    """The data with a card file that has no faults; new components get their defaults."""
    return merged(data, _sound(form, data, overlay, set())[0]) if overlay else data


def _sound(
    form: CardFormat, data: Data, overlay: Overlay, bad: set[str]
) -> tuple[dict[str, Any], set[str]]:
    """The overlay without its faulty parts, and the columns in which something is missing."""
    kept: dict[str, Any] = {}
    lost = {f"{where.partition('.')[0]}.{where.rpartition('.')[2]}" for where in bad}
    if ABOUT in overlay:
        about = overlay[ABOUT]
        kept[ABOUT] = {key: about[key] for key in about if f"{ABOUT}.{key}" not in bad}
    for section in overlay.keys() & form.sections.keys():
        kept[section] = {}
        for key, said in overlay[section].items():
            where, ours = f"{section}.{key}", _rows(data, section).get(key)
            row = _sound_row(form.sections[section], where, said, ours, bad)
            if row is None:
                lost |= {where, *(f"{section}.{name}" for name in form.sections[section].fields)}
            else:
                kept[section][key] = row
    return kept, lost


def _sound_row(
    form: Section, where: str, said: Mapping[str, Any], ours: Row | None, bad: set[str]
) -> dict[str, Any] | None:
    if where in bad or f"{where}.{DROPPED}" in bad:
        return None
    # In the order of the format, so that the order in a file does not change the data's hash.
    names = [*form.fields, *BESIDE]
    row = {name: said[name] for name in names if name in said and f"{where}.{name}" not in bad}
    if ours is not None or said.get(DROPPED):
        return row
    if any(_is_needed(field) and name not in row for name, field in form.fields.items()):
        return None
    given = {name: field.default for name, field in form.fields.items() if not field.optional}
    return {name: (given | row)[name] for name in names if name in given | row}


def _is_needed(field: Field) -> bool:
    """Whether a new component must state this value."""
    return field.default is MISSING and not field.optional


def _rows(data: Data, section: str) -> Mapping[str, Row]:
    """The rows of a section; earlier cards may lack one."""
    return data.sections.get(section, {})


# -- the format of a game that declares none ------------------------------------------------------


def plain_format(data: Data) -> CardFormat:
    """Every value may be replaced by one of the same kind; nothing is added or dropped."""
    return CardFormat(
        sections={
            section: Section(
                title=section.capitalize(),
                fields={
                    name: _like(name, row[name]) for row in rows.values() for name in row.values
                },
            )
            for section, rows in data.sections.items()
        }
    )


def _like(name: str, ours: Any) -> Field:
    def check(where: str, value: Any) -> Iterator[Fault]:
        if type(value) is not type(ours):
            told = f"{quoted(value)} must be of the same kind as {quoted(ours)}."
            yield Fault(where, told)

    label = name.replace("_", " ").capitalize()
    return Field(label=label, help=f"a value such as {quoted(ours)}", check=check, kind="table")
