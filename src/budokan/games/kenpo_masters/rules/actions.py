"""The actions of Kenpo Masters: the code of the first action of each verb."""

from typing import Final

REST: Final = 0
STOP: Final = 1
PLAY: Final = 2
GO: Final = 18
CALL: Final = 23  # to go and call the Break, if `side_kick_optional` is set
BLOCK: Final = 28
BLOCK_NONE: Final = 54
FIRST: Final = 55
DRAW: Final = 57
DRAW_VEILED: Final = 73
SIZE: Final = 74

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
)
