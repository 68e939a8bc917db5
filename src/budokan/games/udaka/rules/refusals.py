"""Why an action of Udaka is not possible: the clause that explains it best."""

from budokan.games.udaka.rules.actions import (
    A_DRAW,
    A_FIRST,
    A_JOKER,
    A_KING,
    A_PAIR,
    A_SHOW,
    rank_of,
)
from budokan.games.udaka.rules.state import (
    DEAL,
    DISCARD,
    DRAW,
    FIRST,
    JOKER,
    KING,
    OVER,
    RANKS,
    REFILL,
    SHOW,
    Table,
)
from budokan.kit.contract import CHANCE, RULING


def why_not(table: Table, seat: int, action: int) -> int:
    """The number of the clause that forbids an action known to be illegal."""
    if table.phase == OVER:
        return 50
    if seat == CHANCE:
        return _chance(table, action)
    if table.phase != DISCARD or seat != table.turn:
        return _not_now(table, seat)
    if action >= A_FIRST:
        return 16
    rank = rank_of(action)
    if table.count(seat, rank) == 0:
        return 18
    if rank != JOKER and table.joker_is_due(seat):
        return RULING + 11
    return _discard(table, seat, action, rank)


def _not_now(table: Table, seat: int) -> int:
    if table.phase < DRAW:
        return 12
    if seat == table.turn:
        return 15 if table.phase == DRAW else RULING + 23
    return 13 if table.deck_n > 0 else 45


def _discard(table: Table, seat: int, action: int, rank: int) -> int:
    """The card is in hand, but it cannot be laid in this way."""
    if action >= A_JOKER:
        return _victim(table, seat, action - A_JOKER)
    if action >= A_KING:
        return 40
    if action >= A_PAIR:
        return 16
    return 37 if rank == KING else 41


def _victim(table: Table, seat: int, victim: int) -> int:
    if victim >= table.seats:
        return RULING + 2
    if not table.can_rob(seat):
        return 43
    if victim == seat:
        return 41
    return 42 if victim == table.udaka else RULING + 12


def _chance(table: Table, action: int) -> int:
    phase = table.phase
    if phase == DISCARD:
        return 16
    if phase == FIRST:
        return RULING + 15
    base = A_SHOW if phase == SHOW else A_DRAW
    if base <= action < base + RANKS:
        return 2
    return {SHOW: 7, DEAL: 11, REFILL: 24}.get(phase, 14)
