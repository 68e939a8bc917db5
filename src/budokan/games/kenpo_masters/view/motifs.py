"""The ink figure of each card of Kenpo Masters."""

from typing import Final

from budokan.games.kenpo_masters import grammar
from budokan.kit.data import Row
from budokan.kit.scene import Motif

CARDS: Final[dict[str, Motif]] = {
    "jab": "jab",
    "reverse_punch": "reverse",
    "front_kick": "front",
    "round_kick": "round",
    "back_round_kick": "backround",
    "side_kick": "side",
    "spinning_backfist": "backfist",
    "spinning_back_kick": "backkick",
    "high_round_kick": "high",
    "blitz": "blitz",
    "block": "block",
    "hard_block": "wall",
    "fast_footwork": "slip",
    "hand_fake": "fake",
    "burst_of_speed": "burst",
    "change_sides": "turn",
}

# Of a card from a card file: the first qualifiers that it has, then its sort.
BY_QUALIFIERS: Final[tuple[tuple[tuple[str, ...], Motif], ...]] = (
    (("Hard", "Block"), "wall"),
    (("Block",), "block"),
    (("Spinning", "Punch"), "backfist"),
    (("Spinning", "Kick"), "backkick"),
    (("High", "Kick"), "high"),
    (("Rushing",), "blitz"),
    (("Fast", "Kick"), "round"),
    (("Kick",), "front"),
    (("Fast", "Punch"), "jab"),
    (("Punch",), "reverse"),
)
BY_SORT: Final[dict[str, Motif]] = {
    "attack": "reverse",
    "defence": "guard",
    "movement": "slip",
    "effect": "fake",
}


def of(key: str, row: Row) -> Motif:
    """The figure of a card."""
    if key in CARDS:
        return CARDS[key]
    have = grammar.qualifiers(row)
    fitting = (motif for names, motif in BY_QUALIFIERS if all(name in have for name in names))
    return next(fitting, BY_SORT[grammar.sort_of(row)])
