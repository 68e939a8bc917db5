"""Why an action of Martial Art is illegal: the clause that explains it best."""

from budokan.games.martial_art.rules import actions, arena, layout, phases, skills
from budokan.games.martial_art.rules.state import (
    DEFENSE,
    EFFECTS,
    LOCK,
    NONE,
    Table,
)
from budokan.kit.contract import CHANCE, RULING

VEILED = (actions.LEARN_VEILED, actions.LAY_VEILED, actions.SOW_VEILED)


def why_not(table: Table, seat: int, action: int) -> int:
    """The number of the clause that forbids an action known not to be legal."""
    if table.phase == phases.OVER:
        return 54
    if action in VEILED or actions.SWAP_VEILED <= action < actions.TRADE:
        return RULING + 4
    if actions.TRADE_VEILED <= action < actions.SHIFT:
        return RULING + 4
    if actions.SHIFT_VEILED <= action < actions.BUY:
        return RULING + 4
    if action == actions.BUY and seat != CHANCE:
        return RULING + 13 if seat == table.turn else 69
    if action < actions.AREA:
        return _before(table, seat, action)
    if seat == CHANCE:
        return _roll(table, action)
    if _attacks(action) and seat != table.turn and table.phase >= phases.AREA:
        return 69
    if action < actions.PASS:
        return _effect(table, seat, action)
    if action < actions.SOW:
        return _skill(table, seat, action)
    if action < actions.DEFEND:
        return _strike(table, seat, action)
    return _answer(table, seat, action)


def _roll(table: Table, action: int) -> int:
    """Not the number of dice that chance rolls now, or no roll at all."""
    if not actions.ROLL <= action < actions.DISCARD:
        return 26
    if table.phase in (phases.DEFENCE, phases.THIRD_DEFENCE):
        return 41
    return {phases.ATTACK: 38, phases.THIRD_ATTACK: 101}.get(int(table.phase), 10)


def _attacks(action: int) -> bool:
    """Whether only the Attacker can ever take such an action."""
    return action < actions.ENERGY or actions.SOW <= action < actions.DEFEND


def _before(table: Table, seat: int, action: int) -> int:
    if action < actions.LEARN_VEILED:
        return 82 if table.setting.black else 67
    if action == actions.REVEAL:
        return RULING + 3
    if action >= actions.FIRST:
        return RULING + 1
    if table.phase != phases.LAY or not table.mask >> seat & 1:
        return 80 if table.setting.black else 21
    return _token(table, int(layout.dealt(table)) if seat == CHANCE else seat, action - actions.LAY)


def _token(table: Table, seat: int, kind: int) -> int:
    if layout.left(table, seat, kind) == 0:
        return 19
    fighter = table.fighter(seat)
    if kind >= EFFECTS:
        return 20 if fighter.laid < 2 else 21 if fighter.laid % 2 == 0 else 22
    first = layout.first_of_pair(table, seat)
    return 21 if fighter.laid < 2 or kind < first else 23


def _effect(table: Table, seat: int, action: int) -> int:
    if action < actions.ENERGY:
        chooses = table.phase == phases.AREA and table.mask >> seat & 1
        return RULING + 9 if chooses else 27
    if action < actions.STEP:
        usable = table.phase in (phases.EFFECTS, phases.GAIN) and seat == table.turn
        return RULING + 12 if not usable else RULING + 14 if table.energy else 29
    if action < actions.FACE:
        return _step(table, seat, action - actions.STEP)
    if not table.setting.black:
        return RULING + 16 if action < actions.READY else RULING + 12
    if action == actions.READY:
        return RULING + 17
    return RULING + 17 if seat == table.turn else 96


def _step(table: Table, seat: int, way: int) -> int:
    if table.phase not in (phases.EFFECTS, phases.AFTER_STEP) or seat != table.turn:
        return 90 if table.phase > phases.STRIKE and seat == table.turn else RULING + 12
    me = table.fighter(seat)
    cell = arena.beside(table, me.cell, way)
    if cell == NONE:
        return RULING + 15
    if arena.standing(table, cell) != NONE:
        return 7
    if not table.setting.black:
        return 6
    return RULING + 47 if me.silenced else RULING + 48 if skills.toll(table, seat) > 1 else 87


def _skill(table: Table, seat: int, action: int) -> int:
    if action == actions.PASS:
        return RULING + 10
    if action >= actions.KIAI:
        return RULING + 47
    skill = action - actions.SKILL
    if not skills.owns(table, seat, skill):
        return 82 if table.setting.black else 67
    timing = int(table.setting.timing[skill])
    asks = table.mask >> seat & 1
    if timing == skills.REACTION:
        return _reaction(table, seat, skill) if asks and seat != table.turn else 58
    if seat == table.turn and table.used != NONE:
        return 61
    if timing == skills.START:
        if not asks or table.phase != phases.SKILL:
            return 56
        return RULING + 26 if skills.can_pay(table, seat, skill) else _unpaid(table, seat)
    if not asks or table.phase != phases.END:
        return 59 if timing == skills.STYLE else 57
    return _end_skill(table, seat, skill)


def _unpaid(table: Table, seat: int) -> int:
    return RULING + 47 if table.fighter(seat).silenced else 55


def _reaction(table: Table, seat: int, skill: int) -> int:
    """A Reaction that cannot be paid is not offered: the Defense tokens come next."""
    if not skills.can_pay(table, seat, skill):
        return 55
    return RULING + 51 if table.phase in (phases.REACT, phases.THIRD_REACT) else 58


def _end_skill(table: Table, seat: int, skill: int) -> int:
    if skill == table.fighter(seat).style:
        return RULING + 46
    if not skills.can_pay(table, seat, skill):
        return _unpaid(table, seat)
    return RULING + 55 if skills.does(table, skill, skills.SWAP_EFFECTS) else RULING + 54


def _strike(table: Table, seat: int, action: int) -> int:
    if action < actions.STRIKE:
        sows = table.phase == phases.SOW and seat == table.turn
        return 32 if sows else 31
    if action == actions.HOLD:
        return RULING + 11
    foe = action - actions.STRIKE
    if table.phase != phases.STRIKE or seat != table.turn:
        return 36 if seat == table.turn and table.kind != NONE else 34
    if foe >= table.seats or foe == seat or not table.is_in(foe):
        return RULING + 19
    if table.last == NONE:
        return 34
    return _reach(table, seat, foe)


def _reach(table: Table, seat: int, foe: int) -> int:
    cell, other = table.fighter(seat).cell, table.fighter(foe).cell
    if arena.direction(table, cell, other) == NONE:
        return 34
    if table.mates(seat, foe) and not table.setting.friendly_fire:
        return RULING + 19
    if not arena.can_reach(table, seat, foe) or table.last != LOCK:
        return 92
    silenced = table.fighter(seat).silenced
    return RULING + 47 if silenced else RULING + 48 if skills.toll(table, seat) > 1 else 83


def _answer(table: Table, seat: int, action: int) -> int:
    if action < actions.ROLL:
        asks = table.mask >> seat & 1
        defends = table.phase in (phases.DEFEND, phases.THIRD_DEFEND)
        return _defence(table, seat, action) if asks and defends else RULING + 65
    if action < actions.DISCARD:
        return 10
    if action < actions.SWAP:
        return RULING + 51
    if action < actions.TRADE:
        return RULING + 55 if table.phase == phases.SWAP and seat == table.turn else 57
    return _style_move(table, seat, action)


def _style_move(table: Table, seat: int, action: int) -> int:
    moves = table.phase == phases.STYLE and seat == table.turn
    trades = skills.does(table, table.fighter(seat).style, skills.SWAP_KICK) > 0
    return RULING + 55 if moves and trades and action < actions.SHIFT else 107


def _defence(table: Table, seat: int, action: int) -> int:
    shown = (action - actions.DEFEND) // actions.FEW
    return 40 if shown > table.fighter(seat).at(table.target, DEFENSE) else 8
