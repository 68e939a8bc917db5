"""The closed set of qualifiers, filters and operations: read from data, and written as card text.

The rules and the words on screen come from the same data, so they cannot drift apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from budokan.kit.data import OWN, Row

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
HITS = tuple(f"hit_{direction}" for direction in DIRECTIONS)
STOPS = tuple(f"stop_{direction}" for direction in DIRECTIONS)
DECKS = ("yellow", "red")  # of seat A and seat B (KM-R38)
LARGEST = 9  # an arrow, a modifier or an amount
MOST_TEXTS = 3  # keeps every part of a sum within the domain `signed` of setup.py
NOUNS = ("Block", "Punch", "Kick")
UNMARKED = ("name", "kind", "count", "yellow", "red", "intent")  # no mark for their source
# What an attack can ask of the opponent, in the order of the rules (KM-R45).
DEEDS = {
    "advanced": "went forward",
    "retreated": "went back",
    "sidestepped": "went left or right",
    "stood": "did not step",
    "rested": "rested",
}
PUSHES = ("back", "left", "right")  # where a hit can move the opponent (KM-R41)

ATTACK, DEFENCE, MOVEMENT, EFFECT = SORTS = ("attack", "defence", "movement", "effect")


@dataclass(frozen=True)
class Operation:
    """One operation of a card text: its parts, the cards that may have it, and its words."""

    says: str
    parts: tuple[str, ...] = ()
    sorts: tuple[str, ...] = SORTS
    help: str = ""


# In the order in which docs and editor list them.
OPERATIONS: Mapping[str, Operation] = {
    "bonus_if_on": Operation(
        "+{amount} on {filter}.",
        ("filter", "amount"),
        (ATTACK,),
        "more points if it was comboed on such a card",
    ),
    "bonus_per_attack_beneath": Operation(
        "+{amount} for each {bare} attack beneath it.",
        ("filter", "amount"),
        (ATTACK,),
        "more points for each such attack that lies beneath it in the combo",
    ),
    "bonus_if_opponent": Operation(
        "+{amount} if the opponent {did}.",
        ("did", "amount"),
        (ATTACK,),
        "more points if the opponent did this in the turn the attack waited for",
    ),
    "only_if_opponent": Operation(
        "Scores only if the opponent {did}.",
        ("did",),
        (ATTACK,),
        "no points unless the opponent did this; with two such texts either is enough",
    ),
    "double_if_under_blocked": Operation(
        "Doubled if {filter} beneath is blocked.",
        ("filter",),
        (ATTACK,),
        "twice the points if such a card, on which it was comboed, gets blocked",
    ),
    "not_blocked_by": Operation(
        "{Filter} cannot block it.",
        ("filter",),
        (ATTACK,),
        "such defence cards cannot be assigned to it",
    ),
    "pierces": Operation(
        "Blocks prevent {amount} less of it.",
        ("amount",),
        (ATTACK,),
        "what all defence cards prevent of it together is less by this",
    ),
    "defender_must_move": Operation(
        "Who stands still cannot block it.", (), (ATTACK,), "only a defence card with a step works"
    ),
    "break_if_opponent_advanced": Operation(
        "As first card after an advance: Break.",
        (),
        (ATTACK,),
        "calls a Break as the first card of a turn if the opponent has just gone forward",
    ),
    "pushes": Operation(
        "A hit moves the opponent {to}.",
        ("to",),
        (ATTACK,),
        "if it scores, the opponent's fighter goes one square back, left or right, where free",
    ),
    "takes_cards": Operation(
        "A hit costs the opponent {cards} of the hand.",
        ("amount",),
        (ATTACK,),
        "if it scores, the opponent loses cards of the hand by chance",
    ),
    "prevent_bonus_vs": Operation(
        "+{amount} against {filter}.",
        ("filter", "amount"),
        (DEFENCE,),
        "prevents more of such an attack",
    ),
    "counter_damage": Operation(
        "Deals {amount} to whom it blocks.",
        ("amount",),
        (DEFENCE,),
        "scores at once if it blocks an attack",
    ),
    "counter_damage_vs": Operation(
        "Deals {amount} if it blocks {filter}.",
        ("filter", "amount"),
        (DEFENCE,),
        "scores at once if it blocks such an attack",
    ),
    "second_movement": Operation(
        "The next card moves again.",
        (),
        (ATTACK, DEFENCE, MOVEMENT),
        "the next card of the combo has a movement of its own",
    ),
    "next_attack_bonus": Operation(
        "Next attack: {table}.",
        ("table",),
        SORTS,
        "the next attack of the combo gains by the first line that fits it",
    ),
    "next_attack_unblockable": Operation(
        "The next attack cannot be blocked.",
        (),
        (ATTACK, EFFECT),
        "no defence card can be assigned to the next attack of the combo",
    ),
    "mirror_following": Operation(
        "Mirrors left and right of what follows.",
        (),
        SORTS,
        "exchanges left and right on all later cards of the combo",
    ),
    "draws_cards": Operation(
        "Draw {cards} after the turn.",
        ("amount",),
        SORTS,
        "after the resolution its player draws",
    ),
    "only_against": Operation(
        "Only against {filter} that waits.",
        ("filter",),
        SORTS,
        "can be played only while such an attack of the opponent waits",
    ),
    "only_followed_by": Operation(
        "Only {filter} may follow.",
        ("filter",),
        SORTS,
        "no other card can be comboed on it, whatever that card says",
    ),
    "ends_combo": Operation("No card may follow.", (), SORTS, "nothing can be comboed on it"),
}


def sort_of(row: Row) -> str:
    """attack, defence, movement or effect."""
    if any(field in row.values for field in HITS):
        return ATTACK
    if any(field in row.values for field in STOPS):
        return DEFENCE
    return MOVEMENT if any(move in row.values for move in MOVES) else EFFECT


def title(key: str, row: Row) -> str:
    return str(row.values.get("name", key))


def copies(row: Row, seat: int) -> int:
    """How often a card is in the deck of a seat."""
    return int(row.values.get(DECKS[seat], row["count"]))


def texts(row: Row) -> Sequence[Mapping[str, Any]]:
    """The operations of a card."""
    return tuple(row["text"])


def has_text(row: Row, op: str) -> bool:
    return any(text["op"] == op for text in texts(row))


def opens_only(row: Row) -> bool:
    """Whether a card is never comboed on another (KM-43)."""
    return bool(row["never_on"])


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
    """Whether a card may be comboed on another (KM-41, KM-43, KM-R48)."""
    if opens_only(card) or has_text(beneath, "ends_combo"):
        return False
    only = [text["filter"] for text in texts(beneath) if text["op"] == "only_followed_by"]
    if only and not any(matches(wanted, card) for wanted in only):
        return False
    return any(matches(f, beneath) for f in card["on"]) or any(
        matches(f, card) for f in beneath["allows"]
    )


# -- the words on a card -------------------------------------------------------------------


def card_text(row: Row) -> str:
    """The combo text and the operations of a card, in short sentences."""
    said = []
    if opens_only(row):
        said.append("Opens a turn, never on another card.")
    if row["on"]:
        said.append(f"On {_either(row['on'])}.")
    if row["allows"]:
        told = _either(row["allows"])
        said.append(f"{told[0].upper()}{told[1:]} may follow.")
    return " ".join([*said, *(_operation(text) for text in texts(row))])


def counting(row: Row) -> list[str]:
    """The values that count in play, of which a card bears the mark of their source."""
    empty: tuple[Any, ...] = ([], False, None)
    return [
        field
        for field, source in row.sources.items()
        if field not in UNMARKED and (source == OWN or row.values.get(field) not in empty)
    ]


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
    """An operation in words."""
    if text["op"] == "not_blocked_by" and not text["filter"]:
        return "Cannot be blocked."
    wanted = text.get("filter", {})
    told, amount = _filter(wanted), int(text.get("amount", 0))
    bare = " ".join(told.removesuffix(" card").split(" ")[1:]) if wanted else ""
    lines = (f"{_bare(line['filter'])} +{line['amount']}" for line in text.get("table", ()))
    said = OPERATIONS[text["op"]].says.format(
        filter=told,
        Filter=told[0].upper() + told[1:],
        bare=bare,
        amount=amount,
        cards="a card" if amount == 1 else f"{amount} cards",
        table=", ".join(lines),
        did=DEEDS.get(text.get("did", ""), ""),
        to=text.get("to", ""),
    )
    return " ".join(said.split())


def _bare(wanted: Mapping[str, Sequence[str]]) -> str:
    return _filter(wanted).removeprefix("a ") if wanted else "other"
