"""Tracks: points on a bar or a die, short gauges, and damage with pictures on its squares."""

from collections.abc import Callable

from budokan.kit.scene import Meter, Zone
from budokan.picture.ink import mixed
from budokan.picture.lettering import Font, width
from budokan.picture.pen import Attribute, Box, Pen, number

D20 = "M30 2 56 17V47L30 62 4 47V17Z"
FACETS = (
    "M30 15 48 44H12ZM30 2V15M56 17 48 44 56 47M4 17 12 44 4 47M30 62 12 44M30 62 48 44"
    "M4 17 30 15 56 17"
)
BAR = 160.0
SIGNS = {"chi": "#3d7cc4", "rage": "#c43a22"}


def track_box(zone: Zone, room: float = 0) -> Box:
    """A track by what it counts."""
    return METERS[zone.meter](zone, room)


def score(zone: Zone, room: float) -> Box:
    """Points that are won: a number and a bar with a tick for each."""
    font = Font(32, "serif", bold=True)
    text = str(zone.at or 0)
    left = max(34.0, width(text, font)) + 12

    def draw(pen: Pen, x: float, y: float) -> None:
        pen.text(x + left - 12, y + 29, text, font, pen.colour["ink"], "end")
        bar(pen, zone, x + left, y + 13, 13)

    return Box(left + BAR, 38, draw)


def health(zone: Zone, room: float) -> Box:
    """Health on a twenty-sided die and a bar."""

    def draw(pen: Pen, x: float, y: float) -> None:
        die(pen, x, y, zone.at or 0, zone.owner or 0)
        bar(pen, zone, x + 60, y + 22, 10)

    return Box(60 + BAR, 54, draw)


def die(pen: Pen, x: float, y: float, value: int, seat: int) -> None:
    edge = pen.colour["seat-edge"]
    pen.group(transform=f"translate({number(x)} {number(y)}) scale(.84)")
    pen.path(D20, pen.seat(seat), stroke=edge, stroke_width=1.5)
    pen.path(FACETS, stroke="#fff", stroke_opacity=0.45)
    font = Font(21, "serif", bold=True)
    pen.text(30, 40, str(value), font, "#fff", "middle",
             stroke="#000", stroke_opacity=0.6, stroke_width=3, paint_order="stroke")  # fmt: skip
    pen.end()


def bar(pen: Pen, zone: Zone, x: float, y: float, h: float) -> None:
    """The filled part, what may be lost or won, and ticks."""
    c, fill = pen.colour, pen.seat(zone.owner or 0)
    at, last = zone.at or 0, max(1, zone.length)
    place = [min(1.0, max(0.0, n / last)) * BAR for n in (at - zone.threat, at, at + zone.gain)]
    pen.rect(x, y, BAR, h, c["sheet"], 2)
    pen.rect(x, y, place[0], h, fill, 2)
    if place[1] > place[0]:
        pen.rect(x + place[0], y, place[1] - place[0], h, pen.hatch(c["shu"], fill))
    if place[2] > place[1]:
        pen.rect(x + place[1], y, place[2] - place[1], h, fill, opacity=0.38)
    if zone.meter == "score" and last <= 40:
        for n in range(1, last):
            pen.line(x + BAR * n / last, y, x + BAR * n / last, y + h, c["line"])
    pen.rect(x, y, BAR, h, "none", 2, stroke=c["line-strong"])


def gauge(zone: Zone, room: float) -> Box:
    """A few cells: filled, in danger, gained by the move in preview, or empty."""
    name, at = Font(15, "serif", bold=True), zone.at or 0
    value = f"{at}" + (f" +{zone.gain}" if zone.gain else "")
    left = max(46.0, width(zone.title, name) + 10)
    step = 19 if zone.length <= 8 else 14
    wide = left + step * zone.length + 8 + width(value, name)

    def draw(pen: Pen, x: float, y: float) -> None:
        c = pen.colour
        pen.text(x, y + 17, zone.title, name, c["ink"])
        full = SIGNS.get(zone.kind, c["lit"])
        for cell in range(zone.length):
            lost = at - zone.threat <= cell < at
            won = at <= cell < at + zone.gain
            paint = pen.hatch(c["shu"], full) if lost else full if cell < at else "none"
            pen.rect(
                x + left + step * cell, y + 2, step - 4, 20, c["lit-wash"] if won else paint, 4,
                stroke=c["kin" if cell < at else "line-strong"], stroke_width=1.5,
                **({"stroke_dasharray": "3 2"} if won else {}),
            )  # fmt: skip
        pen.text(x + left + step * zone.length + 6, y + 17, value, name, c["ink"])

    return Box(wide, 25, draw)


def damage(zone: Zone, room: float) -> Box:
    """Squares from 0 to the last: damage up to the cube, pictures, lines, squares in danger."""
    n, at = zone.length + 1, zone.at or 0
    wide = room or 15.0 * n
    step = wide / n

    def draw(pen: Pen, x: float, y: float) -> None:
        c = pen.colour
        for square in range(n):
            marks = [mark for mark in zone.track if mark.square == square]
            left = x + step * square
            fill, letters = c["sheet-2"], c["ink-2"]
            if 0 < square < at:
                fill = mixed(c["shu"], 46, c["sheet"])
            elif at < square <= at + zone.threat:
                fill = pen.hatch(c["shu"], c["lit-wash"])
            cube = square == at
            if cube:
                fill, letters = (c["shu-fill"], c["on-shu"]) if at else (c["sheet"], c["ink-2"])
            edge: dict[str, Attribute] = {}
            if cube:
                edge = {"stroke": c["ink" if at else "line-strong"], "stroke_width": 1.5}
            pen.rect(left + 0.5, y + 3, step - 1, 16, fill, 1.5, **edge)
            for mark in marks:
                if mark.icon:
                    size = min(12.0, step - 2)
                    ground = fill if fill.startswith("#") else c["sheet-2"]
                    at_x = left + (step - size) / 2
                    pen.icon(mark.icon, at_x, y + 11 - size / 2, size, letters, ground)
                if mark.line:
                    pen.rect(left - 1.2, y, 2.5, 22, c["shu-fill"])

    return Box(wide, 22, draw)


METERS: dict[Meter, Callable[[Zone, float], Box]] = {
    "score": score,
    "health": health,
    "gauge": gauge,
    "damage": damage,
}
