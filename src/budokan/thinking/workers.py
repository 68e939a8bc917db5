"""Worker processes that think, so that a table never waits for them.

A worker is sent a function and its argument by pickle, and answers with the result. Jobs wait in
lanes; the owners of a lane take turns (`lanes.py`). When a job is cancelled its worker is asked to
stop, and killed if it does not. A worker that dies, hangs or lies is replaced, and its job tried
once more elsewhere (0027).
"""

import asyncio
import logging
import pickle
from collections.abc import Callable
from contextlib import suppress
from itertools import count as counting
from subprocess import Popen, TimeoutExpired
from time import monotonic
from typing import NamedTuple, TypeVar, cast

from budokan.kit.errors import Refusal
from budokan.thinking.lanes import BusyError, Job, Lane, LaneFacts, Queue, TooLongError
from budokan.thinking.line import DIED
from budokan.thinking.worker import Answer, Worker

__all__ = ["BusyError", "Lane", "LaneFacts", "PoolFacts", "TooLongError", "Workers"]
TRIES = 2
GRACE = 0.25  # seconds a worker has to stop
LOOK = 0.5  # seconds between two looks at the workers
NICE = 15  # for work in the background
MOST_JOBS = 5000  # of one worker, which is then replaced
MOST_MEMORY = 400 << 20  # bytes of an idle worker, which is then replaced
SORRY = "The bot cannot think now; try again later."
TOO_LONG = "This takes too long for a shared hall; it was stopped."
LOG = logging.getLogger("budokan.thinking")
JOBS = Lane("jobs", seconds=float("inf"), share=1_000_000, waiting=1_000_000)
T = TypeVar("T")
R = TypeVar("R")


class PoolFacts(NamedTuple):
    """How the workers of a pool fare."""

    name: str
    wanted: int  # workers that it should have
    alive: int
    busy: int
    replaced: int  # since it was opened, for whatever reason
    killed: int  # of these by us: they hung, lied, were deaf or met the limit of their job
    since_loss: float  # seconds since one was lost; infinite if none was
    lanes: dict[str, LaneFacts]


class Workers:
    """A number of processes, started when first needed, and again if they are lost."""

    def __init__(
        self,
        count: int = 1,
        nice: int = 0,
        *,
        name: str = "workers",
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.count, self.nice, self.name = count, nice, name
        self.running: set[Worker] = set()
        self.replaced = self.killed = 0
        self._clock, self._looked = clock, clock()
        self._lost_at = float("-inf")
        self._queue = Queue(clock)
        self._numbers = counting(1)
        self._idle: list[Worker] = []  # the last used is last
        self._dying: list[Popen[bytes]] = []
        self._watching: asyncio.Task[None] | None = None
        self._closed = False

    async def run(self, work: Callable[[T], R], given: T, lane: Lane = JOBS, owner: str = "") -> R:
        """Have a worker do a job; if the caller is cancelled, the worker is freed at once."""
        if self._closed:
            raise Refusal(SORRY)
        self.check(lane, owner)  # before a long record is made bytes for nothing
        body = pickle.dumps((work, given))
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        job = Job(next(self._numbers), lane, owner, body, answer)
        self._queue.add(job, free=self._has_free_worker)
        self._assign()
        try:
            return cast(R, await answer)
        finally:
            if answer.cancelled():
                self._cancel(job)

    def check(self, lane: Lane, owner: str = "") -> None:
        """Refuse a job for which there would be no room now."""
        self._queue.check(lane, owner, free=self._has_free_worker)

    def warm(self) -> None:
        """Start the processes now, so that the first thought is not late."""
        while len(self.running) < self.count:
            self._idle.append(self._start())

    def close(self) -> None:
        """Kill the processes without waiting for their answers."""
        self._closed = True
        if self._watching is not None:
            self._watching.cancel()
        jobs = [*self._queue.drop_all(), *(worker.job for worker in self.running if worker.job)]
        for worker in self.running:
            worker.kill()
        for process in (*self._dying, *(worker.process for worker in self.running)):
            with suppress(TimeoutExpired):
                process.wait(5)
        self.running.clear()
        self._idle.clear()
        self._dying.clear()
        for job in jobs:
            _fail(job, Refusal(SORRY))

    def facts(self) -> PoolFacts:
        """How the workers fare, for health and metrics."""
        busy = sum(worker.job is not None for worker in self.running)
        return PoolFacts(
            self.name,
            self.count,
            len(self.running),
            busy,
            self.replaced,
            self.killed,
            self._clock() - self._lost_at,
            self._queue.facts(),
        )

    # -- jobs -----------------------------------------------------------------------------------

    def _assign(self) -> None:
        """Give jobs to free workers."""
        while not self._closed and (waiting := self._queue.next()) is not None:
            try:
                worker = self._free_worker(again=waiting.tries > 0)
            except OSError:
                LOG.exception("A worker process cannot be started.")
                if self.running:
                    return  # the job waits for another worker
                job = cast(Job, self._queue.take())
                self._queue.end(job, "failed")
                _fail(job, Refusal(SORRY))
                continue
            if worker is None:
                return
            job = cast(Job, self._queue.take())
            job.tries += 1
            worker.ask(job)

    @property
    def _has_free_worker(self) -> bool:
        return bool(self._idle) or len(self.running) < self.count

    def _free_worker(self, *, again: bool) -> Worker | None:
        """A worker without a job, if possible one that has started; None if all have one.

        A job that is tried again gets one that is just starting: the others may hang as well.
        """
        if not any(worker.ready for worker in self._idle) and len(self.running) < self.count:
            return self._start()
        idle = self._idle
        place = max(range(len(idle)), key=lambda at: (idle[at].ready != again, at), default=None)
        return None if place is None else self._idle.pop(place)

    def _answered(self, worker: Worker, answer: Answer) -> None:
        job, worker.job = worker.job, None
        assert job is not None
        self._idle.append(worker)
        found, fault = answer
        if not job.answer.done():
            self._queue.end(
                job, "done" if fault is None or isinstance(fault, Refusal) else "failed"
            )
            if fault is None:
                job.answer.set_result(found)
            else:
                _fail(job, fault)
        self._assign()

    def _cancel(self, job: Job) -> None:
        """Free the worker of a job that nobody waits for any more."""
        if self._queue.drop(job):
            return
        worker = next((each for each in self.running if each.job is job), None)
        if worker is None:
            return
        self._queue.end(job, "cancelled")
        worker.stop()
        asyncio.get_running_loop().call_later(GRACE, self._kill_deaf, worker, job)

    def _kill_deaf(self, worker: Worker, job: Job) -> None:
        """Kill a worker that did not stop."""
        if worker in self.running and worker.job is job:
            self.killed += 1
            self._replace(worker)
            self._assign()

    # -- workers --------------------------------------------------------------------------------

    def _start(self) -> Worker:
        if self._closed:
            raise Refusal(SORRY)
        worker = Worker(Popen, self.nice, self._answered, self._lost)
        self.running.add(worker)
        if self._watching is None:
            self._looked = self._clock()
            self._watching = asyncio.create_task(self._watch())
        return worker

    def _lost(self, worker: Worker, why: str) -> None:
        """Replace a worker that died, hangs or lies, and have its job tried elsewhere."""
        if worker not in self.running:
            return
        job = worker.job
        LOG.warning(
            "A worker process of %s %s %s; it is replaced.",
            self.name,
            why,
            f"in a job of the lane {job.lane.name}" if job else "while it is idle",
        )
        self.killed += why != DIED
        self._replace(worker)
        if job is not None and not job.answer.done():
            if job.tries < TRIES:
                self._queue.put_back(job)
            else:
                self._queue.end(job, "failed")
                _fail(job, Refusal(SORRY))
        self._assign()

    def _replace(self, worker: Worker, *, worn: bool = False) -> None:
        """Start another worker, then kill this one. One that never started is not replaced now."""
        if not worn:
            self._lost_at = self._clock()
        self.running.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        self.replaced += 1
        if worker.ready and not self._closed:
            with suppress(OSError):  # the next job tries again
                self._idle.append(self._start())
        worker.kill()
        self._dying.append(worker.process)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            self.look()

    def look(self) -> None:
        """Look for workers that hang, and for jobs that take too long.

        While this process was stopped itself, no time has passed for its workers.
        """
        now = self._clock()
        seconds, self._looked = min(now - self._looked, 2 * LOOK), now
        for worker in list(self.running):
            if worker not in self.running:
                continue
            why = worker.look(seconds)
            if why:
                self._lost(worker, why)
            elif worker.too_long:
                self._end_job(worker)
            elif worker in self._idle and self._is_worn(worker):
                self._replace(worker, worn=True)
        self._dying = [process for process in self._dying if process.poll() is None]

    def _end_job(self, worker: Worker) -> None:
        """Kill the worker of a job that has met its limit."""
        job = cast(Job, worker.job)
        LOG.warning("A job of the lane %s took more than %g s.", job.lane.name, job.lane.seconds)
        self.killed += 1
        self._replace(worker)
        if not job.answer.done():
            self._queue.end(job, "too_long")
            _fail(job, TooLongError(TOO_LONG))
        self._assign()

    def _is_worn(self, worker: Worker) -> bool:
        """Whether an idle worker has done enough, or keeps too much memory."""
        return worker.done >= MOST_JOBS or (worker.done > 0 and worker.memory > MOST_MEMORY)


def _fail(job: Job, fault: Exception) -> None:
    if not job.answer.done():
        job.answer.set_exception(fault)
        job.answer.exception()  # mark it as retrieved: its caller may be gone
