"""The state of Dojo Duel: two sides with their piles, and the acting seats."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.dojo_duel.rules import events
from budokan.kit.contract import State
from budokan.kit.pile import NO_CARD, Pile, add_numbers, as_numbers, zeros
from budokan.kit.rng import Rng

MOST_KINDS: Final = 62  # of cards in a match, one bit of a mask each
ANY_KIND: Final = 0x3FFFFFFFFFFFFFFF  # a bit for each of them, in the match or not
LAST_BIT: Final = 0x2000000000000000
HAND: Final = 5  # DD-15
LARGEST: Final = 60  # cards in a deck; DD-04 says 40, own cards may say more
UNDECIDED: Final = -1
KEEP: Final = 0  # the choice to leave the kicker; REVEAL + lane turns it up
REVEAL: Final = 1

FANS: Final = 142  # new orders of five cards and of four


@final
@mypyc_attr(acyclic=True)
class Setting:
    """The card values and the switches: never changed, shared by all copies of a state."""

    def __init__(self) -> None:
        self.kinds: i64 = 0  # of cards in this match
        self.yang: vec[i64] = zeros(MOST_KINDS)
        self.yin: vec[i64] = zeros(MOST_KINDS)
        self.power: vec[i64] = zeros(MOST_KINDS)
        self.copies: vec[i64] = zeros(MOST_KINDS)
        self.orders: vec[i64] = zeros(HAND * FANS)  # five places for each action `fan`
        self.sizes: vec[i64] = zeros(2)  # cards in each seat's deck
        self.secret: vec[i64] = zeros(2)  # 1 if a seat keeps its list to itself (DD-R17)
        self.lanes: i64 = 0
        self.simultaneous: i64 = 0
        self.holder: i64 = 0
        self.fixed: i64 = 0
        self.toss_each: i64 = 0
        self.ko_draw: i64 = 0
        self.round_limit: i64 = 50
        self.full_rules: i64 = 1
        self.price: i64 = 4  # Power Points for each card of a deck
        self.least_balance: i64 = -1
        self.most_balance: i64 = 3


def bit(card: i64) -> i64:
    """The bit of a kind. Compiled, 1 << card would be computed in 32 bits."""
    return LAST_BIT >> (MOST_KINDS - 1 - card)


@final
@mypyc_attr(acyclic=True)
class Side:
    """The cards and points of one player.

    Drawn cards stay in the deck's buffer behind the deck: its first `stocked` cards are what the
    deck held when it was last shuffled, which is as much as an opponent can know of it.
    """

    def __init__(self) -> None:
        self.points: i64 = 0
        self.hand: Pile = Pile(HAND)
        self.deck: Pile = Pile(LARGEST)
        self.stocked: i64 = 0
        self.recycle: Pile = Pile(LARGEST)
        self.field: Pile = Pile(2)  # in the order of the lanes
        self.kicker: i64 = NO_CARD  # face down; none before it is laid and after it is spent
        self.shown: i64 = NO_CARD  # the kicker turned up in this round
        self.lane: i64 = 0  # where, if `compare` is set to lanes
        self.choice: i64 = UNDECIDED  # made in secret, if `kicker_mode` is set to simultaneous
        self.suspects: i64 = ANY_KIND  # the kinds an opponent who knows the list cannot rule out
        self.seen: vec[i64] = zeros(
            MOST_KINDS
        )  # of a secret list: copies known; replaced as a whole
        self.veiled: i64 = 0  # in an observation: hand, deck and kicker are unknown
        self.held: Pile = Pile(HAND + 1)  # in an observation: known to be in hand or kicker

    def copy_from(self, other: "Side") -> None:
        self.points = other.points
        self.hand.copy_from(other.hand)
        self.recycle.copy_from(other.recycle)
        self.field.copy_from(other.field)
        self.held.copy_from(other.held)
        self.kicker = other.kicker
        self.shown = other.shown
        self.lane = other.lane
        self.choice = other.choice
        self.suspects = other.suspects
        self.seen = other.seen
        self.veiled = other.veiled
        self.deck.n = other.deck.n
        self.stocked = other.stocked
        mine = self.deck.cards
        theirs = other.deck.cards
        for i in range(other.stocked):
            mine[i] = theirs[i]

    def stock(self) -> list[int]:
        """The cards in the deck when it was last shuffled."""
        return [int(self.deck.cards[i]) for i in range(self.stocked)]

    def encode(self, ordered: bool, kinds: int) -> list[int]:
        """The side as numbers; order matters only in lanes and in an ordered hand."""
        suspects = int(self.suspects) & ((1 << kinds) - 1)
        code: list[int] = [self.points, self.kicker, self.shown, self.lane, self.choice]
        code = as_numbers([*code, suspects, self.veiled])
        deck, stock = int(self.deck.n), self.stock()
        hand = self.hand.in_order() if ordered else self.hand.sorted()
        piles = [hand, sorted(stock[:deck]), sorted(stock[deck:])]
        piles += [self.recycle.sorted(), self.field.in_order(), self.held.sorted()]
        for pile in piles:
            code.append(len(pile))
            code += pile
        add_numbers(code, self.seen, kinds)
        return code

    def draw(self, card: i64) -> None:
        """Move a card from the deck to the right end of the hand."""
        deck = self.deck
        cards = deck.cards
        last = deck.n - 1
        cards[deck.find(card)] = cards[last]
        cards[last] = card
        deck.n = last
        self.hand.put(card)

    def draw_at_random(self, rng: Rng) -> None:
        """Draw until the hand is full or the deck is empty."""
        deck, hand = self.deck.cards, self.hand.cards
        left, held = self.deck.n, self.hand.n
        while held < HAND and left > 0:
            card = deck[rng.below(left)]
            left -= 1
            first: i64 = 0  # of equal cards, as `draw` takes it
            while deck[first] != card:
                first += 1
            deck[first] = deck[left]
            deck[left] = card
            hand[held] = card
            held += 1
        self.deck.n = left
        self.hand.n = held

    def play(self, index: i64) -> None:
        """Move a card from the hand to the field; the gap closes."""
        card = self.hand.take_in_order(index)
        field = self.field
        field.cards[field.n] = card
        field.n += 1
        if self.kicker != NO_CARD:
            self._narrow()

    def _narrow(self) -> None:
        """Once all cards drawn since the reshuffle are played, hand and kicker are known again."""
        hand = self.hand
        hidden = bit(self.kicker)
        for i in range(hand.n - 1, -1, -1):  # the newest first: it usually ends the search
            if self._was_drawn(hand.cards[i]):
                return
            hidden |= bit(hand.cards[i])
        if not self._was_drawn(self.kicker):
            self.suspects &= hidden

    def _was_drawn(self, card: i64) -> bool:
        """Whether a card of this kind came from the stock."""
        cards = self.deck.cards
        for i in range(self.deck.n, self.stocked):
            if cards[i] == card:
                return True
        return False

    def can_arrange(self, orders: vec[i64], start: i64) -> bool:
        """Whether an order has the right length and keeps equal cards as they were."""
        hand = self.hand
        if (orders[start + HAND - 1] == NO_CARD) != (hand.n < HAND):
            return False
        for i in range(start, start + hand.n):
            for j in range(start, i):
                if orders[j] > orders[i] and hand.cards[orders[j]] == hand.cards[orders[i]]:
                    return False
        return True

    def arrange(self, orders: vec[i64], start: i64) -> None:
        """Put the fan into a new order, given as a table of old places."""
        hand = self.hand
        old = zeros(HAND)
        for i in range(hand.n):
            old[i] = hand.cards[i]
        for i in range(hand.n):
            hand.cards[i] = old[orders[start + i]]

    def lay_kicker(self, card: i64) -> None:
        self.kicker = self.hand.take_in_order(self.hand.find(card))

    def reveal(self, lane: i64) -> None:
        self.shown = self.kicker
        self.lane = lane
        self.kicker = NO_CARD
        self.suspects = 0

    def clean(self) -> None:
        """Move field and revealed kicker to the recycle pile (DD-33)."""
        recycle, n = self.recycle.cards, self.recycle.n
        for i in range(self.field.n):
            recycle[n + i] = self.field.cards[i]
        self.recycle.n = n + self.field.n
        self.field.n = 0
        if self.shown != NO_CARD:
            self.recycle.put(self.shown)
            self.shown = NO_CARD
            self.lane = 0

    def reshuffle(self) -> None:
        """The recycle pile becomes the deck (DD-06); all that is hidden is in hand and kicker."""
        if self.kicker != NO_CARD:
            hidden = bit(self.kicker)
            for i in range(self.hand.n):
                hidden |= bit(self.hand.cards[i])
            self.suspects &= hidden
        emptied = self.deck
        self.deck = self.recycle
        self.recycle = emptied
        emptied.n = 0
        self.stocked = self.deck.n

    def open_copies(self, card: i64) -> i64:
        """How many cards of a kind lie open."""
        n = self.recycle.count(card) + self.field.count(card)
        return n + 1 if self.shown == card else n

    def remember(self, kinds: i64) -> None:
        """Remember how many copies lie open now, before the pile is turned over."""
        seen = zeros(MOST_KINDS)
        for card in range(kinds):
            seen[card] = max(self.seen[card], self.open_copies(card))
        self.seen = seen

    def remember_kicker(self, kinds: i64) -> None:
        """A revealed kicker was hidden until now: it is one more copy than were ever open."""
        self.remember(kinds)
        self.seen[self.kicker] += 1


@mypyc_attr(acyclic=True)
class Table(State):
    """Both sides, the phase and the seats that act."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(2)
        self.setting: Setting = setting
        self.a: Side = Side()
        self.b: Side = Side()
        self.phase: i64 = 0
        self.mask: i64 = 0  # the seats that act
        self.round: i64 = 1
        self.first: i64 = 0  # who has the first Turn of this round
        self.turn: i64 = 0  # whose Turn it is; in the kicker window who is asked
        self.passes: i64 = 0  # in a row, in the kicker window

    def side(self, seat: i64) -> Side:
        return self.a if seat == 0 else self.b

    def drawer(self) -> i64:
        """In the draw phase: whose hand is filled first."""
        return 0 if self.a.hand.n < HAND else 1

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Table)
        self.a.copy_from(other.a)
        self.b.copy_from(other.b)
        self.phase = other.phase
        self.mask = other.mask
        self.round = other.round
        self.first = other.first
        self.turn = other.turn
        self.passes = other.passes

    def encode(self) -> list[int]:
        ordered = self.setting.holder == 1
        numbers = [self.phase, self.mask, self.round, self.first, self.passes]
        code = as_numbers(numbers)
        kinds = int(self.setting.kinds)
        return code + self.a.encode(ordered, kinds) + self.b.encode(ordered, kinds)

    def loss(self, seat: i64) -> i64:
        """The points a seat loses as the cards lie now."""
        return loss(self.side(seat), self.side(1 - seat), self.setting)

    def tell_comparison(self, lost_a: i64, lost_b: i64) -> None:
        """Report the sums of a round and what they cost."""
        for seat in range(2):
            shown = self.side(seat).shown
            if shown != NO_CARD:
                setting = self.setting
                self.tell(events.KICKER_COUNTS, seat, setting.yang[shown], setting.yin[shown])
        for seat in range(2):
            foe = 1 - seat
            lost = lost_a if foe == 0 else lost_b
            self._tell_strikes(self.side(seat), self.side(foe), seat)
            if lost == 0:
                self.tell(events.NO_LOSS, foe, 0, 0)
            else:
                self.tell(events.LOSS, foe, lost, max(0, self.side(foe).points))  # DD-R12

    def _tell_strikes(self, me: Side, foe: Side, seat: i64) -> None:
        yang, yin = self.setting.yang, self.setting.yin
        if not self.setting.lanes:
            self.tell(events.STRIKE, seat, total(me, yang), total(foe, yin))
            return
        for lane in range(2):
            blow, guard = lane_total(me, yang, lane), lane_total(foe, yin, lane)
            self.tell(events.STRIKE_1 + lane, seat, blow, guard)

    def tell_end(self, winner: i64) -> None:
        """Report how the match ended, with points below 0 as they are (DD-R12)."""
        a, b = self.a.points, self.b.points
        if a <= 0 and b <= 0:
            self.tell(events.DOUBLE_KO, 0, a, 0)
            self.tell(events.OTHER_KO, 1, b, 0)
        elif a > 0 and b > 0:
            self.tell(events.LAST_ROUND, 0, self.round, 0)
        self.tell(events.WIN if winner >= 0 else events.TIE, max(0, winner), 0, 0)


def above(yang: i64, yin: i64) -> i64:
    """The damage that gets through (DD-27, DD-28)."""
    through = yang - yin
    if through < 0:
        return 0
    return through


def loss(me: Side, foe: Side, setting: Setting) -> i64:
    """The points a side loses to another as the cards lie now (DD-26 to DD-29)."""
    if setting.lanes:
        return lane_losses(me, foe, setting)
    n: i64 = 0
    for i in range(foe.field.n):
        card = foe.field.cards[i]
        n += setting.yang[card]
    for i in range(me.field.n):
        card = me.field.cards[i]
        n -= setting.yin[card]
    if foe.shown != NO_CARD:
        n += setting.yang[foe.shown]
    if me.shown != NO_CARD:
        n -= setting.yin[me.shown]
    if n < 0:
        return 0
    return n


def lane_losses(me: Side, foe: Side, setting: Setting) -> i64:
    """The same where every lane counts for itself (DD-R2)."""
    lost: i64 = 0
    for lane in range(min(me.field.n, foe.field.n)):
        yang = lane_total(foe, setting.yang, lane)
        lost += above(yang, lane_total(me, setting.yin, lane))
    return lost


def total(side: Side, values: vec[i64]) -> i64:
    """Yang or Yin of a side: its field and its revealed kicker (DD-26, DD-31, DD-32)."""
    field = side.field
    n: i64 = 0
    if side.shown != NO_CARD:
        n = values[side.shown]
    for i in range(field.n):
        n += values[field.cards[i]]
    return n


def lane_total(side: Side, values: vec[i64], lane: i64) -> i64:
    """The same for one lane (DD-R2)."""
    n = values[side.field.cards[lane]]
    return n + values[side.shown] if side.shown != NO_CARD and side.lane == lane else n
