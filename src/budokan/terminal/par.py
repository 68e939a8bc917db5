"""Par on a plain screen; while it takes long the number of steps runs along."""

import sys
import time

from budokan.minds.par import Deal, Par, par

SOON = 2.0  # seconds until progress is told


def find_par(given: Deal) -> Par:
    """Par, found here and now."""
    began, shown = time.monotonic(), False

    def tell(steps: int) -> None:
        nonlocal shown
        if sys.stderr.isatty() and time.monotonic() - began > SOON:
            shown = True
            print(f"\rThe solver plays: step {steps}", end="", file=sys.stderr, flush=True)

    found = par(given, tell)
    if shown:
        print(file=sys.stderr)
    return found
