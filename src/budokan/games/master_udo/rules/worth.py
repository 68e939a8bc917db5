"""What a finisher would bring at a given length: hearts, attacks stopped, cards and Charge."""

from typing import Final

from mypy_extensions import i64

from budokan.games.master_udo import grammar
from budokan.games.master_udo.rules.state import (
    ATTACKS,
    BIT,
    KAI,
    LOSSES,
    NONE,
    ONE,
    SIDES,
    Table,
    bits,
    count,
    size_of,
)

HEART: Final = 10  # and twice its value
LOSS: Final = 6  # a card lost to an attack
EXHAUST: Final = 8  # more if it must be exhausted
DEADLY: Final = 500
BONUS: Final = 5
CHARGE: Final = 2
CARD: Final = 4  # a card recovered, or a finisher discarded
RAGE: Final = 3


def danger(table: Table, attack: i64) -> i64:
    """What an attack costs if it hits."""
    setting = table.setting
    cost: i64 = 0
    for i in range(setting.losses[attack]):
        cost += price(table, setting.loss[attack * LOSSES + i])
    if setting.extra_loss[table.master]:
        cost += price(table, setting.extra_loss[table.master])
    return cost


def price(table: Table, kinds: i64) -> i64:
    """What the loss of one card of some kinds costs: from hand, from the pile, or the game."""
    cost: i64 = DEADLY
    card: i64 = 0
    held = table.hand + in_play(table)
    while kinds:
        if kinds & 1:
            if count(held, card):
                return LOSS
            if count(table.pile, card):
                cost = LOSS + EXHAUST
        kinds >>= 1
        card += 1
    return cost


def in_play(table: Table) -> i64:
    """The cards in combos as a bag."""
    bag: i64 = 0
    for lane in range(table.lanes + 1):
        start = table.start[lane]
        for i in range(start, start + table.size[lane]):
            bag += ONE[table.laid[i]]
    return bag


def highest(table: Table, mask: i64) -> i64:
    """The highest heart of a mask; of equal ones that of the body with fewest left."""
    body = table.setting.body[table.master]
    best: i64 = NONE
    found: i64 = NONE
    for heart in range(table.hearts()):
        if (mask >> heart) & 1:
            first = heart // body * body
            value = table.heart(heart) * 8 + bits((table.covered >> first) & (BIT[body] - 1))
            if value > found:
                found = value
                best = heart
    return best


def worst(table: Table, mask: i64) -> i64:
    """The attack of a mask that one would rather block."""
    best: i64 = NONE
    found: i64 = NONE
    for attack in range(ATTACKS):
        if (mask >> attack) & 1:
            value = block_worth(table, attack)
            if value > found:
                found = value
                best = attack
    return best


def block_worth(table: Table, attack: i64) -> i64:
    value = danger(table, attack)
    if table.setting.bonus[attack] != NONE:
        value += BONUS
    return value


def calm_cards(table: Table) -> i64:
    """How many calm Kai cards could be ENRAGED."""
    bag = table.hand + table.pile + in_play(table)
    n: i64 = 0
    for card in range(KAI, KAI + SIDES):
        n += count(bag, card)
    return n


def effect_worth(table: Table, row: i64, length: i64) -> i64:
    """What steps bring with X = length. Hearts and attacks they claim stay claimed."""
    setting = table.setting
    total: i64 = 0
    while True:
        op = setting.op[row]
        if op == grammar.END or op == grammar.SKIP:
            return total
        if op == grammar.CHOOSE:
            return total + best_option(table, row, length)
        value = setting.x[row] * length + setting.k[row]
        total += step_worth(table, row, op, value)
        row += 1


def best_option(table: Table, row: i64, length: i64) -> i64:
    covered, hits, shown = table.covered, table.hits, table.shown
    best: i64 = 0
    head = row + 1
    for _ in range(table.setting.x[row]):
        value = effect_worth(table, head + 1, length)
        if value > best:
            best = value
        table.covered, table.hits, table.shown = covered, hits, shown
        head += 1 + table.setting.k[head]
    return best


def step_worth(table: Table, row: i64, op: i64, value: i64) -> i64:
    setting = table.setting
    if op == grammar.DAMAGE:
        return damage_worth(table, value + setting.damage_mod[table.master], setting.times[row])
    if op == grammar.BLOCK:
        times = setting.times[row]
        if times == grammar.ALL:
            times = ATTACKS
        return stop_worth(table, value, times)
    if op == grammar.RECOVER:
        return CARD * min(value, size_of(table.pile) + table.lanes)
    if op == grammar.ENRAGE or (op == grammar.CHARGE and setting.kai):
        if not setting.kai or (op == grammar.CHARGE and not setting.charge_enrages):
            return 0
        return RAGE * min(value, calm_cards(table))
    if op == grammar.CHARGE:
        return CHARGE * value
    return CARD if op == grammar.KEEP else -1


def damage_worth(table: Table, damage: i64, times: i64) -> i64:
    total: i64 = 0
    for _ in range(times):
        mask = table.targets(damage)
        if mask == 0:
            break
        heart = highest(table, mask)
        table.covered |= BIT[heart]
        table.hits += 1
        total += HEART + 2 * table.heart(heart)
    return total


def stop_worth(table: Table, block: i64, times: i64) -> i64:
    total: i64 = 0
    for _ in range(times):
        mask = table.stoppable(block)
        if mask == 0:
            break
        attack = worst(table, mask)
        total += block_worth(table, attack)
        table.shown &= ~BIT[attack]
    return total
