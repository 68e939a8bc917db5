"""Slow work, done in other processes: the bots' thoughts, par, key moments, the coach's reports."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar, cast

from budokan.agents.registry import AMOUNTS, SOLVER_TRIES, find_agent
from budokan.kit.errors import Refusal
from budokan.kit.game import Game
from budokan.kit.notation import parse_number
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.server.http.errors import TooSoonError
from budokan.thinking.advice import Advice, Question, advise
from budokan.thinking.coach.report import Report
from budokan.thinking.coach.study import study_in_workers
from budokan.thinking.messages import Task, Thought, timed_think
from budokan.thinking.moments import KeyMoment, key_moments
from budokan.thinking.par import Par, deal, par
from budokan.thinking.workers import NICE, Lane, Workers

MAX_ITERATIONS = 20_000  # a hall is shared
MAX_WORKERS = 4
PARS_KEPT = 500  # tables whose par is remembered
PARS_WAITING = 50  # tables that may wait for theirs
MOMENTS_KEPT = 500  # matches whose key moments are remembered
MOMENTS_WAITING = 50  # matches that may wait for theirs
REPORTS_KEPT = 100  # tables whose coach report is remembered
REPORTS_WAITING = 20  # tables that may wait for one
T = TypeVar("T")
R = TypeVar("R")


# -- bots -----------------------------------------------------------------------------------------


def check_agent(name: str, game: Game) -> None:
    """Refuse an agent that does not exist or would think too long for a shared hall."""
    amount = parse_number(name.partition(":")[2])
    if amount is not None and amount > MAX_ITERATIONS:
        raise Refusal(f"In this hall a search may have up to {MAX_ITERATIONS} iterations.")
    find_agent(name, game)


OPPONENTS = Lane(
    "opponents",
    rank=0,
    seconds=5.0,
    share=100,
    waiting=1000,
    busy="The bots of this hall have too much to think about; yours goes on in a moment.",
)
BLACK_BELTS = replace(OPPONENTS, name="black belts", seconds=10.0, at_once=1)
SEARCHES = replace(OPPONENTS, name="searches", rank=1, seconds=10.0, at_once=1)
HINTS = Lane(
    "hints",
    rank=2,
    seconds=10.0,
    at_once=1,
    share=2,
    waiting=20,
    busy="Many players ask for a hint now; ask again in a moment.",
)
ONLY_BOTS = replace(SEARCHES, name="tables of bots", rank=3)
ASIDE = (SEARCHES, HINTS, ONLY_BOTS)  # what never takes a worker from people's opponents
ASIDE_WORKERS = 2
ASIDE_NICE = 5


def lane_of(agent: str, *, people: bool) -> Lane:
    """The lane in which an agent thinks; `people`: somebody plays at its table."""
    kind = agent.strip().lower().partition(":")[0]
    if not people:
        return ONLY_BOTS
    if kind in AMOUNTS:
        return SEARCHES
    return BLACK_BELTS if kind == "black" else OPPONENTS


class BotWorkers(Workers):
    """The processes in which the bots of all tables think, and others for what can wait."""

    def __init__(self, workers: int = 0) -> None:
        count = workers or max(2, min(MAX_WORKERS, os.cpu_count() or 1))
        super().__init__(count, name="bots")
        self.aside = Workers(ASIDE_WORKERS, ASIDE_NICE, name="aside")

    async def think(self, given: Task, owner: str = "", *, people: bool = True) -> Thought:
        """The turn of a bot. Its owner is the one for whom it plays."""
        return await self.run(timed_think, given, lane_of(given.agent, people=people), owner)

    async def advise(self, given: Question, owner: str = "") -> Advice:
        """A hint for the one who asks."""
        return await self.run(advise, given, HINTS, owner)

    async def run(
        self, work: Callable[[T], R], given: T, lane: Lane = OPPONENTS, owner: str = ""
    ) -> R:
        if lane in ASIDE:
            return await self.aside.run(work, given, lane, owner)
        return await super().run(work, given, lane, owner)

    def warm(self) -> None:
        super().warm()
        self.aside.warm()

    def close(self) -> None:
        super().close()
        self.aside.close()


# -- par and coach --------------------------------------------------------------------------------


class JobCache(Generic[R]):
    """Results by key, each computed once. Limits how many are kept and how many are pending."""

    def __init__(self, kept: int, waiting: int, busy: str) -> None:
        self.kept, self.waiting = kept, waiting
        self.busy = busy  # the sentence for a refusal when too many are pending
        self._tasks: dict[str, asyncio.Task[R]] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._tasks

    def start(self, key: str, work: Coroutine[Any, Any, R]) -> None:
        """Start a job; refused while too many are pending."""
        done = [key for key, task in self._tasks.items() if task.done()]
        if len(self._tasks) - len(done) >= self.waiting:
            work.close()
            raise TooSoonError(self.busy)
        for old in done[: max(0, len(self._tasks) - self.kept + 1)]:
            del self._tasks[old]
        self._tasks[key] = asyncio.create_task(work)

    def result(self, key: str) -> R | None:
        """The result, or None while it is pending. A failure is raised once, then forgotten."""
        task = self._tasks[key]
        if not task.done():
            return None
        if task.cancelled() or task.exception():
            del self._tasks[key]
        return task.result()

    async def close(self) -> None:
        """Cancel the pending jobs."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class BackgroundJobs:
    """Work after a match, in a worker of its own: no opponent and no other lane waits for it."""

    def __init__(self, kept: int, waiting: int, busy: str) -> None:
        self._workers = Workers(1, NICE)
        self._jobs: JobCache[Any] = JobCache(kept, waiting, busy)

    def ask(self, key: str, work: Callable[[T], R], given: T) -> R | None:
        """The result of `work(given)`, or None while it is pending. A failure is raised once."""
        if key not in self._jobs:
            self._jobs.start(key, self._workers.run(work, given))
        return cast(R | None, self._jobs.result(key))

    async def close(self) -> None:
        await self._jobs.close()
        self._workers.close()


class ParJobs(BackgroundJobs):
    """Par of finished matches and of deals, which may take minutes."""

    def __init__(self, tries: int = SOLVER_TRIES) -> None:
        busy = "Many deals are waiting for their par; try again later."
        super().__init__(PARS_KEPT, PARS_WAITING, busy)
        self.tries = tries

    def find(self, table: str, match: CodedMatch) -> Par | None:
        """Par of a match's deal, or None while it is pending. A failure is raised once."""
        given = deal(match.game, match.setup, match.seed, self.tries, match.bits)
        return self.ask(table, par, given)


class MomentJobs(BackgroundJobs):
    """Key moments of finished matches; their players look at the end screen meanwhile."""

    def __init__(self) -> None:
        busy = "Many matches are looked at; try again later."
        super().__init__(MOMENTS_KEPT, MOMENTS_WAITING, busy)

    def find(self, table: str, match: CodedMatch, viewer: int) -> list[KeyMoment] | None:
        """The key moments as a viewer saw them, or None while they are pending."""
        return self.ask(f"{table} {viewer}", key_moments, (record.write(match), viewer))


@dataclass
class StudyProgress:
    """How far the coach is with a report."""

    done: int = 0
    total: int = 0

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 0


class CoachJobs:
    """The coach's reports. Has a worker of its own, so that no opponent waits for a report."""

    def __init__(self, iterations: int = 0, workers: Workers | None = None) -> None:
        self.iterations = iterations  # 0: what suits the game
        self._workers = workers or Workers(1, NICE)
        busy = "The coach has many reports to write; try again later."
        self._jobs: JobCache[Report] = JobCache(REPORTS_KEPT, REPORTS_WAITING, busy)
        self._progress: dict[str, StudyProgress] = {}  # of the pending reports

    def knows(self, table: str) -> bool:
        """Whether a report on this table was requested."""
        return table in self._jobs

    def find(self, table: str, match: CodedMatch) -> Report | StudyProgress:
        """The report on a finished match, or its progress. A failure is raised once."""
        if table not in self._jobs:
            self._jobs.start(table, self._study(table, match))
        return self._jobs.result(table) or self._progress.get(table, StudyProgress())

    async def _study(self, table: str, match: CodedMatch) -> Report:
        progress = self._progress[table] = StudyProgress()

        def tell(done: int, total: int) -> None:
            progress.done, progress.total = done, total

        try:
            return await study_in_workers(self._workers, match, tell, self.iterations)
        finally:
            del self._progress[table]

    async def close(self) -> None:
        await self._jobs.close()
        self._workers.close()
