"""The actions of Kenpo Masters: the code of the first action of each verb."""

from typing import Final

REST: Final = 0
STOP: Final = 1
PLAY: Final = 2  # room for MOST_KINDS of cards
GO: Final = 54
CALL: Final = 59  # to go and call the Break, if `side_kick_optional` is set
BLOCK: Final = 64
BLOCK_NONE: Final = 90
FIRST: Final = 91
DRAW: Final = 93
DRAW_VEILED: Final = 145
LOSE: Final = 146
SIZE: Final = 198

VERBS: Final = (
    ("rest", REST, ()),
    ("stop", STOP, ()),
    ("play", PLAY, ("card",)),
    ("go", GO, ("step",)),
    ("block", BLOCK, ("place",)),
    ("block none", BLOCK_NONE, ()),
    ("first", FIRST, ("player",)),
    ("draw", DRAW, ("card",)),
    ("draw ?", DRAW_VEILED, ()),
    ("lose", LOSE, ("card",)),
)
CHANCE_VERBS: Final = ("first", "draw", "lose")  # only chance does these
