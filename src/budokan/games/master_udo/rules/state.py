"""The table of Master Udo: cards, combos, a master with hearts, and attacks.

A bag of cards is one number with two bits for each kind; a set of attacks or hearts has one bit for
each. That makes copies cheap, and search makes many.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.master_udo.rules import phases
from budokan.kit.contract import State
from budokan.kit.pile import Pile, zeros

KINDS: Final = 27  # Udo's 5, Kai's 6 calm and 6 ENRAGED, 10 techniques
KAI: Final = 5
SIDES: Final = 6
TECHNIQUE: Final = 17
ATTACKS: Final = 10
ALL_ATTACKS: Final = 1023
MASTERS: Final = 10
HEARTS: Final = 12  # of one master, all bodies together
LOSSES: Final = 4  # that one attack can demand
CARDS: Final = 13  # ten starters and three techniques
PLACES: Final = 15  # where a card can be ENRAGED: hand, pile, under one of 13 combos
ROAD: Final = 4  # masters to beat (MU-02)
COPIES: Final = 3  # of one kind that a bag can hold
NONE: Final = -1
ONE: Final = vec[i64]([1 << (2 * kind) for kind in range(KINDS)])  # a bag with one card
BIT: Final = vec[i64]([1 << i for i in range(KINDS)])


def count(bag: i64, kind: i64) -> i64:
    """How many cards of a kind are in a bag."""
    return (bag >> (2 * kind)) & 3


def size_of(bag: i64) -> i64:
    """How many cards are in a bag."""
    n: i64 = 0
    while bag:
        n += bag & 3
        bag >>= 2
    return n


def bits(mask: i64) -> i64:
    """How many bits of a mask are set."""
    n: i64 = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@mypyc_attr(acyclic=True)
class Printed:
    """What is printed on cards and attacks."""

    def __init__(self) -> None:
        # What the left half of a kind demands. Masks have a bit for each kind.
        self.pos_lo: vec[i64] = zeros(KINDS)
        self.pos_hi: vec[i64] = zeros(KINDS)
        self.size_lo: vec[i64] = zeros(KINDS)
        self.size_hi: vec[i64] = zeros(KINDS)
        self.last: vec[i64] = zeros(KINDS)
        self.on: vec[i64] = zeros(KINDS)
        self.not_on: vec[i64] = zeros(KINDS)
        self.need: vec[i64] = zeros(KINDS)
        self.ban: vec[i64] = zeros(KINDS)
        self.alone: i64 = 0  # bag mask of the kinds that must be in the only combo
        # Effects as rows of steps; those of a kind begin at effect[kind] and stop at an END.
        self.effect: vec[i64] = zeros(KINDS)
        self.op: vec[i64] = zeros(0)
        self.x: vec[i64] = zeros(0)
        self.k: vec[i64] = zeros(0)
        self.times: vec[i64] = zeros(0)
        self.hit_row: i64 = 0  # the effect of being hit, for MU-R20
        self.value: vec[i64] = zeros(ATTACKS)
        self.exposes: vec[i64] = zeros(ATTACKS)
        self.bonus: vec[i64] = zeros(ATTACKS)  # first row, or NONE
        self.losses: vec[i64] = zeros(ATTACKS)
        self.loss: vec[i64] = zeros(ATTACKS * LOSSES)

    def set_rows(self, op: list[int], x: list[int], k: list[int], times: list[int]) -> None:
        """The steps of all effects."""
        self.op = vec[i64](op)
        self.x = vec[i64](x)
        self.k = vec[i64](k)
        self.times = vec[i64](times)


@final
@mypyc_attr(acyclic=True)
class Setting(Printed):
    """Card values, masters and switches: constant, and shared by all copies of a state."""

    def __init__(self) -> None:
        super().__init__()
        self.glory: vec[i64] = zeros(MASTERS)
        self.swords: vec[i64] = zeros(MASTERS)  # of one body
        self.bodies: vec[i64] = zeros(MASTERS)
        self.body: vec[i64] = zeros(MASTERS)  # hearts of one body
        self.heart: vec[i64] = zeros(MASTERS * HEARTS)
        self.max_combos: vec[i64] = zeros(MASTERS)
        self.damage_mod: vec[i64] = zeros(MASTERS)
        self.attack_mod: vec[i64] = zeros(MASTERS)
        self.hearts_per_turn: vec[i64] = zeros(MASTERS)
        self.heart_order: vec[i64] = zeros(MASTERS)  # 0 free, 1 lowest, 2 highest first
        self.extra_loss: vec[i64] = zeros(MASTERS)  # mask of kinds, 0 for none
        self.regenerate: vec[i64] = zeros(MASTERS)
        self.masters: i64 = 0  # mask of those that can be fought
        self.in_order: i64 = 0  # those with fewer coins first
        self.kai: i64 = 0
        self.min_length: i64 = 1
        self.cap: i64 = NONE
        self.reshuffle: i64 = 0
        self.charge_enrages: i64 = 0
        self.hit_enrages: i64 = 0
        self.cards_only: i64 = 0
        self.calm_between: i64 = 0
        self.max_turns: i64 = 0


@mypyc_attr(acyclic=True)
class Table(State):
    """Cards, combos, master, attacks, and the step that is being carried out."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(1)
        self.setting: Setting = setting
        self.phase: i64 = phases.CHOOSE
        self.hand: i64 = 0
        self.pile: i64 = 0  # discarded
        self.gone: i64 = 0  # exhausted
        self.deck: i64 = ALL_ATTACKS
        self.used: i64 = 0  # the attack discard pile
        self.revealed: i64 = 0  # revealed this turn
        self.shown: i64 = 0  # of these, neither blocked nor resolved yet
        self.master: i64 = NONE
        self.covered: i64 = 0
        self.hits: i64 = 0  # hearts covered this turn
        self.turn: i64 = 0  # of this fight
        self.road: Pile = Pile(ROAD)  # masters beaten, in order
        self.charge: i64 = 0
        self.raging: i64 = 0  # Kai's hero card
        self.doubled: i64 = 0  # this turn already
        # Combo i is laid[start[i]] to laid[start[i] + size[i] - 1]; resolved ones have size 0.
        # Behind the closed combos stands the open one.
        self.laid: vec[i64] = zeros(CARDS + 1)
        self.start: vec[i64] = zeros(CARDS + 1)
        self.size: vec[i64] = zeros(CARDS + 1)
        self.lanes: i64 = 0
        self.lane: i64 = NONE  # the combo being resolved
        self.length: i64 = 0  # its X
        self.kept: i64 = 0  # its finisher goes back to the hand
        self.step: i64 = NONE  # row of the step being carried out
        self.left: i64 = NONE  # how often still; NONE before it has begun
        self.held: i64 = NONE  # row that waits while the bonus of an attack is carried out
        self.held_left: i64 = 0
        self.attack: i64 = NONE  # that hits
        self.paid: i64 = 0  # losses paid for it

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Table)
        self.phase = other.phase
        self.hand = other.hand
        self.pile = other.pile
        self.gone = other.gone
        self.deck = other.deck
        self.used = other.used
        self.revealed = other.revealed
        self.shown = other.shown
        self.master = other.master
        self.covered = other.covered
        self.hits = other.hits
        self.turn = other.turn
        self.road.copy_from(other.road)
        self.charge = other.charge
        self.raging = other.raging
        self.doubled = other.doubled
        self._copy_lanes(other)
        self.lane = other.lane
        self.length = other.length
        self.kept = other.kept
        self.step = other.step
        self.left = other.left
        self.held = other.held
        self.held_left = other.held_left
        self.attack = other.attack
        self.paid = other.paid

    def _copy_lanes(self, other: "Table") -> None:
        lanes = other.lanes
        self.lanes = lanes
        for i in range(lanes + 1):
            self.start[i] = other.start[i]
            self.size[i] = other.size[i]
        for i in range(other.start[lanes] + other.size[lanes]):
            self.laid[i] = other.laid[i]

    def encode(self) -> list[int]:
        numbers = [self.phase, self.hand, self.pile, self.gone, self.deck, self.used]
        numbers += [self.revealed, self.shown, self.master, self.covered, self.hits, self.turn]
        numbers += [self.charge, self.raging, self.doubled, self.lane, self.length, self.kept]
        numbers += [self.step, self.left, self.held, self.held_left, self.attack]
        numbers += [self.paid, self.road.n]
        code = [int(n) for n in numbers] + self.road.in_order()
        for lane in range(self.lanes + 1):
            code += [int(self.size[lane]), *self.cards_of(lane)]
        return code

    # -- combos -------------------------------------------------------------------------------

    def cards_of(self, lane: i64) -> list[int]:
        first = self.start[lane]
        return [int(self.laid[i]) for i in range(first, first + self.size[lane])]

    def top(self, lane: i64) -> i64:
        """The place of a combo's finisher."""
        return self.start[lane] + self.size[lane] - 1

    def under(self, lane: i64) -> i64:
        """The covered cards of a combo as a bag."""
        bag: i64 = 0
        for i in range(self.start[lane], self.top(lane)):
            bag += ONE[self.laid[i]]
        return bag

    def same(self, one: i64, two: i64) -> bool:
        """Whether two combos are one choice: same finisher, same covered cards (MU-R34)."""
        if self.size[one] != self.size[two] or self.size[one] == 0:
            return False
        if self.laid[self.top(one)] != self.laid[self.top(two)]:
            return False
        return self.under(one) == self.under(two)

    def is_new(self, lane: i64) -> bool:
        """Whether a combo waits to be resolved and none before it is the same."""
        if self.size[lane] == 0:
            return False
        for other in range(lane):
            if other != self.lane and lane != self.lane and self.same(other, lane):
                return False
        return True

    def clear_lanes(self) -> None:
        self.lanes = 0
        self.start[0] = 0
        self.size[0] = 0

    # -- master and attacks -------------------------------------------------------------------

    def glory(self) -> i64:
        """What the masters beaten so far are worth (MU-65, MU-R28)."""
        n: i64 = 0
        for i in range(self.road.n):
            n += self.setting.glory[self.road.cards[i]]
        return n

    def hearts(self) -> i64:
        """How many hearts the master has, all bodies together."""
        return self.setting.bodies[self.master] * self.setting.body[self.master]

    def heart(self, i: i64) -> i64:
        return self.setting.heart[self.master * HEARTS + i]

    def all_covered(self) -> bool:
        return self.covered == BIT[self.hearts()] - 1

    def attacks_due(self) -> i64:
        """How many attacks a turn shows: those of the bodies that still stand (MU-12, MU-69)."""
        setting = self.setting
        each = setting.body[self.master]
        whole = BIT[each] - 1
        standing: i64 = 0
        for body in range(setting.bodies[self.master]):
            if (self.covered >> (body * each)) & whole != whole:
                standing += 1
        return standing * setting.swords[self.master]

    def block_value(self, attack: i64) -> i64:
        """What a block needs to stop an attack of this master."""
        value = self.setting.value[attack] + self.setting.attack_mod[self.master]
        if value < 0:
            return 0
        return value

    def exposure(self, card: i64) -> i64:
        """What this turn's attacks add to a combo with this finisher (MU-16, MU-70, MU-R6)."""
        n: i64 = 0
        for attack in range(ATTACKS):
            if (self.revealed >> attack) & 1 and (self.setting.exposes[attack] >> card) & 1:
                n += 1
        return n

    def targets(self, damage: i64) -> i64:
        """The hearts that damage may cover, as a mask (MU-33, MU-34 and the master's power)."""
        setting = self.setting
        most = setting.hearts_per_turn[self.master]
        if most and self.hits >= most:
            return 0
        order = setting.heart_order[self.master]
        mask: i64 = 0
        for i in range(self.hearts()):
            if not (self.covered >> i) & 1 and self.heart(i) <= damage:
                mask |= BIT[i]
        if order:
            mask &= self._extremes(order)
        return mask

    def _extremes(self, order: i64) -> i64:
        """The uncovered hearts of the lowest or of the highest value, as a mask."""
        mask: i64 = 0
        found: i64 = 0
        for i in range(self.hearts()):
            if (self.covered >> i) & 1:
                continue
            value = self.heart(i)
            better = value < found if order == 1 else value > found
            if mask == 0 or better:
                found = value
                mask = BIT[i]
            elif value == found:
                mask |= BIT[i]
        return mask

    def stoppable(self, block: i64) -> i64:
        """The attacks a block may stop, as a mask (MU-37, MU-R7)."""
        mask: i64 = 0
        for attack in range(ATTACKS):
            if (self.shown >> attack) & 1 and self.block_value(attack) <= block:
                mask |= BIT[attack]
        return mask

    def losses(self) -> i64:
        """How many cards the attack that hits demands, the master's extra included."""
        n = self.setting.losses[self.attack]
        if self.setting.extra_loss[self.master]:
            n += 1
        return n

    def demanded(self) -> i64:
        """The kinds that pay the next loss, as a mask (MU-42); the extra one comes last."""
        if self.paid < self.setting.losses[self.attack]:
            return self.setting.loss[self.attack * LOSSES + self.paid]
        return self.setting.extra_loss[self.master]

    # -- Kai ----------------------------------------------------------------------------------

    def is_calm(self, card: i64) -> bool:
        """Whether a card can be ENRAGED: a Kai card on its calm side (MU-83)."""
        return KAI <= card < KAI + SIDES

    def calm_in(self, bag: i64) -> bool:
        """Whether a bag holds a calm Kai card."""
        for card in range(KAI, KAI + SIDES):
            if count(bag, card):
                return True
        return False

    def kai_rages(self) -> bool:
        """Whether all Kai cards in hand, at least one, are ENRAGED (MU-86, MU-R22)."""
        own: i64 = 0
        for card in range(KAI, TECHNIQUE):
            own += count(self.hand, card)
        return own > 0 and not self.calm_in(self.hand)

    def can_boost(self) -> bool:
        """Whether Charge can be spent (MU-R3) or Kai can double (MU-87, MU-R23)."""
        if self.setting.kai:
            return self.raging == 1 and self.doubled == 0
        return self.charge > 0
