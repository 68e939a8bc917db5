"""What may stand in a card file of Master Udo."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from budokan.games.master_udo import card_words, grammar
from budokan.games.master_udo.rules.state import (
    ATTACKS,
    COPIES,
    HEARTS,
    LOSSES,
    MASTERS,
    ROAD,
    STARTERS,
)
from budokan.games.master_udo.setup import teacher
from budokan.kit.card_format import (
    CardFormat,
    Check,
    Fault,
    Field,
    Section,
    list_of,
    number,
    special,
    text,
)
from budokan.kit.data import Data, Row
from budokan.kit.errors import suggest
from budokan.kit.toml_text import quoted

IN_HAND = 10  # starters of a hero
COINS = 9  # the most that one master is worth
RANK = 99  # glory that a title may ask for
STEPS = 8  # conditions or steps of a card
OPTIONS = (2, 3)
VALUES = ("x", "k", "times", "each", "count", "by")
BRANCHES = ("then", "else")
CONDITIONS = (
    *grammar.NUMBERS, *grammar.FILTERS, *grammar.FLAGS, *grammar.AT_FIRST, "raging",
)  # fmt: skip
# The least number of a power that is one; all others are words or flags.
LEAST = {"max_combos": 0, "damage_mod": -grammar.MOST, "attack_mod": -grammar.MOST}
ORDERS = ("low", "high")
KEY = re.compile("[a-z][a-z0-9_]*")
CARDS_IN = ("udo", "kai", "technique")
OPEN = (*CARDS_IN, "attack", "master")
RESERVED = ("hit",)  # in positions, what MU-R20 does
ENRAGED = "enraged"  # the end of the word for that side
# Where words of titles stand, for faults of the whole set.
TITLES = ("udo.title", "kai.title", "technique.title")


# -- single values --------------------------------------------------------------------------------


def _whole(where: str, value: Any, low: int, high: int) -> Iterator[Fault]:
    if type(value) is not int or not low <= value <= high:
        yield Fault(where, f"{quoted(value)} must be a whole number from {low} to {high}.")


def _true(where: str, value: Any) -> Iterator[Fault]:
    if value is not True:
        yield Fault(where, f"{quoted(value)} must be true, or be left out.")


def _word(where: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, str) or not (value == grammar.ANY or grammar.title_words(value)):
        what = f"{quoted(value)} must be a word of a title such as Left Arm"
        yield Fault(where, f'{what}, or "*" for any card.')


def _one_of(where: str, value: Any, known: Sequence[str]) -> Iterator[Fault]:
    if not isinstance(value, str) or value not in known:
        yield Fault(where, f"{quoted(value)} is not possible; {suggest(str(value), known)}")


def _pairs(
    where: str, value: Any, known: Sequence[str], what: str
) -> Iterator[Fault | tuple[str, str, Any]]:
    """The items of a list of tables with one key each: faults, and (place, name, argument)."""
    if not isinstance(value, list) or len(value) > STEPS:
        yield Fault(where, f"{quoted(value)} must be a list of {STEPS} tables at most.")
        return
    for i, item in enumerate(value, 1):
        place = f"{where}[{i}]"
        if not isinstance(item, Mapping) or len(item) != 1:
            example = "{ first = true }" if what == "condition" else "{ keep = true }"
            yield Fault(place, f"{quoted(item)} must be a table with one key, as {example}.")
            continue
        name, argument = next(iter(item.items()))
        if name not in known:
            yield Fault(place, f"{quoted(name)} is not a known {what}; {suggest(name, known)}")
        else:
            yield place, name, argument


def check_conditions(where: str, value: Any) -> Iterator[Fault]:
    """The left half of a card."""
    names = []
    for found in _pairs(where, value, CONDITIONS, "condition"):
        if isinstance(found, Fault):
            yield found
            continue
        place, name, argument = found
        names.append(name)
        yield from _check_condition(f"{place}.{name}", name, argument)
    if names.count("with") > 1:
        yield Fault(where, "A card may have only one `with`.")


def _check_condition(where: str, name: str, argument: Any) -> Iterator[Fault]:
    if name in grammar.NUMBERS:
        yield from _whole(where, argument, 1, grammar.MOST)
    elif name in grammar.FILTERS:
        yield from _word(where, argument)
    elif name in grammar.AT_FIRST:
        yield from _whole(where, argument, 0, grammar.MOST)
    else:
        yield from _true(where, argument)


def check_effects(where: str, value: Any) -> Iterator[Fault]:
    """The right half of a card."""
    yield from _check_steps(where, value, grammar.OPS[grammar.CHOOSE :])


def _check_steps(where: str, value: Any, known: Sequence[str]) -> Iterator[Fault]:
    for found in _pairs(where, value, known, "effect"):
        if isinstance(found, Fault):
            yield found
        else:
            yield from _check_step(*found, known)


def _check_step(place: str, name: str, argument: Any, known: Sequence[str]) -> Iterator[Fault]:
    where = f"{place}.{name}"
    if name == "choose":
        yield from _check_choice(
            where, argument, [op for op in known if op not in ("choose", "if")]
        )
    elif name == "if":
        yield from _check_if(where, argument, [op for op in known if op != "if"])
    elif name == "calm":
        yield from _one_of(where, argument, ("self", "combo"))
    elif name in grammar.PRICES:
        yield from _word(where, argument)
    elif name in ("keep", "nothing"):
        yield from _true(where, argument)
    else:
        yield from _check_amount(where, name, argument)


def _check_choice(where: str, value: Any, known: Sequence[str]) -> Iterator[Fault]:
    if not isinstance(value, list) or len(value) not in OPTIONS:
        yield Fault(where, f"{quoted(value)} must be a list of two or three lists of steps.")
        return
    for i, option in enumerate(value, 1):
        if option == []:
            yield Fault(f"{where}[{i}]", "An option needs a step; { nothing = true } is one.")
        yield from _check_steps(f"{where}[{i}]", option, known)


def _check_if(where: str, value: Any, known: Sequence[str]) -> Iterator[Fault]:
    if not isinstance(value, Mapping) or "then" not in value:
        yield Fault(where, f"{quoted(value)} must be a table with a test, then and perhaps else.")
        return
    tests = [name for name in value if name not in BRANCHES]
    if len(tests) != 1:
        yield Fault(where, f"There must be one test beside then and else, not {len(tests)}.")
    for name in tests:
        place = f"{where}.{name}"
        if name not in grammar.TESTS:
            near = suggest(name, grammar.TESTS)
            yield Fault(place, f"{quoted(name)} is not a test; {near}")
        elif name == "with":
            yield from _word(place, value[name])
        elif name == "raging":
            yield from _true(place, value[name])
        else:
            yield from _whole(place, value[name], 0, grammar.MOST)
    for name in BRANCHES:
        yield from _check_steps(f"{where}.{name}", value.get(name, []), known)


def _check_amount(where: str, op: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, Mapping) or not value:
        yield Fault(where, f"{quoted(value)} must be a value such as {{ x = 1, k = 2 }}, X+2.")
        return
    for name in value:
        if name not in VALUES:
            near = suggest(name, VALUES)
            yield Fault(f"{where}.{name}", f"A value has no {quoted(name)}; {near}")
    yield from _whole(f"{where}.x", value.get("x", 0), 0, grammar.MOST)
    yield from _whole(f"{where}.k", value.get("k", 0), -grammar.MOST, grammar.MOST)
    yield from _check_times(f"{where}.times", op, value.get("times", 1))
    yield from _check_counted(where, value)


def _check_times(where: str, op: str, times: Any) -> Iterator[Fault]:
    if op in ("damage", "block"):
        if not (times == "all" and op == "block"):
            yield from _whole(where, times, 1, grammar.MOST)
    elif type(times) is not int or times != 1:
        yield Fault(where, "Only damage and block may be repeated; repeat the step instead.")


def _check_counted(where: str, value: Mapping[str, Any]) -> Iterator[Fault]:
    if "each" in value:
        yield from _word(f"{where}.each", value["each"])
    if "count" in value:
        yield from _one_of(f"{where}.count", value["count"], grammar.COUNTS)
    if "each" in value and "count" in value:
        yield Fault(where, "A value has `each` or `count`, not both.")
    if "by" in value:
        yield from _whole(f"{where}.by", value["by"], 1, grammar.MOST)
        if "each" not in value and "count" not in value:
            yield Fault(f"{where}.by", "`by` goes with `each` or `count`.")


def check_bonus(where: str, value: Any) -> Iterator[Fault]:
    """The reward for blocking an attack: constants alone, since there is no combo."""
    for found in _pairs(where, value, grammar.BONUSES, "reward"):
        if isinstance(found, Fault):
            yield found
            continue
        place, name, argument = found
        wrong = list(_check_amount(f"{place}.{name}", name, argument))
        yield from wrong
        if not wrong and not {"x", "each", "count"}.isdisjoint(k for k, v in argument.items() if v):
            yield Fault(f"{place}.{name}", "A reward has no X and counts nothing, only k.")


def check_exposes(where: str, value: Any) -> Iterator[Fault]:
    if value != "":
        yield from _word(where, value)


def check_power(where: str, value: Any) -> Iterator[Fault]:
    """The power of a master, a table that may be empty."""
    if not isinstance(value, Mapping):
        yield Fault(where, f"{quoted(value)} must be a table such as {{ attack_mod = 1 }}.")
        return
    for name, argument in value.items():
        place = f"{where}.{name}"
        if name not in grammar.POWERS:
            near = suggest(name, grammar.POWERS)
            yield Fault(place, f"{quoted(name)} is not a power; {near}")
        elif name == "heart_order":
            yield from _one_of(place, argument, ORDERS)
        elif grammar.POWERS[name] is str:
            yield from _word(place, argument)
        elif grammar.POWERS[name] is int:
            yield from _whole(place, argument, LEAST.get(name, 1), grammar.MOST)
        elif type(argument) is not bool:
            yield Fault(place, f"{quoted(argument)} must be true or false.")


# -- the whole set --------------------------------------------------------------------------------


def check_set(data: Data) -> Iterator[Fault]:
    """Faults between components."""
    yield from _check_keys(data)
    for hero in ("udo", "kai"):
        yield from _check_hero(data, hero)
    yield from _check_titles(data)
    yield from _check_words(data)
    yield from _check_attacks(data)
    yield from _check_masters(data)
    yield from _check_techniques(data)
    yield from _check_routes(data)
    yield from _check_ranks(data)


def _check_keys(data: Data) -> Iterator[Fault]:
    """Keys are the words of records, so each must be one word that nothing else is called."""
    for section in OPEN:
        for key, row in data[section].items():
            if not KEY.fullmatch(key):
                told = f"The key {quoted(key)} must be of small letters, digits and _."
                yield Fault(row.where, told)
    for key, row in ((key, row) for section in CARDS_IN for key, row in data[section].items()):
        if key in RESERVED or key.endswith(f"_{ENRAGED}"):
            told = f"The key {quoted(key)} has a meaning of its own in records; choose another."
            yield Fault(row.where, told)


def _check_hero(data: Data, hero: str) -> Iterator[Fault]:
    """MU-C1: ten starters."""
    cards = sum(data.column(hero, "copies"))
    if cards != IN_HAND:
        told = f"The copies add up to {cards} cards; {hero.title()} begins with {IN_HAND}."
        yield Fault(hero, told, columns=(f"{hero}.copies",))


def _check_titles(data: Data) -> Iterator[Fault]:
    for section in OPEN:
        for row in data[section].values():
            if not grammar.title_words(row["title"]):
                yield Fault(f"{row.where}.title", "A title needs a letter or a digit.")


def _card_titles(data: Data) -> list[str]:
    return [title for s in CARDS_IN for title in data.column(s, "title")]


def words_of(row: Row) -> Iterator[tuple[str, str]]:
    """Every word of a title that a component names, with its place."""
    for name in ("condition", "rage_condition", "effect", "rage_effect"):
        if name in row.values:
            yield from _words_in(f"{row.where}.{name}", row[name])
    for i, word in enumerate(row.values.get("loss", []), 1):
        yield f"{row.where}.loss[{i}]", word
    if row.values.get("exposes"):
        yield f"{row.where}.exposes", row["exposes"]
    for name, argument in row.values.get("power", {}).items():
        if grammar.POWERS[name] is str and name != "heart_order":
            yield f"{row.where}.power.{name}", argument


def _words_in(where: str, value: Any) -> Iterator[tuple[str, str]]:
    """Words of titles inside conditions and effects."""
    if isinstance(value, list):
        for i, each in enumerate(value, 1):
            yield from _words_in(f"{where}[{i}]", each)
    elif isinstance(value, Mapping):
        for name, each in value.items():
            if isinstance(each, str) and name in (*grammar.FILTERS, *grammar.PRICES, "each"):
                yield f"{where}.{name}", each
            else:
                yield from _words_in(f"{where}.{name}", each)


def _check_words(data: Data) -> Iterator[Fault]:
    """A word that is in no title of a card is misspelt."""
    titles = _card_titles(data)
    known = sorted({*titles, *(word for title in titles for word in title.split() if word != "-")})
    for section in OPEN:
        for row in data[section].values():
            for where, word in words_of(row):
                if not any(grammar.matches(title, word) for title in titles):
                    hint = suggest(word, known)
                    told = f"{quoted(word)} is in no title of a card; {hint}"
                    misspelt = hint.startswith("did")  # else it may be in a title that is faulty
                    yield Fault(where, told, columns=() if misspelt else TITLES)


def _check_attacks(data: Data) -> Iterator[Fault]:
    """At least one attack; and a warning where nothing could ever pay (MU-C2)."""
    if not data["attack"]:
        yield Fault("attack", "There must be an attack.", columns=("attack.title",))
    everything = _card_titles(data)
    for hero in ("udo", "kai"):
        titles = [row["title"] for row in data[hero].values() if row["copies"]]
        for row in data["attack"].values():
            for i, word in enumerate(row["loss"], 1):
                lost = not any(grammar.matches(title, word) for title in titles)
                if lost and any(grammar.matches(title, word) for title in everything):
                    told = f"No starter of {hero.title()} has {quoted(word)} in its title"
                    where = f"{row.where}.loss[{i}]"
                    yield Fault(where, f"{told}, so this hit can end the game.", warning=True)


def _check_masters(data: Data) -> Iterator[Fault]:
    if len(data["master"]) < ROAD:
        told = f"There must be {ROAD} masters or more, not {len(data['master'])}."
        yield Fault("master", told, columns=("master.title",))
    attacks = len(data["attack"])
    for row in data["master"].values():
        bodies = row["power"].get("bodies", 1)
        each = " each" if bodies > 1 else ""
        power = ("master.power",) if bodies > 1 else ()
        if len(row["hearts"]) * bodies > HEARTS:
            told = f"{bodies} x {len(row['hearts'])} hearts are too many; {HEARTS} are the most."
            yield Fault(f"{row.where}.hearts", told, columns=power)
        if row["swords"] * bodies > attacks:
            told = f"{row['swords']} swords{each} ask for more than the {attacks} attacks."
            yield Fault(f"{row.where}.swords", told, columns=(*power, "attack.title"))


def _check_techniques(data: Data) -> Iterator[Fault]:
    """Every master teaches one technique; the key of a technique begins with its master's."""
    masters = list(data["master"])
    taught: dict[str, list[str]] = {}
    for key, row in data["technique"].items():
        master = teacher(key, masters)
        taught.setdefault(master, []).append(key)
        if not master and row.is_own():
            told = f"The key must begin with that of a master; {suggest(key, masters)}"
            yield Fault(row.where, told, columns=("master.title",))
    for master in masters:
        found = taught.get(master, [])
        if not found:
            told = f"This master needs a technique, such as [technique.{master}_left_arm]."
            yield Fault(f"master.{master}", told, columns=("technique.title",))
        elif len(found) > 1:
            told = f"{master} teaches one technique, not {len(found)}: {', '.join(found)}."
            yield Fault(f"technique.{found[-1]}", told, columns=("master.title",))


def _check_routes(data: Data) -> Iterator[Fault]:
    """A route of a card file names its masters; ours do without those that were dropped."""
    masters = list(data["master"])
    for row in data["route"].values():
        if not row.is_own("masters"):
            continue
        named = row["masters"]
        for i, key in enumerate(named, 1):
            if key not in masters:
                told = f"There is no master {quoted(key)}; {suggest(key, masters)}"
                yield Fault(f"{row.where}.masters[{i}]", told, columns=("master.title",))
        if len(set(named)) < ROAD:
            told = f"A route needs {ROAD} different masters or more, not {len(set(named))}."
            yield Fault(f"{row.where}.masters", told)


def _check_ranks(data: Data) -> Iterator[Fault]:
    glory = data.column("rank", "glory")
    if glory != sorted(glory, reverse=True):
        told = "The glory for titles must go down from the first to the last."
        yield Fault("rank", told, columns=("rank.glory",))
    if glory[-1] != 0:
        yield Fault("rank.promising.glory", "The last title is for everybody: its glory is 0.")


# -- the format -----------------------------------------------------------------------------------

_title = partial(text, "Title", help="its words are what other cards look for")
_copies = partial(number, "Copies", 0, COPIES)


def _half(label: str, check: Check, words: Any, **more: Any) -> Field:
    told = "a list of tables with one word each, all of which must hold; [] for anywhere"
    if check is check_effects:
        told = (
            "a list of tables with one word each, carried out in order; v = { x = 1, k = 2 } is X+2"
        )
    return special(label, told, check, words, **more)


_condition = partial(_half, check=check_conditions, words=card_words.CONDITIONS)
_effect = partial(_half, check=check_effects, words=card_words.EFFECTS)
_word_field = special(
    "Word", 'words of a title such as "Left Arm", or "*" for any card', _word, kind="text"
)
_master_key = text("Master", help="the key of a master")

CARDS = CardFormat(
    sections={
        "udo": Section(
            title="Udo's starters",
            help="Ten cards in all; every kind up to three times.",
            open=True,
            most=STARTERS,
            fields={
                "title": _title(),
                "copies": _copies(default=1),
                "condition": _condition("Condition", default=[]),
                "effect": _effect("Effect"),
            },
        ),
        "kai": Section(
            title="Kai's starters",
            help="Ten cards in all, each with a calm and an ENRAGED side.",
            open=True,
            most=STARTERS,
            fields={
                "title": _title(),
                "copies": _copies(default=1),
                "condition": _condition("Calm condition", default=[]),
                "effect": _effect("Calm effect"),
                "rage_condition": _condition("ENRAGED condition", default=[]),
                "rage_effect": _effect("ENRAGED effect"),
            },
        ),
        "hero": Section(
            title="Kai's hero card",
            fields={"calm": text("Calm side"), "enraged": text("ENRAGED side")},
        ),
        "attack": Section(
            title="Attacks",
            help="Each is one card of the attack deck; two alike are two components.",
            open=True,
            most=ATTACKS,
            fields={
                "title": text("Title"),
                "value": number("Value", 0, grammar.MOST, help="what a block must reach"),
                "loss": list_of("Takes", _word_field, 0, LOSSES, help="paid in this order"),
                "exposes": special(
                    "Exposes",
                    'finishers that count one card longer: words of a title, "*", or "" for none',
                    check_exposes,
                    kind="text",
                    default="",
                ),
                "bonus": special(
                    "Reward for a block",
                    "a list of steps with constants; [] for none",
                    check_bonus,
                    card_words.BONUS,
                    default=[],
                ),
            },
        ),
        "master": Section(
            title="Masters",
            help="At least four; each needs a technique whose key begins with the master's.",
            open=True,
            most=MASTERS,
            fields={
                "title": text("Title"),
                "glory": number("Glory", 1, COINS, help="coins"),
                "swords": number("Swords", 1, ATTACKS, help="attacks a turn, of one body"),
                "hearts": list_of(
                    "Hearts", number("Heart", 1, grammar.MOST), 1, HEARTS, help="of one body"
                ),
                "power": special(
                    "Power",
                    "a table of words; {} for none",
                    check_power,
                    card_words.POWERS,
                    kind="table",
                    default={},
                ),
            },
        ),
        "technique": Section(
            title="Techniques",
            help="One for each master: technique.turtle_right_arm is taught by master.turtle.",
            open=True,
            most=2 * MASTERS,
            fields={
                "title": _title(),
                "condition": _condition("Condition", default=[]),
                "effect": _effect("Effect"),
            },
        ),
        "route": Section(
            title="Routes",
            help="Whom the switch `masters` lets you fight. Dropped masters are left out of ours.",
            fields={"masters": list_of("Masters", _master_key, ROAD, MASTERS)},
        ),
        "rank": Section(
            title="Titles for glory",
            fields={"glory": number("Glory", 0, RANK, help="the least for this title")},
        ),
    },
    check=check_set,
)
