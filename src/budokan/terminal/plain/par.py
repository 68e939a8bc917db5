"""Par on a plain screen, with a count of the solver's steps while it takes long."""

import sys
import time
from collections.abc import Callable

from budokan.thinking.par import Deal, Par, par

SOON = 2.0  # seconds until progress is shown


def find_par(given: Deal, check: Callable[[], None] = lambda: None) -> Par:
    """Par for a deal, found in this process; `check` raises to stop the search."""
    began, shown = time.monotonic(), False

    def show(steps: int) -> None:
        nonlocal shown
        check()
        if sys.stderr.isatty() and time.monotonic() - began > SOON:
            shown = True
            print(f"\rThe solver plays: step {steps}", end="", file=sys.stderr, flush=True)

    found = par(given, show)
    if shown:
        print(file=sys.stderr)
    return found
