"""Hidden cards of Dojo Duel: what a viewer may know, and guesses that fit it."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.dojo_duel.rules import actions, phases
from budokan.games.dojo_duel.rules.state import (
    ANY_KIND,
    LARGEST,
    MOST_KINDS,
    UNDECIDED,
    Setting,
    Side,
    Table,
    bit,
)
from budokan.kit.contract import HIDDEN
from budokan.kit.pile import NO_CARD, zeros
from budokan.kit.rng import Rng

PATIENCE: Final = 4000  # exchanges in the search for a legal list
FEW: Final = 10  # cards that are sorted fastest by rank
VALUES: Final[i64] = MOST_KINDS - HIDDEN  # that a card can have, from HIDDEN on
# Room to sort in; nothing is kept here from one call to the next.
COPIES: Final = zeros(MOST_KINDS - HIDDEN)
SORTED: Final = zeros(LARGEST + 2)


def observe(table: Table, seat: i64) -> None:
    """Reduce each side to what a seat may know."""
    over = table.phase == phases.OVER
    for owner in range(2):
        side = table.side(owner)
        if owner == seat:
            tidy(side)
        elif not side.veiled:
            reshuffled = side.stocked < table.setting.sizes[owner]
            secret = table.setting.secret[owner] == 1 and not over
            veil(side, secret, reshuffled, over)


def seen(table: Table, viewer: i64, seat: i64, action: i64) -> i64:
    """An entry as a viewer sees it: draws, kickers, fans and first choices are veiled."""
    phase = table.phase
    if phase == phases.DRAW:
        if viewer == table.drawer():
            return action
        return actions.DRAW_VEILED
    if viewer == seat:
        return action
    if phase == phases.KICKER:
        return actions.KICKER_VEILED
    if phase == phases.FAN:
        return actions.FAN_VEILED
    # The last choice reveals all of them.
    if phase == phases.CHOICE and table.mask == 3:
        return actions.CHOICE_VEILED
    return action


def guess(table: Table, rng: Rng) -> None:
    """Fill every veiled side with cards that fit what is known of it."""
    setting = table.setting
    for owner in range(2):
        side = table.side(owner)
        if not side.veiled:
            continue
        if setting.secret[owner] and table.phase != phases.OVER:
            Invention(side, setting, setting.sizes[owner]).find(rng)
        deal(side, rng, setting.holder)
        if side.choice == HIDDEN:
            side.choice = rng.below(3 if setting.lanes else 2)


def sort(cards: vec[i64], start: i64, stop: i64) -> None:
    """Sort part of a buffer in place; both ways hardly branch, since no branch can be foreseen."""
    if stop - start > FEW:
        sort_many(cards, start, stop)
    elif stop - start > 1:
        sort_few(cards, start, stop - start)


def sort_few(cards: vec[i64], start: i64, n: i64) -> None:
    """Sort by rank: a card goes behind all lower ones, and behind equal ones before it."""
    old = SORTED
    for i in range(n):
        old[i] = cards[start + i]
    for i in range(n):
        card = old[i]
        place = start
        for j in range(i):
            place += (old[j] - card - 1) >> 63 & 1
        for j in range(i + 1, n):
            place += (old[j] - card) >> 63 & 1
        cards[place] = card


def sort_many(cards: vec[i64], start: i64, stop: i64) -> None:
    """Sort by counting. Two copies are always written; where there are less, the next go there."""
    copies, sorted = COPIES, SORTED
    for i in range(start, stop):
        copies[cards[i] - HIDDEN] += 1
    n: i64 = 0
    for value in range(VALUES):
        there = copies[value]
        copies[value] = 0
        sorted[n] = value
        sorted[n + 1] = value
        for i in range(2, there):
            sorted[n + i] = value
        n += there
    for i in range(n):
        cards[start + i] = sorted[i] + HIDDEN


def tidy(side: Side) -> None:
    """Sort the piles, so that their order reveals nothing."""
    sort(side.recycle.cards, 0, side.recycle.n)
    sort(side.deck.cards, 0, side.deck.n)
    sort(side.deck.cards, side.deck.n, side.stocked)


def veil(side: Side, secret: bool, reshuffled: bool, over: bool) -> None:
    """Forget hand, deck and kicker, except what follows from the open cards.

    After the game the list and the kicker are open (DD-R17); hand and deck stay hidden (DD-C12).
    """
    side.veiled = 1
    kicker = side.kicker
    if over:
        side.kicker = NO_CARD
    if secret:
        _forget_list(side, reshuffled)
    else:
        _sift(side)
    sort(side.recycle.cards, 0, side.recycle.n)
    for i in range(side.hand.n):
        side.hand.cards[i] = HIDDEN
    if over:
        side.kicker = kicker
    elif kicker != NO_CARD:
        side.kicker = HIDDEN
    if side.choice != UNDECIDED:
        side.choice = HIDDEN


def _sift(side: Side) -> None:
    """Move the unseen cards of the stock to its front; other hidden cards are in hand or kicker."""
    cards = side.deck.cards
    front = side.deck.n
    for i in range(side.hand.n + 1):
        card = side.kicker if i == side.hand.n else side.hand.cards[i]
        j = front
        while j < side.stocked and cards[j] != card:
            j += 1
        if j < side.stocked:
            cards[j] = cards[front]
            cards[front] = card
            front += 1
        elif card != NO_CARD:
            side.held.put(card)
    sort(cards, 0, front)
    sort(cards, front, side.stocked)
    sort(side.held.cards, 0, side.held.n)


def _forget_list(side: Side, reshuffled: bool) -> None:
    if side.kicker != NO_CARD:
        side.suspects = ANY_KIND
    if reshuffled:  # a recycle pile is open when it becomes the deck
        sort(side.deck.cards, 0, side.stocked)
        return
    for i in range(side.stocked):
        side.deck.cards[i] = HIDDEN


def unseen(side: Side) -> i64:
    """How many cards at the front of a veiled side's stock have not been seen since."""
    n = side.deck.n + side.hand.n - side.held.n
    if side.kicker == HIDDEN:
        return n + 1
    return n


def deal(side: Side, rng: Rng, ordered: i64) -> None:
    """Deal the unknown cards to kicker, hand and deck; all ways are equally likely."""
    cards = side.deck.cards
    hand = side.hand
    held = side.held
    left = unseen(side)
    if side.kicker == HIDDEN:
        left = _deal_kicker(side, rng, left)
    for i in range(hand.n):
        if i < held.n:
            hand.cards[i] = held.cards[i]
        else:
            left -= 1
            hand.cards[i] = _pull(cards, rng.below(left + 1), left)
    held.n = 0
    side.veiled = 0
    if ordered:
        for last in range(hand.n - 1, 0, -1):
            _pull(hand.cards, rng.below(last + 1), last)


def _pull(cards: vec[i64], index: i64, last: i64) -> i64:
    """Exchange two cards; return the one that is now last."""
    card = cards[index]
    cards[index] = cards[last]
    cards[last] = card
    return card


def _deal_kicker(side: Side, rng: Rng, left: i64) -> i64:
    """Choose a kicker that cannot be ruled out; return how many cards stay in the stock."""
    held = side.held
    while True:
        i = rng.below(side.hand.n + 1)
        if i < held.n:
            if side.suspects >> held.cards[i] & 1:
                side.kicker = held.take_at(i)
                return left
        else:
            i = rng.below(left)
            if side.suspects >> side.deck.cards[i] & 1:
                side.kicker = _pull(side.deck.cards, i, left - 1)
                return left - 1


@final
@mypyc_attr(acyclic=True)
class Invention:
    """A search for a legal list (DD-R19): random cards, exchanged until no fault is left."""

    def __init__(self, side: Side, setting: Setting, size: i64) -> None:
        self.side: Side = side
        self.setting: Setting = setting
        self.size: i64 = size
        self.reshuffled: bool = side.stocked < size
        self.open: vec[i64] = zeros(MOST_KINDS)
        self.least: vec[i64] = zeros(MOST_KINDS)  # copies that have been seen
        self.stock: vec[i64] = zeros(MOST_KINDS)
        self.copies: vec[i64] = zeros(MOST_KINDS)  # the list
        self.added: vec[i64] = zeros(LARGEST)  # the cards of the list that are made up
        self.n: i64 = size
        self.kinds: i64 = setting.kinds
        self.strict: bool = setting.full_rules == 1
        for card in range(self.kinds):
            self.open[card] = side.open_copies(card)
            self.least[card] = max(side.seen[card], self.open[card])
            self.copies[card] = self.least[card]
            self.n -= self.least[card]
        for i in range(side.stocked if self.reshuffled else 0):
            self.stock[side.deck.cards[i]] += 1

    def find(self, rng: Rng) -> None:
        for i in range(self.n):
            self._add(i, self._any(rng))
        fault = self.fault()
        left: i64 = PATIENCE
        while fault > 0:
            left -= 1
            if left == 0:  # own cards may leave hardly any list of the right price and balance
                self.strict = False
                fault = self.fault()
            i = rng.below(self.n)
            old = self.added[i]
            self.copies[old] -= 1
            self._add(i, self._any(rng))
            now = self.fault()
            if now > fault and rng.below(64) > 0:
                self.copies[self.added[i]] -= 1
                self._add(i, old)
            else:
                fault = now
        self._fill()

    def _any(self, rng: Rng) -> i64:
        while True:
            card = rng.below(self.kinds)
            if not self.setting.full_rules or self.copies[card] < self.setting.copies[card]:
                return card

    def _add(self, i: i64, card: i64) -> None:
        self.added[i] = card
        self.copies[card] += 1

    def fault(self) -> i64:
        """How far the list is from a legal one that fits."""
        setting = self.setting
        power: i64 = 0
        lean: i64 = 0
        for card in range(self.kinds):
            n = self.copies[card]
            power += n * setting.power[card]
            lean += 2 * n * (setting.yang[card] - setting.yin[card])
        wrong = self._cramped() if self.reshuffled else 0
        if self.strict:
            wrong += max(0, power - setting.price * self.size)
            wrong += max(0, lean - setting.most_balance * self.size)
            wrong += max(0, setting.least_balance * self.size - lean)
        return wrong

    def _cramped(self) -> i64:
        """How many more cards must be in hand or kicker than fit there."""
        side = self.side
        room = side.hand.n
        if side.kicker != NO_CARD:
            room += 1
        suspect: bool = False
        for card in range(self.kinds):
            held = self.copies[card] - self.open[card] - self.stock[card]
            if held > 0:
                room -= held
                suspect = suspect or self.copies[card] > self.least[card]
        if room < 0:
            return -4 * room
        if room == 0 and side.kicker != NO_CARD and not suspect:
            return 1
        return 0

    def _fill(self) -> None:
        """Lay the invented cards out as if the list were known."""
        side = self.side
        cards = side.deck.cards
        suspects: i64 = 0
        front: i64 = 0
        back = side.stocked
        for card in range(self.kinds):
            hidden = self.copies[card] - self.open[card]
            stock = self.stock[card] if self.reshuffled else self.copies[card]
            for i in range(max(hidden, stock)):
                if i >= stock:
                    side.held.put(card)
                elif i < hidden:
                    cards[front] = card
                    front += 1
                else:
                    back -= 1
                    cards[back] = card
            if self.copies[card] > side.seen[card]:
                suspects |= bit(card)
        if side.kicker != NO_CARD:
            side.suspects = suspects
