"""The legal actions of each phase of Master Udo."""

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.master_udo.rules import actions, effects, phases
from budokan.games.master_udo.rules.combos import can_add, can_close, may_open, usable
from budokan.games.master_udo.rules.state import (
    ATTACKS,
    KAI,
    KINDS,
    MASTERS,
    NONE,
    PLACES,
    SIDES,
    Table,
    count,
)


def legal(table: Table, out: vec[i64]) -> i64:
    """Write the legal actions of the phase; how many."""
    phase = table.phase
    if phase == phases.PLAY:
        return plays(table, out)
    if phase == phases.RESOLVE:
        return lanes(table, out)
    if phase == phases.COVER:
        return hearts(table, out)
    if phase == phases.STOP:
        return list_bits(table.stoppable(effects.amount(table)), actions.STOP, out, 0)
    if phase == phases.RECOVER:
        out[0] = actions.ENOUGH
        return list_bag(table.pile, actions.RECOVER, out, 1)
    if phase == phases.ENRAGE:
        return calm_cards(table, out)
    if phase == phases.ATTACKS:
        return list_bits(table.shown, actions.SUFFER, out, 0)
    if phase == phases.PAY:
        return payments(table, out)
    if phase == phases.OPTION:
        n = table.setting.x[table.step]
        for i in range(n):
            out[i] = actions.OPTION + i
        return n
    return masters(table, out)


def masters(table: Table, out: vec[i64]) -> i64:
    """Those not beaten yet (MU-10, MU-52); on a route the ones with fewest coins."""
    n: i64 = 0
    for master in range(MASTERS):
        if can_fight(table, master):
            out[n] = actions.FIGHT + master
            n += 1
    return n


def can_fight(table: Table, master: i64) -> bool:
    setting = table.setting
    if not (setting.masters >> master) & 1 or table.road.find(master) != NONE:
        return False
    if setting.in_order:
        for other in range(MASTERS):
            waits = (setting.masters >> other) & 1 and table.road.find(other) == NONE
            if waits and setting.glory[other] < setting.glory[master]:
                return False
    return True


def plays(table: Table, out: vec[i64]) -> i64:
    n: i64 = 0
    laid = table.size[table.lanes]
    closes = can_close(table)
    if closes:
        out[0] = actions.CLOSE
        n = 1
    if closes or laid == 0:
        out[n] = actions.RESOLVE
        n += 1
    if laid == 0 and not may_open(table):
        return n
    rest = usable(table)
    card: i64 = 0
    while rest:
        if rest & 3 and can_add(table, card):
            out[n] = actions.ADD + card
            n += 1
        rest >>= 2
        card += 1
    return n


def lanes(table: Table, out: vec[i64]) -> i64:
    n: i64 = 0
    for lane in range(table.lanes):
        if table.is_new(lane):
            out[n] = actions.TAKE + lane
            n += 1
    if table.can_boost():
        for i in range(n):
            out[n + i] = out[i] - actions.TAKE + actions.BOOST
        n += n
    return n


def hearts(table: Table, out: vec[i64]) -> i64:
    """Equal hearts of one body are one choice."""
    mask = table.targets(effects.amount(table))
    body = table.setting.body[table.master]
    n: i64 = 0
    for heart in range(table.hearts()):
        if not (mask >> heart) & 1:
            continue
        doubled = False
        for other in range(heart // body * body, heart):
            if (mask >> other) & 1 and table.heart(other) == table.heart(heart):
                doubled = True
        if not doubled:
            out[n] = actions.COVER + heart
            n += 1
    return n


def calm_cards(table: Table, out: vec[i64]) -> i64:
    out[0] = actions.ENOUGH
    n: i64 = 1
    for card in range(SIDES):
        base = actions.ENRAGE + card * PLACES
        if count(table.hand, KAI + card):
            out[n] = base
            n += 1
        if count(table.pile, KAI + card):
            out[n] = base + 1
            n += 1
        for lane in range(table.lanes):
            if table.is_new(lane) and effects.place_under(table, lane, KAI + card) != NONE:
                out[n] = base + 2 + lane
                n += 1
    for lane in range(table.lanes):
        if table.is_new(lane) and table.is_calm(table.laid[table.top(lane)]):
            out[n] = actions.ENRAGE_TOP + lane
            n += 1
    return n


def payments(table: Table, out: vec[i64]) -> i64:
    """Discard from hand or exhaust from the pile; a hero who can do neither falls (MU-43)."""
    kinds = table.demanded()
    n: i64 = 0
    for card in range(KINDS):
        if (kinds >> card) & 1:
            if count(table.hand, card):
                out[n] = actions.PAY_HAND + card
                n += 1
            if count(table.pile, card):
                out[n] = actions.PAY_PILE + card
                n += 1
    if n == 0:
        out[0] = actions.FALL
        n = 1
    return n


def list_bits(mask: i64, base: i64, out: vec[i64], n: i64) -> i64:
    """Add an action for every attack of a mask; how many there are now."""
    for i in range(ATTACKS):
        if (mask >> i) & 1:
            out[n] = base + i
            n += 1
    return n


def list_bag(bag: i64, base: i64, out: vec[i64], n: i64) -> i64:
    """Add an action for every kind in a bag; how many there are now."""
    card: i64 = 0
    while bag:
        if bag & 3:
            out[n] = base + card
            n += 1
        bag >>= 2
        card += 1
    return n
