"""The phases of Stances."""

from typing import Final

TAKE: Final = 0  # both take a stance
COIN: Final = 1  # chance: who gets the point of a tie
OVER: Final = 2

PHASES: Final = ("take", "coin", "over")
