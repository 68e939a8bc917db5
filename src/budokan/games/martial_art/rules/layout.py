"""The layout before the fight: Skills and tokens (MA-19 to MA-24, MA-80 to MA-82)."""

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.martial_art.rules import actions, events, knowledge, phases, turn
from budokan.games.martial_art.rules.state import (
    AREAS,
    EFFECTS,
    KINDS,
    LEARNED,
    NONE,
    TOKENS,
    WIDTH,
    Table,
)
from budokan.kit.contract import CHANCE


def place_of(laid: i64) -> i64:
    """Where the next token goes: aside, aside, then two to each Area."""
    if laid < 2:
        return knowledge.ASIDE
    return (laid - 2) // 2


def left(table: Table, seat: i64, kind: i64) -> i64:
    """Tokens of a kind that are not laid yet."""
    n = table.setting.totals[WIDTH * seat + kind]
    fighter = table.fighter(seat)
    for place in range(knowledge.PLACES):
        n -= fighter.at(place, kind)
    return n


def actions_left(table: Table, seat: i64) -> i64:
    n: i64 = 0
    for kind in range(EFFECTS, KINDS):
        n += left(table, seat, kind)
    return n


def first_of_pair(table: Table, seat: i64) -> i64:
    """The kind that already lies at the place, or NONE at its first token."""
    fighter = table.fighter(seat)
    if fighter.laid % 2 == 0:
        return NONE
    place = place_of(fighter.laid)
    for kind in range(KINDS):
        if fighter.at(place, kind):
            return kind
    return NONE


def may_lay(table: Table, seat: i64, kind: i64) -> bool:
    """MA-21, MA-22, and no dead end: two tokens of one place come in order of kind."""
    if left(table, seat, kind) == 0:
        return False
    first = first_of_pair(table, seat)
    if first == NONE:
        return kind < EFFECTS and has_second(table, seat, kind)
    return is_second(table, seat, first, kind)


def is_second(table: Table, seat: i64, first: i64, kind: i64) -> bool:
    """Whether a kind may lie beside an Effect token."""
    laid = table.fighter(seat).laid
    if laid < 2:
        return first <= kind < EFFECTS
    open_areas = AREAS - place_of(laid)
    if kind < EFFECTS:
        return kind >= first and actions_left(table, seat) < open_areas
    return True


def has_second(table: Table, seat: i64, first: i64) -> bool:
    """Whether some token can follow a first one."""
    for kind in range(first, KINDS):
        n = left(table, seat, kind)
        if kind == first:
            n -= 1
        if n > 0 and is_second(table, seat, first, kind):
            return True
    return False


def lay(table: Table, seat: i64, kind: i64) -> None:
    fighter = table.fighter(seat)
    place = place_of(fighter.laid)
    fighter.put(place, kind, 1)
    fighter.laid += 1
    if kind >= EFFECTS and not table.setting.black:
        table.tell(events.LAY_OPEN, seat, kind, place)
    else:
        table.tell(events.LAY, seat, kind, place)


def choose_lay(table: Table, seat: i64, kind: i64) -> None:
    """A player lays a token in secret (MA-80, MA-81)."""
    lay(table, seat, kind)
    if table.fighter(seat).laid == TOKENS:
        table.mask &= ~(1 << seat)
        if table.mask == 0:
            table.phase = phases.FIRST
            table.ask(CHANCE)


def deal(table: Table, kind: i64) -> None:
    """Chance lays a token, seat after seat (White Belt)."""
    seat = dealt(table)
    lay(table, seat, kind)
    if table.fighter(table.seats - 1).laid == TOKENS:
        table.phase = phases.FIRST


def dealt(table: Table) -> i64:
    """The seat whose tokens chance lays; the last one, once all are laid."""
    seat: i64 = 0
    while seat < table.seats - 1 and table.fighter(seat).laid == TOKENS:
        seat += 1
    return seat


def deal_weight(table: Table, seat: i64, kind: i64) -> i64:
    """How often chance lays a kind: all ways to lay single tokens by MA-22 are equally likely."""
    n = left(table, seat, kind)
    fighter = table.fighter(seat)
    if fighter.laid < 2:
        return n if kind < EFFECTS else 0
    first = first_of_pair(table, seat)
    if first == NONE:
        return n
    if first >= EFFECTS:
        return n if kind < EFFECTS else 0
    # Every remaining Action needs an open Area of its own.
    strikes = actions_left(table, seat)
    areas = AREAS - place_of(fighter.laid)
    if kind >= EFFECTS:
        return n * max(1, 2 * areas - strikes - 1)
    return n * (2 * areas - 2 * strikes)


def learn(table: Table, seat: i64, skill: i64) -> None:
    """One of three Skills, in any order (MA-82)."""
    fighter = table.fighter(seat)
    fighter.skills |= 1 << (skill - table.setting.base[seat])
    fighter.chosen += 1
    table.tell(events.LEARN, seat, skill, 0)
    if fighter.chosen == LEARNED:
        table.mask &= ~(1 << seat)
        if table.mask == 0:
            table.phase = phases.REVEAL
            table.ask(CHANCE)


def legal_learn(table: Table, seat: i64, out: vec[i64]) -> i64:
    fighter = table.fighter(seat)
    n: i64 = 0
    for own in range(table.setting.owned[seat]):
        if not fighter.skills >> own & 1:
            out[n] = actions.LEARN + table.setting.base[seat] + own
            n += 1
    return n


def legal_lay(table: Table, seat: i64, out: vec[i64]) -> i64:
    n: i64 = 0
    for kind in range(KINDS):
        if may_lay(table, seat, kind):
            out[n] = actions.LAY + kind
            n += 1
    return n


def reveal_skills(table: Table) -> None:
    """Skills are public from now on (MA-R3); the layout follows."""
    for seat in range(table.seats):
        for own in range(table.setting.owned[seat]):
            if table.fighter(seat).skills >> own & 1:
                table.tell(events.KNOWN, seat, table.setting.base[seat] + own, 0)
    begin_layout(table)


def begin_layout(table: Table) -> None:
    table.phase = phases.LAY
    table.mask = (1 << table.seats) - 1
    if not table.setting.black:
        table.ask(CHANCE)


def begin_fight(table: Table, seat: i64) -> None:
    """Action tokens are turned up, and the first player is known (MA-81, MA-R1)."""
    for owner in range(table.seats):
        if table.setting.black and table.events is not None:
            tell_open(table, owner)
        table.learn(owner, fresh(table, owner))
    table.first = seat
    table.tell(events.FIRST, seat, 0, 0)
    table.tell(events.ROUND, seat, 1, 0)
    turn.begin_turn(table, seat)


def tell_open(table: Table, seat: i64) -> None:
    for area in range(AREAS):
        for kind in range(EFFECTS, KINDS):
            for _ in range(table.fighter(seat).at(area, kind)):
                table.tell(events.OPEN, seat, kind, area)


def fresh(table: Table, seat: i64) -> knowledge.Knowledge:
    """All tables that fit the face-down tokens."""
    fighter = table.fighter(seat)
    down: i64 = 0
    totals: i64 = 0
    for place in range(knowledge.PLACES):
        down += fighter.down(place) * (1 << (4 * place))
        for kind in range(EFFECTS):
            totals += fighter.at(place, kind) * knowledge.UNIT[kind]
    return knowledge.Knowledge(None, knowledge.FRESH, down, totals)
