"""The rules of Master Udo: legal actions, and what each one does."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.master_udo.rules import actions, choices, effects, events, phases
from budokan.games.master_udo.rules.features import features
from budokan.games.master_udo.rules.heuristic import heuristic
from budokan.games.master_udo.rules.refusals import why_not
from budokan.games.master_udo.rules.state import BIT, NONE, PLACES, ROAD, Table, bits, size_of
from budokan.kit.contract import CHANCE, ROOM, State
from budokan.kit.pile import zeros
from budokan.kit.rng import Rng


@final
@mypyc_attr(acyclic=True)
class MasterUdo(Table):
    """The rules."""

    def acting(self) -> i64:
        phase = self.phase
        if phase == phases.REVEAL:
            return 1 << CHANCE
        if phase >= phases.WON:
            return 0
        return 1

    def blank(self) -> State:
        return MasterUdo(self.setting)

    # -- legal actions -------------------------------------------------------------------------

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if seat != 0 or self.acting() != 1:
            return 0
        return choices.legal(self, out)

    def is_forced(self, seat: i64) -> bool:
        """Everything is open, so one legal action is a public fact.

        Nobody is made to fall: the combos of the turn can still be taken back.
        """
        out = zeros(ROOM)
        return self.legal(seat, out) == 1 and out[0] != actions.FALL

    def why_not(self, seat: i64, action: i64) -> i64:
        return why_not(self, seat, action)

    # -- what actions do -----------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        if action < actions.TAKE:
            self._apply_play(action)
        elif action < actions.SUFFER:
            self._apply_resolve(action)
        elif action < actions.REVEAL:
            self._apply_attack(action)
        else:
            self._reveal(action - actions.REVEAL)

    def _apply_play(self, action: i64) -> None:
        if action < actions.ADD:
            self._fight(action)
        elif action < actions.CLOSE:
            self._add(action - actions.ADD)
        else:
            if self.size[self.lanes]:
                self._close()
            if action == actions.RESOLVE:
                if self.lanes == 0:
                    self.tell(events.NO_COMBO, 0, 0, 0)
                self._end_laying()

    def _fight(self, master: i64) -> None:
        self.master = master
        self.tell(events.FIGHT, 0, master, self.setting.glory[master])
        if self.setting.reshuffle:  # MU-R11
            self.deck = self.setting.all_attacks
            self.used = 0
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.turn += 1
        self.hits = 0
        self.doubled = 0
        self.extra = 0
        self.phase = phases.REVEAL
        self.tell(events.TURN, 0, self.turn, self.master)
        if self.setting.kai:  # MU-86, MU-R21
            self.raging = 1 if self.kai_rages() else 0
            if self.raging:
                self.tell(events.RAGE, 0, 0, 0)
        if self.charge and self.setting.drain[self.master]:
            self._drain()
        if self.setting.hidden[self.master] and self.attacks_at_first() == 0:
            self.phase = phases.PLAY
        else:
            self._fill_deck()

    def _drain(self) -> None:
        lost = min(self.charge, self.setting.drain[self.master])
        self.charge -= lost
        self.tell(events.DRAIN, 0, lost, 0)

    def _fill_deck(self) -> None:
        """Reshuffle an empty deck, because a card must be drawn (MU-R10)."""
        if self.deck == 0:
            self.tell(events.RESHUFFLE, 0, bits(self.used), 0)
            self.deck = self.used
            self.used = 0

    def _reveal(self, attack: i64) -> None:
        self.deck &= ~BIT[attack]
        self.revealed |= BIT[attack]
        self.shown |= BIT[attack]
        self.tell(events.SHOWS, 0, attack, self.block_value(attack))
        shown, due = bits(self.revealed), self.attacks_due()
        if self.setting.hidden[self.master] and shown == self.attacks_at_first():
            self.phase = phases.PLAY
        elif shown < due:
            self._fill_deck()
        elif self.setting.hidden[self.master]:
            self._begin_resolving()
        else:
            self.phase = phases.PLAY

    def _add(self, card: i64) -> None:
        lane = self.lanes
        self.laid[self.start[lane] + self.size[lane]] = card
        self.size[lane] += 1
        self.hand -= self.setting.one[card]

    def _close(self) -> None:
        lane = self.lanes
        self.start[lane + 1] = self.start[lane] + self.size[lane]
        self.size[lane + 1] = 0
        self.lanes = lane + 1

    def _end_laying(self) -> None:
        """Combos lie there: attacks that were hidden are shown, and swift ones hit first."""
        hides = self.setting.hidden[self.master] != 0
        if hides and bits(self.revealed) < self.attacks_due():
            self.phase = phases.REVEAL
            self._fill_deck()
        else:
            self._begin_resolving()

    def _begin_resolving(self) -> None:
        if self.setting.swift[self.master]:
            self._next_attack()
        else:
            self._next_combo()

    def _next_combo(self) -> None:
        """Ask for the next combo; after the last one the attacks come (MU-28)."""
        if effects.lanes_left(self):
            self.phase = phases.RESOLVE
            return
        self.clear_lanes()
        self._next_attack()

    def _apply_resolve(self, action: i64) -> None:
        if action < actions.BOOST:
            effects.begin_combo(self, action - actions.TAKE, False)
        elif action < actions.OPTION:
            effects.begin_combo(self, action - actions.BOOST, True)
        elif action < actions.COVER:
            effects.choose(self, action - actions.OPTION)
        elif action < actions.STOP:
            effects.cover(self, action - actions.COVER)
        elif action < actions.RECOVER:
            effects.stop(self, action - actions.STOP)
        elif action < actions.GIVE:
            effects.recover(self, action - actions.RECOVER)
        elif action < actions.BURN:
            effects.give(self, action - actions.GIVE)
        elif action < actions.ENRAGE:
            effects.burn(self, action - actions.BURN)
        elif action == actions.ENOUGH:
            effects.enough(self)
        else:
            self._enrage(action)
        self._go_on()

    def _enrage(self, action: i64) -> None:
        if action >= actions.ENRAGE_TOP:
            effects.enrage_at(self, self.top(action - actions.ENRAGE_TOP))
            return
        card = (action - actions.ENRAGE) // PLACES
        place = (action - actions.ENRAGE) % PLACES
        if place < 2:
            effects.enrage_pile(self, card, place == 0)
        else:
            effects.enrage_at(self, effects.place_under(self, place - 2, card))

    def _go_on(self) -> None:
        """Carry out steps; at their end the combo, or the attack that hit, is finished."""
        if effects.run(self):
            return
        if self.lane != NONE:
            effects.end_combo(self)
            self._next_combo()
        else:
            effects.end_effect(self)
            self._next_attack()

    def _next_attack(self) -> None:
        """Attacks that were not blocked hit, in any order (MU-40, MU-41)."""
        if self.shown:
            self.phase = phases.ATTACKS
        elif effects.lanes_left(self):  # of a swift master
            self.phase = phases.RESOLVE
        else:
            self._end_turn()

    def _apply_attack(self, action: i64) -> None:
        if action < actions.PAY_HAND:
            self.attack = action - actions.SUFFER
            self.paid = 0
            self.phase = phases.PAY
            self.tell(events.HIT, 0, self.attack, 0)
        elif action == actions.FALL:
            self._lose(phases.FELL, events.FALL)
            return
        elif action < actions.PAY_PILE:
            card = action - actions.PAY_HAND
            self.hand -= self.setting.one[card]
            self.pile += self.setting.one[card]
            self.paid += 1
            self.tell(events.PAY, 0, card, 0)
        else:
            card = action - actions.PAY_PILE
            self.pile -= self.setting.one[card]
            self.gone += self.setting.one[card]  # MU-45
            self.paid += 1
            self.tell(events.EXHAUST, 0, card, 0)
        if self.paid == self.losses():
            self._end_attack()

    def _end_attack(self) -> None:
        self.shown &= ~BIT[self.attack]
        self.used |= BIT[self.attack]  # MU-44
        self.attack = NONE
        self.paid = 0
        if self.setting.hit_enrages:  # MU-R20; for Udo nothing can turn
            self.step = self.setting.hit_row
            self._go_on()
        else:
            self._next_attack()

    def _end_turn(self) -> None:
        """MU-47, MU-48; the time limit counts after a defeat (MU-R30)."""
        self.revealed = 0
        if self.all_covered():
            self._beat()
            return
        if self.hits == 0 and self.setting.regenerate[self.master]:
            self._regrow()
        for _ in range(self.setting.regrow[self.master]):
            self._regrow()
        if self.turn == self.setting.max_turns:
            self._lose(phases.TIMED_OUT, events.TIME_OUT)
        else:
            self._begin_turn()

    def _regrow(self) -> None:
        lowest: i64 = NONE
        for i in range(self.hearts()):
            covered = (self.covered >> i) & 1
            if covered and (lowest == NONE or self.heart(i) < self.heart(lowest)):
                lowest = i
        if lowest != NONE:
            self.covered &= ~BIT[lowest]
            self.tell(events.REGROW, 0, self.heart(lowest), self.master)

    def _beat(self) -> None:
        """Rewards, or the win (MU-49, MU-50, MU-R32)."""
        master = self.master
        self.road.put(master)
        self.hits = 0
        self.tell(events.BEATEN, 0, master, self.glory())
        if self.road.n == ROAD:
            self.phase = phases.WON
            self.tell(events.WIN, 0, self.glory(), 0)
            return
        if self.pile:
            self.tell(events.BACK, 0, size_of(self.pile), 0)
        technique = self.setting.technique + master
        self.hand += self.pile + self.setting.one[technique]
        self.pile = 0
        self.tell(events.LEARN, 0, technique, 0)
        if self.charge:
            self.tell(events.FADE, 0, self.charge, 0)
        self.charge = 0  # MU-60
        self.doubled = 0
        self.extra = 0  # MU-R37
        if self.setting.calm_between:
            self._calm_hand()
        self.master = NONE
        self.covered = 0  # MU-54
        self.turn = 0
        self.phase = phases.CHOOSE

    def _calm_hand(self) -> None:
        """MU-R25"""
        setting = self.setting
        turned: i64 = 0
        for card in range(setting.sides):
            enraged = card + setting.sides
            n = setting.count(self.hand, enraged)
            self.hand += n * (setting.one[card] - setting.one[enraged])
            turned += n
        if turned:
            self.tell(events.CALM_ALL, 0, turned, 0)

    def _lose(self, phase: i64, event: i64) -> None:
        self.phase = phase
        self.attack = NONE
        self.paid = 0
        self.lane = NONE
        self.length = 0
        self.kept = 0
        self.extra = 0
        self.held = NONE
        self.held_left = 0
        effects.end_effect(self)
        self.tell(event, 0, self.road.n, self.glory())

    def can_resign(self, seat: i64) -> i64:
        return 1 if seat == 0 and self.acting() == 1 else 0

    def resign(self, seat: i64) -> None:
        self._lose(phases.CONCEDED, events.CONCEDE)  # MU-R30

    def score(self, seat: i64) -> float:
        """Glory, and a win above all: with our masters 0.45 at most without, 0.70 at least with."""
        if self.phase < phases.WON:
            return 0.0
        won = self.setting.win if self.phase == phases.WON else 0
        return float(self.glory() + won) / float(self.setting.top_score)

    def commit_count(self) -> i64:
        return 0  # the reveal, an entry of chance, ends every draft

    # -- chance -------------------------------------------------------------------------------

    def source(self) -> i64:
        return 0

    def sample(self, rng: Rng) -> i64:
        skip = rng.below(bits(self.deck))
        attack: i64 = 0
        while not (self.deck >> attack) & 1 or skip > 0:
            skip -= (self.deck >> attack) & 1
            attack += 1
        return actions.REVEAL + attack

    def odds(self, out: vec[i64], weight: vec[i64]) -> i64:
        if self.phase != phases.REVEAL:
            return 0
        n = choices.list_attacks(self, self.deck, actions.REVEAL, out)
        for i in range(n):
            weight[i] = 1
        return n

    # -- views, heuristic and features ---------------------------------------------------------

    def observe(self, seat: i64) -> None:
        """Only the order of the deck is hidden, and a set has none (MU-R31)."""

    def seen(self, viewer: i64, seat: i64, action: i64) -> i64:
        return action

    def guess(self, seat: i64, rng: Rng) -> None:
        """Nothing is hidden."""

    def heuristic(self, seat: i64, action: i64) -> i64:
        return heuristic(self, action)

    def features(self, seat: i64, out: vec[i64]) -> i64:
        return features(self, out)
