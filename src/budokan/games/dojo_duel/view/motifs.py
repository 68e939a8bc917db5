"""The ink figure of each card of Dojo Duel."""

from typing import Final

from budokan.kit.data import Row
from budokan.kit.scene import Motif

CARDS: Final[dict[str, Motif]] = {
    "wild_swing": "backfist",
    "reckless_charge": "blitz",
    "spark_jab": "jab",
    "jumping_front_kick": "front",
    "flying_side_kick": "flying",
    "spinning_back_fist": "backfist",
    "blazing_combination": "blaze",
    "dragons_breath": "breath",
    "burning_spirit": "spirit",
    "phoenix_heart": "spirit",
    "knife_hand": "fake",
    "straight_punch": "jab",
    "front_snap_kick": "front",
    "hammer_fist": "blitz",
    "axe_kick": "high",
    "reverse_punch": "reverse",
    "elbow_strike": "jab",
    "sword_of_discipline": "fake",
    "iron_will": "will",
    "tempered_courage": "focus",
    "bow_of_respect": "bow",
    "steady_stance": "guard",
    "patient_guard": "calm",
    "bamboo_form": "bamboo",
    "flowing_kata": "light",
    "rooted_stance": "root",
    "perfect_balance": "crane",
    "black_belt_focus": "focus",
    "teachers_calm": "rest",
    "harmony_of_two": "harmony",
    "side_step": "slip",
    "slip_away": "slip",
    "low_block": "block",
    "circular_parry": "parry",
    "wrist_turn": "parry",
    "soft_redirect": "parry",
    "counter_throw": "throw",
    "tidal_sweep": "wave",
    "river_stance": "river",
    "still_water_mind": "stillwater",
    "cover_up": "wall",
    "high_guard": "block",
    "turtle_shell": "turtle",
    "double_forearm_block": "wall",
    "iron_shirt": "wall",
    "immovable_root": "root",
    "stone_post": "sumo",
    "mountain_wall": "mountain",
    "temple_guardian": "guardian",
    "unbroken_ground": "mountain",
}

# Figures of cards that somebody has added, by element.
ELEMENTS: Final[dict[str, Motif]] = {
    "fire": "blaze",
    "metal": "reverse",
    "wood": "bamboo",
    "water": "wave",
    "earth": "mountain",
}


def motif(key: str, row: Row) -> Motif:
    """The figure of a card: its own, its element's, or one that strikes or guards."""
    if key in CARDS:
        return CARDS[key]
    leaning: Motif = "front" if row["yang"] > row["yin"] else "guard"
    return ELEMENTS.get(row["element"].lower(), leaning)
