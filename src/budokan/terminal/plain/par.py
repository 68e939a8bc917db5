"""Par on a plain screen; while it takes long the number of steps runs along."""

import sys
import time
from collections.abc import Callable

from budokan.thinking.par import Deal, Par, par

SOON = 2.0  # seconds until progress is told


def find_par(given: Deal, check: Callable[[], None] = lambda: None) -> Par:
    """Par, found here and now; `check` raises if nobody wants to wait any more."""
    began, shown = time.monotonic(), False

    def tell(steps: int) -> None:
        nonlocal shown
        check()
        if sys.stderr.isatty() and time.monotonic() - began > SOON:
            shown = True
            print(f"\rThe solver plays: step {steps}", end="", file=sys.stderr, flush=True)

    found = par(given, tell)
    if shown:
        print(file=sys.stderr)
    return found
