"""The phases of Kenpo Masters."""

from typing import Final

FIRST: Final = 0  # chance: who starts
DEAL: Final = 1  # chance: the starting hands
PLAY: Final = 2  # a card, or stop; rest before the first card
MOVE: Final = 3  # the movement of the card laid last
BLOCK: Final = 4  # what a defence card blocks
REST: Final = 5  # chance: the cards of a rest
BREAK: Final = 6  # chance: the cards after a Break
OVER: Final = 7
AFTER: Final = 8  # chance: cards lost and drawn by card texts after a turn

PHASES: Final = ("first", "deal", "play", "move", "block", "rest", "break", "over", "after")
