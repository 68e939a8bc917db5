"""Progress of the coach on a plain screen."""

import sys
import time
from collections.abc import Callable

SOON = 2.0  # seconds until progress is shown


class Progress:
    """A line on stderr with the share of the work that is done."""

    def __init__(self, check: Callable[[], None] = lambda: None) -> None:
        self.check = check  # raises to stop the work
        self.began, self.shown = time.monotonic(), False

    def __call__(self, done: int, total: int) -> None:
        self.check()
        if sys.stderr.isatty() and time.monotonic() - self.began > SOON:
            self.shown = True
            share = 100 * done // total
            print(f"\rThe coach looks at the match: {share} %", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *error: object) -> None:
        if self.shown:
            print(file=sys.stderr)
