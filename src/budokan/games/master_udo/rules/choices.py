"""The legal actions of each phase of Master Udo."""

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.master_udo.rules import actions, effects, phases
from budokan.games.master_udo.rules.combos import can_add, can_close, may_open, usable
from budokan.games.master_udo.rules.state import NONE, PLACES, STARTER_BITS, TECHNIQUE_BIT, Table


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
        mask = table.stoppable(effects.amount(table))
        return list_attacks(table, mask, actions.STOP, out)
    if phase == phases.RECOVER:
        out[0] = actions.ENOUGH
        return list_bag(table, table.pile, actions.RECOVER, out, 1)
    if phase == phases.ENRAGE:
        return calm_cards(table, out)
    if phase == phases.ATTACKS:
        return list_attacks(table, table.shown, actions.SUFFER, out)
    if phase == phases.PAY:
        return payments(table, out)
    if phase == phases.OPTION:
        n = table.setting.x[table.step]
        for i in range(n):
            out[i] = actions.OPTION + i
        return n
    if phase == phases.GIVE:
        cards = table.hand & table.setting.word[table.step]
        return list_bag(table, cards, actions.GIVE, out, 0)
    if phase == phases.BURN:
        cards = table.pile & table.setting.word[table.step]
        return list_bag(table, cards, actions.BURN, out, 0)
    return masters(table, out)


def masters(table: Table, out: vec[i64]) -> i64:
    """Those not beaten yet (MU-10, MU-52); on a route the ones with fewest coins."""
    n: i64 = 0
    for master in range(table.setting.master_count):
        if can_fight(table, master):
            out[n] = actions.FIGHT + master
            n += 1
    return n


def can_fight(table: Table, master: i64) -> bool:
    setting = table.setting
    if not (setting.masters >> master) & 1 or table.road.find(master) != NONE:
        return False
    if setting.in_order:
        for other in range(setting.master_count):
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
    hand = usable(table)
    rest = hand & STARTER_BITS
    card = table.setting.first
    while rest:
        if rest & 3 and can_add(table, card, hand):
            out[n] = actions.ADD + card
            n += 1
        rest >>= 2
        card += 1
    rest = hand >> TECHNIQUE_BIT
    card = table.setting.technique
    while rest:
        if rest & 1 and can_add(table, card, hand):
            out[n] = actions.ADD + card
            n += 1
        rest >>= 1
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
    room = table.setting.room
    for card in range(table.setting.sides):
        base = actions.ENRAGE + card * PLACES
        if table.hand & room[card]:
            out[n] = base
            n += 1
        if table.pile & room[card]:
            out[n] = base + 1
            n += 1
        for lane in range(table.lanes):
            if table.is_new(lane) and effects.place_under(table, lane, card) != NONE:
                out[n] = base + 2 + lane
                n += 1
    for lane in range(table.lanes):
        if table.is_new(lane) and table.is_calm(table.laid[table.top(lane)]):
            out[n] = actions.ENRAGE_TOP + lane
            n += 1
    return n


def payments(table: Table, out: vec[i64]) -> i64:
    """Discard from hand or exhaust from the pile; a hero who can do neither falls (MU-43)."""
    setting, wanted = table.setting, table.demanded()
    hand, pile = table.hand & wanted, table.pile & wanted
    rest = hand | pile
    card = setting.first
    n: i64 = 0
    while rest:
        room = setting.room[card]
        rest &= ~room
        if hand & room:
            out[n] = actions.PAY_HAND + card
            n += 1
        if pile & room:
            out[n] = actions.PAY_PILE + card
            n += 1
        card += 1
    if n == 0:
        out[0] = actions.FALL
        n = 1
    return n


def list_attacks(table: Table, mask: i64, base: i64, out: vec[i64]) -> i64:
    """An action for every attack of a mask; how many."""
    n: i64 = 0
    for i in range(table.setting.attacks):
        if (mask >> i) & 1:
            out[n] = base + i
            n += 1
    return n


def list_bag(table: Table, bag: i64, base: i64, out: vec[i64], n: i64) -> i64:
    """Add an action for every kind in a bag; how many there are now."""
    setting = table.setting
    card = setting.first
    while bag:
        room = setting.room[card]
        if bag & room:
            bag &= ~room
            out[n] = base + card
            n += 1
        card += 1
    return n
