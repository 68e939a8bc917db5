"""How good an action of Martial Art looks at first sight."""

from typing import Final

from mypy_extensions import i64

from budokan.games.martial_art.rules import actions, arena, knowledge, layout, phases, skills
from budokan.games.martial_art.rules.state import (
    AREAS,
    DEFENSE,
    DIRECTIONS,
    EFFECTS,
    ENERGY,
    KINDS,
    LOCK,
    MOVE,
    NONE,
    Fighter,
    Table,
)

NEVER: Final = -1000
TAKE: Final = 500  # energy comes first, then useful steps


def heuristic(table: Table, seat: i64, action: i64) -> i64:
    """More is better."""
    phase = table.phase
    if phase < phases.AREA:
        if phase == phases.LEARN:
            return skill_worth(table, action - actions.LEARN)
        return token_worth(table, seat, action - actions.LAY)
    if phase == phases.AREA:
        return area_worth(table, seat, action - actions.AREA)
    if phase == phases.EFFECTS or phase == phases.GAIN:
        return effect_worth(table, seat, action)
    if phase == phases.SOW:
        return sow_worth(table, seat, action - actions.SOW)
    if phase == phases.STRIKE:
        if action == actions.HOLD:
            return 0
        return 1 + blow_worth(table, action - actions.STRIKE, aim_of(table), 2)
    if phase < phases.ATTACK:
        return answer_worth(table, action)
    return late_worth(table, seat, action)


# -- strikes ----------------------------------------------------------------------------------


def aim_of(table: Table) -> i64:
    return skills.landing(table, table.sown)


def blow_worth(table: Table, foe: i64, area: i64, dice: i64) -> i64:
    """A strike at an Area: expected damage in sixths, more where it maims or beats."""
    them = table.fighter(foe)
    hits = max(1, 4 * dice - 2 * them.down(area))
    life = them.life[area]
    last = table.setting.last[AREAS * foe + area]
    line = table.setting.severe[AREAS * foe + area]
    worth = 10 * hits + 4 * life
    if life < line <= life + (hits + 3) // 6:
        worth += 40
    if last <= life + (hits + 3) // 6:
        worth += 400
    return worth


def best_blow(table: Table, seat: i64, area: i64, reach: i64) -> i64:
    """The best strike at an Area of somebody within reach, in steps; 0 if there is none."""
    me = table.fighter(seat)
    best: i64 = 0
    for foe in range(table.seats):
        if table.is_in(foe) and not table.mates(seat, foe):
            them = table.fighter(foe)
            if arena.distance(table, me.cell, them.cell) <= reach + 1:
                best = max(best, blow_worth(table, foe, area, 2))
    return best


def area_worth(table: Table, seat: i64, area: i64) -> i64:
    """A Starting Area: the strike it leads to, energy and Moves, and no guard torn away."""
    me = table.fighter(seat)
    n = me.all_at(area)
    reach = me.at(area, MOVE) + table.free
    if table.setting.black and not me.silenced:
        reach += min(me.chi, me.rage)
    worth = 6 * me.at(area, ENERGY) + 3 * me.at(area, MOVE) - 4 * me.at(area, DEFENSE) - n
    if has_action(me, area):
        worth += best_blow(table, seat, (area + n) % AREAS, reach)
    return worth


def has_action(me: Fighter, place: i64) -> bool:
    for kind in range(EFFECTS, KINDS):
        if me.at(place, kind):
            return True
    return False


def wants_strike(table: Table) -> bool:
    for kind in range(EFFECTS, KINDS):
        if table.pile[kind]:
            return True
    return False


# -- Effects ----------------------------------------------------------------------------------


def effect_worth(table: Table, seat: i64, action: i64) -> i64:
    if action < actions.STEP:
        return TAKE + gauge_worth(table, seat, action - actions.ENERGY)
    if action < actions.FACE:
        return step_worth(table, seat, action - actions.STEP)
    if action < actions.READY:
        return face_worth(table, seat, action - actions.FACE)
    return buy_worth(table, seat) if action == actions.BUY else 0


def buy_worth(table: Table, seat: i64) -> i64:
    """Moves for a Lock before the energy is taken: only for a Lock to come that saves energy."""
    for kind in range(EFFECTS, KINDS):
        if table.pile[kind] and kind != LOCK:
            return NEVER
    me = table.fighter(seat)
    room = 2 * table.setting.gauge[seat] - me.chi - me.rage
    return 2 * TAKE if table.energy > room else NEVER


def gauge_worth(table: Table, seat: i64, gauge: i64) -> i64:
    """The energy that the Skills in play still lack, and a little of both for a Move."""
    setting = table.setting
    me = table.fighter(seat)
    base = setting.base[seat]
    level = me.chi if gauge == 0 else me.rage
    worth: i64 = 0
    for own in range(setting.owned[seat]):
        if me.skills >> own & 1:
            cost = setting.chi[base + own] if gauge == 0 else setting.rage[base + own]
            worth += max(0, cost - level)
    return 3 * worth - level


def nearest(table: Table, seat: i64, cell: i64) -> i64:
    """Steps to the nearest opponent."""
    best: i64 = 99
    for foe in range(table.seats):
        if table.is_in(foe) and not table.mates(seat, foe):
            best = min(best, arena.distance(table, cell, table.fighter(foe).cell))
    return best


def step_worth(table: Table, seat: i64, way: i64) -> i64:
    """Close in while nobody is beside; pay for it only to strike."""
    me = table.fighter(seat)
    now = nearest(table, seat, me.cell)
    cell = arena.beside(table, me.cell, way)
    then = nearest(table, seat, cell)
    if now <= 1 or then >= now:
        return NEVER
    costs = table.free == 0 and skills.missing(table, seat) > 0
    if costs and (then > 1 or not wants_strike(table)):
        return NEVER
    return 100 + 10 * behind(table, seat, cell) + room(table, cell)


def behind(table: Table, seat: i64, cell: i64) -> i64:
    """How many opponents turn their back to a cell."""
    n: i64 = 0
    for foe in range(table.seats):
        if table.setting.black and table.is_in(foe) and not table.mates(seat, foe):
            them = table.fighter(foe)
            way = arena.direction(table, them.cell, cell)
            if way != NONE and not arena.in_front(them.facing, way):
                n += 1
    return n


def room(table: Table, cell: i64) -> i64:
    """Neighbours inside the Fighting Area: the rim is a bad place."""
    n: i64 = 0
    for way in range(DIRECTIONS):
        if arena.beside(table, cell, way) != NONE:
            n += 1
    return n


def face_worth(table: Table, seat: i64, way: i64) -> i64:
    """Keep opponents in front, the best target straight ahead."""
    me = table.fighter(seat)
    worth: i64 = 0
    for foe in range(table.seats):
        if table.is_in(foe) and not table.mates(seat, foe):
            cell = table.fighter(foe).cell
            there = arena.direction(table, me.cell, cell)
            if there == NONE:
                ahead = arena.beside(table, me.cell, way)
                if ahead != NONE:
                    worth -= arena.distance(table, ahead, cell)
            elif there == way:
                worth += 25
            elif arena.in_front(way, there):
                worth += 20
    return worth


# -- sowing -----------------------------------------------------------------------------------


def sow_worth(table: Table, seat: i64, kind: i64) -> i64:
    """Keep the striking token for the end; guard the Areas that are hurt."""
    if kind == last_kind(table, seat) and table.hand[kind] == 1:
        return NEVER
    me = table.fighter(seat)
    area = skills.landing(table, table.sown + 1)
    if kind == DEFENSE:
        return 10 + 3 * me.life[area]
    if kind >= EFFECTS:
        return 12
    return 11 - me.at(area, kind)


def last_kind(table: Table, seat: i64) -> i64:
    """The Action to end with: one that fits the Skill, else any that can be used."""
    best: i64 = NONE
    top: i64 = NEVER
    for kind in range(EFFECTS, KINDS):
        if table.hand[kind] == 0:
            continue
        worth: i64 = 0
        if table.used != NONE and table.setting.kinds[table.used] >> kind & 1:
            worth += 20
        if kind == LOCK and not skills.can_lock(table, seat, NONE):
            worth -= 10
        if worth > top:
            top = worth
            best = kind
    return best


# -- answers ----------------------------------------------------------------------------------


def skill_worth(table: Table, skill: i64) -> i64:
    """A Skill by what it does, less its cost; dice and damage help, added or taken away."""
    dice = skills.does(table, skill, skills.ATTACK_DICE)
    guard = skills.does(table, skill, skills.DEFENCE_DICE)
    harm = skills.does(table, skill, skills.DAMAGE)
    worth = 12 * max(dice, -dice) + 5 * max(guard, -guard) + 9 * max(harm, -harm)
    worth += 8 * skills.does(table, skill, skills.ATTACK_DICE_PER_MOVE)
    worth += 7 * skills.does(table, skill, skills.CANCEL_EXCEPTIONAL)
    worth += 6 * skills.does(table, skill, skills.HEAL)
    for energy in range(skills.DRAIN_CHI, skills.HEAL):
        worth += 3 * skills.does(table, skill, energy)
    worth += 9 * skills.does(table, skill, skills.EXTRA_DAMAGE)
    worth += 7 * skills.does(table, skill, skills.CANCEL_NORMAL)
    worth += 8 * skills.does(table, skill, skills.REMAP_ATTACK)
    worth += 5 * skills.does(table, skill, skills.MOVE_DEFENCE)
    worth += 5 * skills.does(table, skill, skills.PUSH)
    worth += 14 * skills.does(table, skill, skills.EXTRA_TURN)
    cost = table.setting.chi[skill] + table.setting.rage[skill]
    return 6 + worth - 3 * cost


def answer_worth(table: Table, action: i64) -> i64:
    """Skills that help; all the guard there is."""
    if action == actions.PASS:
        return 0
    if actions.SKILL <= action < actions.KIAI:
        skill = action - actions.SKILL
        if skills.does(table, skill, skills.ATTACK_DICE_PER_MOVE):
            return 10 * table.pile[MOVE] - 8
        return max(1, skill_worth(table, skill))
    if actions.DEFEND <= action < actions.ROLL:
        shown = action - actions.DEFEND
        return 2 * (shown // actions.FEW) + shown % actions.FEW
    return face_worth(table, table.turn, action - actions.FACE)


def late_worth(table: Table, seat: i64, action: i64) -> i64:
    """After the dice."""
    if action == actions.PASS:
        return 0
    if action >= actions.SWAP:
        return -1
    if action >= actions.DISCARD:
        return action
    if action >= actions.KIAI:
        victim = table.fighter(action - actions.KIAI)
        return victim.chi + victim.rage
    if action >= actions.SKILL:
        return end_worth(table, seat, action - actions.SKILL)
    if action >= actions.FACE:
        return face_worth(table, seat, action - actions.FACE)
    me = table.fighter(seat)
    cell = arena.beside(table, me.cell, action - actions.STEP)
    gained = nearest(table, seat, cell) - nearest(table, seat, me.cell)
    return 4 * gained + room(table, cell) - 6


def end_worth(table: Table, seat: i64, skill: i64) -> i64:
    """A first Style, or strength for the next turn; not a second Style."""
    me = table.fighter(seat)
    if table.setting.timing[skill] == skills.STYLE:
        return 20 + skill_worth(table, skill) if me.style == NONE else -1
    if skills.does(table, skill, skills.SWAP_EFFECTS):
        return -1
    near = nearest(table, seat, me.cell) <= 2
    return max(1, skill_worth(table, skill)) if near else -1


# -- the layout -------------------------------------------------------------------------------


def token_worth(table: Table, seat: i64, kind: i64) -> i64:
    """Energy waits aside; every Area gets an Action if it can, and the Effects are spread."""
    me = table.fighter(seat)
    place = layout.place_of(me.laid)
    if place == knowledge.ASIDE:
        return 2 if kind == ENERGY else 1 if kind == DEFENSE else 0
    if kind >= EFFECTS:
        return 20
    return 2 * layout.left(table, seat, kind) - 3 * me.at(place, kind)
