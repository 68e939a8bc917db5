"""The actions of Dojo Duel: the code of the first action of each verb."""

from typing import Final

KICKER: Final = 0
ANSWER: Final = 50
POINT: Final = 100
POINT_AT: Final = 101
KEEP_FAN: Final = 106
FAN: Final = 107
PASS: Final = 249
REVEAL: Final = 250
REVEAL_IN: Final = 251
TOSS: Final = 253
DRAW: Final = 255
SHOWS: Final = 305
DRAW_VEILED: Final = 355
KICKER_VEILED: Final = 356
FAN_VEILED: Final = 357
CHOICE_VEILED: Final = 358

VERBS: Final = (
    ("kicker", KICKER, ("card",)),
    ("answer", ANSWER, ("card",)),
    ("point", POINT, ()),
    ("point at", POINT_AT, ("place",)),
    ("keep fan", KEEP_FAN, ()),
    ("fan", FAN, ("order",)),
    ("pass", PASS, ()),
    ("reveal", REVEAL, ()),
    ("reveal in", REVEAL_IN, ("lane",)),
    ("toss", TOSS, ("player",)),
    ("draw", DRAW, ("card",)),
    ("shows", SHOWS, ("card",)),
    ("draw ?", DRAW_VEILED, ()),
    ("kicker ?", KICKER_VEILED, ()),
    ("fan ?", FAN_VEILED, ()),
    ("choice ?", CHOICE_VEILED, ()),
)
