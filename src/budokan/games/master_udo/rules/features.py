"""How well the hero of Master Udo stands: the numbers that the evaluation weighs."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.master_udo.rules import phases
from budokan.games.master_udo.rules.state import Table, size_of

SIZE: Final = 8


def features(table: Table, out: vec[i64]) -> i64:
    """Masters beaten, glory, hearts covered, cards, exhausted cards, Charge, rage; a constant."""
    for i in range(SIZE):
        out[i] = 0
    out[0] = table.road.n
    out[1] = table.glory()
    if table.phase != phases.CHOOSE and table.phase < phases.WON:
        for heart in range(table.hearts()):
            if (table.covered >> heart) & 1:
                out[2] += 1
    out[3] = size_of(table.hand)
    out[4] = size_of(table.gone)
    out[5] = table.charge
    out[6] = size_of(table.hand & table.setting.enraged)
    out[7] = 1
    return SIZE
