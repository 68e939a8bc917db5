"""How a seat of Stances stands, in the numbers its evaluation weighs."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.stances.rules.state import Table

SIZE: Final = 1


def features(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Points."""
    out[0] = table.points[seat]
    return SIZE
