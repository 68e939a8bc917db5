"""Hidden hands of Kenpo Masters: what a viewer may know, and guesses that fit it."""

from typing import Final

from mypy_extensions import i64

from budokan.games.kenpo_masters.rules import actions, combo, phases
from budokan.games.kenpo_masters.rules.state import Setting, Side, Table, bit
from budokan.kit.rng import Rng

ANY: Final = -1  # all kinds


def observe(table: Table, seat: i64) -> None:
    """Hide in the other hands whatever cannot be worked out (KM-R32)."""
    table.observed = 1
    for owner in range(2):
        side = table.side(owner)
        if owner != seat and side.known_n < side.hand_n:
            veil(side)


def veil(side: Side) -> None:
    """Pool the hidden cards of hand and deck; cards known to all stay in the hand."""
    side.veiled = 1
    side.held = 0
    for card in range(side.kinds):
        known = side.known[card]
        side.deck[card] += side.hand[card] - known
        side.hand[card] = known
        if known > 0:
            side.held |= bit(card)


def seen(table: Table, viewer: i64, action: i64) -> i64:
    """An entry as a viewer sees it: only cards drawn by others are veiled."""
    draws = actions.DRAW <= action < actions.DRAW_VEILED
    if draws and table.phase != phases.FIRST and viewer != table.drawer():
        return actions.DRAW_VEILED
    return action


def guess(table: Table, rng: Rng) -> None:
    """Deal every veiled hand again; a turn begun with Effects can always be finished (KM-R40)."""
    table.observed = 0
    for owner in range(2):
        side = table.side(owner)
        if side.veiled:
            deal_hand(table.setting, side, rng)
            while owner == table.turn and is_stuck(table):
                veil(side)
                deal_hand(table.setting, side, rng)


def is_stuck(table: Table) -> bool:
    """Whether the turn was begun and cannot be finished, which rules this hand out."""
    if table.phase != phases.PLAY or table.side(table.turn).n == 0 or combo.may_stop(table):
        return False
    return combo.playable(table) == 0


def deal_hand(setting: Setting, side: Side, rng: Rng) -> None:
    """Add to the known cards as many Effects as are known, then any other cards."""
    side.veiled = 0
    for i in range(side.hand_n - side.known_n):
        if i < side.known_effects:
            deal(side, side.among(setting.effects), rng)
        else:
            deal(side, ANY, rng)


def deal(side: Side, kinds: i64, rng: Rng) -> None:
    """One card of these kinds from the pool into the hand."""
    total: i64 = 0
    for card in range(side.kinds):
        if kinds >> card & 1:
            total += side.deck[card]
    left = rng.below(total)
    for card in range(side.kinds):
        if kinds >> card & 1:
            left -= side.deck[card]
            if left < 0:
                side.deck[card] -= 1
                side.hand[card] += 1
                side.held |= bit(card)
                return
