"""How a seat of Dojo Duel stands, as numbers for the evaluation to weigh."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.dojo_duel.rules.state import Table
from budokan.kit.pile import NO_CARD

SIZE: Final = 7
NEAR: Final = 6  # points that are soon gone


def features(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Points, few points, Yang and Yin in hand, a kicker, its worth, the first Turn."""
    me = table.side(seat)
    for i in range(SIZE):
        out[i] = 0
    points = me.points
    if me.field.n == table.side(1 - seat).field.n:
        points = max(0, points - table.loss(seat))  # as the cards lie
    out[0] = points
    out[1] = min(points, NEAR)
    if not me.veiled:
        for i in range(me.hand.n):
            out[2] += table.setting.yang[me.hand.cards[i]]
            out[3] += table.setting.yin[me.hand.cards[i]]
        if me.kicker != NO_CARD:
            out[5] = table.setting.yang[me.kicker] + table.setting.yin[me.kicker]
    if me.suspects:
        out[4] = 1
    if table.first == seat:
        out[6] = 1
    return SIZE
