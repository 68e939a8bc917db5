"""How good an action looks at first sight in Dojo Duel."""

from typing import Final

from mypy_extensions import i64

from budokan.games.dojo_duel.rules import actions, phases
from budokan.games.dojo_duel.rules.state import Table
from budokan.kit.pile import NO_CARD

DEADLY: Final = 1000


def heuristic(table: Table, seat: i64, action: i64) -> i64:
    """More is better; pointing and ordering a fan are pure guesses."""
    phase = table.phase
    if phase == phases.ANSWER:
        return answer(table, seat, action - actions.ANSWER)
    if phase == phases.WINDOW or phase == phases.CHOICE:
        return 0 if action == actions.PASS else surprise(table, seat, action)
    return all_round(table, action - actions.KICKER) if phase == phases.KICKER else 0


def all_round(table: Table, card: i64) -> i64:
    """A kicker should be useful in any situation."""
    yang = table.setting.yang[card]
    yin = table.setting.yin[card]
    return 2 * (yang + yin) + min(yang, yin)


def exchange(table: Table, seat: i64) -> i64:
    """Damage given minus damage taken, as the cards lie; ending the match outweighs all."""
    give = table.loss(1 - seat)
    take = table.loss(seat)
    mine = table.side(seat).points - take
    theirs = table.side(1 - seat).points - give
    if mine > 0 and theirs > 0:
        return give - take
    if mine <= 0 and theirs <= 0 and table.setting.ko_draw:
        return give - take
    return give - take + (DEADLY if mine > theirs else -DEADLY if mine < theirs else 0)


def answer(table: Table, seat: i64, card: i64) -> i64:
    """The exchange after this answer, cheap cards preferred; later cards are not considered."""
    field = table.side(seat).field
    field.put(card)
    value = exchange(table, seat)
    field.n -= 1
    return 8 * value - 3 * table.setting.power[card]


def surprise(table: Table, seat: i64, action: i64) -> i64:
    """The gain from revealing the kicker, minus half of its printed values."""
    side = table.side(seat)
    before = exchange(table, seat)
    side.shown = side.kicker
    side.lane = action - actions.REVEAL_IN if action >= actions.REVEAL_IN else 0
    gain = exchange(table, seat) - before
    side.shown = NO_CARD
    side.lane = 0
    worth = table.setting.yang[side.kicker] + table.setting.yin[side.kicker]
    return 2 * gain - worth
