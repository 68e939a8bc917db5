"""What can be done in Stances: the code of the first action of each verb."""

from typing import Final

TAKE: Final = 0
TAKE_VEILED: Final = 3
COIN: Final = 4

VERBS: Final = (
    ("take", TAKE, ("stance",)),
    ("take ?", TAKE_VEILED, ()),
    ("coin", COIN, ("seat",)),
)
CHANCE_VERBS: Final = ("coin",)  # only chance does these
