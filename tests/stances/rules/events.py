"""What can happen in Stances. The comment behind an event says what it carries: (a, b)."""

from typing import Final

SHOWN: Final = 0  # (stance of A, stance of B)
POINT: Final = 1  # (points now, -)
TIE: Final = 2
WON: Final = 3

EVENTS: Final = ("shown", "point", "tie", "won")
