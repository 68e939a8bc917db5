"""The trail: the latest moves of a match that it may go back to.

A match can go back to the last move of a seat if the seat learned nothing hidden by it, and if
nothing was drawn or revealed after it. What reveals something is found without knowing the game.
"""

from budokan.kit.contract import SPECTATOR, State, copy
from budokan.kit.entries import view_of
from budokan.kit.rng import Rng

LONGEST = 32  # entries
WORLDS = 8  # in which an entry is tried


class Past:
    """A final entry, the position before it, and what it is known to tell."""

    def __init__(self, seat: int, action: int, move: int, state: State, *, begins: bool) -> None:
        self.seat, self.action, self.state = seat, action, state
        self.move = move  # entries of the match before the move that it belongs to
        self.begins = begins  # whether it is the first step of that move
        self._teaches: bool | None = None
        self._reveals: bool | None = None

    def teaches(self) -> bool:
        """Whether the seat itself learns something hidden."""
        known = self._teaches
        if known is None:
            may = self.state.may_teach(self.seat, self.action)
            known = self._teaches = may and teaches(self.state, self.seat, self.action)
        return known

    def reveals(self) -> bool:
        """Whether anybody learns something hidden."""
        known = self._reveals
        if known is None:
            known = self._reveals = reveals(self.state, self.seat, self.action)
        return known


class Trail:
    """The final entries since chance last acted, or seats last chose together."""

    def __init__(self) -> None:
        self._past: list[Past] = []

    def clear(self) -> None:
        if self._past:
            self._past = []

    def add(self, seat: int, action: int, move: int | None, state: State) -> None:
        """Add an entry before it is carried out; without `move` it belongs to the move before."""
        begins = move is not None
        if move is None:
            move = self._past[-1].move if self._past else 0
        self._past.append(Past(seat, action, move, copy(state), begins=begins))
        if len(self._past) > LONGEST:
            del self._past[0]

    def moves(self) -> set[int]:
        """After how many entries each move on the trail began."""
        return {past.move for past in self._past}

    def last_move(self, seat: int) -> int | None:
        """After how many entries the last move of a seat began, if the match can go back there."""
        move = self._newest(seat)
        at = None if move is None else self.find(seat, move)
        if at is None:
            return None
        for i in range(at, len(self._past)):
            past = self._past[i]
            if past.teaches() if past.move == move else past.reveals():
                return None
        return move

    def _newest(self, seat: int) -> int | None:
        """The last move of a seat on the trail, perhaps without its beginning."""
        for i in range(len(self._past) - 1, -1, -1):
            if self._past[i].seat == seat:
                return self._past[i].move
        return None

    def find(self, seat: int, move: int) -> int | None:
        """The place on the trail where a move of a seat begins."""
        for i, past in enumerate(self._past):
            if past.begins and past.seat == seat and past.move == move:
                return i
        return None

    def cut(self, at: int) -> State:
        """End the trail before a place; the position there."""
        state = copy(self._past[at].state)
        del self._past[at:]
        return state


def teaches(state: State, seat: int, action: int, worlds: int = WORLDS) -> bool:
    """Whether a seat learns something hidden from its own entry, about to be carried out.

    It learns nothing if the entry looks the same in all worlds that it thinks possible.
    """
    rng, view, world = Rng(1), view_of(state, seat), copy(state)
    truth = _sight(world, seat, action, seat)
    for _ in range(worlds):
        if _surprises(view, world, seat, action, seat, truth, rng):
            return True
    return False


def reveals(state: State, seat: int, action: int, worlds: int = WORLDS) -> bool:
    """Whether anybody learns something hidden from an entry, about to be carried out.

    Nobody does if everybody sees it, and if it is possible and looks the same in all worlds that
    a viewer thinks possible. All worlds are guessed from what everybody knows, with fixed random
    numbers: the answer depends on nothing hidden, and so cannot tell it.
    """
    if state.seen(SPECTATOR, seat, action) != action:
        return True
    rng, public, world, other = Rng(1), view_of(state, SPECTATOR), copy(state), state.blank()
    truth = _sight(world, seat, action, SPECTATOR)
    for _ in range(worlds):
        if _surprises(public, other, seat, action, SPECTATOR, truth, rng):
            return True
        world.copy_from(public)
        world.guess(SPECTATOR, rng)
        if not world.is_legal(seat, action):
            return True
        for viewer in range(int(state.seats)):
            other.copy_from(world)
            sight = _sight(other, seat, action, viewer)
            if _surprises(view_of(world, viewer), other, seat, action, viewer, sight, rng):
                return True
    return False


def _surprises(
    view: State, world: State, seat: int, action: int, viewer: int, sight: list[int], rng: Rng
) -> bool:
    """Whether an entry is impossible, or looks other, in a world that fits an observation.

    What `world` was before does not matter: a state that is used again saves a new one.
    """
    world.copy_from(view)
    world.guess(viewer, rng)
    return not world.is_legal(seat, action) or _sight(world, seat, action, viewer) != sight


def _sight(world: State, seat: int, action: int, viewer: int) -> list[int]:
    """What a viewer sees after the entry; this world becomes it."""
    world.apply(seat, action)
    world.observe(viewer)
    return world.encode()
