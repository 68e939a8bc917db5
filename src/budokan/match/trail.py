"""The trail: the latest moves of a match that it may go back to.

A match can go back to the last move of a seat if the seat learned nothing hidden by it, and if
nothing was drawn or revealed after it. What reveals something is found without knowing the game.
"""

from dataclasses import dataclass

from budokan.kit.contract import SPECTATOR, State, copy
from budokan.kit.entries import view_of
from budokan.kit.rng import Rng

LONGEST = 32  # entries
WORLDS = 8  # in which an entry is tried


@dataclass
class Past:
    """A final entry, the position before it, and what it is known to tell."""

    seat: int
    action: int
    move: int  # entries of the match before the move that it belongs to
    begins: bool  # whether it is the first step of that move
    state: State
    _teaches: bool | None = None
    _reveals: bool | None = None

    def teaches(self) -> bool:
        """Whether the seat itself learns something hidden."""
        if self._teaches is None:
            self._teaches = teaches(self.state, self.seat, self.action)
        return self._teaches

    def reveals(self) -> bool:
        """Whether anybody learns something hidden."""
        if self._reveals is None:
            self._reveals = reveals(self.state, self.seat, self.action)
        return self._reveals


class Trail:
    """The final entries since chance last acted, or seats last chose together."""

    def __init__(self) -> None:
        self._past: list[Past] = []

    def clear(self) -> None:
        self._past = []

    def add(self, seat: int, action: int, move: int | None, state: State) -> None:
        """Add an entry before it is carried out; without `move` it belongs to the move before."""
        begins = move is not None
        if move is None:
            move = self._past[-1].move if self._past else 0
        self._past = [*self._past, Past(seat, action, move, begins, copy(state))][-LONGEST:]

    def moves(self) -> set[int]:
        """After how many entries each move on the trail began."""
        return {past.move for past in self._past}

    def last_move(self, seat: int) -> int | None:
        """After how many entries the last move of a seat began, if the match can go back there."""
        own = [past.move for past in self._past if past.seat == seat]
        at = self.find(seat, own[-1]) if own else None
        if at is None:
            return None
        move, after = own[-1], self._past[at:]
        tells = (past.teaches() if past.move == move else past.reveals() for past in after)
        return None if any(tells) else move

    def find(self, seat: int, move: int) -> int | None:
        """The place on the trail where a move of a seat begins."""
        found = (
            i for i, p in enumerate(self._past) if p.begins and (p.seat, p.move) == (seat, move)
        )
        return next(found, None)

    def cut(self, at: int) -> State:
        """End the trail before a place; the position there."""
        state = copy(self._past[at].state)
        del self._past[at:]
        return state


def teaches(state: State, seat: int, action: int, worlds: int = WORLDS) -> bool:
    """Whether a seat learns something hidden from its own entry, about to be carried out.

    It learns nothing if the entry looks the same in all worlds that it thinks possible.
    """
    rng, view = Rng(1), view_of(state, seat)
    truth = _sight(copy(state), seat, action, seat)
    return any(_surprises(view, seat, action, seat, truth, rng) for _ in range(worlds))


def reveals(state: State, seat: int, action: int, worlds: int = WORLDS) -> bool:
    """Whether anybody learns something hidden from an entry, about to be carried out.

    Nobody does if everybody sees it, and if it is possible and looks the same in all worlds that
    a viewer thinks possible. All worlds are guessed from what everybody knows, with fixed random
    numbers: the answer depends on nothing hidden, and so cannot tell it.
    """
    if state.seen(SPECTATOR, seat, action) != action:
        return True
    rng, public = Rng(1), view_of(state, SPECTATOR)
    truth = _sight(copy(state), seat, action, SPECTATOR)
    for _ in range(worlds):
        if _surprises(public, seat, action, SPECTATOR, truth, rng):
            return True
        world = copy(public)
        world.guess(SPECTATOR, rng)
        if not world.is_legal(seat, action):
            return True
        for viewer in range(int(state.seats)):
            sight = _sight(copy(world), seat, action, viewer)
            if _surprises(view_of(world, viewer), seat, action, viewer, sight, rng):
                return True
    return False


def _surprises(
    view: State, seat: int, action: int, viewer: int, sight: list[int], rng: Rng
) -> bool:
    """Whether an entry is impossible, or looks other, in a world that fits an observation."""
    world = copy(view)
    world.guess(viewer, rng)
    return not world.is_legal(seat, action) or _sight(world, seat, action, viewer) != sight


def _sight(world: State, seat: int, action: int, viewer: int) -> list[int]:
    """What a viewer sees after the entry, which is carried out in this world."""
    world.apply(seat, action)
    return view_of(world, viewer).encode()
