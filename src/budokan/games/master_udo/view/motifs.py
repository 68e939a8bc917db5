"""The ink figure of each master and card of Master Udo."""

from typing import Final

from budokan.games.master_udo.grammar import title_words
from budokan.kit.scene import Motif

MASTERS: Final[dict[str, Motif]] = {
    "turtle": "turtle",
    "crane": "crane",
    "drunken": "drunken",
    "lightspeed": "light",
    "iron_body": "mountain",
    "shadow": "shades",
    "mantis": "mantis",
    "thunder": "thunder",
    "venom": "breath",
    "zen": "guardian",
}

CARDS: Final[dict[str, Motif]] = {
    "udo_left_arm": "reverse",
    "udo_right_arm": "reverse",
    "udo_left_leg": "front",
    "udo_right_leg": "front",
    "udo_recovery": "guard",
    "kai_guard": "block",
    "kai_punch": "reverse",
    "kai_sweep": "round",
    "kai_roundhouse": "round",
    "kai_planning": "guard",
    "kai_battle_cry": "will",
    "kai_guard_enraged": "block",
    "kai_punch_enraged": "reverse",
    "kai_sweep_enraged": "round",
    "kai_roundhouse_enraged": "round",
    "kai_planning_enraged": "will",
    "kai_battle_cry_enraged": "will",
    "turtle_right_arm": "turtle",
    "crane_left_leg": "high",
    "drunken_left_arm": "drunken",
    "lightspeed_right_leg": "light",
    "iron_body_left_arm": "wall",
    "shadow_left_arm": "shades",
    "mantis_right_arm": "mantis",
    "thunder_right_leg": "thunder",
    "venom_left_leg": "backkick",
    "zen_recovery": "rest",
}

# What cards and masters of somebody's own show, by words of their title.
BY_WORD: Final[dict[str, Motif]] = {
    "recovery": "rest",
    "head": "guard",
    "torso": "will",
    "leg": "front",
    "kick": "front",
    "arm": "reverse",
    "fist": "reverse",
    "punch": "reverse",
    "block": "block",
    "guard": "block",
}


def master(key: str) -> Motif:
    """The figure of a master; one of somebody's own is a guardian."""
    return MASTERS.get(key, "guardian")


def card(key: str, title: str) -> Motif:
    """The figure of a card; one of somebody's own has that of a word in its title."""
    words = title_words(title)
    found = (motif for word, motif in BY_WORD.items() if word in words)
    return CARDS[key] if key in CARDS else next(found, "will")


def kicks(key: str, title: str) -> bool:
    """Whether a card strikes with a leg."""
    return key in KICKS if key in CARDS else bool({"leg", "kick"} & set(title_words(title)))


# Cards that strike with a leg.
KICKS: Final = frozenset(
    {
        "udo_left_leg",
        "udo_right_leg",
        "kai_sweep",
        "kai_roundhouse",
        "kai_sweep_enraged",
        "kai_roundhouse_enraged",
        "crane_left_leg",
        "lightspeed_right_leg",
        "thunder_right_leg",
        "venom_left_leg",
    }
)
