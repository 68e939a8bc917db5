"""A pile of cards: numbers in a buffer of fixed length, with a count."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

NO_CARD: Final = -1


def zeros(n: int) -> vec[i64]:
    """A buffer of n zeros."""
    return vec[i64]([0] * n)


def copy_vec(mine: vec[i64], theirs: vec[i64]) -> None:
    """Copy a buffer into another that is at least as long."""
    n: i64 = len(theirs)
    for i in range(n):
        mine[i] = theirs[i]


def add_numbers(code: list[int], numbers: vec[i64], n: i64) -> None:
    """Add the first n numbers of a buffer to a list; compiled, `[*numbers]` takes twice as long."""
    for i in range(n):
        code.append(int(numbers[i]))


def as_numbers(code: list[int]) -> list[int]:
    """The same numbers; in plain Python a truth value may be among them, which reads otherwise."""
    return [n + 0 for n in code]


@final
@mypyc_attr(acyclic=True)
class Pile:
    """A bag of cards; with only the ordered methods, a row of cards."""

    def __init__(self, room: int) -> None:
        self.cards: vec[i64] = zeros(room)
        self.n: i64 = 0

    def put(self, card: i64) -> None:
        n = self.n
        self.cards[n] = card
        self.n = n + 1

    def take_at(self, index: i64) -> i64:
        """Remove the card at an index; the last card fills the gap."""
        cards = self.cards
        card = cards[index]
        n = self.n - 1
        cards[index] = cards[n]
        self.n = n
        return card

    def take_in_order(self, index: i64) -> i64:
        """Remove the card at an index; the cards behind it close up."""
        cards = self.cards
        n = self.n - 1
        card = cards[n]
        for i in range(n - 1, index - 1, -1):
            behind = card
            card = cards[i]
            cards[i] = behind
        self.n = n
        return card

    def find(self, card: i64) -> i64:
        """The first index of a card, or NO_CARD."""
        for i in range(self.n):  # too short a loop for a local name to pay off
            if self.cards[i] == card:
                return i
        return NO_CARD

    def take(self, card: i64) -> None:
        """Remove the first card of a kind, so that equal cards cannot be told apart."""
        self.take_at(self.find(card))

    def count(self, card: i64) -> i64:
        n: i64 = 0
        cards = self.cards
        for i in range(self.n):
            if cards[i] == card:
                n += 1
        return n

    def copy_from(self, other: "Pile") -> None:
        mine = self.cards
        theirs = other.cards
        n = other.n
        self.n = n
        for i in range(n):
            mine[i] = theirs[i]

    def in_order(self) -> list[int]:
        return [int(self.cards[i]) for i in range(self.n)]

    def sorted(self) -> list[int]:
        return sorted(self.in_order())
