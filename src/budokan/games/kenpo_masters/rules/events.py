"""The events of Kenpo Masters. Comments name the two values an event carries besides its seat."""

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
STAND: Final = 9  # (-, square)
STOP: Final = 10
BLOCK: Final = 11  # (card that is blocked, card that blocks)
BREAK: Final = 12  # the fighters are level
CALLED_BREAK: Final = 13  # (card that calls it, -)
ATTACK: Final = 14  # one line of sums: (card, direction); then its parts, each (points, -)
ARROW: Final = 15
MOVED: Final = 16
FAKED: Final = 17
TEXT: Final = 18
DOUBLED: Final = 19
PREVENTED: Final = 20
POINTS: Final = 21  # the end of the line: what the attack scores
WHOLE: Final = 22  # the end of the line if the arrow is all
OUT_OF_REACH: Final = 23  # (card, -)
NO_ARROW: Final = 24  # (card, direction)
COUNTER: Final = 25  # (points, card)
SCORE: Final = 26  # (points of this resolution, points in all)
RESET: Final = 27
TURN_LIMIT: Final = 28  # (number of the turn, -)
WIN: Final = 29  # (own points, points of the other)
TIE: Final = 30  # (points of each, -)
IDLE: Final = 31  # an attack whose condition does not hold (card, -)
PUSH: Final = 32  # the fighter of the seat is moved (movement, square)
LOSE: Final = 33  # (card, -)

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
    "stand",
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
    "whole",
    "out_of_reach",
    "no_arrow",
    "counter",
    "score",
    "reset",
    "turn_limit",
    "win",
    "tie",
    "idle",
    "push",
    "lose",
)
