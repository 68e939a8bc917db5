"""Decks as text, and the four rules for building one (DD-R19)."""

import re
from collections.abc import Sequence
from typing import Any

from budokan.kit.data import Data, Row
from budokan.kit.errors import Refusal, shortened, suggest
from budokan.kit.gallery import Appraisal, Check
from budokan.kit.game import Setup

# '2 Iron Shirt', '2x iron_shirt', 'iron_shirt*2', 'PC45x2', 'iron_shirt = 2', 'Iron Shirt'
FRONT = re.compile(r"^(\d+)\s*[x*]?\s+(.+)$|^(\d+)[x*](.+)$", re.IGNORECASE)
BACK = re.compile(r"^(.+?)\s*(?:[*=]|\bx|(?<=\d)x)\s*(\d+)$", re.IGNORECASE)

MOST = 99  # copies that can be written; how many a deck may have is a rule
HIDDEN_DECK = "hidden"  # stands for a deck the viewer may not know
USUAL = "white_belt"  # stands for the first ready-made deck where own cards have dropped it


def is_ready_made(text: str, data: Data) -> bool:
    return ready_key(text, data) in data["deck"]


def ready_key(text: str, data: Data) -> str:
    """The key of a ready-made deck, from its key or its name; '' if there is none."""
    return data.made_once("deck keys", lambda: _deck_keys(data)).get(deck_name(text), "")


def _deck_keys(data: Data) -> dict[str, str]:
    rows = data["deck"]
    keys = {deck_name(name): key for key, row in rows.items() for name in (row["name"], key)}
    return {USUAL: next(iter(rows), ""), **keys}


def deck_name(name: str) -> str:
    """A key or a name of a ready-made deck, as both are compared."""
    return name.strip().lower().replace(" ", "_")


def read_deck(text: str, options: Any, data: Data) -> list[int]:
    """The copies of each kind in a deck given by its key or its cards; refused if not legal."""
    if is_ready_made(text, data):
        return ready_made(ready_key(text, data), data)
    counts = parse(text, data)
    for check in legality(counts, options, data):
        if not check.ok:
            raise Refusal(check.text)
    return counts


def ready_made(key: str, data: Data) -> list[int]:
    """The copies of each kind in a ready-made deck."""
    listed = data["deck"][key]["cards"]
    return [int(listed.get(slug, 0)) for slug in data["card"]]


def parse(text: str, data: Data) -> list[int]:
    """The copies of each kind in a player's own deck: cards in lines or separated by commas."""
    kinds = _kinds(data)
    counts = [0] * len(data["card"])
    lines = (line.partition("#")[0] for line in text.splitlines())
    for item in (item.strip() for line in lines for item in line.split(",")):
        if not item:
            continue
        copies, name = _item(item)
        if _plain(name) not in kinds:
            raise Refusal(_unknown(text, name, data))
        counts[kinds[_plain(name)]] += copies
    return counts


def _item(item: str) -> tuple[int, str]:
    if match := FRONT.match(item):
        return _number(match[1] or match[3]), match[2] or match[4]
    if match := BACK.match(item):
        return _number(match[2]), match[1]
    return 1, item


def _number(digits: str) -> int:
    if len(digits) > 2 or not 1 <= int(digits) <= MOST:
        told = digits if len(digits) < 9 else f"{digits[:6]}…"
        raise Refusal(f"The deck names {told} copies of a card; 1 to {MOST} are possible (DD-R19).")
    return int(digits)


def _unknown(text: str, name: str, data: Data) -> str:
    if text.strip() == name:
        known = suggest(deck_name(name), data["deck"])
        return f"There is no ready-made deck {shortened(name)}, nor a card (DD-R19); {known}"
    names = data.column("card", "name")
    known = suggest(name.title(), names)
    return f"The deck names {shortened(name)}, which is not a card of the pool (DD-R19); {known}"


def _kinds(data: Data) -> dict[str, int]:
    """Every way to name a card: its key, its name, its number."""
    found = {}
    for kind, (slug, row) in enumerate(data["card"].items()):
        for name in ways_to_name(slug, row):
            found[name] = kind
    return found


def ways_to_name(slug: str, row: Row) -> set[str]:
    """What a card is called in a deck: its key, its name, its number; only letters count."""
    return {_plain(name) for name in (slug, row["name"], row["number"])} - {""}


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def legality(counts: Sequence[int], options: Any, data: Data) -> list[Check]:
    """The construction rules in force, each with a sentence on whether the deck keeps it."""
    size = size_check(sum(counts), data)
    if options.deck_rules == "size_only":
        return [size]
    return [size, _copies(counts, data), _price(counts, data), _balance(counts, data)]


def appraise(setup: Setup, seat: int) -> Appraisal:
    """The cards of a seat's deck, ready-made or its own, and whether it keeps each rule."""
    text, data = setup.choices[seat].deck, setup.data
    ready = ready_key(text, data)
    counts = ready_made(ready, data) if ready else parse(text, data)
    checks = legality(counts, setup.options, data)
    found = {slug: n for slug, n in zip(data["card"], counts, strict=True) if n}
    return Appraisal(checks=tuple(checks), counts=found, text=export(counts, data))


def sums(counts: Sequence[int], data: Data) -> dict[str, int]:
    """Cards, Power Points, Yang and Yin of a whole deck."""
    found = {"cards": sum(counts)}
    for field in ("power", "yang", "yin"):
        column = data.column("card", field)
        found[field] = sum(n * value for n, value in zip(counts, column, strict=True))
    return found


def export(counts: Sequence[int], data: Data) -> str:
    """A deck as text that `parse` reads: one line for each kind."""
    rows = list(data["card"].items())
    return "".join(f"{n} {_written(*rows[kind])}\n" for kind, n in enumerate(counts) if n)


def _written(slug: str, row: Row) -> str:
    """The name of a card, or its key where a deck could not be read with the name."""
    name = str(row["name"])
    readable = not set(name) & set(",#\n\r") and _plain(name) and _item(f"1 {name}") == (1, name)
    return name if readable else slug


def size_check(cards: int, data: Data) -> Check:
    """Whether a deck may have so many cards (DD-04)."""
    row = data["limits"]["deck"]
    least, most = row["smallest"], row["largest"]
    text = f"A deck has {least} to {most} cards, this one has {cards} (DD-04)."
    return Check("size", least <= cards <= most, text, "DD-04")


def _copies(counts: Sequence[int], data: Data) -> Check:
    rows = list(data["card"].values())
    for n, row in zip(counts, rows, strict=True):
        if n > row["copies"]:
            most = "once" if row["copies"] == 1 else f"{row['copies']} times"
            text = f"{row['name']} may be in a deck {most}, here it is {n} times (DD-R19)."
            return Check("copies", False, text, "DD-R19")
    text = "No card is in the deck more often than it may be (DD-R19)."
    return Check("copies", True, text, "DD-R19")


def _price(counts: Sequence[int], data: Data) -> Check:
    found = sums(counts, data)
    each = data["limits"]["price"]["power_per_card"]
    most = each * found["cards"]
    text = (
        f"{found['cards']} cards may cost up to {most} Power Points, {each} a card; "
        f"this deck costs {found['power']} (DD-R19)."
    )
    return Check("price", found["power"] <= most, text, "DD-R19")


def _balance(counts: Sequence[int], data: Data) -> Check:
    found, row = sums(counts, data), data["limits"]["balance"]
    lean = 2 * (found["yang"] - found["yin"])
    least, most = row["least"] * found["cards"], row["most"] * found["cards"]
    fault = "too much attack" if lean > most else "too much guard" if lean < least else "balanced"
    text = (
        f"Twice Yang less Yin must lie from {least} to {most} for {found['cards']} cards; "
        f"Yang {found['yang']} and Yin {found['yin']} give {lean}: {fault} (DD-R19)."
    )
    return Check("balance", least <= lean <= most, text, "DD-R19")
