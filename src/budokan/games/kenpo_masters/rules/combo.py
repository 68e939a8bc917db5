"""Combos of Kenpo Masters: which cards may be played now, and what else a turn allows."""

from mypy_extensions import i64

from budokan.games.kenpo_masters.rules.state import (
    FORWARD,
    MOVES,
    NONE,
    Setting,
    Side,
    Table,
    bit,
    onwards,
)


def may_rest(table: Table) -> bool:
    """Whether resting may be chosen (KM-73 to KM-75)."""
    side = table.side(table.turn)
    return not side.no_rest and not side.rested


def may_stop(table: Table) -> bool:
    """A play has an Action card (KM-35, KM-R10)."""
    return table.acted == 1 or effects_suffice(table)


def effects_suffice(table: Table) -> bool:
    """Whether a turn of Effects alone is possible (KM-R10)."""
    return table.setting.effect_only == 1 and not table.side(table.turn).no_rest


def shows(setting: Setting, card: i64, flip: i64, move: i64) -> bool:
    """Whether a card shows a movement (KM-23), mirrored if flip is 1 (KM-R25)."""
    return setting.shows[MOVES * flip + move] >> card & 1 == 1


def movable(setting: Setting, steps: i64, flip: i64) -> i64:
    """The kinds that show one of these movements."""
    found: i64 = 0
    for move in range(MOVES):
        if steps >> move & 1:
            found |= setting.shows[MOVES * flip + move]
    return found


def linked(table: Table) -> i64:
    """The kinds in hand that may go on the combo so far (KM-41 to KM-43)."""
    side = table.side(table.turn)
    found = side.held
    if table.setting.reacting:
        found &= ~barred(table)
    if side.n == 0:
        return found
    return found & table.setting.links[side.kind[side.n - 1]]


def barred(table: Table) -> i64:
    """The kinds that are played only against attacks of which none waits (KM-R44)."""
    left = table.setting.reacting
    if left == 0:
        return 0
    foe = table.side(1 - table.turn)
    for place in range(foe.n):
        left &= ~table.setting.provokes[foe.kind[place]]
    return left


def stuck_kinds(table: Table) -> i64:
    """The kinds of a hand that cannot open a turn now: Effects, and Action cards with no way."""
    setting = table.setting
    free = setting.actions & movable(setting, table.steps(table.turn), 0) & ~barred(table)
    return setting.all & ~free


def playable(table: Table) -> i64:
    """The kinds that may be played now, a bit for each."""
    setting = table.setting
    side = table.side(table.turn)
    found = linked(table)
    if found == 0:
        return 0
    flip = side.mirror(setting)
    if table.move != NONE:
        return found & (setting.shows[MOVES * flip + table.move] | ~setting.actions)  # KM-45
    steps = table.steps(table.turn)
    can = found & movable(setting, steps, flip)  # KM-25
    effects = found & ~setting.actions
    if effects == 0 or may_stop(table):
        return can | effects
    usable = ~barred(table)
    for card in range(setting.kinds):
        if effects >> card & 1 and leads_on(setting, side, card, flip, steps, usable):
            can |= bit(card)
    return can


def leads_on(setting: Setting, side: Side, card: i64, flip: i64, steps: i64, usable: i64) -> bool:
    """Whether an Action card can still follow this Effect (KM-R40)."""
    side.take(card)
    turned = flip ^ (setting.mirrors >> card & 1)
    found = reaches(setting, side, card, turned, steps, usable, 0, 0)
    side.give_back(card)
    return found


def reaches(
    setting: Setting,
    side: Side,
    last: i64,
    flip: i64,
    steps: i64,
    usable: i64,
    plain: i64,
    mirrored: i64,
) -> bool:
    """Walk through the Effects in hand; `plain` and `mirrored` are those already tried."""
    found = side.held & setting.links[last] & usable
    if found & movable(setting, steps, flip):
        return True
    effects = found & ~setting.actions
    for card in range(setting.kinds):
        if not effects >> card & 1:
            continue
        turned = flip ^ (setting.mirrors >> card & 1)
        tried = mirrored if turned else plain
        if tried >> card & 1:
            continue
        if turned:
            mirrored |= bit(card)
        else:
            plain |= bit(card)
        side.take(card)
        ends = reaches(setting, side, card, turned, steps, usable, plain, mirrored)
        side.give_back(card)
        if ends:
            return True
    return False


def calls_break(table: Table) -> bool:
    """Whether the card laid last calls a Break by its text (KM-110, KM-R18, KM-R20)."""
    side = table.side(table.turn)
    if not table.setting.breakers >> side.kind[side.n - 1] & 1:
        return False
    first = side.n == 1 or (table.setting.break_after_effect == 1 and table.acted == 0)
    return first and table.side(1 - table.turn).advanced == 1


def may_call(table: Table, move: i64) -> bool:
    """Whether the player decides about calling the Break (KM-R19); level fighters never do."""
    if not table.setting.optional_break or not calls_break(table):
        return False
    return not levels(table, move)


def levels(table: Table, move: i64) -> bool:
    """Whether a movement brings both fighters onto one row; only a forward step can (KM-141)."""
    me = table.side(table.turn)
    foe = table.side(1 - table.turn)
    return move == FORWARD and me.row + onwards(table.turn, move) == foe.row
