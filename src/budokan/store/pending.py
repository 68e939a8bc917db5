"""Jobs of the store's thread and their answers, awaited in async code or waited for in threads."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from time import monotonic
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Told = list[tuple["asyncio.Future[Any]", Any]]

# Between those who ask and the store's thread. One for all jobs: nobody holds it for long.
_LOCK = threading.Lock()


class Pending(Generic[T]):
    """A future answer of the store: `await` it in async code, or call `result()` in a thread.

    There is one for every move, so it is lighter than the futures of `concurrent.futures`, each of
    which has a lock and a condition.
    """

    __slots__ = ("_answered", "_outcome", "_waiting", "asked", "work")

    def __init__(self, work: Work) -> None:
        self.work = work
        self.asked = monotonic()
        self._answered = False
        self._outcome: Any = None  # the result, or an exception
        self._waiting: tuple[asyncio.Future[Any] | threading.Event, ...] = ()

    def __await__(self) -> Generator[Any, None, T]:
        future = asyncio.get_running_loop().create_future()
        with _LOCK:
            if self._answered:
                _settle(future, self._outcome)
            else:
                self._waiting += (future,)
        return future.__await__()

    def result(self, timeout: float | None = None) -> T:
        """The answer, or its error raised; TimeoutError if it has not come in so many seconds."""
        event = None
        with _LOCK:
            if not self._answered:
                event = threading.Event()
                self._waiting += (event,)
        if event is not None and not event.wait(timeout):
            raise TimeoutError
        try:
            if isinstance(self._outcome, BaseException):
                raise self._outcome
            found: T = self._outcome
            return found
        finally:
            del self  # the error would refer to itself, by this frame

    def begin(self) -> bool:
        """Whether to do the work: not if all who waited for it were cancelled."""
        with _LOCK:
            for each in self._waiting:
                if isinstance(each, threading.Event) or not each.cancelled():
                    return True
            if not self._waiting:
                return True
            self._answered, self._outcome = True, asyncio.CancelledError()
            return False

    def answer(self, outcome: Any) -> tuple["asyncio.Future[Any] | threading.Event", ...]:
        """Keep the result or error; returns who waits for it."""
        with _LOCK:
            self._answered, self._outcome = True, outcome
            waiting, self._waiting = self._waiting, ()
        return waiting


def answer_all(
    jobs: Iterable[Pending[Any]], outcomes: Iterable[Any], note: Callable[[float], None] | None
) -> None:
    """Answer jobs, and `note` how many seconds each took; an event loop is woken once for all."""
    now = monotonic()
    told: dict[asyncio.AbstractEventLoop, Told] = {}
    for job, outcome in zip(jobs, outcomes, strict=True):
        if note is not None:
            note(now - job.asked)
        for each in job.answer(outcome):
            if isinstance(each, threading.Event):
                each.set()
            else:
                told.setdefault(each.get_loop(), []).append((each, outcome))
    for loop, answers in told.items():
        with suppress(RuntimeError):  # a closed loop waits for nothing
            loop.call_soon_threadsafe(_settle_all, answers)


def _settle_all(answers: Told) -> None:
    for future, outcome in answers:
        _settle(future, outcome)


def _settle(future: "asyncio.Future[Any]", outcome: Any) -> None:
    if future.done():  # cancelled meanwhile
        return
    if isinstance(outcome, asyncio.CancelledError):
        future.cancel()
    elif isinstance(outcome, BaseException):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
