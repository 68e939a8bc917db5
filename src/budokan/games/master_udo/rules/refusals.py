"""Why an action of Master Udo is illegal: the clause that explains it best."""

from budokan.games.master_udo.rules import actions, effects, phases
from budokan.games.master_udo.rules.combos import can_add, fits, may_open, shortest, usable
from budokan.games.master_udo.rules.state import CARDS, NONE, PLACES, Table
from budokan.kit.contract import CHANCE, RULING

TURN = 11  # the wrong step of the turn
IN_STEP_3 = (
    phases.OPTION,
    phases.COVER,
    phases.STOP,
    phases.RECOVER,
    phases.GIVE,
    phases.BURN,
    phases.ENRAGE,
)

# What an action of Step 3 needs.
CLAUSES = {
    actions.OPTION: 23,
    actions.COVER: 33,
    actions.STOP: 37,
    actions.RECOVER: RULING + 26,
    actions.GIVE: RULING + 36,
    actions.BURN: RULING + 36,
}


def why_not(table: Table, seat: int, action: int) -> int:
    """The number of the clause that forbids an action known not to be legal."""
    if table.phase >= phases.WON:
        return {phases.WON: 49, phases.FELL: 3}.get(int(table.phase), RULING + 30)
    if seat not in (0, CHANCE):
        return 1
    if action >= actions.REVEAL:
        return _no_reveal(table, seat)
    if seat == CHANCE:
        return 4
    if action < actions.ADD:
        return _no_fight(table, action)
    if action < actions.TAKE:
        return _no_play(table, action)
    if action < actions.SUFFER:
        return _no_step(table, action)
    return _no_attack(table, action)


def _no_reveal(table: Table, seat: int) -> int:
    """A player never draws; chance draws as many attacks as there are swords."""
    if seat != CHANCE:
        return 13
    return 6 if table.phase == phases.REVEAL else 12


def _no_fight(table: Table, master: int) -> int:
    if table.phase != phases.CHOOSE:
        return TURN if table.road.find(master) == NONE else 52
    return 52 if table.road.find(master) != NONE else 67


def _no_play(table: Table, action: int) -> int:
    if table.phase != phases.PLAY:
        return 27 if table.phase >= phases.RESOLVE else TURN
    if action < actions.CLOSE:
        return _no_add(table, action - actions.ADD)
    laid = int(table.size[table.lanes])
    if action == actions.CLOSE and laid == 0:
        return 19
    start = table.start[table.lanes]
    cards = [int(table.laid[i]) for i in range(start, start + laid)]
    longest = max((int(table.setting.size_lo[card]) for card in cards), default=0)
    needed = shortest(table.setting, table.laid, start, laid)
    return RULING + 1 if longest < needed and laid < needed else 25


def _no_add(table: Table, card: int) -> int:
    """Not in hand, no room for a combo, a condition broken now, or one that cannot be met."""
    room = table.setting.room[card]
    if not table.hand & room:
        return 24
    lane = table.lanes
    start, laid = table.start[lane], table.size[lane]
    if not usable(table) & room:
        return 72 if lane and table.setting.alone & room else 22
    if laid == 0 and not may_open(table):
        full = lane >= table.setting.max_combos[table.master]
        return 4 if full else 72
    if not fits(table.setting, table.laid, start, laid, card):
        return 22
    assert not can_add(table, card, usable(table))
    return 25


def _no_step(table: Table, action: int) -> int:
    """An action of Step 3, in which combos are resolved."""
    if action < actions.OPTION:
        return _no_take(table, action)
    wanted = {
        actions.OPTION: phases.OPTION,
        actions.COVER: phases.COVER,
        actions.STOP: phases.STOP,
        actions.RECOVER: phases.RECOVER,
        actions.GIVE: phases.GIVE,
        actions.BURN: phases.BURN,
    }
    first = max((base for base in wanted if base <= action < actions.ENRAGE), default=0)
    if action >= actions.ENRAGE:
        return _no_enrage(table, action)
    if table.phase != wanted[first]:
        return CLAUSES[first]
    if first == actions.COVER:
        return _no_cover(table, action - actions.COVER)
    if first == actions.STOP:
        return 37 if not table.shown >> (action - actions.STOP) & 1 else 38
    return CLAUSES[first]


def _no_take(table: Table, action: int) -> int:
    boost = action >= actions.BOOST
    lane = action - (actions.BOOST if boost else actions.TAKE)
    if table.phase != phases.RESOLVE:
        return RULING + 27 if table.phase in IN_STEP_3 else TURN
    if lane >= table.lanes or not table.is_new(lane):
        return RULING + 34 if lane < table.lanes and table.size[lane] else 28
    if not table.setting.kai:
        return RULING + 3
    return RULING + 23 if table.raging else 87


def _no_cover(table: Table, heart: int) -> int:
    """No such heart, covered, too high, an equal one of the body, or the master's power."""
    if heart >= table.hearts() or table.covered >> heart & 1:
        return 33
    damage = effects.amount(table)
    if table.heart(heart) > damage:
        return 34
    return RULING + 34 if table.targets(damage) >> heart & 1 else 4


def _no_enrage(table: Table, action: int) -> int:
    if action == actions.ENOUGH:
        return RULING + 8
    if not table.setting.kai:
        return 76
    if table.phase != phases.ENRAGE:
        return RULING + 18
    lane = action - actions.ENRAGE_TOP
    if lane < 0:
        lane = (action - actions.ENRAGE) % PLACES - 2
        card = (action - actions.ENRAGE) // PLACES
        lies = 0 <= lane < table.lanes and table.size[lane] and _under(table, lane, card)
    else:
        lies = lane < min(CARDS, table.lanes) and table.size[lane] and _calm_top(table, lane)
    return RULING + 34 if lies else RULING + 18


def _under(table: Table, lane: int, card: int) -> bool:
    return bool(effects.place_under(table, lane, card) != NONE)


def _calm_top(table: Table, lane: int) -> bool:
    return bool(table.is_calm(table.laid[table.top(lane)]))


def _no_attack(table: Table, action: int) -> int:
    if action < actions.PAY_HAND:
        if table.phase == phases.ATTACKS:
            return 40
        return TURN if table.phase != phases.PAY else RULING + 13
    if table.phase != phases.PAY:
        return 42
    return 43 if action == actions.FALL else RULING + 13
