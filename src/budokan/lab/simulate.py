"""Many matches between agents: wins, lengths, and counts of events."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from budokan.agents.plain import Agent
from budokan.agents.registry import find_agent, is_engine
from budokan.agents.runner import KINDS, Runner
from budokan.kit import options
from budokan.kit.contract import CHANCE
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup
from budokan.kit.notation import SEATS
from budokan.lab.pool import run_tasks
from budokan.match import record
from budokan.match.chance import stream_seed
from budokan.match.match import CodedMatch
from budokan.match.table_spec import TableSpec

MOST_DECISIONS = 100_000
CHUNK = 2_000  # the most matches between two reports of progress
PARTS = 200  # of a simulation with enough matches


@dataclass(frozen=True)
class Job:
    """A series of matches to simulate, as plain values that travel to other processes."""

    table: TableSpec
    agents: tuple[str, ...]
    seed: int
    records: str = ""  # the folder for records, if they are wanted
    opening: tuple[str, ...] = ()  # the first entries of chance in every match
    engine_seconds: float = 0.0  # for a choice of an engine; 0: as usual


@dataclass
class Figures:
    """Sums over matches."""

    matches: int = 0
    unfinished: int = 0
    decisions: int = 0
    squares: int = 0  # of decisions, for the standard deviation
    shortest: int = MOST_DECISIONS
    longest: int = 0
    results: Counter[tuple[float, ...]] = field(default_factory=Counter)  # scores of all seats
    events: list[int] = field(default_factory=lambda: [0] * KINDS)

    def add(self, other: "Figures") -> None:
        self.matches += other.matches
        self.unfinished += other.unfinished
        self.decisions += other.decisions
        self.squares += other.squares
        self.shortest = min(self.shortest, other.shortest)
        self.longest = max(self.longest, other.longest)
        self.results += other.results
        self.events = [a + b for a, b in zip(self.events, other.events, strict=True)]

    def score(self, seat: int) -> float:
        """The score of a seat, summed over all matches."""
        return math.fsum(scores[seat] * n for scores, n in self.results.items())

    def won(self, seat: int, sides: Sequence[int]) -> int:
        """The matches in which a seat's side scored more than half."""
        mates = [s for s, side in enumerate(sides) if side == sides[seat]]
        return sum(n for scores, n in self.results.items() if sum(scores[s] for s in mates) > 0.5)


def open_job(job: Job) -> tuple[Game, Setup]:
    """The game and setup of a job; refused if it cannot be simulated."""
    game, setup = job.table.open()
    if len(job.agents) != setup.seats:
        raise Refusal(f"Name an agent for each of the {setup.seats} seats, not {len(job.agents)}.")
    for name in job.agents:
        if not is_engine(name):  # it starts only when it is needed
            find_agent(name, game)
    endless = game.endless(setup)
    if endless:
        raise Refusal(endless)
    return game, setup


@lru_cache(maxsize=4)
def _runner(job: Job) -> Runner:
    game, setup = job.table.open()
    start = game.start(setup)
    for action in _opening(job, game, setup):
        start.apply(CHANCE, action)
    return Runner(start, [_agent(job, name, game, setup) for name in job.agents])


def _agent(job: Job, name: str, game: Game, setup: Setup) -> Agent:
    if is_engine(name):
        return find_agent(name, game, job.engine_seconds, engines_for=setup)
    return find_agent(name, game)


def _opening(job: Job, game: Game, setup: Setup) -> list[int]:
    return [game.notation_of(setup).parse(text) for text in job.opening]


def play_chunk(job: Job, first: int, last: int) -> Figures:
    """Play the matches first to last - 1 of a job."""
    game, setup = job.table.open()
    runner = _runner(job)
    figures = Figures()
    before = list(runner.tally.count)
    for index in range(first, last):
        decisions = int(runner.play(job.seed, index, MOST_DECISIONS, bool(job.records)))
        _note(figures, runner, decisions, setup.seats)
        if job.records:
            _write_record(job, game, setup, runner, index)
    after = runner.tally.count
    figures.events = [int(after[kind]) - int(before[kind]) for kind in range(KINDS)]
    return figures


def _note(figures: Figures, runner: Runner, decisions: int, seats: int) -> None:
    figures.matches += 1
    if decisions < 0:
        figures.unfinished += 1
        return
    figures.decisions += decisions
    figures.squares += decisions * decisions
    figures.shortest = min(figures.shortest, decisions)
    figures.longest = max(figures.longest, decisions)
    figures.results[tuple(runner.state.score(seat) for seat in range(seats))] += 1


def _write_record(job: Job, game: Game, setup: Setup, runner: Runner, index: int) -> None:
    names = [f"{SEATS[seat]} ({name})" for seat, name in enumerate(job.agents)]
    match = CodedMatch(game, setup, names, stream_seed(job.seed, index))
    opening = [(CHANCE, action) for action in _opening(job, game, setup)]
    for seat, action in opening + runner.entries:
        match.replay(seat, action)
    path = Path(job.records) / f"{game.id}-{job.seed}-{index:06d}.match"
    part = path.with_suffix(".part")
    part.write_text(record.write(match), "utf-8")
    part.replace(path)


def simulate(job: Job, games: int, jobs: int, progress: Callable[[int], None]) -> Figures:
    """Play the matches of a job; the figures do not depend on the number of processes."""
    open_job(job)
    total = Figures()
    size = max(1, min(CHUNK, games // PARTS))
    chunks = [(first, min(first + size, games)) for first in range(0, games, size)]
    for (first, last), part in run_tasks(partial(_play_part, job), chunks, jobs):
        total.add(part)
        progress(last - first)
    return total


def _play_part(job: Job, chunk: tuple[int, int]) -> Figures:
    return play_chunk(job, *chunk)


def report(job: Job, figures: Figures) -> dict[str, Any]:
    """The figures as a document."""
    game, setup = job.table.open()
    n = max(1, figures.matches - figures.unfinished)
    mean = figures.decisions / n
    deviation = math.sqrt(max(0.0, figures.squares / n - mean * mean))
    sides = game.sides(setup)
    won = [figures.won(seat, sides) for seat in range(setup.seats)]
    return {
        "game": game.id,
        "seats": setup.seats,
        "options": options.changed(setup.options),
        "seed": job.seed,
        "matches": figures.matches,
        "unfinished": figures.unfinished,
        "draws": n - sum(won[sides.index(side)] for side in set(sides)) if len(sides) > 1 else 0,
        "seat": [
            {
                "seat": SEATS[seat],
                "agent": job.agents[seat],
                "won": won[seat] / n,
                "margin": 1.96 * math.sqrt(_variance(won[seat] / n) / n),
                "score": figures.score(seat) / n,
            }
            for seat in range(setup.seats)
        ],
        "results": [
            {"scores": list(scores), "matches": matches}
            for scores, matches in sorted(figures.results.items(), reverse=True)
        ],
        "decisions": {
            "mean": mean,
            "spread": deviation,
            "least": figures.shortest,
            "most": figures.longest,
        },
        "events": {
            name: figures.events[kind] / figures.matches for kind, name in enumerate(game.events)
        },
    }


def _variance(share: float) -> float:
    return share * (1 - share)


def table(report: dict[str, Any]) -> str:
    """A report as text for people."""
    lines = [
        f"{report['matches']} matches of {report['game']}, seats {report['seats']}, "
        f"seed {report['seed']}" + (f", {report['options']}" if report["options"] else ""),
        "",
        "seat  agent           won              score",
    ]
    for row in report["seat"]:
        bar = "#" * round(20 * row["won"])
        lines.append(
            f"{row['seat']:5} {row['agent']:12} {row['won']:6.1%} +-{row['margin']:5.1%}  "
            f"{row['score']:5.3f}  {bar}"
        )
    length = report["decisions"]
    lines += [
        "",
        f"draws {report['draws']}, unfinished {report['unfinished']}",
        f"decisions a match: mean {length['mean']:.1f}, spread {length['spread']:.1f}, "
        f"least {length['least']}, most {length['most']}",
        "",
        "what happened, per match:",
    ]
    seen = [(name, value) for name, value in report["events"].items() if value]
    lines += [f"  {name:28} {value:10.3f}" for name, value in seen]
    return "\n".join(lines)
