"""The watchdog: finds work that holds the event loop, and says where it is.

Everything the hall does for its players runs on one thread, step by step: from where a task is
resumed to where it waits again. A step that uses this thread's CPU for more than 20 ms makes
everybody wait, so it is a fault. A second thread looks at a step that takes long and notes where it
is. What is logged are places in the code, never values.

To read the CPU clock of a thread takes as long as a short step. So each step is timed with the
plain clock, and the other thread reads the CPU clock of this one every 20 ms; it is also read after
a step that was not short. Of a step that took long by the plain clock, the CPU time since the last
reading before it counts, less the short steps in between. While nothing runs, the other thread
sleeps until a step begins.
"""

import asyncio
import gc
import logging
import math
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from types import FrameType
from typing import Any, NamedTuple

LOG = logging.getLogger("budokan.hall")
MOST = 0.020  # seconds of CPU that one step may take
LOOK = 0.020  # seconds between two looks at the CPU clock and the running step; each look costs
REST = 3  # looks at a loop that does nothing, after which there are none until a step begins
SHORT = 0.002  # seconds of the plain clock; what takes longer is looked at more closely
DEPTH = 25  # places of a stack that are logged, the innermost ones
RECENT = 60.0  # seconds for which a held loop counts as recent
KEPT = 100  # held steps that are remembered

wall_time = time.perf_counter
cpu_time = getattr(time, "thread_time", wall_time)  # not every system has it


class Held(NamedTuple):
    """A step that held the loop."""

    at: float  # monotonic time of its end
    ms: float
    what: str
    stack: tuple[str, ...]
    garbage_ms: float  # of it, spent on collecting garbage


class Reading(NamedTuple):
    """What the loop's thread had done at some moment."""

    at: float  # by the plain clock
    cpu: float  # seconds of CPU
    busy: float  # seconds in steps that had ended


class TimedStep(Coroutine[Any, Any, Any]):
    """A coroutine whose steps are timed; otherwise the same to whoever looks at it."""

    __slots__ = ("_dog", "_send", "_throw", "coroutine")

    def __init__(self, coroutine: Coroutine[Any, Any, Any], dog: "Watchdog") -> None:
        self.coroutine, self._dog = coroutine, dog
        self._send, self._throw = coroutine.send, coroutine.throw

    def send(self, value: Any) -> Any:
        dog = self._dog
        dog.running = self
        dog.began = began = wall_time()
        if dog.resting:
            dog.wake()
        try:
            return self._send(value)
        finally:
            dog.end(wall_time() - began)

    def throw(self, *error: Any) -> Any:
        dog = self._dog
        dog.running = self
        dog.began = began = wall_time()
        if dog.resting:
            dog.wake()
        try:
            return self._throw(*error)
        finally:
            dog.end(wall_time() - began)

    def close(self) -> None:
        self.coroutine.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return self.coroutine.__await__()

    def __getattr__(self, name: str) -> Any:  # cr_frame and so on
        return getattr(self.coroutine, name)

    def __repr__(self) -> str:
        return repr(self.coroutine)


class Watchdog:
    """Times the steps of one event loop while it is armed."""

    def __init__(self, most: float = MOST, look: float = LOOK) -> None:
        self.most, self.look = most, look
        self.held = 0  # steps that held the loop
        self.held_seconds = 0.0
        self.worst_ms = 0.0
        self.garbage_seconds = 0.0
        self.garbage_worst_ms = 0.0
        self.recent: deque[Held] = deque(maxlen=KEPT)
        self.running: TimedStep | str | None = None  # what runs now
        self.began = 0.0  # when it began
        self.busy = 0.0  # seconds in steps that have ended, by the plain clock
        self.resting = False  # whether the other thread waits for a step
        self._begun: SimpleQueue[None] = SimpleQueue()  # a step, while the other thread rests
        self._due = math.inf  # how busy the loop must have been for `worked`
        self._worked: asyncio.Future[None] | None = None
        self._readings = (Reading(0.0, 0.0, 0.0),) * 2  # the latest two
        self._armed = False
        self._excused = False  # whether the step that ends now may have held the loop
        self._seen: tuple[str, ...] = ()  # the stack of the step that runs
        self._seen_of = 0.0  # when that step began
        self._garbage_began = self._garbage_ended = self._garbage = 0.0  # the last collection
        self._loop_thread = 0
        self._looking: threading.Thread | None = None
        self._told = 0.0

    # -- the steps ----------------------------------------------------------------------------

    def watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Time the steps of all tasks that this loop, which runs in this thread, begins now."""
        self._loop_thread = threading.get_ident()

        def make(
            loop: asyncio.AbstractEventLoop, coroutine: Any, **named: Any
        ) -> "asyncio.Task[Any]":
            if type(coroutine) is not TimedStep and asyncio.iscoroutine(coroutine):
                coroutine = TimedStep(coroutine, self)
            return asyncio.Task(coroutine, loop=loop, **named)

        loop.set_task_factory(make)

    def call(self, what: str, work: Callable[[bytes], None], data: bytes) -> None:
        """Time a callback that is no task."""
        self.running, self.began = what, wall_time()
        if self.resting:
            self.wake()
        try:
            work(data)
        finally:
            self.end(wall_time() - self.began)

    def end(self, seconds: float) -> None:
        """A step has ended, so many seconds of the plain clock after it began."""
        if seconds > self.most:
            self.note(seconds)
        self.busy += seconds
        self.running = None
        if seconds > SHORT:
            self._readings = (Reading(wall_time(), cpu_time(), self.busy),) * 2
        if self.busy >= self._due:
            self._due = math.inf
            if self._worked is not None and not self._worked.done():
                self._worked.set_result(None)

    async def worked(self, seconds: float) -> None:
        """Wait until the loop has worked for so many seconds; for one task at a time."""
        self._due = self.busy + seconds
        self._worked = asyncio.get_running_loop().create_future()
        await self._worked

    def note(self, seconds: float) -> None:
        """The step that ends now took long; whether it has held the loop says the CPU clock."""
        took, what = min(seconds, self._cpu_since(self.began)), self.running
        stack = self._seen if self._seen_of == self.began else ()
        garbage = self._garbage if self._garbage_ended > self.began else 0.0
        if took <= self.most or not self._armed or self._excused:
            return
        name = what if isinstance(what, str) else name_of(what.coroutine if what else None)
        found = Held(time.monotonic(), 1000 * took, name, stack, 1000 * garbage)
        self.held += 1
        self.held_seconds += took
        self.worst_ms = max(self.worst_ms, found.ms)
        self.recent.append(found)
        self._tell(found)

    def _cpu_since(self, began: float) -> float:
        """Seconds of CPU since the present step began, as far as the readings tell."""
        earlier, last = self._readings
        before = last if last.at <= began else earlier  # at most one is made during a step
        return cpu_time() - before.cpu - (self.busy - before.busy)

    def _tell(self, found: Held) -> None:
        """Log it, at most once a second."""
        if found.at - self._told < 1 and self.held > 1:
            return
        self._told = found.at
        facts = {
            "ms": round(found.ms),
            "what": found.what,
            "garbage_ms": round(found.garbage_ms),
            "times": self.held,
            "stack": list(found.stack),
        }
        LOG.warning("held the loop", extra={"facts": facts})

    @property
    def held_recently(self) -> int:
        """Steps that held the loop in the last minute, as far as they are remembered."""
        since = time.monotonic() - RECENT
        return sum(held.at >= since for held in self.recent)

    # -- armed or not -------------------------------------------------------------------------

    def arm(self) -> None:
        """From now on what holds the loop counts. Called by the loop's thread."""
        gc.callbacks.append(self._on_garbage)
        self._readings = (Reading(wall_time(), cpu_time(), self.busy),) * 2
        self._armed = True
        self._looking = threading.Thread(target=self._look, name="budokan-watchdog", daemon=True)
        self._looking.start()

    @contextmanager
    def excused(self) -> Iterator[None]:
        """What takes long while nobody is here is no fault; the step must end inside."""
        self._excused = True
        try:
            yield
        finally:
            self._excused = False

    def disarm(self) -> None:
        """The hall closes: what takes long now is no fault."""
        if not self._armed:
            return
        self._armed = False
        self.wake()
        gc.callbacks.remove(self._on_garbage)
        if self._looking is not None:
            self._looking.join()

    def _on_garbage(self, phase: str, facts: dict[str, int]) -> None:
        if threading.get_ident() != self._loop_thread:
            return
        if phase == "start":
            self._garbage_began = cpu_time()
            return
        took = cpu_time() - self._garbage_began
        self._garbage, self._garbage_ended = took, wall_time()
        self.garbage_seconds += took
        self.garbage_worst_ms = max(self.garbage_worst_ms, 1000 * took)

    # -- the other thread ---------------------------------------------------------------------

    def _look(self) -> None:
        """Note the stack of a step that takes long, before it ends."""
        clock, busy, idle = clock_of(self._loop_thread), 0.0, 0
        while self._armed:
            time.sleep(self.look)  # to wait for an event would cost several times as much
            running, began = self.running, self.began
            idle = idle + 1 if running is None and self.busy == busy else 0
            busy = self.busy
            if idle >= REST:
                self._rest()
                idle = 0
                continue
            if running is None or wall_time() - began < SHORT or self._seen_of == began:
                self._read(clock)
                continue
            frame = sys._current_frames().get(self._loop_thread)
            places = stack_of(frame)
            if self.began == began:
                self._seen, self._seen_of = places, began

    def _rest(self) -> None:
        """Wait until a step begins, or the hall closes."""
        self.resting = True
        if self.running is None and self._armed:
            self._begun.get()
        self.resting = False

    def wake(self) -> None:
        """A step begins after a rest: what the loop has done until now is not the step's work."""
        self.resting = False
        self._readings = (Reading(self.began, cpu_time(), self.busy),) * 2
        self._begun.put(None)

    def _read(self, clock: Callable[[], float]) -> None:
        """Read the CPU clock of the loop's thread. A step that runs since before the last reading
        still needs the one before that, so there is no new one then."""
        last = self._readings[1]
        if self.running is None or self.began >= last.at:
            busy = self.busy  # first: if a step ends meanwhile, too little counts, not too much
            self._readings = (last, Reading(wall_time(), clock(), busy))


def clock_of(thread: int) -> Callable[[], float]:
    """The CPU clock of a thread, readable from another one."""
    if cpu_time is time.perf_counter or not hasattr(time, "pthread_getcpuclockid"):
        return time.perf_counter
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)


def stack_of(frame: FrameType | None) -> tuple[str, ...]:
    """The places of a stack, the innermost last."""
    places: list[str] = []
    while frame is not None and len(places) < DEPTH:
        code = frame.f_code
        if code.co_filename != __file__:
            places.append(f"{code.co_filename}:{frame.f_lineno} {code.co_name}")
        frame = frame.f_back
    return tuple(reversed(places))


def name_of(coroutine: Any) -> str:
    """What a coroutine is called in the code."""
    return str(getattr(coroutine, "__qualname__", "") or type(coroutine).__name__)
