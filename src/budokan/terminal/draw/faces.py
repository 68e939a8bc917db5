"""The faces of cards, blows and opponents as blocks."""

from typing import Literal

from budokan.kit.scene import Piece
from budokan.terminal.draw import labels
from budokan.terminal.draw.block import EMPTY, Block, Run, above, fit, line

Size = Literal["big", "mid", "chip"]
CARD = 14  # cells across a card with words
BLOW = 30  # cells across a blow with words


def small_face(piece: Piece, size: Size, tint: str) -> Block:
    """A playing card, a card back, or an empty slot."""
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
    """A card with a name and values, or a slot on a cell."""
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
    """A row for each value with a role, if its label fits."""
    bold = [corner for corner in piece.corners if corner.role != "plain" and corner.label]
    rows = [line((c.label + " ", "dim"), (c.value, c.role)) for c in bold]
    return [row for row in rows if row.width <= CARD - 2]


def rose(piece: Piece) -> list[Block]:
    """The arrows in their directions, and the steps in one row."""
    by = {arrow.to: labels.WAYS[arrow.to] + arrow.value for arrow in piece.arrows}
    role = piece.arrows[0].role if piece.arrows else "plain"
    ahead = "".join(by.get(way, "").ljust(4) for way in labels.AHEAD)
    aside = "".join(by.get(way, "").ljust(4) for way in labels.ASIDE)
    steps = "".join(labels.WAYS[step.to] + step.value for step in piece.steps)
    return [line((ahead, role)), line((aside, role)), line((fit(steps, CARD - 2), "dim"))]


def blow_chip(piece: Piece) -> list[Run]:
    """A blow in one line: strength, name, and its outcome or damage."""
    number = next((c for c in piece.corners if c.value.isdecimal()), None)
    preview = piece.preview
    fate = (preview.alarm or preview.note) if preview else ""
    taken = next((f"takes {c.value}" for c in piece.corners if c.role == "hit"), "")
    runs: list[Run] = [(f"{number.value} " if number else "", "ward"), (piece.name, "strong")]
    if fate:
        return [*runs, (f" {fate}", "hit" if preview and preview.alarm else "ward")]
    return [*runs, (f" {taken}" if taken else "", "hit")]


def blow_face(piece: Piece) -> Block:
    """A blow with its full text."""
    rows = [line((fit(piece.name, BLOW), "strong"))]
    for corner in piece.corners:
        for text in labels.wrapped(f"{corner.label} {corner.value}".strip(), BLOW):
            rows.append(line((fit(text, BLOW), corner.role)))
    if piece.text:
        rows += [line((fit(text, BLOW), "")) for text in labels.wrapped(piece.text, BLOW)]
    return above(rows)


def opponent(piece: Piece, width: int) -> Block:
    """An opponent in a line or two."""
    counts = [f"{c.value} {c.label}".strip() for c in piece.corners]
    text = " · ".join([piece.name, *counts, piece.text])
    rows = labels.wrapped(text, width) if piece.name else []
    return above([line((text, "strong")) for text in rows]).named(piece.id) if rows else EMPTY
