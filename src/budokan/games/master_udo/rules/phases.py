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
ENRAGE: Final = 8
ATTACKS: Final = 9  # which attack comes next
PAY: Final = 10
WON: Final = 11
FELL: Final = 12
TIMED_OUT: Final = 13
CONCEDED: Final = 14

PHASES: Final = (
    "choose",
    "reveal",
    "play",
    "resolve",
    "option",
    "cover",
    "stop",
    "recover",
    "enrage",
    "attacks",
    "pay",
    "won",
    "fell",
    "timed_out",
    "conceded",
)
