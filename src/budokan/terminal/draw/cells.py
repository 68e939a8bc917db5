"""Boards made of cells as blocks: boxes of tokens, squares of a ring, hexes of an arena."""

from typing import TYPE_CHECKING

from budokan.kit.scene import Piece, Preview, Zone, cell_name, hex_rows
from budokan.terminal.draw import labels
from budokan.terminal.draw.block import Block, Run, above, beside, boxed, centred, fit, line

if TYPE_CHECKING:
    from budokan.terminal.draw.zones import ZoneDrawing

WORDS = 12  # widest text on a square
RIM, FREE = "▒", "·"


def is_floor(zone: Zone) -> bool:
    """Whether fighters stand on this board."""
    return zone.layout == "hex" or any(piece.shape == "pawn" for piece in zone.pieces)


def grid(drawing: "ZoneDrawing", zone: Zone) -> Block:
    cells = _cells(drawing, zone)
    wide = max(1, zone.width)
    rows = [cells[at : at + wide] for at in range(0, len(cells), wide)]
    return above([beside(row, 1) for row in rows])


def hexes(drawing: "ZoneDrawing", zone: Zone) -> Block:
    """Rows shifted by half a cell, the longest one flush left."""
    cells = _cells(drawing, zone)
    rows: list[Block] = []
    longest = max(1, zone.width)
    for count in hex_rows(len(cells), longest):
        row, cells = beside(cells[:count], 1), cells[count:]
        step = (row.width + 1) // max(1, count)
        rows.append(centred(row, row.width + (longest - count) * step))
    return above(rows)


def id_of_cell(drawing: "ZoneDrawing", zone: Zone, name: str) -> str:
    """The id that a cell stands for when picked: its own, or that of a piece on it."""
    lit = drawing.picking.lit | {*drawing.picking.picked, drawing.picking.cursor}
    here = [p.id for p in zone.pieces if p.spot == name and is_floor(zone)]
    return name if name in lit else next((piece for piece in here if piece in lit), name)


def _cells(drawing: "ZoneDrawing", zone: Zone) -> list[Block]:
    """The cells with their pieces, all of one size."""
    floor = is_floor(zone)
    inside = [
        (_standing if floor else _lying)(drawing, zone, name, big=drawing.level.middle == "big")
        for name in zone.cells
    ]
    width = max(block.width for block in inside)
    height = max(block.height for block in inside)
    return [
        _framed(drawing, zone, name, above([block, *[line((" ", ""))] * (height - block.height)]),
                width)
        for name, block in zip(zone.cells, inside, strict=True)
    ]  # fmt: skip


def _lying(drawing: "ZoneDrawing", zone: Zone, name: str, *, big: bool) -> Block:
    """The pieces on a cell; they are named only if the board has several kinds."""
    here = [p for p in zone.pieces if p.spot == name]
    wordy = len({(p.shape, p.name) for p in zone.pieces}) > 1
    hot = drawing.hot
    chips = [drawing.piece(p, "chip") for p in here if p.shape == "card" or p.id in hot]
    rest = [p for p in here if p.shape not in ("card", "slot") and p.id not in hot]
    signs = "".join(labels.face(p) for p in rest) or " "
    words = "".join(f" {p.name}" for p in rest if wordy)
    label = line((cell_name(name), "title"), (f" {signs}", "gain"), (words, "dim"))
    return beside([label, *chips])


def _standing(drawing: "ZoneDrawing", zone: Zone, name: str, *, big: bool) -> Block:
    """The fighters on a cell with their facing, and the outcome of a step to it."""
    here = [p for p in zone.pieces if p.spot == name]
    slots = [p for p in here if p.shape == "slot"]
    signs = [_sign(p) for p in here if p.shape != "slot"]
    preview = next((slot.preview for slot in slots if slot.preview), None)
    barred = any(slot.refused for slot in slots)
    if zone.layout == "hex":
        return line(*(signs or [_ground(slots)]), *outcome(preview))
    names = [p.name for p in here if p.shape == "pawn" and p.name]
    head: list[Run] = [(cell_name(name), "title"), (" x" if barred else "", "dim")]
    for sign in signs:
        head += [(" ", ""), sign]
    alarm = f" {preview.alarm}!" if preview and preview.alarm else ""
    if drawing.level.middle == "mid":
        head.append((fit(alarm, min(len(alarm), WORDS - 4)), "hit"))
        return above([line(*head), line((" ", ""), *outcome(preview))])
    if not big:
        numbers = outcome(preview)
        return line(*head, (" " * bool(numbers), ""), *numbers, ("!" * bool(alarm), "hit"))
    if names:
        head.append((f" {fit(names[0], min(len(names[0]), WORDS - 5))}", "dim"))
    head.append((fit(alarm, min(len(alarm), WORDS - 2)), "hit"))
    note = preview.note if preview else ""
    return above([line(*head), line(*outcome(preview), (" ", "")),
                  line((fit(note, min(len(note), WORDS)), "dim"), (" ", ""))])  # fmt: skip


def _sign(piece: Piece) -> Run:
    style = f"seat{piece.owner}" if piece.owner is not None else "gain"
    return (labels.face(piece), style)


def _ground(slots: list[Piece]) -> Run:
    kinds = {slot.kind for slot in slots}
    if any(slot.refused for slot in slots):
        return ("x ", "dim")
    return (RIM * 2, "dim") if "rim" in kinds else (f"{FREE} ", "dim")


def outcome(preview: Preview | None) -> list[Run]:
    """Points won and lost on a square."""
    if preview is None:
        return []
    runs: list[Run] = []
    if preview.give is not None:
        runs.append((f"{preview.give:+d}" if preview.give else "0", "safe"))
    if preview.take is not None:
        runs += [(" " * bool(runs), ""), (f"{-preview.take:d}", "hit")]
    return runs


def _framed(drawing: "ZoneDrawing", zone: Zone, name: str, inner: Block, width: int) -> Block:
    who = id_of_cell(drawing, zone, name)
    if drawing.level.middle == "big" and zone.layout != "hex":
        edge, style, seal = drawing.edge(who, None)
        return boxed(inner, edge, style, head=seal, width=width + 2).named(who)
    left, right, style = drawing.brackets(who, None)
    free = [line((" " * max(0, width - inner.width), ""))] * inner.height
    sides = [above([line((side, style))] * inner.height) for side in (left, right)]
    return beside([sides[0], inner, above(free), sides[1]], 0).named(who)
