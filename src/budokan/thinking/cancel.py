"""When a thought ends before it is done: nobody wants it any more, or its time is up."""

from time import monotonic

from budokan.agents.plain import Stop


class Unwanted:
    """Set from outside while a thought runs; there is one thought in a process at a time."""

    now = False


class Limit(Stop):
    """Ends a thought that is unwanted, or before a moment of the clock all processes share.

    On a busy machine a process is put aside again and again. As much time as the longest such pause
    is left for the answer.
    """

    def __init__(self, until: float = 0.0) -> None:
        super().__init__()
        self.until = until  # 0: whenever it is done
        self.last = monotonic()
        self.pause = 0.0

    def asked(self) -> bool:
        now = monotonic()
        self.pause = max(self.pause, now - self.last)
        self.last = now
        return Unwanted.now or (self.until != 0.0 and now + self.pause >= self.until)
