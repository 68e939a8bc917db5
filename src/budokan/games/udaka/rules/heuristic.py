"""How good an action looks at first sight in Udaka."""

from mypy_extensions import i64

from budokan.games.udaka.rules import actions
from budokan.games.udaka.rules.actions import rank_of
from budokan.games.udaka.rules.state import ACE, JOKER, KING, TWO, Table
from budokan.kit.pile import NO_CARD


def heuristic(table: Table, seat: i64, action: i64) -> i64:
    """Prefers tokens, then the card that helps the others least."""
    rank = rank_of(action)
    if action >= actions.JOKER:
        return 700 + 10 * table.points(action - actions.JOKER)
    if action >= actions.KING:
        return box(table, seat, TWO + action - actions.KING)
    if rank == ACE:
        return aces(table, seat, action)
    if rank == KING:
        return 300
    if rank == JOKER:
        return 0
    if table.boxes[rank] == 0:
        return 200
    if rank == table.top and not table.spent:
        if action >= actions.PAIR:
            return 1200
        return 1100  # the next player would take it
    if action >= actions.PAIR:
        return 1000
    return 150 - 30 * table.unseen(seat, rank)


def aces(table: Table, seat: i64, action: i64) -> i64:
    """The fourth Ace is worth a token; the third may hand it to somebody else."""
    laid = table.laid[ACE] + 1
    if action >= actions.PAIR:
        laid += 1
    if laid == table.setting.copies[ACE]:
        return 900
    top = table.top
    if top != NO_CARD and table.boxes[top] > 0 and table.unseen(seat, top) > 0:
        return 80 - 40 * laid  # it leaves the top card open
    return 130 - 40 * laid


def box(table: Table, seat: i64, rank: i64) -> i64:
    """Returning a token is bad; best into a box one can win back, or nobody can."""
    if table.count(seat, rank) > 1:
        return -100
    return -200 - 10 * table.unseen(seat, rank)
