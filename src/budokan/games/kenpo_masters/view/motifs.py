"""The ink figure of each card of Kenpo Masters."""

from typing import Final

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
