"""Reasons to stop thinking early: the thought was cancelled, or its time is up."""

from time import monotonic

from budokan.agents.plain import StopSignal


class CurrentThought:
    """The one thought a process works on; another thread sets this."""

    cancelled = False


class Deadline(StopSignal):
    """Stops a thought that was cancelled, or before a moment of the clock all processes share.

    A busy machine suspends a process again and again. Time as long as the longest such pause is
    left for the answer.
    """

    def __init__(self, until: float = 0.0) -> None:
        super().__init__()
        self.until = until  # 0: no limit
        self.last = monotonic()
        self.pause = 0.0

    def is_set(self) -> bool:
        now = monotonic()
        self.pause = max(self.pause, now - self.last)
        self.last = now
        return CurrentThought.cancelled or (self.until != 0.0 and now + self.pause >= self.until)
