"""The events of Udaka. The comment behind an event names its two values: (a, b)."""

from typing import Final

FIRST: Final = 0
SHOW: Final = 1  # (rank, -)
AGAIN: Final = 2
DEALER: Final = 3  # (number of the round, -)
DEALT: Final = 4  # (rank, -)
DRAWN: Final = 5  # (rank, -)
REFILLED: Final = 6  # (rank, -)
LAST_CARD: Final = 7
SINGLE: Final = 8  # (rank, -)
HAND_PAIR: Final = 9  # (rank, -)
TOP_PAIR: Final = 10  # (rank, -)
TOKEN: Final = 11  # (rank, 1)
TOKENS: Final = 12  # (rank, tokens taken, more than one)
WORTHLESS: Final = 13  # (rank, -)
ACE: Final = 14  # (-, Aces laid)
ACE_PAIR: Final = 15  # (-, Aces laid)
UDAKA: Final = 16
KING: Final = 17  # (box, tokens there now)
KING_FREE: Final = 18  # (rank, -)
JOKER: Final = 19  # (victim, -)
JOKER_FREE: Final = 20  # (rank, -)
SCORE: Final = 21  # (number tokens, points)
SCORE_UDAKA: Final = 22  # (number tokens, points) of the owner of the UDAKA token
LEFT: Final = 23  # (tokens on the board, -)
OUTRIGHT: Final = 24  # (number of the round, points)
TIED_FIRST: Final = 25  # (number of the round, points), and so for the rest of a tie
TIED_NEXT: Final = 26
TIED_LAST: Final = 27
TIE_INSIDE: Final = 28
TIE_OUTSIDE: Final = 29
GAME: Final = 30  # (rounds won, -)

EVENTS: Final = (
    "first",
    "show",
    "again",
    "dealer",
    "dealt",
    "drawn",
    "refilled",
    "last_card",
    "single",
    "hand_pair",
    "top_pair",
    "token",
    "tokens",
    "worthless",
    "ace",
    "ace_pair",
    "udaka",
    "king",
    "king_free",
    "joker",
    "joker_free",
    "score",
    "score_udaka",
    "left",
    "outright",
    "tied_first",
    "tied_next",
    "tied_last",
    "tie_inside",
    "tie_outside",
    "game",
)
