"""The actions of Master Udo: the code of the first action of each verb.

Codes leave space for the most masters, cards and attacks that a card file can bring.
"""

from typing import Final

FIGHT: Final = 0
ADD: Final = 16
CLOSE: Final = 62
RESOLVE: Final = 63
TAKE: Final = 64
BOOST: Final = 77
OPTION: Final = 90
COVER: Final = 93
STOP: Final = 105
RECOVER: Final = 121
GIVE: Final = 167
BURN: Final = 213
ENRAGE: Final = 259  # 15 places for each of Kai's cards: hand, pile, under each of 13 combos
ENRAGE_TOP: Final = 409
ENOUGH: Final = 422
SUFFER: Final = 423
PAY_HAND: Final = 439
PAY_PILE: Final = 485
FALL: Final = 531
REVEAL: Final = 532
SIZE: Final = 548

VERBS: Final = (
    ("fight", FIGHT, ("master",)),
    ("add", ADD, ("card",)),
    ("close", CLOSE, ()),
    ("resolve", RESOLVE, ()),
    ("take", TAKE, ("lane",)),
    ("boost", BOOST, ("lane",)),
    ("option", OPTION, ("option",)),
    ("cover", COVER, ("heart",)),
    ("stop", STOP, ("attack",)),
    ("recover", RECOVER, ("card",)),
    ("give", GIVE, ("card",)),
    ("burn", BURN, ("card",)),
    ("enrage", ENRAGE, ("calm", "place")),
    ("enrage top", ENRAGE_TOP, ("lane",)),
    ("enough", ENOUGH, ()),
    ("suffer", SUFFER, ("attack",)),
    ("pay hand", PAY_HAND, ("card",)),
    ("pay pile", PAY_PILE, ("card",)),
    ("fall", FALL, ()),
    ("reveal", REVEAL, ("attack",)),
)
CHANCE_VERBS: Final = ("reveal",)  # only chance does these
