"""How good it is to stand somewhere between two turns; the yardstick of the solver."""

from typing import Final

from mypy_extensions import i64

from budokan.games.master_udo.rules import phases
from budokan.games.master_udo.rules.state import (
    ATTACKS,
    KAI,
    LOSSES,
    MASTERS,
    ROAD,
    SIDES,
    TECHNIQUE,
    Table,
    count,
    size_of,
)

WON: Final = 100_000
LOST: Final = -100_000
BEATEN: Final = 2_500  # a master
HEART: Final = 300  # uncovered, and more with its value
HEART_VALUE: Final = 45
HAND: Final = 110  # a card in hand
PILE: Final = 60  # a card that will be back
GONE: Final = 70  # a card exhausted, for each fight to come and this one
CHARGE: Final = 25
FULL_CHARGE: Final = 12
RAGE: Final = 70  # an ENRAGED card
RAGING: Final = 200  # Kai herself next turn
BARE: Final = 90  # a demand of an attack that nothing in hand can meet
NAKED: Final = 350  # nor anything discarded
TECHNIQUE_WORTH: Final = 80


def outlook(table: Table) -> i64:
    """More is better; a won or lost game is beyond everything else."""
    if table.phase == phases.WON:
        return WON + table.glory()
    value = BEATEN * table.road.n
    if table.phase > phases.WON:
        return LOST + value
    fights: i64 = ROAD - table.road.n
    value += HAND * size_of(table.hand) - GONE * fights * size_of(table.gone)
    value += techniques(table)
    value += PILE * size_of(table.pile)
    if table.setting.kai:
        value += temper(table)
    if table.phase != phases.CHOOSE:
        value += progress(table) + CHARGE * min(table.charge, FULL_CHARGE)
        value -= exposure(table)
    return value


def progress(table: Table) -> i64:
    """What the uncovered hearts still ask for, as a loss."""
    value: i64 = 0
    for i in range(table.hearts()):
        if not (table.covered >> i) & 1:
            value -= HEART + HEART_VALUE * table.heart(i)
    return value


def techniques(table: Table) -> i64:
    value: i64 = 0
    for card in range(TECHNIQUE, TECHNIQUE + MASTERS):
        value += TECHNIQUE_WORTH * count(table.hand + table.pile, card)
    return value


def temper(table: Table) -> i64:
    """Kai's ENRAGED cards, and whether she will rage."""
    value: i64 = 0
    for card in range(KAI + SIDES, TECHNIQUE):
        value += RAGE * count(table.hand + table.pile, card)
    if table.kai_rages():
        value += RAGING
    return value


def exposure(table: Table) -> i64:
    """What attacks could ask for in vain."""
    cost: i64 = 0
    for attack in range(ATTACKS):
        for i in range(table.setting.losses[attack]):
            kinds = table.setting.loss[attack * LOSSES + i]
            if not holds(table.hand, kinds):
                cost += BARE
                if not holds(table.pile, kinds):
                    cost += NAKED
    return cost


def holds(bag: i64, kinds: i64) -> bool:
    """Whether a bag has a card of some kinds."""
    card: i64 = 0
    while bag:
        if bag & 3 and (kinds >> card) & 1:
            return True
        bag >>= 2
        card += 1
    return False
