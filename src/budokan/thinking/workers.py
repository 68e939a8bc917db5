"""Worker processes that think, so that a table never waits for them.

A worker is sent a function and its argument by pickle, and answers with the result. When a job is
cancelled its worker is asked to stop, and killed if it does not; a worker that dies is replaced.
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
from budokan.thinking.cancel import CurrentThought

TRIES = 3
GRACE = 0.25  # seconds a worker has to stop
NICE = 5  # for work in the background
STOP = None  # sent instead of a job: cancel the present one
CODE = "from budokan.thinking.workers import work; work({})"
SORRY = "The bot cannot think now; try again later."
LOG = logging.getLogger("budokan.thinking")
T = TypeVar("T")
R = TypeVar("R")


# -- in the worker --------------------------------------------------------------------------------


def work(nice: int) -> None:
    """Do one job after another until the parent process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a game's own output must not mix with the answers
    jobs: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(jobs,), daemon=True).start()
    import_module("budokan.thinking.messages")
    find_all()  # before the first job
    with suppress(OSError, AttributeError):
        os.nice(nice)
    while True:
        answers.write(_answer(jobs.get()))
        answers.flush()


def _listen(jobs: SimpleQueue[bytes]) -> None:
    """Receive jobs and cancellations; end at once with the parent process."""
    with suppress(Exception):
        while True:
            sent = pickle.load(sys.stdin.buffer)
            CurrentThought.cancelled = sent is STOP
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


# -- in the parent ------------------------------------------------------------------------------


Answer = tuple[object, Exception | None]


class DiedError(Exception):
    """A worker ended without an answer."""


class Worker:
    """One process, and a thread that receives its answers."""

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
        threading.Thread(target=self._receive, daemon=True).start()

    def ask(self, job: bytes) -> "asyncio.Future[Answer]":
        """Its answer to a job; a worker does one job at a time."""
        waiting = self._waiting = self._loop.create_future()
        waiting.add_done_callback(lambda done: done.exception())  # mark it as retrieved
        if self._gone:
            waiting.set_exception(DiedError())
        self._send(job)
        return waiting

    def stop(self) -> None:
        """Ask it to cancel its job."""
        self._send(STOP)

    def end(self) -> None:
        """Kill the process; its answer fails with DiedError."""
        self.process.kill()
        self.process.wait()
        with suppress(OSError):
            self._to.close()
        self._settle(None)

    def _send(self, message: bytes | None) -> None:
        with suppress(OSError, ValueError):  # it died; the receiving thread will notice
            pickle.dump(message, self._to)
            self._to.flush()

    def _receive(self) -> None:
        """Receive answers in a thread of its own until the process ends."""
        with suppress(RuntimeError):  # the loop may be closed
            with suppress(EOFError, OSError, pickle.UnpicklingError), self._from:
                while True:
                    self._loop.call_soon_threadsafe(self._settle, pickle.load(self._from))
            self._loop.call_soon_threadsafe(self._settle, None)

    def _settle(self, answer: Answer | None) -> None:
        self._gone = answer is None
        if self._waiting is None or self._waiting.done():
            return
        if answer is None:
            self._waiting.set_exception(DiedError())
        else:
            self._waiting.set_result(answer)


class Workers:
    """A number of processes, started when first needed, and again if they die."""

    def __init__(self, count: int = 1, nice: int = 0) -> None:
        self.nice = nice
        self.running: set[Worker] = set()
        self._places: asyncio.LifoQueue[Worker | None] = asyncio.LifoQueue()
        for _ in range(count):
            self._places.put_nowait(None)
        self._stopping: set[asyncio.Task[None]] = set()
        self._closed = False

    async def run(self, work: Callable[[T], R], given: T) -> R:
        """Have a worker do a job; if the caller is cancelled, the worker is freed at once."""
        job = pickle.dumps((work, given))
        for _ in range(TRIES):
            worker = await self._places.get() or self._start_or_refuse()
            asked = worker.ask(job)
            try:
                found, fault = await asyncio.shield(asked)
            except asyncio.CancelledError:
                self._stop_soon(worker, asked)
                raise
            except DiedError:
                LOG.warning("A worker process died; it is started again.")
                self._end(worker)
                continue
            self._places.put_nowait(worker)
            if fault is not None:
                raise fault
            return cast(R, found)
        raise Refusal(SORRY)

    def warm(self) -> None:
        """Start the processes now, so that the first thought is not late."""
        for worker in [self._places.get_nowait() for _ in range(self._places.qsize())]:
            self._places.put_nowait(worker or self._start())

    def close(self) -> None:
        """Kill the processes without waiting for their answers."""
        self._closed = True
        for stopping in self._stopping:
            stopping.cancel()
        for worker in self.running:
            worker.process.kill()
        for worker in self.running:
            worker.end()
        self.running.clear()

    def _start_or_refuse(self) -> Worker:
        """A new process; if none can be started, its place stays free for the next job."""
        try:
            return self._start()
        except OSError as error:
            LOG.exception("A worker process cannot be started.")
            self._places.put_nowait(None)
            raise Refusal(SORRY) from error

    def _start(self) -> Worker:
        if self._closed:
            raise Refusal(SORRY)
        worker = Worker(self.nice)
        self.running.add(worker)
        return worker

    def _end(self, worker: Worker) -> None:
        """Kill a worker and give its place to a new one."""
        worker.end()
        self.running.discard(worker)
        fresh = None
        if not self._closed:
            with suppress(OSError):  # the next job tries again
                fresh = self._start()
        self._places.put_nowait(fresh)

    def _stop_soon(self, worker: Worker, asked: "asyncio.Future[Answer]") -> None:
        worker.stop()
        stopping = asyncio.create_task(self._free_or_kill(worker, asked))
        self._stopping.add(stopping)
        stopping.add_done_callback(self._stopping.discard)

    async def _free_or_kill(self, worker: Worker, asked: "asyncio.Future[Answer]") -> None:
        """Free a worker that has stopped; kill one that has not."""
        await asyncio.wait({asked}, timeout=GRACE)
        if asked.done() and asked.exception() is None:
            self._places.put_nowait(worker)
        else:
            self._end(worker)
