"""Boards of cells: boxes on a table, squares of a ring, hexes of an arena."""

from budokan.kit.scene import Piece, Zone, cell_name, hex_rows
from budokan.picture.ink import mixed
from budokan.picture.lettering import Font
from budokan.picture.pen import ON_LACQUER, Attribute, Box, Pen, Place, flow, number, placed, trace
from budokan.picture.pieces import name_plate, piece_box
from budokan.picture.rooms import stripes

SQUARE, FRAME = 116.0, 10.0  # of a ring
BOX = (82.0, 88.0)  # of a table
ARENA = 448.0  # width


def is_floor(zone: Zone) -> bool:
    return zone.room == "ring" or any(piece.shape in ("pawn", "slot") for piece in zone.pieces)


def grid_box(zone: Zone) -> Box:
    """Boxes with tokens, or a floor to stand on."""
    return floor_box(zone) if is_floor(zone) else cells_box(zone)


def cells_box(zone: Zone) -> Box:
    """Boxes on a table, each with its name and what lies in it."""
    across = zone.width or 4
    down = -(-len(zone.cells) // across)
    wide, tall = BOX

    def draw(pen: Pen, x: float, y: float) -> None:
        for at, cell in enumerate(zone.cells):
            left, top = x + at % across * (wide + 8), y + at // across * (tall + 8)
            pen.places[cell] = Place(left, top, wide, tall)
            pen.rect(left, top, wide, tall, "#000", 6, fill_opacity=0.16,
                     stroke="#e6bc5c", stroke_opacity=0.7)  # fmt: skip
            font = Font(22, "serif", bold=True)
            pen.text(left + wide / 2, top + 25, cell_name(cell), font, ON_LACQUER, "middle")
            here = [piece_box(each) for each in zone.pieces if each.spot == cell]
            lying = flow(here, wide - 8, 4, "middle")
            k = min(1.0, (tall - 34) / lying.h) if lying.h else 1.0
            if k < 1:
                sizes = [piece_box(each, 30 * k * 0.9) for each in zone.pieces if each.spot == cell]
                lying = flow(sizes, wide - 8, 3, "middle")
            lying.draw(pen, left + (wide - lying.w) / 2, top + 30 + (tall - 34 - lying.h) / 2)

    return Box(across * (wide + 8) - 8, down * (tall + 8) - 8, draw)


def floor_box(zone: Zone) -> Box:
    """Squares of tatami in a dark frame, with fighters on them."""
    across = zone.width or 3
    down = -(-len(zone.cells) // across)
    wide, tall = across * SQUARE + 2 * FRAME, down * SQUARE + 2 * FRAME

    def draw(pen: Pen, x: float, y: float) -> None:
        c = pen.colour
        pen.shadow(x, y, wide, tall, 4)
        pen.rect(x, y, wide, tall, c["heri"], 4)
        for at, cell in enumerate(zone.cells):
            left = x + FRAME + at % across * SQUARE
            top = y + FRAME + at // across * SQUARE
            pen.places[cell] = Place(left, top, SQUARE, SQUARE)
            tatami(pen, left + 1.5, top + 1.5, SQUARE - 3, (at % across + at // across) % 2 == 0)
            tint_cell(pen, zone, cell, left + 1.5, top + 1.5, SQUARE - 3)
            font = Font(13, "serif")
            pen.text(left + 7, top + SQUARE - 8, cell_name(cell), font, c["ink-2"])
        for cell in zone.cells:
            stand(pen, zone, cell, 104, 0.5)

    return Box(wide, tall, draw)


def tatami(pen: Pen, x: float, y: float, size: float, woven: bool) -> None:
    """A mat; its straw lies across, or down."""
    c = pen.colour
    lines = pen.define(
        f"straw {size} {woven}",
        lambda name: f'<path id="{name}" d="{stripes(size, size, 6, 3, not woven)}"/>',
    )
    pen.rect(x, y, size, size, c["tatami-a" if woven else "tatami-b"])
    shade: dict[str, Attribute] = {"stroke": c["tatami-line"][:7], "stroke_opacity": 0.3}
    pen.element("use", href=f"#{lines}", transform=placed(x, y), **shade)


def tint_cell(pen: Pen, zone: Zone, cell: str, x: float, y: float, size: float) -> None:
    """Slots on a cell colour it by their marks."""
    fill = mark_colour(pen, slots_on(zone, cell))
    if fill:
        pen.rect(x, y, size, size, fill, fill_opacity=0.4)


def slots_on(zone: Zone, cell: str) -> list[Piece]:
    return [piece for piece in zone.pieces if piece.spot == cell and piece.shape == "slot"]


def mark_colour(pen: Pen, slots: list[Piece]) -> str:
    marks = {mark for piece in slots for mark in piece.marks}
    kinds = {piece.kind for piece in slots}
    if "unmet" in marks or "target" in kinds:
        return pen.colour["shu"]
    return pen.colour["lit"] if marks & {"on", "met"} else ""


def stand(pen: Pen, zone: Zone, cell: str, size: float, sink: float) -> None:
    """The pieces that stand on a cell, each with its name at its feet."""
    here = [piece for piece in zone.pieces if piece.spot == cell and piece.shape != "slot"]
    place = pen.places[cell]
    x, y = place.middle
    for at, piece in enumerate(here):
        shift = (at - (len(here) - 1) / 2) * size * 0.4
        box = piece_box(piece, size if piece.shape == "pawn" else 0)
        top = y - box.h * (sink if piece.shape == "pawn" else 0.5)
        box.draw(pen, x + shift - box.w / 2, top)
        if piece.shape == "pawn":
            name_plate(pen, piece.name, x + shift, top + box.h + 7, max(size, place.w))


# -- hexes ----------------------------------------------------------------------------------------


def hex_box(zone: Zone) -> Box:
    """An arena of hexes on a platform."""
    longest = zone.width or 7
    rows = hex_rows(len(zone.cells), longest)
    wide, tall = ARENA, ARENA * 0.866
    size = wide / (longest + 0.68)

    def draw(pen: Pen, x: float, y: float) -> None:
        platform(pen, x, y, wide, tall)
        cells = iter(zone.cells)
        for down, count in enumerate(rows):
            for across in range(count):
                cell = next(cells)
                left = x + (across + (longest - count) / 2 + 0.34) * size
                middle = y + tall / 2 + (down - (len(rows) - 1) / 2) * 0.866 * size
                pen.places[cell] = Place(left, middle - size * 0.5774, size, size * 1.1547)
                fill = tile_colour(pen, slots_on(zone, cell), (across + down) % 3 == 1)
                pen.path(hexagon(left + size / 2, middle, size / 2 - 1.2), fill)
        for cell in zone.cells:
            stand(pen, zone, cell, size * 1.3, 0.78)

    return Box(wide, tall, draw)


def platform(pen: Pen, x: float, y: float, w: float, h: float) -> None:
    """Red lacquer with a dark edge."""
    for inset, name in ((0, "urushi-2"), (5, "urushi")):
        top, low, middle = y + inset, y + h - inset, y + h / 2
        left, right = x + w * 0.25 + inset * 0.6, x + w * 0.75 - inset * 0.6
        d = trace("M", left, top, "H", right, "L", x + w - inset, middle, "L", right, low)
        pen.path(d + trace("H", left, "L", x + inset, middle, "Z"), pen.colour[name])


def hexagon(x: float, y: float, r: float) -> str:
    """A hexagon that stands on a corner; r is half its width."""
    h = r * 1.1547
    corners = ((0, -h), (r, -h / 2), (r, h / 2), (0, h), (-r, h / 2), (-r, -h / 2))
    return "M" + "L".join(f"{number(x + a)} {number(y + b)}" for a, b in corners) + "Z"


def tile_colour(pen: Pen, slots: list[Piece], odd: bool) -> str:
    c, night = pen.colour, pen.theme == "dark"
    plain = ("#422e22" if odd else "#4a3427") if night else c["wood-b" if odd else "wood-a"]
    if marked := mark_colour(pen, slots):
        return mixed(marked, 30, plain)
    if any(piece.kind == "rim" for piece in slots):
        return "#35211a" if night else mixed(c["wood-b"], 78, c["urushi"])
    return plain
