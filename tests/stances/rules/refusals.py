"""Why an action of Stances is not possible: the clause that explains it best."""

from budokan.games.stances.rules import actions
from budokan.games.stances.rules.state import Table
from budokan.kit.contract import CHANCE


def why_not(table: Table, seat: int, action: int) -> int:
    """The number of the clause that forbids an action known to be illegal."""
    return 3 if seat == CHANCE or action >= actions.COIN else 1
