"""How good an action looks at first sight in Stances."""

from mypy_extensions import i64

from budokan.games.stances.rules.state import Table


def heuristic(table: Table, seat: i64, action: i64) -> i64:
    """Every stance is as good as any other."""
    return 0
