"""Fighters' bodies: the viewer's around a figure, the others' as lists beside the board."""

from collections.abc import Callable

from budokan.kit.scene import Place as Where
from budokan.kit.scene import Zone
from budokan.picture.ink import Dress
from budokan.picture.lettering import Font, one_line
from budokan.picture.pen import Box, Pen, Place, column, flow, row, words
from budokan.picture.pieces import piece_box
from budokan.picture.tracks import track_box

Draw = Callable[[Zone, Where, Zone], Box]  # another zone inside
WIDE, TALL = 480.0, 430.0
AREA = (152.0, 116.0)
# Where the Areas lie around the figure, in a box of WIDE by TALL.
SPOTS = {
    "head": (164.0, 0.0), "left_arm": (0.0, 118.0), "right_arm": (328.0, 118.0),
    "left_leg": (28.0, 314.0), "right_leg": (300.0, 314.0),
}  # fmt: skip
NAME, SMALL = Font(15, "serif", bold=True), Font(12)
TOKEN, LINE = 33.0, 22.0  # sizes of a token on a body, and in a list


def body_box(zone: Zone, draw_zone: Draw) -> Box:
    """A body: its Areas around a figure."""
    areas = [inner for inner in zone.zones if inner.layout == "panel"]
    rest = [draw_zone(inner, "rail", zone) for inner in zone.zones if inner not in areas]
    boxes = [(SPOTS.get(area.spot, SPOTS["head"]), area_box(area)) for area in areas]
    owner = whose_box(zone, 158)
    loose = [*rest, *(piece_box(piece) for piece in zone.pieces)]

    def draw(pen: Pen, x: float, y: float) -> None:
        c = pen.colour
        belt = pen.seat(zone.owner or 0)
        pen.group(opacity=0.9)
        pen.figure("wall", x + 118, y + 112, 244, Dress(c["ink"], c["gravel"], belt, c["ink"]))
        pen.end()
        owner.draw(pen, x, y)
        for (left, top), box in boxes:
            box.draw(pen, x + left, y + top)
        at = y
        for box in loose:
            box.draw(pen, x + WIDE - min(box.w, 150), at)
            at += box.h + 4

    return Box(WIDE, TALL, draw)


def whose_box(zone: Zone, room: float) -> Box:
    """Whose body it is, and how it stands."""
    crest = Box(16, 16, lambda pen, x, y: pen.crest(zone.owner or 0, x, y, 16))
    parts = [row([crest, words(zone.title, Font(16, "serif", bold=True), "ink", room - 24)], 7)]
    if zone.note:
        parts.append(words(zone.note, SMALL, "ink-2", room))
    for chip in zone.chips:
        parts.append(words(f"{chip.label} {chip.value}".strip(), Font(12, bold=True), "ink-2"))
    return column(parts, 4)


def tokens_of(zone: Zone, size: float, room: float) -> Box:
    """The tokens in an Area, smaller where they are many."""
    inner = [piece for each in zone.zones if each.layout != "track" for piece in each.pieces]
    found = [*zone.pieces, *inner]
    small = min(size, (room + 4) / max(1, len(found)) - 4)
    fitted = max(small, size * 0.66)
    return flow([piece_box(piece, fitted) for piece in found], room + 1, 4)


def area_box(zone: Zone) -> Box:
    """One Area of a body on a sheet: its name, its tokens, its strike and its damage."""
    wide, tall = AREA
    room = wide - 18
    tokens = tokens_of(zone, TOKEN, room)
    tracks = [track_box(inner, room) for inner in zone.zones if inner.layout == "track"]
    chips = " ".join(f"{chip.label} {chip.value}".strip() for chip in zone.chips)
    font, note = one_line(zone.note, SMALL, room, 8)
    lit = "on" in zone.marks or "moved" in zone.marks

    def draw(pen: Pen, x: float, y: float) -> None:
        c = pen.colour
        pen.places[zone.id] = Place(x, y, wide, tall)
        for inner in zone.zones:
            pen.places[inner.id] = Place(x, y, wide, tall)
        pen.shadow(x, y, wide, tall, 7)
        edge = c["ai" if "moved" in zone.marks else "lit"] if lit else c["line"]
        pen.rect(x, y, wide, tall, c["sheet"], 7, stroke=edge, stroke_width=3 if lit else 1)
        pen.text(x + 9, y + 19, zone.title, NAME, c["ink"])
        pen.fitted(x + wide - 9, y + 19, chips, SMALL, c["ink-2"], 56, "end")
        tokens.draw(pen, x + 9, y + 25 + max(0.0, (36 - tokens.h) / 2))
        pen.text(x + 9, y + 75, note, font, c["ink-2"])
        for track in tracks:
            track.draw(pen, x + 9, y + tall - 31)

    return Box(wide, tall, draw)


def foe_box(zone: Zone, draw_zone: Draw) -> Box:
    """Another fighter's body: a line for each Area."""
    rows: list[Box] = [whose_box(zone, 290)]
    for inner in zone.zones:
        if inner.layout == "panel":
            rows.append(line_box(inner))
        else:
            rows.append(draw_zone(inner, "rail", zone))
    return column(rows, 4)


def line_box(zone: Zone) -> Box:
    """An Area in a line: its name, its tokens, its damage."""
    tokens = tokens_of(zone, LINE, 108)
    tracks = [track_box(inner, 124) for inner in zone.zones if inner.layout == "track"]
    tall = max(26.0, tokens.h + 2)
    aimed = "on" in zone.marks or any(inner.threat > 0 for inner in zone.zones)

    def draw(pen: Pen, x: float, y: float) -> None:
        c = pen.colour
        pen.places[zone.id] = Place(x, y, 306, tall)
        for inner in zone.zones:
            pen.places[inner.id] = Place(x, y, 306, tall)
        if aimed:
            pen.rect(x - 5, y, 316, tall, c["lit-wash"], 4)
        pen.text(x, y + tall / 2 + 4.5, zone.title, Font(12.5, bold=aimed), c["ink-2"])
        tokens.draw(pen, x + 68, y + (tall - tokens.h) / 2)
        for track in tracks:
            track.draw(pen, x + 182, y + (tall - track.h) / 2)

    return Box(306, tall, draw)
