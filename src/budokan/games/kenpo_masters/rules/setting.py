"""The cards and switches of Kenpo Masters in the form the rules use."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.kit.pile import zeros

KINDS: Final[i64] = 16
DECK: Final = 26  # KM-02
HAND: Final = 8  # KM-03
REST_DRAW: Final = 2  # KM-31
BREAK_DRAW: Final = 1  # KM-84
SIZE: Final[i64] = 3  # KM-05
NONE: Final = -1

MOVES: Final[i64] = 5
FORWARD: Final = 0
BACK: Final = 1
LEFT: Final = 2
RIGHT: Final = 3
STAY: Final = 4

DIRECTIONS: Final[i64] = 5
F: Final = 0
FL: Final = 1
FR: Final = 2
L: Final = 3
R: Final = 4
APART: Final = -1

MIRRORED: Final = 80  # where the values of a mirrored card begin in a table of kinds by five


@final
@mypyc_attr(acyclic=True)
class Setting:
    """The cards and the switches: never changed, shared by all copies of a state.

    A mask has a bit for each kind of card.
    """

    def __init__(self) -> None:
        self.copies: vec[i64] = zeros(16)
        self.links: vec[i64] = zeros(16)  # by card beneath: the kinds that may go on it
        self.shows: vec[i64] = zeros(10)  # by movement, then mirrored: the kinds that show it
        self.modifier: vec[i64] = zeros(160)  # by kind and movement, then mirrored
        self.hits: vec[i64] = zeros(160)  # by kind and direction, then mirrored
        self.stops: vec[i64] = zeros(160)
        self.bonus: vec[i64] = zeros(256)  # by kind and card beneath
        self.guard: vec[i64] = zeros(256)  # by defence card and attack
        self.lure: vec[i64] = zeros(256)  # by Effect and attack
        self.doubles: vec[i64] = zeros(16)  # by kind: the kinds beneath that double it if blocked
        self.counter: vec[i64] = zeros(16)
        self.actions: i64 = 0
        self.attacks: i64 = 0
        self.defences: i64 = 0
        self.lures: i64 = 0
        self.mirrors: i64 = 0
        self.rushes: i64 = 0  # who defends against these must move
        self.breakers: i64 = 0  # these call a Break after an advance
        self.seconds: i64 = 0  # after these the fighter moves again
        self.openers: i64 = 0  # these are never comboed on anything
        self.stacking: i64 = 1
        self.effect_only: i64 = 0
        self.each_player: i64 = 0
        self.see_through: i64 = 0
        self.after_effect: i64 = 0
        self.optional: i64 = 0
        self.any_step: i64 = 0
        self.always_counters: i64 = 0
        self.fakes_stack: i64 = 1
        self.turn_cap: i64 = 300
        self.target: i64 = 20
