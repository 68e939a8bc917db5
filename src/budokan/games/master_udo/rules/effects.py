"""Effects of Master Udo: a combo is resolved step by step until the player must choose."""

from mypy_extensions import i64

from budokan.games.master_udo import grammar
from budokan.games.master_udo.rules import events, phases
from budokan.games.master_udo.rules.counters import tally
from budokan.games.master_udo.rules.state import BIT, NONE, Table, bits


def begin_combo(table: Table, lane: i64, boost: bool) -> None:
    """Fix X and the effect from the finisher as it lies now (MU-R3, MU-R24)."""
    setting = table.setting
    top = table.laid[table.top(lane)]
    cards = table.size[lane]
    exposed = table.exposure(top)
    length = cards + exposed + table.extra
    if boost and setting.kai:
        table.doubled = 1
        length += cards if setting.cards_only else length  # MU-R23
    elif boost:
        length += table.charge  # MU-57
    if table.events is not None:
        tell_combo(table, lane, exposed, boost, length)
    if boost and not setting.kai:
        table.charge = 0
    table.extra = 0
    table.lane = lane
    table.length = length
    table.step = setting.effect[top]
    table.left = NONE


def tell_combo(table: Table, lane: i64, exposed: i64, boost: bool, length: i64) -> None:
    """The cards, and X with its parts."""
    start, n = table.start[lane], table.size[lane]
    table.tell(events.COMBO, 0, lane + 1, table.laid[start])
    for i in range(start + 1, start + n):
        table.tell(events.CARD, 0, table.laid[i], 0)
    table.tell(events.LENGTH, 0, n, 0)
    if exposed:
        table.tell(events.EXPOSED, 0, exposed, 0)
    if table.extra:
        table.tell(events.LENGTHENED, 0, table.extra, 0)
    if boost and table.setting.kai:
        table.tell(events.DOUBLE, 0, 2, 0)
    elif boost:
        table.tell(events.SPEND, 0, table.charge, 0)
    table.tell(events.IS_X, 0, length, 0)


def amount(table: Table) -> i64:
    """The value of the step being carried out; never below 0, and no power lifts it from there."""
    setting, row = table.setting, table.step
    value = setting.x[row] * table.length + setting.k[row]
    if setting.counter[row]:
        value += setting.by[row] * tally(table, setting.counter[row], setting.word[row], table.lane)
    if setting.op[row] == grammar.DAMAGE:
        return damage(table, value)
    if value < 0:
        return 0
    return value


def damage(table: Table, value: i64) -> i64:
    """What damage of a combo or of a bonus comes to against this master."""
    setting = table.setting
    immune = setting.immune[table.master]
    of_combo = immune != 0 and table.lane != NONE and table.held == NONE
    if of_combo and (immune >> table.laid[table.top(table.lane)]) & 1:
        return 0
    if value < 0 and setting.floors:
        value = 0
    value += setting.damage_mod[table.master]
    if value < 0:
        return 0
    return value


def run(table: Table) -> bool:
    """Carry out steps; True if the player is asked, False at the end of the effect."""
    setting = table.setting
    while True:
        op = setting.op[table.step]
        if op == grammar.END:
            if table.held == NONE:
                return False
            table.step = table.held
            table.left = table.held_left
            table.held = NONE
            table.held_left = 0
            continue
        if op == grammar.SKIP:
            table.step = setting.times[table.step]
            continue
        if op == grammar.CHOOSE:
            table.phase = phases.OPTION
            return True
        if op == grammar.IF:
            table.step = next_row(table)
            continue
        if table.left == NONE:
            table.left = begin_step(table, op)
        if table.left > 0 and asks(table, op):
            return True
        table.step += 1
        table.left = NONE


def next_row(table: Table) -> i64:
    """The row behind an `if`: the next one if it holds, else the one it leads to."""
    setting, row = table.setting, table.step
    n = tally(table, setting.counter[row], setting.word[row], table.lane)
    if setting.x[row] <= n <= setting.k[row]:
        return row + 1
    return setting.times[row]


def begin_step(table: Table, op: i64) -> i64:
    """Carry out a step that needs no choice; otherwise how often the player may choose."""
    if op == grammar.DAMAGE or op == grammar.BLOCK:
        times = table.setting.times[table.step]
        return times if times != grammar.ALL else bits(table.shown)
    if op == grammar.RECOVER:
        return amount(table)
    if op == grammar.ENRAGE:
        return amount(table) if table.setting.kai else 0
    if op == grammar.CHARGE:
        return gain(table, amount(table))
    if op == grammar.DISCARD or op == grammar.EXHAUST:
        return 1
    if op == grammar.KEEP:
        table.kept = 1
    elif op == grammar.LENGTHEN:
        table.extra += amount(table)
        table.tell(events.LENGTHEN, 0, amount(table), 0)
    elif op == grammar.CALM and table.setting.kai:
        calm(table, table.setting.k[table.step])
    return 0


def gain(table: Table, n: i64) -> i64:
    """Charge for Udo; for Kai as many cards to ENRAGE (MU-55, MU-R4, MU-R19)."""
    setting = table.setting
    if setting.kai:
        return n if setting.charge_enrages else 0
    before = table.charge
    table.charge += n
    if setting.cap != NONE and table.charge > setting.cap:
        table.charge = setting.cap
    table.tell(events.CHARGE, 0, table.charge - before, table.charge)
    return 0


def calm(table: Table, whom: i64) -> None:
    """Turn the finisher, or every Kai card of its combo, to the calm side."""
    top = table.top(table.lane)
    first = table.start[table.lane] if whom == grammar.COMBO else top
    for i in range(first, top + 1):
        card = table.laid[i]
        if table.is_enraged(card):
            table.laid[i] = card - table.setting.sides
            table.tell(events.CALM, 0, card - table.setting.sides, 0)


def asks(table: Table, op: i64) -> bool:
    """Whether the step leaves a choice; without a target it is wasted (MU-R8)."""
    if op == grammar.DAMAGE:
        dealt = amount(table)
        if table.targets(dealt):
            table.phase = phases.COVER
            return True
        for _ in range(table.left):
            table.tell(events.WASTED, 0, dealt, 0)
        return False
    if op == grammar.BLOCK:
        block = amount(table)
        if table.stoppable(block):
            table.phase = phases.STOP
            return True
        for _ in range(table.left):
            table.tell(events.NO_STOP, 0, block, 0)
        return False
    if op == grammar.RECOVER:
        table.phase = phases.RECOVER
        if table.pile:
            return True
    elif op == grammar.DISCARD or op == grammar.EXHAUST:
        return asks_price(table, op)
    else:
        table.phase = phases.ENRAGE
        if any_calm(table):
            return True
    tell_nothing(table, op)
    return False


def asks_price(table: Table, op: i64) -> bool:
    """Whether a card can be given; if not, the rest of these steps is left out."""
    setting = table.setting
    cards = table.hand if op == grammar.DISCARD else table.pile
    if cards & setting.word[table.step]:
        table.phase = phases.GIVE if op == grammar.DISCARD else phases.BURN
        return True
    table.tell(events.NO_PRICE, 0, 0, 0)
    while setting.op[table.step + 1] != grammar.END and setting.op[table.step + 1] != grammar.SKIP:
        table.step += 1
    return False


def tell_nothing(table: Table, op: i64) -> None:
    """Tell the story that no card was recovered or ENRAGED although some could be."""
    if table.events is None or table.left != amount(table):
        return
    if op == grammar.RECOVER:
        table.tell(events.NO_RETURN, 0, 0, 0)
    else:
        table.tell(events.NO_RAGE, 0, 0, 0)


def enough(table: Table) -> None:
    """Stop recovering or ENRAGING early (MU-R18, MU-R26)."""
    tell_nothing(table, table.setting.op[table.step])
    table.left = 0


def any_calm(table: Table) -> bool:
    """Whether any Kai card in hand, in play or discarded is calm (MU-R18)."""
    if (table.hand | table.pile) & table.setting.calm:
        return True
    for lane in range(table.lanes):
        for i in range(table.start[lane], table.start[lane] + table.size[lane]):
            if table.is_calm(table.laid[i]):
                return True
    return False


def choose(table: Table, option: i64) -> None:
    """Go on with the steps of an option; its heading row says how many there are."""
    row = table.step + 1
    for _ in range(option):
        row += 1 + table.setting.k[row]
    table.step = row + 1


def cover(table: Table, heart: i64) -> None:
    table.tell(events.COVER, 0, amount(table), table.heart(heart))
    table.covered |= BIT[heart]
    table.hits += 1
    table.left -= 1


def stop(table: Table, attack: i64) -> None:
    """Block an attack; its bonus comes before anything else (MU-30, MU-39)."""
    table.tell(events.STOP, 0, amount(table), attack)
    table.shown &= ~BIT[attack]
    table.used |= BIT[attack]
    table.left -= 1
    row = table.setting.bonus[attack]
    if row != NONE:
        table.held = table.step
        table.held_left = table.left
        table.step = row
        table.left = NONE


def recover(table: Table, card: i64) -> None:
    table.pile -= table.setting.one[card]
    table.hand += table.setting.one[card]
    table.left -= 1
    table.tell(events.RECOVER, 0, card, 0)


def give(table: Table, card: i64) -> None:
    """Discard a card from hand as a price."""
    table.hand -= table.setting.one[card]
    table.pile += table.setting.one[card]
    table.left -= 1
    table.tell(events.GIVE, 0, card, 0)


def burn(table: Table, card: i64) -> None:
    """Exhaust a discarded card as a price (MU-45)."""
    table.pile -= table.setting.one[card]
    table.gone += table.setting.one[card]
    table.left -= 1
    table.tell(events.BURN, 0, card, 0)


def enrage_pile(table: Table, card: i64, in_hand: bool) -> None:
    setting = table.setting
    flip = setting.one[card + setting.sides] - setting.one[card]
    if in_hand:
        table.hand += flip
    else:
        table.pile += flip
    table.left -= 1
    table.tell(events.ENRAGE, 0, card, 0)


def enrage_at(table: Table, place: i64) -> None:
    card = table.laid[place]
    table.laid[place] = card + table.setting.sides
    table.left -= 1
    table.tell(events.ENRAGE, 0, card, 0)


def place_under(table: Table, lane: i64, card: i64) -> i64:
    """Where a covered card of a combo lies, or NONE."""
    for i in range(table.start[lane], table.top(lane)):
        if table.laid[i] == card:
            return i
    return NONE


def end_combo(table: Table) -> None:
    """The finisher is discarded, the others return (MU-29, MU-R27)."""
    lane = table.lane
    top = table.top(lane)
    card = table.laid[top]
    if table.kept:
        table.hand += table.setting.one[card]
        table.tell(events.KEEP, 0, card, 0)
    else:
        table.pile += table.setting.one[card]
        table.tell(events.DISCARD, 0, card, 0)
    table.hand += table.under(lane)
    table.size[lane] = 0
    table.lane = NONE
    table.length = 0
    table.kept = 0
    end_effect(table)


def end_effect(table: Table) -> None:
    table.step = NONE
    table.left = NONE


def lanes_left(table: Table) -> bool:
    for lane in range(table.lanes):
        if table.size[lane]:
            return True
    return False
