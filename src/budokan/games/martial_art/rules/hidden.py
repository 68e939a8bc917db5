"""Hidden tokens of Martial Art: what a viewer may know, and fitting guesses (MA-R3 to MA-R7)."""

from mypy_extensions import i64

from budokan.games.martial_art.rules import actions, knowledge, layout, phases
from budokan.games.martial_art.rules.state import (
    AREAS,
    EFFECTS,
    IN,
    KINDS,
    TOKENS,
    UNSEEN,
    WIDTH,
    Fighter,
    Table,
)
from budokan.kit.contract import CHANCE, SPECTATOR
from budokan.kit.pile import zeros
from budokan.kit.rng import Rng


def may_see(table: Table, viewer: i64, owner: i64) -> bool:
    """Whether a viewer sees the hidden tokens of a board (MA-24, MA-R6, MA-R7, MA-81)."""
    if viewer == owner or table.fighter(owner).out != IN:
        return True
    if table.setting.secret_layout and actions_hidden(table):
        return False
    return table.setting.shared_view == 1 and viewer != SPECTATOR and table.mates(viewer, owner)


def actions_hidden(table: Table) -> bool:
    """Action tokens lie face down while players lay out (MA-81)."""
    return table.setting.black == 1 and table.phase < phases.AREA


def observe(table: Table, viewer: i64) -> None:
    """Hide on each board what a viewer may not know."""
    for owner in range(table.seats):
        fighter = table.fighter(owner)
        if table.phase <= phases.REVEAL:
            if owner != viewer:
                fighter.skills = 0
                fighter.veiled = 1
        elif not may_see(table, viewer, owner):
            veil(table, fighter)
            if owner == table.turn:
                veil_hand(table)


def veil(table: Table, fighter: Fighter) -> None:
    """Turn the hidden tokens of every place face down."""
    fighter.veiled = 1
    tokens = fighter.tokens
    last: i64 = EFFECTS
    if actions_hidden(table):
        last = KINDS
    for place in range(knowledge.PLACES):
        for kind in range(last):
            tokens[WIDTH * place + UNSEEN] += tokens[WIDTH * place + kind]
            tokens[WIDTH * place + kind] = 0


def veil_hand(table: Table) -> None:
    for kind in range(EFFECTS):
        table.hand[UNSEEN] += table.hand[kind]
        table.hand[kind] = 0


def seen(table: Table, viewer: i64, seat: i64, action: i64) -> i64:
    """An entry as a viewer sees it: kinds of Effect tokens are veiled."""
    owner = seat
    if seat == CHANCE and table.phase == phases.LAY:
        owner = layout.dealt(table)
    if action < actions.LEARN_VEILED:
        return action if viewer == seat else actions.LEARN_VEILED
    if owner == CHANCE or may_see(table, viewer, owner):
        return action
    if actions.LAY <= action < actions.LAY_VEILED:
        open_ = seat == CHANCE and action >= actions.LAY + EFFECTS
        return action if open_ else actions.LAY_VEILED
    if actions.SOW <= action < actions.SOW + EFFECTS:
        return actions.SOW_VEILED
    if action < actions.SWAP:
        return action
    if action < actions.SWAP_VEILED:
        return actions.SWAP_VEILED + (action - actions.SWAP) // 9
    if actions.TRADE <= action < actions.TRADE_VEILED:
        return actions.TRADE_VEILED + (action - actions.TRADE) // 3
    if actions.SHIFT <= action < actions.SHIFT_VEILED:
        return actions.SHIFT_VEILED + (action - actions.SHIFT) // 3
    return action


# -- guessing ---------------------------------------------------------------------------------


def guess(table: Table, rng: Rng) -> None:
    """Fill every veiled board with tokens that fit what is known of it."""
    for owner in range(table.seats):
        fighter = table.fighter(owner)
        if not fighter.veiled:
            continue
        fighter.veiled = 0
        if table.phase <= phases.REVEAL:
            invent_skills(fighter, table.setting.owned[owner], rng)
        elif actions_hidden(table):
            invent_layout(table, owner, rng)
        elif table.phase < phases.AREA:
            invent_deal(table, owner, rng)
        else:
            invent_table(table, owner, rng)


def invent_skills(fighter: Fighter, owned: i64, rng: Rng) -> None:
    """As many Skills as were chosen."""
    wanted = fighter.chosen
    for own in range(owned):
        if rng.below(owned - own) < wanted:
            fighter.skills |= 1 << own
            wanted -= 1


def invent_layout(table: Table, seat: i64, rng: Rng) -> None:
    """As many steps of a layout as were made."""
    fighter = table.fighter(seat)
    made = fighter.laid
    for i in range(knowledge.PLACES * WIDTH):
        fighter.tokens[i] = 0
    out = zeros(TOKENS)
    for laid in range(made):
        fighter.laid = laid
        n = layout.legal_lay(table, seat, out)
        fighter.put(layout.place_of(laid), out[rng.below(n)] - actions.LAY, 1)
    fighter.laid = made


def invent_deal(table: Table, seat: i64, rng: Rng) -> None:
    """Effect tokens for the backs that chance has laid so far, all equally likely."""
    fighter = table.fighter(seat)
    for place in range(knowledge.PLACES):
        for _ in range(fighter.at(place, UNSEEN)):
            fighter.put(place, draw(table, seat, rng), 1)
        fighter.put(place, UNSEEN, -fighter.at(place, UNSEEN))


def draw(table: Table, seat: i64, rng: Rng) -> i64:
    """One of the Effect tokens that are not laid."""
    total: i64 = 0
    for kind in range(EFFECTS):
        total += layout.left(table, seat, kind)
    at = rng.below(total)
    kind = 0
    while at >= layout.left(table, seat, kind):
        at -= layout.left(table, seat, kind)
        kind += 1
    return kind


def invent_table(table: Table, seat: i64, rng: Rng) -> None:
    """One of the tables that everybody thinks possible (MA-R64)."""
    fighter = table.fighter(seat)
    dealt = not table.setting.black and fighter.down(knowledge.ASIDE) > 0
    chosen = pick(table.known(seat).tables(), dealt, rng)
    for place in range(knowledge.PLACES):
        fighter.tokens[WIDTH * place + UNSEEN] = 0
        for kind in range(EFFECTS):
            fighter.tokens[WIDTH * place + kind] = knowledge.count(chosen, place, kind)
    if seat == table.turn and table.phase == phases.SOW:
        invent_sowing(table, fighter, rng)


def pick(tables: list[int], dealt: bool, rng: Rng) -> i64:
    """Any table; a layout that was dealt has true odds."""
    if not dealt:
        return tables[rng.below(len(tables))]
    total: i64 = 0
    for table in tables:
        total += ways(table)
    at = rng.below(total)
    for table in tables:
        at -= ways(table)
        if at < 0:
            return table
    return tables[0]


def ways(table: i64) -> i64:
    """In how many orders a table can be dealt: the product of its multinomials."""
    product: i64 = 1
    for place in range(knowledge.PLACES):
        n: i64 = 0
        for kind in range(EFFECTS):
            for i in range(knowledge.count(table, place, kind)):
                n += 1
                product = product * n // (i + 1)
    return product


def invent_sowing(table: Table, fighter: Fighter, rng: Rng) -> None:
    """In the middle of a sowing: the tokens shown are handed out to Areas and hand."""
    start = WIDTH * table.start
    for kind in range(EFFECTS):
        fighter.tokens[start + kind] = 0
        table.hand[kind] = table.pile[kind]
    table.hand[UNSEEN] = 0
    for area in range(AREAS):
        for _ in range(table.landed >> (4 * area) & 15):
            kind = draw_hand(table, rng)
            table.hand[kind] -= 1
            fighter.put(area, kind, 1)


def draw_hand(table: Table, rng: Rng) -> i64:
    """One of the Effect tokens in hand."""
    at = rng.below(table.hand[0] + table.hand[1] + table.hand[2])
    if at < table.hand[0]:
        return 0
    return 1 if at < table.hand[0] + table.hand[1] else 2
