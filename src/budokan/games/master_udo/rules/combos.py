"""Combos of Master Udo: the conditions of cards, and whether an open combo can be finished."""

from threading import get_ident
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.master_udo.rules.counters import held
from budokan.games.master_udo.rules.state import (
    STARTER_BITS,
    TECHNIQUE_BIT,
    Setting,
    Table,
    size_of,
)
from budokan.kit.pile import zeros

PATIENCE: Final = 400  # rows tried before it is remembered which lead nowhere
TRIED: Final = zeros(1)
# Rows of the present search that lead nowhere: thread, cards left, cards laid, the one on top.
DEAD_ENDS: Final[set[tuple[int, int, int, int]]] = set()


def fits(setting: Setting, laid: vec[i64], start: i64, n: i64, card: i64) -> bool:
    """Whether a card may be laid on n others, by the conditions that can be judged right away."""
    place = n + 1
    if place < setting.pos_lo[card] or place > setting.pos_hi[card]:
        return False
    if n > 0 and not (setting.follows[laid[start + n - 1]] >> card) & 1:
        return False
    apart = setting.apart[card]
    for i in range(start, start + n):
        other = laid[i]
        if place > setting.size_hi[other] or (apart >> other) & 1:
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
    if (setting.covered_only >> laid[start + n - 1]) & 1:
        return False
    for i in range(start, start + n):
        if lacks_company(setting, laid, start, n, i):
            return False
    return True


def can_finish(setting: Setting, laid: vec[i64], start: i64, n: i64, hand: i64) -> bool:
    """Whether some cards of a hand make a combo whole. Writes into the buffer behind it."""
    if whole(setting, laid, start, n):
        return True
    TRIED[0] = 0
    if DEAD_ENDS:
        DEAD_ENDS.clear()
    return completes(setting, laid, start, n, hand)


def completes(setting: Setting, laid: vec[i64], start: i64, n: i64, hand: i64) -> bool:
    """The same for a combo that is not whole."""
    if n + size_of(hand) < shortest(setting, laid, start, n):
        return False
    if TRIED[0] > PATIENCE and dead_end(laid, start, n, hand) in DEAD_ENDS:
        return False
    rest = hand & STARTER_BITS
    card = setting.first
    while rest:
        if rest & 3 and goes_on(setting, laid, start, n, hand, card):
            return True
        rest >>= 2
        card += 1
    rest = hand >> TECHNIQUE_BIT
    card = setting.technique
    while rest:
        if rest & 1 and goes_on(setting, laid, start, n, hand, card):
            return True
        rest >>= 1
        card += 1
    TRIED[0] += 1
    if TRIED[0] > PATIENCE:  # the order of covered cards does not matter for what may come
        DEAD_ENDS.add(dead_end(laid, start, n, hand))
    return False


def dead_end(laid: vec[i64], start: i64, n: i64, hand: i64) -> tuple[int, int, int, int]:
    """How a row is remembered; another thread may search other cards at the same time."""
    return get_ident(), int(hand), int(n), int(laid[start + n - 1])


def goes_on(setting: Setting, laid: vec[i64], start: i64, n: i64, hand: i64, card: i64) -> bool:
    """Whether a card of a hand may come next, and the combo be whole with it or later."""
    if not fits(setting, laid, start, n, card):
        return False
    laid[start + n] = card
    if whole(setting, laid, start, n + 1):
        return True
    return completes(setting, laid, start, n + 1, hand - setting.one[card])


def usable(table: Table) -> i64:
    """The cards of the hand that may lie in the open combo (MU-72)."""
    setting = table.setting
    cards = table.hand
    if table.lanes:
        cards &= ~setting.alone
    if cards & setting.gated:
        cards &= ~barred(table)
    return cards


def barred(table: Table) -> i64:
    """The kinds whose condition about the table does not hold this turn, as a bag mask."""
    setting = table.setting
    mask: i64 = 0
    for i in range(len(setting.gate_kind)):
        n = held(table, setting.gate_counter[i])
        if n < setting.gate_low[i] or n > setting.gate_high[i]:
            mask |= setting.room[setting.gate_kind[i]]
    return mask


def may_open(table: Table) -> bool:
    """Whether the master and the combos that lie there allow another one."""
    setting = table.setting
    if table.lanes >= setting.max_combos[table.master]:
        return False
    if setting.alone == 0:
        return True
    for i in range(table.start[table.lanes]):
        if setting.alone & setting.one[table.laid[i]]:
            return False
    return True


def can_add(table: Table, card: i64, hand: i64) -> bool:
    """Whether a card of the usable hand may be laid so that the combo can be finished."""
    setting, lane = table.setting, table.lanes
    start, n = table.start[lane], table.size[lane]
    if not fits(setting, table.laid, start, n, card):
        return False
    table.laid[start + n] = card
    return can_finish(setting, table.laid, start, n + 1, hand - setting.one[card])


def can_close(table: Table) -> bool:
    lane = table.lanes
    return whole(table.setting, table.laid, table.start[lane], table.size[lane])
