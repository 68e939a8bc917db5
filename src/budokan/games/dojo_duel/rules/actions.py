"""The actions of Dojo Duel: the code of the first action of each verb.

Verbs that name a card have room for 62 kinds, however many a match has.
"""

from typing import Final

KICKER: Final = 0
ANSWER: Final = 62
POINT: Final = 124
POINT_AT: Final = 125
KEEP_FAN: Final = 130
FAN: Final = 131
PASS: Final = 273
REVEAL: Final = 274
REVEAL_IN: Final = 275
TOSS: Final = 277
DRAW: Final = 279
SHOWS: Final = 341
DRAW_VEILED: Final = 403
KICKER_VEILED: Final = 404
FAN_VEILED: Final = 405
CHOICE_VEILED: Final = 406

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
CHANCE_VERBS: Final = ("toss", "draw", "shows")  # only chance does these
