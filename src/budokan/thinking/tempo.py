"""When a bot's move is seen, so that the time it takes tells nothing that is hidden (0021)."""

from collections import deque
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import NamedTuple

from budokan.kit.contract import SPECTATOR
from budokan.match.match import CodedMatch

KEPT = 64  # thinking times of each kind of moment
MOMENTS = 512  # kinds of moments; the oldest go
FADES = 0.2  # each further move of a turn has this share of the pause of the one before


class Moment(NamedTuple):
    """What everybody knows about a choice: the game, who chooses, and the phase."""

    game: str
    agent: str
    phase: int


def moment(match: CodedMatch, agent: str) -> Moment:
    return Moment(match.game.id, agent, int(getattr(match.view(SPECTATOR), "phase", 0)))


class Tempo:
    """How long bots have thought lately; one for all tables of a hall."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)
        self._took: dict[Moment, deque[float]] = {}

    def note(self, at: Moment, seconds: float) -> None:
        """Keep the time of a thought."""
        took = self._took.pop(at, None) or deque(maxlen=KEPT)
        took.append(seconds)
        self._took[at] = took  # the most recently used are last
        if len(self._took) > MOMENTS:
            del self._took[next(iter(self._took))]

    def sample(self, at: Moment) -> float:
        """As long as a thought at such a moment takes; 0 before the first one."""
        took = self._took.get(at)
        return self._random.choice(took) if took else 0.0


@dataclass
class Move:
    """Steps of a seat that others see at once, when the last of them is made."""

    at: Moment
    began: float
    thought: float = 0.0  # seconds
    free: bool = False  # whether some step is not seen by everybody to be the only choice

    def seconds(self, tempo: Tempo, pause: float) -> float:
        """How long the whole move takes: at least the pause, and as long as a thought does.

        A move that needed no thought, since hidden cards left one choice or it was planned,
        takes as long as one that did.
        """
        if not self.free:
            return 0.0
        if self.thought:
            tempo.note(self.at, self.thought)
        return max(pause, self.thought or tempo.sample(self.at))

    def left(self, tempo: Tempo, pause: float) -> float:
        """Seconds until others may see the move."""
        return max(0.0, self.seconds(tempo, pause) - (monotonic() - self.began))
