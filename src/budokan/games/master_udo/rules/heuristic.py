"""How good an action of Master Udo looks at first sight."""

from typing import Final

from mypy_extensions import i64

from budokan.games.master_udo import grammar
from budokan.games.master_udo.rules import actions, effects, phases
from budokan.games.master_udo.rules.combos import fits, usable, whole
from budokan.games.master_udo.rules.counters import named, tally
from budokan.games.master_udo.rules.state import (
    ATTACKS,
    BIT,
    KINDS,
    LOSSES,
    NONE,
    PLACES,
    Setting,
    Table,
    bits,
    size_of,
)
from budokan.kit.pile import zeros

# What effects and losses are worth.
HEART: Final = 10  # and twice its value
LOSS: Final = 6  # a card lost to an attack
EXHAUST: Final = 8  # more if it must be exhausted
DEADLY: Final = 500
BONUS: Final = 5
CHARGE: Final = 2
CARD: Final = 4  # a card recovered, or a finisher discarded
RAGE: Final = 3

NODES: Final = 30  # combos looked at for one card
NEVER: Final = -100_000
UNKNOWN: Final = -200_000
LENGTHS: Final = 16
MEMO: Final = zeros(KINDS * LENGTHS)  # what finishers bring, while one action is judged
LEFT: Final = zeros(1)  # combos still to look at
JUDGED: Final = zeros(2)  # where the cards of the combo begin that is looked at, and how many


def heuristic(table: Table, action: i64) -> i64:
    """More is better."""
    phase = table.phase
    if phase == phases.PLAY:
        return play(table, action)
    if phase == phases.RESOLVE:
        return order(table, action)
    if phase == phases.PAY:
        return payment(table, action)
    if phase == phases.COVER:
        heart = action - actions.COVER
        return 1 if highest(table, table.targets(effects.amount(table))) == heart else 0
    if phase == phases.STOP:
        return block_worth(table, action - actions.STOP)
    if phase == phases.OPTION:
        return option(table, action - actions.OPTION)
    if phase == phases.RECOVER:
        return 0 if action == actions.ENOUGH else wanted(table, action - actions.RECOVER)
    if phase == phases.GIVE:
        return spare(table.setting, table.hand, action - actions.GIVE)
    if phase == phases.BURN:
        return spare(table.setting, table.hand + table.pile, action - actions.BURN)
    if phase == phases.ENRAGE:
        return rage(action)
    if phase == phases.ATTACKS:
        return narrow(table, action - actions.SUFFER)
    return -ease(table, action - actions.FIGHT) if phase == phases.CHOOSE else 0


def ease(table: Table, master: i64) -> i64:
    """Masters with few coins and few attacks first."""
    setting = table.setting
    swords = setting.swords[master] * setting.bodies[master]
    return 100 * setting.glory[master] + 10 * swords + setting.body[master]


# -- combos -------------------------------------------------------------------------------------


def play(table: Table, action: i64) -> i64:
    """The best combo that a step can lead to, after the closed combos have taken their targets."""
    covered, hits, shown = table.covered, table.hits, table.shown
    hand = usable(table)  # as the turn stands before anything is resolved (MU-R37)
    boost: i64 = 1 if table.can_boost() else 0
    for lane in range(table.lanes):
        boost = claim(table, lane, boost)
    setting = table.setting
    for i in range(setting.first * LENGTHS, setting.kinds * LENGTHS):
        MEMO[i] = UNKNOWN
    lane = table.lanes
    start, n = table.start[lane], table.size[lane]
    value: i64 = 0
    if action < actions.CLOSE:
        card = action - actions.ADD
        table.laid[start + n] = card
        LEFT[0] = NODES
        value = 8 * best_end(table, start, n + 1, hand - setting.one[card], boost)
    elif n:
        value = 8 * merit(table, start, n, boost)
        value += 2 if action == actions.CLOSE else 1
    table.covered, table.hits, table.shown = covered, hits, shown
    return value


def claim(table: Table, lane: i64, boost: i64) -> i64:
    """Let a closed combo take its targets; whether a boost is left."""
    top = table.laid[table.top(lane)]
    length = table.size[lane] + table.exposure(top)
    row = table.setting.effect[top]
    look_at(table.start[lane], table.size[lane])
    if boost and boost_gain(table, row, length) > 0:
        effect_worth(table, row, boosted(table, length))
        return 0
    effect_worth(table, row, length)
    return boost


def best_end(table: Table, start: i64, n: i64, hand: i64, boost: i64) -> i64:
    """The value of the best combo found that begins with these cards."""
    best: i64 = NEVER
    setting, laid = table.setting, table.laid
    if whole(setting, laid, start, n):
        best = merit(table, start, n, boost)
    card = setting.first
    rest = hand
    while rest and LEFT[0] > 0:
        room = setting.room[card]
        if rest & room:
            rest &= ~room
            if fits(setting, laid, start, n, card):
                LEFT[0] -= 1
                laid[start + n] = card
                best = max(best, best_end(table, start, n + 1, hand - setting.one[card], boost))
        card += 1
    return best


def look_at(start: i64, n: i64) -> None:
    """The cards that a value may count while a combo is judged."""
    JUDGED[0] = start
    JUDGED[1] = n


def merit(table: Table, start: i64, n: i64, boost: i64) -> i64:
    """The value of a combo of n cards, less its finisher and the cards it keeps from others."""
    top = table.laid[start + n - 1]
    known = MEMO[top * LENGTHS + n]
    if known != UNKNOWN and not (table.setting.varies >> top) & 1:
        return known
    look_at(start, n)
    row = table.setting.effect[top]
    length = n + table.exposure(top)
    value = glance(table, row, length)
    if boost:
        gain = boost_gain(table, row, length)
        if gain > 0:
            value += gain
    value -= n + CARD
    MEMO[top * LENGTHS + n] = value
    return value


def glance(table: Table, row: i64, length: i64) -> i64:
    """The value of an effect; its targets stay free."""
    covered, hits, shown = table.covered, table.hits, table.shown
    value = effect_worth(table, row, length)
    table.covered, table.hits, table.shown = covered, hits, shown
    return value


def boosted(table: Table, length: i64) -> i64:
    if table.setting.kai:
        return 2 * length
    return length + table.charge


def boost_gain(table: Table, row: i64, length: i64) -> i64:
    """What a boost adds to an effect beyond the value of keeping it."""
    more = glance(table, row, boosted(table, length)) - glance(table, row, length)
    if table.setting.kai:
        return more - 1
    return more - CHARGE * table.charge - 1


# -- resolving ----------------------------------------------------------------------------------


def order(table: Table, action: i64) -> i64:
    """Blocks first, for their bonus; recovering last; the boost where it helps most."""
    boosts = action >= actions.BOOST
    lane = action - (actions.BOOST if boosts else actions.TAKE)
    top = table.laid[table.top(lane)]
    row = table.setting.effect[top]
    look_at(table.start[lane], table.size[lane])
    value = turn_of(table, row) * 1000
    length = table.size[lane] + table.exposure(top)
    value += min(900, glance(table, row, length))
    if not boosts:
        return value
    gain = boost_gain(table, row, length)
    if gain <= 0 or gain < best_gain(table):
        return NEVER
    return value + 1


def best_gain(table: Table) -> i64:
    """The most that a boost adds to any combo that waits."""
    best: i64 = NEVER
    for lane in range(table.lanes):
        if table.size[lane]:
            top = table.laid[table.top(lane)]
            length = table.size[lane] + table.exposure(top)
            look_at(table.start[lane], table.size[lane])
            best = max(best, boost_gain(table, table.setting.effect[top], length))
    return best


def turn_of(table: Table, row: i64) -> i64:
    """When an effect is best carried out; more is earlier."""
    op = table.setting.op[row]
    if op == grammar.CHOOSE:
        op = table.setting.op[row + 2]
    if op == grammar.LENGTHEN:
        return 5
    if op == grammar.IF:
        return 1
    if op == grammar.BLOCK:
        return 4
    if op == grammar.ENRAGE:
        return 3
    return 1 if op == grammar.RECOVER else 2


def option(table: Table, number: i64) -> i64:
    row = table.step + 1
    for _ in range(number):
        row += 1 + table.setting.k[row]
    if table.lane != NONE:
        look_at(table.start[table.lane], table.size[table.lane])
    return glance(table, row + 1, table.length)


def wanted(table: Table, card: i64) -> i64:
    """Cards that an attack will demand and that are missing in hand return first."""
    setting = table.setting
    value: i64 = 10 - 3 * setting.count(table.hand, card)
    for attack in range(setting.attacks):
        if (table.shown >> attack) & 1:
            for i in range(setting.losses[attack]):
                if (setting.loss[attack * LOSSES + i] >> card) & 1:
                    value += 2
    return value


def rage(action: i64) -> i64:
    """Finishers first, then the hand, then what is covered or discarded."""
    if action == actions.ENOUGH:
        return 0
    if action >= actions.ENRAGE_TOP:
        return 4
    place = (action - actions.ENRAGE) % PLACES
    if place == 0:
        return 3
    return 1 if place == 1 else 2


# -- attacks ------------------------------------------------------------------------------------


def narrow(table: Table, attack: i64) -> i64:
    """Attacks that leave less choice come first: their discards can pay for later ones."""
    kinds: i64 = 0
    for i in range(table.setting.losses[attack]):
        kinds += bits(table.setting.loss[attack * LOSSES + i])
    return -kinds


def payment(table: Table, action: i64) -> i64:
    """Discard rather than exhaust; rather one of many than the last of its kind."""
    if action >= actions.FALL:
        return 0
    if action < actions.PAY_PILE:
        card = action - actions.PAY_HAND
        return 100 + spare(table.setting, table.hand, card)
    return 50 + spare(table.setting, table.hand + table.pile, action - actions.PAY_PILE)


def spare(setting: Setting, bag: i64, card: i64) -> i64:
    """How easily a card of a bag can be missed."""
    value = 3 * setting.count(bag, card)
    return value - 5 if card >= setting.technique else value


# -- the value of a finisher: hearts, attacks stopped, cards and Charge --------------------


def danger(table: Table, attack: i64) -> i64:
    """What an attack costs if it hits."""
    setting = table.setting
    cost: i64 = 0
    for i in range(setting.losses[attack]):
        cost += price(table, setting.toll[attack * LOSSES + i])
    if setting.extra_loss[table.master]:
        cost += price(table, setting.extra_toll[table.master])
    return cost


def price(table: Table, cards: i64) -> i64:
    """What the loss of one card of a bag mask costs: from hand, from the pile, or the game."""
    if table.hand & cards or in_play(table) & cards:
        return LOSS
    return LOSS + EXHAUST if table.pile & cards else DEADLY


def in_play(table: Table) -> i64:
    """The cards in combos as a bag."""
    bag: i64 = 0
    for lane in range(table.lanes + 1):
        start = table.start[lane]
        for i in range(start, start + table.size[lane]):
            bag += table.setting.one[table.laid[i]]
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
    """The attack of a mask that is most worth blocking."""
    best: i64 = NONE
    found: i64 = NONE
    for attack in range(table.setting.attacks):
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
    return size_of((table.hand + table.pile + in_play(table)) & table.setting.calm)


def effect_worth(table: Table, row: i64, length: i64) -> i64:
    """The value of steps with X = length. Hearts and attacks they take stay taken."""
    setting = table.setting
    total: i64 = 0
    while True:
        op = setting.op[row]
        if op == grammar.END or op == grammar.SKIP:
            return total
        if op == grammar.CHOOSE:
            return total + best_option(table, row, length)
        if op == grammar.IF:
            row = row + 1 if is_met(table, row) else setting.times[row]
            continue
        if op == grammar.DISCARD or op == grammar.EXHAUST:
            if not is_payable(table, row, op):
                return total
            total -= EXHAUST if op == grammar.EXHAUST else LOSS
            row += 1
            continue
        value = setting.x[row] * length + setting.k[row]
        if setting.counter[row]:
            value += setting.by[row] * judged(table, row)
        total += step_worth(table, row, op, max(0, value))
        row += 1


def judged(table: Table, row: i64) -> i64:
    """What a row counts, in the combo that is looked at."""
    counter = table.setting.counter[row]
    if counter == grammar.EACH:
        return named(table, table.setting.word[row], JUDGED[0], JUDGED[1])
    if counter == grammar.CARDS:
        return JUDGED[1]
    return tally(table, counter, 0, NONE)


def is_met(table: Table, row: i64) -> bool:
    n = judged(table, row)
    return table.setting.x[row] <= n <= table.setting.k[row]


def is_payable(table: Table, row: i64, op: i64) -> bool:
    cards = table.hand if op == grammar.DISCARD else table.pile
    return cards & table.setting.word[row] != 0


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
        if setting.immune[table.master] and is_immune(table):
            return 0
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
    if op == grammar.LENGTHEN:
        return CHARGE * value
    return CARD if op == grammar.KEEP else -1


def is_immune(table: Table) -> bool:
    """Whether the finisher of the combo that is looked at cannot hurt the master."""
    top = table.laid[JUDGED[0] + JUDGED[1] - 1]
    return (table.setting.immune[table.master] >> top) & 1 == 1


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
