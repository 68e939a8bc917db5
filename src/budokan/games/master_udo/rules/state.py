"""The table of Master Udo: cards, combos, a master with hearts, and attacks.

Kinds of cards are numbered per match: Kai's calm sides, her ENRAGED sides, Udo's starters, then the
techniques. A bag of cards is one number with two bits for each kind of the hero's starters and one
for each technique; a set of attacks or hearts has one bit for each. That makes copies cheap, and
search makes many.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.master_udo.rules import phases
from budokan.kit.contract import State
from budokan.kit.pile import Pile, zeros

# The most that a match can have; how many there are is in its Setting.
STARTERS: Final = 10  # kinds of one hero
MASTERS: Final = 16  # each with its technique
ATTACKS: Final = 16
KINDS: Final = 46  # Kai's 10 calm and 10 ENRAGED, Udo's 10, 16 techniques
HEARTS: Final = 12  # of one master, all bodies together
LOSSES: Final = 4  # that one attack can demand
CARDS: Final = 13  # ten starters and three techniques
PLACES: Final = 15  # where a card can be ENRAGED: hand, pile, under one of 13 combos
ROAD: Final = 4  # masters to beat (MU-02)
COPIES: Final = 3  # of one kind that a bag can hold
NONE: Final = -1
TECHNIQUE_BIT: Final = 40  # of the first technique in a bag, behind two bits for 20 kinds
TECHNIQUES: Final = 0xFFFF << 40  # bag of all techniques
STARTER_BITS: Final = (1 << 40) - 1
BIT: Final = vec[i64]([1 << i for i in range(KINDS)])


def size_of(bag: i64) -> i64:
    """How many cards are in a bag: its pairs of bits are added up side by side."""
    sums = (bag & 0x3333333333) + ((bag >> 2) & 0x3333333333)
    sums = (sums + (sums >> 4)) & 0x0F0F0F0F0F
    low = sums & 0x0F0F0F0F
    return ((low * 0x01010101) >> 24 & 0xFF) + (sums >> 32) + bits(bag >> TECHNIQUE_BIT)


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
        self.kinds: i64 = 0  # how many, of both heroes
        self.first: i64 = 0  # kind of the hero
        self.sides: i64 = 0  # kinds of Kai; her ENRAGED sides come as many behind
        self.technique: i64 = 0  # kind of the first
        # Where the cards of a kind are in a bag: all its bits, a bag with one, and how far up.
        # A kind of the other hero has no room.
        self.room: vec[i64] = zeros(KINDS)
        self.one: vec[i64] = zeros(KINDS)
        self.shift: vec[i64] = zeros(KINDS)
        self.calm: i64 = 0  # bag mask of Kai's calm sides
        self.enraged: i64 = 0
        # What the left half of a kind demands. Masks have a bit for each kind.
        self.pos_lo: vec[i64] = zeros(KINDS)
        self.pos_hi: vec[i64] = zeros(KINDS)
        self.size_lo: vec[i64] = zeros(KINDS)
        self.size_hi: vec[i64] = zeros(KINDS)
        self.follows: vec[i64] = zeros(KINDS)  # mask of what may lie directly on it
        self.need: vec[i64] = zeros(KINDS)
        self.apart: vec[i64] = zeros(KINDS)  # mask of what may not be in its combo
        self.covered_only: i64 = 0  # mask of the kinds that are never a finisher
        self.alone: i64 = 0  # bag mask of the kinds that must be in the only combo
        self.gated: i64 = 0  # bag mask of the kinds that look at the table
        # What such kinds look at: a counter and its limits, row by row.
        self.gate_kind: vec[i64] = zeros(0)
        self.gate_counter: vec[i64] = zeros(0)
        self.gate_low: vec[i64] = zeros(0)
        self.gate_high: vec[i64] = zeros(0)
        # Effects as rows of steps; those of a kind begin at effect[kind] and stop at an END.
        self.effect: vec[i64] = zeros(KINDS)
        self.op: vec[i64] = zeros(0)
        self.x: vec[i64] = zeros(0)
        self.k: vec[i64] = zeros(0)
        self.times: vec[i64] = zeros(0)
        # What is added to a value: `by` for each thing that `counter` counts, perhaps by `word`.
        self.counter: vec[i64] = zeros(0)
        self.word: vec[i64] = zeros(0)  # mask of kinds
        self.by: vec[i64] = zeros(0)
        self.varies: i64 = 0  # mask of the kinds whose effect depends on more than X
        self.hit_row: i64 = 0  # the effect of being hit, for MU-R20
        self.attacks: i64 = 0  # how many kinds
        self.all_attacks: i64 = 0
        self.value: vec[i64] = zeros(ATTACKS)
        self.exposes: vec[i64] = zeros(ATTACKS)
        self.bonus: vec[i64] = zeros(ATTACKS)  # first row, or NONE
        self.losses: vec[i64] = zeros(ATTACKS)
        self.loss: vec[i64] = zeros(ATTACKS * LOSSES)  # mask of kinds
        self.toll: vec[i64] = zeros(ATTACKS * LOSSES)  # the same as a bag mask

    def set_rows(self, rows: list[list[int]]) -> None:
        """The steps of all effects, column by column."""
        self.op = vec[i64](rows[0])
        self.x = vec[i64](rows[1])
        self.k = vec[i64](rows[2])
        self.times = vec[i64](rows[3])
        self.counter = vec[i64](rows[4])
        self.word = vec[i64](rows[5])
        self.by = vec[i64](rows[6])

    def set_gates(self, rows: list[list[int]]) -> None:
        """What kinds demand of the table, column by column."""
        self.gate_kind = vec[i64](rows[0])
        self.gate_counter = vec[i64](rows[1])
        self.gate_low = vec[i64](rows[2])
        self.gate_high = vec[i64](rows[3])

    def count(self, bag: i64, kind: i64) -> i64:
        """How many cards of a kind are in a bag."""
        return (bag & self.room[kind]) >> self.shift[kind]

    def bag_of(self, kinds: i64) -> i64:
        """The bits of a bag that belong to some kinds."""
        bag: i64 = 0
        for kind in range(self.kinds):
            if (kinds >> kind) & 1:
                bag |= self.room[kind]
        return bag


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
        self.extra_toll: vec[i64] = zeros(MASTERS)  # the same as a bag mask
        self.regenerate: vec[i64] = zeros(MASTERS)
        self.regrow: vec[i64] = zeros(MASTERS)  # hearts freed at the end of every turn
        self.immune: vec[i64] = zeros(MASTERS)  # mask of the finishers that cannot hurt it
        self.weak: vec[i64] = zeros(MASTERS)  # mask of the finishers that it is exposed to
        self.swift: vec[i64] = zeros(MASTERS)
        self.hidden: vec[i64] = zeros(MASTERS)  # attacks shown after combos are laid
        self.drain: vec[i64] = zeros(MASTERS)  # Charge lost each turn
        self.master_count: i64 = 0
        self.win: i64 = 0  # what four masters beaten are worth besides their glory
        self.top_score: i64 = 1
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
        self.floors: i64 = 1  # damage below 0 is 0 before a power is added; not in version 1


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
        self.deck: i64 = setting.all_attacks
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
        self.extra: i64 = 0  # what earlier combos of this turn add to the next one
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
        self.extra = other.extra
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
        numbers += [self.paid, self.extra, self.road.n]
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
            bag += self.setting.one[self.laid[i]]
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

    def attacks_at_first(self) -> i64:
        """How many of them are shown before combos are laid."""
        due = self.attacks_due()
        hidden = self.setting.hidden[self.master]
        return due - hidden if due > hidden else 0

    def hides(self) -> bool:
        """Whether combos lie there and the attacks that were hidden are shown now."""
        if self.phase != phases.REVEAL or self.setting.hidden[self.master] == 0:
            return False
        return bits(self.revealed) >= self.attacks_at_first()

    def block_value(self, attack: i64) -> i64:
        """What a block needs to stop an attack of this master."""
        value = self.setting.value[attack] + self.setting.attack_mod[self.master]
        if value < 0:
            return 0
        return value

    def exposure(self, card: i64) -> i64:
        """What this turn's attacks add to a combo with this finisher (MU-16, MU-70, MU-R6)."""
        setting = self.setting
        n = (setting.weak[self.master] >> card) & 1
        rest = self.revealed
        attack: i64 = 0
        while rest:
            if rest & 1:
                n += (setting.exposes[attack] >> card) & 1
            rest >>= 1
            attack += 1
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
        """The attacks a block may stop, as a mask (MU-37, MU-R7); those of a swift one never."""
        mask: i64 = 0
        if self.setting.swift[self.master]:
            return mask
        for attack in range(self.setting.attacks):
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
        """The cards that pay the next loss, as a bag mask (MU-42); the extra one comes last."""
        if self.paid < self.setting.losses[self.attack]:
            return self.setting.toll[self.attack * LOSSES + self.paid]
        return self.setting.extra_toll[self.master]

    # -- Kai ----------------------------------------------------------------------------------

    def is_calm(self, card: i64) -> bool:
        """Whether a card can be ENRAGED: a Kai card on its calm side (MU-83)."""
        return card < self.setting.sides

    def is_enraged(self, card: i64) -> bool:
        return self.setting.sides <= card < 2 * self.setting.sides

    def kai_rages(self) -> bool:
        """Whether all Kai cards in hand, at least one, are ENRAGED (MU-86, MU-R22)."""
        return self.hand & self.setting.calm == 0 and self.hand & self.setting.enraged != 0

    def can_boost(self) -> bool:
        """Whether Charge can be spent (MU-R3) or Kai can double (MU-87, MU-R23)."""
        if self.setting.kai:
            return self.raging == 1 and self.doubled == 0
        return self.charge > 0
