"""The phases of Dojo Duel."""

from typing import Final

TOSS: Final = 0
DRAW: Final = 1
KICKER: Final = 2
FAN: Final = 3
POINT: Final = 4
SHOWS: Final = 5
ANSWER: Final = 6
WINDOW: Final = 7
CHOICE: Final = 8
OVER: Final = 9

PHASES: Final = (
    "toss",
    "draw",
    "kicker",
    "fan",
    "point",
    "shows",
    "answer",
    "window",
    "choice",
    "over",
)
