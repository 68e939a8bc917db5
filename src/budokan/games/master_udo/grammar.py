"""The closed set of conditions, effects and powers: read from data, and written as card text.

The rules and the words on screen come from the same lists, so they cannot drift apart.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from budokan.kit.errors import Refusal, suggest

ANY = "*"
OPS = ("end", "skip", "choose", "damage", "block", "charge", "recover", "enrage", "calm", "keep")
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
ALL: Final = -1  # as `times`: once for every attack
SELF: Final = 0  # whom `calm` calms
COMBO: Final = 1
NUMBERS = ("pos_min", "pos_max", "size_min", "size_max")
FILTERS = ("on", "not_on", "with", "without")
FLAGS = ("first", "not_first", "last", "only_combo")
BONUSES = ("damage", "charge", "recover", "enrage")
POWERS = {
    "bodies": int,
    "max_combos": int,
    "damage_mod": int,
    "attack_mod": int,
    "hearts_per_turn": int,
    "heart_order": str,
    "extra_loss": str,
    "regenerate": bool,
}
TYPE_NAMES = {int: "a whole number", str: "a word", bool: "true or false"}
MOST = 99


@dataclass(frozen=True)
class Step:
    """One step of an effect: an operation on aX+b, some times; or options to choose from."""

    op: int
    x: int = 0
    k: int = 0
    times: int = 1
    options: tuple[tuple["Step", ...], ...] = ()


@lru_cache(maxsize=1024)
def title_words(title: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[a-z0-9]+", title.lower()))


@lru_cache(maxsize=4096)
def matches(title: str, word: str) -> bool:
    """Whether a title contains a word or words, whole and next to each other (MU-R15)."""
    if word == ANY:
        return True
    have, want = title_words(title), title_words(word)
    places = range(len(have) - len(want) + 1)
    return bool(want) and any(have[i : i + len(want)] == want for i in places)


# -- reading ------------------------------------------------------------------------------------


def conditions(where: str, value: Any) -> list[tuple[str, Any]]:
    """The conditions of a card face; a list of tables with one key each."""
    found = []
    for name, argument in _pairs(where, value):
        if name in NUMBERS:
            number(f"{where}.{name}", argument, 1, MOST)
        elif name in FILTERS:
            word_of_a_title(f"{where}.{name}", argument)
        elif name in FLAGS:
            if argument is not True:
                raise Refusal(f"{where}.{name} = {argument!r} must be true, or be left out.")
        else:
            known = (*NUMBERS, *FILTERS, *FLAGS)
            raise Refusal(f"{where}: {name!r} is not a condition; {suggest(name, known)}")
        found.append((name, argument))
    if [name for name, _ in found].count("with") > 1:
        raise Refusal(f"{where}: a card may have only one `with`.")
    return found


def effects(where: str, value: Any) -> tuple[Step, ...]:
    """The steps of an effect."""
    pairs = _pairs(where, value)
    return tuple(_step(f"{where}.{name}", name, argument) for name, argument in pairs)


def bonus(where: str, value: Any) -> tuple[Step, ...]:
    """The bonus for blocking an attack: plain steps with constants."""
    steps = effects(where, value)
    for step in steps:
        if OPS[step.op] not in BONUSES or step.x:
            raise Refusal(f"{where} may only hold {', '.join(BONUSES)}, each without X.")
    return steps


def power(where: str, value: Any) -> dict[str, Any]:
    """The power of a master."""
    if not isinstance(value, Mapping):
        raise Refusal(f"{where} must be a table.")
    for name, argument in value.items():
        if name not in POWERS:
            raise Refusal(f"{where}: {name!r} is not a power; {suggest(name, POWERS)}")
        if type(argument) is not POWERS[name]:
            raise Refusal(f"{where}.{name} = {argument!r} must be {TYPE_NAMES[POWERS[name]]}.")
    if value.get("heart_order", "low") not in ("low", "high"):
        raise Refusal(f"{where}.heart_order must be low or high.")
    for name, least in (("bodies", 1), ("max_combos", 0), ("hearts_per_turn", 1)):
        number(f"{where}.{name}", value.get(name, least), least, MOST)
    for name in ("damage_mod", "attack_mod"):
        number(f"{where}.{name}", value.get(name, 0), -MOST, MOST)
    word_of_a_title(f"{where}.extra_loss", value.get("extra_loss", ANY))
    return dict(value)


def _pairs(where: str, value: Any) -> list[tuple[str, Any]]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise Refusal(f"{where} must be a list.")
    for item in value:
        if not isinstance(item, Mapping) or len(item) != 1:
            raise Refusal(f"{where}: {item!r} must be a table with one key.")
    return [next(iter(item.items())) for item in value]


def _step(where: str, name: str, argument: Any) -> Step:
    if name == "choose":
        if not isinstance(argument, Sequence) or not 2 <= len(argument) <= 3:
            raise Refusal(f"{where} must be a list of two or three options.")
        options = tuple(effects(where, option) for option in argument)
        if any(step.op == CHOOSE for option in options for step in option):
            raise Refusal(f"{where}: an option cannot contain another choice.")
        if not all(options):
            raise Refusal(f"{where}: every option needs at least one step.")
        return Step(CHOOSE, options=options)
    if name == "calm":
        if argument not in ("self", "combo"):
            raise Refusal(f"{where} = {argument!r} must be self or combo.")
        return Step(CALM, k=COMBO if argument == "combo" else SELF)
    if name == "keep":
        if argument is not True:
            raise Refusal(f"{where} = {argument!r} must be true, or be left out.")
        return Step(KEEP)
    if name not in OPS[DAMAGE:CALM]:
        raise Refusal(f"{where} is not an effect; {suggest(name, OPS[CHOOSE:])}")
    return _amount(where, OPS.index(name), argument)


def _amount(where: str, op: int, argument: Any) -> Step:
    if not isinstance(argument, Mapping) or not {"x", "k"} <= set(argument) <= {"x", "k", "times"}:
        raise Refusal(f"{where} must be of the form {{ x = 1, k = 2 }}, perhaps with `times`.")
    times = argument.get("times", 1)
    if times == "all" and op == BLOCK:
        times = ALL
    elif op in (DAMAGE, BLOCK):
        number(f"{where}.times", times, 1, MOST)
    elif times != 1:
        raise Refusal(f"{where}: only damage and block may be repeated.")
    number(f"{where}.x", argument["x"], 0, MOST)
    number(f"{where}.k", argument["k"], -MOST, MOST)
    return Step(op, argument["x"], argument["k"], times)


def number(where: str, value: Any, low: int, high: int) -> None:
    """Refuse anything but a whole number within limits."""
    if type(value) is not int or not low <= value <= high:
        raise Refusal(f"{where} = {value!r} must be a whole number from {low} to {high}.")


def word_of_a_title(where: str, value: Any) -> None:
    """Refuse anything that no title can contain."""
    if not isinstance(value, str) or not (value == ANY or title_words(value)):
        raise Refusal(f"{where} = {value!r} must be a word of a title, or *.")


# -- judging one card, for the screen -----------------------------------------------------------


def holds(name: str, argument: Any, place: int, titles: Sequence[str], combos: int) -> bool:
    """Whether a condition of the card at a place (from 0) holds in a combo as it lies."""
    others = [title for i, title in enumerate(titles) if i != place]
    below = titles[place - 1] if place else ""
    judged: dict[str, Callable[[], bool]] = {
        "first": lambda: place == 0,
        "not_first": lambda: place > 0,
        "last": lambda: place == len(titles) - 1,
        "pos_max": lambda: bool(place < argument),
        "pos_min": lambda: bool(place + 1 >= argument),
        "on": lambda: place > 0 and matches(below, argument),
        "not_on": lambda: place == 0 or not matches(below, argument),
        "size_max": lambda: bool(len(titles) <= argument),
        "size_min": lambda: bool(len(titles) >= argument),
        "with": lambda: any(matches(title, argument) for title in others),
        "without": lambda: not any(matches(title, argument) for title in others),
        "only_combo": lambda: combos == 1,
    }
    return judged[name]()


# -- writing ------------------------------------------------------------------------------------

CONDITION_TEXT = {
    "first": "first card only",
    "not_first": "never the first card",
    "last": "finisher only",
    "pos_max": "among the first {}",
    "pos_min": "card {} or later",
    "on": "directly on {}",
    "not_on": "not directly on {}",
    "size_max": "at most {} cards",
    "size_min": "at least {} cards",
    "with": "with another {}",
    "without": "without another {}",
    "only_combo": "your only combo this turn",
}
TIMES = {1: "", 2: " twice", ALL: " against every attack"}


def card_name(word: str) -> str:
    """A filter in words, with its article."""
    if word == ANY:
        return "any card"
    return f"{'an' if word[0] in 'AEIOU' else 'a'} {word} card"


def condition_text(name: str, argument: Any) -> str:
    """One condition in words."""
    said = argument
    if name in ("on", "not_on"):
        said = card_name(argument)
    elif name in FILTERS:
        said = "card" if argument == ANY else f"{argument} card"
    return CONDITION_TEXT[name].format(said)


def conditions_text(found: Sequence[tuple[str, Any]]) -> str:
    return ", ".join(condition_text(name, argument) for name, argument in found) or "anywhere"


def value_text(x: int, k: int) -> str:
    """aX+b as it is printed."""
    if not x:
        return str(max(0, k))
    return ("X" if x == 1 else f"{x}X") + (f"{k:+d}" if k else "")


def step_text(step: Step, kai: bool = False) -> str:
    """One step of an effect in words; for Kai, Charge reads ENRAGE (MU-R19)."""
    if step.op == CHOOSE:
        return " or ".join(steps_text(option, kai) for option in step.options)
    if step.op == CALM:
        return "calm this card" if step.k == SELF else "calm the combo"
    if step.op == KEEP:
        return "back to hand"
    name = "ENRAGE" if step.op == ENRAGE or (kai and step.op == CHARGE) else OPS[step.op].title()
    times = TIMES.get(step.times, f" {step.times} times")
    return f"{name} {value_text(step.x, step.k)}{times}"


def steps_text(steps: Sequence[Step], kai: bool = False) -> str:
    return ", then ".join(step_text(step, kai) for step in steps) or "nothing"


def loss_text(words: Sequence[str]) -> str:
    """The loss from an attack, in words."""
    return " and ".join("any card" if word == ANY else word for word in words) or "nothing"


def exposure_text(word: str) -> str:
    return f"{'every finisher' if word == ANY else f'{word} finishers'} +1" if word else ""


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
    }
    return "; ".join(said[name](argument) for name, argument in value.items() if argument)
