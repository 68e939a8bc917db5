"""The faces of cards, tracks and rows of hexes as blocks."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Literal

from budokan.kit.scene import Piece, TrackMark, Zone
from budokan.terminal.draw import labels
from budokan.terminal.draw.block import Block, Run, above, fit, line

Size = Literal["big", "mid", "chip"]
CARD = 14  # cells across a card with words


def small_face(piece: Piece, size: Size, tint: str) -> Block:
    """A card whose corner says all, a back, or an empty place."""
    face = labels.face(piece)
    if size == "mid":
        return line((face.ljust(3), tint))
    width = max(5, len(piece.name) if len(piece.name) <= 8 and labels.is_short(piece) else 0)
    if labels.is_back(piece):
        return above([line(("▒" * width, tint))] * 3)
    named = labels.is_short(piece) or piece.shape == "slot"
    name = fit(piece.name, width) if named and piece.name else ""
    return above(
        [
            line((face.ljust(width) if piece.shape != "slot" else " " * width, tint)),
            line((name.center(width), "dim" if piece.shape == "slot" else tint)),
            line((face.rjust(width) if piece.shape != "slot" else " " * width, tint)),
        ]
    )


def wordy_face(piece: Piece, size: Size, tint: str) -> Block:
    """A card with a name and values, or an empty place for one."""
    names = [*labels.wrapped(piece.name, CARD - 2), ""][:2]
    rows = [line((fit(name, CARD - 2), tint)) for name in names]
    if size == "mid":
        return above(rows)
    if piece.arrows or piece.steps:
        return above([*rows, *rose(piece)])
    values = labels.values(piece)
    labelled: list[Run] = []
    for corner in piece.corners:
        if corner.role != "plain":
            labelled += [(" " * bool(labelled) + f"{corner.label} ", "dim")]
            labelled += [(corner.value, corner.role)]
    prices = [c for c in piece.corners if c.role == "plain" and c.value.isdecimal() and c.label]
    if prices and not labelled:
        labelled = [(" ".join(f"{c.label} {c.value}" for c in prices), "gain")]
        if len(labelled[0][0]) > CARD - 2:
            labelled = [(" ".join(f"{c.value}{c.label[:1]}" for c in prices), "gain")]
    fits = labelled and sum(len(text) for text, _ in labelled) <= CARD - 2
    if not fits and not names[1] and len(bold := _labelled(piece)) == 2:
        return above([rows[0], *bold])
    return above([*rows, line(*(labelled if fits else values))])


def _labelled(piece: Piece) -> list[Block]:
    """Every value that does something with its label, a row each, as far as they fit."""
    bold = [corner for corner in piece.corners if corner.role != "plain" and corner.label]
    rows = [line((c.label + " ", "dim"), (c.value, c.role)) for c in bold]
    return [row for row in rows if row.width <= CARD - 2]


def rose(piece: Piece) -> list[Block]:
    """Arrows where they point, and the steps in one row."""
    by = {arrow.to: labels.WAYS[arrow.to] + arrow.value for arrow in piece.arrows}
    role = piece.arrows[0].role if piece.arrows else "plain"
    ahead = "".join(by.get(way, "").ljust(4) for way in labels.AHEAD)
    aside = "".join(by.get(way, "").ljust(4) for way in labels.ASIDE)
    steps = "".join(labels.WAYS[step.to] + step.value for step in piece.steps)
    return [line((ahead, role)), line((aside, role)), line((fit(steps, CARD - 2), "dim"))]


def track(zone: Zone, width: int) -> Block:
    """A row of squares, filled to the cube; what may be lost is hatched, what may be won dotted.

    On a track with pictures the cube is pushed on: the squares after it are in danger. A line
    stands before its square.
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
    """The first letter of a picture: small when it is lost."""
    letter = "†" if mark.icon == "skull" else mark.icon[:1].upper() or "*"
    if lost:
        return (letter.lower(), "dim")
    return (letter, "hit" if risked else mark.role)


def hex_rows(cells: int, longest: int) -> list[int]:
    """The lengths of the rows: a whole hexagon if the numbers fit, else equal rows."""
    least = (longest + 1) // 2
    rows = [*range(least, longest), *range(longest, least - 1, -1)]
    if sum(rows) == cells:
        return rows
    return [min(longest, cells - at) for at in range(0, cells, longest)]


def grouped(pieces: Sequence[Piece], hot: AbstractSet[str]) -> list[list[Piece]]:
    """Neighbours that look the same and cannot be picked, together."""
    groups: list[list[Piece]] = []
    for piece in pieces:
        same = groups and piece.id not in hot and groups[-1][0].id not in hot
        if same and _looks(groups[-1][0]) == _looks(piece):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return groups


def _looks(piece: Piece) -> tuple[str, str, str, str]:
    return piece.shape, labels.face(piece), piece.name, piece.badge
