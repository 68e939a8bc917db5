"""The closed set of qualifiers, filters and operations: read from data, and written as card text.

The rules and the words on screen come from the same data, so they cannot drift apart.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from budokan.games.kenpo_masters.rules.state import DECK
from budokan.kit.data import Data, Row
from budokan.kit.errors import Refusal, suggest

QUALIFIERS = (
    "Hard",
    "Fast",
    "Spinning",
    "Rushing",
    "High",
    "Block",
    "Punch",
    "Kick",
    "Movement",
    "Effect",
)
MOVES = ("forward", "back", "left", "right", "stay")
DIRECTIONS = ("f", "fl", "fr", "l", "r")
MIRROR_MOVES = (0, 1, 3, 2, 4)
MIRROR_DIRECTIONS = (0, 2, 1, 4, 3)
LARGEST = 9  # an arrow, a modifier or an amount
MOST_TEXTS = 3  # keeps every part of a sum within the domain `signed` of setup.py
FILTER = ("all", "any", "none")
# The text operations by the sort of card that may have them, each with its parameters.
TEXTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "attack": {
        "double_if_under_blocked": ("filter",),
        "bonus_if_on": ("filter", "amount"),
        "defender_must_move": (),
        "break_if_opponent_advanced": (),
    },
    "defence": {
        "prevent_bonus_vs": ("filter", "amount"),
        "counter_damage": ("amount",),
    },
    "movement": {"second_movement": ()},
    "effect": {"next_attack_bonus": ("table",), "mirror_following": ()},
}
NOUNS = ("Block", "Punch", "Kick")
UNMARKED = ("name", "kind", "count", "intent")  # designed values that earn no mark


def sort_of(row: Row) -> str:
    """attack, defence, movement or effect."""
    if "hit_f" in row.values:
        return "attack"
    if "stop_f" in row.values:
        return "defence"
    return "movement" if any(move in row.values for move in MOVES) else "effect"


def qualifiers(row: Row) -> list[str]:
    """All qualifiers of a card, in the order of KM-18."""
    found = {*row.values.get("qualifiers", ()), *row.values.get("added", ())}
    return [name for name in QUALIFIERS if name in found]


def matches(wanted: Mapping[str, Sequence[str]], row: Row) -> bool:
    """Whether a card passes a filter; an empty one lets every card pass."""
    have = qualifiers(row)
    some = wanted.get("any")
    return (
        all(name in have for name in wanted.get("all", ()))
        and (not some or any(name in have for name in some))
        and not any(name in have for name in wanted.get("none", ()))
    )


def link(beneath: Row, card: Row) -> bool:
    """Whether a card may be comboed on another (KM-41, KM-43)."""
    if card["never_on"]:
        return False
    return any(matches(f, beneath) for f in card["on"]) or any(
        matches(f, card) for f in beneath["allows"]
    )


# -- checks -----------------------------------------------------------------------------------


def check(data: Data) -> None:
    """Refuse values that the rules cannot handle."""
    rows = data["card"]
    total = sum(row["count"] for row in rows.values())
    if total != DECK:
        raise Refusal(f"The counts of all cards add up to {total}; a deck has {DECK} (KM-02).")
    for key, row in rows.items():
        where = f"card.{key}"
        if row["kind"] != ("effect" if sort_of(row) == "effect" else "action"):
            raise Refusal(f"{where}.kind cannot be {row['kind']!r}.")
        _check_numbers(where, row)
        _check_added(f"{where}.added", row.values.get("added", []))
        for field in ("on", "allows"):
            for wanted in row[field]:
                _check_filter(f"{where}.{field}", wanted)
        if len(row["text"]) > MOST_TEXTS:
            raise Refusal(f"{where}.text has more than {MOST_TEXTS} entries.")
        for text in row["text"]:
            _check_text(f"{where}.text", text, sort_of(row))


def _check_added(where: str, names: Any) -> None:
    _check_names(where, names)
    if "Effect" in names:
        raise Refusal(f"{where}: an Action card cannot be an Effect (KM-16).")
    if "Movement" in names:
        raise Refusal(f"{where}: only Fast Footwork has Movement (KM-15).")


def _check_numbers(where: str, row: Row) -> None:
    if row["count"] < 0:
        raise Refusal(f"{where}.count = {row['count']} must not be negative.")
    for field, value in row.values.items():
        arrow = field.startswith(("hit_", "stop_"))
        least = 0 if arrow else -LARGEST
        if (arrow or field in MOVES) and not least <= value <= LARGEST:
            raise Refusal(f"{where}.{field} = {value} must lie from {least} to {LARGEST}.")


def _check_names(where: str, names: Any) -> None:
    if not isinstance(names, list):
        raise Refusal(f"{where} must be a list of qualifiers.")
    for name in names:
        if name not in QUALIFIERS:
            raise Refusal(f"{where}: {name!r} is not a qualifier; {_near(name)}")


def _near(name: Any) -> str:
    return suggest(str(name), QUALIFIERS)


def _check_filter(where: str, wanted: Any) -> None:
    if not isinstance(wanted, Mapping):
        raise Refusal(f"{where} must be a list of filters such as {{ all = ['Kick'] }}.")
    for part, names in wanted.items():
        if part not in FILTER:
            raise Refusal(f"{where}: a filter has no {part!r}; {suggest(str(part), FILTER)}")
        _check_names(f"{where}.{part}", names)


def _check_text(where: str, text: Any, sort: str) -> None:
    known = TEXTS[sort]
    op = str(text.get("op") if isinstance(text, Mapping) else text)
    if op not in known:
        raise Refusal(f"{where}: {op!r} is not for a card of this sort; {suggest(op, known)}")
    if set(text) != {"op", *known[op]}:
        needs = " and ".join(known[op]) or "nothing else"
        raise Refusal(f"{where}: {op} takes {needs}.")
    for part in known[op]:
        if part == "table":
            _check_lines(where, text[part])
        else:
            _check_part(where, part, text[part])


def _check_lines(where: str, lines: Any) -> None:
    """A table of filters, each with its amount."""
    parts = {"filter", "amount"}
    if not isinstance(lines, list) or any(
        not isinstance(line, Mapping) or set(line) != parts for line in lines
    ):
        raise Refusal(f"{where}: table must be a list of filter and amount.")
    for line in lines:
        for part in parts:
            _check_part(where, part, line[part])


def _check_part(where: str, part: str, value: Any) -> None:
    if part == "filter":
        _check_filter(where, value)
    elif type(value) is not int or not 0 <= value <= LARGEST:
        raise Refusal(f"{where}: amount = {value!r} must lie from 0 to {LARGEST}.")


# -- the words on a card -------------------------------------------------------------------


def card_text(row: Row) -> str:
    """The combo text and the operations of a card, in short sentences."""
    said = []
    if row["never_on"]:
        said.append("Opens a turn, never on another card.")
    if row["on"]:
        said.append(f"On {_either(row['on'])}.")
    if row["allows"]:
        told = _either(row["allows"])
        said.append(f"{told[0].upper()}{told[1:]} may follow.")
    return " ".join([*said, *(_operation(text) for text in row["text"])])


def is_designed(row: Row) -> bool:
    """Whether a value that counts in play is our design."""
    empty: tuple[Any, ...] = ([], False)
    counting = [f for f, value in row.values.items() if value not in empty and f not in UNMARKED]
    return bool(counting) and row.is_designed(*counting)


def moves_text(row: Row, mirrored: bool = False) -> str:
    """The movements with their modifiers: F+1 B L R S."""
    order = MIRROR_MOVES if mirrored else range(len(MOVES))
    printed = [MOVES[i] for i in order]
    pairs = zip("FBLRS", printed, strict=True)
    shown = [(letter, row[move]) for letter, move in pairs if move in row.values]
    return " ".join(letter + (f"{n:+d}" if n else "") for letter, n in shown)


def goes_text(row: Row, mirrored: bool = False) -> str:
    """The movements as the rest of a sentence: 'goes forward, left +1 or stays'."""
    names = dict(zip("FBLR", ("forward", "back", "left", "right"), strict=True))
    shown = moves_text(row, mirrored).split()
    ways = [f"{names[way[0]]} {way[1:]}".strip() for way in shown if way[0] in names]
    said = [f"goes {', '.join(ways)}"] if ways else []
    said += [f"stays {way[1:]}".strip() for way in shown if way[0] == "S"]
    return " or ".join(said)


def arrows_text(row: Row) -> str:
    """The arrows with their points: F1 FL1 FR1; of a defence card what they prevent."""
    start = "stop_" if sort_of(row) == "defence" else "hit_"
    points = [(d.upper(), row.values.get(start + d, 0)) for d in DIRECTIONS]
    said = " ".join(f"{d}{n}" for d, n in points if n)
    return f"prevents {said}" if start == "stop_" else said


def _either(filters: Sequence[Mapping[str, Sequence[str]]]) -> str:
    return " or ".join(_filter(wanted) for wanted in filters)


def _filter(wanted: Mapping[str, Sequence[str]]) -> str:
    """A filter in words: 'a Fast Punch', 'a Kick, not High', 'any card'."""
    named = [*wanted.get("all", ())]
    some = " or ".join(wanted.get("any", ()))
    without = "".join(f", not {name}" for name in wanted.get("none", ()))
    if not named and not some:
        return "any card" + without
    words = " ".join([*named, some] if some else named)
    noun = "" if any(name in NOUNS for name in named) else " card"
    return f"a {words}{noun}{without}"


def _operation(text: Mapping[str, Any]) -> str:
    op = text["op"]
    if op == "next_attack_bonus":
        lines = (f"{_bare(line['filter'])} +{line['amount']}" for line in text["table"])
        return f"Next attack: {', '.join(lines)}."
    forms = {
        "double_if_under_blocked": "Doubled if {filter} beneath is blocked.",
        "bonus_if_on": "+{amount} on {filter}.",
        "prevent_bonus_vs": "+{amount} against {filter}.",
        "counter_damage": "Deals {amount} to whom it blocks.",
        "defender_must_move": "Who stands still cannot block it.",
        "break_if_opponent_advanced": "As first card after an advance: Break.",
        "second_movement": "The next card moves again.",
        "mirror_following": "Mirrors left and right of what follows.",
    }
    wanted = _filter(text["filter"]) if "filter" in text else ""
    return forms[op].format(filter=wanted, amount=text.get("amount", 0))


def _bare(wanted: Mapping[str, Sequence[str]]) -> str:
    return _filter(wanted).removeprefix("a ") if wanted else "other"
