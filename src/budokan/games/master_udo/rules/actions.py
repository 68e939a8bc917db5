"""The actions of Master Udo: the code of the first action of each verb."""

from typing import Final

FIGHT: Final = 0
ADD: Final = 10
CLOSE: Final = 37
RESOLVE: Final = 38
TAKE: Final = 39
BOOST: Final = 52
OPTION: Final = 65
COVER: Final = 68
STOP: Final = 80
RECOVER: Final = 90
ENRAGE: Final = 117  # 15 places for each of Kai's six cards: hand, pile, under each of 13 combos
ENRAGE_TOP: Final = 207
ENOUGH: Final = 220
SUFFER: Final = 221
PAY_HAND: Final = 231
PAY_PILE: Final = 258
FALL: Final = 285
REVEAL: Final = 286
SIZE: Final = 296

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
    ("enrage", ENRAGE, ("calm", "place")),
    ("enrage top", ENRAGE_TOP, ("lane",)),
    ("enough", ENOUGH, ()),
    ("suffer", SUFFER, ("attack",)),
    ("pay hand", PAY_HAND, ("card",)),
    ("pay pile", PAY_PILE, ("card",)),
    ("fall", FALL, ()),
    ("reveal", REVEAL, ("attack",)),
)
