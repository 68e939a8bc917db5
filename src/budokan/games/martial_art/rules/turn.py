"""A turn of Martial Art from the Starting Area to the next player, step by step (MA-26)."""

from mypy_extensions import i64

from budokan.games.martial_art.rules import arena, ending, events, knowledge, phases, skills, strike
from budokan.games.martial_art.rules.state import (
    AREAS,
    CONCEDED,
    DEFENSE,
    EFFECTS,
    ENERGY,
    KINDS,
    MOVE,
    NONE,
    WIDTH,
    Blow,
    Fighter,
    Table,
)
from budokan.kit.contract import CHANCE

# -- the steps in order ------------------------------------------------------------------------


def go_on(table: Table) -> None:
    """Walk through the steps of the turn until somebody is asked or the fight is over."""
    while table.mask == 0 and table.phase != phases.OVER:
        table.phase += 1
        enter(table, table.phase)


def enter(table: Table, phase: i64) -> None:
    """Begin a step: ask somebody, or let it pass by itself."""
    if phase < phases.REACT:
        _enter_turn(table, phase)
    elif phase < phases.ATTACK:
        _enter_strike(table, phase)
    elif phase < phases.AFTER_STEP:
        _enter_roll(table, phase)
    else:
        _enter_end(table, phase)


def _enter_turn(table: Table, phase: i64) -> None:
    seat = table.turn
    if phase == phases.EFFECTS:
        if table.setting.black or can_use_effects(table, seat):
            table.ask(seat)
    elif phase == phases.SKILL:
        table.energy = 0  # Effects not used are lost (MA-29)
        table.free = 0
        if can_skill(table, seat, skills.START):
            table.ask(seat)
    elif phase == phases.SOW:
        take_pile(table, seat)
    elif phase == phases.STRIKE:
        table.ask(seat)


def _enter_strike(table: Table, phase: i64) -> None:
    if phase == phases.REACT:
        ask_reaction(table, table.main)
    elif phase == phases.DEFEND:
        ask_defence(table, table.main)
    elif phase == phases.PUSH:
        strike.push(table)
        ending.check_end(table)
    elif phase == phases.TURN:
        _enter_push_turn(table)
    elif phase == phases.THIRD_REACT:
        ask_reaction(table, table.third)
    else:
        ask_defence(table, table.third)


def _enter_push_turn(table: Table) -> None:
    """MA-R18; a Defender pushed out leaves nothing to roll for (MA-R33)."""
    if not table.is_in(table.turn):
        table.phase = phases.STYLE
    elif table.pushed and table.setting.turn_after_push:
        table.ask(table.turn)
    else:
        after_push(table)


def after_push(table: Table) -> None:
    """Dice follow, unless the Defender is gone."""
    if not table.is_in(table.main.seat):
        table.after = skills.after_moves(table, 0)
        table.phase = phases.DAMAGE


def _enter_roll(table: Table, phase: i64) -> None:
    if phase == phases.ATTACK:
        table.main.dice = strike.attack_dice(table)
        if table.events is not None:
            strike.tell_attack(table)
            strike.tell_guard(table)
        if table.main.dice:
            table.ask(CHANCE)
    elif phase == phases.DEFENCE:
        if strike.guard_dice(table, table.main):
            table.ask(CHANCE)
    elif phase == phases.THIRD_ATTACK:
        if table.third.seat != NONE:
            table.third.dice = strike.third_dice(table)
            if table.third.dice:
                table.ask(CHANCE)
    elif phase == phases.THIRD_DEFENCE:
        if table.third.seat != NONE and strike.guard_dice(table, table.third):
            table.ask(CHANCE)
    elif phase == phases.GAIN:
        strike.after_roll(table)
        ask_gain(table)
    elif phase == phases.DISCARD:
        strike.ask_discard(table)
    else:
        deal_damage(table)


def _enter_end(table: Table, phase: i64) -> None:
    seat = table.turn
    if phase == phases.AFTER_STEP:
        if table.after and arena.free_neighbours(table, table.fighter(seat).cell):
            table.ask(seat)
    elif phase == phases.PLACE:
        place_aside(table, seat)
    elif phase == phases.END:
        if can_skill(table, seat, skills.END):
            table.ask(seat)
    elif phase == phases.STYLE:
        if skills.can_use_style(table, seat):
            table.ask(seat)
    elif phase == phases.NEXT:
        end_turn(table)


def deal_damage(table: Table) -> None:
    """The Defender first, then the third Character (MA-R29)."""
    taken = strike.hurt(table, table.main)
    ending.check_end(table)
    if table.phase != phases.OVER:
        strike.drain(table, taken)
    if table.third.seat != NONE:  # the end of a fight clears it
        strike.hurt(table, table.third)
        ending.check_end(table)
    if table.phase != phases.OVER:
        table.after = skills.after_moves(table, taken)


def begin_turn(table: Table, seat: i64) -> None:
    """A new Attacker, or the same one in a bonus turn."""
    table.turn = seat
    me = table.fighter(seat)
    table.boost = me.next  # MA-R44
    me.next = NONE
    table.free = skills.does(table, table.boost, skills.FREE_MOVE)
    table.free += skills.does(table, me.style, skills.FREE_MOVE)
    table.tell(events.BONUS if table.bonus else events.TURN, seat, 0, 0)
    if table.setting.may_empty and is_empty(me):
        stand_idle(table, seat)
        return
    table.phase = phases.AREA
    table.ask(seat)


def is_empty(me: Fighter) -> bool:
    for area in range(AREAS):
        if me.all_at(area):
            return False
    return True


def stand_idle(table: Table, seat: i64) -> None:
    """No Area has a token left: the turn passes; tokens set aside come to the Head (MA-R66)."""
    table.tell(events.IDLE, seat, 0, 0)
    table.start = 0
    place_aside(table, seat)
    table.phase = phases.STYLE


def end_turn(table: Table) -> None:
    """Bans and taxes of this turn end; a bonus turn or the next player follows."""
    me = table.fighter(table.turn)
    me.tax = 0
    me.silenced = 0
    again = table.again
    ending.clear_turn(table)
    table.again = 0
    if not again or not table.setting.react_once:  # MA-R28
        for seat in range(table.seats):
            table.fighter(seat).reacted = 0
    if again:
        table.bonus = 1
        begin_turn(table, table.turn)
        return
    table.bonus = 0
    next_player(table)


def next_player(table: Table) -> None:
    """To the left, counted from the first player (MA-69, MA-R57)."""
    seats = table.seats
    for i in range(1, seats + 1):
        seat = (table.turn + i) % seats
        if seat == table.first:
            if table.round == table.setting.max_rounds:
                ending.stop(table)
                return
            table.round += 1
            table.tell(events.ROUND, seat, table.round, 0)
        if table.is_in(seat):
            begin_turn(table, seat)
            return


def give_up(table: Table, seat: i64) -> None:
    """The Character leaves as if KO'd and its turn ends at once (MA-R59)."""
    me = table.fighter(seat)
    for kind in range(WIDTH):
        me.put(table.start, kind, table.hand[kind])
    table.tell(events.CONCEDED, seat, 0, 0)
    strike.drop(table, seat, CONCEDED)
    table.mask = 0
    table.again = 0
    table.phase = phases.STYLE
    ending.check_end(table)
    go_on(table)


# -- Effects -----------------------------------------------------------------------------------


def open_area(table: Table, seat: i64, area: i64) -> None:
    """The Starting Area; its Effect tokens are shown to all (MA-27, MA-28)."""
    me = table.fighter(seat)
    table.start = area
    table.tell(events.AREA, seat, area, me.all_at(area))
    shown: i64 = 0
    for kind in range(KINDS):
        n = me.at(area, kind)
        table.pile[kind] = n
        if kind < EFFECTS:
            shown += knowledge.UNIT[kind] * n
            for _ in range(n):
                table.tell(events.SHOWS, seat, kind, area)
    table.note(seat, knowledge.SHOWN, area, shown)
    table.energy = table.pile[ENERGY]
    table.moves = table.pile[MOVE]


def can_use_effects(table: Table, seat: i64) -> bool:
    """Whether there is energy to take or a step to make."""
    for gauge in range(2):
        if can_gain(table, seat, gauge):
            return True
    return can_move(table, seat) and arena.free_neighbours(table, table.fighter(seat).cell) > 0


def can_gain(table: Table, seat: i64, gauge: i64) -> bool:
    """MA-05, MA-R14"""
    me = table.fighter(seat)
    level = me.chi if gauge == 0 else me.rage
    return table.energy > 0 and level < table.setting.gauge[seat]


def gain(table: Table, seat: i64, gauge: i64) -> None:
    me = table.fighter(seat)
    table.energy -= 1
    if gauge == 0:
        me.chi += 1
        table.tell(events.ENERGY, seat, 0, me.chi)
    else:
        me.rage += 1
        table.tell(events.ENERGY, seat, 1, me.rage)


def can_move(table: Table, seat: i64) -> bool:
    """Whether one more space can be paid for (MA-06, MA-87)."""
    return table.free > 0 or skills.can_buy(table, seat, skills.missing(table, seat), NONE)


def step(table: Table, seat: i64, way: i64) -> None:
    me = table.fighter(seat)
    me.cell = arena.beside(table, me.cell, way)
    table.tell(events.STEP, seat, me.cell, way)


def turn_to(table: Table, seat: i64, way: i64) -> None:
    table.fighter(seat).facing = way
    table.tell(events.FACE, seat, way, 0)


# -- Skills -----------------------------------------------------------------------------------


def can_skill(table: Table, seat: i64, timing: i64) -> bool:
    """Whether some Skill can be activated now."""
    base = table.setting.base[seat]
    mine = table.fighter(seat).skills
    for own in range(table.setting.owned[seat]):
        if mine >> own & 1 and may_use(table, seat, base + own, timing):
            return True
    return False


def may_use(table: Table, seat: i64, skill: i64, timing: i64) -> bool:
    """Whether a Skill in play can be activated as a Start Skill, or at the end of the turn."""
    if timing == skills.START:
        return skills.may_start(table, seat, skill)
    return skills.may_end(table, seat, skill)


def start_skill(table: Table, seat: i64, skill: i64) -> None:
    skills.pay(table, seat, skill)
    table.used = skill
    table.tell(events.SKILL, seat, skill, 0)


def end_skill(table: Table, seat: i64, skill: i64) -> None:
    """An End or Style Skill is paid and works (MA-57, MA-59, MA-60)."""
    me = table.fighter(seat)
    skills.pay(table, seat, skill)
    table.used = skill
    if table.setting.timing[skill] == skills.STYLE:
        if me.style != NONE:
            table.tell(events.STYLE_OFF, seat, me.style, 0)
        me.style = skill
        table.tell(events.STYLE, seat, skill, 0)
        return
    table.tell(events.SKILL, seat, skill, 0)
    if table.setting.lasts[skill] == skills.NEXT:
        me.next = skill
        return
    work_now(table, seat, skill)
    if skills.does(table, skill, skills.EXTRA_TURN):
        table.again = 1
        table.tell(events.AGAIN, seat, 0, 0)
    elif skills.does(table, skill, skills.NO_ENERGY_USE):
        table.phase = phases.KIAI
        table.ask(seat)
    elif skills.does(table, skill, skills.SWAP_EFFECTS):
        table.phase = phases.SWAP
        table.ask(seat)


def work_now(table: Table, seat: i64, skill: i64) -> None:
    """Energy and healing by an End Skill (MA-R70)."""
    me = table.fighter(seat)
    most = table.setting.gauge[seat]
    for _ in range(skills.does(table, skill, skills.GAIN_CHI)):
        if me.chi < most:
            me.chi += 1
            table.tell(events.ENERGY, seat, 0, me.chi)
    for _ in range(skills.does(table, skill, skills.GAIN_RAGE)):
        if me.rage < most:
            me.rage += 1
            table.tell(events.ENERGY, seat, 1, me.rage)
    area = worst_area(me)
    healed = min(me.life[area], skills.does(table, skill, skills.HEAL))
    if healed:
        me.life[area] -= healed
        table.tell(events.HEAL, seat, area, me.life[area])


def worst_area(me: Fighter) -> i64:
    """The Area with the most damage, the first of several."""
    worst: i64 = 0
    for area in range(AREAS):
        if me.life[area] > me.life[worst]:
            worst = area
    return worst


def ask_reaction(table: Table, blow: Blow) -> None:
    """MA-58, MA-R65"""
    if blow.seat == NONE:
        return
    base = table.setting.base[blow.seat]
    mine = table.fighter(blow.seat).skills
    for own in range(table.setting.owned[blow.seat]):
        if mine >> own & 1 and skills.is_asked(table, blow, base + own):
            table.ask(blow.seat)


def react(table: Table, blow: Blow, skill: i64) -> None:
    skills.pay(table, blow.seat, skill)
    blow.reaction = skill
    table.fighter(blow.seat).reacted = 1
    table.tell(events.REACT, blow.seat, skill, 0)
    if skills.does(table, skill, skills.MOVE_DEFENCE) and not table.setting.pointless:
        table.note(blow.seat, knowledge.LEAST, table.target, knowledge.UNIT[MOVE])


def ask_defence(table: Table, blow: Blow) -> None:
    """Ask whenever a face-down token lies in the Target Area (MA-R65)."""
    if blow.seat != NONE and table.fighter(blow.seat).down(table.target):
        table.ask(blow.seat)


def defend(table: Table, blow: Blow, defenses: i64, moves: i64) -> None:
    blow.defenses = defenses
    blow.moves = moves
    table.tell(events.DEFEND, blow.seat, defenses, moves)
    if defenses + moves:
        shown = knowledge.UNIT[DEFENSE] * defenses + knowledge.UNIT[MOVE] * moves
        table.note(blow.seat, knowledge.LEAST, table.target, shown)


def carry(table: Table, seat: i64, start: i64, end: i64, kind: i64) -> None:
    """An Effect token goes unseen from one Area to another."""
    me = table.fighter(seat)
    me.put(start, kind, -1)
    me.put(end, kind, 1)
    table.tell(events.MOVED, seat, kind, end)


# -- sowing -----------------------------------------------------------------------------------


def take_pile(table: Table, seat: i64) -> None:
    """Take all tokens of the Starting Area in hand."""
    me = table.fighter(seat)
    for kind in range(WIDTH):
        n = me.at(table.start, kind)
        table.hand[kind] = n
        me.put(table.start, kind, -n)
    sow_rest(table, seat)


def sow_rest(table: Table, seat: i64) -> None:
    """Put down tokens that leave no choice: the last one, and a pile of one kind.

    Only public facts decide this, so it reveals nothing.
    """
    left: i64 = 0
    kinds: i64 = 0
    some: i64 = 0
    hand = table.hand
    pile = table.pile
    for kind in range(KINDS):
        left += hand[kind]
        if hand[kind]:
            some = kind
        if pile[kind]:
            kinds += 1
    if left > 1 and kinds > 1:
        table.ask(seat)
        return
    for _ in range(left):
        put_down(table, seat, some)
    end_sowing(table, seat)


def put_down(table: Table, seat: i64, kind: i64) -> None:
    """One token onto the next Area (MA-31, MA-33)."""
    table.sown += 1
    area = skills.landing(table, table.sown)
    table.hand[kind] -= 1
    table.fighter(seat).put(area, kind, 1)
    if kind < EFFECTS:
        table.last = NONE
        table.landed += 1 << (4 * area)
        table.tell(events.SOW_EFFECT, seat, kind, area)
    else:
        table.last = kind
        table.tell(events.SOW_ACTION, seat, kind, area)


def end_sowing(table: Table, seat: i64) -> None:
    table.note(seat, knowledge.SOWN, table.start, table.landed)
    table.landed = 0


def place_aside(table: Table, seat: i64) -> None:
    """The set-aside tokens come in at the end of the first turn (MA-37, MA-R45)."""
    me = table.fighter(seat)
    n = me.down(knowledge.ASIDE)
    if n == 0:
        return
    for kind in range(WIDTH):
        me.put(table.start, kind, me.at(knowledge.ASIDE, kind))
        me.put(knowledge.ASIDE, kind, -me.at(knowledge.ASIDE, kind))
    table.note(seat, knowledge.PLACED, table.start, 0)
    table.tell(events.PLACE, seat, n, table.start)


def ask_gain(table: Table) -> None:
    """Energy from a Skill cannot be declined while a gauge has room (MA-R14)."""
    seat = table.turn
    if can_gain(table, seat, 0) or can_gain(table, seat, 1):
        table.ask(seat)
    else:
        table.energy = 0
