"""A strike of Martial Art: dice, push, damage, lost tokens (MA-38 to MA-54, MA-97 to MA-104)."""

from typing import Final

from mypy_extensions import i64

from budokan.games.martial_art.rules import arena, events, knowledge, phases, skills
from budokan.games.martial_art.rules.state import (
    AREAS,
    DEFENSE,
    EFFECTS,
    KO,
    LOCK,
    MOVE,
    NONE,
    RING_OUT,
    TECHNICAL,
    Blow,
    Fighter,
    Table,
)

BARE_DICE: Final = 2  # MA-09, MA-08
FATAL: Final = 3  # MA-51


# -- declaring --------------------------------------------------------------------------------


def can_strike(table: Table, seat: i64, foe: i64) -> bool:
    """MA-34, MA-35, MA-83"""
    if table.last == NONE or not arena.can_reach(table, seat, foe):
        return False
    return table.last != LOCK or skills.can_lock(table, seat, NONE)


def declare(table: Table, seat: i64, foe: i64) -> None:
    """The Attacker names the Defender; a Lock takes its Move."""
    table.kind = table.last
    table.target = skills.landing(table, table.sown)
    table.main.seat = foe
    table.back = arena.from_behind(table, seat, foe)
    table.tell(events.STRIKE, seat, table.kind, table.target)
    table.tell(events.STRIKE_AT, seat, foe, 0)
    if table.kind == LOCK and table.setting.black:
        spend_move(table, seat)
    # Nobody is asked about a push out of the Fighting Area (MA-R33).
    if arena.goes_out(table, seat, foe, skills.in_attack(table, skills.PUSH)):
        table.phase = phases.DEFEND


def spend_move(table: Table, seat: i64) -> None:
    """Pay for one space or one Lock, with Moves bought where they are missing."""
    bought = skills.missing(table, seat)
    toll = skills.toll(table, seat)
    if bought:
        buy_moves(table, seat, bought)
    table.moves -= toll
    if table.fighter(seat).tax:
        table.paid = 1


def buy_moves(table: Table, seat: i64, moves: i64) -> None:
    """Additional Moves, each for 1 Chi and 1 Rage (MA-87)."""
    me = table.fighter(seat)
    me.chi -= moves
    me.rage -= moves
    table.moves += moves
    table.tell(events.BUY, seat, moves, 0)


# -- push -------------------------------------------------------------------------------------


def push(table: Table) -> None:
    """Both go on in line, space by space (MA-97, MA-98, MA-R32, MA-R35)."""
    spaces = skills.in_attack(table, skills.PUSH)
    if spaces == 0:
        return
    me = table.fighter(table.turn)
    foe = table.fighter(table.main.seat)
    way = arena.direction(table, me.cell, foe.cell)
    for _ in range(spaces):
        cell = arena.beside(table, foe.cell, way)
        if cell != NONE and arena.standing(table, cell) != NONE:
            collide(table, arena.standing(table, cell))
            return
        vacated = foe.cell
        table.pushed += 1
        if cell == NONE:
            drop(table, table.main.seat, RING_OUT)  # MA-99
            me.cell = vacated
            table.tell(events.PUSH, table.turn, vacated, way)
            if table.setting.follows_out and table.pushed < spaces:
                drop(table, table.turn, RING_OUT)
            return
        foe.cell = cell
        me.cell = vacated
        table.tell(events.PUSH, table.main.seat, cell, way)
        table.tell(events.PUSH, table.turn, vacated, way)


def collide(table: Table, third: i64) -> None:
    """MA-100, MA-101, MA-103, MA-R31"""
    table.collision = 1
    table.tell(events.COLLISION, table.main.seat, third, table.target)
    if table.setting.friendly_collision or not table.mates(table.turn, third):
        table.third.seat = third


def drop(table: Table, seat: i64, how: i64) -> None:
    """A Character is out; its board lies open from now on (MA-53, MA-R7)."""
    fighter = table.fighter(seat)
    if how == RING_OUT:
        table.tell(events.RING_OUT, seat, 0, 0)
    arena.leave(fighter, how)
    table.learn(seat, knowledge.given([int(fighter.table())]))


# -- dice -------------------------------------------------------------------------------------


def attack_dice(table: Table) -> i64:
    """Dice against the Defender (MA-38, MA-93, MA-100)."""
    style = table.fighter(table.turn).style
    n = BARE_DICE + table.back + table.collision
    n += skills.dice_part(table, table.used) + skills.dice_part(table, table.boost)
    n += skills.dice_part(table, style) + skills.in_defence(table, table.main, skills.ATTACK_DICE)
    return max(0, min(n, table.setting.dice_cap))  # MA-R21


def third_dice(table: Table) -> i64:
    """Dice against the third Character of a Collision (MA-101)."""
    return max(0, 1 + skills.in_defence(table, table.third, skills.ATTACK_DICE))


def tell_attack(table: Table) -> None:
    """Where the dice come from."""
    seat = table.turn
    table.tell(events.DICE_BASE, seat, BARE_DICE, 0)
    parts = (table.used, table.boost, table.fighter(seat).style)
    for skill in parts:
        dice = skills.dice_part(table, skill)
        if dice:
            table.tell(events.DICE_SKILL, seat, skill, dice)
    foe = table.fighter(table.main.seat)
    for skill in (foe.style, foe.next, table.main.reaction):
        dice = skills.defence_part(table, table.main, skill, skills.ATTACK_DICE)
        if dice:
            table.tell(events.DICE_LESS, seat, skill, -dice)
    if table.back:
        table.tell(events.DICE_BACK, seat, 1, 0)
    if table.collision:
        table.tell(events.DICE_COLLISION, seat, 1, 0)


def guard_dice(table: Table, blow: Blow) -> i64:
    """Dice of the defence; a reduction counts once and never below 0 (MA-41, MA-105, MA-R22)."""
    per_move = skills.in_defence(table, blow, skills.MOVE_DEFENCE)
    n = BARE_DICE * blow.defenses + per_move * blow.moves
    n += skills.in_defence(table, blow, skills.DEFENCE_DICE)
    if blow.seat == table.main.seat:  # MA-R30
        n += skills.in_attack(table, skills.DEFENCE_DICE)
    return max(0, min(n, table.setting.dice_cap))


def tell_guard(table: Table) -> None:
    """Which Skills add Defence dice, and which take some away."""
    main = table.main
    foe = table.fighter(main.seat)
    more: i64 = 0
    for skill in (foe.style, foe.next, main.reaction):
        dice = skills.defence_part(table, main, skill, skills.DEFENCE_DICE)
        if dice:
            more += dice
            table.tell(events.GUARD_MORE, main.seat, skill, dice)
    if main.defenses + main.moves + more == 0:
        return
    for skill in (table.used, table.boost, table.fighter(table.turn).style):
        dice = skills.attack_part(table, skill, skills.DEFENCE_DICE)
        if dice:
            table.tell(events.GUARD_SKILL, table.turn, skill, -dice)


def blocked(table: Table, blow: Blow) -> i64:
    """Damage the defence cancels; against a Lock only with X (MA-41, MA-85, MA-R25)."""
    if table.setting.black and table.kind == LOCK:
        return blow.guard_x
    return blow.guard_n + blow.guard_x


def hits(table: Table, blow: Blow) -> i64:
    """Normal Successes that count, after a change of faces and cancelling (MA-109, MA-R23)."""
    n = blow.n
    if skills.in_defence(table, blow, skills.REMAP_ATTACK):
        n = blow.dice - blow.n - blow.x
    return max(0, n - skills.cancelled(table, blow))


def best_hits(table: Table, blow: Blow) -> i64:
    """Exceptional Successes that count, after cancelling (MA-R69)."""
    return max(0, blow.x - skills.in_defence(table, blow, skills.CANCEL_EXCEPTIONAL))


def extra(table: Table, blow: Blow) -> i64:
    """Damage added for X; none on a third Character (MA-R30)."""
    if blow.seat != table.main.seat:
        return 0
    return best_hits(table, blow) * skills.in_attack(table, skills.EXTRA_DAMAGE)


def damage(table: Table, blow: Blow) -> i64:
    """What gets through (MA-41, MA-42, MA-R24)."""
    return changed(table, blow, plain_damage(table, through(table, blow), extra(table, blow)))


def through(table: Table, blow: Blow) -> i64:
    """Successes that are not blocked."""
    return hits(table, blow) + best_hits(table, blow) - blocked(table, blow)


def plain_damage(table: Table, through: i64, more: i64) -> i64:
    """Successes not blocked and extra damage."""
    if table.setting.unblockable:
        return max(0, through) + more
    return max(0, through + more)


def changed(table: Table, blow: Blow, n: i64) -> i64:
    """The damage after Skills that add to it or take off, if there is any (MA-R69)."""
    if n == 0:
        return 0
    n += skills.in_defence(table, blow, skills.DAMAGE)
    if blow.seat == table.main.seat:
        n += skills.in_attack(table, skills.DAMAGE)
    return max(0, n)


def tell_damage(table: Table, blow: Blow) -> None:
    """The parts of the sum behind the damage."""
    seat = blow.seat
    n = blow.n
    if skills.in_defence(table, blow, skills.REMAP_ATTACK):
        table.tell(events.REMAP, seat, remapper(table, blow), 0)
        n = blow.dice - blow.n - blow.x
    if n > hits(table, blow):
        table.tell(events.CANCEL, seat, n - hits(table, blow), 0)
    if blow.x > best_hits(table, blow):
        table.tell(events.CANCEL_BEST, seat, blow.x - best_hits(table, blow), 0)
    if extra(table, blow):
        table.tell(events.EXTRA, table.turn, extra(table, blow), 0)
    plain = plain_damage(table, through(table, blow), extra(table, blow))
    change = changed(table, blow, plain) - plain
    if change:
        table.tell(events.CHANGED, table.turn, change, 0)
    if guard_dice(table, blow):
        table.tell(events.BLOCKED, seat, blocked(table, blow), 0)


def remapper(table: Table, blow: Blow) -> i64:
    """The Skill that changes the faces."""
    me = table.fighter(blow.seat)
    if skills.defence_part(table, blow, me.style, skills.REMAP_ATTACK):
        return me.style
    if skills.defence_part(table, blow, blow.reaction, skills.REMAP_ATTACK):
        return blow.reaction
    return me.next


# -- after the roll ---------------------------------------------------------------------------


def after_roll(table: Table) -> None:
    """Exceptional Successes may bring a tax or energy besides damage (MA-R48, MA-R14)."""
    x = table.main.x
    tax = x * skills.in_attack(table, skills.MOVE_TAX)
    foe = table.fighter(table.main.seat)
    if tax > 0:
        foe.tax = max(foe.tax, tax)
        table.tell(events.TAX, table.main.seat, foe.tax, 0)
    table.energy = x * skills.in_attack(table, skills.GAIN_ENERGY)


def must_discard(table: Table) -> bool:
    """Whether a Skill takes a Defense token that was used (MA-R40, MA-R41)."""
    needed = skills.in_attack(table, skills.DISCARD_DEFENCE)
    return needed > 0 and table.main.x >= needed - 1


def counts_as_defense(table: Table) -> bool:
    """Move tokens shown by a Reaction are Defense tokens, those of a Style are not (MA-R51)."""
    return skills.does(table, table.main.reaction, skills.MOVE_DEFENCE) > 0


def discard(table: Table, kind: i64) -> None:
    """A used token leaves the Target Area for good."""
    seat = table.main.seat
    table.fighter(seat).put(table.target, kind, -1)
    table.note(seat, knowledge.TAKEN, table.target, kind)
    table.tell(events.DISCARD, seat, kind, table.target)


def ask_discard(table: Table) -> None:
    """Take the token, or ask the Defender which of two kinds it is."""
    if not must_discard(table):
        return
    moves: i64 = 0
    if counts_as_defense(table):
        moves = table.main.moves
    if table.main.defenses and moves:
        table.ask(table.main.seat)
    elif table.main.defenses:
        discard(table, DEFENSE)
    elif moves:
        discard(table, MOVE)


def hurt(table: Table, blow: Blow) -> i64:
    """Damage, then a KO or lost tokens (MA-45 to MA-52, MA-R42, MA-R43); the damage."""
    seat = blow.seat
    fighter = table.fighter(seat)
    if table.events is not None:
        tell_damage(table, blow)
    taken = damage(table, blow)
    table.tell(events.DAMAGE, seat, taken, table.target)
    if taken == 0:
        return 0
    area = table.target
    place = AREAS * seat + area
    last = table.setting.last[place]
    line = table.setting.severe[place]
    before = fighter.life[area]
    now = min(last, before + taken)
    fighter.life[area] = now
    table.tell(events.LIFE, seat, now, last)
    lines = skills.severe(table, seat)
    if before < line <= now:
        table.tell(events.SEVERE, seat, area, lines)
    if now == last:
        table.tell(events.KO, seat, area, 0)
        drop(table, seat, KO)
    elif lines >= FATAL:
        table.tell(events.TECHNICAL, seat, lines, 0)
        drop(table, seat, TECHNICAL)
    else:
        lose_tokens(table, seat, before, now)
    return taken


def lose_tokens(table: Table, seat: i64, before: i64, now: i64) -> None:
    """Every picture reached or passed costs a token, from top to bottom (MA-48, MA-50)."""
    setting = table.setting
    first = setting.pictures * (AREAS * seat + table.target)
    for picture in range(first, first + setting.pictures):
        if before < setting.square[picture] <= now:
            lose(table, seat, setting.picture[picture])


def lose(table: Table, seat: i64, kind: i64) -> None:
    """The first token of a kind, from the Target Area onwards (MA-49, MA-R5, MA-R38, MA-R39)."""
    fighter = table.fighter(seat)
    for i in range(AREAS + 1):
        place = (table.target + i) % AREAS
        if i == AREAS:
            place = knowledge.ASIDE
            if table.setting.reserve_safe:
                break
        if fighter.at(place, kind):
            take(table, fighter, seat, place, kind)
            return
        if kind < EFFECTS:
            table.note(seat, knowledge.MISSED, place, kind)
    table.tell(events.LOSE_NONE, seat, kind, 0)


def take(table: Table, fighter: Fighter, seat: i64, place: i64, kind: i64) -> None:
    fighter.put(place, kind, -1)
    if kind < EFFECTS:
        table.note(seat, knowledge.TAKEN, place, kind)
    table.tell(events.LOSE, seat, kind, place)


def drain(table: Table, taken: i64) -> None:
    """A strike that does damage may cost the Defender energy (MA-R70)."""
    seat = table.main.seat
    if taken == 0 or not table.is_in(seat):
        return
    foe = table.fighter(seat)
    chi = min(foe.chi, skills.in_attack(table, skills.DRAIN_CHI))
    if chi:
        foe.chi -= chi
        table.tell(events.DRAIN, seat, 0, foe.chi)
    rage = min(foe.rage, skills.in_attack(table, skills.DRAIN_RAGE))
    if rage:
        foe.rage -= rage
        table.tell(events.DRAIN, seat, 1, foe.rage)
