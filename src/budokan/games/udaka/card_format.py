"""What may stand in a card file of Udaka: how many cards and tokens there are, names and signs."""

from collections.abc import Iterator
from typing import Any, Final

from budokan.games.udaka.rules.rules import LEAST_SEATS
from budokan.games.udaka.rules.state import BOXES, HAND
from budokan.kit.card_format import CardFormat, Fault, Section, fixed, number, special, text
from budokan.kit.data import Data
from budokan.kit.toml_text import quoted

MOST_COPIES: Final = 12
MOST_TOKENS: Final = 9  # on each box
MOST_SUITS: Final = 13
KINGS: Final = "king"  # the key of the King's own suit
NUMBERS: Final = range(2, 2 + BOXES)
LONGEST: Final = 3  # letters of a rank's word
WRITTEN: Final = {"k": "K", "j": "J"}  # words that stand in the actions: single K on 5


def check_word(where: str, value: Any) -> Iterator[Fault]:
    """The word of a rank, which actions and positions are written with."""
    short = isinstance(value, str) and 1 <= len(value) <= LONGEST
    if not short or not value.isalnum():
        yield Fault(where, f"{quoted(value)} must be 1 to {LONGEST} letters or digits.")


def check_rows(where: str, value: Any) -> Iterator[Fault]:
    """Where the boxes lie: every one once, in rows of equal length."""
    rows = value if isinstance(value, list) else []
    if not rows or not all(isinstance(row, list) for row in rows):
        yield Fault(where, f"{quoted(value)} must be rows of boxes, such as [[2, 3], [4, 5]].")
        return
    named = [box for row in rows for box in row]
    strange = [box for box in named if type(box) is not int or box not in NUMBERS]
    for box in strange:
        yield Fault(where, f"{quoted(box)} is not a box; boxes are 2 to 9.")
    if not strange and sorted(named) != list(NUMBERS):
        yield Fault(where, "Every box from 2 to 9 must stand here once.")
    if len({len(row) for row in rows}) != 1:
        yield Fault(where, "The rows must be of equal length.")


RANK: Final = Section(
    title="Ranks",
    help="None can be added: each from Two to Nine has its box, and the others their own rules.",
    fields={
        "name": text("Name", most=24),
        "word": special(
            "Sign", f"1 to {LONGEST} letters or digits, no two alike", check_word, kind="text"
        ),
        "copies": number("Copies", 0, MOST_COPIES, help="at least one Ace"),
        "pile": fixed(
            "Discard pile", "the rules send Aces, and nothing else, to a pile of theirs."
        ),
        "box": fixed("Box", "the rules give the boxes 2 to 9 to the ranks Two to Nine, in order."),
    },
)
SUIT: Final = Section(
    title="Suits",
    open=True,
    most=MOST_SUITS,
    help="Decoration: the cards of a rank take the suits in order. The King has one of its own.",
    fields={"name": text("Name", most=20), "symbol": text("Symbol", most=2)},
)
BOARD: Final = Section(
    title="Board",
    fields={
        "first": fixed("First box", "each box has the number of its rank, from Two to Nine."),
        "last": fixed("Last box", "each box has the number of its rank, from Two to Nine."),
        "tokens_each": number("Tokens on each box", 0, MOST_TOKENS),
        "tokens": fixed("UDAKA tokens", "the rules know one owner of the one UDAKA token."),
        "rows": special(
            "Layout", "rows of equal length that name every box from 2 to 9 once", check_rows
        ),
    },
)
LIMITS: Final = Section(
    title="Limits",
    fields={
        "smallest": fixed("Fewest players", "the table has seats for 2 to 6 (UD-R2)."),
        "largest": fixed("Most players", "the table has seats for 2 to 6 (UD-R2)."),
        "size": fixed("Cards in hand", "a turn draws the third card and lays one or two (UD-14)."),
    },
)


def check(data: Data) -> Iterator[Fault]:
    """Faults of the whole set: too few cards, words that clash, no suit."""
    yield from _copies(data)
    yield from _words(data)
    if KINGS not in data["suit"]:
        yield Fault(f"suit.{KINGS}", "The King needs its suit; change it instead of dropping it.")
    if not data["suit"].keys() - {KINGS}:
        yield Fault("suit", "At least one suit besides the King's is needed.")


def _copies(data: Data) -> Iterator[Fault]:
    if data["rank"]["a"]["copies"] == 0:
        told = "Without an Ace nobody wins the UDAKA token, and ties stay open (UD-R25)."
        yield Fault("rank.a.copies", told)
    cards, least = sum(data.column("rank", "copies")), HAND * LEAST_SEATS + 1
    if cards < least:
        told = f"The deck has {cards} cards; two players need {least} at least (UD-R26)."
        yield Fault("rank", told, columns=("rank.copies",))


def _words(data: Data) -> Iterator[Fault]:
    taken: dict[str, str] = {}
    rows = data["rank"]
    for key in sorted(rows, key=lambda key: rows[key].is_own("word")):  # ours have theirs first
        word = rows[key]["word"]
        if key in WRITTEN and word != WRITTEN[key]:
            told = f"It must stay {WRITTEN[key]}: actions are written with it."
            yield Fault(f"rank.{key}.word", told)
        elif taken.setdefault(word.casefold(), key) != key:
            other = taken[word.casefold()]
            yield Fault(f"rank.{key}.word", f"rank.{other} has the sign {word}, too.")


CARDS: Final = CardFormat(
    sections={"rank": RANK, "suit": SUIT, "board": BOARD, "limits": LIMITS}, check=check
)
