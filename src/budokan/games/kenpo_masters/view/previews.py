"""Previews of Kenpo Masters: the points of steps and cards, shown on squares and cards."""

from typing import Final, NamedTuple

from budokan.games.kenpo_masters.rules import combat, combo, phases
from budokan.games.kenpo_masters.rules.heuristic import guard
from budokan.games.kenpo_masters.rules.rules import KenpoMasters
from budokan.games.kenpo_masters.rules.state import (
    BACK,
    FORWARD,
    LEFT,
    NONE,
    RESTED,
    RIGHT,
    STAY,
    Side,
    square,
)
from budokan.kit.contract import copy

REPLIES: Final[tuple[int, ...]] = (FORWARD, STAY, LEFT, RIGHT, BACK)


class Outcome(NamedTuple):
    """A movement: its square, its points, and the attacks it makes miss."""

    move: int
    square: int
    broken: bool  # a Break is called
    take: int
    give: int  # at once in a Break, else if the other stands still
    now: int  # what of it is scored at once
    misses: tuple[int, ...] = ()  # attacks that would hit a fighter who stands, and do not now


class Forecast:
    """Looks ahead for one seat, on a copy of its observation."""

    def __init__(self, view: KenpoMasters, me: int) -> None:
        twin = copy(view)
        assert isinstance(twin, KenpoMasters)
        self.state, self.me = twin, me
        self.mine, self.theirs = twin.side(me), twin.side(1 - me)

    def side(self, seat: int) -> Side:
        return self.state.side(seat)

    # -- as it stands -------------------------------------------------------------------------

    def worth(self, seat: int, place: int) -> int:
        """The points an attack on the table would score now."""
        side, foe = self.side(seat), self.side(1 - seat)
        return int(combat.harm(self.state.setting, side, place, foe, self.state.direction()))

    def parts(self, seat: int, place: int) -> list[tuple[str, int]]:
        """The terms of that sum."""
        state = self.state
        side = self.side(seat)
        foe = self.side(1 - seat)
        setting, direction = state.setting, state.direction()
        points = int(combat.arrow(setting, side, place, direction))
        if not points:
            return []
        found = [("arrow", points), ("step", int(combat.step_bonus(setting, side, place)))]
        found += [("fake", int(side.fake[place]))]
        found += [("combo", int(combat.all_text(setting, side, place, foe)))]
        if combat.is_doubled(setting, side, place, foe):
            found.append(("doubled", int(combat.blow(setting, side, place, direction, foe))))
        found.append(("blocked", -int(combat.prevented(setting, side, place, foe, direction))))
        return [part for part in found if part[1]]

    def total(self, seat: int) -> int:
        """The points all attacks of a seat would score now against an unguarded fighter."""
        side, foe = self.side(seat), self.side(1 - seat)
        return int(combat.total_harm(self.state.setting, side, foe, self.state.direction()))

    def hits(self, seat: int) -> list[int]:
        """The places of the attacks of a seat that would score now."""
        attacks = self.state.setting.attacks
        side = self.side(seat)
        places = [i for i in range(side.n) if attacks >> side.kind[i] & 1]
        return [place for place in places if self.worth(seat, place)]

    # -- steps --------------------------------------------------------------------------------

    def step(self, seat: int, move: int) -> tuple[int, int, int]:
        """Let a fighter step, NONE nowhere; what it takes to step back."""
        side = self.side(seat)
        before = int(side.col), int(side.row), int(side.went)
        if move != NONE:
            side.went = 0
            self.state.walk(seat, move)
        return before

    def step_back(self, seat: int, before: tuple[int, int, int]) -> None:
        side = self.side(seat)
        side.col, side.row, side.went = before

    def open_steps(self, seat: int) -> list[int]:
        return [move for move in REPLIES if self.state.can_go(seat, move)]

    def guarded(self, seat: int, first: int = 0) -> tuple[int, int]:
        """The points a seat takes and deals back if its defence cards from a place on block."""
        state, side = self.state, self.side(seat)
        guard(state, seat, first)
        take = self.total(1 - seat)
        back = int(combat.counters(state.setting, side, self.side(1 - seat), state.direction()))
        for i in range(first, side.n):
            side.aim[i] = NONE
        return take, back

    def own_steps(self, seat: int) -> list[Outcome]:
        """Each step open to a seat; if a card waits for its movement, those it shows."""
        state = self.state
        side = self.side(seat)
        steps = self.open_steps(seat)
        if state.phase == phases.MOVE and state.turn == seat:
            card, flip = side.kind[side.n - 1], side.flip[side.n - 1]
            steps = [move for move in steps if combo.shows(state.setting, card, flip, move)]
        standing = self.hits(1 - seat)
        return [self.outcome(seat, move, standing) for move in steps]

    def outcome(self, seat: int, move: int, standing: list[int]) -> Outcome:
        state, side = self.state, self.side(seat)
        waits = state.phase == phases.MOVE and state.turn == seat
        called = waits and not state.setting.optional_break and combo.calls_break(state)
        if waits:
            side.move[side.n - 1] = move
        before = self.step(seat, move)
        broken = state.a.row == state.b.row or bool(called)
        take, now = self.guarded(seat)
        give = now + self.total(seat)
        here, hits = int(square(side)), self.hits(1 - seat)
        self.step_back(seat, before)
        if waits:
            side.move[side.n - 1] = NONE
        misses = tuple(place for place in standing if place not in hits)
        return Outcome(move, here, broken, take, give, give if broken else now, misses)

    def replies(self, seat: int) -> list[tuple[int, int, bool, int]]:
        """For each step open to the other: step, square, whether it is a Break, the points."""
        found = []
        foe = self.side(1 - seat)
        for move in self.open_steps(1 - seat):
            before = self.step(1 - seat, move)
            level = bool(self.state.a.row == self.state.b.row)
            found.append((move, int(square(foe)), level, self.total(seat)))
            self.step_back(1 - seat, before)
        return found

    # -- cards --------------------------------------------------------------------------------

    def cards(self, card: int) -> list[Outcome]:
        """The points from playing a card, for each movement it can be played with."""
        state, side = self.state, self.mine
        side.take(card)
        side.lay(state.setting, card)
        if state.move == NONE:
            state.phase = phases.MOVE
            found = self.own_steps(self.me)
            state.phase = phases.PLAY
        else:
            side.move[side.n - 1] = state.move
            found = [self.stopped()]
        side.n -= 1
        side.give_back(card)
        return found

    def stopped(self) -> Outcome:
        """The points of the seat's turn if it ends with the cards that lie there."""
        return self.outcome(self.me, NONE, self.hits(1 - self.me))

    def rested(self) -> int:
        """The points the seat takes if it rests."""
        went = self.mine.went
        if self.state.setting.watches:
            self.mine.went = 1 << RESTED
        points = self.total(1 - self.me)
        self.mine.went = went
        return points

    def blocked(self, place: int) -> tuple[int, int]:
        """Points given and taken if the defence card in question blocks this attack (NONE: none).

        Later defence cards block as well as they can.
        """
        state, side = self.state, self.mine
        side.aim[state.asked] = place
        take, give = self.guarded(self.me, int(state.asked) + 1)
        if state.breaking:
            give += self.total(self.me)
        side.aim[state.asked] = NONE
        return give, take
