"""Lanes of cards that overlap, as blocks."""

from dataclasses import replace
from typing import TYPE_CHECKING

from budokan.kit.scene import Piece, Preview, Zone
from budokan.terminal.draw import labels
from budokan.terminal.draw.block import Block, Run, above, beside, boxed, fit, flow, line

if TYPE_CHECKING:
    from budokan.terminal.draw.zones import ZoneDrawing

HALF = 11  # cells across half a card


def overlap(drawing: "ZoneDrawing", zone: Zone, width: int) -> Block:
    """Covered cards are names with a tick; the last one says what it does; then the sum."""
    if drawing.level.middle == "big":
        cards = beside([_card(drawing, zone, at) for at in range(len(zone.pieces))], 0)
        if cards.width <= width:
            return above([cards, *total(zone.preview, width)])
    blocks = [drawing.piece(_covered(piece), "chip") for piece in zone.pieces[:-1]]
    blocks += [_finisher(drawing, piece) for piece in zone.pieces[-1:]]
    return above([flow(blocks, width, 0), *total(zone.preview, width)])


def _covered(piece: Piece) -> Piece:
    return replace(piece, corners=())


def _card(drawing: "ZoneDrawing", zone: Zone, at: int) -> Block:
    """A card of which, if it is covered, the left half is seen: its name and what must hold."""
    piece, last = zone.pieces[at], at == len(zone.pieces) - 1
    edge, style, seal = drawing.edge(piece.id, piece)
    words = [*labels.wrapped(piece.name, HALF), *labels.wrapped(piece.condition, HALF)][:3]
    rows = [line((fit(text, HALF), "strong" if text in piece.name else "dim")) for text in words]
    rows += [line((" " * HALF, ""))] * (3 - len(rows))
    if last:
        does = [line((fit(f"{c.value} {c.label}", HALF), c.role)) for c in piece.corners]
        does += [line((" " * HALF, ""))] * (3 - len(does))
        rows = [beside(pair, 1) for pair in zip(rows, does, strict=False)]
    head = [*seal, (f" {labels.marks(piece)}", "moved")]
    whole = boxed(above(rows), edge, style, head=head)
    return (whole if last else _open(whole)).named(piece.id)


def _open(block: Block) -> Block:
    """The block without its right edge."""
    rows = tuple((*row[:-1], (row[-1][0][:-1], row[-1][1])) for row in block.rows)
    return Block(block.width - 1, rows, block.hits)


def _finisher(drawing: "ZoneDrawing", piece: Piece) -> Block:
    words = ", ".join(corner.label for corner in piece.corners if corner.label)
    return beside([drawing.piece(piece, "chip"), line((words, "dim"))])


def total(told: Preview | None, width: int) -> list[Block]:
    """X with its parts, and what comes of it."""
    if told is None:
        return []
    said: list[Run] = []
    if told.sum:
        parts = " + ".join(f"{part.value} {part.label}" for part in told.sum)
        said = [(f"X = {sum(part.value for part in told.sum)}", "strong"), (f": {parts}", "dim")]
    if told.note:
        said += [(" · " if said else "", "dim"), (told.note, "safe")]
    if told.alarm:
        said += [(" · " if said else "", "dim"), (told.alarm, "hit")]
    whole = line(*said)
    if whole.width <= width:
        return [whole] if said else []
    text = "".join(text for text, _ in said)
    return [line((part, "dim")) for part in labels.wrapped(text, width)]
