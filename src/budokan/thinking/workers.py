"""Processes that think, so that whoever holds a table never waits for them.

A worker is sent a function and its argument, both by pickle, and answers with what it returns. One
that is not wanted any more is asked to stop, and ended if it does not; one that dies is replaced.
"""

import asyncio
import logging
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from subprocess import DEVNULL, PIPE, Popen
from traceback import format_exc
from typing import TypeVar, cast

from budokan.kit.errors import Refusal
from budokan.kit.game import find_all
from budokan.thinking.cancel import Unwanted

TRIES = 3
GRACE = 0.25  # seconds in which a worker that is asked to stop must do so
NICE = 5  # for what nobody waits for
STOP = None  # what a worker is sent instead of a job
CODE = "from budokan.thinking.workers import work; work({})"
SORRY = "The bot cannot think now."
LOG = logging.getLogger("budokan.minds")
T = TypeVar("T")
R = TypeVar("R")


# -- in the worker --------------------------------------------------------------------------------


def work(nice: int) -> None:
    """Do one job after another until whoever asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    said = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a game prints is no answer
    jobs: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(jobs,), daemon=True).start()
    import_module("budokan.thinking.messages")
    find_all()  # before anybody waits for it
    with suppress(OSError, AttributeError):
        os.nice(nice)
    while True:
        said.write(_answer(jobs.get()))
        said.flush()


def _listen(jobs: SimpleQueue[bytes]) -> None:
    """Hear of jobs, and during a job that nobody wants it; end at once with whoever asks."""
    with suppress(Exception):
        while True:
            sent = pickle.load(sys.stdin.buffer)
            Unwanted.now = sent is STOP
            if sent is not STOP:
                jobs.put(sent)
    os._exit(0)


def _answer(job: bytes) -> bytes:
    try:
        function, given = pickle.loads(job)
        return pickle.dumps((function(given), None))
    except Refusal as refusal:
        return pickle.dumps((None, refusal))
    except Exception as error:
        fault = RuntimeError(f"{type(error).__name__}: {error}")
        fault.add_note(format_exc())
        return pickle.dumps((None, fault))


# -- beside the table -----------------------------------------------------------------------------


Answer = tuple[object, Exception | None]


class DiedError(Exception):
    """A worker ended without an answer."""


class Worker:
    """One process, and a thread that hears what it says."""

    def __init__(self, nice: int) -> None:
        path = os.pathsep.join(filter(None, sys.path))
        self.process = Popen(
            [sys.executable, "-c", CODE.format(nice)],
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._to, self._from = self.process.stdin, self.process.stdout
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Future[Answer] | None = None
        self._gone = False
        threading.Thread(target=self._hear, daemon=True).start()

    def ask(self, job: bytes) -> "asyncio.Future[Answer]":
        """What it will answer; it does one job at a time."""
        waiting = self._waiting = self._loop.create_future()
        waiting.add_done_callback(lambda done: done.exception())  # even if nobody waits any more
        if self._gone:
            waiting.set_exception(DiedError())
        self._send(job)
        return waiting

    def stop(self) -> None:
        """Ask for the end of the job."""
        self._send(STOP)

    def end(self) -> None:
        """End the process now; whoever waits for it hears that it died."""
        self.process.kill()
        self.process.wait()
        with suppress(OSError):
            self._to.close()
        self._heard(None)

    def _send(self, message: bytes | None) -> None:
        with suppress(OSError, ValueError):  # it died, as the thread that hears it will say
            pickle.dump(message, self._to)
            self._to.flush()

    def _hear(self) -> None:
        """Runs in a thread of its own until the process ends."""
        with suppress(RuntimeError):  # the loop may be closed
            with suppress(EOFError, OSError, pickle.UnpicklingError), self._from:
                while True:
                    self._loop.call_soon_threadsafe(self._heard, pickle.load(self._from))
            self._loop.call_soon_threadsafe(self._heard, None)

    def _heard(self, answer: Answer | None) -> None:
        self._gone = answer is None
        if self._waiting is None or self._waiting.done():
            return
        if answer is None:
            self._waiting.set_exception(DiedError())
        else:
            self._waiting.set_result(answer)


class Workers:
    """So many processes; each is started when first needed, and again if it dies."""

    def __init__(self, count: int = 1, nice: int = 0) -> None:
        self.nice = nice
        self.running: set[Worker] = set()
        self._places: asyncio.LifoQueue[Worker | None] = asyncio.LifoQueue()
        for _ in range(count):
            self._places.put_nowait(None)
        self._stopping: set[asyncio.Task[None]] = set()
        self._closed = False

    async def run(self, work: Callable[[T], R], given: T) -> R:
        """The answer of a worker; whoever is cancelled while waiting frees it at once."""
        job = pickle.dumps((work, given))
        for _ in range(TRIES):
            worker = await self._places.get() or self._placed()
            asked = worker.ask(job)
            try:
                found, fault = await asyncio.shield(asked)
            except asyncio.CancelledError:
                self._stop_soon(worker, asked)
                raise
            except DiedError:
                LOG.warning("A process that thinks died; it is started again.")
                self._end(worker)
                continue
            self._places.put_nowait(worker)
            if fault is not None:
                raise fault
            return cast(R, found)
        raise Refusal(SORRY)

    def warm(self) -> None:
        """Start the processes now, so that nobody's first thought is late."""
        for worker in [self._places.get_nowait() for _ in range(self._places.qsize())]:
            self._places.put_nowait(worker or self._start())

    def close(self) -> None:
        """End the processes without waiting for their thoughts."""
        self._closed = True
        for stopping in self._stopping:
            stopping.cancel()
        for worker in self.running:
            worker.process.kill()
        for worker in self.running:
            worker.end()
        self.running.clear()

    def _placed(self) -> Worker:
        """A new process; if there can be none now, its place is there for the next who asks."""
        try:
            return self._start()
        except OSError as error:
            LOG.exception("A process that thinks cannot be started.")
            self._places.put_nowait(None)
            raise Refusal(SORRY) from error

    def _start(self) -> Worker:
        if self._closed:
            raise Refusal(SORRY)
        worker = Worker(self.nice)
        self.running.add(worker)
        return worker

    def _end(self, worker: Worker) -> None:
        """Give its place to a new one."""
        worker.end()
        self.running.discard(worker)
        fresh = None
        if not self._closed:
            with suppress(OSError):  # then whoever needs it tries again
                fresh = self._start()
        self._places.put_nowait(fresh)

    def _stop_soon(self, worker: Worker, asked: "asyncio.Future[Answer]") -> None:
        worker.stop()
        stopping = asyncio.create_task(self._stopped(worker, asked))
        self._stopping.add(stopping)
        stopping.add_done_callback(self._stopping.discard)

    async def _stopped(self, worker: Worker, asked: "asyncio.Future[Answer]") -> None:
        """A worker that has stopped is free; one that has not is ended."""
        await asyncio.wait({asked}, timeout=GRACE)
        if asked.done() and asked.exception() is None:
            self._places.put_nowait(worker)
        else:
            self._end(worker)
