"""A bout: a pair of matches, or one deal of a solo game, with the thinking time."""

import hashlib
import json
import math
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from budokan.agents.belts import belt_names, opponent, searcher
from budokan.agents.plain import Agent
from budokan.agents.registry import SOLVER_TRIES, find_agent
from budokan.agents.runner import Runner
from budokan.kit import words
from budokan.kit.contract import CHANCE, State, legal_codes
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup, find
from budokan.kit.rng import Rng
from budokan.lab.simulate import MOST_DECISIONS

STEPS = 50  # classes of thinking time for each power of ten, so that one is 5 % wide
UNIT = 1e-6  # seconds
PROBE = 4  # iterations


@dataclass(frozen=True)
class Bout:
    """Two players who play a deal twice, with seats swapped; or one player and a deal."""

    game: str
    players: tuple[str, ...]
    index: int
    seed: int
    mark: str  # fingerprint of everything that decides the result


@dataclass
class Times:
    """CPU time of turns: their number, sum, longest, and a histogram."""

    turns: int = 0
    cpu: float = 0.0
    longest: float = 0.0
    classes: Counter[int] = field(default_factory=Counter)

    def note(self, seconds: float) -> None:
        self.turns += 1
        self.cpu += seconds
        self.longest = max(self.longest, seconds)
        self.classes[math.ceil(STEPS * math.log10(max(seconds, UNIT) / UNIT))] += 1

    def add(self, other: "Times") -> None:
        self.turns += other.turns
        self.cpu += other.cpu
        self.longest = max(self.longest, other.longest)
        self.classes += other.classes

    def below(self, share: float) -> float:
        """The time that a share of the turns stays below, to 5 %."""
        left = share * self.turns
        for place in sorted(self.classes):
            left -= self.classes[place]
            if left <= 0:
                return min(self.longest, UNIT * 10 ** (place / STEPS))
        return 0.0

    def document(self) -> list[Any]:
        classes = {str(place): n for place, n in sorted(self.classes.items())}
        return [self.turns, round(self.cpu, 6), round(self.longest, 6), classes]

    @staticmethod
    def read(document: Sequence[Any]) -> "Times":
        turns, cpu, longest, classes = document
        return Times(turns, cpu, longest, Counter({int(k): n for k, n in classes.items()}))


class TimedAgent(Agent):
    """Plays like another agent and notes the CPU time of its turns.

    A turn lasts until another seat acts; a lone player's until chance acts. Turns without a choice
    are not counted.
    """

    def __init__(self, agent: Agent) -> None:
        super().__init__(agent.needs_view, remembers=True)
        self.agent = agent
        self.times = Times()
        self._spent, self._chose, self._seat, self._alone = 0.0, False, -1, False

    def begin(self) -> None:
        self._end_turn()
        self.agent.begin()

    def notice(self, seat: int, code: int) -> None:
        if seat != self._seat and (seat != CHANCE or self._alone):
            self._end_turn()
        self.agent.notice(seat, code)

    def choose(self, view: State, seat: int, rng: Rng) -> int:
        self._seat, self._alone = seat, view.seats == 1
        self._chose = self._chose or len(legal_codes(view, seat)) > 1
        began = time.process_time()
        action = self.agent.choose(view, seat, rng)
        self._spent += time.process_time() - began
        return action

    def take(self) -> Times:
        """The times since they were last taken."""
        self._end_turn()
        taken, self.times = self.times, Times()
        return taken

    def _end_turn(self) -> None:
        if self._chose:
            self.times.note(self._spent)
        self._spent, self._chose = 0.0, False


# -- settings of a game --------------------------------------------------------------------------


def ladder_settings(game: Game) -> Mapping[str, Any]:
    """A game's ladder.toml: tables, the required share against greedy, and its points."""
    file = game.folder / "ladder.toml"
    return words.load(file) if file.exists() else {}


def table(game: Game, index: int) -> Setup:
    """The setup of a bout: for two seats, or for one in a solo game; the tables take turns."""
    seats = next((n for n in (2, 1) if n in game.seats), 0)
    if not seats:
        raise Refusal(f"{game.title} cannot be played by one or two, so it has no ladder.")
    tables = ladder_settings(game).get("tables", [{}])
    given = dict(tables[index % len(tables)])
    choices = dict(enumerate(given.pop("choices", [])))
    setup = game.setup(seats, given, choices)
    if game.endless(setup):
        raise Refusal(game.endless(setup))
    return setup


def is_solo(game: Game) -> bool:
    return 2 not in game.seats


def player(game: Game, name: str) -> Agent:
    """A player by name; a belt is timed, and has no time limit."""
    if name in belt_names(game):
        return TimedAgent(opponent(game, name, 0.0))
    return find_agent(name, game)


def fingerprint(game: Game) -> str:
    """Everything that all bouts of a game depend on; a short match stands for the code."""
    setup = table(game, 0)
    runner = Runner(game.start(setup), [searcher(game, PROBE) for _ in range(setup.seats)])
    runner.play(1, 0, MOST_DECISIONS, True)
    facts = [game.id, game.version, game.data.hash, list(game.weights.items())]
    style = game.search_style
    return json.dumps([*facts, style, ladder_settings(game).get("tables"), runner.entries])


def mark(game: Game, base: str, players: Sequence[str]) -> str:
    """A short hash of everything that decides a bout of these players."""
    made = game.belts
    who = [[name, made.get(name), SOLVER_TRIES if name == "solver" else 0] for name in players]
    text = json.dumps([base, who], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


# -- playing --------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _player(name: str, game: str, mark: str) -> Agent:
    return player(find(game), name)


def play(bout: Bout) -> dict[str, Any]:
    """Play a bout: the scores of its first player, and the times."""
    began = time.process_time()
    game = find(bout.game)
    start = game.start(table(game, bout.index))
    agents = [_player(name, bout.game, bout.mark) for name in bout.players]
    orders = [agents, agents[::-1]] if len(agents) == 2 else [agents]
    scores, decisions = [], []
    for seat, order in enumerate(orders):
        runner = Runner(start, list(order))
        decisions.append(int(runner.play(bout.seed, bout.index, MOST_DECISIONS, False)))
        scores.append(runner.state.score(seat) if decisions[-1] >= 0 else 0.5)
    times = {
        name: agent.take().document()
        for name, agent in zip(bout.players, agents, strict=True)
        if isinstance(agent, TimedAgent)
    }
    return {
        "mark": bout.mark,
        "game": bout.game,
        "players": list(bout.players),
        "seed": bout.seed,
        "index": bout.index,
        "scores": scores,
        "decisions": decisions,
        "cpu": round(time.process_time() - began, 6),
        "turns": times,
    }
