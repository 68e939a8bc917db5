"""Lanes of cards that cover each other, blows that come, and whoever deals them, as blocks."""

from dataclasses import replace
from typing import TYPE_CHECKING

from budokan.kit.scene import Piece, Preview, Zone
from budokan.terminal.draw import labels
from budokan.terminal.draw.block import EMPTY, Block, Run, above, beside, boxed, fit, flow, line

if TYPE_CHECKING:
    from budokan.terminal.draw.scene import Drawing

BLOW = 30  # cells across a blow with words
HALF = 11  # cells across half a card


def overlap(drawing: "Drawing", zone: Zone, width: int) -> Block:
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


def _card(drawing: "Drawing", zone: Zone, at: int) -> Block:
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


def _finisher(drawing: "Drawing", piece: Piece) -> Block:
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


def blow_chip(piece: Piece) -> list[Run]:
    """A blow in one line: strength, name, and how it ends or what it takes."""
    number = next((c for c in piece.corners if c.value.isdecimal()), None)
    told = piece.preview
    fate = (told.alarm or told.note) if told else ""
    taken = next((f"takes {c.value}" for c in piece.corners if c.role == "hit"), "")
    runs: list[Run] = [(f"{number.value} " if number else "", "ward"), (piece.name, "strong")]
    if fate:
        return [*runs, (f" {fate}", "hit" if told and told.alarm else "ward")]
    return [*runs, (f" {taken}" if taken else "", "hit")]


def blow_face(piece: Piece) -> Block:
    """A blow with all its words."""
    rows = [line((fit(piece.name, BLOW), "strong"))]
    for corner in piece.corners:
        for text in labels.wrapped(f"{corner.label} {corner.value}".strip(), BLOW):
            rows.append(line((fit(text, BLOW), corner.role)))
    if piece.text:
        rows += [line((fit(text, BLOW), "")) for text in labels.wrapped(piece.text, BLOW)]
    return above(rows)


def person(piece: Piece, width: int) -> Block:
    """Whoever one fights, in a line or two."""
    counts = [f"{c.value} {c.label}".strip() for c in piece.corners]
    said = " · ".join([piece.name, *counts, piece.text])
    rows = labels.wrapped(said, width) if piece.name else []
    return above([line((text, "strong")) for text in rows]).named(piece.id) if rows else EMPTY
