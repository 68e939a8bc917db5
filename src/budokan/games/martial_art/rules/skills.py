"""Skills of Martial Art: timing, cost, filter, conditions and a list of primitives."""

from typing import Final

from mypy_extensions import i64

from budokan.games.martial_art.rules import arena
from budokan.games.martial_art.rules.state import (
    AREAS,
    EFFECTS,
    KICK,
    KINDS,
    LOCK,
    MOVE,
    NONE,
    PRIMITIVES,
    PUNCH,
    WIDTH,
    Blow,
    Fighter,
    Table,
)

START: Final = 0  # timing
END: Final = 1
REACTION: Final = 2
STYLE: Final = 3

ATTACK: Final = 0  # role
DEFENCE: Final = 1

NEXT: Final = 2  # lasts

TIMINGS: Final = ("start", "end", "reaction", "style")
ROLES: Final = ("attack", "defence", "turn")
SPANS: Final = ("now", "strike", "next", "on")

ATTACK_DICE: Final = 0  # primitives
ATTACK_DICE_PER_MOVE: Final = 1
DEFENCE_DICE: Final = 2
EXTRA_DAMAGE: Final = 3
CANCEL_NORMAL: Final = 4
CANCEL_PER_PUNCH: Final = 5
REMAP_ATTACK: Final = 6
MOVE_DEFENCE: Final = 7
DISCARD_DEFENCE: Final = 8
PUSH: Final = 9
GAIN_ENERGY: Final = 10
MOVE_TAX: Final = 11
MOVE_AFTER: Final = 12
FREE_MOVE: Final = 13
NO_ENERGY_USE: Final = 14
EXTRA_TURN: Final = 15
SWAP_EFFECTS: Final = 16
SWAP_KICK: Final = 17
SHIFT_EFFECT: Final = 18
DAMAGE: Final = 19
CANCEL_EXCEPTIONAL: Final = 20
DRAIN_CHI: Final = 21
DRAIN_RAGE: Final = 22
GAIN_CHI: Final = 23
GAIN_RAGE: Final = 24
HEAL: Final = 25
NAMES: Final = (
    "attack_dice",
    "attack_dice_per_move",
    "defence_dice",
    "extra_damage",
    "cancel_normal",
    "cancel_per_punch",
    "remap_attack",
    "move_defence",
    "discard_defence",
    "push",
    "gain_energy",
    "move_tax",
    "move_after",
    "free_move",
    "no_energy_use",
    "extra_turn",
    "swap_effects",
    "swap_kick",
    "shift_effect",
    "damage",
    "cancel_exceptional",
    "drain_chi",
    "drain_rage",
    "gain_chi",
    "gain_rage",
    "heal",
)

BARE: Final = 1  # conditions of a strike, as bits
BEHIND: Final = 2
SEVERE: Final = 4
DESPERATE: Final = 8
CONDITIONS: Final = ("bare", "behind", "severe", "desperate")


def does(table: Table, skill: i64, primitive: i64) -> i64:
    """The number of a primitive in a Skill; 0 if it has none."""
    if skill == NONE:
        return 0
    return table.setting.does[PRIMITIVES * skill + primitive]


def owns(table: Table, seat: i64, skill: i64) -> bool:
    """Whether a Skill is one of a seat's Skills in play (MA-67, MA-82)."""
    own = skill - table.setting.base[seat]
    return 0 <= own < table.setting.owned[seat] and table.fighter(seat).skills >> own & 1 == 1


def can_pay(table: Table, seat: i64, skill: i64) -> bool:
    """MA-55, MA-R47"""
    me = table.fighter(seat)
    if me.silenced and seat == table.turn:
        return False
    return me.chi >= table.setting.chi[skill] and me.rage >= table.setting.rage[skill]


def pay(table: Table, seat: i64, skill: i64) -> None:
    me = table.fighter(seat)
    me.chi -= table.setting.chi[skill]
    me.rage -= table.setting.rage[skill]


# -- what may be activated --------------------------------------------------------------------


def may_start(table: Table, seat: i64, skill: i64) -> bool:
    """A Start Skill that can be paid and could serve a strike of this turn (MA-R26)."""
    setting = table.setting
    if setting.timing[skill] != START or not can_pay(table, seat, skill):
        return False
    if setting.pointless:
        return True
    if not holds(table, skill) or not setting.areas[skill] >> aimed(table) & 1:
        return False
    return some_strike(table, seat, setting.kinds[skill], skill)


def holds(table: Table, skill: i64) -> bool:
    """Whether the Starting Area held the tokens that a Skill requires."""
    wanted = table.setting.holds
    pile = table.pile
    for kind in range(KINDS):
        if pile[kind] < wanted[WIDTH * skill + kind]:
            return False
    return True


def some_strike(table: Table, seat: i64, kinds: i64, skill: i64) -> bool:
    """Whether the pile has an Action of these kinds, payable after a Skill, and a Defender."""
    found = False
    for kind in range(EFFECTS, KINDS):
        if table.pile[kind] and kinds >> kind & 1:
            found = found or kind != LOCK or can_lock(table, seat, skill)
    if not found:
        return False
    for foe in range(table.seats):
        if arena.can_reach(table, seat, foe):
            return True
    return False


def may_end(table: Table, seat: i64, skill: i64) -> bool:
    """An End or Style Skill: its cost and the condition of its own row (MA-57, MA-59)."""
    setting = table.setting
    timing = setting.timing[skill]
    if table.used != NONE or timing in (START, REACTION):
        return False
    if not can_pay(table, seat, skill) or skill == table.fighter(seat).style:  # MA-R46
        return False
    if setting.struck[skill] != NONE and setting.struck[skill] != table.kind:
        return False
    if does(table, skill, EXTRA_TURN) and table.bonus:  # MA-R54
        return False
    return not does(table, skill, SWAP_EFFECTS) or heaps(table.fighter(seat)) > 1


def heaps(me: Fighter) -> i64:
    """How many Areas have face-down tokens."""
    n: i64 = 0
    for area in range(AREAS):
        if me.down(area):
            n += 1
    return n


def is_asked(table: Table, blow: Blow, skill: i64) -> bool:
    """Whether a Reaction is offered, by public facts only (MA-R27, MA-R65)."""
    setting = table.setting
    if setting.timing[skill] != REACTION or not can_pay(table, blow.seat, skill):
        return False
    if not setting.areas[skill] >> table.target & 1 or table.mates(table.turn, blow.seat):
        return False
    if not setting.kinds[skill] >> table.kind & 1:
        return False
    me = table.fighter(blow.seat)
    if me.reacted:  # MA-R28
        return False
    return not does(table, skill, MOVE_DEFENCE) or me.down(table.target) > 0


def may_react(table: Table, blow: Blow, skill: i64) -> bool:
    """The same with the owner's knowledge: Negativa needs a Move token (MA-R26)."""
    if not is_asked(table, blow, skill):
        return False
    if not does(table, skill, MOVE_DEFENCE) or table.setting.pointless:
        return True
    return table.fighter(blow.seat).at(table.target, MOVE) > 0


# -- what is in force -------------------------------------------------------------------------


def fits(table: Table, seat: i64, skill: i64, role: i64) -> bool:
    """Whether a Skill of a seat is for the strike under way."""
    setting = table.setting
    if skill == NONE or setting.role[skill] != role:
        return False
    if not setting.kinds[skill] >> table.kind & 1:
        return False
    if not setting.areas[skill] >> table.target & 1:
        return False
    if setting.needs[skill] and not meets(table, seat, setting.needs[skill]):
        return False
    return setting.timing[skill] != START or holds(table, skill)


def meets(table: Table, seat: i64, needs: i64) -> bool:
    """Whether the strike under way has what a Skill of a seat asks for."""
    foe = table.fighter(table.main.seat)
    if needs & BARE and foe.all_at(table.target):  # MA-R52
        return False
    if needs & BEHIND and not table.back:
        return False
    line = table.setting.severe[AREAS * table.main.seat + table.target]
    if needs & SEVERE and foe.life[table.target] < line:
        return False
    return not needs & DESPERATE or severe(table, seat) > 0


def severe(table: Table, seat: i64) -> i64:
    """How many columns stand on or beyond the Severe line (MA-51)."""
    fighter = table.fighter(seat)
    n: i64 = 0
    for area in range(AREAS):
        if fighter.life[area] >= table.setting.severe[AREAS * seat + area]:
            n += 1
    return n


def attack_part(table: Table, skill: i64, primitive: i64) -> i64:
    if not fits(table, table.turn, skill, ATTACK):
        return 0
    return does(table, skill, primitive)


def in_attack(table: Table, primitive: i64) -> i64:
    """The sum of a primitive over the Attacker's Skills: they add up (MA-68)."""
    if not table.setting.attacks[primitive]:
        return 0
    style = table.fighter(table.turn).style
    n = attack_part(table, table.used, primitive) + attack_part(table, table.boost, primitive)
    return n + attack_part(table, style, primitive)


def defence_part(table: Table, blow: Blow, skill: i64, primitive: i64) -> i64:
    if not fits(table, blow.seat, skill, DEFENCE):
        return 0
    return does(table, skill, primitive)


def in_defence(table: Table, blow: Blow, primitive: i64) -> i64:
    """The same over the Skills of the fighter who is struck, also one that waits (MA-R68)."""
    if not table.setting.guards[primitive]:
        return 0
    me = table.fighter(blow.seat)
    n = defence_part(table, blow, me.style, primitive)
    n += defence_part(table, blow, me.next, primitive)
    return n + defence_part(table, blow, blow.reaction, primitive)


def dice_part(table: Table, skill: i64) -> i64:
    """Attack dice a Skill adds to the strike under way."""
    if not fits(table, table.turn, skill, ATTACK):
        return 0
    per_move = does(table, skill, ATTACK_DICE_PER_MOVE)  # MA-R53
    return does(table, skill, ATTACK_DICE) + per_move * table.pile[MOVE]


def after_moves(table: Table, damage: i64) -> i64:
    """Moves granted after the strike; Samba de Viola may require damage (MA-R49)."""
    n = attack_part(table, table.used, MOVE_AFTER)
    if damage > 0 or not table.setting.hit_needs_damage:
        n += attack_part(table, table.fighter(table.turn).style, MOVE_AFTER)
    return n


# -- Moves ------------------------------------------------------------------------------------


def toll(table: Table, seat: i64) -> i64:
    """Moves that one space or one Lock costs (MA-83, MA-R48)."""
    if table.setting.flat_tax and table.paid:
        return 1
    return 1 + table.fighter(seat).tax


def missing(table: Table, seat: i64) -> i64:
    """Moves that must be bought for one space or one Lock (MA-R13)."""
    return max(0, toll(table, seat) - table.moves)


def can_buy(table: Table, seat: i64, moves: i64, skill: i64) -> bool:
    """Whether Additional Moves can be paid, after a Skill or NONE (MA-87, MA-88)."""
    if moves == 0:
        return True
    me = table.fighter(seat)
    if not table.setting.black or me.silenced:
        return False
    chi = me.chi
    rage = me.rage
    if skill != NONE:
        chi -= table.setting.chi[skill]
        rage -= table.setting.rage[skill]
    return chi >= moves and rage >= moves


def can_lock(table: Table, seat: i64, skill: i64) -> bool:
    """Whether the Move a Lock needs is there or can be bought (MA-83, MA-86)."""
    return not table.setting.black or can_buy(table, seat, missing(table, seat), skill)


def may_buy(table: Table, seat: i64) -> bool:
    """Whether the Moves of a Lock can be bought before the energy is gained (MA-87, MA-R13).

    This changes the outcome only if all energy left could overflow a gauge. Steps are no reason:
    they buy what they need themselves, and a walking fighter can do so before.
    """
    if not table.setting.buys_early or table.energy == 0 or table.pile[LOCK] == 0:
        return False
    me = table.fighter(seat)
    if max(me.chi, me.rage) + table.energy <= table.setting.gauge[seat]:
        return False
    moves = missing(table, seat)
    if moves == 0 or not can_buy(table, seat, moves, NONE):
        return False
    for foe in range(table.seats):
        if arena.target_way(table, seat, foe) != NONE:
            return True
    return False


def landing(table: Table, number: i64) -> i64:
    """The Area of the token put down as number 1, 2, ... (MA-31, MA-R8)."""
    area = table.start + number
    if table.setting.skip_start:
        area += (number - 1) // 4
    return area % AREAS


def aimed(table: Table) -> i64:
    """The Area where the last token of the pile falls."""
    n: i64 = 0
    for kind in range(WIDTH):
        n += table.pile[kind]
    return landing(table, n)


# -- end-of-turn token moves ------------------------------------------------------------------


def can_trade(me: Fighter, start: i64, end: i64) -> bool:
    """An Effect token and a Kick token in different Areas (MA-R55)."""
    return start != end and me.down(start) > 0 and me.at(end, KICK) > 0


def can_use_style(table: Table, seat: i64) -> bool:
    """Whether the active Style can move a token now, by public facts (MA-107)."""
    me = table.fighter(seat)
    if does(table, me.style, SHIFT_EFFECT):
        return heaps(me) > 0
    if does(table, me.style, SWAP_KICK):
        for start in range(AREAS):
            for end in range(AREAS):
                if can_trade(me, start, end):
                    return True
    return False


def cancelled(table: Table, blow: Blow) -> i64:
    """Normal Successes that the fighter who is struck can cancel (MA-R23)."""
    per_punch = in_defence(table, blow, CANCEL_PER_PUNCH)
    punches = table.fighter(blow.seat).at(table.target, PUNCH)
    return in_defence(table, blow, CANCEL_NORMAL) + per_punch * punches
