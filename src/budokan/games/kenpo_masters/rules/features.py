"""How well a seat of Kenpo Masters stands: the numbers that its evaluation weighs."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.kenpo_masters.rules import combat
from budokan.games.kenpo_masters.rules.heuristic import outlook
from budokan.games.kenpo_masters.rules.state import Table

NEAR: Final = 6  # points to the target that count as near
FEW: Final = 3  # cards


def features(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Score, nearness, cards, few cards, threat, sure threat, the turn, no rest."""
    me = table.side(seat)
    setting = table.setting
    out[0] = me.score
    out[1] = max(0, me.score - setting.target + NEAR)
    out[2] = me.hand_n
    out[3] = min(me.hand_n, FEW)
    out[4] = combat.total_harm(setting, me, table.side(1 - seat), table.direction())
    out[5] = outlook(table, seat) // 10
    out[6] = 0
    if table.turn == seat:
        out[6] = 1
    out[7] = me.no_rest
    return 8
