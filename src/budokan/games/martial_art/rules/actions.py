"""The actions of Martial Art: the code of the first action of each verb.

Skills have room for as many as a card file may bring; see card_format.py.
"""

from typing import Final

SKILLS: Final = 96  # the most Skills of a match
FEW: Final = 8  # numbers of tokens shown for defence: 0 to 7
ROLLS: Final = 454  # outcomes of one to twelve dice

LEARN: Final = 0
LEARN_VEILED: Final = LEARN + SKILLS
LAY: Final = LEARN_VEILED + 1
LAY_VEILED: Final = LAY + 7
REVEAL: Final = LAY_VEILED + 1
FIRST: Final = REVEAL + 1
AREA: Final = FIRST + 4
ENERGY: Final = AREA + 5
STEP: Final = ENERGY + 2
FACE: Final = STEP + 6
READY: Final = FACE + 6
PASS: Final = READY + 1
SKILL: Final = PASS + 1
KIAI: Final = SKILL + SKILLS
SOW: Final = KIAI + 4
SOW_VEILED: Final = SOW + 7
STRIKE: Final = SOW_VEILED + 1
HOLD: Final = STRIKE + 4
DEFEND: Final = HOLD + 1
ROLL: Final = DEFEND + FEW * FEW
DISCARD: Final = ROLL + ROLLS
SWAP: Final = DISCARD + 2
SWAP_VEILED: Final = SWAP + 225
TRADE: Final = SWAP_VEILED + 25
TRADE_VEILED: Final = TRADE + 75
SHIFT: Final = TRADE_VEILED + 25
SHIFT_VEILED: Final = SHIFT + 15
BUY: Final = SHIFT_VEILED + 5
SIZE: Final = BUY + 1

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
CHANCE_VERBS: Final = ("reveal", "first", "roll")  # only chance does these
