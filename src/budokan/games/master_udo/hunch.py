"""How good an action looks at first sight in Master Udo."""

from mypy_extensions import i64

from budokan.games.master_udo.state import Table


def hunch(table: Table, action: i64) -> i64:
    return 0
