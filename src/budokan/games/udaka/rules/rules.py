"""The rules of Udaka. Numbers in comments are clauses of rules.md."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.udaka.rules import events
from budokan.games.udaka.rules.actions import (
    A_DRAW,
    A_FIRST,
    A_JOKER,
    A_KING,
    A_PAIR,
    A_SHOW,
    A_SINGLE,
    A_VEILED,
    rank_of,
)
from budokan.games.udaka.rules.features import features
from budokan.games.udaka.rules.refusals import why_not
from budokan.games.udaka.rules.state import (
    ACE,
    BOXES,
    DEAL,
    DISCARD,
    DRAW,
    FIRST,
    HAND,
    JOKER,
    KING,
    MOST_HELD,
    NOBODY,
    OVER,
    RANKS,
    REFILL,
    SHOW,
    TWO,
    Table,
)
from budokan.kit.contract import CHANCE
from budokan.kit.pile import NO_CARD
from budokan.kit.rng import Rng

LEAST_SEATS: Final = 2
MOST_SEATS: Final = 6


@final
@mypyc_attr(acyclic=True)
class Udaka(Table):
    """A match of Udaka."""

    def acting(self) -> i64:
        if self.phase == DISCARD:
            return 1 << self.turn
        if self.phase == OVER:
            return 0
        return 1 << CHANCE

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if self.phase != DISCARD or seat != self.turn:
            return 0
        if self.joker_is_due(seat):
            return self._joker_actions(seat, out, 0)
        hand = self.hand
        base = seat * MOST_HELD
        n: i64 = 0
        last: i64 = NO_CARD
        for i in range(base, base + self.held[seat]):
            rank = hand[i]
            if rank != last:
                n = self._singles(seat, rank, out, n)
            elif out[n - 1] < A_PAIR:  # the third of three alike adds nothing
                out[n] = A_PAIR + rank
                n += 1
            last = rank
        return n

    def _singles(self, seat: i64, rank: i64, out: vec[i64], n: i64) -> i64:
        """Add the ways to lay one card of a rank."""
        if rank == JOKER and self.can_rob(seat):
            return self._joker_actions(seat, out, n)
        if rank == KING and self.tokens[seat] > 0:
            for box in range(BOXES):
                out[n + box] = A_KING + box
            return n + BOXES
        out[n] = A_SINGLE + rank
        return n + 1

    def _joker_actions(self, seat: i64, out: vec[i64], n: i64) -> i64:
        for victim in range(self.seats):
            if victim != seat and self.tokens[victim] > 0:
                out[n] = A_JOKER + victim
                n += 1
        return n

    def why_not(self, seat: i64, action: i64) -> i64:
        return why_not(self, seat, action)

    def source(self) -> i64:
        """0 the seat served first, 1 the cards of the dealer draw, 2 the draw pile."""
        return min(self.phase, DEAL)

    def sample(self, rng: Rng) -> i64:
        if self.phase == FIRST:
            return A_FIRST + rng.below(self.seats)
        rank = self.pick(rng, self.deck_n)
        if self.phase == SHOW:
            return A_SHOW + rank
        return A_DRAW + rank

    def odds(self, out: vec[i64], weight: vec[i64]) -> i64:
        if self.phase >= DISCARD:
            return 0
        if self.phase == FIRST:
            for seat in range(self.seats):
                out[seat] = A_FIRST + seat
                weight[seat] = 1
            return self.seats
        base: i64 = A_DRAW
        if self.phase == SHOW:
            base = A_SHOW
        n: i64 = 0
        for rank in range(RANKS):
            if self.deck[rank] > 0:
                out[n] = base + rank
                weight[n] = self.deck[rank]
                n += 1
        return n

    def settle(self, rng: Rng) -> i64:
        while self.phase < DISCARD:
            self._chance(self.sample(rng))
        return self.acting()

    def apply(self, seat: i64, action: i64) -> None:
        if seat == CHANCE:
            self._chance(action)
        else:
            self._discard(seat, action)

    def _chance(self, action: i64) -> None:
        if self.phase >= DRAW:
            self._draw(action - A_DRAW)
        elif self.phase == DEAL:
            self._deal_card(action - A_DRAW)
        elif self.phase == SHOW:
            self._show(action - A_SHOW)
        else:
            self.turn = action - A_FIRST  # UD-R15
            self.phase = SHOW
            self.tell(events.FIRST, self.turn, 0, 0)

    def _show(self, rank: i64) -> None:
        seat = self.turn
        self.give(seat, rank)
        self.tell(events.SHOW, seat, rank, 0)
        self.turn = self.after(seat)  # UD-07
        if self.held[self.turn] > 0:
            self._choose_dealer()

    def _choose_dealer(self) -> None:
        dealer = self.dealer_shown()
        self.gather()  # UD-R15
        if dealer == NOBODY:
            self.tell(events.AGAIN, CHANCE, 0, 0)
            self._draw_dealer()
        else:
            self._deal(dealer)

    def _draw_dealer(self) -> None:
        self.phase = FIRST
        self.dealer = NOBODY
        self.turn = 0

    def _deal(self, dealer: i64) -> None:
        self.phase = DEAL
        self.dealer = dealer
        self.turn = self.after(dealer)
        self.tell(events.DEALER, dealer, self.rounds_won() + 1, 0)

    def _deal_card(self, rank: i64) -> None:
        self.give(self.turn, rank)
        self.tell(events.DEALT, self.turn, rank, 0)
        self.turn = self.after(self.turn)
        if self.held[self.turn] == HAND:  # UD-11; the turn is left of the dealer, UD-12
            self.phase = DRAW

    def _draw(self, rank: i64) -> None:
        seat = self.turn
        self.give(seat, rank)
        self.jokerless &= ~(1 << seat)
        event: i64 = events.REFILLED
        if self.phase == DRAW:
            event = events.DRAWN
        self.tell(event, seat, rank, 0)
        if self.deck_n == 0:
            self.tell(events.LAST_CARD, seat, 0, 0)
        if self.phase == DRAW:
            self.phase = DISCARD
        else:
            self._pass()  # UD-R23

    def _discard(self, seat: i64, action: i64) -> None:
        if self.setting.joker_must_play:
            self._note_no_joker(seat, action)
        if action < A_PAIR:
            self._single(seat, action - A_SINGLE)
        elif action < A_KING:
            self._pair(seat, action - A_PAIR)
        elif action < A_JOKER:
            self.lay(seat, KING)
            self.return_token(seat, action - A_KING)
        else:
            self.lay(seat, JOKER)
            self.steal_token(seat, action - A_JOKER)
        if self.held[seat] < HAND and self.deck_n > 0:
            self.phase = REFILL  # UD-24
        else:
            self._pass()  # UD-23, UD-R14

    def _note_no_joker(self, seat: i64, action: i64) -> None:
        """Who lays something else when the Joker would be due holds none."""
        if rank_of(action) != JOKER and self.can_rob(seat):
            self.jokerless |= 1 << seat

    def _single(self, seat: i64, rank: i64) -> None:
        paired = rank == self.top and not self.spent  # UD-R6
        self.lay(seat, rank)
        if rank == ACE:
            self.tell(events.ACE, seat, 0, self.laid[ACE])
            self.win_udaka(seat)
        elif paired:
            self.tell(events.TOP_PAIR, seat, rank, 0)
            self.win_token(seat, rank)  # UD-31
        elif rank < KING:
            self.tell(events.SINGLE, seat, rank, 0)
        elif rank == KING:
            self.tell(events.KING_FREE, seat, rank, 0)
        else:
            self.tell(events.JOKER_FREE, seat, rank, 0)

    def _pair(self, seat: i64, rank: i64) -> None:
        self.lay(seat, rank)
        self.lay(seat, rank)
        if rank == ACE:
            self.tell(events.ACE_PAIR, seat, 0, self.laid[ACE])
            self.win_udaka(seat)
        else:
            self.tell(events.HAND_PAIR, seat, rank, 0)
            self.win_token(seat, rank)

    def _pass(self) -> None:
        """The turn goes to the left; in the end phase to the next who has cards."""
        seat = self.after(self.turn)  # UD-13
        if self.deck_n > 0:
            self.turn = seat
            self.phase = DRAW
            return
        while self.held[seat] == 0 and seat != self.turn:
            seat = self.after(seat)  # UD-R13
        if self.held[seat] == 0:
            self._end_round()  # UD-46
        else:
            self.turn = seat
            self.phase = DISCARD  # UD-44

    def _end_round(self) -> None:
        winner = self.round_winner()
        self.wins[winner] += 1  # UD-49
        self.last = self.result(winner)
        if self.events is not None:
            self._tell_round(winner)
        if self.wins[winner] == self.setting.rounds_to_win:
            self.phase = OVER  # UD-50
            self.tell(events.GAME, winner, self.wins[winner], 0)
            return
        self.set_board()  # UD-R22
        if self.setting.redraw:
            self._draw_dealer()
        else:
            self._deal(self.after(self.dealer))  # UD-R16

    def _tell_round(self, winner: i64) -> None:
        """How the round was won; the winner's Rounds token is already counted."""
        for seat in range(self.seats):
            event: i64 = events.SCORE
            if seat == self.udaka:
                event = events.SCORE_UDAKA
            self.tell(event, seat, self.tokens[seat], self.points(seat))
        self.tell(events.LEFT, CHANCE, self.tokens_left(), 0)
        if self.leaders() > 1:
            self._tell_tie(winner)
        else:
            self.tell(events.OUTRIGHT, winner, self.rounds_won(), self.most_points())

    def _tell_tie(self, winner: i64) -> None:
        """Who shares the lead, one by one, and whom the UDAKA token lets win."""
        most = self.most_points()
        number = self.rounds_won()
        left = self.leaders()
        event: i64 = events.TIED_FIRST
        for seat in range(self.seats):
            if self.points(seat) == most:
                left -= 1
                if left == 0:
                    event = events.TIED_LAST
                self.tell(event, seat, number, most)
                event = events.TIED_NEXT
        event = events.TIE_OUTSIDE
        if self.points(winner) == most:
            event = events.TIE_INSIDE
        self.tell(event, winner, number, most)

    def seen(self, viewer: i64, seat: i64, action: i64) -> i64:
        if seat == CHANCE and action >= A_DRAW and viewer != self.turn:
            return A_VEILED
        return action

    def features(self, seat: i64, out: vec[i64]) -> i64:
        return features(self, seat, out)

    def heuristic(self, seat: i64, action: i64) -> i64:
        """Tokens first, then what helps the others least."""
        rank = rank_of(action)
        if action >= A_JOKER:
            return 700 + 10 * self.points(action - A_JOKER)
        if action >= A_KING:
            return self._hunch_box(seat, TWO + action - A_KING)
        if rank == ACE:
            return self._hunch_aces(seat, action)
        if rank == KING:
            return 300
        if rank == JOKER:
            return 0
        if self.boxes[rank] == 0:
            return 200
        if rank == self.top and not self.spent:
            if action >= A_PAIR:
                return 1200
            return 1100  # the next player would take it
        if action >= A_PAIR:
            return 1000
        return 150 - 30 * self.unseen(seat, rank)

    def _hunch_aces(self, seat: i64, action: i64) -> i64:
        """The fourth Ace is worth a token; the third may hand it to somebody else."""
        laid = self.laid[ACE] + 1
        if action >= A_PAIR:
            laid += 1
        if laid == self.setting.copies[ACE]:
            return 900
        top = self.top
        if top != NO_CARD and self.boxes[top] > 0 and self.unseen(seat, top) > 0:
            return 80 - 40 * laid  # it leaves the top card open
        return 130 - 40 * laid

    def _hunch_box(self, seat: i64, rank: i64) -> i64:
        """Give a token back late, and where it can be won again or by nobody."""
        if self.count(seat, rank) > 1:
            return -100
        return -200 - 10 * self.unseen(seat, rank)

    def blank(self) -> "Udaka":
        return Udaka(self.seats, self.setting)
