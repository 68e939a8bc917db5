"""The events of Dojo Duel. The comment behind an event names its two values: (a, b)."""

from typing import Final

TOSS: Final = 0  # (number of the round, -)
ROUND: Final = 1  # (number of the round, -)
DRAW: Final = 2  # (card, -)
RESHUFFLE: Final = 3  # (number of cards, -)
KICKER: Final = 4  # (card, -)
FAN: Final = 5
SHOWS: Final = 6  # (card, its owner)
ANSWER: Final = 7  # (card, -)
CHOICE: Final = 8
PASS: Final = 9
REVEAL: Final = 10  # (card, -)
REVEAL_IN: Final = 11  # (card, lane)
STRIKE: Final = 12  # (own Yang, Yin of the other side)
STRIKE_1: Final = 13  # the same in lane 1
STRIKE_2: Final = 14  # the same in lane 2
LOSS: Final = 15  # (loss, points left)
NO_LOSS: Final = 16
DOUBLE_KO: Final = 17  # (points, -)
OTHER_KO: Final = 18  # the same for the second seat
LAST_ROUND: Final = 19  # (number of the round, -)
WIN: Final = 20
TIE: Final = 21
KICKER_COUNTS: Final = 22  # in a comparison: a revealed kicker (its Yang, its Yin)

EVENTS: Final = (
    "toss",
    "round",
    "draw",
    "reshuffle",
    "kicker",
    "fan",
    "shows",
    "answer",
    "choice",
    "pass",
    "reveal",
    "reveal_in",
    "strike",
    "strike_1",
    "strike_2",
    "loss",
    "no_loss",
    "double_ko",
    "other_ko",
    "last_round",
    "win",
    "tie",
    "kicker_counts",
)
