"""What can be done in Udaka: the code of the first action of each verb."""

from typing import Final

from mypy_extensions import i64

from budokan.games.udaka.rules.state import JOKER, KING
from budokan.kit.notation import Verb

A_SINGLE: Final[i64] = 0
A_PAIR: Final[i64] = 11
A_KING: Final[i64] = 20
A_JOKER: Final[i64] = 28
A_FIRST: Final[i64] = 34
A_SHOW: Final[i64] = 40
A_DRAW: Final[i64] = 51
A_VEILED: Final[i64] = 62

VERBS: tuple[Verb, ...] = (
    ("single", A_SINGLE, ("rank",)),
    ("pair", A_PAIR, ("number",)),
    ("single K on", A_KING, ("box",)),
    ("single J from", A_JOKER, ("seat",)),
    ("first", A_FIRST, ("seat",)),
    ("show", A_SHOW, ("rank",)),
    ("draw", A_DRAW, ("rank",)),
    ("draw ?", A_VEILED, ()),
)


def rank_of(action: i64) -> i64:
    """The rank a player's action lays."""
    if action < A_PAIR:
        return action - A_SINGLE
    if action < A_KING:
        return action - A_PAIR
    if action < A_JOKER:
        return KING
    return JOKER
