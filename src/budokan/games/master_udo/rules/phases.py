"""The phases of Master Udo."""

from typing import Final

CHOOSE: Final = 0  # a master
REVEAL: Final = 1  # chance turns up attacks
PLAY: Final = 2
RESOLVE: Final = 3  # which combo comes next
OPTION: Final = 4  # which of the things a finisher offers
COVER: Final = 5
STOP: Final = 6
RECOVER: Final = 7
GIVE: Final = 8  # a card from hand, as a price
BURN: Final = 9  # a discarded card, as a price
ENRAGE: Final = 10
ATTACKS: Final = 11  # which attack comes next
PAY: Final = 12
WON: Final = 13
FELL: Final = 14
TIMED_OUT: Final = 15
CONCEDED: Final = 16

PHASES: Final = (
    "choose",
    "reveal",
    "play",
    "resolve",
    "option",
    "cover",
    "stop",
    "recover",
    "give",
    "burn",
    "enrage",
    "attacks",
    "pay",
    "won",
    "fell",
    "timed_out",
    "conceded",
)
