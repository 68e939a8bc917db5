"""What may stand in a card file of Kenpo Masters, and what is wrong with one."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from budokan.games.kenpo_masters import grammar
from budokan.games.kenpo_masters.grammar import (
    DEEDS,
    EFFECT,
    HITS,
    LARGEST,
    MOST_TEXTS,
    MOVES,
    OPERATIONS,
    PUSHES,
    QUALIFIERS,
    STOPS,
    Operation,
)
from budokan.games.kenpo_masters.rules.state import DECK, MOST_KINDS
from budokan.kit.card_format import (
    CardFormat,
    Fault,
    Field,
    Section,
    Word,
    choice,
    fixed,
    flag,
    number,
    special,
    text,
)
from budokan.kit.data import Data, Row
from budokan.kit.errors import suggest
from budokan.kit.toml_text import quoted

KEY = re.compile(r"[a-z][a-z0-9_]*")
FILTER_PARTS = ("all", "any", "none")
MOST_FILTERS = 8  # of a list
LONG = 60  # letters of a wrong word that near matches are looked for
WAYS = ("front", "front left", "front right", "left side", "right side")
STEPS = {
    "forward": "Step forward",
    "back": "Step back",
    "left": "Step left",
    "right": "Step right",
    "stay": "Standing still",
}
COPIES = ("card.count", "card.yellow", "card.red")
A_FILTER = "{ all = [...], any = [...], none = [...] } of qualifiers; {} lets every card pass"
EXAMPLES: Mapping[str, str] = {
    "filter": 'filter = { all = ["Kick"] }',
    "amount": "amount = 2",
    "did": 'did = "rested"',
    "to": 'to = "back"',
    "table": 'table = [{ filter = { all = ["Kick"] }, amount = 3 }, { filter = {}, amount = 2 }]',
}


# -- qualifiers and filters -----------------------------------------------------------------------


def names_faults(where: str, value: Any) -> Iterator[Fault]:
    """A list of qualifiers, none twice."""
    if not isinstance(value, list):
        yield Fault(where, f"{quoted(value)} must be a list of qualifiers.")
        return
    for place, name in enumerate(value, 1):
        at = f"{where}[{place}]"
        if name not in QUALIFIERS:
            near = suggest(str(name)[:LONG], QUALIFIERS)
            yield Fault(at, f"{quoted(name)} is not a qualifier; {near}")
        elif name in value[: place - 1]:
            yield Fault(at, f"{name} stands there twice.")


def filter_faults(where: str, value: Any) -> Iterator[Fault]:
    """One filter."""
    if not isinstance(value, Mapping):
        yield Fault(where, f"{quoted(value)} must be a filter such as {{ all = ['Kick'] }}.")
        return
    for part, names in value.items():
        if part in FILTER_PARTS:
            yield from names_faults(f"{where}.{part}", names)
        else:
            near = suggest(str(part)[:LONG], FILTER_PARTS)
            yield Fault(where, f"A filter has no {quoted(part)}; {near}")


def filters_faults(where: str, value: Any) -> Iterator[Fault]:
    """A list of filters, one of which is enough."""
    if not isinstance(value, list) or len(value) > MOST_FILTERS:
        yield Fault(where, f"{quoted(value)} must be a list of at most {MOST_FILTERS} filters.")
        return
    for place, each in enumerate(value, 1):
        yield from filter_faults(f"{where}[{place}]", each)


# -- texts ----------------------------------------------------------------------------------------


def texts_faults(where: str, value: Any) -> Iterator[Fault]:
    """The operations of a card."""
    if not isinstance(value, list) or len(value) > MOST_TEXTS:
        told = f"must be a list of at most {MOST_TEXTS} operations"
        yield Fault(where, f"{quoted(value)} {told} such as {{ op = 'second_movement' }}.")
        return
    for place, each in enumerate(value, 1):
        yield from text_faults(f"{where}[{place}]", each)


def text_faults(where: str, value: Any) -> Iterator[Fault]:
    """One operation with its parts."""
    op = value.get("op") if isinstance(value, Mapping) else value
    operation = OPERATIONS.get(op) if isinstance(op, str) else None
    if operation is None or not isinstance(value, Mapping):
        near = suggest(str(op)[:LONG], OPERATIONS)
        yield Fault(where, f"{quoted(op)} is not an operation {{ op = ... }}; {near}")
        return
    for part in operation.parts:
        if part in value:
            yield from part_faults(f"{where}.{part}", part, value[part])
        else:
            yield Fault(where, f"{op} needs {part}: {EXAMPLES[part]}.")
    for part in value:
        if part not in ("op", *operation.parts):
            takes = " and ".join(operation.parts) or "nothing else"
            yield Fault(where, f"{op} takes {takes}, not {quoted(part)}.")


def part_faults(where: str, part: str, value: Any) -> Iterator[Fault]:
    if part == "filter":
        yield from filter_faults(where, value)
    elif part == "table":
        yield from lines_faults(where, value)
    elif part == "did":
        yield from DID.check(where, value)
    elif part == "to":
        yield from PUSHED.check(where, value)
    else:
        yield from AMOUNT.check(where, value)


def lines_faults(where: str, value: Any) -> Iterator[Fault]:
    """A table of filters, each with its amount."""
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_FILTERS:
        yield Fault(where, f"{quoted(value)} must be a list of filter and amount.")
        return
    for place, line in enumerate(value, 1):
        at = f"{where}[{place}]"
        if not isinstance(line, Mapping) or line.keys() != {"filter", "amount"}:
            yield Fault(at, f"{quoted(line)} must be a table of filter and amount.")
            continue
        yield from filter_faults(f"{at}.filter", line["filter"])
        yield from AMOUNT.check(f"{at}.amount", line["amount"])


DID = choice("What the opponent did", tuple(DEEDS))
PUSHED = choice("Where the opponent goes", PUSHES)
AMOUNT = number("Amount", 0, LARGEST)


ALL_DEEDS = "; did: " + ", ".join(f"{deed} ({said})" for deed, said in DEEDS.items())


def word(name: str, operation: Operation) -> Word:
    """An operation for the docs and the editor."""
    parts = ", ".join([f'op = "{name}"', *(EXAMPLES[part] for part in operation.parts)])
    cards = "any card" if operation.sorts == grammar.SORTS else " or ".join(operation.sorts)
    told = f"{operation.help} (on {cards}){ALL_DEEDS if 'did' in operation.parts else ''}"
    return Word(name, told, f"text = [{{ {parts} }}]")


# -- the fields -----------------------------------------------------------------------------------


def names(label: str, help: str) -> Field:
    told = f"a list of {', '.join(QUALIFIERS)}; {help}"
    return replace(special(label, told, names_faults, default=[]), choices=QUALIFIERS)


def filters(label: str, help: str, example: str) -> Field:
    told = f"a list of filters, each {A_FILTER}; {help}"
    words = [
        Word("all", "the card has every one of these qualifiers", example),
        Word("any", "the card has at least one of these", example.replace("{ all", "{ any")),
        Word("none", "the card has none of these", example.replace("{ all", "{ none")),
    ]
    return special(label, told, filters_faults, words, default=[])


FIELDS: dict[str, Field] = {
    "name": text("Name", most=30),
    "count": number("Copies in each deck", 0, DECK, default=0),
    "yellow": number("Copies in the yellow deck", 0, DECK, "instead of count", optional=True),
    "red": number("Copies in the red deck", 0, DECK, "instead of count", optional=True),
    "kind": choice("Kind", ("action", "effect"), "an Effect has no steps and no arrows"),
    "qualifiers": names("Qualifiers", "a card has these and the further ones together"),
    "added": names("Further qualifiers", "set it to [] if the card shows no others"),
    **{
        move: number(label, -LARGEST, LARGEST, "its modifier, or not shown", optional=True)
        for move, label in STEPS.items()
    },
    **{
        field: number(
            f"{kind} to the {way}", 0, LARGEST, f"{what}; 0 or not shown is no arrow", optional=True
        )
        for fields, kind, what in (
            (HITS, "Attack arrow", "its points"),
            (STOPS, "Defence arrow", "what it prevents"),
        )
        for field, way in zip(fields, WAYS, strict=True)
    },
    "on": filters("Goes on", "it may be comboed on such cards", 'on = [{ all = ["Kick"] }]'),
    "allows": filters("May follow", "such cards may go on it", 'allows = [{ all = ["Punch"] }]'),
    "never_on": flag("Only opens a turn", "never comboed on another card", default=False),
    "text": special(
        "Text",
        f"a list of at most {MOST_TEXTS} operations",
        texts_faults,
        [word(name, operation) for name, operation in OPERATIONS.items()],
        default=[],
    ),
    "intent": text("What it is for", most=200, least=0, default=""),
}

RING = "the ring has three by three squares, and the fighters start in the middle (KM-05, KM-06)."
LIMITS = Section(
    title="Limits",
    fields={
        "columns": fixed("Columns of the ring", RING),
        "rows": fixed("Rows of the ring", RING),
        "south": fixed("Start of South", RING),
        "north": fixed("Start of North", RING),
        "deck": fixed("Cards in a deck", f"a deck has {DECK} cards (KM-02)."),
        "hand": number("Cards of the first hand", 1, DECK),
        "rest": number("Cards drawn by a rest", 0, DECK),
        "break": number("Cards drawn after a Break", 0, DECK),
        "target": fixed("Points that win", "set the option target_score instead (KM-R37)."),
    },
)


# -- the whole set --------------------------------------------------------------------------------


def set_faults(data: Data) -> Iterator[Fault]:
    """What does not fit together."""
    rows = data["card"]
    for seat, deck in enumerate(grammar.DECKS):
        total = sum(grammar.copies(row, seat) for row in rows.values())
        if total != DECK:
            told = f"The copies in the {deck} deck add up to {total}; a deck has {DECK} (KM-02)."
            yield Fault("card", told, columns=COPIES)
    yield from _key_faults(rows)
    for key, row in rows.items():
        yield from _row_faults(f"card.{key}", row)


def _key_faults(rows: Mapping[str, Row]) -> Iterator[Fault]:
    named = Counter(grammar.title(key, row).lower() for key, row in rows.items())
    for key, row in rows.items():
        if not KEY.fullmatch(key):
            told = "A key has small letters, digits and _, and begins with a letter."
            yield Fault(f"card.{key}", told)
        if named[grammar.title(key, row).lower()] > 1:
            told = f"Another card is called {quoted(row['name'])}, too."
            yield Fault(f"card.{key}.name", told, columns=("card.name",))


def _row_faults(where: str, row: Row) -> Iterator[Fault]:
    sort = grammar.sort_of(row)
    arrows = [field for field in (*HITS, *STOPS) if field in row.values]
    both = any(row.values.get(f) for f in HITS) and any(row.values.get(f) for f in STOPS)
    if both:
        told = "A card has attack arrows or defence arrows, not both (KM-13, KM-14)."
        yield Fault(f"{where}.{next(f for f in STOPS if row.values.get(f))}", told)
    steps = any(move in row.values for move in MOVES)
    columns = tuple(f"card.{field}" for field in (*MOVES, *HITS, *STOPS))
    if row["kind"] == EFFECT and (arrows or steps):
        told = "An Effect has no steps and no arrows (KM-16)."
        yield Fault(f"{where}.kind", told, columns=columns)
    elif row["kind"] != EFFECT and not steps:
        told = "An Action card must show a step or standing still, or it can never be played."
        yield Fault(f"{where}.kind", f"{told} (KM-23)", columns=columns)
    else:
        yield from _sort_faults(where, row, sort)
    yield from _qualifier_faults(where, row)


def _sort_faults(where: str, row: Row, sort: str) -> Iterator[Fault]:
    """Operations that a card of this sort cannot have."""
    for place, each in enumerate(grammar.texts(row), 1):
        op, at = each["op"], f"{where}.text[{place}]"
        if sort not in OPERATIONS[op].sorts:
            fitting = [name for name, known in OPERATIONS.items() if sort in known.sorts]
            article = "an" if sort[0] in "ae" else "a"
            told = f"{op} is not for {article} {sort} card; {suggest(op, fitting)}"
            yield Fault(at, told)
        elif op == "pushes" and any(t["op"] == op for t in row["text"][: place - 1]):
            yield Fault(at, "A hit moves the opponent only once.")


def _qualifier_faults(where: str, row: Row) -> Iterator[Fault]:
    """Qualifiers that print has otherwise; they can be played."""
    have = grammar.qualifiers(row)
    field = "qualifiers" if row.values.get("qualifiers") else "added"
    if row["kind"] == EFFECT and have != ["Effect"]:
        told = "In print the one qualifier of an Effect is Effect (KM-16)."
        yield Fault(f"{where}.{field}", told, warning=True)
    if row["kind"] != EFFECT and "Effect" in have:
        told = "In print an Action card is no Effect (KM-16)."
        yield Fault(f"{where}.{field}", told, warning=True)
    if "Movement" in have and grammar.sort_of(row) != grammar.MOVEMENT:
        told = "In print a card with Movement has no arrows (KM-15)."
        yield Fault(f"{where}.{field}", told, warning=True)


CARDS = CardFormat(
    sections={
        "card": Section(
            title="Cards",
            fields=FIELDS,
            open=True,
            most=int(MOST_KINDS),
            help=f"Each deck has {DECK} cards; together they have at most {MOST_KINDS} kinds.",
        ),
        "limits": LIMITS,
    },
    check=set_faults,
)
