"""The end of a fight (MA-54, MA-R32, MA-R57, MA-R60)."""

from mypy_extensions import i64

from budokan.games.martial_art.rules import events, phases, skills
from budokan.games.martial_art.rules.state import AREAS, NONE, WIDTH, Table


def clear_turn(table: Table) -> None:
    """Reset everything that belongs to one turn."""
    for kind in range(WIDTH):
        table.pile[kind] = 0
        table.hand[kind] = 0
    table.start = NONE
    table.sown = 0
    table.landed = 0
    table.last = NONE
    table.moves = 0
    table.free = 0
    table.energy = 0
    table.paid = 0
    table.used = NONE
    table.boost = NONE
    table.after = 0
    table.kind = NONE
    table.target = NONE
    table.back = 0
    table.collision = 0
    table.pushed = 0
    table.main.clear()
    table.third.clear()


def check_end(table: Table) -> None:
    """The fight is over when one side is left (MA-54, MA-R60, MA-R32)."""
    sides: i64 = 0
    for seat in range(table.seats):
        if table.is_in(seat):
            sides |= 1 << table.setting.team[seat]
    if sides & (sides - 1):
        return
    if sides == 0:
        sides = 1 << table.setting.team[table.turn]
        sides |= 1 << table.setting.team[table.main.seat]
    finish(table, sides)


def finish(table: Table, sides: i64) -> None:
    """All seats of the winning sides share the win."""
    clear_turn(table)
    table.again = 0
    table.bonus = 0
    table.phase = phases.OVER
    table.mask = 0
    for seat in range(table.seats):
        table.fighter(seat).reacted = 0
        if sides >> table.setting.team[seat] & 1:
            table.winners |= 1 << seat
    if table.events is not None:
        tell_winners(table, sides)


def tell_winners(table: Table, sides: i64) -> None:
    n: i64 = 0
    for seat in range(table.seats):
        n += table.winners >> seat & 1
    for seat in range(table.seats):
        if not table.winners >> seat & 1:
            continue
        if sides & (sides - 1):
            table.tell(events.DRAW, seat, n, 0)
        elif n == 1:
            table.tell(events.WIN, seat, 0, 0)
        else:
            table.tell(events.TEAM_WIN, seat, seat, mate_of(table, seat))
            return


def mate_of(table: Table, seat: i64) -> i64:
    """The other one of a team of two."""
    for other in range(table.seats):
        if other != seat and table.mates(seat, other):
            return other
    return NONE


def stop(table: Table) -> None:
    """After the last round the sides are compared (MA-R57)."""
    table.tell(events.LIMIT, table.first, table.round, 0)
    best: i64 = -1
    sides: i64 = 0
    for seat in range(table.seats):
        if not table.is_in(seat):
            continue
        if table.events is not None:
            table.tell(events.TALLY, seat, skills.severe(table, seat), total_damage(table, seat))
        side = table.setting.team[seat]
        value = standing(table, side)
        if value > best:
            best = value
            sides = 0
        if value == best:
            sides |= 1 << side
    finish(table, sides)


def standing(table: Table, side: i64) -> i64:
    """More Characters, then fewer severe columns, then less damage."""
    value: i64 = 0
    for seat in range(table.seats):
        if table.setting.team[seat] == side and table.is_in(seat):
            value += 1000000 - 1000 * skills.severe(table, seat) - total_damage(table, seat)
    return value


def total_damage(table: Table, seat: i64) -> i64:
    n: i64 = 0
    for area in range(AREAS):
        n += table.fighter(seat).life[area]
    return n
