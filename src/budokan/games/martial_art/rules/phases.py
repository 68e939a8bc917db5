"""The phases of Martial Art; from AREA to NEXT they are the steps of a turn in order (MA-26)."""

from typing import Final

LEARN: Final = 0
REVEAL: Final = 1
LAY: Final = 2
FIRST: Final = 3
AREA: Final = 4
EFFECTS: Final = 5
SKILL: Final = 6
SOW: Final = 7
STRIKE: Final = 8
REACT: Final = 9
DEFEND: Final = 10
PUSH: Final = 11
TURN: Final = 12
THIRD_REACT: Final = 13
THIRD_DEFEND: Final = 14
ATTACK: Final = 15
DEFENCE: Final = 16
THIRD_ATTACK: Final = 17
THIRD_DEFENCE: Final = 18
GAIN: Final = 19
DISCARD: Final = 20
DAMAGE: Final = 21
AFTER_STEP: Final = 22
AFTER_FACE: Final = 23
PLACE: Final = 24
END: Final = 25
KIAI: Final = 26
SWAP: Final = 27
STYLE: Final = 28
NEXT: Final = 29
OVER: Final = 30

PHASES: Final = (
    "learn",
    "reveal",
    "lay",
    "first",
    "area",
    "effects",
    "skill",
    "sow",
    "strike",
    "react",
    "defend",
    "push",
    "turn",
    "third_react",
    "third_defend",
    "attack",
    "defence",
    "third_attack",
    "third_defence",
    "gain",
    "discard",
    "damage",
    "after_step",
    "after_face",
    "place",
    "end",
    "kiai",
    "swap",
    "style",
    "next",
    "over",
)
# No seat acts in these: they pass by themselves.
SILENT: Final = (PUSH, DAMAGE, PLACE, NEXT)
