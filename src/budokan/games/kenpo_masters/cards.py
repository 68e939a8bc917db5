"""The cards of Kenpo Masters: data into tables, and the closed set of combo and text primitives."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from budokan.games.kenpo_masters.rules.setting import DECK, Setting
from budokan.kit.buffers import fill
from budokan.kit.data import Data, Row
from budokan.kit.errors import Refusal, near

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
MOST_TEXTS = 3  # so that no part of a sum leaves the range that can be told
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
    """Refuse values the rules cannot play with."""
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
        raise Refusal(f"{where}: an Action card is no Effect (KM-16).")
    if "Movement" in names:
        raise Refusal(f"{where}: only Fast Footwork has Movement, and no arrows (KM-15).")


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
            raise Refusal(f"{where} names {name!r}, which is no qualifier: {_near(name)}")


def _near(name: Any) -> str:
    return near(str(name), QUALIFIERS)


def _check_filter(where: str, wanted: Any) -> None:
    if not isinstance(wanted, Mapping):
        raise Refusal(f"{where} must be a list of filters such as {{ all = ['Kick'] }}.")
    for part, names in wanted.items():
        if part not in FILTER:
            raise Refusal(f"{where}: a filter has no {part!r}; {near(str(part), FILTER)}")
        _check_names(f"{where}.{part}", names)


def _check_text(where: str, text: Any, sort: str) -> None:
    known = TEXTS[sort]
    op = str(text.get("op") if isinstance(text, Mapping) else text)
    if op not in known:
        raise Refusal(f"{where}: {op!r} is not for a card of this sort: {near(op, known)}")
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


# -- tables -----------------------------------------------------------------------------------


def setting(data: Data) -> Setting:
    """The cards in the form the rules use; the switches still have their defaults."""
    rows = list(data["card"].values())
    made = Setting()
    fill(made.copies, data.column("card", "count"))
    fill(made.links, (_mask(link(beneath, card) for card in rows) for beneath in rows))
    fill(
        made.shows,
        (
            _mask(MOVES[move] in row.values for row in rows)
            for order in (range(5), MIRROR_MOVES)
            for move in order
        ),
    )
    fill(made.modifier, _table(rows, MOVES, MIRROR_MOVES))
    fill(made.hits, (_table(rows, [f"hit_{d}" for d in DIRECTIONS], MIRROR_DIRECTIONS)))
    fill(made.stops, (_table(rows, [f"stop_{d}" for d in DIRECTIONS], MIRROR_DIRECTIONS)))
    made.actions = _mask(row["kind"] == "action" for row in rows)
    made.attacks = _mask(sort_of(row) == "attack" for row in rows)
    made.defences = _mask(sort_of(row) == "defence" for row in rows)
    made.openers = _mask(row["never_on"] for row in rows)
    _set_texts(made, rows)
    return made


def _mask(bits: Iterator[bool]) -> int:
    return sum(1 << i for i, bit in enumerate(bits) if bit)


def _table(rows: Sequence[Row], fields: Sequence[str], mirror: Sequence[int]) -> list[int]:
    """Five values of each card, then the same mirrored."""
    plain = [[row.values.get(field, 0) for field in fields] for row in rows]
    return [v for five in plain for v in five] + [five[i] for five in plain for i in mirror]


def _set_texts(made: Setting, rows: Sequence[Row]) -> None:
    def texts(op: str) -> list[list[Mapping[str, Any]]]:
        return [[text for text in row["text"] if text["op"] == op] for row in rows]

    def has(op: str) -> int:
        return _mask(bool(found) for found in texts(op))

    def by_card(op: str) -> list[int]:
        return [
            sum(text["amount"] for text in found if matches(text["filter"], other))
            for found in texts(op)
            for other in rows
        ]

    fill(made.bonus, by_card("bonus_if_on"))
    fill(made.guard, by_card("prevent_bonus_vs"))
    fill(
        made.doubles,
        (
            _mask(any(matches(text["filter"], other) for text in found) for other in rows)
            for found in texts("double_if_under_blocked")
        ),
    )
    fill(made.counter, (sum(text["amount"] for text in found) for found in texts("counter_damage")))
    fill(
        made.lure,
        (
            sum(_first_match(text["table"], attack) for text in found)
            for found in texts("next_attack_bonus")
            for attack in rows
        ),
    )
    made.lures = has("next_attack_bonus")
    made.mirrors = has("mirror_following")
    made.rushes = has("defender_must_move")
    made.breakers = has("break_if_opponent_advanced")
    made.seconds = has("second_movement")


def _first_match(table: Sequence[Mapping[str, Any]], attack: Row) -> int:
    return next((int(line["amount"]) for line in table if matches(line["filter"], attack)), 0)
