"""The actions of Udaka: the code of the first action of each verb."""

from typing import Final

from mypy_extensions import i64

from budokan.games.udaka.rules import state
from budokan.kit.notation import Verb

SINGLE: Final[i64] = 0
PAIR: Final[i64] = 11
KING: Final[i64] = 20
JOKER: Final[i64] = 28
FIRST: Final[i64] = 34
SHOW: Final[i64] = 40
DRAW: Final[i64] = 51
DRAW_VEILED: Final[i64] = 62

VERBS: tuple[Verb, ...] = (
    ("single", SINGLE, ("rank",)),
    ("pair", PAIR, ("number",)),
    ("single K on", KING, ("box",)),
    ("single J from", JOKER, ("seat",)),
    ("first", FIRST, ("seat",)),
    ("show", SHOW, ("rank",)),
    ("draw", DRAW, ("rank",)),
    ("draw ?", DRAW_VEILED, ()),
)
CHANCE_VERBS: Final = ("first", "show", "draw")  # only chance does these


def rank_of(action: i64) -> i64:
    """The rank a player's action lays."""
    if action < PAIR:
        return action - SINGLE
    if action < KING:
        return action - PAIR
    if action < JOKER:
        return state.KING
    return state.JOKER
