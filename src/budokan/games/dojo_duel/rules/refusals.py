"""Why an action of Dojo Duel is not possible: the clause that explains it best."""

from budokan.games.dojo_duel.rules import actions, phases
from budokan.games.dojo_duel.rules.state import Table
from budokan.kit.contract import CHANCE, RULING
from budokan.kit.pile import NO_CARD


def why_not(table: Table, seat: int, action: int) -> int:
    """The number of the clause that forbids an action known to be illegal."""
    holder = table.setting.holder
    if table.phase == phases.OVER:
        return 36
    if action < actions.ANSWER:
        return _no_kicker(table, seat)
    if action < actions.POINT:
        return _no_answer(table, seat, action - actions.ANSWER)
    if action == actions.POINT:
        return RULING + 8 if holder else 21
    if action < actions.KEEP_FAN:
        return _no_place(table, seat) if holder else RULING + 8
    if action < actions.PASS:
        return RULING + 8
    if action < actions.TOSS:
        return _no_reveal(table, seat, action)
    if action < actions.DRAW:
        return RULING + 10 if seat == CHANCE else 18
    if action < actions.SHOWS:
        return 15
    return 22 if action < actions.DRAW_VEILED else RULING + 17


def _no_kicker(table: Table, seat: int) -> int:
    if table.phase != phases.KICKER:
        return RULING + 7
    laid = seat < table.seats and table.side(seat).kicker != NO_CARD
    return 9 if laid else RULING + 6


def _no_answer(table: Table, seat: int, card: int) -> int:
    """The seat's own kicker is no answer; its hand has no other card of that kind."""
    answers = table.phase == phases.ANSWER and table.mask == 1 << seat
    return RULING + 18 if answers and table.side(seat).kicker == card else 23


def _no_place(table: Table, seat: int) -> int:
    """The fan is too small, or pointing is not due."""
    return 20 if table.phase == phases.POINT and table.mask == 1 << seat else 21


def _no_reveal(table: Table, seat: int, action: int) -> int:
    if table.phase not in (phases.WINDOW, phases.CHOICE):
        return RULING + 3
    if seat < table.seats and table.side(seat).kicker == NO_CARD:
        return 11
    if not table.mask >> seat & 1 or action == actions.PASS:
        return RULING + 4
    return RULING + 2
