"""Chance in Martial Art: layouts, the first player, and dice (MA-10)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.martial_art.rules import actions, events, layout, phases, strike
from budokan.games.martial_art.rules.state import KINDS, NONE, Table
from budokan.kit.rng import Rng

FIRST: Final = 0  # sources
REVEAL: Final = 1
ATTACK: Final = 2  # four rolls
LAYOUT: Final = 6  # one for each seat


def source(table: Table) -> i64:
    phase = table.phase
    if phase == phases.LAY:
        return LAYOUT + layout.dealt(table)
    if phase == phases.REVEAL:
        return REVEAL
    return FIRST if phase == phases.FIRST else ATTACK + phase - phases.ATTACK


def rolled(table: Table) -> i64:
    """How many dice are rolled now."""
    phase = table.phase
    if phase == phases.ATTACK:
        return table.main.dice
    if phase == phases.DEFENCE:
        return strike.guard_dice(table, table.main)
    if phase == phases.THIRD_ATTACK:
        return table.third.dice
    return strike.guard_dice(table, table.third)


def sample(table: Table, rng: Rng) -> i64:
    phase = table.phase
    if phase == phases.LAY:
        return actions.LAY + sample_token(table, rng)
    if phase == phases.REVEAL:
        return actions.REVEAL
    if phase == phases.FIRST:
        if table.setting.first != NONE:
            return actions.FIRST + table.setting.first
        return actions.FIRST + rng.below(table.seats)
    return sample_roll(table, rng, rolled(table))


def sample_roll(table: Table, rng: Rng, dice: i64) -> i64:
    """Die by die."""
    setting = table.setting
    n: i64 = 0
    x: i64 = 0
    for _ in range(dice):
        side = rng.below(setting.sides)
        if side >= setting.failures + setting.normals:
            x += 1
        elif side >= setting.failures:
            n += 1
    return actions.ROLL + setting.rolls[dice] + x * (dice + 1) - x * (x - 1) // 2 + n


def sample_token(table: Table, rng: Rng) -> i64:
    seat = layout.dealt(table)
    total: i64 = 0
    for kind in range(KINDS):
        total += layout.deal_weight(table, seat, kind)
    at = rng.below(total)
    for kind in range(KINDS):
        at -= layout.deal_weight(table, seat, kind)
        if at < 0:
            return kind
    return 0


def odds(table: Table, out: vec[i64], weight: vec[i64]) -> i64:
    phase = table.phase
    if phase == phases.LAY:
        return odds_of_tokens(table, out, weight)
    if phase == phases.REVEAL:
        out[0] = actions.REVEAL
        weight[0] = 1
        return 1
    if phase == phases.FIRST:
        return odds_of_first(table, out, weight)
    return odds_of_roll(table, rolled(table), out, weight)


def odds_of_tokens(table: Table, out: vec[i64], weight: vec[i64]) -> i64:
    seat = layout.dealt(table)
    n: i64 = 0
    for kind in range(KINDS):
        chance = layout.deal_weight(table, seat, kind)
        if chance > 0:
            out[n] = actions.LAY + kind
            weight[n] = chance
            n += 1
    return n


def odds_of_first(table: Table, out: vec[i64], weight: vec[i64]) -> i64:
    n: i64 = 0
    for seat in range(table.seats):
        if table.setting.first == NONE or table.setting.first == seat:
            out[n] = actions.FIRST + seat
            weight[n] = 1
            n += 1
    return n


def odds_of_roll(table: Table, dice: i64, out: vec[i64], weight: vec[i64]) -> i64:
    setting = table.setting
    start = setting.rolls[dice]
    n = setting.rolls[dice + 1] - start
    found: i64 = 0
    for i in range(n):
        if setting.weight[start + i]:  # a die may lack a face
            out[found] = actions.ROLL + start + i
            weight[found] = setting.weight[start + i]
            found += 1
    return found


def roll(table: Table, faces: i64) -> None:
    """Note the result of a roll."""
    setting = table.setting
    n = setting.face_n[faces]
    x = setting.face_x[faces]
    dice = rolled(table)
    phase = table.phase
    blow = table.main if phase <= phases.DEFENCE else table.third
    if phase == phases.ATTACK or phase == phases.THIRD_ATTACK:
        blow.n = n
        blow.x = x
        if phase == phases.ATTACK:
            table.tell(events.ATTACK_ROLL, table.turn, faces, dice)
        else:
            table.tell(events.THIRD_ROLL, table.turn, faces, blow.seat)
        return
    blow.guard_n = n
    blow.guard_x = x
    kind = events.DEFENCE_ROLL if phase == phases.DEFENCE else events.THIRD_DEFENCE
    table.tell(kind, blow.seat, faces, dice)
