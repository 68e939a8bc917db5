"""What a card file of Martial Art may hold, value by value, and what must fit together.

A constraint of our own design (MA-C2, MA-C5 to MA-C9, MA-C11, MA-C13) is at most a warning here:
only what cannot be played is refused.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

from budokan.games.martial_art.rules import skills
from budokan.games.martial_art.rules.actions import SKILLS
from budokan.games.martial_art.rules.state import LEARNED, TOKENS
from budokan.games.martial_art.setup import (
    DIRECTIONS,
    LARGEST,
    LAYOUTS,
    SPACE_NAMES,
    SPACES,
    distance,
)
from budokan.games.martial_art.skill_format import (
    CONDITION_WORDS,
    EFFECT_WORDS,
    ROLE_WORDS,
    SPAN_WORDS,
    TIMING_WORDS,
    check_effects,
    skill_faults,
)
from budokan.kit.card_format import (
    CardFormat,
    Check,
    Fault,
    Field,
    Section,
    Word,
    choice,
    fixed,
    flag,
    list_of,
    number,
    special,
    text,
)
from budokan.kit.data import Data, Row
from budokan.kit.errors import suggest
from budokan.kit.toml_text import quoted

AREAS = 5
KINDS = ("energy", "move", "defense", "punch", "kick", "lock", "headbutt")
EFFECTS, ACTIONS = KINDS[:3], KINDS[3:]
MOST_FIGHTERS = 12
MOST_OWN = 12  # Skills of one fighter
MOST_EFFECTS = 7  # tokens of one Effect kind, so that what others know fits into one number
MOST_ACTIONS = 5  # one for each Area (MA-22)
PICTURES = 6  # on each column
LONGEST = 20  # squares of a column
GAUGE = 12  # the highest end of a gauge
SIDES = 12  # faces of a die
DEEP = 3  # columns of our own fighters with an Action picture on or past the line
PLAIN = re.compile(r"[a-z][a-z0-9_]*")


# -- values in a little language ------------------------------------------------------------------


def kinds_table(least: int, most: int) -> Check:
    """A table with a number for each kind of token it names."""

    def check(where: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, Mapping):
            yield Fault(where, f"{quoted(value)} must be a table such as {{ punch = 2 }}.")
            return
        for kind, n in value.items():
            if kind not in KINDS:
                told = f"{quoted(kind)} is not a kind of token; {suggest(str(kind), KINDS)}"
                yield Fault(where, told)
            elif type(n) is not int or not least <= n <= most:
                told = f"{kind} = {quoted(n)} must be a whole number from {least} to {most}."
                yield Fault(where, told)

    return check


def check_tokens(where: str, value: Any) -> Iterator[Fault]:
    """Twelve tokens that can be laid out (MA-19 to MA-22)."""
    found = list(kinds_table(0, TOKENS)(where, value))
    yield from found
    if found:
        return
    own = Counter(value)
    if own.total() != TOKENS:
        yield Fault(where, f"These are {own.total()} tokens; a fighter has {TOKENS} (MA-19).")
    actions = sum(own[kind] for kind in ACTIONS)
    if actions > MOST_ACTIONS:
        told = f"{actions} Action tokens find no place; {MOST_ACTIONS} Areas take one each (MA-22)."
        yield Fault(where, told)
    for kind in EFFECTS:
        if own[kind] > MOST_EFFECTS:
            told = f"{kind} = {own[kind]}: {MOST_EFFECTS} tokens of one Effect kind are the most."
            yield Fault(where, told)


def check_spaces(where: str, value: Any) -> Iterator[Fault]:
    """A starting space for each seat (MA-16)."""
    found = list(_seats(where, value, "spaces"))
    yield from found
    if found:
        return
    for place, word in enumerate(value, 1):
        if not isinstance(word, str) or word not in SPACE_NAMES:
            near = suggest(str(word), SPACE_NAMES)
            yield Fault(f"{where}[{place}]", f"{quoted(word)} is no space of the ring; {near}")
    if len({str(word) for word in value}) < len(value):
        yield Fault(where, "Two fighters cannot start on the same space (MA-07).")


def check_facing(where: str, value: Any) -> Iterator[Fault]:
    found = list(_seats(where, value, "directions"))
    yield from found
    for place, word in enumerate([] if found else value, 1):
        if not isinstance(word, str) or word not in DIRECTIONS:
            near = suggest(str(word), DIRECTIONS)
            yield Fault(f"{where}[{place}]", f"{quoted(word)} is no direction; {near}")


def check_sides(where: str, value: Any) -> Iterator[Fault]:
    """Who fights together: two sides or more, of one or two fighters each (MA-03)."""
    found = list(_seats(where, value, "numbers of sides"))
    yield from found
    if found:
        return
    for place, side in enumerate(value, 1):
        if type(side) is not int or not 0 <= side < len(value):
            told = f"{quoted(side)} must be a whole number from 0 to {len(value) - 1}."
            yield Fault(f"{where}[{place}]", told)
            return
    sizes = Counter(value)
    if len(sizes) < 2 or max(sizes.values()) > 2:
        yield Fault(where, "There must be two sides or more, of one or two fighters each (MA-03).")


def _seats(where: str, value: Any, what: str) -> Iterator[Fault]:
    seats = LAYOUTS.get(where.split(".")[1], 0)
    if not isinstance(value, list) or len(value) != seats:
        yield Fault(where, f"{quoted(value)} must be a list of {seats} {what}, one for a seat.")


def by_area(label: str, each: Field, help: str, **more: Any) -> Field:
    """A value for each of the five Areas, Head first."""
    return list_of(label, each, AREAS, AREAS, help, **more)


def told(field: Field, words: tuple[Word, ...]) -> Field:
    """A field whose words are explained."""
    return replace(field, words=words)


# -- sections -------------------------------------------------------------------------------------

CLOSED = "the rules of the game speak of these by name."
SPACE_HELP = (
    'a space such as "-1,0" for each seat; "0,0" is the middle, "1,0" lies to the east, '
    f'"0,1" to the south-east, up to {LARGEST} steps away'
)
ONE_KIND = choice("Kind of token", KINDS)
COST = number("Energy", 0, GAUGE)
SECTIONS = {
    "token": Section(
        title="Tokens",
        help="The seven kinds of tokens.",
        fields={
            "name": text("Name", most=20),
            "class": fixed("Class", CLOSED),
            "copies": number("Copies in the box", 0, 99, "not used in play"),
        },
    ),
    "area": Section(
        title="Areas",
        help="The five parts of the body, in the order of the ring.",
        fields={
            "name": text("Name", most=20),
            "number": fixed("Number", "the Areas form a ring of five (MA-14)."),
            "limb": fixed("Limb", CLOSED),
        },
    ),
    "die": Section(
        title="Dice",
        help=f"How many faces of a die show what; 1 to {SIDES} faces in all.",
        fields={
            "failure": number("Failures", 0, SIDES),
            "normal": number("Normal Successes", 0, SIDES),
            "exceptional": number("Exceptional Successes", 0, SIDES),
        },
    ),
    "box": Section(
        title="What lies in the box",
        help="A list for the rules pages; not used in play.",
        fields={"name": text("Name", most=40), "copies": number("Copies", 0, 999)},
    ),
    "arena": Section(
        title="The ring",
        help="The option arena_radius, if it is not left at 3, comes before this value.",
        fields={
            "radius": number("Steps from the middle to the rim", 2, LARGEST, "19, 37 or 61 spaces")
        },
    ),
    "start": Section(
        title="Where fighters start",
        help="One row for a setup: duel, three, royale and team.",
        fields={
            "spaces": special("Spaces", SPACE_HELP, check_spaces),
            "facing": special(
                "Facing", f"for each seat one of {', '.join(DIRECTIONS)}", check_facing
            ),
            "sides": special(
                "Sides", "a number for each seat; equal numbers fight together", check_sides
            ),
        },
    ),
    "fighter": Section(
        title="Fighters",
        help=f"Two to {MOST_FIGHTERS} fighters, each with {LEARNED} to {MOST_OWN} Skills.",
        open=True,
        most=MOST_FIGHTERS,
        fields={
            "name": text("Name", most=24),
            "art": text("Art", most=40),
            "tokens": special(
                "Tokens",
                f"twelve in all, such as {{ energy = 4, move = 2, defense = 2, punch = 4 }}; at "
                f"most {MOST_ACTIONS} Actions, and {MOST_EFFECTS} of one Effect kind",
                check_tokens,
                kind="table",
            ),
            "length": by_area(
                "Last square", number("Square", 1, LONGEST), "the square of a KO for each Area"
            ),
            "severe": by_area(
                "Severe from", number("Square", 1, LONGEST), "the first square past the line"
            ),
            "pictures": by_area(
                "Pictures",
                list_of("Column", ONE_KIND, 0, PICTURES),
                f"the tokens shown on each column from the top, [] for none, {PICTURES} at most",
            ),
            "squares": by_area(
                "Squares of the pictures",
                list_of("Column", number("Square", 1, LONGEST), 0, PICTURES),
                "rising, one for each picture",
            ),
            "gauge_max": number("Longest gauge", 1, GAUGE, "for Chi and for Rage", default=5),
            "gauge_start": number("Energy at the start", 0, GAUGE, default=0),
            "intent": text("In a few words", most=80, optional=True),
            "story": text("Life story", most=400, optional=True, help="shown with the fighter"),
        },
    ),
    "skill": Section(
        title="Skills",
        help=f"Up to {SKILLS} Skills in all, {LEARNED} to {MOST_OWN} for each fighter.",
        open=True,
        most=SKILLS,
        fields={
            "name": text("Name", most=30),
            "fighter": text("Fighter", most=40, help="the key of a fighter, such as igor"),
            "at": choice("Printed on", ("board", "tile"), "board: White Belt", default="tile"),
            "timing": told(choice("Keyword", skills.TIMINGS), TIMING_WORDS),
            "cost": list_of("Price", COST, 2, 2, "Chi, then Rage"),
            "role": told(choice("Works on", skills.ROLES), ROLE_WORDS),
            "kinds": list_of(
                "With or against", choice("Action", ACTIONS), 0, 4, "[] for any strike", default=[]
            ),
            "areas": list_of(
                "Target Areas", number("Area", 1, AREAS), 0, AREAS, "[] for any", default=[]
            ),
            "lasts": told(choice("Lasts", skills.SPANS, default="strike"), SPAN_WORDS),
            "holds": special(
                "Starting Area holds",
                "the least number of each kind, such as { punch = 2 }; {} for none",
                kinds_table(1, TOKENS),
                kind="table",
                default={},
            ),
            "struck": choice(
                "After a strike with", ("", *ACTIONS), 'for End Skills; "" for none', default=""
            ),
            "bare": flag("Target Area is bare", "the Defender has no token there", default=False),
            "when": list_of(
                "Only if",
                choice("Condition", skills.CONDITIONS[1:]),
                0,
                3,
                words=CONDITION_WORDS,
                optional=True,
            ),
            "do": special(
                "Effects",
                "a table of effects and their numbers, such as { attack_dice = 1, push = 1 }",
                check_effects,
                EFFECT_WORDS,
                kind="table",
            ),
            "text": text(
                "Text of the card", most=120, optional=True, help="without it the effects are told"
            ),
        },
    ),
}  # fmt: skip


# -- what must fit together -----------------------------------------------------------------------


def check(data: Data) -> Iterator[Fault]:
    """Faults of the whole set, and warnings where our own constraints are left."""
    yield from _die_faults(data["die"]["face"])
    yield from _start_faults(data)
    for key, row in data["fighter"].items():
        yield from _key_faults(row.where, key)
        yield from _fighter_faults(data, key, row)
    if len(data["fighter"]) < 2:
        yield Fault("fighter", "A fight takes two fighters or more (MA-03).")
    for key, row in data["skill"].items():
        yield from _key_faults(row.where, key)
        yield from _owner_faults(data, row)
        yield from skill_faults(row)


def _key_faults(where: str, key: str) -> Iterator[Fault]:
    if not PLAIN.fullmatch(key) or key == "any":
        told = "must be small letters a to z, digits and _, beginning with a letter"
        yield Fault(where, f"The key {quoted(key)} {told}, and not any.")


def _die_faults(row: Row) -> Iterator[Fault]:
    faces = row["failure"] + row["normal"] + row["exceptional"]
    if not 1 <= faces <= SIDES:
        told = f"A die with {faces} faces cannot be rolled; it has 1 to {SIDES}."
        columns = ("die.failure", "die.normal", "die.exceptional")
        yield Fault("die.face", told, columns=columns)
    elif faces == row["failure"]:
        yield Fault("die.face", "No face is a success, so nobody is ever hurt.", warning=True)


def _start_faults(data: Data) -> Iterator[Fault]:
    """Starting spaces in the ring; our own lie apart (MA-C13)."""
    ring = data["arena"]["ring"] if "arena" in data.sections else None
    radius = ring["radius"] if ring else 3
    for key, row in data["start"].items():
        where = f"start.{key}.spaces"
        spaces = [SPACES[SPACE_NAMES.index(word)] for word in row["spaces"]]
        if any(distance(*space) > radius for space in spaces):
            told = f"A ring of {radius} steps has no such space; see arena.ring.radius (MA-16)."
            yield Fault(where, told, columns=("start.spaces", "arena.radius"))
        gaps = [distance(a[0] - b[0], a[1] - b[1]) for a, b in combinations(spaces, 2)]
        if min(gaps) < 2 or (key == "duel" and gaps != [2]):
            told = "These fighters stand otherwise than ours: apart, in a duel by two (MA-C13)."
            yield Fault(where, told, warning=True, columns=("start.spaces",))


def _fighter_faults(data: Data, key: str, row: Row) -> Iterator[Fault]:
    yield from _column_faults(row)
    if row["gauge_start"] > row["gauge_max"]:
        told = f"{row['gauge_start']} lies above the end of the gauge, {row['gauge_max']} (MA-18)."
        yield Fault(f"{row.where}.gauge_start", told)
    own = [skill for skill in data["skill"].values() if skill["fighter"] == key]
    if not LEARNED <= len(own) <= MOST_OWN:
        told = f"This fighter has {len(own)} Skills; {LEARNED} to {MOST_OWN} are possible (MA-82)."
        yield Fault(row.where, told)
    if row.is_own():
        yield from _token_warnings(row)
    if any(skill.is_own() for skill in own) or row.is_own():
        yield from _skill_warnings(row, own)


def _column_faults(row: Row) -> Iterator[Fault]:
    """Squares inside the column, and as many as pictures."""
    for area in range(AREAS):
        last, line = row["length"][area], row["severe"][area]
        squares, pictures = row["squares"][area], row["pictures"][area]
        place = f"[{area + 1}]"
        if line > last:
            told = f"{line} lies past the last square, {last}."
            yield Fault(f"{row.where}.severe{place}", told)
        if len(squares) != len(pictures):
            told = f"{len(squares)} squares for {len(pictures)} pictures; give one for each."
            yield Fault(f"{row.where}.squares{place}", told)
        elif any(one >= two for one, two in pairwise(squares)):
            yield Fault(f"{row.where}.squares{place}", f"{squares} must rise from the top.")
        elif squares and squares[-1] > last:
            told = f"{squares[-1]} lies past the last square, {last}."
            yield Fault(f"{row.where}.squares{place}", told)


def _token_warnings(row: Row) -> Iterator[Fault]:
    """MA-C2, MA-C8: pictures that are not the tokens, and fights that can lose all strikes."""
    shown = Counter(kind for column in row["pictures"] for kind in column)
    if shown + Counter(("move", "energy")) != Counter(row["tokens"]):
        told = "These are not the fighter's tokens but one Move and one Energy (MA-C2)."
        yield Fault(f"{row.where}.pictures", told, warning=True)
    columns = zip(row["squares"], row["pictures"], row["severe"], strict=True)
    deep = sum(
        any(n >= line and kind in ACTIONS for n, kind in zip(squares, kinds, strict=False))
        for squares, kinds, line in columns
    )
    if deep < DEEP:
        told = "Fewer than three columns show an Action on or past the line (MA-C8)."
        yield Fault(f"{row.where}.squares", told, warning=True)
    if not any(Counter(row["tokens"])[kind] for kind in ACTIONS):
        told = "Without an Action token this fighter can never strike (MA-34)."
        yield Fault(f"{row.where}.tokens", told, warning=True)


def _skill_warnings(row: Row, own: list[Row]) -> Iterator[Fault]:
    """MA-C5, MA-C6, MA-C11: boards and prices unlike ours."""
    printed = [skill for skill in own if skill["at"] == "board"]
    if len(printed) != 2:
        told = f"The board has {len(printed)} printed Skills, not two (MA-C5)."
        yield Fault(row.where, told, warning=True)
    for skill in printed:
        if skill["timing"] == "style" or "push" in skill["do"]:
            told = "None of our boards has a Style or a push printed on it (MA-C6)."
            yield Fault(f"{skill.where}.at", told, warning=True)
    for skill in own:
        if max(skill["cost"]) > row["gauge_max"]:
            told = f"A gauge of {row['gauge_max']} never holds this price (MA-C11)."
            yield Fault(f"{skill.where}.cost", told, warning=True)


def _owner_faults(data: Data, row: Row) -> Iterator[Fault]:
    """A Skill of a fighter that is dropped goes with it; any other needs an owner."""
    if row["fighter"] not in data["fighter"] and row.is_own("fighter"):
        near = suggest(row["fighter"], data["fighter"])
        told = f"There is no fighter {quoted(row['fighter'])}; {near}"
        yield Fault(f"{row.where}.fighter", told)


CARDS = CardFormat(sections=SECTIONS, check=check)
