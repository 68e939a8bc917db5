"""The Fighting Area of Martial Art: who stands where, who faces whom, steps and pushes."""

from mypy_extensions import i64

from budokan.games.martial_art.rules.state import DIRECTIONS, NONE, Fighter, Table


def beside(table: Table, cell: i64, direction: i64) -> i64:
    """The next cell in a direction, or NONE outside the Fighting Area."""
    return table.setting.beside[DIRECTIONS * cell + direction]


def standing(table: Table, cell: i64) -> i64:
    """Who stands on a cell, or NONE."""
    for seat in range(table.seats):
        if table.fighter(seat).cell == cell:
            return seat
    return NONE


def is_free(table: Table, cell: i64) -> bool:
    """MA-07, MA-R15"""
    return cell != NONE and standing(table, cell) == NONE


def direction(table: Table, start: i64, end: i64) -> i64:
    """The direction from a cell to a neighbouring one, or NONE."""
    for way in range(DIRECTIONS):
        if beside(table, start, way) == end:
            return way
    return NONE


def in_front(facing: i64, way: i64) -> bool:
    """Three directions lie in front, three behind (MA-91)."""
    return (way - facing + 7) % DIRECTIONS <= 2


def target_way(table: Table, seat: i64, foe: i64) -> i64:
    """The direction of a Character beside a seat whom it could strike, or NONE (MA-34, MA-R19)."""
    if seat == foe or not table.is_in(foe):
        return NONE
    if table.mates(seat, foe) and not table.setting.friendly_fire:
        return NONE
    return direction(table, table.fighter(seat).cell, table.fighter(foe).cell)


def can_reach(table: Table, seat: i64, foe: i64) -> bool:
    """Whether a seat may strike another one, facing as it does (MA-92, MA-R62)."""
    way = target_way(table, seat, foe)
    if way == NONE:
        return False
    return not table.setting.black or in_front(table.fighter(seat).facing, way)


def from_behind(table: Table, seat: i64, foe: i64) -> i64:
    """1 if a seat stands behind another one (MA-93)."""
    if not table.setting.black:
        return 0
    them = table.fighter(foe)
    way = direction(table, them.cell, table.fighter(seat).cell)
    if in_front(them.facing, way):
        return 0
    return 1


def free_neighbours(table: Table, cell: i64) -> i64:
    """How many cells beside a cell are free."""
    n: i64 = 0
    for way in range(DIRECTIONS):
        if is_free(table, beside(table, cell, way)):
            n += 1
    return n


def goes_out(table: Table, seat: i64, foe: i64, spaces: i64) -> bool:
    """Whether a push takes the Defender out of the Fighting Area (MA-R33)."""
    cell = table.fighter(foe).cell
    way = direction(table, table.fighter(seat).cell, cell)
    for _ in range(spaces):
        cell = beside(table, cell, way)
        if cell == NONE:
            return True
        if standing(table, cell) != NONE:
            return False
    return False


def distance(table: Table, start: i64, end: i64) -> i64:
    """Steps between two cells, as if nobody stood in the way."""
    setting = table.setting
    q = setting.q[start] - setting.q[end]
    r = setting.r[start] - setting.r[end]
    return max(max(q, -q), max(r, -r), max(q + r, -q - r))


def leave(fighter: Fighter, how: i64) -> None:
    """A Character leaves the Fighting Area and has lost (MA-53)."""
    fighter.out = how
    fighter.cell = NONE
    fighter.tax = 0
    fighter.silenced = 0
    fighter.reacted = 0
    fighter.style = NONE
    fighter.next = NONE
