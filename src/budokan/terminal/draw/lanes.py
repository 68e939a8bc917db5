"""Lanes of cards that overlap, as blocks."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from budokan.kit.scene import Piece, Preview, Zone
from budokan.terminal.draw import labels
from budokan.terminal.draw.block import Block, Run, above, beside, boxed, fit, flow, line

if TYPE_CHECKING:
    from budokan.terminal.draw.zones import ZoneDrawing

HALF = 11  # cells across half a card


def overlap(drawing: "ZoneDrawing", zone: Zone, width: int) -> Block:
    """Covered cards with their names, the last card with its effect, then the sum."""
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
    """A card of a lane; of a covered one only the left half: name and condition."""
    piece, last = zone.pieces[at], at == len(zone.pieces) - 1
    edge, style, seal = drawing.edge(piece.id, piece)
    words = [(text, "strong") for text in labels.wrapped(piece.name, HALF)]
    words += [(text, "dim") for text in labels.wrapped(piece.condition, HALF)]
    rows = [line((fit(text, HALF), style)) for text, style in words[:3]]
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


def total(preview: Preview | None, width: int) -> list[Block]:
    """X with its parts, and the outcome."""
    if preview is None:
        return []
    runs: list[Run] = []
    if preview.sum:
        parts = " + ".join(f"{part.value} {part.label}" for part in preview.sum)
        runs = [(f"X = {sum(part.value for part in preview.sum)}", "strong"), (f": {parts}", "dim")]
    if preview.note:
        runs += [(" · " if runs else "", "dim"), (preview.note, "safe")]
    if preview.alarm:
        runs += [(" · " if runs else "", "dim"), (preview.alarm, "hit")]
    whole = line(*runs)
    if whole.width <= width:
        return [whole] if runs else []
    text = "".join(text for text, _ in runs)
    return [line((part, "dim")) for part in labels.wrapped(text, width)]
