"""The rules of Dojo Duel: legal actions, and what each one does."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.dojo_duel.rules import actions, events, hidden, phases
from budokan.games.dojo_duel.rules.features import features
from budokan.games.dojo_duel.rules.heuristic import heuristic
from budokan.games.dojo_duel.rules.refusals import why_not
from budokan.games.dojo_duel.rules.state import (
    HAND,
    KEEP,
    REVEAL,
    UNDECIDED,
    Side,
    Table,
    bit,
    loss,
)
from budokan.kit.contract import CHANCE, State
from budokan.kit.pile import NO_CARD, Pile
from budokan.kit.rng import Rng


def lane_of(action: i64) -> i64:
    """The lane a kicker is revealed in; without lanes the first."""
    return action - actions.REVEAL_IN if action >= actions.REVEAL_IN else 0


@final
@mypyc_attr(acyclic=True)
class DojoDuel(Table):
    """The rules."""

    def acting(self) -> i64:
        return self.mask

    def blank(self) -> State:
        return DojoDuel(self.setting)

    # -- legal actions ------------------------------------------------------------------------

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if not self.mask >> seat & 1:
            return 0
        phase = self.phase
        if phase == phases.ANSWER:
            return self._cards(seat, actions.ANSWER, out)  # DD-23
        if phase == phases.POINT:
            return self._places(1 - seat, out)
        if phase == phases.WINDOW or phase == phases.CHOICE:
            return self._kicker_choices(out)
        if phase == phases.KICKER:
            return self._cards(seat, actions.KICKER, out)  # DD-16
        return self._orders(seat, out) if phase == phases.FAN else 0

    def _cards(self, seat: i64, base: i64, out: vec[i64]) -> i64:
        """The kinds in a hand; equal cards are one choice."""
        hand = self.side(seat).hand
        listed: i64 = 0
        n: i64 = 0
        for i in range(hand.n):
            card = hand.cards[i]
            kind = bit(card)
            if listed & kind == 0:
                listed |= kind
                out[n] = base + card
                n += 1
        return n

    def _places(self, seat: i64, out: vec[i64]) -> i64:
        if not self.setting.holder:
            out[0] = actions.POINT  # every back is as good as any other (DD-R8)
            return 1
        n = self.side(seat).hand.n
        for i in range(n):
            out[i] = actions.POINT_AT + i
        return n

    def _kicker_choices(self, out: vec[i64]) -> i64:
        out[0] = actions.PASS
        if not self.setting.lanes:
            out[1] = actions.REVEAL
            return 2
        out[1] = actions.REVEAL_IN
        out[2] = actions.REVEAL_IN + 1
        return 3

    def _orders(self, seat: i64, out: vec[i64]) -> i64:
        side = self.side(seat)
        out[0] = actions.KEEP_FAN
        n: i64 = 1
        for order in range(actions.PASS - actions.FAN):
            if side.can_arrange(self.setting.orders, HAND * order):
                out[n] = actions.FAN + order
                n += 1
        return n

    def is_forced(self, seat: i64) -> bool:
        # Every back of a shuffled fan is as good as any other (DD-R8).
        return self.phase == phases.POINT and not self.setting.holder

    def is_legal(self, seat: i64, action: i64) -> bool:
        if self.phase == phases.FAN and actions.FAN <= action < actions.PASS:
            order = HAND * (action - actions.FAN)
            acts = self.mask == 1 << seat
            return acts and self.side(seat).can_arrange(self.setting.orders, order)
        return super().is_legal(seat, action)

    def why_not(self, seat: i64, action: i64) -> i64:
        return why_not(self, seat, action)

    # -- what actions do ----------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if phase == phases.ANSWER:
            self._answer(seat, action - actions.ANSWER)
        elif phase == phases.POINT:
            self._point(action)
        elif phase == phases.SHOWS:
            side = self.side(1 - self.turn)
            self._show(side, side.hand.find(action - actions.SHOWS))
        elif phase == phases.DRAW:
            self._draw(self.drawer(), action - actions.DRAW)
            self.go_on_drawing()
        elif phase == phases.WINDOW:
            self._speak(seat, action)
        elif phase == phases.CHOICE:
            self._choose(seat, action)
        elif phase == phases.KICKER:
            self._lay_kicker(seat, action - actions.KICKER)
        elif phase == phases.FAN:
            self._arrange(seat, action)
        else:
            self._toss(action - actions.TOSS)

    def _toss(self, seat: i64) -> None:
        self.tell(events.TOSS, seat, self.round, 0)
        self.first = seat
        self._begin_round()

    def _begin_round(self) -> None:
        self.tell(events.ROUND, self.first, self.round, 0)
        self.go_on_drawing()

    def go_on_drawing(self) -> None:
        """Let seats with fewer than five cards draw; then come the kickers, once, and the Turns."""
        if self.a.hand.n < HAND:
            self._must_draw(0)
        elif self.b.hand.n < HAND:
            self._must_draw(1)
        elif self.round == 1 and self.a.kicker == NO_CARD:
            self.phase = phases.KICKER  # DD-16
            self.mask = 3
        else:
            self._begin_turn(self.first)

    def _must_draw(self, seat: i64) -> None:
        self.phase = phases.DRAW
        self.mask = 1 << CHANCE
        side = self.side(seat)
        if side.deck.n == 0:  # DD-R14
            self._reshuffle(seat, side)

    def _reshuffle(self, seat: i64, side: Side) -> None:
        self.tell(events.RESHUFFLE, seat, side.recycle.n, 0)
        if self.setting.secret[seat]:
            side.remember(self.setting.kinds)
        side.reshuffle()

    def _draw(self, seat: i64, card: i64) -> None:
        self.side(seat).draw(card)
        self.tell(events.DRAW, seat, card, 0)

    def _lay_kicker(self, seat: i64, card: i64) -> None:
        self.side(seat).lay_kicker(card)
        self.tell(events.KICKER, seat, card, 0)
        self.mask &= ~(1 << seat)
        if self.mask == 0:
            self.go_on_drawing()  # DD-17

    def _begin_turn(self, seat: i64) -> None:
        self.turn = seat
        self.phase = phases.POINT
        self.mask = 1 << seat
        if self.setting.holder:
            self.phase = phases.FAN
            self.mask = 1 << (1 - seat)

    def _arrange(self, seat: i64, action: i64) -> None:
        if action != actions.KEEP_FAN:
            self.side(seat).arrange(self.setting.orders, HAND * (action - actions.FAN))
        self.tell(events.FAN, seat, 0, 0)
        self.phase = phases.POINT
        self.mask = 1 << self.turn

    def _point(self, action: i64) -> None:
        if action == actions.POINT:
            self.phase = phases.SHOWS
            self.mask = 1 << CHANCE
        else:
            self._show(self.side(1 - self.turn), action - actions.POINT_AT)

    def _show(self, side: Side, index: i64) -> None:
        """The card pointed at goes open onto its owner's field (DD-22)."""
        turn = self.turn
        if self.events is not None:
            self.tell(events.SHOWS, turn, side.hand.cards[index], 1 - turn)
        side.play(index)
        self.phase = phases.ANSWER
        self.mask = 1 << turn

    def _answer(self, seat: i64, card: i64) -> None:
        side = self.side(seat)
        side.play(side.hand.find(card))
        if self.events is not None:
            self.tell(events.ANSWER, seat, card, 0)
        if seat == self.first:
            self._begin_turn(1 - seat)  # DD-24
        elif self.setting.simultaneous:
            self._open_choice()
        else:
            self._ask(self.first, 0)

    def _ask(self, seat: i64, passes: i64) -> None:
        """The kicker window: ask the next seat that has a kicker, or compare (DD-R4)."""
        while passes < 2:
            if self.side(seat).kicker != NO_CARD:
                self.phase = phases.WINDOW
                self.turn = seat
                self.mask = 1 << seat
                self.passes = passes
                return
            passes += 1
            seat = 1 - seat
        self._compare()

    def _speak(self, seat: i64, action: i64) -> None:
        if action == actions.PASS:
            self.tell(events.PASS, seat, 0, 0)
            self._ask(1 - seat, self.passes + 1)
        else:
            self._reveal(seat, lane_of(action))
            self._ask(1 - seat, 0)

    def _reveal(self, seat: i64, lane: i64) -> None:
        side = self.side(seat)
        if self.setting.secret[seat]:
            side.remember_kicker(self.setting.kinds)
        side.reveal(lane)
        self.tell(events.REVEAL_IN if self.setting.lanes else events.REVEAL, seat, side.shown, lane)

    def _open_choice(self) -> None:
        """Every seat that has a kicker chooses in secret (DD-R4)."""
        self.phase = phases.CHOICE
        self.mask = (self.a.kicker != NO_CARD) + 2 * (self.b.kicker != NO_CARD)
        if self.mask == 0:
            self._compare()

    def _choose(self, seat: i64, action: i64) -> None:
        self.side(seat).choice = KEEP if action == actions.PASS else REVEAL + lane_of(action)
        self.tell(events.CHOICE, seat, 0, 0)
        self.mask &= ~(1 << seat)
        if self.mask == 0:
            self._show_choices()

    def _show_choices(self) -> None:
        for seat in range(2):
            side = self.side(seat)
            if side.choice == KEEP:
                self.tell(events.PASS, seat, 0, 0)
            elif side.choice != UNDECIDED:
                self._reveal(seat, side.choice - REVEAL)
            side.choice = UNDECIDED
        self._compare()

    def _compare(self) -> None:
        """Both losses come from the same totals and are taken off together (DD-29)."""
        a, b = self.a, self.b
        self.passes = 0
        lost_a = loss(a, b, self.setting)
        lost_b = loss(b, a, self.setting)
        a.points -= lost_a
        b.points -= lost_b
        if self.events is not None:
            self.tell_comparison(lost_a, lost_b)
        if a.points <= 0 or b.points <= 0 or self.round == self.setting.round_limit:
            self.phase = phases.OVER  # DD-36, DD-R13, DD-R21
            self.mask = 0
            if self.events is not None:
                self.tell_end(self.winner())
        else:
            a.clean()
            b.clean()
            self._next_round()

    def _next_round(self) -> None:
        setting = self.setting
        self.round += 1
        if setting.toss_each:
            self.phase = phases.TOSS
            self.mask = 1 << CHANCE
            return
        if not setting.fixed:
            self.first = 1 - self.first  # DD-R9
        self._begin_round()

    def winner(self) -> i64:
        """The seat with more points, or -1 for a draw (DD-36, DD-R11, DD-R13)."""
        a, b = self.a.points, self.b.points
        if a == b or (a <= 0 and b <= 0 and self.setting.ko_draw):
            return -1
        return 0 if a > b else 1

    def score(self, seat: i64) -> float:
        if self.phase != phases.OVER:
            return 0.0
        winner = self.winner()
        return 0.5 if winner < 0 else 1.0 if winner == seat else 0.0

    def commit_count(self) -> i64:
        # Only after pointing at a place does the same seat act again.
        return 8 * self.round + self.a.field.n + self.b.field.n

    # -- chance -------------------------------------------------------------------------------

    def source(self) -> i64:
        if self.phase == phases.DRAW:
            return 1 + self.drawer()
        return 3 + self.turn if self.phase == phases.SHOWS else 0

    def sample(self, rng: Rng) -> i64:
        if self.phase == phases.TOSS:
            return actions.TOSS + rng.below(2)
        pile = self._pile()
        base: i64 = actions.DRAW if self.phase == phases.DRAW else actions.SHOWS
        return base + pile.cards[rng.below(pile.n)]

    def odds(self, out: vec[i64], weight: vec[i64]) -> i64:
        if self.mask != 1 << CHANCE:
            return 0
        if self.phase == phases.TOSS:
            for seat in range(2):
                out[seat] = actions.TOSS + seat
                weight[seat] = 1
            return 2
        pile = self._pile()
        base: i64 = actions.DRAW if self.phase == phases.DRAW else actions.SHOWS
        n: i64 = 0
        for i in range(pile.n):
            card = pile.cards[i]
            if pile.find(card) == i:
                out[n] = base + card
                weight[n] = pile.count(card)
                n += 1
        return n

    def _pile(self) -> Pile:
        """The pile chance takes a card from: a deck, or the fan pointed at."""
        if self.phase == phases.DRAW:
            return self.side(self.drawer()).deck
        return self.side(1 - self.turn).hand

    def settle(self, rng: Rng) -> i64:
        while self.mask == 1 << CHANCE:
            if self.phase == phases.SHOWS:
                side = self.side(1 - self.turn)
                index = rng.below(side.hand.n)
                self._show(side, side.hand.find(side.hand.cards[index]))
            elif self.phase == phases.DRAW:
                self._fill_hand(0, self.a, rng)
                self._fill_hand(1, self.b, rng)
                self.go_on_drawing()
            else:
                self._toss(rng.below(2))
        return self.mask

    def _fill_hand(self, seat: i64, side: Side, rng: Rng) -> None:
        """Draw until holding five (DD-15)."""
        while side.hand.n < HAND:
            if side.deck.n == 0:
                self._reshuffle(seat, side)  # DD-R14
            held = side.hand.n
            side.draw_at_random(rng)
            if self.events is not None:
                for i in range(held, side.hand.n):
                    self.events.emit(events.DRAW, seat, side.hand.cards[i], 0)

    # -- observation and heuristic ------------------------------------------------------------

    def observe(self, seat: i64) -> None:
        hidden.observe(self, seat)

    def seen(self, viewer: i64, seat: i64, action: i64) -> i64:
        return hidden.seen(self, viewer, seat, action)

    def may_teach(self, seat: i64, action: i64) -> bool:
        """Answers and kickers shown one after the other come from what a player knows."""
        return self.phase != phases.ANSWER and self.phase != phases.WINDOW

    def guess(self, seat: i64, rng: Rng) -> None:
        hidden.guess(self, rng)

    def heuristic(self, seat: i64, action: i64) -> i64:
        return heuristic(self, seat, action)

    def features(self, seat: i64, out: vec[i64]) -> i64:
        return features(self, seat, out)
