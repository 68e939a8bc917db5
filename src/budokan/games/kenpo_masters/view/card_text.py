"""What stands on a card of Kenpo Masters, worded from the data the rules use."""

from collections.abc import Mapping, Sequence
from typing import Any

from budokan.games.kenpo_masters import cards
from budokan.kit.data import Row

NOUNS = ("Block", "Punch", "Kick")
ALWAYS = ("name", "kind", "count", "intent")  # a card is not called reconstructed for these


def text(row: Row) -> str:
    """Combo text and operations, in short sentences."""
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
    """Whether something that counts in play is designed."""
    return any(
        source == "designed" and row[field] not in ([], False) and field not in ALWAYS
        for field, source in row.sources.items()
    )


def moves(row: Row, mirrored: bool = False) -> str:
    """The movements with their modifiers: F+1 B L R S."""
    order = cards.MIRROR_MOVES if mirrored else range(len(cards.MOVES))
    printed = [cards.MOVES[i] for i in order]
    pairs = zip("FBLRS", printed, strict=True)
    shown = [(letter, row[move]) for letter, move in pairs if move in row.values]
    return " ".join(letter + (f"{n:+d}" if n else "") for letter, n in shown)


def goes(row: Row, mirrored: bool = False) -> str:
    """The movements as a sentence goes on: 'goes forward, left +1 or stays'."""
    names = dict(zip("FBLR", ("forward", "back", "left", "right"), strict=True))
    shown = moves(row, mirrored).split()
    ways = [f"{names[way[0]]} {way[1:]}".strip() for way in shown if way[0] in names]
    said = [f"goes {', '.join(ways)}"] if ways else []
    said += [f"stays {way[1:]}".strip() for way in shown if way[0] == "S"]
    return " or ".join(said)


def arrows(row: Row) -> str:
    """The arrows with their points: F1 FL1 FR1; of a defence card what they prevent."""
    start = "stop_" if cards.sort_of(row) == "defence" else "hit_"
    points = [(d.upper(), row.values.get(start + d, 0)) for d in cards.DIRECTIONS]
    said = " ".join(f"{d}{n}" for d, n in points if n)
    return f"prevents {said}" if start == "stop_" else said


def _either(filters: Sequence[Mapping[str, Sequence[str]]]) -> str:
    return " or ".join(_filter(wanted) for wanted in filters)


def _filter(wanted: Mapping[str, Sequence[str]]) -> str:
    """Such a card: 'a Fast Punch', 'a Kick not High', 'any card'."""
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
