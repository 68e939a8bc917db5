"""One worker process as its parent knows it: what it was given, what it owes, and whether it lives.

A worker that owes something and neither uses the processor nor wants to is hung: stopped, stuck in
a lock, or waiting for something that never comes. The operating system tells; where it does not,
only the time limit of its job ends it.
"""

import io
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Any, NamedTuple

from budokan.thinking.lanes import Job
from budokan.thinking.line import Line, LyingError

# Signals to all processes are the hall's, from the first moment on: it ends its workers itself.
CODE = (
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "
    "signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    "from budokan.thinking.worker_process import work; work({})"
)
STILL = 2.0  # seconds without a sign of life, while it owes something
STARTUP = 60.0  # seconds until it is ready
BEGIN = 10.0  # seconds until it begins a job
PING = 2.0  # seconds of idleness between two pings
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
Answer = tuple[object, Exception | None]
Popen_ = Popen[bytes]


class Pulse(NamedTuple):
    """What the operating system tells of a process."""

    wants: bool  # it runs, or would if it were its turn
    ticks: int  # of the processor, used so far
    memory: int  # bytes resident


def pulse(pid: int) -> Pulse | None:
    """The pulse of a process, where the operating system has a /proc; None elsewhere."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None
    return Pulse(fields[0] == b"R", int(fields[11]) + int(fields[12]), int(fields[21]) * PAGE)


class Worker:
    """A process that does one job at a time, and the line to it."""

    def __init__(
        self,
        start: Callable[..., Popen_],
        nice: int,
        answered: Callable[["Worker", Answer], None],
        lost: Callable[["Worker", str], None],
    ) -> None:
        path = os.pathsep.join(filter(None, sys.path))
        self.process = start(
            [sys.executable, "-c", CODE.format(nice)],
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            bufsize=0,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._answered, self._lost = answered, lost
        self.line = Line(
            self.process.stdin.fileno(), self.process.stdout.fileno(), self._hear, self._lose
        )
        self.job: Job | None = None
        self.ready = False  # whether it has started
        self.begun = False  # whether it has begun its job
        self.done = 0  # jobs
        self.pinged = False  # whether it owes an answer to a ping
        self._age = 0.0  # seconds since its job began; before, since it was given it
        self._still = 0.0  # seconds without a sign of life
        self._ticks = -1

    # -- work -----------------------------------------------------------------------------------

    def ask(self, job: Job) -> None:
        """Give it a job."""
        self.job, self.begun = job, False
        self._age = self._still = 0.0
        self.line.send(job.number, job.body)

    def stop(self) -> None:
        """Ask it to cancel its job."""
        if self.job is not None:
            self.line.send(self.job.number)

    def kill(self) -> None:
        """End the process; `process.poll()` tells when it is gone."""
        self.line.close()
        with suppress(OSError):
            self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self.process.poll()

    def _lose(self, why: str) -> None:
        self._lost(self, why)

    def _hear(self, number: int, body: bytes) -> None:
        self._still = 0.0
        if not number and not body and (self.pinged or not self.ready):
            self._age = 0.0 if not self.ready else self._age
            self.ready, self.pinged = True, False
        elif self.job is None or number != self.job.number or self.begun != bool(body):
            raise LyingError("sends what nobody asked for")
        elif not self.begun:
            self.begun, self._age = True, 0.0
        else:
            answer = read_answer(body)
            self.done += 1
            self._answered(self, answer)

    # -- life -----------------------------------------------------------------------------------

    def look(self, seconds: float) -> str:
        """What is wrong with it, so many seconds after the last look; '' if nothing is."""
        self._age += seconds
        if not (self.job or self.pinged) and self.ready:
            if self._age >= PING:
                self._age, self.pinged = 0.0, True
                self.line.send(0)
            return ""
        if self._is_still():
            self._still += seconds
            if self._still >= STILL:
                return "hangs"
        else:
            self._still = 0.0
        if not self.ready and self._age > STARTUP:
            return "does not start"
        if self.ready and self.job and not self.begun and self._age > BEGIN:
            return "does not begin"
        return ""

    @property
    def too_long(self) -> bool:
        """Whether its job has met its limit."""
        return self.job is not None and self.begun and self._age > self.job.lane.seconds

    def _is_still(self) -> bool:
        """Whether it has not used the processor since the last look, and does not want to."""
        found = pulse(self.process.pid)
        if found is None:  # nobody can tell; an answer to a ping is due all the same
            return self.pinged
        moved, self._ticks = found.ticks != self._ticks, found.ticks
        return not (moved or found.wants)

    @property
    def memory(self) -> int:
        """Bytes that it has in memory; 0 where nobody can tell."""
        found = pulse(self.process.pid)
        return found.memory if found else 0


# -- answers --------------------------------------------------------------------------------------

SAFE = {  # what an answer may be made of, besides our own classes
    "builtins": {"set", "frozenset", "bytearray", "complex", "range", "slice", "RuntimeError"},
    "collections": {"Counter", "OrderedDict", "defaultdict", "deque"},
}


class _AnswerReader(pickle.Unpickler):
    """Reads plain values and our own classes, so that an answer never runs what it likes."""

    def find_class(self, module: str, name: str) -> Any:
        own = module.partition(".")[0] == "budokan"
        if own or name in SAFE.get(module, ()):
            found = super().find_class(module, name)
            if isinstance(found, type):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} in an answer")


def read_answer(body: bytes) -> Answer:
    """An answer; LyingError if it is none."""
    source = io.BytesIO(body)
    try:
        answer = _AnswerReader(source).load()
        whole = source.tell() == len(body)
    except Exception as error:
        raise LyingError("sends what cannot be read") from error
    if isinstance(answer, tuple) and len(answer) == 2 and whole:
        found, fault = answer
        if fault is None or isinstance(fault, Exception):
            return found, fault
    raise LyingError("sends what is no answer")
