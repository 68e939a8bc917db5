"""What may stand in a card file of Dojo Duel: a pool of cards, ready-made decks, limits."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from budokan.games.dojo_duel.deck import HIDDEN_DECK, deck_name, size_check, ways_to_name
from budokan.games.dojo_duel.rules.state import HAND, LARGEST, MOST_KINDS
from budokan.kit.card_format import CardFormat, Fault, Section, fixed, number, special, text
from budokan.kit.data import Data
from budokan.kit.errors import suggest
from budokan.kit.toml_text import quoted

MOST_DECKS: Final = 24
HIGHEST: Final = 99  # Yang, Yin and Power Points of a card
KEY: Final = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
# Values called `most` that only repeat what stands elsewhere, and where that is.
REPEATED: Final = {
    "copies": (2, "change the copies of the cards themselves"),
    "rounds": (50, "set the option round_limit"),
}


def check_cards(where: str, value: Any) -> Iterator[Fault]:
    """The list of a ready-made deck: copies by the key of a card."""
    if not isinstance(value, Mapping) or not value:
        told = f"{quoted(value)} must be a table of copies, such as {{ iron_shirt = 2 }}."
        yield Fault(where, told)
        return
    for key, copies in value.items():
        if type(copies) is not int or not 1 <= copies <= LARGEST:
            told = f"{quoted(copies)} must be a whole number from 1 to {LARGEST}."
            yield Fault(f"{where}[{key}]", told)


CARD: Final = Section(
    title="Cards",
    open=True,
    most=MOST_KINDS,
    help="The pool. In a duel only Yang and Yin count; price and copies are for building decks.",
    fields={
        "number": text("Number", most=12, least=0, default="", help="decks may name a card by it"),
        "name": text("Name", most=40),
        "element": text("Element", most=20, default="Plain", help="any word; it sorts the cards"),
        "power": number("Power Points", 0, HIGHEST, help="the price in a deck"),
        "yang": number("Yang", 0, HIGHEST, help="strikes"),
        "yin": number("Yin", 0, HIGHEST, help="guards"),
        "copies": number("Copies", 1, LARGEST, help="how often a deck may have it", default=2),
        "intent": text("Words", most=100, least=0, default="", help="they change nothing"),
    },
)
DECK: Final = Section(
    title="Ready-made decks",
    open=True,
    most=MOST_DECKS,
    help="One is needed at least: opponents play them, and so does who chooses none.",
    fields={
        "name": text("Name", most=40),
        "style": text("How it fights", most=120, least=0, default=""),
        "cards": special(
            "Cards",
            "copies by the key of a card, such as { iron_shirt = 2, low_block = 1 }",
            check_cards,
            kind="table",
        ),
    },
)
LIMITS: Final = Section(
    title="Limits",
    help="Numbers of the game, and the rules for building a deck.",
    fields={
        # A hand of five, a kicker, and nothing left to draw but what was just played.
        "smallest": number("Smallest deck", HAND + 1, LARGEST),
        "largest": number("Largest deck", HAND + 1, LARGEST),
        "power_per_card": number("Power Points for each card of a deck", 0, HIGHEST),
        "least": number("Least balance", -2 * HIGHEST, 2 * HIGHEST),
        "most": number(
            "Most",
            -2 * HIGHEST,
            2 * HIGHEST,
            help="only of the balance; copies and rounds follow from cards and options",
        ),
        "most_from_power_7": fixed(
            "Most copies from 7 Power Points", "change the copies of the cards themselves."
        ),
        "size": fixed(
            "Size", "the fan has five places and the field two, which the actions count on."
        ),
        "start": fixed("Points at the start", "set the option start_points."),
        "uses": fixed("Uses", "there is one place for a kicker, and it is filled once (DD-11)."),
    },
)


def check(data: Data) -> Iterator[Fault]:
    """Faults of the whole set: names that clash, decks that cannot be built, limits."""
    yield from _keys(data)
    yield from _names(data)
    yield from _limits(data)
    yield from _decks(data)


def _keys(data: Data) -> Iterator[Fault]:
    for section in ("card", "deck"):
        for key in data[section]:
            if not KEY.fullmatch(key):
                told = "A key is made of a to z, 0 to 9 and single _ between them: iron_shirt."
                yield Fault(f"{section}.{key}", told)
    for key, row in data["deck"].items():
        if HIDDEN_DECK in (key, deck_name(row["name"])):
            told = f"{HIDDEN_DECK!r} stands for a secret deck; choose another key and name."
            yield Fault(f"deck.{key}", told)


def _names(data: Data) -> Iterator[Fault]:
    """A deck names cards by key, name or number, so that no two may be called alike."""
    taken: dict[str, str] = {}
    for key, row in data["card"].items():
        called = ways_to_name(key, row)
        other = next((taken[name] for name in sorted(called) if name in taken), "")
        if other:
            told = f"A deck could not tell this card from {other}: give it another name or number."
            yield Fault(f"card.{key}", told)
        taken |= {name: key for name in called if name not in taken}
    titles: dict[str, str] = {}
    for key, row in data["deck"].items():
        for name in {deck_name(key), deck_name(row["name"])}:
            if titles.setdefault(name, key) != key:
                told = f"The deck {titles[name]} is called so, too; choose another name."
                yield Fault(f"deck.{key}.name", told)
                break


def _limits(data: Data) -> Iterator[Fault]:
    rows = data["limits"]
    for key, (ours, instead) in REPEATED.items():
        if rows[key]["most"] != ours:
            yield Fault(f"limits.{key}.most", f"It must stay {ours}: {instead}.")
    if rows["deck"]["smallest"] > rows["deck"]["largest"]:
        yield Fault(
            "limits.deck.smallest",
            "The smallest deck is larger than the largest.",
            columns=("limits.smallest", "limits.largest"),
        )
    if rows["balance"]["least"] > rows["balance"]["most"]:
        yield Fault(
            "limits.balance.least",
            "The least balance is more than the most.",
            columns=("limits.least", "limits.most"),
        )


def _decks(data: Data) -> Iterator[Fault]:
    if not data["card"]:
        yield Fault("card", "A pool has at least one card.", columns=("card.name",))
    if not data["deck"]:
        told = "At least one ready-made deck is needed; write one for your cards."
        yield Fault("deck", told, columns=("deck.cards",))
    for key, row in data["deck"].items():
        listed = row["cards"]
        unknown = [slug for slug in listed if slug not in data["card"]]
        for slug in unknown:
            yield _unknown(data, key, slug)
        size = size_check(sum(listed.values()), data)
        if not size.ok:
            columns = ("limits.smallest", "limits.largest")
            yield Fault(f"deck.{key}.cards", size.text, columns=columns)


def _unknown(data: Data, key: str, slug: str) -> Fault:
    row = data["deck"][key]
    told = f"{quoted(slug)} is not a card of the pool; {suggest(slug, data['card'])}"
    if not row.is_own("cards"):
        told += " This deck is one of ours: drop it or give it other cards."
    return Fault(f"deck.{key}.cards.{slug}", told, columns=(f"card.{slug}",))


CARDS: Final = CardFormat(sections={"card": CARD, "deck": DECK, "limits": LIMITS}, check=check)
