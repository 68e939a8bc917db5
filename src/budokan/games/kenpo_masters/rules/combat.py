"""Combat in Kenpo Masters: what attacks on the table score, and what defence prevents."""

from mypy_extensions import i64

from budokan.games.kenpo_masters.rules import events
from budokan.games.kenpo_masters.rules.state import (
    APART,
    BACK,
    DEEDS,
    FORWARD,
    MOVES,
    NONE,
    RESTED,
    SIDEWAYS,
    STAY,
    STEPS,
    Setting,
    Side,
    Table,
)


def arrow(setting: Setting, side: Side, place: i64, direction: i64) -> i64:
    """The attack arrow of a card on the table, 0 if there is none (KM-51, KM-53)."""
    if direction == APART:
        return 0
    return setting.hits[setting.mirrored * side.flip[place] + MOVES * side.kind[place] + direction]


def step_bonus(setting: Setting, side: Side, place: i64) -> i64:
    """The modifier of the governing movement (KM-27)."""
    return setting.modifier[
        setting.mirrored * side.flip[place] + MOVES * side.kind[place] + side.move[place]
    ]


def text_bonus(setting: Setting, side: Side, place: i64) -> i64:
    """What the card's text adds for the card it was comboed on."""
    below = side.below[place]
    if below == NONE:
        return 0
    return setting.bonus[setting.kinds * side.kind[place] + below]


def did(foe: Side, deed: i64) -> bool:
    """Whether the opponent advanced, retreated, sidestepped, stood or rested (KM-R45)."""
    if deed == 0:
        return foe.went >> FORWARD & 1 == 1
    if deed == 1:
        return foe.went >> BACK & 1 == 1
    if deed == 2:
        return foe.went & SIDEWAYS != 0
    if deed == 3:
        return foe.went & STEPS == 0
    return foe.went >> RESTED & 1 == 1


def is_idle(setting: Setting, card: i64, foe: Side) -> bool:
    """Whether an attack does nothing since the opponent did not do what it asks for (KM-R45)."""
    wanted = setting.deeds[card]
    if wanted == 0:
        return False
    for deed in range(DEEDS):
        if wanted >> deed & 1 and did(foe, deed):
            return False
    return True


def more_bonus(setting: Setting, side: Side, place: i64, foe: Side) -> i64:
    """What the text adds for what the opponent did, and for attacks beneath (KM-R45)."""
    card = side.kind[place]
    if not setting.asking >> card & 1:
        return 0
    total: i64 = 0
    for deed in range(DEEDS):
        amount = setting.deed_bonus[DEEDS * card + deed]
        if amount and did(foe, deed):
            total += amount
    for i in range(place):
        total += setting.per_card[setting.kinds * card + side.kind[i]]
    return total


def blow(setting: Setting, side: Side, place: i64, direction: i64, foe: Side) -> i64:
    """The damage of a card before doubling and defence; without an arrow nothing (KM-R5, KM-R6)."""
    points = arrow(setting, side, place, direction)
    if points == 0:
        return 0
    points += step_bonus(setting, side, place) + side.fake[place]
    points += text_bonus(setting, side, place)
    if setting.asking >> side.kind[place] & 1:
        if is_idle(setting, side.kind[place], foe):
            return 0
        points += more_bonus(setting, side, place, foe)
    if points < 0:
        return 0
    return points


def all_text(setting: Setting, side: Side, place: i64, foe: Side) -> i64:
    """All that the text of an attack adds to its points."""
    return text_bonus(setting, side, place) + more_bonus(setting, side, place, foe)


def is_blocked(defender: Side, place: i64) -> bool:
    """Whether a defence card is assigned to the attack at a place (KM-65)."""
    for i in range(defender.n):
        if defender.aim[i] == place:
            return True
    return False


def is_doubled(setting: Setting, side: Side, place: i64, defender: Side) -> bool:
    """Whether the card beneath got blocked and the text doubles for that (KM-102)."""
    base = side.base[place]
    if base == NONE or not setting.doubles[side.kind[place]] >> side.below[place] & 1:
        return False
    return is_blocked(defender, base)


def stop(setting: Setting, defender: Side, at: i64, attack: i64, direction: i64) -> i64:
    """What a defence card in reach prevents of a kind of attack, 0 without an arrow (KM-61)."""
    card = defender.kind[at]
    points = setting.stops[setting.mirrored * defender.flip[at] + MOVES * card + direction]
    if points == 0:
        return 0
    return points + setting.guard[setting.kinds * card + attack]


def prevented(setting: Setting, side: Side, place: i64, defender: Side, direction: i64) -> i64:
    """What the cards assigned to an attack prevent together (KM-R8)."""
    total: i64 = 0
    for i in range(defender.n):
        if defender.aim[i] == place:
            total += stop(setting, defender, i, side.kind[place], direction)
    if total > 0 and setting.piercing:
        return max(0, total - setting.pierce[side.kind[place]])
    return total


def harm(setting: Setting, side: Side, place: i64, defender: Side, direction: i64) -> i64:
    """What an attack scores (KM-54, KM-64)."""
    points = blow(setting, side, place, direction, defender)
    if points == 0:
        return 0
    if is_doubled(setting, side, place, defender):
        points *= 2
    points -= prevented(setting, side, place, defender, direction)
    if points < 0:
        return 0
    return points


def total_harm(setting: Setting, side: Side, defender: Side, direction: i64) -> i64:
    """What all attacks of a side score together."""
    total: i64 = 0
    for i in range(side.n):
        total += harm(setting, side, i, defender, direction)
    return total


def counters(setting: Setting, side: Side, foe: Side, direction: i64) -> i64:
    """What the defence cards of a side deal by themselves (KM-116, KM-R22)."""
    total: i64 = 0
    for i in range(side.n):
        total += counter(setting, side, i, foe, direction)
    return total


def counter(setting: Setting, side: Side, at: i64, foe: Side, direction: i64) -> i64:
    """What one defence card deals by itself; with some the kind of attack counts (KM-R46)."""
    aim = side.aim[at]
    if aim == NONE and not (setting.always_counters and direction != APART):
        return 0
    card = side.kind[at]
    points = setting.counter[card]
    if aim != NONE and setting.countering >> card & 1:
        points += setting.counter_vs[setting.kinds * card + foe.kind[aim]]
    return points


def has_stepped(side: Side) -> bool:
    """Whether a fighter made a real step this turn."""
    for i in range(side.n):
        if side.move[i] != NONE and side.move[i] != STAY:
            return True
    return False


def can_block(setting: Setting, me: Side, at: i64, foe: Side, place: i64, direction: i64) -> bool:
    """Whether a defence card may be assigned to the attack at a place (KM-R7)."""
    card = foe.kind[place]
    if blow(setting, foe, place, direction, me) == 0:
        return False
    if stop(setting, me, at, card, direction) == 0:
        return False
    if (setting.feints or setting.sly >> card & 1) and slips(setting, foe, place, me.kind[at]):
        return False
    if setting.must_move >> card & 1 and not dodges(setting, me, at):
        return False
    return setting.defences_stack == 1 or not is_blocked(me, place)  # KM-R8


def slips(setting: Setting, side: Side, place: i64, card: i64) -> bool:
    """Whether an attack cannot be blocked by a defence card, by its text or a feint (KM-R47)."""
    if setting.evades[side.kind[place]] >> card & 1:
        return True
    for i in range(place - 1, -1, -1):
        if setting.feints >> side.kind[i] & 1:
            return True
        if setting.attacks >> side.kind[i] & 1:
            return False
    return False


def dodges(setting: Setting, me: Side, at: i64) -> bool:
    """Whether the defender moves well enough to defend against a Blitz (KM-111, KM-R21)."""
    return me.move[at] != STAY or (setting.blitz_any_step == 1 and has_stepped(me))


def has_target(setting: Setting, me: Side, at: i64, foe: Side, direction: i64) -> bool:
    """Whether a card on the table is a defence card with an attack to block."""
    if not setting.defences >> me.kind[at] & 1:
        return False
    for place in range(foe.n):
        if can_block(setting, me, at, foe, place, direction):
            return True
    return False


# -- the story of a resolution ----------------------------------------------------------------


def tell_resolution(table: Table, given: i64, taken: i64) -> None:
    """Report the waiting attacks, the active player's answers, and the resulting points."""
    turn = table.turn
    tell_attacks(table, 1 - turn)
    tell_counters(table, turn)
    if table.breaking:
        tell_attacks(table, turn)
    if taken:
        table.tell(events.SCORE, 1 - turn, taken, table.side(1 - turn).score)
    if given:
        table.tell(events.SCORE, turn, given, table.side(turn).score)


def tell_attacks(table: Table, seat: i64) -> None:
    """All attacks of a side."""
    side = table.side(seat)
    for place in range(side.n):
        if table.setting.attacks >> side.kind[place] & 1:
            tell_attack(table, seat, place)


def tell_attack(table: Table, seat: i64, place: i64) -> None:
    """One attack with the parts of its sum, or why it does nothing."""
    setting = table.setting
    side = table.side(seat)
    foe = table.side(1 - seat)
    direction = table.direction()
    card = side.kind[place]
    if direction == APART:
        table.tell(events.OUT_OF_REACH, seat, card, 0)
        return
    points = arrow(setting, side, place, direction)
    if points == 0:
        table.tell(events.NO_ARROW, seat, card, direction)
        return
    if is_idle(setting, card, foe):
        table.tell(events.IDLE, seat, card, 0)
        return
    table.tell(events.ATTACK, seat, card, direction)
    table.tell(events.ARROW, seat, points, 0)
    parts = tell_part(table, events.MOVED, seat, step_bonus(setting, side, place))
    parts += tell_part(table, events.FAKED, seat, side.fake[place])
    parts += tell_part(table, events.TEXT, seat, all_text(setting, side, place, foe))
    if is_doubled(setting, side, place, foe):
        parts += 1
        table.tell(events.DOUBLED, seat, 0, 0)
    less = prevented(setting, side, place, foe, direction)
    parts += tell_part(table, events.PREVENTED, seat, -less)
    if parts == 0:
        table.tell(events.WHOLE, seat, 0, 0)
    else:
        table.tell(events.POINTS, seat, harm(setting, side, place, foe, direction), 0)


def tell_part(table: Table, kind: i64, seat: i64, points: i64) -> i64:
    """1 if there was something to tell."""
    if points == 0:
        return 0
    table.tell(kind, seat, points, 0)
    return 1


def tell_counters(table: Table, seat: i64) -> None:
    """What the defence cards of a side deal by themselves."""
    side = table.side(seat)
    direction = table.direction()
    for at in range(side.n):
        points = counter(table.setting, side, at, table.side(1 - seat), direction)
        if points:
            table.tell(events.COUNTER, seat, points, side.kind[at])
