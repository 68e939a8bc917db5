"""Progress of long work on a plain screen."""

import sys
import time
from collections.abc import Callable

SOON = 2.0  # seconds until progress is shown
CLEAR = "\r\x1b[K"  # back to the start of the line, and wipe it


class Progress:
    """A line on stderr with the share of the work that is done."""

    def __init__(
        self,
        check: Callable[[], None] = lambda: None,
        what: str = "The coach looks at the match",
    ) -> None:
        self.check = check  # raises to stop the work
        self.what = what
        self.began, self.shown = time.monotonic(), False

    def __call__(self, done: int, total: int) -> None:
        self.check()
        if sys.stderr.isatty() and time.monotonic() - self.began > SOON:
            self.shown = True
            share = 100 * done // total
            print(f"\r{self.what}: {share} %", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Wipe the line, before another one is written."""
        if self.shown:
            self.shown = False
            print(CLEAR, end="", file=sys.stderr, flush=True)

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *error: object) -> None:
        if self.shown:
            print(file=sys.stderr)
