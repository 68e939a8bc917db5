"""The legal actions of each phase of Martial Art."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.martial_art.rules import (
    actions,
    arena,
    knowledge,
    layout,
    phases,
    skills,
    strike,
    turn,
)
from budokan.games.martial_art.rules.state import (
    AREAS,
    DEFENSE,
    DIRECTIONS,
    EFFECTS,
    KINDS,
    MOVE,
    UNSEEN,
    Blow,
    Table,
)
from budokan.kit.contract import ROOM
from budokan.kit.pile import zeros

# The codes that can be legal in a phase: the lowest, and the first one above.
LOWEST: Final = vec[i64](
    [
        actions.LEARN,
        actions.REVEAL,
        actions.LAY,
        actions.FIRST,
        actions.AREA,
        actions.ENERGY,
        actions.PASS,
        actions.SOW,
        actions.STRIKE,
        actions.PASS,
        actions.DEFEND,
        0,
        actions.FACE,
        actions.PASS,
        actions.DEFEND,
        actions.ROLL,
        actions.ROLL,
        actions.ROLL,
        actions.ROLL,
        actions.ENERGY,
        actions.DISCARD,
        0,
        actions.STEP,
        actions.FACE,
        0,
        actions.PASS,
        actions.KIAI,
        actions.SWAP,
        actions.PASS,
        0,
        0,
    ]
)
HIGHEST: Final = vec[i64](
    [
        actions.LEARN_VEILED,
        actions.FIRST,
        actions.LAY_VEILED,
        actions.AREA,
        actions.ENERGY,
        actions.SIZE,
        actions.KIAI,
        actions.SOW_VEILED,
        actions.DEFEND,
        actions.KIAI,
        actions.ROLL,
        0,
        actions.READY,
        actions.KIAI,
        actions.ROLL,
        actions.DISCARD,
        actions.DISCARD,
        actions.DISCARD,
        actions.DISCARD,
        actions.STEP,
        actions.SWAP,
        0,
        actions.SKILL,
        actions.READY,
        0,
        actions.KIAI,
        actions.SOW,
        actions.SWAP_VEILED,
        actions.SHIFT_VEILED,
        0,
        0,
    ]
)


def belongs(phase: i64, action: i64) -> bool:
    """Whether an action can be legal in a phase at all."""
    return LOWEST[phase] <= action < HIGHEST[phase]


def legal(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Write the actions of a seat that acts; how many."""
    phase = table.phase
    if phase < phases.AREA:
        if phase == phases.LEARN:
            return layout.legal_learn(table, seat, out)
        return layout.legal_lay(table, seat, out)
    if phase <= phases.SOW:
        return _legal_before(table, seat, out)
    if phase <= phases.THIRD_DEFEND:
        return _legal_strike(table, seat, out)
    return _legal_after(table, seat, out)


def _legal_before(table: Table, seat: i64, out: vec[i64]) -> i64:
    if table.phase == phases.AREA:
        return _areas(table, seat, out)
    if table.phase == phases.EFFECTS:
        return _effects(table, seat, out)
    if table.phase == phases.SKILL:
        return _skills(table, seat, skills.START, out)
    n: i64 = 0
    hand = table.hand
    for kind in range(KINDS):
        if hand[kind]:
            out[n] = actions.SOW + kind
            n += 1
    return n


def _legal_strike(table: Table, seat: i64, out: vec[i64]) -> i64:
    phase = table.phase
    if phase == phases.STRIKE:
        return _strikes(table, seat, out)
    if phase == phases.REACT:
        return _reactions(table, table.main, out)
    if phase == phases.DEFEND:
        return _defences(table, table.main, out)
    if phase == phases.TURN:
        return _faces(table, out, 0)
    if phase == phases.THIRD_REACT:
        return _reactions(table, table.third, out)
    return _defences(table, table.third, out)


def _legal_after(table: Table, seat: i64, out: vec[i64]) -> i64:
    phase = table.phase
    if phase == phases.GAIN:
        return _gains(table, seat, out)
    if phase == phases.DISCARD:
        out[0] = actions.DISCARD
        out[1] = actions.DISCARD + 1
        return 2
    if phase == phases.AFTER_STEP:
        out[0] = actions.PASS
        return _steps(table, seat, out, 1)
    if phase == phases.AFTER_FACE:
        return _faces(table, out, 0)
    if phase == phases.END:
        return _skills(table, seat, skills.END, out)
    if phase == phases.KIAI:
        return _foes(table, seat, out)
    if phase == phases.SWAP:
        return _swaps(table, seat, out)
    return _style_moves(table, seat, out)


def is_forced(table: Table, seat: i64) -> bool:
    """Whether public facts leave an acting seat one choice."""
    phase = table.phase
    if phase in (phases.AREA, phases.STRIKE, phases.GAIN, phases.KIAI):
        return legal(table, seat, zeros(ROOM)) == 1  # these choices are public
    if phase == phases.SOW:
        return _kinds_to_sow(table) == 1
    if phase == phases.DEFEND:
        return _is_bare(table, table.main)
    if phase == phases.THIRD_DEFEND:
        return _is_bare(table, table.third)
    return False


def _kinds_to_sow(table: Table) -> i64:
    """Kinds of tokens in hand; every kind of Effect shown counts while some Effect is left."""
    n: i64 = 0
    for kind in range(EFFECTS, KINDS):
        if table.hand[kind]:
            n += 1
    left = table.hand[UNSEEN]
    kinds: i64 = 0
    for kind in range(EFFECTS):
        left += table.hand[kind]
        if table.pile[kind]:
            kinds += 1
    if left == 0:
        return n
    return n + kinds


def _is_bare(table: Table, blow: Blow) -> bool:
    """Whether no token that guards can lie in the Target Area, by all that is known (MA-R64)."""
    most = knowledge.most(table.known(blow.seat).tables())
    first = EFFECTS * table.target
    if most[first + DEFENSE]:
        return False
    return most[first + MOVE] == 0 or not skills.in_defence(table, blow, skills.MOVE_DEFENCE)


def _areas(table: Table, seat: i64, out: vec[i64]) -> i64:
    """MA-27, MA-R9"""
    n: i64 = 0
    for area in range(AREAS):
        if table.fighter(seat).all_at(area):
            out[n] = actions.AREA + area
            n += 1
    return n


def _effects(table: Table, seat: i64, out: vec[i64]) -> i64:
    n = _gains(table, seat, out)
    if turn.can_move(table, seat):
        n = _steps(table, seat, out, n)
    if skills.may_buy(table, seat):
        out[n] = actions.BUY
        n += 1
    if table.setting.black:
        return _faces(table, out, n)
    out[n] = actions.READY
    return n + 1


def _gains(table: Table, seat: i64, out: vec[i64]) -> i64:
    n: i64 = 0
    for gauge in range(2):
        if turn.can_gain(table, seat, gauge):
            out[n] = actions.ENERGY + gauge
            n += 1
    return n


def _steps(table: Table, seat: i64, out: vec[i64], n: i64) -> i64:
    cell = table.fighter(seat).cell
    for way in range(DIRECTIONS):
        if arena.is_free(table, arena.beside(table, cell, way)):
            out[n] = actions.STEP + way
            n += 1
    return n


def _faces(table: Table, out: vec[i64], n: i64) -> i64:
    for way in range(DIRECTIONS):
        out[n + way] = actions.FACE + way
    return n + DIRECTIONS


def _skills(table: Table, seat: i64, timing: i64, out: vec[i64]) -> i64:
    out[0] = actions.PASS
    n: i64 = 1
    base = table.setting.base[seat]
    mine = table.fighter(seat).skills
    for own in range(table.setting.owned[seat]):
        skill = base + own
        if mine >> own & 1 and turn.may_use(table, seat, skill, timing):
            out[n] = actions.SKILL + skill
            n += 1
    return n


def _reactions(table: Table, blow: Blow, out: vec[i64]) -> i64:
    out[0] = actions.PASS
    n: i64 = 1
    base = table.setting.base[blow.seat]
    mine = table.fighter(blow.seat).skills
    for own in range(table.setting.owned[blow.seat]):
        skill = base + own
        if mine >> own & 1 and skills.may_react(table, blow, skill):
            out[n] = actions.SKILL + skill
            n += 1
    return n


def _strikes(table: Table, seat: i64, out: vec[i64]) -> i64:
    """MA-R11, MA-R19"""
    out[0] = actions.HOLD
    n: i64 = 1
    for foe in range(table.seats):
        if strike.can_strike(table, seat, foe):
            out[n] = actions.STRIKE + foe
            n += 1
    return n


def _defences(table: Table, blow: Blow, out: vec[i64]) -> i64:
    """Any number of tokens in the Target Area (MA-39, MA-R20, MA-R50)."""
    me = table.fighter(blow.seat)
    moves: i64 = 0
    if skills.in_defence(table, blow, skills.MOVE_DEFENCE):
        moves = me.at(table.target, MOVE)
    n: i64 = 0
    for shown in range(me.at(table.target, DEFENSE) + 1):
        for feet in range(moves + 1):
            out[n] = actions.DEFEND + actions.FEW * shown + feet
            n += 1
    return n


def _foes(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Any opponent, at any distance (MA-R47)."""
    n: i64 = 0
    for foe in range(table.seats):
        if table.is_in(foe) and not table.mates(seat, foe):
            out[n] = actions.KIAI + foe
            n += 1
    return n


def _swaps(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Two Effect tokens in different Areas (MA-R55)."""
    me = table.fighter(seat)
    n: i64 = 0
    for a in range(AREAS):
        for b in range(a + 1, AREAS):
            for kind in range(EFFECTS):
                for other in range(EFFECTS):
                    if me.at(a, kind) and me.at(b, other):
                        out[n] = actions.SWAP + 45 * a + 9 * b + 3 * kind + other
                        n += 1
    return n


def _style_moves(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Token moves of a Style (MA-107), which can always be declined."""
    me = table.fighter(seat)
    out[0] = actions.PASS
    n: i64 = 1
    shifts = skills.does(table, me.style, skills.SHIFT_EFFECT)
    for a in range(AREAS):
        for kind in range(EFFECTS):
            if me.at(a, kind) == 0:
                continue
            if shifts:
                out[n] = actions.SHIFT + 3 * a + kind
                n += 1
                continue
            for b in range(AREAS):
                if skills.can_trade(me, a, b):
                    out[n] = actions.TRADE + 15 * a + 3 * b + kind
                    n += 1
    return n
