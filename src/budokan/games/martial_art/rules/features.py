"""How well a seat of Martial Art stands: the numbers that its evaluation weighs."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.martial_art.rules import arena, phases
from budokan.games.martial_art.rules.heuristic import area_worth, has_action, nearest
from budokan.games.martial_art.rules.state import AREAS, NONE, Table

SIZE: Final = 13
FAR: Final = 8
BLOW: Final = 150  # the worth of a Starting Area above which a strike beats somebody


def features(table: Table, seat: i64, out: vec[i64]) -> i64:
    """The open facts of a whole side, then distance, then the strikes the seat itself may plan."""
    for i in range(SIZE):
        out[i] = 0
    for mate in range(table.seats):
        if table.mates(seat, mate) and table.is_in(mate):
            add(table, mate, out)
    if table.is_in(seat) and table.phase >= phases.AREA:
        foresee(table, seat, out)
    return SIZE


def foresee(table: Table, seat: i64, out: vec[i64]) -> None:
    """The best strike to come; only the seat itself knows what it leaves and gains."""
    best: i64 = 0
    for area in range(AREAS):
        best = max(best, area_worth(table, seat, area))
    out[10] = min(best, BLOW)
    if best > BLOW:
        out[11] = 1


def add(table: Table, seat: i64, out: vec[i64]) -> None:
    laid = table.phase >= phases.AREA  # before, layouts are secret
    me = table.fighter(seat)
    room: i64 = FAR
    for area in range(AREAS):
        at = AREAS * seat + area
        life = me.life[area]
        out[1] += life
        if life >= table.setting.severe[at]:
            out[2] += 1
        room = min(room, table.setting.last[at] - life)
        if laid:
            out[6] += min(2, me.down(area))
            if has_action(me, area):
                out[7] += 1
    out[0] += 1
    out[3] += room
    out[4] += me.chi
    out[5] += me.rage
    if table.turn == seat:
        out[8] += 1
    out[12] += nearest(table, seat, me.cell)
    for foe in range(table.seats):
        if table.is_in(foe) and not table.mates(seat, foe):
            near = arena.direction(table, me.cell, table.fighter(foe).cell) != NONE
            if near and arena.from_behind(table, foe, seat):
                out[9] += 1
