"""Combos of Master Udo: the conditions of cards, and whether an open combo can be finished."""

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.master_udo.rules.state import ONE, Setting, Table, size_of


def fits(setting: Setting, laid: vec[i64], start: i64, n: i64, card: i64) -> bool:
    """Whether a card may be laid on n others, by the conditions that can be judged right away."""
    place = n + 1
    if place < setting.pos_lo[card] or place > setting.pos_hi[card]:
        return False
    if place > setting.size_hi[card]:
        return False
    if n > 0:
        below = laid[start + n - 1]
        if setting.last[below] or (setting.not_on[card] >> below) & 1:
            return False
        if not (setting.on[card] >> below) & 1:
            return False
    for i in range(start, start + n):
        other = laid[i]
        if place > setting.size_hi[other]:
            return False
        if (setting.ban[card] >> other) & 1 or (setting.ban[other] >> card) & 1:
            return False
    return True


def shortest(setting: Setting, laid: vec[i64], start: i64, n: i64) -> i64:
    """The fewest cards in a combo."""
    least = setting.min_length  # MU-R1
    for i in range(start, start + n):
        if setting.size_lo[laid[i]] > least:
            least = setting.size_lo[laid[i]]
    return least


def lacks_company(setting: Setting, laid: vec[i64], start: i64, n: i64, card: i64) -> bool:
    """Whether the card at a place waits for another one that must be in its combo."""
    need = setting.need[laid[card]]
    if need == 0:
        return False
    for i in range(start, start + n):
        if i != card and (need >> laid[i]) & 1:
            return False
    return True


def whole(setting: Setting, laid: vec[i64], start: i64, n: i64) -> bool:
    """Whether a combo that fits so far satisfies every condition as it lies (MU-25)."""
    if n == 0 or n < shortest(setting, laid, start, n):
        return False
    for i in range(start, start + n):
        if lacks_company(setting, laid, start, n, i):
            return False
    return True


def can_finish(setting: Setting, laid: vec[i64], start: i64, n: i64, hand: i64) -> bool:
    """Whether some cards of a hand make a combo whole. Writes into the buffer behind it."""
    if whole(setting, laid, start, n):
        return True
    if n + size_of(hand) < shortest(setting, laid, start, n):
        return False
    rest = hand
    card: i64 = 0
    while rest:
        if rest & 3 and fits(setting, laid, start, n, card):
            laid[start + n] = card
            if can_finish(setting, laid, start, n + 1, hand - ONE[card]):
                return True
        rest >>= 2
        card += 1
    return False


def usable(table: Table) -> i64:
    """The cards of the hand that may lie in the open combo (MU-72)."""
    if table.lanes == 0:
        return table.hand
    return table.hand & ~table.setting.alone


def may_open(table: Table) -> bool:
    """Whether the master and the combos that lie there allow another one."""
    if table.lanes >= table.setting.max_combos[table.master]:
        return False
    if table.setting.alone == 0:
        return True
    for i in range(table.start[table.lanes]):
        if table.setting.alone & ONE[table.laid[i]]:
            return False
    return True


def can_add(table: Table, card: i64) -> bool:
    """Whether a card of the usable hand may be laid so that the combo can be finished."""
    setting, lane = table.setting, table.lanes
    start, n = table.start[lane], table.size[lane]
    if not fits(setting, table.laid, start, n, card):
        return False
    table.laid[start + n] = card
    return can_finish(setting, table.laid, start, n + 1, usable(table) - ONE[card])


def can_close(table: Table) -> bool:
    lane = table.lanes
    return whole(table.setting, table.laid, table.start[lane], table.size[lane])
