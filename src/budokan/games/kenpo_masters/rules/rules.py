"""The rules of Kenpo Masters: legal actions, and what each one does."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.kenpo_masters.rules import actions, combat, combo, events, hidden, phases
from budokan.games.kenpo_masters.rules.features import features
from budokan.games.kenpo_masters.rules.heuristic import heuristic
from budokan.games.kenpo_masters.rules.refusals import why_not
from budokan.games.kenpo_masters.rules.state import (
    DECK,
    FORWARD,
    MOVES,
    NONE,
    RESTED,
    STAY,
    Table,
    square,
)
from budokan.kit.contract import CHANCE, State
from budokan.kit.pile import zeros
from budokan.kit.rng import Rng

PARTS: Final[i64] = DECK + 2  # of a turn that can become final one by one


@final
@mypyc_attr(acyclic=True)
class KenpoMasters(Table):
    """The rules."""

    def acting(self) -> i64:
        return self.mask

    def blank(self) -> State:
        return KenpoMasters(self.setting)

    # -- legal actions -------------------------------------------------------------------------

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if not self.mask >> seat & 1:
            return 0
        if self.phase == phases.PLAY:
            return self._plays(out)
        if self.phase == phases.MOVE:
            return self._movements(out)
        return self._targets(out)

    def _plays(self, out: vec[i64]) -> i64:
        side, can = self.side(self.turn), combo.playable(self)
        n: i64 = 0
        if side.n == 0:
            if can == 0 or combo.may_rest(self):  # KM-70, KM-76, KM-R11
                out[0] = actions.REST
                n = 1
        elif combo.may_stop(self):
            out[0] = actions.STOP
            n = 1
        action: i64 = actions.PLAY
        while can:
            if can & 1:
                out[n] = action
                n += 1
            can >>= 1
            action += 1
        return n

    def _movements(self, out: vec[i64]) -> i64:
        side = self.side(self.turn)
        card, flip = side.kind[side.n - 1], side.flip[side.n - 1]
        steps = self.steps(self.turn)
        n: i64 = 0
        for move in range(MOVES):
            if steps >> move & 1 and combo.shows(self.setting, card, flip, move):
                out[n] = actions.GO + move
                n += 1
                if combo.may_call(self, move):
                    out[n] = actions.CALL + move
                    n += 1
        return n

    def _targets(self, out: vec[i64]) -> i64:
        me, foe = self.side(self.turn), self.side(1 - self.turn)
        direction = self.direction()
        out[0] = actions.BLOCK_NONE
        n: i64 = 1
        for place in range(foe.n):
            if combat.can_block(self.setting, me, self.asked, foe, place, direction):
                out[n] = actions.BLOCK + place
                n += 1
        return n

    def is_forced(self, seat: i64) -> bool:
        side = self.side(self.turn)
        if self.phase == phases.PLAY and side.known_n < side.hand_n:
            return False  # what a hidden hand allows is its player's secret
        return self.legal(seat, zeros(DECK + 1)) == 1

    def why_not(self, seat: i64, action: i64) -> i64:
        return why_not(self, seat, action)

    # -- what actions do -----------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if phase == phases.PLAY:
            if action == actions.REST:
                self._rest()
            elif action == actions.STOP:
                self.tell(events.STOP, seat, 0, 0)
                self.assign(0)
            else:
                self._play(action - actions.PLAY)
        elif phase == phases.MOVE:
            self._go(action)
        elif phase == phases.BLOCK:
            self._block(action)
        elif phase == phases.FIRST:
            self._first(action - actions.FIRST)
        elif action >= actions.LOSE:
            self._lose(action - actions.LOSE)
        else:
            self._draw(action - actions.DRAW)

    def _first(self, seat: i64) -> None:
        self.turn = seat
        self.tell(events.FIRST, seat, 0, 0)
        self.phase = phases.DEAL
        self.a.due = self.setting.hand
        self.b.due = self.setting.hand
        self._bar(seat)  # KM-74
        self.go_on_drawing()

    def _bar(self, seat: i64) -> None:
        """No rest in the next turn, or in the next turn of each player (KM-R12)."""
        self.side(seat).no_rest = 1
        if self.setting.no_rest_each:
            self.side(1 - seat).no_rest = 1

    def _rest(self) -> None:
        side = self.side(self.turn)
        allowed = combo.may_rest(self)
        self.tell(events.REST if allowed else events.FORCED_REST, self.turn, 0, self.ply)
        if not allowed:
            setting = self.setting
            side.reveal_stuck(combo.stuck_kinds(self), setting.effects)  # KM-R11
        side.rested = 1
        side.advanced = 0
        if self.setting.watches:
            side.went = 1 << RESTED
        side.due = self.setting.rest_draw
        self.phase = phases.REST
        self.go_on_drawing()

    def _play(self, card: i64) -> None:
        side = self.side(self.turn)
        is_action = self.setting.actions >> card & 1
        if side.n == 0:
            side.rested = 0
            side.advanced = 0
            self.tell(events.PLAY, self.turn, card, self.ply)
        else:
            self.tell(events.ADD, self.turn, card, 0)
        side.take(card)
        side.show(card, self.setting.effects)
        side.lay(self.setting, card)
        if is_action:
            if self.move == NONE:
                self.phase = phases.MOVE  # KM-20
            else:
                side.move[side.n - 1] = self.move  # KM-45
                if self.setting.second_steps >> card & 1:
                    self.move = NONE  # KM-112

    def _go(self, action: i64) -> None:
        side = self.side(self.turn)
        last = side.n - 1
        called = action >= actions.CALL
        move = action - actions.CALL if called else action - actions.GO
        calls = combo.calls_break(self) and (called or not self.setting.optional_break)  # KM-R19
        self.walk(self.turn, move)
        side.move[last] = move
        self.acted = 1
        if move == FORWARD:
            side.advanced = 1
        self.tell(events.STAND if move == STAY else events.STEP, self.turn, move, square(side))
        if self.a.row == self.b.row:
            self.tell(events.BREAK, self.turn, 0, 0)  # KM-80
            self._call_break()
        elif calls:
            self.tell(events.CALLED_BREAK, self.turn, side.kind[last], 0)
            self._call_break()
        else:
            self.phase = phases.PLAY
            if not self.setting.second_steps >> side.kind[last] & 1:  # KM-112
                self.move = move

    def _call_break(self) -> None:
        self.breaking = 1
        self.assign(0)

    def assign(self, place: i64) -> None:
        """Ask what the next defence card with a choice blocks, or resolve (KM-R7)."""
        me = self.side(self.turn)
        foe = self.side(1 - self.turn)
        direction = self.direction()
        for i in range(place, me.n):
            if combat.has_target(self.setting, me, i, foe, direction):
                self.phase = phases.BLOCK
                self.asked = i
                return
        self._resolve()

    def _block(self, action: i64) -> None:
        me = self.side(self.turn)
        asked = self.asked
        if action != actions.BLOCK_NONE:
            place = action - actions.BLOCK
            me.aim[asked] = place
            target = self.side(1 - self.turn).kind[place]
            self.tell(events.BLOCK, self.turn, target, me.kind[asked])
        self.assign(asked + 1)

    def _resolve(self) -> None:
        """The passive player's attacks, counters, and in a Break the own attack (KM-33, KM-82)."""
        setting = self.setting
        me = self.side(self.turn)
        foe = self.side(1 - self.turn)
        direction = self.direction()
        taken = combat.total_harm(setting, foe, me, direction)
        given = combat.counters(setting, me, foe, direction)
        if self.breaking:
            given += combat.total_harm(setting, me, foe, direction)
        me.score += given
        foe.score += taken
        if self.events is not None:
            combat.tell_resolution(self, given, taken)
        if setting.aftermath:
            self._aftermath(direction)
        foe.clear()
        if self.breaking:
            me.clear()
            self._note_break(given, taken)
        else:
            me.sweep(setting)
        me.no_rest = 0
        self._end_turn()

    def _aftermath(self, direction: i64) -> None:
        """What texts do besides points: hits that rob or push, then cards to draw."""
        setting = self.setting
        me = self.side(self.turn)
        self._after_hits(1 - self.turn, direction)
        if self.breaking:
            self._after_hits(self.turn, direction)
        for i in range(me.n):
            if setting.drawing >> me.kind[i] & 1:
                me.due += setting.draws[me.kind[i]]  # KM-R43

    def _after_hits(self, seat: i64, direction: i64) -> None:
        """The attacks of a side that score take cards and move the other (KM-R41, KM-R42)."""
        setting = self.setting
        side = self.side(seat)
        foe = self.side(1 - seat)
        for place in range(side.n):
            card = side.kind[place]
            if not (setting.pushing | setting.robbing) >> card & 1:
                continue
            if combat.harm(setting, side, place, foe, direction) == 0:
                continue
            foe.lose = min(foe.lose + setting.robs[card], foe.hand_n)
            if setting.pushing >> card & 1 and not self.breaking:
                self._push(1 - seat, setting.push[card])

    def _push(self, seat: i64, move: i64) -> None:
        """Move a fighter by one square if it is free; it is no movement of its own (KM-R41)."""
        if self.can_go(seat, move):
            side = self.side(seat)
            went = side.went
            self.walk(seat, move)
            side.went = went
            self.tell(events.PUSH, seat, move, square(side))

    def _note_break(self, given: i64, taken: i64) -> None:
        self.break_turn = self.ply
        self.break_points_a = given
        self.break_points_b = taken
        if self.turn == 1:
            self.break_points_a = taken
            self.break_points_b = given

    def _end_turn(self) -> None:
        """End check first, then the reset of a Break, then the next turn (KM-R29, KM-R30)."""
        broken = self.breaking
        self.move = NONE
        self.acted = 0
        self.breaking = 0
        self.asked = 0
        if self.is_decided():
            self._finish()
        elif broken:
            self._reset()
        elif self.setting.aftermath and self._owes():
            self.phase = phases.AFTER
            self.go_on_drawing()
        else:
            self._next_turn()

    def _owes(self) -> bool:
        """Whether cards are to be lost or drawn."""
        return self.a.due + self.b.due + self.a.lose + self.b.lose > 0

    def is_decided(self) -> bool:
        target = self.setting.target
        return self.a.score >= target or self.b.score >= target or self.ply == self.setting.turn_cap

    def _finish(self) -> None:
        self.phase = phases.OVER
        self.mask = 0
        for side in (self.a, self.b):
            side.due = 0  # KM-R29
            side.lose = 0
        if self.events is not None:
            a, b = self.a.score, self.b.score
            if a < self.setting.target and b < self.setting.target:
                self.tell(events.TURN_LIMIT, self.turn, self.ply, 0)
            winner = self.winner()
            if winner == NONE:
                self.tell(events.TIE, 0, a, 0)
            else:
                self.tell(events.WIN, winner, max(a, b), min(a, b))

    def _reset(self) -> None:
        """Back to the start squares, and each draws one (KM-84)."""
        self.tell(events.RESET, self.turn, 0, 0)
        self.start_squares()
        self.a.advanced = 0
        self.b.advanced = 0
        self.a.went = 0
        self.b.went = 0
        self.a.due += self.setting.break_draw
        self.b.due += self.setting.break_draw
        self._bar(1 - self.turn)  # KM-75
        self.phase = phases.BREAK
        self.go_on_drawing()

    def _next_turn(self) -> None:
        self.turn = 1 - self.turn  # KM-36
        self.ply += 1
        self.begin_turn()

    def begin_turn(self) -> None:
        self.phase = phases.PLAY
        self.mask = 1 << self.turn
        if self.setting.watches:
            self.side(self.turn).went = 0

    def score(self, seat: i64) -> float:
        if self.phase != phases.OVER:
            return 0.0
        winner = self.winner()
        return 0.5 if winner == NONE else 1.0 if winner == seat else 0.0

    def commit_count(self) -> i64:
        """Grows with each turn, with its stop, and with each answer of a block (KM-R35)."""
        if not self.setting.final_stop or self.phase < phases.BLOCK:
            return self.ply * PARTS
        if self.phase == phases.BLOCK:
            return self.ply * PARTS + 1 + self.asked
        return self.ply * PARTS + DECK + 1

    # -- chance -------------------------------------------------------------------------------

    def go_on_drawing(self) -> None:
        """Wait for cards to be lost and drawn; once there are none, go on with the match."""
        self.mask = 1 << CHANCE
        if self.setting.robbing and self.loser() != NONE:
            return
        for i in range(2):
            seat = self.turn if i == 0 else 1 - self.turn
            side = self.side(seat)
            if side.due > 0 and side.deck_n == 0:
                if side.discard_n == 0:
                    side.due = 0  # KM-R14
                else:
                    self.tell(events.RESHUFFLE, seat, side.discard_n, 0)
                    side.reshuffle()
            if side.due:
                return
        if self.phase == phases.DEAL:
            self.tell(events.HANDS, self.turn, self.setting.hand, 0)
            self.begin_turn()
        elif self.phase == phases.REST:
            self._resolve()  # KM-R13
        else:
            self._next_turn()

    def _draw(self, card: i64) -> None:
        seat = self.drawer()
        side = self.side(seat)
        side.draw(card)
        side.due -= 1
        if self.phase != phases.DEAL:
            self.tell(events.DRAW, seat, card, 0)
        self.go_on_drawing()

    def _lose(self, card: i64) -> None:
        seat = self.loser()
        side = self.side(seat)
        side.drop(card, self.setting.effects)
        side.lose -= 1
        self.tell(events.LOSE, seat, card, 0)
        self.go_on_drawing()

    def source(self) -> i64:
        if self.phase == phases.FIRST:
            return 0
        if self.setting.robbing and self.loser() != NONE:
            return 3 + self.loser()
        return 1 + self.drawer()

    def sample(self, rng: Rng) -> i64:
        if self.phase == phases.FIRST:
            return actions.FIRST + rng.below(2)
        if self.setting.robbing and self.loser() != NONE:
            return actions.LOSE + self._pick_lost(rng)
        return actions.DRAW + self._pick(rng)

    def _pick(self, rng: Rng) -> i64:
        """A card of the deck, each as likely as any other."""
        side = self.side(self.drawer())
        left = rng.below(side.deck_n)
        card: i64 = 0
        while left >= side.deck[card]:
            left -= side.deck[card]
            card += 1
        return card

    def _pick_lost(self, rng: Rng) -> i64:
        """A card of the hand, each as likely as any other (KM-R42)."""
        side = self.side(self.loser())
        left = rng.below(side.hand_n)
        card: i64 = 0
        while left >= side.hand[card]:
            left -= side.hand[card]
            card += 1
        return card

    def odds(self, out: vec[i64], weight: vec[i64]) -> i64:
        if self.mask != 1 << CHANCE:
            return 0
        if self.phase == phases.FIRST:
            for seat in range(2):
                out[seat] = actions.FIRST + seat
                weight[seat] = 1
            return 2
        if self.setting.robbing and self.loser() != NONE:
            return self._list(self.side(self.loser()).hand, actions.LOSE, out, weight)
        return self._list(self.side(self.drawer()).deck, actions.DRAW, out, weight)

    def _list(self, pile: vec[i64], first: i64, out: vec[i64], weight: vec[i64]) -> i64:
        n: i64 = 0
        for card in range(self.setting.kinds):
            if pile[card] > 0:
                out[n] = first + card
                weight[n] = pile[card]
                n += 1
        return n

    def settle(self, rng: Rng) -> i64:
        while self.mask == 1 << CHANCE:
            if self.phase == phases.FIRST:
                self._first(rng.below(2))
            elif self.setting.robbing and self.loser() != NONE:
                self._lose(self._pick_lost(rng))
            else:
                self._draw(self._pick(rng))
        return self.mask

    # -- views, heuristic and features ---------------------------------------------------------

    def observe(self, seat: i64) -> None:
        hidden.observe(self, seat)

    def seen(self, viewer: i64, seat: i64, action: i64) -> i64:
        return hidden.seen(self, viewer, action)

    def may_teach(self, seat: i64, action: i64) -> bool:
        """Players lay cards of their own; all else that counts lies open, until chance draws."""
        return False

    def guess(self, seat: i64, rng: Rng) -> None:
        hidden.guess(self, rng)

    def heuristic(self, seat: i64, action: i64) -> i64:
        return heuristic(self, seat, action)

    def features(self, seat: i64, out: vec[i64]) -> i64:
        return features(self, seat, out)
