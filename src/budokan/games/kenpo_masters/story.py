"""What can happen in Kenpo Masters. Behind each event stands what it carries besides its seat."""

from typing import Final

FIRST: Final = 0
HANDS: Final = 1  # (number of cards, -)
DRAW: Final = 2  # (card, -)
RESHUFFLE: Final = 3  # (number of cards, -)
REST: Final = 4  # (-, number of the turn)
FORCED_REST: Final = 5  # the same, where everybody can see that it was forced
PLAY: Final = 6  # the first card of a turn (card, number of the turn)
ADD: Final = 7  # (card, -)
STEP: Final = 8  # (movement, square)
STOP: Final = 9
BLOCK: Final = 10  # (card that is blocked, card that blocks)
BREAK: Final = 11  # the fighters are level
CALLED_BREAK: Final = 12  # (card that calls it, -)
ATTACK: Final = 13  # one line of sums: (card, direction); then its parts, each (points, -)
ARROW: Final = 14
MOVED: Final = 15
FAKED: Final = 16
TEXT: Final = 17
DOUBLED: Final = 18
PREVENTED: Final = 19
POINTS: Final = 20  # the end of the line: what the attack scores
OUT_OF_REACH: Final = 21  # (card, -)
NO_ARROW: Final = 22  # (card, direction)
COUNTER: Final = 23  # (points, card)
SCORE: Final = 24  # (points of this resolution, points in all)
RESET: Final = 25
TURN_LIMIT: Final = 26  # (number of the turn, -)
WIN: Final = 27  # (own points, points of the other)
TIE: Final = 28  # (points of each, -)

EVENTS: Final = (
    "first",
    "hands",
    "draw",
    "reshuffle",
    "rest",
    "forced_rest",
    "play",
    "add",
    "step",
    "stop",
    "block",
    "break",
    "called_break",
    "attack",
    "arrow",
    "moved",
    "faked",
    "text",
    "doubled",
    "prevented",
    "points",
    "out_of_reach",
    "no_arrow",
    "counter",
    "score",
    "reset",
    "turn_limit",
    "win",
    "tie",
)
