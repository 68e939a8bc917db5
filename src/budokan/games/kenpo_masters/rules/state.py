"""The table of Kenpo Masters: two fighters, their cards, and whose turn it is."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.kit.contract import State
from budokan.kit.pile import add_numbers, as_numbers, zeros

MOST_KINDS: Final[i64] = 52  # two decks of 26 different cards
TOP_BIT: Final = 0x8000000000000  # of the last of them
DECK: Final = 26  # KM-02
SIZE: Final[i64] = 3  # KM-05
SQUARES: Final[i64] = 9
NONE: Final = -1

MOVES: Final[i64] = 5
FORWARD: Final = 0
BACK: Final = 1
LEFT: Final = 2
RIGHT: Final = 3
STAY: Final = 4

DIRECTIONS: Final[i64] = 5
F: Final = 0
FL: Final = 1
FR: Final = 2
L: Final = 3
R: Final = 4
APART: Final = -1

# What an attack may ask of the opponent's last turn: bits of `Side.went` (KM-R45).
RESTED: Final = 5
STEPS: Final = 15  # the movements that leave the square
SIDEWAYS: Final = 12
DEEDS: Final[i64] = 5  # advanced, retreated, sidestepped, stood, rested


def bit(card: i64) -> i64:
    """The bit of a kind. Compiled, 1 << card would be computed in 32 bits."""
    return TOP_BIT >> (MOST_KINDS - 1 - card)


@final
@mypyc_attr(acyclic=True)
class Setting:
    """The cards and switches: constant, and shared by all copies of a state.

    Kinds of cards are numbered per match; a mask has a bit for each of them.
    """

    def __init__(self, kinds: i64) -> None:
        pairs = kinds * kinds
        self.kinds: i64 = kinds
        self.ways: vec[i64] = open_ways()
        self.sight: vec[i64] = sights()
        self.mirrored: i64 = 5 * kinds  # where mirrored cards begin in a table of kinds by five
        self.links: vec[i64] = zeros(kinds)  # by card beneath: the kinds that may go on it
        self.shows: vec[i64] = zeros(10)  # by movement, then mirrored: the kinds that show it
        self.modifier: vec[i64] = zeros(10 * kinds)  # by kind and movement, then mirrored
        self.hits: vec[i64] = zeros(10 * kinds)  # by kind and direction, then mirrored
        self.stops: vec[i64] = zeros(10 * kinds)
        self.bonus: vec[i64] = zeros(pairs)  # by kind and card beneath
        self.guard: vec[i64] = zeros(pairs)  # by defence card and attack
        self.fake_bonus: vec[i64] = zeros(pairs)  # by Effect and attack
        self.doubles: vec[i64] = zeros(kinds)  # the kinds beneath that double it if blocked
        self.counter: vec[i64] = zeros(kinds)
        self.counter_vs: vec[i64] = zeros(pairs)  # by defence card and attack
        self.per_card: vec[i64] = zeros(pairs)  # by attack and each attack beneath it
        self.deed_bonus: vec[i64] = zeros(DEEDS * kinds)  # by kind and deed of the opponent
        self.deeds: vec[i64] = zeros(kinds)  # by kind: deeds of which the opponent did one, or 0
        self.evades: vec[i64] = zeros(kinds)  # by attack: the defence cards that cannot block it
        self.pierce: vec[i64] = zeros(kinds)  # what defence cards prevent less
        self.push: vec[i64] = zeros(kinds)  # the movement a hit forces on the opponent, or NONE
        self.robs: vec[i64] = zeros(kinds)  # cards that a hit takes from the opponent's hand
        self.draws: vec[i64] = zeros(kinds)  # cards to draw after the turn
        self.provokes: vec[i64] = zeros(kinds)  # by waiting attack: the kinds it may be met with
        self.all: i64 = 0
        self.effects: i64 = 0
        self.actions: i64 = 0
        self.attacks: i64 = 0
        self.defences: i64 = 0
        self.fakes: i64 = 0
        self.mirrors: i64 = 0
        self.must_move: i64 = 0  # a defender against these must move
        self.breakers: i64 = 0  # these call a Break after an advance
        self.second_steps: i64 = 0  # after these the fighter moves again
        self.openers: i64 = 0  # these are never comboed on anything
        self.feints: i64 = 0  # the next attack after these cannot be blocked
        self.sly: i64 = 0  # attacks that some defence card cannot block; all after feints
        self.asking: i64 = 0  # attacks whose points depend on more than the card beneath
        self.watches: i64 = 0  # attacks that ask what the opponent did
        self.countering: i64 = 0  # defence cards that deal by the kind of attack
        self.piercing: i64 = 0
        self.pushing: i64 = 0
        self.robbing: i64 = 0
        self.drawing: i64 = 0
        self.aftermath: i64 = 0  # all that do something after the resolution
        self.reacting: i64 = 0  # these are played only against certain waiting attacks
        self.hand: i64 = 8  # KM-03
        self.rest_draw: i64 = 2  # KM-31
        self.break_draw: i64 = 1  # KM-84
        self.defences_stack: i64 = 1
        self.effect_only: i64 = 0
        self.no_rest_each: i64 = 0
        self.texts_see_through: i64 = 0
        self.break_after_effect: i64 = 0
        self.optional_break: i64 = 0
        self.blitz_any_step: i64 = 0
        self.always_counters: i64 = 0
        self.fakes_stack: i64 = 1
        self.turn_cap: i64 = 300
        self.target: i64 = 20
        self.final_stop: i64 = 1  # before version 2 a turn could be taken back until it was passed


@final
@mypyc_attr(acyclic=True)
class Side:
    """One player: fighter, cards and score. Hand, deck and discard pile are counts by kind.

    An observation can have a veiled side: its hand holds only cards known to be in it, its deck all
    other hidden cards. The numbers of cards stay true.
    """

    def __init__(self, kinds: i64) -> None:
        self.kinds: i64 = kinds
        self.score: i64 = 0
        self.col: i64 = 1
        self.row: i64 = 0
        self.hand: vec[i64] = zeros(kinds)
        self.hand_n: i64 = 0
        self.held: i64 = 0  # the kinds in hand
        self.deck: vec[i64] = zeros(kinds)
        self.deck_n: i64 = 0
        self.discard: vec[i64] = zeros(kinds)
        self.discard_n: i64 = 0
        self.known: vec[i64] = zeros(kinds)  # what everybody knows to be in hand
        self.known_n: i64 = 0
        self.known_effects: i64 = 0  # further cards everybody knows to be Effects
        self.known_among: i64 = 0  # the kinds these are among, if not just Effects
        self.veiled: i64 = 0
        self.rested: i64 = 0  # in the last own turn
        self.advanced: i64 = 0  # in the last own turn, and no Break since
        self.no_rest: i64 = 0  # in the next own turn, by KM-74 or KM-75
        self.went: i64 = 0  # movements of the last own turn, if a card asks for them
        self.due: i64 = 0  # cards to draw now
        self.lose: i64 = 0  # cards to lose now
        self.n: i64 = 0  # cards on the table, in the order they were played
        self.kind: vec[i64] = zeros(DECK)
        self.move: vec[i64] = zeros(DECK)  # the governing movement; NONE for Effects
        self.flip: vec[i64] = zeros(DECK)  # 1 if mirrored
        self.fake: vec[i64] = zeros(DECK)  # bonus of Hand Fakes
        self.below: vec[i64] = zeros(DECK)  # the kind it was comboed on
        self.base: vec[i64] = zeros(DECK)  # the place of that card, NONE once it is gone
        self.aim: vec[i64] = zeros(DECK)  # of a defence card: the place of the attack it blocks

    def copy_from(self, other: "Side") -> None:
        self.score = other.score
        self.col = other.col
        self.row = other.row
        self.hand_n = other.hand_n
        self.held = other.held
        self.deck_n = other.deck_n
        self.discard_n = other.discard_n
        self.known_n = other.known_n
        self.known_effects = other.known_effects
        self.known_among = other.known_among
        self.veiled = other.veiled
        self.rested = other.rested
        self.advanced = other.advanced
        self.no_rest = other.no_rest
        self.went = other.went
        self.due = other.due
        self.lose = other.lose
        for i in range(self.kinds):
            self.hand[i] = other.hand[i]
            self.deck[i] = other.deck[i]
            self.discard[i] = other.discard[i]
            self.known[i] = other.known[i]
        self.n = other.n
        for i in range(other.n):
            self._copy_card(i, other, i)

    def _copy_card(self, to: i64, other: "Side", at: i64) -> None:
        self.kind[to] = other.kind[at]
        self.move[to] = other.move[at]
        self.flip[to] = other.flip[at]
        self.fake[to] = other.fake[at]
        self.below[to] = other.below[at]
        self.base[to] = other.base[at]
        self.aim[to] = other.aim[at]

    def encode(self) -> list[int]:
        code: list[int] = [self.score, self.col, self.row, self.hand_n, self.deck_n]
        code += [self.discard_n, self.known_n, self.known_effects, self.veiled, self.rested]
        code += [self.advanced, self.no_rest, self.due, self.n]
        code = as_numbers(code)
        add_numbers(code, self.hand, len(self.hand))
        add_numbers(code, self.deck, len(self.deck))
        add_numbers(code, self.discard, len(self.discard))
        add_numbers(code, self.known, len(self.known))
        add_numbers(code, self.kind, self.n)
        add_numbers(code, self.move, self.n)
        add_numbers(code, self.flip, self.n)
        add_numbers(code, self.fake, self.n)
        add_numbers(code, self.below, self.n)
        add_numbers(code, self.base, self.n)
        add_numbers(code, self.aim, self.n)
        return code

    def encode_more(self) -> list[int]:
        """What stays 0 with our own cards."""
        return [int(self.known_among), int(self.went), int(self.lose)]

    # -- hand, deck and discard pile ----------------------------------------------------------

    def draw(self, card: i64) -> None:
        """From the deck into the hand. With the last card of the deck the hand becomes known."""
        self.deck[card] -= 1
        self.deck_n -= 1
        self.hand[card] += 1
        self.hand_n += 1
        self.held |= bit(card)
        if self.deck_n == 0:
            self.reveal()

    def reveal(self) -> None:
        """Everybody can work out the whole hand."""
        for i in range(self.kinds):
            self.known[i] = self.hand[i]
        self.known_n = self.hand_n
        self.known_effects = 0
        self.known_among = 0

    def reveal_stuck(self, stuck: i64, effects: i64) -> None:
        """Everybody sees that the hand has only kinds that cannot open a turn, usually Effects.

        If the deck has none of them, it is known which ones they are.
        """
        left: i64 = 0
        for i in range(self.kinds):
            if stuck >> i & 1:
                left += self.deck[i]
        if left == 0:
            self.reveal()
        else:
            self.known_effects = self.hand_n - self.known_n
            self.known_among = 0 if stuck == effects or self.known_effects == 0 else stuck

    def reshuffle(self) -> None:
        """The discard pile becomes the deck (KM-78)."""
        emptied = self.deck
        self.deck = self.discard
        self.deck_n = self.discard_n
        self.discard = emptied
        self.discard_n = 0

    def take(self, card: i64) -> None:
        """Out of the hand."""
        self.hand[card] -= 1
        self.hand_n -= 1
        if self.hand[card] == 0:
            self.held &= ~bit(card)

    def give_back(self, card: i64) -> None:
        """Into the hand again."""
        self.hand[card] += 1
        self.hand_n += 1
        self.held |= bit(card)

    def show(self, card: i64, effects: i64) -> None:
        """Others see a card leave the hand."""
        if self.known[card] > 0:
            self.known[card] -= 1
            self.known_n -= 1
        elif self.known_effects > 0 and self.among(effects) >> card & 1:
            self.known_effects -= 1
            if self.known_effects == 0:
                self.known_among = 0

    def among(self, effects: i64) -> i64:
        """The kinds of the cards counted by `known_effects`."""
        return self.known_among if self.known_among else effects

    def drop(self, card: i64, effects: i64) -> None:
        """Out of the hand onto the discard pile, seen by all."""
        self.take(card)
        self.show(card, effects)
        self.discard[card] += 1
        self.discard_n += 1

    # -- the table ----------------------------------------------------------------------------

    def mirror(self, setting: Setting) -> i64:
        """1 if the next card of the combo would be mirrored (KM-120, KM-R25)."""
        last = self.n - 1
        if last < 0:
            return 0
        return self.flip[last] ^ (setting.mirrors >> self.kind[last] & 1)

    def pending(self, setting: Setting, attack: i64) -> i64:
        """The bonus of Hand Fakes that the next attack would get (KM-105, KM-R23, KM-R24)."""
        total: i64 = 0
        for i in range(self.n - 1, -1, -1):
            card = self.kind[i]
            if setting.fakes >> card & 1:
                bonus = setting.fake_bonus[card * self.kinds + attack]
                if setting.fakes_stack:
                    bonus += total
                total = bonus
            if setting.attacks >> card & 1:
                return total
        return total

    def beneath(self, setting: Setting) -> i64:
        """The place of the card that the next one is comboed on, as texts read it (KM-R15)."""
        place = self.n - 1
        if setting.texts_see_through:
            while place >= 0 and not setting.actions >> self.kind[place] & 1:
                place -= 1
        return place

    def lay(self, setting: Setting, card: i64) -> None:
        """Onto the own combo; its movement follows later."""
        at = self.n
        base = self.beneath(setting)
        self.kind[at] = card
        self.move[at] = NONE
        self.flip[at] = self.mirror(setting)
        self.fake[at] = 0
        if setting.attacks >> card & 1:
            self.fake[at] = self.pending(setting, card)
        self.below[at] = NONE
        if base >= 0:
            self.below[at] = self.kind[base]
        self.base[at] = base
        self.aim[at] = NONE
        self.n = at + 1

    def clear(self) -> None:
        """All cards on the table to the discard pile."""
        for i in range(self.n):
            self.discard[self.kind[i]] += 1
        self.discard_n += self.n
        self.n = 0

    def sweep(self, setting: Setting) -> None:
        """Discard defence and Movement cards, and Effects if no attack is left (KM-63, KM-R31)."""
        attacks = setting.attacks
        left: i64 = 0
        for i in range(self.n):
            left += attacks >> self.kind[i] & 1
        if left == 0:
            self.clear()
        elif left < self.n:
            self._keep(attacks | ~setting.actions)

    def _keep(self, kinds: i64) -> None:
        """Leave only these kinds on the table."""
        for i in range(self.n):
            self.base[i] = self._new_place(self.base[i], kinds)
        kept: i64 = 0
        for i in range(self.n):
            card = self.kind[i]
            if kinds >> card & 1:
                self._copy_card(kept, self, i)
                kept += 1
            else:
                self.discard[card] += 1
                self.discard_n += 1
        self.n = kept

    def _new_place(self, old: i64, kinds: i64) -> i64:
        """Where a card lies once only these kinds are left."""
        if old < 0 or not kinds >> self.kind[old] & 1:
            return NONE
        place: i64 = 0
        for i in range(old):
            place += kinds >> self.kind[i] & 1
        return place


@mypyc_attr(acyclic=True)
class Table(State):
    """Both sides, the phase and the turn."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(2)
        self.setting: Setting = setting
        self.a: Side = Side(setting.kinds)
        self.b: Side = Side(setting.kinds)
        self.phase: i64 = 0
        self.mask: i64 = 0  # the seats that act
        self.turn: i64 = 0  # the active player
        self.ply: i64 = 1  # the number of the turn, both players counted
        self.move: i64 = NONE  # the movement that governs the next Action card
        self.acted: i64 = 0  # 1 once an Action card was played this turn
        self.breaking: i64 = 0  # 1 while a Break is resolved
        self.asked: i64 = 0  # the place of the defence card that is asked for
        self.break_turn: i64 = 0  # the turn of the last Break, 0 if there was none
        self.break_points_a: i64 = 0  # what each scored in it
        self.break_points_b: i64 = 0
        self.observed: i64 = 0  # 1 in an observation

    def side(self, seat: i64) -> Side:
        return self.a if seat == 0 else self.b

    def drawer(self) -> i64:
        """Who draws next: the active player first."""
        return self.turn if self.side(self.turn).due > 0 else 1 - self.turn

    def loser(self) -> i64:
        """Who loses a card next: the active player first; NONE if nobody does."""
        if self.side(self.turn).lose > 0:
            return self.turn
        return 1 - self.turn if self.side(1 - self.turn).lose > 0 else NONE

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Table)
        self.a.copy_from(other.a)
        self.b.copy_from(other.b)
        self.phase = other.phase
        self.mask = other.mask
        self.turn = other.turn
        self.ply = other.ply
        self.move = other.move
        self.acted = other.acted
        self.breaking = other.breaking
        self.asked = other.asked
        self.break_turn = other.break_turn
        self.break_points_a = other.break_points_a
        self.break_points_b = other.break_points_b
        self.observed = other.observed

    def encode(self) -> list[int]:
        code: list[int] = [self.phase, self.mask, self.turn, self.ply, self.move, self.acted]
        code += [self.breaking, self.asked, self.break_turn]
        code += [self.break_points_a, self.break_points_b, self.observed]
        code = as_numbers(code)
        code += self.a.encode()
        code += self.b.encode()
        more = self.a.encode_more() + self.b.encode_more()
        return code + more if any(more) else code

    # -- the ring -----------------------------------------------------------------------------

    def direction(self) -> i64:
        """The direction in which each sees the other (KM-52); it is the same for both (KM-142)."""
        return self.setting.sight[SQUARES * square(self.a) + square(self.b)]

    def steps(self, seat: i64) -> i64:
        """The movements that are possible, a bit for each (KM-25)."""
        if seat == 0:
            return self.setting.ways[SQUARES * square(self.a) + square(self.b)]
        return self.setting.ways[SQUARES * (SQUARES + square(self.b)) + square(self.a)]

    def can_go(self, seat: i64, move: i64) -> bool:
        return self.steps(seat) >> move & 1 == 1

    def walk(self, seat: i64, move: i64) -> None:
        me = self.side(seat)
        me.col += sideways(seat, move)
        me.row += onwards(seat, move)
        if self.setting.watches:
            me.went |= 1 << move

    def start_squares(self) -> None:
        """The middle of opposite edges (KM-06)."""
        self.a.col = 1
        self.a.row = 0
        self.b.col = 1
        self.b.row = SIZE - 1

    def winner(self) -> i64:
        """The seat with more points, or NONE for a draw (KM-96, KM-R34)."""
        if self.a.score == self.b.score:
            return NONE
        return 0 if self.a.score > self.b.score else 1


def sights() -> vec[i64]:
    """The direction of North by the squares of South and North."""
    found = zeros(81)
    for south in range(SQUARES):
        for north in range(SQUARES):
            across = north // SIZE - south // SIZE
            ahead = north % SIZE - south % SIZE
            found[SQUARES * south + north] = direction_of(across, ahead)
    return found


def direction_of(across: i64, ahead: i64) -> i64:
    """The direction of an opponent so many columns and rows away, as South looks."""
    if ahead == 1 and -1 <= across <= 1:
        if across == 0:
            return F
        return FL if across < 0 else FR
    if ahead == 0 and across == -1:
        return L
    if ahead == 0 and across == 1:
        return R
    return APART  # KM-53


def open_ways() -> vec[i64]:
    """The possible movements by seat, own square and the opponent's."""
    found = zeros(162)
    for seat in range(2):
        for mine in range(SQUARES):
            for theirs in range(SQUARES):
                at = SQUARES * (SQUARES * seat + mine) + theirs
                found[at] = ways_from(seat, mine, theirs)
    return found


def ways_from(seat: i64, mine: i64, theirs: i64) -> i64:
    """The movements that stay in the ring and off the opponent's square."""
    found: i64 = 1 << STAY
    for move in range(STAY):
        col = mine // SIZE + sideways(seat, move)
        row = mine % SIZE + onwards(seat, move)
        inside = 0 <= col < SIZE and 0 <= row < SIZE  # KM-07
        if inside and SIZE * col + row != theirs:  # KM-08
            found |= 1 << move
    return found


def square(side: Side) -> i64:
    """The square of a fighter: a1, a2, a3, b1 and so on."""
    return SIZE * side.col + side.row


def sideways(seat: i64, move: i64) -> i64:
    """Columns to the right of South; each fighter has its own left and right (KM-22)."""
    if move == RIGHT:
        return 1 - 2 * seat
    if move == LEFT:
        return 2 * seat - 1
    return 0


def onwards(seat: i64, move: i64) -> i64:
    """Rows away from South's edge."""
    if move == FORWARD:
        return 1 - 2 * seat
    if move == BACK:
        return 2 * seat - 1
    return 0
