"""Lanes: whose job a free worker does next, and who is refused. Knows no processes."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from math import exp2
from time import monotonic
from typing import Any, NamedTuple

from budokan.kit.errors import Refusal

HALF = 30.0  # seconds after which what an owner has used counts half
CROWDED = "Too much is waiting in this hall; try again in a moment."
GREEDY = "Too many of your requests are waiting; let some of them end first."


class BusyError(Refusal):
    """Too many jobs are waiting. `own`: the owner has used up their share."""

    def __init__(self, message: str, *, own: bool = False) -> None:
        super().__init__(message)
        self.own = own


class TooLongError(Refusal):
    """A job has met the time limit of its lane."""


@dataclass(frozen=True)
class Lane:
    """A kind of job: what it may take, and what each owner may have of it."""

    name: str
    rank: int = 1  # lower ranks go first
    seconds: float = 30.0  # limit of one job, from its start; then its worker is killed
    at_once: int = 0  # workers that this lane may hold at once; 0: all
    share: int = 4  # jobs that one owner may have running or waiting
    waiting: int = 50  # jobs of the lane that may wait in all
    busy: str = ""  # the sentence of the refusal when the lane or the owner's share is full


@dataclass(eq=False)
class Job:
    """A function and its argument, on the way to a worker and back."""

    number: int
    lane: Lane
    owner: str
    body: bytes
    answer: "asyncio.Future[Any]"
    tries: int = 0
    came: float = 0.0  # when it began to wait
    began: float = 0.0  # when a worker was given it


class LaneFacts(NamedTuple):
    """How a lane fares."""

    running: int
    waiting: int
    waited: float  # seconds that the next one has waited by now
    done: int
    failed: int
    too_long: int
    refused: int
    seconds: float  # that its jobs have taken in all


@dataclass
class LaneState:
    """The jobs of a lane: those that wait, by owner, and what each owner has used lately."""

    lane: Lane
    owners: dict[str, deque[Job]] = field(default_factory=dict)  # the next in turn comes first
    held: dict[str, int] = field(default_factory=dict)  # jobs of an owner, running or waiting
    used: dict[str, tuple[float, float]] = field(default_factory=dict)  # seconds, and when
    running: int = 0
    waiting: int = 0
    done: int = 0
    failed: int = 0
    too_long: int = 0
    refused: int = 0
    seconds: float = 0.0

    def used_by(self, owner: str, now: float) -> float:
        """Seconds that an owner has used lately; older ones count less."""
        seconds, at = self.used.get(owner, (0.0, now))
        return seconds * exp2((at - now) / HALF)

    def charge(self, owner: str, seconds: float, now: float) -> None:
        total = self.used_by(owner, now) + seconds
        self.used = {
            who: spent for who, spent in self.used.items() if self.used_by(who, now) > 0.001
        }
        self.used[owner] = (total, now)

    def next_owner(self, now: float) -> str:
        """The owner who has used least lately; among equals the one who has waited longest."""
        return min(self.owners, key=lambda owner: self.used_by(owner, now))


class Queue:
    """The waiting jobs of a pool."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.lanes: dict[str, LaneState] = {}
        self.retries: deque[Job] = deque()  # jobs whose worker was lost go before all others

    def state(self, lane: Lane) -> LaneState:
        return self.lanes.setdefault(lane.name, LaneState(lane))

    def add(self, job: Job, *, free: bool = False) -> None:
        """Let a job wait; `free`: a worker is free, so that it hardly will. May refuse."""
        self.check(job.lane, job.owner, free=free)
        state = self.state(job.lane)
        state.held[job.owner] = state.held.get(job.owner, 0) + 1
        job.came = self.clock()
        state.waiting += 1
        state.owners.setdefault(job.owner, deque()).append(job)

    def check(self, lane: Lane, owner: str, *, free: bool = False) -> None:
        """Refuse a job if its lane is full, or its owner's share is used up."""
        state = self.state(lane)
        own = state.held.get(owner, 0) >= lane.share
        if own or (state.waiting >= lane.waiting and not free):
            state.refused += 1
            raise BusyError(lane.busy or (GREEDY if own else CROWDED), own=own)

    def put_back(self, job: Job) -> None:
        """Let a job be tried again, whose worker was lost."""
        state = self.state(job.lane)
        state.running -= 1
        state.waiting += 1
        self.retries.append(job)

    def take(self) -> Job | None:
        """The next job, which runs from now on; None if there is none that may run."""
        job = self.next()
        if job is None:
            return None
        state = self.state(job.lane)
        self._remove(state, job)
        state.running += 1
        job.began = self.clock()
        return job

    def next(self) -> Job | None:
        """The next job that may run: of the lowest rank, and of the owner who has used least."""
        if self.retries:
            return self.retries[0]
        now = self.clock()
        ready = [
            (state.lane.rank, state.used_by(owner, now), state.owners[owner][0].came, state, owner)
            for state in self.lanes.values()
            if state.owners and not 0 < state.lane.at_once <= state.running
            for owner in (state.next_owner(now),)
        ]
        if not ready:
            return None
        *_, state, owner = min(ready, key=lambda each: each[:3])
        return state.owners[owner][0]

    def _remove(self, state: LaneState, job: Job) -> bool:
        """Take a job out of those that wait; whether it was one of them."""
        jobs = self.retries if job in self.retries else state.owners.pop(job.owner, deque())
        found = job in jobs
        if found:
            jobs.remove(job)
            state.waiting -= 1
        if jobs and jobs is not self.retries:
            state.owners[job.owner] = jobs  # their next turn comes after everybody else's
        return found

    def drop(self, job: Job) -> bool:
        """Forget a waiting job; whether it was waiting."""
        state = self.state(job.lane)
        found = self._remove(state, job)
        if found:
            self._let_go(state, job)
        return found

    def end(self, job: Job, how: str = "done") -> None:
        """A running job has ended: done, failed, too_long or cancelled."""
        state, now = self.state(job.lane), self.clock()
        state.running -= 1
        state.seconds += now - job.began
        state.charge(job.owner, now - job.began, now)
        state.done += how == "done"
        state.failed += how == "failed"
        state.too_long += how == "too_long"
        self._let_go(state, job)

    def _let_go(self, state: LaneState, job: Job) -> None:
        state.held[job.owner] -= 1
        if not state.held[job.owner]:
            del state.held[job.owner]

    def drop_all(self) -> list[Job]:
        """The waiting jobs, which wait no longer."""
        waiting = [each for state in self.lanes.values() for each in state.owners.values()]
        jobs = [job for each in (self.retries, *waiting) for job in each]
        for job in jobs:
            self.drop(job)
        return jobs

    def facts(self) -> dict[str, LaneFacts]:
        """How each lane fares, by its name."""
        now = self.clock()
        return {
            name: LaneFacts(
                state.running,
                state.waiting,
                max((now - each[0].came for each in state.owners.values()), default=0.0),
                state.done,
                state.failed,
                state.too_long,
                state.refused,
                state.seconds,
            )
            for name, state in self.lanes.items()
        }
