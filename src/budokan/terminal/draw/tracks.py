"""Tracks as rows of squares."""

from budokan.kit.scene import TrackMark, Zone
from budokan.terminal.draw.block import Block, Run, line


def track(zone: Zone, width: int) -> Block:
    """A row of squares, filled up to the cube; possible losses are hatched, gains are plus signs.

    On a track with marks damage moves the cube forward, so the squares after it are at risk.
    A line stands before its square.
    """
    length, at = max(1, zone.length), zone.at or 0
    lines = {mark.square: mark for mark in zone.track if mark.line}
    pictures = {mark.square: mark for mark in zone.track if not mark.line}
    runs: list[Run] = []
    scale = max(1, -(-length // max(8, min(width, 40))))
    for square in range(scale, length + scale, scale):
        here = range(square - scale + 1, square + 1)
        risked = at < square <= at + zone.threat if zone.track else at - zone.threat < square <= at
        runs += [("┃" if square <= at else "|", lines[s].role) for s in here if s in lines]
        if picture := next((pictures[s] for s in here if s in pictures), None):
            runs.append(_marked(picture, lost=square <= at, risked=risked))
        elif risked:
            runs.append(("▒", "hit"))
        elif square <= at:
            runs.append(("█", "lit"))
        else:
            runs.append(("+", "gain") if square <= at + zone.gain else ("░", "dim"))
    return line(*runs)


def _marked(mark: TrackMark, *, lost: bool, risked: bool) -> Run:
    """The first letter of a picture: lower case once the cube has passed it."""
    letter = "†" if mark.icon == "skull" else mark.icon[:1].upper() or "*"
    if lost:
        return (letter.lower(), "dim")
    return (letter, "hit" if risked else mark.role)
