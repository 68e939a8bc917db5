"""The rules of Udaka: legal actions, and what each one does."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.udaka.rules import actions, events, hidden, phases
from budokan.games.udaka.rules.actions import rank_of
from budokan.games.udaka.rules.features import features
from budokan.games.udaka.rules.heuristic import heuristic
from budokan.games.udaka.rules.refusals import why_not
from budokan.games.udaka.rules.state import (
    ACE,
    BOXES,
    HAND,
    JOKER,
    KING,
    MOST_HELD,
    NOBODY,
    RANKS,
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
    """The rules."""

    def acting(self) -> i64:
        if self.phase == phases.DISCARD:
            return 1 << self.turn
        if self.phase == phases.OVER:
            return 0
        return 1 << CHANCE

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if self.phase != phases.DISCARD or seat != self.turn:
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
            elif rank < KING and out[n - 1] < actions.PAIR:  # the third card adds nothing
                out[n] = actions.PAIR + rank
                n += 1
            last = rank
        return n

    def _singles(self, seat: i64, rank: i64, out: vec[i64], n: i64) -> i64:
        """Add the ways to lay one card of a rank."""
        if rank == JOKER and self.can_rob(seat):
            return self._joker_actions(seat, out, n)
        if rank == KING and self.tokens[seat] > 0:
            for box in range(BOXES):
                out[n + box] = actions.KING + box
            return n + BOXES
        out[n] = actions.SINGLE + rank
        return n + 1

    def _joker_actions(self, seat: i64, out: vec[i64], n: i64) -> i64:
        for victim in range(self.seats):
            if victim != seat and self.tokens[victim] > 0:
                out[n] = actions.JOKER + victim
                n += 1
        return n

    def is_forced(self, seat: i64) -> bool:
        """The last card in hand, unless it may be one that asks for a box or a victim.

        In a game of memory it may always be one: a card that plays itself would remind players
        of what has been laid (UD-R19).
        """
        if self.phase != phases.DISCARD or seat != self.turn or self.held[seat] != 1:
            return False
        remembers = self.setting.show_discards
        if self.tokens[seat] > 0 and not (remembers and self.all_laid(KING)):
            return False
        return self.victims(seat) < 2 or (remembers and self.all_laid(JOKER))

    def why_not(self, seat: i64, action: i64) -> i64:
        return why_not(self, seat, action)

    def score(self, seat: i64) -> float:
        """1 for the winner of the game."""
        won = self.phase == phases.OVER and self.wins[seat] == self.setting.rounds_to_win
        return 1.0 if won else 0.0

    def commit_count(self) -> i64:
        """Every discard is final."""
        return self.rounds_won() * (self.setting.cards + 1) + self.cards_laid()

    def source(self) -> i64:
        """0 the seat served first, 1 the cards of the dealer draw, 2 the draw pile."""
        return min(self.phase, phases.DEAL)

    def sample(self, rng: Rng) -> i64:
        if self.phase == phases.FIRST:
            return actions.FIRST + rng.below(self.seats)
        rank = self.pick(rng, self.deck_n)
        if self.phase == phases.SHOW:
            return actions.SHOW + rank
        return actions.DRAW + rank

    def odds(self, out: vec[i64], weight: vec[i64]) -> i64:
        if self.phase >= phases.DISCARD:
            return 0
        if self.phase == phases.FIRST:
            for seat in range(self.seats):
                out[seat] = actions.FIRST + seat
                weight[seat] = 1
            return self.seats
        base: i64 = actions.DRAW
        if self.phase == phases.SHOW:
            base = actions.SHOW
        n: i64 = 0
        for rank in range(RANKS):
            if self.deck[rank] > 0:
                out[n] = base + rank
                weight[n] = self.deck[rank]
                n += 1
        return n

    def settle(self, rng: Rng) -> i64:
        while self.phase < phases.DISCARD:
            self._chance(self.sample(rng))
        return self.acting()

    def apply(self, seat: i64, action: i64) -> None:
        if seat == CHANCE:
            self._chance(action)
        else:
            self._discard(seat, action)

    def _chance(self, action: i64) -> None:
        if self.phase >= phases.DRAW:
            self._draw(action - actions.DRAW)
        elif self.phase == phases.DEAL:
            self._deal_card(action - actions.DRAW)
        elif self.phase == phases.SHOW:
            self._show(action - actions.SHOW)
        else:
            self.turn = action - actions.FIRST  # UD-R15
            self.phase = phases.SHOW
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
        self.phase = phases.FIRST
        self.dealer = NOBODY
        self.turn = 0

    def _deal(self, dealer: i64) -> None:
        self.phase = phases.DEAL
        self.dealer = dealer
        self.turn = self.after(dealer)
        self.tell(events.DEALER, dealer, self.rounds_won() + 1, 0)

    def _deal_card(self, rank: i64) -> None:
        self.give(self.turn, rank)
        self.tell(events.DEALT, self.turn, rank, 0)
        self.turn = self.after(self.turn)
        if self.held[self.turn] == HAND:  # UD-11; the turn is left of the dealer, UD-12
            self.phase = phases.DRAW

    def _draw(self, rank: i64) -> None:
        seat = self.turn
        self.give(seat, rank)
        self.jokerless &= ~(1 << seat)
        event: i64 = events.REFILLED
        if self.phase == phases.DRAW:
            event = events.DRAWN
        self.tell(event, seat, rank, 0)
        if self.deck_n == 0:
            self.tell(events.LAST_CARD, seat, 0, 0)
        if self.phase == phases.DRAW:
            self.phase = phases.DISCARD
        else:
            self._pass()  # UD-R23

    def _discard(self, seat: i64, action: i64) -> None:
        if self.setting.joker_must_play:
            self._note_no_joker(seat, action)
        if action < actions.PAIR:
            self._single(seat, action - actions.SINGLE)
        elif action < actions.KING:
            self._pair(seat, action - actions.PAIR)
        elif action < actions.JOKER:
            self.lay(seat, KING)
            self.return_token(seat, action - actions.KING)
        else:
            self.lay(seat, JOKER)
            self.steal_token(seat, action - actions.JOKER)
        if self.held[seat] < HAND and self.deck_n > 0:
            self.phase = phases.REFILL  # UD-24
        else:
            self._pass()  # UD-23, UD-R14

    def _note_no_joker(self, seat: i64, action: i64) -> None:
        """Not playing a due Joker proves the seat has none."""
        if rank_of(action) != JOKER and self.can_rob(seat):
            self.jokerless |= 1 << seat

    def _single(self, seat: i64, rank: i64) -> None:
        paired = rank == self.top and rank < KING and not self.spent  # UD-R6, UD-R26
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
        """Pass the turn to the left; in the end phase, to the next seat that has cards."""
        seat = self.after(self.turn)  # UD-13
        if self.deck_n > 0:
            self.turn = seat
            self.phase = phases.DRAW
            return
        while self.held[seat] == 0 and seat != self.turn:
            seat = self.after(seat)  # UD-R13
        if self.held[seat] == 0:
            self._end_round()  # UD-46
        else:
            self.turn = seat
            self.phase = phases.DISCARD  # UD-44

    def _end_round(self) -> None:
        winner = self.round_winner()
        self.wins[winner] += 1  # UD-49
        self.last = self.result(winner)
        if self.events is not None:
            self._tell_round(winner)
        if self.wins[winner] == self.setting.rounds_to_win:
            self.phase = phases.OVER  # UD-50
            self.tell(events.GAME, winner, self.wins[winner], 0)
            return
        self.set_board()  # UD-R22
        if self.setting.redraw:
            self._draw_dealer()
        else:
            self._deal(self.after(self.dealer))  # UD-R16

    def _tell_round(self, winner: i64) -> None:
        """Report how the round was won; the winner's Rounds token is already counted."""
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
        """Report each seat that shares the lead, and who wins by the UDAKA token."""
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

    # -- observation and heuristic ------------------------------------------------------------

    def observe(self, seat: i64) -> None:
        hidden.observe(self, seat)

    def seen(self, viewer: i64, seat: i64, action: i64) -> i64:
        return hidden.seen(self, viewer, seat, action)

    def guess(self, seat: i64, rng: Rng) -> None:
        hidden.guess(self, rng)

    def heuristic(self, seat: i64, action: i64) -> i64:
        return heuristic(self, seat, action)

    def features(self, seat: i64, out: vec[i64]) -> i64:
        return features(self, seat, out)

    def blank(self) -> "Udaka":
        return Udaka(self.seats, self.setting)
