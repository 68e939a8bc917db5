"""Card files in the making: the form of a game's cards, changes to a file, and its faces."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from budokan.kit import card_file
from budokan.kit.card_format import MISSING, Field, Section
from budokan.kit.card_template import diff, dump
from budokan.kit.data import (
    ABOUT,
    CLAUSE,
    DROPPED,
    NOT_SHOWN,
    OWN,
    SOURCE,
    SOURCE_NAMES,
    Row,
    is_complete,
    same,
)
from budokan.kit.errors import Refusal, shortened
from budokan.kit.game import Game
from budokan.kit.scene import Zone
from budokan.kit.toml_text import toml_value
from budokan.kit.view import Look
from budokan.protocol import (
    CardAlbum,
    CardChange,
    CardCheck,
    CardDraft,
    CardEdit,
    CardFault,
    CardField,
    CardForm,
    CardRow,
    CardSection,
    CardValue,
    CardWord,
)
from budokan.server.own_cards import fault_list

Tables = dict[str, Any]
BESIDE = (SOURCE, CLAUSE, DROPPED)
UNREADABLE = (
    "This cannot be read: a bracket, a quote or a comma is missing, or there is one too many."
)
UNDRAWN = (Refusal, LookupError, ValueError, TypeError, ArithmeticError, AssertionError)


def read(text: str) -> Tables:
    """A card file's text as TOML; refused if it is none."""
    try:
        return card_file.tables(text.encode())
    except UnicodeEncodeError as error:
        raise Refusal("The card file has characters that are no text.") from error


# -- the form -------------------------------------------------------------------------------------


def form(game: Game) -> CardForm:
    """What may stand in a card file of a game, and our own values."""
    sections = [_section(game, *each) for each in game.card_format.sections.items()]
    return CardForm(game.id, game.title, dict(SOURCE_NAMES), sections)


def _section(game: Game, name: str, section: Section) -> CardSection:
    ours = game.data.sections.get(name, {})
    return CardSection(
        name=name,
        title=section.title,
        help=section.help,
        open=section.open,
        most=section.most,
        fields=[_field(*each) for each in section.fields.items()],
        rows=[CardRow(key, _values(row.values, row)) for key, row in ours.items()],
    )


def _field(name: str, field: Field) -> CardField:
    return CardField(
        name=name,
        label=field.label,
        help=field.help,
        kind=field.kind,
        low=field.low,
        high=field.high,
        choices=list(field.choices),
        optional=field.optional,
        usual="" if field.default is MISSING else toml_value(field.default),
        words=[CardWord(word.name, word.help, word.example) for word in field.words],
    )


def _values(said: Mapping[str, Any], ours: Row, notes: Any = "") -> dict[str, CardValue]:
    """Values with their sources; one that equals ours keeps our source, as on the screens."""
    found = {}
    for name, value in said.items():
        note = notes.get(name, notes.get("*", "")) if isinstance(notes, Mapping) else notes
        note = note if isinstance(note, str) and note not in SOURCE_NAMES else ""
        kept = name in ours.values and same(ours.values[name], value) and not note
        source = ours.sources[name] if kept else OWN
        clause = ours.clauses.get(name, "") if kept else ""
        found[name] = CardValue(value, toml_value(value), source, clause, note)
    return found


# -- changes --------------------------------------------------------------------------------------


def album(game: Game, draft: CardDraft) -> CardAlbum:
    """A card file with its changes: its faults, its rows and its faces."""
    overlay, shape = card_file.readable(read(draft.cards))
    unread, sections = fault_list(shape), game.card_format.sections
    unread += [fault for edit in draft.edits for fault in _change(game, overlay, edit)]
    overlay = {name: rows for name, rows in overlay.items() if rows or name not in sections}
    if overlay == {ABOUT: {"game": game.id}}:
        overlay = {}
    faults, sound = card_file.checked(game, overlay)
    zones = _faces(game, overlay, sound, playable=all(fault.warning for fault in faults))
    about = overlay.get(ABOUT, {})
    return CardAlbum(
        cards=dump(overlay),
        title=str(about.get("title", "")),
        source=str(about.get(SOURCE, "")),
        faults=fault_list(faults),
        unread=unread,
        rows={name: _rows(game, overlay, name) for name in sections},
        zones=list(zones or ()),
        drawn=zones is not None,
    )


def check(game: Game, draft: CardDraft) -> CardCheck:
    """The faults of a card file, and what differs from ours."""
    overlay = read(draft.cards)
    faults, sound = card_file.checked(game, overlay)
    about = overlay.get(ABOUT)
    title = str(about.get("title", ""))[: card_file.TITLE] if isinstance(about, dict) else ""
    return CardCheck(title, fault_list(faults), _changes(game, sound))


def _changes(game: Game, overlay: Tables) -> list[CardChange]:
    return [
        CardChange(each.where, _or_none(each.ours), _or_none(each.theirs))
        for each in diff(game, overlay)
    ]


def _or_none(value: Any) -> str:
    return "" if value is None else toml_value(value)


def _change(game: Game, overlay: Tables, edit: CardEdit) -> list[CardFault]:
    """Make one change; what cannot be made is told and leaves the file as it was."""
    section, _, rest = edit.where.partition(".")
    if section != ABOUT and section not in game.card_format.sections:
        raise Refusal(f"{game.title} has no cards of the section {shortened(section)}.")
    about = overlay.setdefault(ABOUT, {})
    about.setdefault("game", game.id)
    if section == ABOUT:
        return _set(about, rest, edit)
    rows = overlay.setdefault(section, {})
    if edit.does in ("drop", "keep", "add"):
        return _change_row(game, overlay, section, rest, edit)
    key, _, name = rest.rpartition(".")
    if not key:
        raise Refusal(f"{shortened(edit.where)} is no place of a value, such as card.jab.forward.")
    row = rows.setdefault(key, {})
    ours = game.data.sections.get(section, {}).get(key)
    if edit.does == "note":
        faults = _note(row, name, edit.value, ours)
    else:
        faults = _set(row, name, edit)
        if ours is not None and SOURCE not in row and same(row.get(name), ours.values.get(name)):
            row.pop(name, None)  # as ours again
    if not row and not is_complete(about, section):
        del rows[key]
    return faults


def _set(row: Tables, name: str, edit: CardEdit) -> list[CardFault]:
    if edit.does == "reset":
        row.pop(name, None)
        return []
    try:
        value = _parsed(edit.text) if edit.does == "write" else edit.value
    except Refusal:
        return [_unread(edit, UNREADABLE)]
    wrong = list(card_file.shape_faults({"x": {"x": {"x": value}}}))
    if value is None or wrong:
        told = wrong[0].text if wrong else "A value is missing here."
        return [_unread(edit, told)]
    row[name] = value
    return []


def _unread(edit: CardEdit, why: str) -> CardFault:
    return CardFault(edit.where, why, warning=False)


def _parsed(text: str) -> Any:
    """A value from its text as TOML; nothing may follow it."""
    found = read(f"x = {text}")
    if len(found) != 1:
        raise Refusal("There is more than one value.")
    return found["x"]


def _note(row: Tables, name: str, note: Any, ours: Row | None) -> list[CardFault]:
    """Name the source of one value, or with * of all; a value of ours is repeated for its note."""
    said = row.get(SOURCE, {})
    notes = {"*": said} if isinstance(said, str) else dict(said)
    notes[name] = str(note or "").strip()[: card_file.NOTE]
    row[SOURCE] = {key: told for key, told in notes.items() if told}
    if not row[SOURCE]:
        del row[SOURCE]
    elif [*row[SOURCE]] == ["*"]:
        row[SOURCE] = row[SOURCE]["*"]
    old = ours.values.get(name) if ours is not None else None
    if notes[name] and old is not None:
        row.setdefault(name, old)
    elif not notes[name] and name in row and same(row[name], old):
        del row[name]
    return []


def _change_row(
    game: Game, overlay: Tables, section: str, key: str, edit: CardEdit
) -> list[CardFault]:
    rows, ours = overlay[section], game.data.sections.get(section, {})
    if edit.does == "add":
        if key in rows or key in ours:
            return [_unread(edit, f"There is a {key} already; choose another key.")]
        rows[key] = _copy(game, overlay, section, edit.like)
    elif edit.does == "drop" and key not in ours:
        rows.pop(key, None)
    elif edit.does == "drop":
        rows.setdefault(key, {})[DROPPED] = True
    else:
        row = rows.setdefault(key, {})
        row.pop(DROPPED, None)
        if not row and not is_complete(overlay[ABOUT], section):
            del rows[key]
    return []


def _copy(game: Game, overlay: Tables, section: str, like: str) -> Tables:
    """The values of a new component: those of another one, and the usual ones."""
    fields = game.card_format.sections[section].fields
    ours = game.data.sections.get(section, {})
    row = dict(ours[like].values) if like in ours else {}
    said = overlay[section].get(like, {})
    row |= {name: value for name, value in said.items() if name not in BESIDE}
    for name, field in fields.items():
        if field.default is not MISSING and not field.optional:
            row.setdefault(name, field.default)
    return {name: value for name, value in row.items() if name in fields and value != NOT_SHOWN}


# -- rows and faces -------------------------------------------------------------------------------


def _rows(game: Game, overlay: Tables, section: str) -> list[CardRow]:
    """What a file says of a section, with what it drops."""
    ours, theirs = game.data.sections.get(section, {}), overlay.get(section, {})
    whole = is_complete(overlay.get(ABOUT, {}), section)
    unnamed = [CardRow(key, {}, dropped=True) for key in ours if whole and key not in theirs]
    return [*unnamed, *(_row(key, said, ours.get(key)) for key, said in theirs.items())]


def _row(key: str, said: Mapping[str, Any], ours: Row | None) -> CardRow:
    given = {name: value for name, value in said.items() if name not in BESIDE}
    shown = {name: value for name, value in given.items() if value != NOT_SHOWN}
    away = [name for name in given if name not in shown and ours and name in ours.values]
    notes = said.get(SOURCE, "")
    values = _values(shown, ours or Row({}, {}), notes)
    note = notes.get("*", "") if isinstance(notes, Mapping) else notes
    note = note if isinstance(note, str) else ""
    return CardRow(key, values, ours is None, said.get(DROPPED) is True, away, note)


def _faces(
    game: Game, overlay: Tables, sound: Tables, *, playable: bool
) -> tuple[Zone, ...] | None:
    """All components drawn with a card file, faulty values left out; None if they cannot be."""
    if playable:
        return game.album(game.opening_look(game.setup(overlay=overlay)))
    for look in (_own_look, _borrowed_look):
        try:
            return game.album(look(game, sound))
        except UNDRAWN:
            continue
    return None


def _own_look(game: Game, sound: Tables) -> Look:
    """The first state of cards that may not be playable, such as a deck with a card too many."""
    data = card_file.with_cards(game.card_format, game.data, sound)
    return game.opening_look(replace(game.setup(), overlay=sound, data=data))


def _borrowed_look(game: Game, sound: Tables) -> Look:
    """The same with our own first state, where theirs cannot be made."""
    ours = game.setup()
    data = card_file.with_cards(game.card_format, game.data, sound)
    setup = replace(ours, overlay=sound, data=data)
    words, notation = game.words(setup), game.notation_of(setup)
    return game.opening_look(ours).but(setup=setup, words=words, notation=notation)
