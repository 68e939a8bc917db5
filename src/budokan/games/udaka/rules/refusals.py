"""Why an action of Udaka is not possible: the clause that explains it best."""

from budokan.games.udaka.rules import actions, phases
from budokan.games.udaka.rules.actions import rank_of
from budokan.games.udaka.rules.state import JOKER, KING, RANKS, Table
from budokan.kit.contract import CHANCE, RULING


def why_not(table: Table, seat: int, action: int) -> int:
    """The number of the clause that forbids an action known to be illegal."""
    if table.phase == phases.OVER:
        return 50
    if seat == CHANCE:
        return _chance(table, action)
    if table.phase != phases.DISCARD or seat != table.turn:
        return _not_now(table, seat)
    if action >= actions.FIRST:
        return 16
    rank = rank_of(action)
    if table.count(seat, rank) == 0:
        return 18
    if rank != JOKER and table.joker_is_due(seat):
        return RULING + 11
    return _discard(table, seat, action, rank)


def _not_now(table: Table, seat: int) -> int:
    if table.phase < phases.DRAW:
        return 12
    if seat == table.turn:
        return 15 if table.phase == phases.DRAW else RULING + 23
    return 13 if table.deck_n > 0 else 45


def _discard(table: Table, seat: int, action: int, rank: int) -> int:
    """The card is in hand, but it cannot be laid in this way."""
    if action >= actions.JOKER:
        return _victim(table, seat, action - actions.JOKER)
    if action >= actions.KING:
        return 40
    if action >= actions.PAIR:
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
    if phase == phases.DISCARD:
        return 16
    if phase == phases.FIRST:
        return RULING + 15
    base = actions.SHOW if phase == phases.SHOW else actions.DRAW
    if base <= action < base + RANKS:
        return 2
    return {phases.SHOW: 7, phases.DEAL: 11, phases.REFILL: 24}.get(phase, 14)
