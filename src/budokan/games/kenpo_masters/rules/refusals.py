"""Why an action of Kenpo Masters is illegal: the clause that explains it best."""

from budokan.games.kenpo_masters.rules import actions, combat, combo, phases
from budokan.games.kenpo_masters.rules.state import NONE, SIZE, STAY, Table, onwards, sideways
from budokan.kit.contract import CHANCE, RULING


def why_not(table: Table, seat: int, action: int) -> int:
    """The number of the clause that forbids an action known not to be legal."""
    if table.phase == phases.OVER:
        return 95
    if action == actions.DRAW_VEILED:
        return RULING + 32
    if action >= actions.LOSE:
        return RULING + 42
    if action >= actions.DRAW:
        return 2 if seat == CHANCE else 71
    if action >= actions.FIRST:
        return 4
    if table.mask != 1 << seat or seat == CHANCE:
        return 36
    if action == actions.REST:
        return _no_rest(table)
    if action == actions.STOP:
        return _no_stop(table)
    if action < actions.GO:
        return _no_play(table, action - actions.PLAY)
    if action < actions.CALL:
        return _no_step(table, action - actions.GO)
    if action < actions.BLOCK:
        return _no_call(table, action - actions.CALL)
    return _no_block(table, action - actions.BLOCK)


def _no_rest(table: Table) -> int:
    side = table.side(table.turn)
    if table.phase != phases.PLAY or side.n > 0:
        return 30
    if side.no_rest:
        return 75 if table.break_turn else 74
    return 73


def _no_stop(table: Table) -> int:
    if table.phase == phases.BLOCK:
        return 60
    if table.phase == phases.MOVE:
        return 20
    return RULING + 10 if table.side(table.turn).n > 0 else 35


def _no_play(table: Table, card: int) -> int:
    side = table.side(table.turn)
    if table.phase == phases.BLOCK:
        return 81 if table.breaking else 60
    if table.phase == phases.MOVE:
        return 20
    if not side.held >> card & 1:
        return 2
    if combo.barred(table) >> card & 1:
        return RULING + 44
    if not combo.linked(table) >> card & 1:
        return _no_link(table, card)
    if not table.setting.actions >> card & 1:
        return RULING + 40
    return 25 if table.move == NONE else 45


def _no_link(table: Table, card: int) -> int:
    if table.setting.openers >> card & 1:
        return 43
    side, links = table.side(table.turn), table.setting.links
    earlier = any(links[side.kind[i]] >> card & 1 for i in range(side.n - 1))
    return 42 if earlier else 41


def _no_step(table: Table, move: int) -> int:
    side = table.side(table.turn)
    if table.phase == phases.BLOCK:
        return 60
    if table.phase != phases.MOVE:
        return 26 if table.move == NONE else 46  # after Fast Footwork a card moves again
    last = side.n - 1
    if not combo.shows(table.setting, side.kind[last], side.flip[last], move):
        return 24 if move == STAY else 23
    col = side.col + sideways(table.turn, move)
    row = side.row + onwards(table.turn, move)
    return 8 if 0 <= col < SIZE and 0 <= row < SIZE else 7


def _no_call(table: Table, move: int) -> int:
    if not table.setting.optional_break:
        return RULING + 19
    if table.phase != phases.MOVE or not combo.calls_break(table):
        return 110
    return 80 if combo.levels(table, move) else _no_step(table, move)


def _no_block(table: Table, place: int) -> int:
    me, foe = table.side(table.turn), table.side(1 - table.turn)
    if table.phase != phases.BLOCK:
        return RULING + 7
    if place >= foe.n:
        return 62
    direction, card = table.direction(), foe.kind[place]
    if not combat.blow(table.setting, foe, place, direction, me):
        return RULING + 7
    if not combat.stop(table.setting, me, table.asked, card, direction):
        return 61
    if combat.slips(table.setting, foe, place, me.kind[table.asked]):
        return RULING + 47
    if table.setting.must_move >> card & 1 and not combat.dodges(table.setting, me, table.asked):
        return 111
    return RULING + 8
