"""Why an action of Udaka is not possible: the clause that explains it best."""

from mypy_extensions import i64

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


def clause(table: Table, seat: i64, action: i64) -> i64:
    """The number of the clause that forbids an action; 0 if it is legal."""
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


def _not_now(table: Table, seat: i64) -> i64:
    if table.phase < DRAW:
        return 12
    if seat == table.turn:
        if table.phase == DRAW:
            return 15
        return RULING + 23
    if table.deck_n > 0:
        return 13
    return 45


def _discard(table: Table, seat: i64, action: i64, rank: i64) -> i64:
    if action >= A_JOKER:
        return _victim(table, seat, action - A_JOKER)
    owns = table.tokens[seat] > 0
    if action >= A_KING:
        if not owns:
            return 40
    elif action >= A_PAIR:
        if table.count(seat, rank) < 2:
            return 16
    elif rank == KING and owns:
        return 37
    elif rank == JOKER and table.can_rob(seat):
        return 41
    return 0


def _victim(table: Table, seat: i64, victim: i64) -> i64:
    if victim >= table.seats:
        return RULING + 2
    if not table.can_rob(seat):
        return 43
    if victim == seat:
        return 41
    if table.tokens[victim] > 0:
        return 0
    if victim == table.udaka:
        return 42
    return RULING + 12


def _chance(table: Table, action: i64) -> i64:
    phase = table.phase
    if phase == DISCARD:
        return 16
    if phase == FIRST:
        if A_FIRST <= action < A_FIRST + table.seats:
            return 0
        return RULING + 15
    base: i64 = A_DRAW
    if phase == SHOW:
        base = A_SHOW
    if base <= action < base + RANKS:
        if table.deck[action - base] > 0:
            return 0
        return 2
    return _no_card(phase)


def _no_card(phase: i64) -> i64:
    """The clause that says which card chance turns up in a phase."""
    if phase == SHOW:
        return 7
    if phase == DEAL:
        return 11
    if phase == REFILL:
        return 24
    return 14
