"""Slow work, done in other processes: the bots' thoughts, and jobs with limits and kept results."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeVar

from budokan.agents.registry import AMOUNTS, SOLVER_TRIES, find_agent
from budokan.kit.errors import Refusal
from budokan.kit.game import Game
from budokan.kit.notation import parse_number
from budokan.server.http import logs
from budokan.server.http.errors import TooManyError, TooSoonError
from budokan.store import job_results
from budokan.store.job_results import Name, Result
from budokan.store.store import Store, StoreError
from budokan.thinking.advice import Advice, Question, advise
from budokan.thinking.messages import Task, Thought, timed_think
from budokan.thinking.workers import NICE, BusyError, Lane, TooLongError, Workers

MAX_ITERATIONS = 20_000  # a hall is shared
MAX_WORKERS = 4
POOLS = {"quick": 1, "jobs": 2, "studies": 1}  # workers, which start when they are needed
REMEMBERED = 32 * 1024 * 1024  # bytes of results that are kept in memory only
FAILED = 200  # failures that wait to be told
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
SETUPS = Lane(
    "setups",
    rank=0,
    seconds=10.0,
    at_once=1,
    share=20,
    waiting=200,
    busy="Many tables with cards of their own are opened now; try again in a moment.",
)
ASIDE = (SEARCHES, HINTS, ONLY_BOTS)  # what never takes a worker from people's opponents
ASIDE_WORKERS = 2
ASIDE_NICE = 10  # a search is worth less than a hall that answers at once


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

    def check_hint(self, owner: str) -> None:
        """Refuse a hint for which there is no room."""
        self.aside.check(HINTS, owner)

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


# -- lanes ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class JobLane(Lane):
    """A lane with its words: what it makes, and what is said when one takes too long."""

    makes: str = "jobs"
    too_long: str = "This takes too long; it was stopped."

    @property
    def share_is_used(self) -> str:
        return f"You have {self.share} {self.makes} in the making; wait for one of them."

    @property
    def is_full(self) -> str:
        return f"Many people wait for {self.makes} now; try again in a minute."


CHECK = JobLane(
    "check", rank=0, seconds=20.0, share=6, waiting=60, makes="checks",
    too_long="This takes too long to check; make it smaller.",
)  # fmt: skip
PICTURE = JobLane(
    "picture", rank=0, seconds=20.0, share=8, waiting=40, makes="pictures",
    too_long="This picture cannot be drawn now; try again later.",
)  # fmt: skip
RECORD = JobLane(
    "record", rank=0, seconds=20.0, at_once=1, share=4, waiting=30, makes="records",
    too_long="The record of this match takes too long to be written here.",
)  # fmt: skip
UPLOAD = JobLane(
    "upload", rank=1, seconds=20.0, at_once=1, share=2, waiting=20, makes="uploads",
    too_long="The record takes too long to check; it cannot be kept here.",
)  # fmt: skip
VERIFY = JobLane(
    "verify", rank=1, seconds=20.0, at_once=1, share=3, waiting=30, makes="checks of deals",
    too_long="This deal takes too long to check here; save its record and check that with "
    "budokan replay --verify.",
)  # fmt: skip
FILM = JobLane(
    "film", rank=1, seconds=60.0, at_once=1, share=3, waiting=30, makes="films",
    too_long="This match is too long to be shown as a film; download its record.",
)  # fmt: skip
MOMENTS = JobLane(
    "moments", rank=2, seconds=30.0, at_once=1, share=4, waiting=50, makes="matches",
    too_long="This match is too long to find its key moments.",
)  # fmt: skip
PAR = JobLane(
    "par", rank=1, seconds=60.0, at_once=1, share=3, waiting=50, makes="pars",
    too_long="There is no par: this deal takes the house too long.",
)  # fmt: skip
HOUSE_PAR = JobLane(
    "house par", rank=1, seconds=300.0, at_once=1, share=3, waiting=50, makes="pars",
    too_long="There is no par: this deal takes the house too long.",
)  # fmt: skip
COACH = JobLane(
    "coach", rank=2, seconds=60.0, at_once=1, share=2, waiting=20, makes="reports",
    too_long="The coach takes too long over this match; there is no report.",
)  # fmt: skip
EXPORT = JobLane(
    "export", rank=2, seconds=30.0, at_once=1, share=4, waiting=20, makes="exports",
    too_long="This match takes too long to be written here; download its record.",
)  # fmt: skip
QUICK = (CHECK, PICTURE)  # somebody looks at the screen: they wait for nothing slow
STUDIES = (PAR, HOUSE_PAR, COACH)  # long: nobody else waits for them


# -- jobs -----------------------------------------------------------------------------------------


class Keep(Enum):
    """Where a result is kept."""

    NOWHERE = "nowhere"
    MEMORY = "memory"
    STORE = "store"


@dataclass(frozen=True)
class Order:
    """A result that is asked for. Equal names mean equal results: the view is part of the key."""

    lane: JobLane
    owner: str
    name: Name
    make: Callable[[], Awaitable[bytes]]
    keep: Keep = Keep.NOWHERE


@dataclass(eq=False)
class Making:
    """A result in the making, and how many wait for it."""

    order: Order
    task: "asyncio.Task[bytes]"
    waiting: int = 0
    stays: bool = False  # goes on although nobody waits: it is asked for again and again


@dataclass
class Progress:
    """How far a long job is."""

    done: int = 0
    total: int = 0

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 0

    def tell(self, done: int, total: int) -> None:
        self.done, self.total = done, total


@dataclass
class Memory:
    """The latest results, up to a number of bytes."""

    most: int = REMEMBERED
    size: int = 0
    found: "OrderedDict[Name, bytes]" = field(default_factory=OrderedDict)

    def get(self, name: Name) -> bytes | None:
        if name in self.found:
            self.found.move_to_end(name)
        return self.found.get(name)

    def drop(self, name: Name) -> None:
        self.size -= len(self.found.pop(name, b""))

    def put(self, name: Name, body: bytes) -> None:
        self.size += len(body) - len(self.found.pop(name, b""))
        self.found[name] = body
        while self.size > self.most:
            self.size -= len(self.found.popitem(last=False)[1])


class Jobs:
    """Slow work of the hall. Each job has an owner, who may have only so many at a time.

    Nothing here decides who may ask: the routes check that first, every time.
    """

    def __init__(self, store: Store, helpers: Workers | None = None) -> None:
        self.store = store
        self.pools = {
            name: helpers or Workers(count, NICE, name=name) for name, count in POOLS.items()
        }
        self.tries = SOLVER_TRIES  # of the solver that sets par
        self.iterations = 0  # of the coach; 0: what suits the game
        self.progress: dict[Name, Progress] = {}  # of the reports in the making
        self.memory = Memory()
        self._making: dict[Name, Making] = {}
        self._outdated: set[asyncio.Task[bytes]] = set()  # of matches that have changed since
        self._failed: OrderedDict[Name, Exception] = OrderedDict()

    async def run(self, lane: JobLane, owner: str, work: Callable[[T], R], given: T) -> R:
        """Have a worker do a job now. Refused if the owner or everybody has too many."""
        pool = self.pools["quick" if lane in QUICK else "studies" if lane in STUDIES else "jobs"]
        try:
            return await pool.run(work, given, lane, owner)
        except BusyError as busy:
            if busy.own:
                raise TooManyError(lane.share_is_used) from busy
            raise TooSoonError(lane.is_full) from busy
        except TooLongError as error:
            raise TooLongError(lane.too_long) from error

    def knows(self, name: Name) -> bool:
        """Whether a result is in memory or in the making."""
        return name in self._making or self.memory.get(name) is not None

    async def wait(self, order: Order) -> bytes:
        """The result. Equal orders are made once; what nobody waits for any more is dropped."""
        found = await self._find(order)
        if found is not None:
            return found
        making = self._making.get(order.name) or self._begin(order)
        making.waiting += 1
        try:
            return await asyncio.shield(making.task)
        finally:
            making.waiting -= 1
            if not making.waiting and not making.stays and not making.task.done():
                self._making.pop(order.name, None)  # the next who asks begins anew
                making.task.cancel()

    async def ask(self, order: Order, *, begin: bool = True) -> bytes | None:
        """The result, or None while it is in the making. A failure is told once, then forgotten."""
        found = await self._find(order)
        if found is not None:
            return found
        failure = self._failed.pop(order.name, None)
        if failure is not None:
            raise failure
        if begin and order.name not in self._making:
            self._begin(order, stays=True)
        return None

    def forget_match(self, match: str) -> None:
        """Forget what was found of a match that has changed; what is in the making is not kept."""
        for name in [name for name in self.memory.found if name.match == match]:
            self.memory.drop(name)
        for name in [name for name in self._making if name.match == match]:
            self._outdated.add(self._making.pop(name).task)

    def is_making(self, name: Name) -> bool:
        return name in self._making

    async def _find(self, order: Order) -> bytes | None:
        """A kept result; a fault that is kept is raised."""
        remembered = self.memory.get(order.name)
        if remembered is not None or order.keep is not Keep.STORE or order.name in self._making:
            return remembered
        kept = await self.store.do(job_results.find, order.name)
        if kept is not None and kept.fault:
            raise TooLongError(kept.fault)
        return kept.body if kept is not None else None

    def _begin(self, order: Order, *, stays: bool = False) -> Making:
        lane = order.lane
        others = [each.order for each in self._making.values() if each.order.lane is lane]
        if sum(each.owner == order.owner for each in others) >= lane.share:
            raise TooManyError(lane.share_is_used)
        if len(others) >= lane.waiting:
            raise TooSoonError(lane.is_full)
        making = Making(order, asyncio.create_task(self._make(order)), stays=stays)
        self._making[order.name] = making
        making.task.add_done_callback(lambda task: self._end(making))
        return making

    async def _make(self, order: Order) -> bytes:
        try:
            body = await order.make()
        except TooLongError as error:
            await self._keep(order, Result(b"", str(error)))
            raise
        await self._keep(order, Result(body))
        return body

    async def _keep(self, order: Order, result: Result) -> None:
        fits = False
        if asyncio.current_task() in self._outdated:
            return
        if order.keep is Keep.STORE:
            try:
                fits = await self.store.do(job_results.keep, order.name, result)
            except StoreError as error:  # the result is right all the same
                logs.fault("A result could not be kept.", error, kind=order.name.kind)
        if not fits and order.keep is not Keep.NOWHERE and not result.fault:
            self.memory.put(order.name, result.body)

    def _end(self, making: Making) -> None:
        name, task = making.order.name, making.task
        self._outdated.discard(task)
        if self._making.get(name) is making:
            del self._making[name]
        error = None if task.cancelled() else task.exception()
        if making.stays and isinstance(error, Exception):
            self._failed[name] = error
            while len(self._failed) > FAILED:
                self._failed.popitem(last=False)

    async def close(self) -> None:
        """Drop what is in the making, and end the workers."""
        tasks = [each.task for each in self._making.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for pool in self.pools.values():
            pool.close()
