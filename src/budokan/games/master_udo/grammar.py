"""The closed set of conditions, effects and powers: read from data, and written as card text.

The rules and the words on screen come from the same lists, so they cannot drift apart. What may
stand in the data is said in card_format.py; here it is sound.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

ANY = "*"
OPS = (
    "end", "skip", "choose", "damage", "block", "charge", "recover", "enrage", "calm", "keep",
    "lengthen", "discard", "exhaust", "if", "nothing",
)  # fmt: skip
END: Final = 0
SKIP: Final = 1
CHOOSE: Final = 2
DAMAGE: Final = 3
BLOCK: Final = 4
CHARGE: Final = 5
RECOVER: Final = 6
ENRAGE: Final = 7
CALM: Final = 8
KEEP: Final = 9
LENGTHEN: Final = 10
DISCARD: Final = 11
EXHAUST: Final = 12
IF: Final = 13
NOTHING: Final = 14
ALL: Final = -1  # as `times`: once for every attack
SELF: Final = 0  # whom `calm` calms
COMBO: Final = 1
COUNTERS = (
    "", "charge", "hand", "discard", "exhausted", "attacks", "hearts", "masters", "turn", "raging",
    "blocked", "covered", "cards", "combos", "each",
)  # fmt: skip
CHARGED: Final = 1
HAND: Final = 2
DISCARDED: Final = 3
EXHAUSTED: Final = 4
ATTACKS: Final = 5
HEARTS: Final = 6
MASTERS: Final = 7
TURN: Final = 8
RAGING: Final = 9
BLOCKED: Final = 10
COVERED: Final = 11
CARDS: Final = 12
COMBOS: Final = 13
EACH: Final = 14
MOST = 99  # the highest number on a card

AMOUNTS = ("damage", "block", "charge", "recover", "enrage", "lengthen")
PRICES = ("discard", "exhaust")
BONUSES = ("damage", "charge", "recover", "enrage", "lengthen")
NUMBERS = ("pos", "pos_min", "pos_max", "size", "size_min", "size_max")
FILTERS = ("on", "not_on", "under", "with", "without")
FLAGS = ("first", "not_first", "last", "not_last", "only_combo")
# What a condition may ask of the table: nothing of it changes while combos are laid.
AT_FIRST = tuple(
    f"{name}_{end}"
    for name in ("charge", "hand", "discard", "exhausted", "attacks", "hearts", "masters", "turn")
    for end in ("min", "max")
)
# What only an effect can ask, when it is carried out.
LATER = tuple(
    f"{name}_{end}" for name in ("blocked", "covered", "cards", "combos") for end in ("min", "max")
)
TESTS = (*AT_FIRST, *LATER, "raging", "with")
COUNTS = tuple(name for name in COUNTERS[1:EACH] if name != "raging")
POWERS = {
    "bodies": int,
    "max_combos": int,
    "damage_mod": int,
    "attack_mod": int,
    "hearts_per_turn": int,
    "heart_order": str,
    "extra_loss": str,
    "regenerate": bool,
    "regrow": int,
    "immune": str,
    "weak": str,
    "swift": bool,
    "hidden": int,
    "drain": int,
}


@dataclass(frozen=True)
class Step:
    """One step of an effect: an operation on aX+b, some times; or options to choose from.

    `by` is added for each thing that `counter` counts, perhaps cards with a `word`. An `if` asks
    whether the counter is from x to k; its options are what is done then, and otherwise.
    """

    op: int
    x: int = 0
    k: int = 0
    times: int = 1
    options: tuple[tuple["Step", ...], ...] = ()
    counter: int = 0
    word: str = ""
    by: int = 0


@lru_cache(maxsize=1024)
def title_words(title: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+", title.lower()))


@lru_cache(maxsize=4096)
def matches(title: str, word: str) -> bool:
    """Whether a title contains a word or words, whole and next to each other (MU-R15)."""
    if word == ANY:
        return True
    have, want = title_words(title), title_words(word)
    places = range(len(have) - len(want) + 1)
    return bool(want) and any(have[i : i + len(want)] == want for i in places)


# -- reading ------------------------------------------------------------------------------------


def conditions(value: Sequence[Mapping[str, Any]]) -> list[tuple[str, Any]]:
    """The conditions of a card face; a list of tables with one key each."""
    return [next(iter(item.items())) for item in value]


def effects(value: Sequence[Mapping[str, Any]]) -> tuple[Step, ...]:
    """The steps of an effect, or of the bonus for blocking an attack."""
    return tuple(_step(*next(iter(item.items()))) for item in value)


def _step(name: str, argument: Any) -> Step:
    op = OPS.index(name)
    if op == CHOOSE:
        return Step(CHOOSE, options=tuple(effects(option) for option in argument))
    if op == IF:
        counter, word, low, high = test(argument)
        branches = (effects(argument["then"]), effects(argument.get("else", [])))
        return Step(IF, low, high, options=branches, counter=counter, word=word)
    if op == CALM:
        return Step(CALM, k=COMBO if argument == "combo" else SELF)
    if name in PRICES:
        return Step(op, word=argument)
    return _amount(op, argument) if name in AMOUNTS else Step(op)


def _amount(op: int, argument: Mapping[str, Any]) -> Step:
    times = argument.get("times", 1)
    counter = EACH if "each" in argument else COUNTERS.index(argument.get("count", ""))
    return Step(
        op,
        argument.get("x", 0),
        argument.get("k", 0),
        ALL if times == "all" else times,
        counter=counter,
        word=argument.get("each", ""),
        by=argument.get("by", 1) if counter else 0,
    )


def test(argument: Mapping[str, Any]) -> tuple[int, str, int, int]:
    """What an `if` asks: a counter, a word it may look for, and its limits."""
    name, value = next((n, v) for n, v in argument.items() if n in TESTS)
    if name == "with":
        return EACH, value, 1, MOST
    if name == "raging":
        return RAGING, "", 1, 1
    return (*limits(name, value)[:1], "", *limits(name, value)[1:])


def limits(name: str, value: int) -> tuple[int, int, int]:
    """The counter that a test such as charge_min looks at, and its limits."""
    if name == "raging":
        return RAGING, 1, 1
    counter, _, end = name.rpartition("_")
    low, high = (value, 10**9) if end == "min" else (0, value)
    return COUNTERS.index(counter), low, high


# -- judging one card, for the screen -----------------------------------------------------------


def holds(
    name: str,
    argument: Any,
    place: int,
    titles: Sequence[str],
    combos: int,
    counted: Callable[[int], int],
) -> bool:
    """Whether a condition of the card at a place (from 0) holds in a combo as it lies.

    `counted` tells a counter of the table in Step 2.
    """
    if name == "raging" or name in AT_FIRST:
        counter, low, high = limits(name, argument)
        return low <= counted(counter) <= high
    others = [title for i, title in enumerate(titles) if i != place]
    below = titles[place - 1] if place else ""
    above = titles[place + 1] if place + 1 < len(titles) else ""
    judged: dict[str, Callable[[], bool]] = {
        "first": lambda: place == 0,
        "not_first": lambda: place > 0,
        "last": lambda: place == len(titles) - 1,
        "not_last": lambda: place < len(titles) - 1,
        "pos": lambda: bool(place + 1 == argument),
        "pos_max": lambda: bool(place < argument),
        "pos_min": lambda: bool(place + 1 >= argument),
        "on": lambda: place > 0 and matches(below, argument),
        "not_on": lambda: place == 0 or not matches(below, argument),
        "under": lambda: bool(above) and matches(above, argument),
        "size": lambda: bool(len(titles) == argument),
        "size_max": lambda: bool(len(titles) <= argument),
        "size_min": lambda: bool(len(titles) >= argument),
        "with": lambda: any(matches(title, argument) for title in others),
        "without": lambda: not any(matches(title, argument) for title in others),
        "only_combo": lambda: combos == 1,
    }
    return judged[name]()


def can_still_hold(name: str, argument: Any, place: int, size: int) -> bool:
    """Whether cards still to come can meet a condition that does not hold yet."""
    if name in ("not_last", "under"):
        return place == size - 1
    return name in ("size_min", "with") or (name == "size" and size < argument)


# -- writing ------------------------------------------------------------------------------------

CONDITION_TEXT = {
    "first": "first card only",
    "not_first": "never the first card",
    "last": "finisher only",
    "not_last": "never the finisher",
    "pos": "card {} only",
    "pos_max": "among the first {}",
    "pos_min": "card {} or later",
    "on": "directly on {}",
    "not_on": "not directly on {}",
    "under": "directly under {}",
    "size": "exactly {} cards",
    "size_max": "at most {} cards",
    "size_min": "at least {} cards",
    "with": "with another {}",
    "without": "without another {}",
    "only_combo": "your only combo this turn",
    "raging": "only while Kai is ENRAGED",
}
# What is counted: one, and several.
COUNTER_TEXT = {
    "charge": ("Charge", "Charge"),
    "hand": ("card in hand", "cards in hand"),
    "discard": ("discarded card", "discarded cards"),
    "exhausted": ("exhausted card", "exhausted cards"),
    "attacks": ("attack that stands", "attacks that stand"),
    "hearts": ("uncovered heart", "uncovered hearts"),
    "masters": ("master beaten", "masters beaten"),
    "turn": ("turn of this fight", "turns of this fight"),
    "blocked": ("attack blocked this turn", "attacks blocked this turn"),
    "covered": ("heart covered this turn", "hearts covered this turn"),
    "cards": ("card of the combo", "cards in the combo"),
    "combos": ("combo of this turn", "combos this turn"),
}
TIMES = {1: "", 2: " twice", ALL: " against every attack"}


def card_name(word: str) -> str:
    """A filter in words, with its article."""
    if word == ANY:
        return "any card"
    return f"{'an' if word[0] in 'AEIOU' else 'a'} {word} card"


def condition_text(name: str, argument: Any) -> str:
    """One condition in words."""
    if name in AT_FIRST:
        return f"with {limit_text(*limits(name, argument))}"
    said = argument
    if name in ("on", "not_on", "under"):
        said = card_name(argument)
    elif name in FILTERS:
        said = "card" if argument == ANY else f"{argument} card"
    return CONDITION_TEXT[name].format(said)


def limit_text(counter: int, low: int, high: int) -> str:
    """A counter with its least or its most."""
    n, bound = (low, "at least") if high > MOST else (high, "at most")
    one, several = COUNTER_TEXT[COUNTERS[counter]]
    return f"{bound} {n} {one if n == 1 else several}"


def conditions_text(found: Sequence[tuple[str, Any]]) -> str:
    return ", ".join(condition_text(name, argument) for name, argument in found) or "anywhere"


def value_text(x: int, k: int) -> str:
    """aX+b as it is printed."""
    if not x:
        return str(max(0, k))
    return ("X" if x == 1 else f"{x}X") + (f"{k:+d}" if k else "")


def amount_text(step: Step) -> str:
    """The value of a step as it is printed, with what it counts."""
    if not step.counter:
        return value_text(step.x, step.k)
    thing = f"{'' if step.word == ANY else f'{step.word} '}card of the combo"
    if step.counter != EACH:
        thing = COUNTER_TEXT[COUNTERS[step.counter]][0]
    if not step.x and not step.k:
        return f"{step.by} for each {thing}"
    return f"{value_text(step.x, step.k)} and {step.by} more for each {thing}"


def step_text(step: Step, kai: bool = False) -> str:
    """One step of an effect in words; for Kai, Charge reads ENRAGE (MU-R19)."""
    if step.op == CHOOSE:
        return " or ".join(steps_text(option, kai) for option in step.options)
    if step.op == IF:
        return _if_text(step, kai)
    if step.op == CALM:
        return "calm this card" if step.k == SELF else "calm the combo"
    if step.op in (DISCARD, EXHAUST):
        return _price_text(step)
    if step.op == LENGTHEN:
        return f"next combo +{amount_text(step)}"
    if step.op in (KEEP, NOTHING):
        return "back to hand" if step.op == KEEP else "nothing"
    name = "ENRAGE" if step.op == ENRAGE or (kai and step.op == CHARGE) else OPS[step.op].title()
    times = TIMES.get(step.times, f" {step.times} times")
    if step.counter:
        return f"{name}{times} {amount_text(step)}"
    return f"{name} {amount_text(step)}{times}"


def _if_text(step: Step, kai: bool) -> str:
    then, other = step.options
    said = f"if {test_text(step)}: {steps_text(then, kai)}"
    return f"{said}; if not: {steps_text(other, kai)}" if other else said


def test_text(step: Step) -> str:
    """What an `if` asks, in words."""
    if step.counter == EACH:
        return f"the combo has {card_name(step.word)}"
    if step.counter == RAGING:
        return "Kai is ENRAGED"
    return limit_text(step.counter, step.x, step.k)


def _price_text(step: Step) -> str:
    card = "a card" if step.word == ANY else card_name(step.word)
    if step.op == DISCARD:
        return f"discard {card} from hand"
    return f"exhaust {card} from the discard pile"


def steps_text(steps: Sequence[Step], kai: bool = False) -> str:
    return ", then ".join(step_text(step, kai) for step in steps) or "nothing"


def loss_text(words: Sequence[str]) -> str:
    """The loss from an attack, in words."""
    return " and ".join("any card" if word == ANY else word for word in words) or "nothing"


def finishers(word: str) -> str:
    return "every finisher" if word == ANY else f"{word} finishers"


def exposure_text(word: str) -> str:
    return f"{finishers(word)} +1" if word else ""


def power_text(value: Mapping[str, Any]) -> str:
    """The power of a master in words."""
    said: dict[str, Callable[[Any], str]] = {
        "bodies": lambda n: f"{n} bodies fight at once",
        "max_combos": lambda n: f"at most {n} combos a turn",
        "damage_mod": lambda n: f"your damage {n:+d}",
        "attack_mod": lambda n: f"block values {n:+d}",
        "hearts_per_turn": lambda n: f"at most {n} heart{'s' * (n != 1)} a turn",
        "heart_order": lambda word: f"the {word}est heart first",
        "extra_loss": lambda word: f"every hit also takes {card_name(word)}",
        "regenerate": lambda _: "a turn without a heart covered frees the lowest",
        "regrow": lambda n: f"every turn frees {'the lowest heart' if n == 1 else f'{n} hearts'}",
        "immune": lambda word: f"no damage from {finishers(word)}",
        "weak": lambda word: f"{finishers(word)} +1",
        "swift": lambda _: "its attacks hit before your combos act",
        "hidden": lambda n: f"{n} attack{'s' * (n != 1)} shown only when your combos lie",
        "drain": lambda n: f"takes {n} Charge every turn",
    }
    told = "; ".join(said[name](argument) for name, argument in value.items() if argument)
    return told or "no power"


# -- rows: how the rules hold an effect -----------------------------------------------------------


def rows_of(steps: Sequence[Step]) -> int:
    """How many rows steps take: a choice and an `if` have headings of their own."""
    return sum(
        1 + sum(1 + rows_of(option) for option in step.options)
        if step.op == CHOOSE
        else 2 + sum(rows_of(option) for option in step.options)
        if step.op == IF
        else 1
        for step in steps
    )


def choice_at(steps: Sequence[Step], row: int) -> Step | None:
    """The choice whose heading is a row of these steps."""
    at = 0
    for step in steps:
        if step.op == CHOOSE and at == row:
            return step
        if step.op == IF:
            then, other = step.options
            for branch, first in ((then, at + 1), (other, at + 2 + rows_of(then))):
                if found := choice_at(branch, row - first):
                    return found
        at += rows_of((step,))
    return None
