"""The actions of Martial Art: the code of the first action of each verb."""

from typing import Final

LEARN: Final = 0
LEARN_VEILED: Final = 42
LAY: Final = 43
LAY_VEILED: Final = 50
REVEAL: Final = 51
FIRST: Final = 52
AREA: Final = 56
ENERGY: Final = 61
STEP: Final = 63
FACE: Final = 69
READY: Final = 75
PASS: Final = 76
SKILL: Final = 77
KIAI: Final = 119
SOW: Final = 123
SOW_VEILED: Final = 130
STRIKE: Final = 131
HOLD: Final = 135
DEFEND: Final = 136
ROLL: Final = 152
DISCARD: Final = 316
SWAP: Final = 318
SWAP_VEILED: Final = 543
TRADE: Final = 568
TRADE_VEILED: Final = 643
SHIFT: Final = 668
SHIFT_VEILED: Final = 683
BUY: Final = 688
SIZE: Final = 689

VERBS: Final = (
    ("learn", LEARN, ("skill",)),
    ("learn ?", LEARN_VEILED, ()),
    ("lay", LAY, ("kind",)),
    ("lay ?", LAY_VEILED, ()),
    ("reveal", REVEAL, ()),
    ("first", FIRST, ("player",)),
    ("area", AREA, ("area",)),
    ("energy", ENERGY, ("gauge",)),
    ("step", STEP, ("dir",)),
    ("face", FACE, ("dir",)),
    ("ready", READY, ()),
    ("pass", PASS, ()),
    ("skill", SKILL, ("skill",)),
    ("kiai", KIAI, ("player",)),
    ("sow", SOW, ("kind",)),
    ("sow ?", SOW_VEILED, ()),
    ("strike", STRIKE, ("player",)),
    ("hold", HOLD, ()),
    ("defend", DEFEND, ("few", "few")),
    ("roll", ROLL, ("faces",)),
    ("discard", DISCARD, ("guard",)),
    ("swap", SWAP, ("area", "area", "effect", "effect")),
    ("swap", SWAP_VEILED, ("area", "area", "veil")),
    ("trade", TRADE, ("area", "area", "effect")),
    ("trade", TRADE_VEILED, ("area", "area", "veil")),
    ("shift", SHIFT, ("area", "effect")),
    ("shift", SHIFT_VEILED, ("area", "veil")),
    ("buy", BUY, ()),
)
