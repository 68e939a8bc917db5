"""What a viewer of Stances may know, and worlds that fit it."""

from mypy_extensions import i64

from budokan.games.stances.rules import actions
from budokan.games.stances.rules.state import NONE, STANCES, Table
from budokan.kit.contract import CHANCE, HIDDEN
from budokan.kit.rng import Rng


def observe(table: Table, seat: i64) -> None:
    """Hide the stance that another seat has taken."""
    for other in range(2):
        if other != seat and table.stance[other] != NONE:
            table.stance[other] = HIDDEN


def seen(table: Table, viewer: i64, seat: i64, action: i64) -> i64:
    """An entry as a viewer sees it: the second stance of a round shows both."""
    if seat == CHANCE or viewer == seat or table.stance[1 - seat] != NONE:
        return action
    return actions.TAKE_VEILED


def guess(table: Table, rng: Rng) -> None:
    """Replace a hidden stance by any of the three."""
    for seat in range(2):
        if table.stance[seat] == HIDDEN:
            table.stance[seat] = rng.below(STANCES)
