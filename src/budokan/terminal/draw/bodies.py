"""A fighter's body as a small table: a row for each Area with its tokens and life."""

from typing import TYPE_CHECKING

from budokan.kit.scene import Zone
from budokan.terminal.draw import labels
from budokan.terminal.draw.block import Block, Run, above, beside, flow, line
from budokan.terminal.draw.tracks import track

if TYPE_CHECKING:
    from budokan.terminal.draw.zones import ZoneDrawing

LIFE = 12  # cells of the longest life track


def body(drawing: "ZoneDrawing", zone: Zone, width: int) -> Block:
    """The Areas as rows with aligned columns, and their notes if they fit.

    Where room is scarce, another fighter's Areas share a few lines.
    """
    areas = [inner for inner in zone.zones if inner.layout == "panel"]
    rest = [inner for inner in zone.zones if inner.layout != "panel"]
    tight = drawing.level.tight and zone.place == "rail"
    columns = [
        [_name(drawing, area) for area in areas],
        [_tokens(drawing, area, 0 if tight else 1) for area in areas],
        [_life(area) for area in areas],
    ]
    wide = sum(max((block.width for block in column), default=0) + 1 for column in columns)
    notes = [line((area.note, "dim")) for area in areas]
    if not tight and wide + max((note.width for note in notes), default=0) <= width:
        columns.append(notes)
    pairs = zip(_aligned(columns), areas, strict=True)
    rows = [beside(cells).named(area.id) for cells, area in pairs]
    others = [drawing.zone(inner, width) for inner in rest]
    return flow([*rows, *others], width, 2) if tight else above([*rows, *others])


def _aligned(columns: list[list[Block]]) -> list[list[Block]]:
    """The rows of a table whose columns are equally wide."""
    sizes = [max((block.width for block in column), default=0) for column in columns]
    padded = [
        [beside([block, line((" " * (size - block.width), ""))], 0) for block in column]
        for column, size in zip(columns, sizes, strict=True)
    ]
    return [list(row) for row in zip(*padded, strict=True)]


def _name(drawing: "ZoneDrawing", area: Zone) -> Block:
    aimed = "on" in area.marks or any(inner.threat for inner in area.zones)
    style = drawing.style(area.id) or ("hit" if aimed else "title")
    lines = drawing.scene.lines
    paths = [stroke for stroke in lines if stroke.role == "sow" and not stroke.shown_for]
    steps = [str(stroke.step) for stroke in paths if stroke.end == area.id]
    sign: Run = drawing.pointer(area.id)
    if not sign[0]:
        sign = (steps[0], "gain") if steps else ("⚔" if aimed else " ", "hit")
    return line(sign, (area.title, style))


def _tokens(drawing: "ZoneDrawing", area: Zone, gap: int) -> Block:
    """Tokens as letters; a token that can be picked is in brackets."""
    rows = [inner for inner in area.zones if inner.layout != "track"]
    pieces = [*area.pieces, *(piece for row in rows for piece in row.pieces)]
    blocks: list[Block] = []
    for piece in pieces:
        if piece.id in drawing.hot:
            blocks.append(drawing.piece(piece, "chip"))
        else:
            sign = line((labels.face(piece), labels.sign_style(piece)))
            blocks.append(sign.named(piece.id))
    return beside(blocks, gap) if blocks else line(("-", "dim"))


def _life(area: Zone) -> Block:
    lives = [inner for inner in area.zones if inner.layout == "track"]
    return (
        beside([track(life, LIFE).named(life.id) for life in lives]) if lives else line((" ", ""))
    )
