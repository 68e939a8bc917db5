"""A turn from the Starting Area to the next player (MA-26)."""

from mypy_extensions import i64

from budokan.games.martial_art.rules import arena, ending, events, phases, skills, steps, strike
from budokan.games.martial_art.rules.state import CONCEDED, NONE, WIDTH, Table
from budokan.kit.contract import CHANCE


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
        if table.setting.black or steps.can_use_effects(table, seat):
            table.ask(seat)
    elif phase == phases.SKILL:
        table.energy = 0  # Effects not used are lost (MA-29)
        table.free = 0
        if steps.can_skill(table, seat, skills.START):
            table.ask(seat)
    elif phase == phases.SOW:
        steps.take_pile(table, seat)
    elif phase == phases.STRIKE:
        table.ask(seat)


def _enter_strike(table: Table, phase: i64) -> None:
    if phase == phases.REACT:
        steps.ask_reaction(table, table.main)
    elif phase == phases.DEFEND:
        steps.ask_defence(table, table.main)
    elif phase == phases.PUSH:
        strike.push(table)
        ending.check_end(table)
    elif phase == phases.TURN:
        _enter_push_turn(table)
    elif phase == phases.THIRD_REACT:
        steps.ask_reaction(table, table.third)
    else:
        steps.ask_defence(table, table.third)


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
        table.ask(CHANCE)
    elif phase == phases.DEFENCE:
        if strike.guard_dice(table, table.main):
            table.ask(CHANCE)
    elif phase == phases.THIRD_ATTACK:
        if table.third.seat != NONE:
            table.third.dice = 1  # MA-101
            table.ask(CHANCE)
    elif phase == phases.THIRD_DEFENCE:
        if table.third.seat != NONE and strike.guard_dice(table, table.third):
            table.ask(CHANCE)
    elif phase == phases.GAIN:
        strike.after_roll(table)
        steps.ask_gain(table)
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
        steps.place_aside(table, seat)
    elif phase == phases.END:
        if steps.can_skill(table, seat, skills.END):
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
    if table.third.seat != NONE:  # the end of a fight clears it
        strike.hurt(table, table.third)
        ending.check_end(table)
    if table.phase != phases.OVER:
        table.after = skills.after_moves(table, taken)


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
        steps.begin_turn(table, table.turn)
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
            steps.begin_turn(table, seat)
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
