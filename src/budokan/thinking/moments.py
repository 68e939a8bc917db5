"""The key moments of a match: the moves that mattered most, as a viewer saw them."""

from collections.abc import Callable
from typing import NamedTuple

from budokan.kit.entries import undone
from budokan.kit.scene import Beat, Happened
from budokan.match.match import CodedMatch

MOST = 3
LONGEST = 600  # entries that are looked at; of a longer match only the last ones
SHARE = 3  # what weighs less than a third of the greatest is left out


class KeyMoment(NamedTuple):
    """A step of the replay and what happened there."""

    step: int
    text: str


def key_moments(match: CodedMatch, viewer: int) -> list[KeyMoment]:
    """The moves that weigh most, in their order, as a viewer saw them.

    The last one wins a tie: what came late decided more. There are fewer where little happened,
    and none of a move that was undone.
    """
    twin, entries = match.afresh(), match.settled(viewer)
    gone = undone(entries)
    found: list[tuple[int, KeyMoment]] = []
    before = twin.scene(viewer).happened
    for step, entry in enumerate(entries, 1):
        twin.replay(*entry)
        if step <= len(entries) - LONGEST:
            continue
        now = twin.scene(viewer).happened
        counted = [beat for beat in new_beats(before, now) if match.game.weigh(beat)]
        weight = sum(map(match.game.weigh, counted))
        if weight and step - 1 not in gone:
            found.append((weight, KeyMoment(step, _words(counted, match.game.weigh))))
        before = now
    best = sorted(found, key=lambda each: (each[0], each[1].step))[-MOST:]
    return sorted(moment for weight, moment in best if weight * SHARE >= best[-1][0])


def new_beats(before: Happened | None, now: Happened | None) -> tuple[Beat, ...]:
    """The beats between two steps of a replay, where a move and what it reveals are separate."""
    if now is None:
        return ()
    shown = len(before.beats) if before and before.since == now.since else 0
    return now.beats[shown:]


def _words(beats: list[Beat], weigh: Callable[[Beat], int]) -> str:
    """The sentences about what mattered, without what weighs little beside it."""
    most = max(map(weigh, beats))
    told = (beat.text for beat in beats if weigh(beat) * SHARE >= most)
    return " ".join(dict.fromkeys(filter(None, told)))
