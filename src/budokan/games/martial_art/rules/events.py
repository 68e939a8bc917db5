"""The events of Martial Art. Comments name the two values an event carries besides its seat."""

from typing import Final

LEARN: Final = 0  # (skill, -)
KNOWN: Final = 1  # (skill, -)
LAY: Final = 2  # (kind, place)
LAY_OPEN: Final = 3  # (kind, place)
OPEN: Final = 4  # (kind, area)
FIRST: Final = 5
ROUND: Final = 6  # (number of the round, -)
TURN: Final = 7
BONUS: Final = 8
AREA: Final = 9  # (area, tokens in it)
SHOWS: Final = 10  # (kind, area)
ENERGY: Final = 11  # (gauge, square now)
STEP: Final = 12  # (cell, direction)
BUY: Final = 13  # (Moves, -)
FACE: Final = 14  # (direction, -)
SKILL: Final = 15  # (skill, -)
SOW_ACTION: Final = 16  # (kind, area)
SOW_EFFECT: Final = 17  # (kind, area)
STRIKE: Final = 18  # (kind, area)
STRIKE_AT: Final = 19  # (Defender, -)
HOLD: Final = 20
REACT: Final = 21  # (skill, -)
NO_REACTION: Final = 22
DEFEND: Final = 23  # (Defense tokens, Move tokens)
PUSH: Final = 24  # (cell, direction)
COLLISION: Final = 25  # (third Character, area)
DICE_BASE: Final = 26  # (dice, -)
DICE_SKILL: Final = 27  # (skill, dice)
DICE_BACK: Final = 28  # (dice, -)
DICE_COLLISION: Final = 29  # (dice, -)
GUARD_SKILL: Final = 30  # (skill, dice taken away)
ATTACK_ROLL: Final = 31  # (faces, dice)
DEFENCE_ROLL: Final = 32  # (faces, dice)
THIRD_ROLL: Final = 33  # (faces, third Character)
THIRD_DEFENCE: Final = 34  # (faces, dice)
REMAP: Final = 35  # (skill, -)
CANCEL: Final = 36  # (Normal Successes, -)
EXTRA: Final = 37  # (damage, -)
BLOCKED: Final = 38  # (successes, -)
DAMAGE: Final = 39  # (damage, area)
LIFE: Final = 40  # (square now, last square)
SEVERE: Final = 41  # (area, severe columns now)
LOSE: Final = 42  # (kind, place)
LOSE_NONE: Final = 43  # (kind, -)
DISCARD: Final = 44  # (kind, area)
TAX: Final = 45  # (Moves, -)
KO: Final = 46  # (area, -)
TECHNICAL: Final = 47  # (severe columns, -)
RING_OUT: Final = 48
CONCEDED: Final = 49
PLACE: Final = 50  # (tokens, area)
STYLE: Final = 51  # (skill, -)
STYLE_OFF: Final = 52  # (skill, -)
SILENCE: Final = 53  # (who, -)
AGAIN: Final = 54
SWAP: Final = 55  # (area, area)
TRADE: Final = 56  # (area of the Effect, area of the Kick)
SHIFT: Final = 57  # (area, next area)
MOVED: Final = 58  # (kind, area it went to)
LIMIT: Final = 59  # (number of the round, -)
TALLY: Final = 60  # (severe columns, damage)
WIN: Final = 61
TEAM_WIN: Final = 62  # (one of the team, the other)
DRAW: Final = 63  # (seats that share, -)
DICE_LESS: Final = 64  # (skill, dice taken away)
GUARD_MORE: Final = 65  # (skill, dice)
CANCEL_BEST: Final = 66  # (Exceptional Successes, -)
DRAIN: Final = 67  # (gauge, square now)
HEAL: Final = 68  # (area, square now)
IDLE: Final = 69
CHANGED: Final = 70  # (damage more or, below 0, less; -)

EVENTS: Final = (
    "learn",
    "known",
    "lay",
    "lay_open",
    "open",
    "first",
    "round",
    "turn",
    "bonus",
    "area",
    "shows",
    "energy",
    "step",
    "buy",
    "face",
    "skill",
    "sow_action",
    "sow_effect",
    "strike",
    "strike_at",
    "hold",
    "react",
    "no_reaction",
    "defend",
    "push",
    "collision",
    "dice_base",
    "dice_skill",
    "dice_back",
    "dice_collision",
    "guard_skill",
    "attack_roll",
    "defence_roll",
    "third_roll",
    "third_defence",
    "remap",
    "cancel",
    "extra",
    "blocked",
    "damage",
    "life",
    "severe",
    "lose",
    "lose_none",
    "discard",
    "tax",
    "ko",
    "technical",
    "ring_out",
    "conceded",
    "place",
    "style",
    "style_off",
    "silence",
    "again",
    "swap",
    "trade",
    "shift",
    "moved",
    "limit",
    "tally",
    "win",
    "team_win",
    "draw",
    "dice_less",
    "guard_more",
    "cancel_best",
    "drain",
    "heal",
    "idle",
    "changed",
)
