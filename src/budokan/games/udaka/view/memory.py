"""The part of the story a viewer of Udaka forgets if covered discards are forgotten, UD-R19."""

from collections.abc import Sequence

from budokan.games.udaka.rules import events
from budokan.kit.contract import SPECTATOR
from budokan.kit.game import Setup
from budokan.kit.words import Event

ROUND_MARKS = (events.DEALER, events.OUTRIGHT, events.TIE_INSIDE, events.TIE_OUTSIDE)
DISCARDS = (
    events.SINGLE,
    events.HAND_PAIR,
    events.TOP_PAIR,
    events.ACE,
    events.ACE_PAIR,
    events.KING,
    events.KING_FREE,
    events.JOKER,
    events.JOKER_FREE,
)


def fades(setup: Setup, told: Sequence[Event], viewer: int) -> range:
    """The part of the present round that a viewer forgets, UD-R19.

    A player remembers what the others laid since their own last discard; a spectator remembers the
    newest discard.
    """
    if setup.options.show_discards:
        return range(0)
    start = _last(told, ROUND_MARKS, 0, SPECTATOR)
    if start < 0 or told[start].kind != events.DEALER:
        return range(0)
    return range(start, max(start, _last(told, DISCARDS, start, viewer)))


def _last(told: Sequence[Event], kinds: tuple[int, ...], start: int, viewer: int) -> int:
    """Where the viewer's, or for a spectator anybody's, last event of some kinds is; or -1."""
    for at in range(len(told) - 1, start - 1, -1):
        if told[at].kind in kinds and viewer in (told[at].seat, SPECTATOR):
            return at
    return -1
