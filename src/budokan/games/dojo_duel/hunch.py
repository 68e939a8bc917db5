"""How good an action looks at first sight in Dojo Duel."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.dojo_duel import actions, phases
from budokan.games.dojo_duel.state import Table, above
from budokan.kit.pile import NO_CARD

DEADLY: Final = 1000
# Yang and Yin of an answer that attacks, stands even or guards.
TYPICAL_YANG: Final = vec[i64]([6, 5, 3])
TYPICAL_YIN: Final = vec[i64]([3, 5, 6])


def hunch(table: Table, seat: i64, action: i64) -> i64:
    """More is better; pointing and ordering a fan are anybody's guess."""
    phase = table.phase
    if phase == phases.ANSWER:
        card = action - actions.ANSWER
        return lead(table, seat, card) if seat == table.first else reply(table, seat, card)
    if phase == phases.WINDOW or phase == phases.CHOICE:
        return 0 if action == actions.PASS else surprise(table, seat, action)
    return all_round(table, action - actions.KICKER) if phase == phases.KICKER else 0


def all_round(table: Table, card: i64) -> i64:
    """A kicker should help in any state of the game."""
    yang = table.setting.yang[card]
    yin = table.setting.yin[card]
    return 2 * (yang + yin) + min(yang, yin)


def exchange(table: Table, seat: i64) -> i64:
    """What a seat gives less what it takes as the cards lie; the end of the match above all."""
    give = table.loss(1 - seat)
    take = table.loss(seat)
    mine = table.side(seat).points - take
    theirs = table.side(1 - seat).points - give
    if mine > 0 and theirs > 0:
        return give - take
    if mine <= 0 and theirs <= 0 and table.setting.ko_draw:
        return give - take
    return give - take + (DEADLY if mine > theirs else -DEADLY if mine < theirs else 0)


def reply(table: Table, seat: i64, card: i64) -> i64:
    """The answer of the second Turn: all but the kickers is known. Cheap cards first."""
    field = table.side(seat).field
    field.put(card)
    value = exchange(table, seat)
    field.n -= 1
    return 8 * value - 3 * table.setting.power[card]


def lead(table: Table, seat: i64, card: i64) -> i64:
    """The answer of the first Turn: the mean over the own card pointed at next."""
    hand = table.side(seat).hand
    value: i64 = 0
    skipped: i64 = 0
    for i in range(hand.n):
        if hand.cards[i] == card and not skipped:
            skipped = 1
        else:
            value += worst(table, seat, card, hand.cards[i])
    return 2 * value - table.setting.power[card]


def worst(table: Table, seat: i64, card: i64, pointed: i64) -> i64:
    """The exchange if the opponent finds the best of the typical answers."""
    setting = table.setting
    foe = table.side(1 - seat).field.cards[0]
    give_1 = setting.yang[card] - setting.yin[foe]
    take_1 = setting.yang[foe] - setting.yin[card]
    least: i64 = DEADLY
    for i in range(len(TYPICAL_YANG)):
        give_2 = setting.yang[pointed] - TYPICAL_YIN[i]
        take_2 = TYPICAL_YANG[i] - setting.yin[pointed]
        if setting.lanes:
            value = above(give_1, 0) + above(give_2, 0) - above(take_1, 0) - above(take_2, 0)
        else:
            value = above(give_1 + give_2, 0) - above(take_1 + take_2, 0)
        least = min(least, value)
    return least


def surprise(table: Table, seat: i64, action: i64) -> i64:
    """What turning up the kicker gains beyond what it may be worth another time."""
    side = table.side(seat)
    before = exchange(table, seat)
    side.shown = side.kicker
    side.lane = action - actions.REVEAL_IN if action >= actions.REVEAL_IN else 0
    gain = exchange(table, seat) - before
    side.shown = NO_CARD
    side.lane = 0
    worth = table.setting.yang[side.kicker] + table.setting.yin[side.kicker]
    return 8 * gain - 7 * worth
