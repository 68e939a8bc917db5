"""When a thought ends before it is done: nobody wants it any more, or its time is up."""

from time import monotonic

from budokan.agents.plain import Stop


class Unwanted:
    """Set from outside while a thought runs; there is one thought in a process at a time."""

    now = False


class Limit(Stop):
    """Ends a thought that is unwanted, or at a moment of the clock all processes share."""

    def __init__(self, until: float = 0.0) -> None:
        super().__init__()
        self.until = until  # 0: whenever it is done

    def asked(self) -> bool:
        return Unwanted.now or (self.until != 0.0 and monotonic() >= self.until)
