"""What can happen in Udaka. Behind each event stands what it carries besides its seat: (a, b)."""

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from budokan.kit.contract import SPECTATOR
from budokan.kit.game import Setup
from budokan.kit.words import Event

FIRST: Final[i64] = 0
SHOW: Final[i64] = 1  # (rank, -)
AGAIN: Final[i64] = 2
DEALER: Final[i64] = 3  # (number of the round, -)
DEALT: Final[i64] = 4  # (rank, -)
DRAWN: Final[i64] = 5  # (rank, -)
REFILLED: Final[i64] = 6  # (rank, -)
LAST_CARD: Final[i64] = 7
SINGLE: Final[i64] = 8  # (rank, -)
HAND_PAIR: Final[i64] = 9  # (rank, -)
TOP_PAIR: Final[i64] = 10  # (rank, -)
TOKEN: Final[i64] = 11  # (rank, 1)
TOKENS: Final[i64] = 12  # (rank, tokens taken, more than one)
WORTHLESS: Final[i64] = 13  # (rank, -)
ACE: Final[i64] = 14  # (-, Aces laid)
ACE_PAIR: Final[i64] = 15  # (-, Aces laid)
UDAKA: Final[i64] = 16
KING: Final[i64] = 17  # (box, tokens there now)
KING_FREE: Final[i64] = 18  # (rank, -)
JOKER: Final[i64] = 19  # (victim, -)
JOKER_FREE: Final[i64] = 20  # (rank, -)
SCORE: Final[i64] = 21  # (number tokens, points)
SCORE_UDAKA: Final[i64] = 22  # (number tokens, points) of who owns the UDAKA token
LEFT: Final[i64] = 23  # (tokens on the board, -)
OUTRIGHT: Final[i64] = 24  # (number of the round, points)
TIED_FIRST: Final[i64] = 25  # (number of the round, points), and so for the rest of a tie
TIED_NEXT: Final[i64] = 26
TIED_LAST: Final[i64] = 27
TIE_INSIDE: Final[i64] = 28
TIE_OUTSIDE: Final[i64] = 29
GAME: Final[i64] = 30  # (rounds won, -)

EVENTS = (
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

ROUND_MARKS = (DEALER, OUTRIGHT, TIE_INSIDE, TIE_OUTSIDE)
DISCARDS = (SINGLE, HAND_PAIR, TOP_PAIR, ACE, ACE_PAIR, KING, KING_FREE, JOKER, JOKER_FREE)


def fades(setup: Setup, told: Sequence[Event], viewer: int) -> range:
    """What a viewer forgets of the round that is being played, UD-R19.

    A player was told what the others laid since their own last discard and keeps that; a spectator
    keeps the newest discard.
    """
    start = _last(told, ROUND_MARKS, 0, SPECTATOR)
    if setup.options.show_discards or start < 0 or told[start].kind != DEALER:
        return range(0)
    return range(start, max(start, _last(told, DISCARDS, start, viewer)))


def _last(told: Sequence[Event], kinds: tuple[i64, ...], start: int, viewer: int) -> int:
    """Where the viewer's, or for a spectator anybody's, last event of some kinds is; or -1."""
    for at in range(len(told) - 1, start - 1, -1):
        if told[at].kind in kinds and viewer in (told[at].seat, SPECTATOR):
            return at
    return -1
