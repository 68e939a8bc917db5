"""What cards of Master Udo count on the table, for their conditions and their values."""

from mypy_extensions import i64

from budokan.games.master_udo import grammar
from budokan.games.master_udo.rules.state import NONE, Table, bits, size_of


def held(table: Table, counter: i64) -> i64:
    """A counter in Step 2, where nothing but the combos changes: laid cards count as held."""
    if counter == grammar.HAND:
        lane = table.lanes
        return size_of(table.hand) + table.start[lane] + table.size[lane]
    return tally(table, counter, 0, NONE)


def tally(table: Table, counter: i64, word: i64, lane: i64) -> i64:
    """A counter as things stand; `word` and `lane` are the cards and the combo it looks at."""
    if counter == grammar.EACH:
        return named(table, word, table.start[lane], table.size[lane]) if lane != NONE else 0
    if counter == grammar.CARDS:
        return table.size[lane] if lane != NONE else 0
    if counter == grammar.CHARGED:
        return table.charge
    if counter == grammar.HAND:
        return size_of(table.hand)
    if counter == grammar.DISCARDED:
        return size_of(table.pile)
    if counter == grammar.EXHAUSTED:
        return size_of(table.gone)
    if counter == grammar.ATTACKS:
        return bits(table.shown & table.setting.all_attacks)
    if counter == grammar.HEARTS:
        return table.hearts() - bits(table.covered)
    if counter == grammar.MASTERS:
        return table.road.n
    if counter == grammar.TURN:
        return table.turn
    if counter == grammar.RAGING:
        return table.raging
    if counter == grammar.COVERED:
        return table.hits
    if counter == grammar.COMBOS:
        return table.lanes
    return blocked(table)


def blocked(table: Table) -> i64:
    """The attacks blocked this turn. Those of a swift master have hit before any combo acts."""
    if table.setting.swift[table.master]:
        return 0
    return bits(table.revealed & ~table.shown)


def named(table: Table, word: i64, start: i64, n: i64) -> i64:
    """How many cards of a row are of some kinds."""
    found: i64 = 0
    for i in range(start, start + n):
        found += (word >> table.laid[i]) & 1
    return found
