"""The rules of Martial Art: legal actions, and what each one does."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.martial_art.rules import (
    actions,
    choices,
    dice,
    events,
    hidden,
    knowledge,
    layout,
    phases,
    skills,
    strike,
    turn,
)
from budokan.games.martial_art.rules.features import features
from budokan.games.martial_art.rules.heuristic import heuristic
from budokan.games.martial_art.rules.refusals import why_not
from budokan.games.martial_art.rules.state import AREAS, DEFENSE, KICK, MOVE, Table
from budokan.kit.contract import CHANCE, State
from budokan.kit.rng import Rng


@final
@mypyc_attr(acyclic=True)
class MartialArt(Table):
    """The rules."""

    def acting(self) -> i64:
        return self.mask

    def blank(self) -> State:
        return MartialArt(self.setting)

    # -- legal actions -------------------------------------------------------------------------

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        return choices.legal(self, seat, out) if self.mask >> seat & 1 else 0

    def is_forced(self, seat: i64) -> bool:
        return self.mask >> seat & 1 == 1 and choices.is_forced(self, seat)

    def is_legal(self, seat: i64, action: i64) -> bool:
        return choices.belongs(self.phase, action) and super().is_legal(seat, action)

    def why_not(self, seat: i64, action: i64) -> i64:
        return why_not(self, seat, action)

    # -- what actions do -----------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if phase == phases.LEARN:
            layout.learn(self, seat, action - actions.LEARN)
            return
        if phase == phases.LAY and seat != CHANCE:
            layout.choose_lay(self, seat, action - actions.LAY)
            return
        self.mask = 0
        if seat == CHANCE:
            self._apply_chance(action)
        elif phase < phases.REACT:
            self._apply_turn(seat, action)
        elif phase < phases.ATTACK:
            self._apply_strike(action)
        else:
            self._apply_end(seat, action)
        turn.go_on(self)

    def _apply_chance(self, action: i64) -> None:
        if self.phase == phases.LAY:
            self.ask(CHANCE)
            layout.deal(self, action - actions.LAY)
        elif self.phase == phases.REVEAL:
            layout.reveal_skills(self)
        elif self.phase == phases.FIRST:
            layout.begin_fight(self, action - actions.FIRST)
        else:
            dice.roll(self, action - actions.ROLL)

    def _apply_turn(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if phase == phases.AREA:
            turn.open_area(self, seat, action - actions.AREA)
        elif phase == phases.EFFECTS:
            self._use_effect(seat, action)
        elif phase == phases.SKILL:
            if action != actions.PASS:
                turn.start_skill(self, seat, action - actions.SKILL)
        elif phase == phases.SOW:
            turn.put_down(self, seat, action - actions.SOW)
            turn.sow_rest(self, seat)
        elif action == actions.HOLD:
            self.tell(events.HOLD, seat, 0, 0)
            self.phase = phases.DAMAGE
        else:
            strike.declare(self, seat, action - actions.STRIKE)

    def _use_effect(self, seat: i64, action: i64) -> None:
        """Effects in any order, until the Attacker faces a direction or is ready (MA-R12)."""
        if action == actions.BUY:
            strike.buy_moves(self, seat, skills.missing(self, seat))
            self.ask(seat)
            return
        if action >= actions.FACE:
            if action < actions.READY:
                turn.turn_to(self, seat, action - actions.FACE)
            return
        if action < actions.STEP:
            turn.gain(self, seat, action - actions.ENERGY)
        else:
            if self.free:
                self.free -= 1
            else:
                strike.spend_move(self, seat)
            turn.step(self, seat, action - actions.STEP)
        if self.setting.black or turn.can_use_effects(self, seat):
            self.ask(seat)

    def _apply_strike(self, action: i64) -> None:
        phase = self.phase
        if phase == phases.TURN:
            turn.turn_to(self, self.turn, action - actions.FACE)
            turn.after_push(self)
            return
        blow = self.main if phase < phases.PUSH else self.third
        if phase == phases.DEFEND or phase == phases.THIRD_DEFEND:
            shown = action - actions.DEFEND
            turn.defend(self, blow, shown // actions.FEW, shown % actions.FEW)
        elif action == actions.PASS:
            self.tell(events.NO_REACTION, blow.seat, 0, 0)
        else:
            turn.react(self, blow, action - actions.SKILL)

    def _apply_end(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if phase == phases.GAIN:
            turn.gain(self, seat, action - actions.ENERGY)
            turn.ask_gain(self)
        elif phase == phases.DISCARD:
            strike.discard(self, DEFENSE if action == actions.DISCARD else MOVE)
        elif phase == phases.AFTER_STEP:
            self._step_after(seat, action)
        elif phase == phases.AFTER_FACE:
            turn.turn_to(self, seat, action - actions.FACE)
            self.phase = phases.DAMAGE
        elif action == actions.PASS:
            pass
        elif phase == phases.END:
            turn.end_skill(self, seat, action - actions.SKILL)
        elif phase == phases.KIAI:
            victim = action - actions.KIAI
            self.fighter(victim).silenced = 1
            self.tell(events.SILENCE, seat, victim, 0)
        elif phase == phases.SWAP:
            self._swap(seat, action - actions.SWAP)
        elif action < actions.SHIFT:
            self._trade(seat, action - actions.TRADE)
        else:
            self._shift(seat, action - actions.SHIFT)

    def _step_after(self, seat: i64, action: i64) -> None:
        """A space granted by a Skill, and a free turn after it (MA-95)."""
        if action == actions.PASS:
            self.after = 0
            return
        self.after -= 1
        turn.step(self, seat, action - actions.STEP)
        if self.setting.black:
            self.phase = phases.AFTER_FACE
            self.ask(seat)
        else:
            self.phase = phases.DAMAGE

    def _swap(self, seat: i64, code: i64) -> None:
        a = code // 45
        b = code % 45 // 9
        self.tell(events.SWAP, seat, a, b)
        turn.carry(self, seat, a, b, code % 9 // 3)
        turn.carry(self, seat, b, a, code % 3)
        self.note(seat, knowledge.SWAPPED, a, b)

    def _trade(self, seat: i64, code: i64) -> None:
        a = code // 15
        b = code % 15 // 3
        self.tell(events.TRADE, seat, a, b)
        me = self.fighter(seat)
        me.put(b, KICK, -1)
        me.put(a, KICK, 1)
        turn.carry(self, seat, a, b, code % 3)
        self.note(seat, knowledge.MOVED, a, b)

    def _shift(self, seat: i64, code: i64) -> None:
        a = code // 3
        b = (a + 1) % AREAS
        self.tell(events.SHIFT, seat, a, b)
        turn.carry(self, seat, a, b, code % 3)
        self.note(seat, knowledge.MOVED, a, b)

    # -- the end ------------------------------------------------------------------------------

    def can_resign(self, seat: i64) -> i64:
        """In one's own turn, but not between two tokens of a sowing (MA-R59)."""
        if self.phase < phases.AREA or self.mask != 1 << seat or seat != self.turn:
            return 0
        if self.phase == phases.SOW and self.sown:
            return 0
        return 1

    def resign(self, seat: i64) -> None:
        turn.give_up(self, seat)

    def score(self, seat: i64) -> float:
        if not self.winners >> seat & 1:
            return 0.0
        share: i64 = 0
        for other in range(self.seats):
            share += self.winners >> other & 1
        return 1.0 / int(share)

    def commit_count(self) -> i64:
        if self.phase < phases.AREA:
            return 0
        order = (self.turn - self.first + self.seats) % self.seats
        number = (self.round * self.seats + order) * 2 + self.bonus
        return 2 * number + (1 if self.phase > phases.STRIKE else 0)

    # -- chance -------------------------------------------------------------------------------

    def source(self) -> i64:
        return dice.source(self)

    def sample(self, rng: Rng) -> i64:
        return dice.sample(self, rng)

    def odds(self, out: vec[i64], weight: vec[i64]) -> i64:
        return dice.odds(self, out, weight) if self.mask == 1 << CHANCE else 0

    # -- views, heuristic and features ---------------------------------------------------------

    def observe(self, seat: i64) -> None:
        hidden.observe(self, seat)

    def seen(self, viewer: i64, seat: i64, action: i64) -> i64:
        return hidden.seen(self, viewer, seat, action)

    def may_teach(self, seat: i64, action: i64) -> bool:
        """Attackers handle only tokens of their own until they strike, and if they hold."""
        return action != actions.HOLD and not phases.AREA <= self.phase < phases.STRIKE

    def guess(self, seat: i64, rng: Rng) -> None:
        hidden.guess(self, rng)

    def heuristic(self, seat: i64, action: i64) -> i64:
        return heuristic(self, seat, action)

    def features(self, seat: i64, out: vec[i64]) -> i64:
        return features(self, seat, out)
