"""Combat in Kenpo Masters: what attacks on the table score, and what defence prevents."""

from mypy_extensions import i64

from budokan.games.kenpo_masters.rules import events
from budokan.games.kenpo_masters.rules.state import (
    APART,
    KINDS,
    MIRRORED,
    MOVES,
    NONE,
    STAY,
    Setting,
    Side,
    Table,
)


def arrow(setting: Setting, side: Side, place: i64, direction: i64) -> i64:
    """The attack arrow of a card on the table, 0 if there is none (KM-51, KM-53)."""
    if direction == APART:
        return 0
    return setting.hits[MIRRORED * side.flip[place] + MOVES * side.kind[place] + direction]


def step_bonus(setting: Setting, side: Side, place: i64) -> i64:
    """The modifier of the governing movement (KM-27)."""
    return setting.modifier[
        MIRRORED * side.flip[place] + MOVES * side.kind[place] + side.move[place]
    ]


def text_bonus(setting: Setting, side: Side, place: i64) -> i64:
    """What the card's text adds for the card it was comboed on."""
    below = side.below[place]
    if below == NONE:
        return 0
    return setting.bonus[KINDS * side.kind[place] + below]


def blow(setting: Setting, side: Side, place: i64, direction: i64) -> i64:
    """The damage of a card before doubling and defence; without an arrow nothing (KM-R5, KM-R6)."""
    points = arrow(setting, side, place, direction)
    if points == 0:
        return 0
    points += step_bonus(setting, side, place) + side.fake[place]
    points += text_bonus(setting, side, place)
    if points < 0:
        return 0
    return points


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
    points = setting.stops[MIRRORED * defender.flip[at] + MOVES * card + direction]
    if points == 0:
        return 0
    return points + setting.guard[KINDS * card + attack]


def prevented(setting: Setting, side: Side, place: i64, defender: Side, direction: i64) -> i64:
    """What the cards assigned to an attack prevent together (KM-R8)."""
    total: i64 = 0
    for i in range(defender.n):
        if defender.aim[i] == place:
            total += stop(setting, defender, i, side.kind[place], direction)
    return total


def harm(setting: Setting, side: Side, place: i64, defender: Side, direction: i64) -> i64:
    """What an attack scores (KM-54, KM-64)."""
    points = blow(setting, side, place, direction)
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


def counters(setting: Setting, side: Side, direction: i64) -> i64:
    """What the defence cards of a side deal by themselves (KM-116, KM-R22)."""
    total: i64 = 0
    for i in range(side.n):
        total += counter(setting, side, i, direction)
    return total


def counter(setting: Setting, side: Side, at: i64, direction: i64) -> i64:
    """What one defence card deals by itself."""
    if side.aim[at] != NONE or (setting.always_counters and direction != APART):
        return setting.counter[side.kind[at]]
    return 0


def has_stepped(side: Side) -> bool:
    """Whether a fighter made a real step this turn."""
    for i in range(side.n):
        if side.move[i] != NONE and side.move[i] != STAY:
            return True
    return False


def can_block(setting: Setting, me: Side, at: i64, foe: Side, place: i64, direction: i64) -> bool:
    """Whether a defence card may be assigned to the attack at a place (KM-R7)."""
    card = foe.kind[place]
    if blow(setting, foe, place, direction) == 0:
        return False
    if stop(setting, me, at, card, direction) == 0:
        return False
    if setting.must_move >> card & 1 and not dodges(setting, me, at):
        return False
    return setting.defences_stack == 1 or not is_blocked(me, place)  # KM-R8


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
    table.tell(events.ATTACK, seat, card, direction)
    table.tell(events.ARROW, seat, points, 0)
    parts = tell_part(table, events.MOVED, seat, step_bonus(setting, side, place))
    parts += tell_part(table, events.FAKED, seat, side.fake[place])
    parts += tell_part(table, events.TEXT, seat, text_bonus(setting, side, place))
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
        points = counter(table.setting, side, at, direction)
        if points:
            table.tell(events.COUNTER, seat, points, side.kind[at])
