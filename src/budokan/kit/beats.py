"""Beats: how long each thing that happens after a move is shown, and what it weighs."""

import math
from collections.abc import Iterable

from msgspec.structs import replace

from budokan.kit.scene import Beat, BeatKind

LEAST, MOST = 300, 1200  # milliseconds of one beat
WHOLE = 4000  # milliseconds of all beats of a move
LENGTHS: dict[BeatKind, int] = {
    "point": 600,
    "play": 500,
    "turn": 800,
    "strike": 700,
    "block": 600,
    "miss": 400,
    "lose": 900,
    "gain": 700,
    "roll": 1100,
    "step": 450,
    "move": 400,
    "draw": 300,
    "clear": 500,
    "stop": 1000,
}
# What is left out first where there is too much to show.
MINOR: tuple[BeatKind, ...] = (
    "draw", "move", "clear", "miss", "point", "play", "step", "block", "turn", "gain", "strike",
    "stop", "roll", "lose",
)  # fmt: skip


# What the points of a beat weigh: a blow more than what is gathered.
POINTS: dict[BeatKind, int] = {"lose": 2, "gain": 1}


def points(beat: Beat) -> int:
    """What a beat weighs among the key moments of a match: the points that change hands."""
    return (beat.amount or 0) * POINTS.get(beat.kind, 0)


def timed(beats: Iterable[Beat]) -> tuple[Beat, ...]:
    """The beats with their lengths; if there are too many, the least important go.

    What a beat that goes would have changed on the board, the next one changes with its own.
    """
    kept = list(beats)
    while len(kept) > WHOLE // LEAST:
        kept = _without(kept, _least_important(kept))
    lengths = _shortened([LENGTHS[beat.kind] for beat in kept])
    return tuple([replace(kept[i], ms=lengths[i]) for i in range(len(kept))])


def _least_important(beats: list[Beat]) -> int:
    return min(range(len(beats)), key=lambda i: MINOR.index(beats[i].kind))


def _without(beats: list[Beat], place: int) -> list[Beat]:
    """All beats but one, whose changes pass to the next."""
    changes, after = beats[place].changes, beats[place + 1 :]
    if after:
        after[0] = replace(after[0], changes=(*changes, *after[0].changes))
    return [*beats[:place], *after]


def _shortened(lengths: list[int]) -> list[int]:
    """Lengths that fit together; each shrinks by the same share of what it has above the least."""
    excess = sum(lengths) - WHOLE
    while excess > 0:
        room = [length - LEAST for length in lengths]
        share = min(1.0, excess / sum(room))
        lengths = [was - math.ceil(share * each) for was, each in zip(lengths, room, strict=True)]
        excess = sum(lengths) - WHOLE
    return lengths
