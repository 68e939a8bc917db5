"""The phases of Udaka; chance acts in all phases before DISCARD."""

from typing import Final

FIRST: Final = 0  # chance: the seat that the dealer draw serves first
SHOW: Final = 1  # chance: a card of the dealer draw, face up
DEAL: Final = 2  # chance: the starting hands
DRAW: Final = 3  # chance: the card that begins a turn
REFILL: Final = 4  # chance: the card after a pair
DISCARD: Final = 5
OVER: Final = 6

PHASES: Final = ("first", "show", "deal", "draw", "refill", "discard", "over")
