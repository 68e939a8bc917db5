"""The state of Udaka. A rank is a number: A 2 3 4 5 6 7 8 9 K J are 0 to 10."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.udaka.rules import events, phases
from budokan.kit.contract import HIDDEN, State
from budokan.kit.pile import NO_CARD, copy_vec, zeros
from budokan.kit.rng import Rng

RANKS: Final[i64] = 11
ACE: Final[i64] = 0
TWO: Final[i64] = 1  # the first rank with a box
KING: Final[i64] = 9  # the ranks below it can be paired
JOKER: Final[i64] = 10
BOXES: Final[i64] = 8
HAND: Final[i64] = 2  # cards in hand between turns
MOST_HELD: Final[i64] = 3  # cards in hand, after the draw
NOBODY: Final[i64] = -1


@final
@mypyc_attr(acyclic=True)
class Setting:
    """The deck and the switches of a match; never changed, shared by all its states."""

    def __init__(
        self,
        copies: list[int],
        tokens_each: int,
        *,
        udaka_counts: bool,
        top_reuse: bool,
        take_all: bool,
        joker_must_play: bool,
        redraw: bool,
        show_discards: bool,
        rounds_to_win: int,
    ) -> None:
        self.copies: vec[i64] = vec[i64](copies)
        self.cards: i64 = sum(copies)
        self.tokens_each: i64 = tokens_each
        self.tokens: i64 = tokens_each * BOXES
        self.udaka_counts: bool = udaka_counts
        self.top_reuse: bool = top_reuse
        self.take_all: bool = take_all
        self.joker_must_play: bool = joker_must_play
        self.redraw: bool = redraw
        self.show_discards: bool = show_discards
        self.rounds_to_win: i64 = rounds_to_win


@mypyc_attr(acyclic=True)
class Table(State):
    """Cards and tokens, and the ways they move."""

    def __init__(self, seats: i64, setting: Setting) -> None:
        super().__init__(seats)
        self.setting: Setting = setting
        self.phase: i64 = phases.FIRST
        self.turn: i64 = 0  # who discards, or is given the next card
        self.dealer: i64 = NOBODY
        self.top: i64 = NO_CARD  # of the regular discard pile
        self.spent: bool = False  # the top card was in a pair and cannot be in another, UD-R8
        self.udaka: i64 = NOBODY  # who owns the UDAKA token
        self.jokerless: i64 = 0  # bit mask of seats known to have no Joker, UD-R11
        self.deck_n: i64 = 0  # cards in the draw pile
        self.deck: vec[i64] = zeros(RANKS)  # of each rank; in a view also the hidden hands
        self.laid: vec[i64] = zeros(RANKS)  # discards; the Aces are the UDAKA discard pile
        self.boxes: vec[i64] = zeros(RANKS)  # number tokens on the board, by rank
        self.hand: vec[i64] = zeros(MOST_HELD * int(seats))  # sorted; HIDDEN in a view
        self.held: vec[i64] = zeros(int(seats))  # cards in hand
        self.tokens: vec[i64] = zeros(int(seats))  # number tokens owned
        self.wins: vec[i64] = zeros(int(seats))  # rounds won
        # The previous round, replaced as a whole: tokens of each seat, UDAKA owner, winner.
        self.last: vec[i64] = zeros(0)
        self.set_board()

    def set_board(self) -> None:
        """Reset everything but the round wins and the last round to the start of a round."""
        self.top = NO_CARD
        self.spent = False
        self.udaka = NOBODY  # UD-05
        self.jokerless = 0
        for rank in range(RANKS):
            self.laid[rank] = 0  # UD-06, UD-R17
        for rank in range(TWO, KING):
            self.boxes[rank] = self.setting.tokens_each  # UD-04
        for seat in range(self.seats):
            self.tokens[seat] = 0
        self.gather()

    def gather(self) -> None:
        """Return all cards to the draw pile."""
        self.deck_n = self.setting.cards
        for rank in range(RANKS):
            self.deck[rank] = self.setting.copies[rank]
        for seat in range(self.seats):
            self.held[seat] = 0

    def after(self, seat: i64) -> i64:
        """The seat to the left."""
        if seat + 1 == self.seats:
            return 0
        return seat + 1

    def put(self, seat: i64, rank: i64) -> None:
        """Add a card to a hand, which stays sorted."""
        hand = self.hand
        base = seat * MOST_HELD
        i = base + self.held[seat]
        while i > base and hand[i - 1] > rank:
            hand[i] = hand[i - 1]
            i -= 1
        hand[i] = rank
        self.held[seat] += 1

    def lay(self, seat: i64, rank: i64) -> None:
        """Move a card from a hand to its discard pile."""
        hand = self.hand
        i = seat * MOST_HELD
        self.held[seat] -= 1
        last = i + self.held[seat]
        while hand[i] != rank:
            i += 1
        while i < last:
            hand[i] = hand[i + 1]
            i += 1
        self.laid[rank] += 1
        if rank != ACE:  # UD-26, UD-33
            self.top = rank
            self.spent = False

    def give(self, seat: i64, rank: i64) -> None:
        """Move a card from the draw pile to a hand."""
        self.deck[rank] -= 1
        self.deck_n -= 1
        self.put(seat, rank)

    def win_token(self, seat: i64, rank: i64) -> None:
        """Take the tokens that a pair on top wins from its box."""
        self.spent = not self.setting.top_reuse
        there = self.boxes[rank]
        if there == 0:
            self.tell(events.WORTHLESS, seat, rank, 0)  # UD-22
            return
        taken: i64 = 1
        if self.setting.take_all:
            taken = there  # UD-R9
        self.boxes[rank] = there - taken
        self.tokens[seat] += taken  # UD-21
        event: i64 = events.TOKEN
        if taken > 1:
            event = events.TOKENS
        self.tell(event, seat, rank, taken)

    def win_udaka(self, seat: i64) -> None:
        """Once all Aces are laid, give the UDAKA token to the seat that laid the last one."""
        if self.laid[ACE] == self.setting.copies[ACE]:
            self.udaka = seat  # UD-34, UD-R18
            self.tell(events.UDAKA, seat, 0, 0)

    def return_token(self, seat: i64, box: i64) -> None:
        """Return a number token to a box."""
        self.tokens[seat] -= 1  # UD-37
        self.boxes[TWO + box] += 1  # UD-38
        self.tell(events.KING, seat, box, self.boxes[TWO + box])

    def steal_token(self, seat: i64, victim: i64) -> None:
        """Move a number token from one player to another."""
        self.tokens[victim] -= 1
        self.tokens[seat] += 1  # UD-41
        self.tell(events.JOKER, seat, victim, 0)

    def count(self, seat: i64, rank: i64) -> i64:
        """How many cards of a rank a seat holds."""
        n: i64 = 0
        base = seat * MOST_HELD
        for i in range(base, base + self.held[seat]):
            if self.hand[i] == rank:
                n += 1
        return n

    def unseen(self, seat: i64, rank: i64) -> i64:
        """How many cards of a rank a seat has neither in hand nor seen laid."""
        return self.setting.copies[rank] - self.laid[rank] - self.count(seat, rank)

    def pick(self, rng: Rng, n: i64) -> i64:
        """The rank of one of the first n cards of the deck, counted in order of rank."""
        deck = self.deck
        left = rng.below(n)
        rank: i64 = 0
        while left >= deck[rank]:
            left -= deck[rank]
            rank += 1
        return rank

    def can_rob(self, seat: i64) -> bool:
        """Whether somebody else owns a number token."""
        tokens = self.tokens
        for other in range(self.seats):
            if tokens[other] > 0 and other != seat:
                return True
        return False

    def victims(self, seat: i64) -> i64:
        """How many others own a number token."""
        n: i64 = 0
        for other in range(self.seats):
            if self.tokens[other] > 0 and other != seat:
                n += 1
        return n

    def all_laid(self, rank: i64) -> bool:
        """Whether nobody can hold a card of this rank any more."""
        return self.laid[rank] == self.setting.copies[rank]

    def joker_is_due(self, seat: i64) -> bool:
        """Under joker_must_play: the Joker is in hand and somebody can be robbed, UD-R11."""
        due = self.setting.joker_must_play and self.count(seat, JOKER) > 0
        return due and self.can_rob(seat)

    def points(self, seat: i64) -> i64:
        """Tokens that count for the round, UD-R3."""
        if self.setting.udaka_counts and seat == self.udaka:
            return self.tokens[seat] + 1
        return self.tokens[seat]

    def most_points(self) -> i64:
        most: i64 = 0
        for seat in range(self.seats):
            most = max(most, self.points(seat))
        return most

    def leaders(self) -> i64:
        """How many seats have the most points."""
        most = self.most_points()
        n: i64 = 0
        for seat in range(self.seats):
            if self.points(seat) == most:
                n += 1
        return n

    def round_winner(self) -> i64:
        """Who would win the round now; NOBODY in a tie that no UDAKA token breaks."""
        if self.leaders() > 1:
            return self.udaka  # UD-48, UD-R4
        most = self.most_points()
        seat: i64 = 0
        while self.points(seat) != most:
            seat += 1
        return seat  # UD-47

    def result(self, winner: i64) -> vec[i64]:
        """The round that has just ended, as `last` keeps it."""
        ended = zeros(int(self.seats) + 2)
        copy_vec(ended, self.tokens)
        ended[self.seats] = self.udaka
        ended[self.seats + 1] = winner
        return ended

    def tokens_left(self) -> i64:
        """Number tokens on the board."""
        n: i64 = 0
        for rank in range(TWO, KING):
            n += self.boxes[rank]
        return n

    def dealer_shown(self) -> i64:
        """The dealer chosen by the dealer draw, which began at the turn's seat; or NOBODY."""
        best: i64 = 0
        dealer: i64 = NOBODY
        seat = self.turn
        for _ in range(self.seats):
            height = self.hand[seat * MOST_HELD]  # UD-09
            if height == ACE:
                height = KING  # UD-08
            elif height >= KING:
                height = ACE  # UD-R15
            if height > best:  # of equal cards the first counts, UD-10
                best = height
                dealer = seat
            seat = self.after(seat)
        return dealer

    def rounds_won(self) -> i64:
        n: i64 = 0
        for seat in range(self.seats):
            n += self.wins[seat]
        return n

    def cards_laid(self) -> i64:
        n: i64 = 0
        for rank in range(RANKS):
            n += self.laid[rank]
        return n

    def is_hidden(self, seat: i64) -> bool:
        """Whether the viewer may not know this hand."""
        return self.held[seat] > 0 and self.hand[seat * MOST_HELD] == HIDDEN

    def copy_from(self, other: State) -> None:
        """Become equal to another table of the same setting."""
        assert isinstance(other, Table)
        self.phase = other.phase
        self.turn = other.turn
        self.dealer = other.dealer
        self.top = other.top
        self.spent = other.spent
        self.udaka = other.udaka
        self.jokerless = other.jokerless
        self.deck_n = other.deck_n
        copy_vec(self.deck, other.deck)
        copy_vec(self.laid, other.laid)
        copy_vec(self.boxes, other.boxes)
        copy_vec(self.hand, other.hand)
        copy_vec(self.held, other.held)
        copy_vec(self.tokens, other.tokens)
        copy_vec(self.wins, other.wins)
        self.last = other.last

    def encode(self) -> list[int]:
        """The whole table as numbers."""
        whole = [self.phase, self.turn, self.dealer, self.top, self.spent, self.udaka]
        whole += [self.jokerless, self.deck_n, *self.deck, *self.laid, *self.boxes]
        whole += [*self.held, *self.tokens, *self.wins, len(self.last), *self.last]
        for seat in range(self.seats):
            whole += [self.hand[seat * MOST_HELD + i] for i in range(self.held[seat])]
        return [int(number) for number in whole]
