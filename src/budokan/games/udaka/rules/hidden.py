"""Hidden cards of Udaka: what a viewer may know, and guesses that fit it."""

from mypy_extensions import i64

from budokan.games.udaka.rules import actions, phases
from budokan.games.udaka.rules.state import JOKER, MOST_HELD, RANKS, Table
from budokan.kit.contract import CHANCE, HIDDEN
from budokan.kit.rng import Rng


def observe(table: Table, seat: i64) -> None:
    """Hide all hands but the seat's own; cards of the dealer draw lie face up."""
    if table.phase == phases.SHOW:
        return
    for other in range(table.seats):
        if other != seat:
            hide(table, other)


def hand(table: Table, seat: int) -> list[int]:
    """The cards of a seat; RANKS for each that is hidden."""
    cards = [int(table.hand[seat * MOST_HELD + i]) for i in range(table.held[seat])]
    return [RANKS if card < 0 else card for card in cards]


def hide(table: Table, seat: i64) -> None:
    """Pour a hand into the deck, where its cards can no longer be told apart."""
    base = seat * MOST_HELD
    for i in range(base, base + table.held[seat]):
        if table.hand[i] != HIDDEN:
            table.deck[table.hand[i]] += 1
            table.hand[i] = HIDDEN


def seen(table: Table, viewer: i64, seat: i64, action: i64) -> i64:
    """An entry as a viewer sees it: drawn cards are veiled for everybody else."""
    if seat == CHANCE and action >= actions.DRAW and viewer != table.turn:
        return actions.DRAW_VEILED
    return action


def guess(table: Table, rng: Rng) -> None:
    """Deal the hidden hands again, first to seats that are known to have no Joker."""
    n: i64 = 0
    for rank in range(RANKS):
        n += table.deck[rank]
    jokers = table.deck[JOKER]
    for other in range(table.seats):
        if table.jokerless >> other & 1 != 0 and table.is_hidden(other):
            # The Joker has the highest rank, so the cards before it are all the others.
            n = guess_hand(table, other, rng, n - jokers) + jokers
    for other in range(table.seats):
        if table.is_hidden(other):
            n = guess_hand(table, other, rng, n)


def guess_hand(table: Table, seat: i64, rng: Rng, n: i64) -> i64:
    """Deal a hidden hand from the first n cards of the deck; return how many of them are left."""
    cards = table.held[seat]
    table.held[seat] = 0
    for _ in range(cards):
        rank = table.pick(rng, n)
        table.deck[rank] -= 1
        table.put(seat, rank)
        n -= 1
    return n
