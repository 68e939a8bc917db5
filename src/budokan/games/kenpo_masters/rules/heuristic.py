"""How good an action of Kenpo Masters looks at first sight: the own turn, and the replies to it.

The functions lay cards and make steps on the table, and undo all of it before they return.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.kenpo_masters.rules import actions, combat, combo, phases
from budokan.games.kenpo_masters.rules.state import MOVES, NONE, RESTED, Table

POINT: Final = 60  # a point scored
DECISIVE: Final = 100_000  # the end of the match
WORST: Final = -10_000_000
# How often an opponent is expected to reply forward, back, left, right or standing.
REPLIES: Final = vec[i64]([3, 3, 3, 3, 4])
# What the last card of a hand of this size is worth.
CARD: Final = vec[i64]([0, 150, 130, 110, 90, 75, 65, 55, 45, 35, 25])
LARGE: Final = 10


def heuristic(table: Table, seat: i64, action: i64) -> i64:
    """More is better. Hidden cards of others are not looked at."""
    phase = table.phase
    if phase == phases.PLAY:
        if action == actions.REST:
            return rest(table, seat)
        if action == actions.STOP:
            return settled(table, seat, False)
        return play(table, seat, action - actions.PLAY)
    if phase == phases.MOVE:
        if action >= actions.CALL:
            return landed(table, seat, action - actions.CALL, True)
        return landed(table, seat, action - actions.GO, table.setting.optional_break == 0)
    return block(table, seat, action - actions.BLOCK)


def card_worth(cards: i64) -> i64:
    """What one card more or less means to a hand of this size."""
    if cards > LARGE:
        return CARD[LARGE]
    return CARD[cards]


def rest(table: Table, seat: i64) -> i64:
    """More cards, and every waiting attack hits."""
    me = table.side(seat)
    went = me.went
    if table.setting.watches:
        me.went = 1 << RESTED
    value = settled(table, seat, False)
    me.went = went
    for i in range(table.setting.rest_draw):
        value += card_worth(me.hand_n + 1 + i)
    return value


def block(table: Table, seat: i64, place: i64) -> i64:
    """Points given less points taken if the defence card in question blocks this attack."""
    me = table.side(seat)
    asked = table.asked
    if place < table.side(1 - seat).n:
        me.aim[asked] = place
    value = exchange(table, seat, table.breaking == 1)
    me.aim[asked] = NONE
    return value


def play(table: Table, seat: i64, card: i64) -> i64:
    """The best result of a card, with the movement or the one card that must follow it."""
    me = table.side(seat)
    setting = table.setting
    worth = card_worth(me.hand_n)
    me.take(card)
    me.lay(setting, card)
    last = me.n - 1
    if not setting.actions >> card & 1:
        value = follow(table, seat)
        if value == WORST or combo.may_stop(table):
            value = max(value, settled(table, seat, False))
    elif table.move == NONE:
        value = best_step(table, seat)
    else:
        me.move[last] = table.move
        value = settled(table, seat, False)
    me.n = last
    me.give_back(card)
    return value - worth


def follow(table: Table, seat: i64) -> i64:
    """The best of the Action cards that may come next."""
    me = table.side(seat)
    setting = table.setting
    flip = me.mirror(setting)
    can = combo.linked(table)
    if table.move == NONE:
        can &= combo.movable(setting, table.steps(seat), flip)
    else:
        can &= setting.shows[MOVES * flip + table.move]
    worth = card_worth(me.hand_n)
    best: i64 = WORST
    for card in range(setting.kinds):
        if can >> card & 1:
            me.take(card)
            me.lay(setting, card)
            if table.move == NONE:
                value = best_step(table, seat)
            else:
                me.move[me.n - 1] = table.move
                value = settled(table, seat, False)
            me.n -= 1
            me.give_back(card)
            best = max(best, value - worth)
    return best


def best_step(table: Table, seat: i64) -> i64:
    """The best movement for the card laid last."""
    me = table.side(seat)
    last = me.n - 1
    steps = table.steps(seat)
    best: i64 = WORST
    for move in range(MOVES):
        shown = combo.shows(table.setting, me.kind[last], me.flip[last], move)
        if shown and steps >> move & 1:
            best = max(best, landed(table, seat, move, table.setting.optional_break == 0))
    return best


def landed(table: Table, seat: i64, move: i64, calls: bool) -> i64:
    """The value of the turn if it ends with this movement, or with the best card after it."""
    me = table.side(seat)
    last = me.n - 1
    broken = combo.levels(table, move) or (calls and combo.calls_break(table))
    col, row, acted, went = me.col, me.row, table.acted, me.went
    table.walk(seat, move)
    me.move[last] = move
    value = settled(table, seat, broken)
    if not broken:
        table.acted = 1
        if not table.setting.second_steps >> me.kind[last] & 1:
            table.move = move
        value = max(value, follow(table, seat))
        table.move = NONE
        table.acted = acted
    me.move[last] = NONE
    me.col = col
    me.row = row
    me.went = went
    return value


def settled(table: Table, seat: i64, broken: bool) -> i64:
    """The resolution with the best defence, and the replies to what then waits."""
    guard(table, seat, 0)
    value = exchange(table, seat, broken)
    me = table.side(seat)
    for i in range(me.n):
        me.aim[i] = NONE
    if broken:
        return value
    return value + outlook(table, seat)


def guard(table: Table, seat: i64, first: i64) -> None:
    """Assign each defence card from a place on to the attack where it helps most."""
    setting = table.setting
    me = table.side(seat)
    foe = table.side(1 - seat)
    direction = table.direction()
    for at in range(first, me.n):
        if combat.has_target(setting, me, at, foe, direction):
            least = combat.total_harm(setting, foe, me, direction)
            found: i64 = NONE
            for place in range(foe.n):
                if combat.can_block(setting, me, at, foe, place, direction):
                    me.aim[at] = place
                    left = combat.total_harm(setting, foe, me, direction)
                    if left < least:
                        least = left
                        found = place
                    me.aim[at] = NONE
            me.aim[at] = found


def exchange(table: Table, seat: i64, broken: bool) -> i64:
    """Points given less points taken in the coming resolution; the end of the match above all."""
    setting = table.setting
    me = table.side(seat)
    foe = table.side(1 - seat)
    direction = table.direction()
    taken = combat.total_harm(setting, foe, me, direction)
    given = combat.counters(setting, me, foe, direction)
    if broken:
        given += combat.total_harm(setting, me, foe, direction)
    value = POINT * (given - taken)
    mine = me.score + given
    theirs = foe.score + taken
    if (mine >= setting.target or theirs >= setting.target) and mine != theirs:
        if mine > theirs:
            return value + DECISIVE
        return value - DECISIVE
    return value


def outlook(table: Table, seat: i64) -> i64:
    """What the own attacks should score: half the mean over the replies, half the least."""
    me = table.side(seat)
    foe = table.side(1 - seat)
    if not foe.hand_n:  # KM-76: a fighter without cards rests, so it stands still
        return POINT * combat.total_harm(table.setting, me, foe, table.direction())
    col, row, went = foe.col, foe.row, foe.went
    total: i64 = 0
    weight: i64 = 0
    least: i64 = DECISIVE
    steps = table.steps(1 - seat)
    for move in range(MOVES):
        if steps >> move & 1:
            foe.went = 0
            table.walk(1 - seat, move)
            points = combat.total_harm(table.setting, me, foe, table.direction())
            total += REPLIES[move] * points
            weight += REPLIES[move]
            least = min(least, points)
            foe.col = col
            foe.row = row
    foe.went = went
    return POINT * (total + weight * least) // (2 * weight)
