"""The events of Master Udo. Comments name the two values an event carries besides its seat."""

from typing import Final

FIGHT: Final = 0  # (master, its glory)
RESHUFFLE: Final = 1  # (number of attacks, -)
TURN: Final = 2  # (number of the turn, master)
RAGE: Final = 3  # Kai herself becomes ENRAGED
SHOWS: Final = 4  # (attack, its block value)
NO_COMBO: Final = 5
COMBO: Final = 6  # (number of the combo, its first card)
CARD: Final = 7  # (next card of the combo, -)
LENGTH: Final = 8  # (number of cards, -)
EXPOSED: Final = 9  # (what exposures add, -)
SPEND: Final = 10  # (Charge, -)
DOUBLE: Final = 11  # (what the length is multiplied by, -)
IS_X: Final = 12  # (X, -)
COVER: Final = 13  # (damage, value of the heart)
WASTED: Final = 14  # (damage, -)
STOP: Final = 15  # (block, attack)
NO_STOP: Final = 16  # (block, -)
CHARGE: Final = 17  # (what is gained, what is there now)
RECOVER: Final = 18  # (card, -)
ENRAGE: Final = 19  # (card on its calm side, -)
CALM: Final = 20  # (card on its calm side, -)
DISCARD: Final = 21  # (finisher, -)
KEEP: Final = 22  # (finisher, -)
HIT: Final = 23  # (attack, -)
PAY: Final = 24  # (card discarded, -)
EXHAUST: Final = 25  # (card exhausted, -)
REGROW: Final = 26  # (value of the heart, master)
BEATEN: Final = 27  # (master, glory so far)
LEARN: Final = 28  # (technique, -)
WIN: Final = 29  # (glory, -)
FALL: Final = 30  # (masters beaten, glory)
TIME_OUT: Final = 31  # (masters beaten, glory)
CONCEDE: Final = 32  # (masters beaten, glory)
NO_RETURN: Final = 33  # cards could be recovered, and none is
NO_RAGE: Final = 34  # cards could be ENRAGED, and none is
BACK: Final = 35  # the discard pile returns (number of cards, -)
FADE: Final = 36  # (Charge that is lost, -)
CALM_ALL: Final = 37  # Kai's cards in hand turn calm (number of cards, -)
LENGTHENED: Final = 38  # (what an earlier combo of the turn adds, -)
LENGTHEN: Final = 39  # the next combo counts more (how much, -)
GIVE: Final = 40  # (card discarded as a price, -)
BURN: Final = 41  # (card exhausted as a price, -)
NO_PRICE: Final = 42  # a price cannot be paid
DRAIN: Final = 43  # (Charge that the master takes, -)

EVENTS: Final = (
    "fight",
    "reshuffle",
    "turn",
    "rage",
    "shows",
    "no_combo",
    "combo",
    "card",
    "length",
    "exposed",
    "spend",
    "double",
    "is_x",
    "cover",
    "wasted",
    "stop",
    "no_stop",
    "charge",
    "recover",
    "enrage",
    "calm",
    "discard",
    "keep",
    "hit",
    "pay",
    "exhaust",
    "regrow",
    "beaten",
    "learn",
    "win",
    "fall",
    "time_out",
    "concede",
    "no_return",
    "no_rage",
    "back",
    "fade",
    "calm_all",
    "lengthened",
    "lengthen",
    "give",
    "burn",
    "no_price",
    "drain",
)
