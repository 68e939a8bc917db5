"""Reasons to stop thinking early: the thought was cancelled, or its time is up."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

from budokan.agents.plain import StopSignal


class CurrentThought:
    """The one thought a process works on; another thread sets this."""

    cancelled = False


class Deadline(StopSignal):
    """Stops a thought that was cancelled, or so many seconds after it has begun; 0: no limit.

    A busy machine suspends a process again and again. Time as long as the longest such pause is
    left for the answer.
    """

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__()
        self.last = monotonic()
        self.until = self.last + seconds if seconds else 0.0
        self.pause = 0.0

    def is_set(self) -> bool:
        now = monotonic()
        self.pause = max(self.pause, now - self.last)
        self.last = now
        return CurrentThought.cancelled or (self.until != 0.0 and now + self.pause >= self.until)


class TimeUp(Exception):
    """The time of a thought is up that does not look at a Deadline by itself."""


def _ring(number: int, frame: FrameType | None) -> None:
    raise TimeUp


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeUp inside after so many seconds; 0: never.

    It works in the main thread of a process, as in a worker, where the system has alarms. Compiled
    code hears it where it lets Ctrl-C through.
    """
    here = threading.current_thread() is threading.main_thread()
    if not seconds or not here or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
