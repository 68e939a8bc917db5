"""When a bot's move is seen, so that the time it takes tells nothing that is hidden (0021).

Moves have timing classes, which depend on what everybody knows. A move is seen at the slot of its
class; one that takes longer is seen at a later slot, and moves that needed no thought take longer
as often as those that did.
"""

from collections import deque
from dataclasses import dataclass, field
from math import ceil
from random import Random
from typing import NamedTuple

from budokan.kit.contract import SPECTATOR
from budokan.match.match import CodedMatch

KEPT = 64  # thinking times of each kind of moment
MOMENTS = 512  # kinds of moments; the oldest go
FEW = 8  # moves at a kind of moment, before which nothing is known about its thoughts
ORDERS = 3  # moves of a turn that are kinds of their own; all further ones are one kind
USUAL = 0.9  # share of the thoughts that end before the slot of their class
SLOT = 0.25  # seconds between two slots
FADES = 0.2  # each further move of a turn has this share of the pause of the one before


class Moment(NamedTuple):
    """What everybody knows about a move: the game, who chooses, the phase, and its place."""

    game: str
    agent: str
    phase: int
    order: int = 0  # moves of this turn before it that could have been others


def moment(match: CodedMatch, agent: str, shown: int = 0) -> Moment:
    phase = int(getattr(match.view(SPECTATOR), "phase", 0))
    return Moment(match.game.id, agent.strip().lower(), phase, min(shown, ORDERS))


@dataclass
class Kind:
    """Moves at one kind of moment: how many there were, and how long the last thoughts took."""

    moves: int = 0
    took: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))

    @property
    def usual(self) -> float:
        """The time in which most thoughts end; 0 if nobody ever thinks here."""
        if not self.took:
            return 0.0
        return sorted(self.took)[ceil(USUAL * len(self.took)) - 1]


class Tempo:
    """How long bots have thought lately; one for all tables of a hall."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)
        self._kinds: dict[Moment, Kind] = {}

    def kind(self, at: Moment) -> Kind:
        """What is known of a kind of moment."""
        kind = self._kinds.pop(at, None) or Kind()
        self._kinds[at] = kind  # the most recently used are last
        if len(self._kinds) > MOMENTS:
            del self._kinds[next(iter(self._kinds))]
        return kind

    def note(self, at: Moment, seconds: float) -> None:
        """Keep the time of a thought."""
        self.kind(at).took.append(seconds)

    def sample(self, at: Moment) -> float:
        """As long as a thought at such a moment takes; 0 before the first one."""
        took = self.kind(at).took
        return self._random.choice(took) if took else 0.0

    def slot(self, at: Moment, pause: float, longest: float) -> float:
        """When a move is seen that takes no longer than usual; counts the move.

        While little is known, that is as long as the longest thought may take.
        """
        kind = self.kind(at)
        usual = kind.usual if kind.moves >= FEW else max(longest, kind.usual)
        kind.moves += 1
        return pause + slots(usual - pause)


def slots(seconds: float) -> float:
    """The seconds of as many slots as some seconds need."""
    return max(0, ceil(round(seconds / SLOT, 6))) * SLOT


@dataclass
class Move:
    """Steps of a seat that others see at once, when the last of them is made."""

    at: Moment
    began: float
    longest: float = 0.0  # seconds that a thought may take here
    thought: float | None = None  # seconds; None if nothing was thought about
    free: bool = False  # whether some step is not seen by everybody to be the only choice

    def seconds(self, tempo: Tempo, pause: float, passed: float) -> float:
        """How long the whole move takes, if so many seconds have passed: until a slot.

        A move that needed no thought, since hidden cards left one choice or it was planned,
        takes as long as one that did.
        """
        if not self.free:
            return 0.0
        took = passed
        if self.thought is None:
            took += tempo.sample(self.at)
        else:
            tempo.note(self.at, self.thought)
        slot = tempo.slot(self.at, pause, self.longest)
        return slot + slots(took - slot)
