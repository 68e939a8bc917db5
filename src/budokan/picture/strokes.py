"""Strokes over the board: threats, sowing steps, pushes, aims."""

from math import atan2, degrees, hypot

from budokan.kit.scene import Line
from budokan.picture.lettering import Font, width
from budokan.picture.pen import Pen, Place, number, trace

AWAY = 34.0  # how far a curve bends away from the straight line
TIP = "M0 0-18-10Q-13 0-18 10Z"
Point = tuple[float, float]


def draw_lines(pen: Pen, lines: tuple[Line, ...], dashed: bool) -> None:
    """Draw the lines; those that wait for a pointer are left out."""
    for line in lines:
        if line.shown_for or line.start not in pen.places or line.end not in pen.places:
            continue
        start, end = pen.places[line.start], pen.places[line.end]
        if line.role == "aim":
            aim(pen, line, end)
        elif line.role == "sow":
            sow(pen, line, start, end)
        elif start.upright and end.upright:
            upright(pen, line, start, end)
        else:
            straight(pen, line, start, end, dashed and line.role == "threat")


def ink(pen: Pen) -> str:
    return pen.colour["shu" if pen.theme == "dark" else "shu-fill"]


def upright(pen: Pen, line: Line, a: Place, b: Place) -> None:
    """An upright stroke between two rows of cards; opposite strokes keep apart."""
    down = a.y <= b.y
    side = -AWAY if down else AWAY
    x = (a.middle[0] + b.middle[0]) / 2 + side
    y0, y1 = (a.y + a.h - 6, b.y + 6) if down else (a.y + 6, b.y + b.h - 6)
    head = -9 if down else 9
    d = trace("M", x, y0, "L", x, y1, "M", x - 6, y1 + head, "L", x, y1, "L", x + 6, y1 + head)
    pen.path(d, stroke=ink(pen), stroke_width=3, stroke_linecap="round", stroke_linejoin="round")
    if line.label:
        tag(pen, (x + side * (0.5 + width(line.label, TAG) / 2 / AWAY), (y0 + y1) / 2), line.label)


def straight(pen: Pen, line: Line, a: Place, b: Place, dashed: bool) -> None:
    """A straight arrow over the floor."""
    p, q = rim(a, b.middle, 0), rim(b, a.middle, 4)
    d = trace("M", *p, "L", *q)
    dashes = {"stroke_dasharray": "7 7"} if dashed else {}
    pen.path(d, stroke=ink(pen), stroke_width=4 if dashed else 3, stroke_linecap="round", **dashes)
    tip(pen, q, bearing(p, q), 1)
    if line.label:
        tag(pen, ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), line.label)


def aim(pen: Pen, line: Line, b: Place) -> None:
    """A ring around the target, and the weapon in words."""
    r = max(24.0, min(b.w / 2, 44.0))
    x, y = b.middle
    pen.circle(x, y, r, "none", stroke=pen.colour["shu"], stroke_width=3, stroke_dasharray="8 5")
    if line.label:
        tag(pen, (x, y - r - 14), line.label)


def sow(pen: Pen, line: Line, a: Place, b: Place) -> None:
    """A curve between two places with its number."""
    mid = (a.middle[0] + b.middle[0]) / 2, (a.middle[1] + b.middle[1]) / 2
    far = hypot(b.middle[0] - a.middle[0], b.middle[1] - a.middle[1]) or 1
    across = (b.middle[1] - a.middle[1]) / far, -(b.middle[0] - a.middle[0]) / far
    bend = mid[0] + across[0] * AWAY, mid[1] + across[1] * AWAY
    p, q = rim(a, bend, 0), rim(b, bend, 6)
    d = trace("M", *p, "Q", *bend, *q)
    pen.path(d, stroke=ink(pen), stroke_width=7, stroke_linecap="round")
    tip(pen, rim(b, bend, -6), bearing(bend, q), 1.2)
    if line.step:
        at = (p[0] + 2 * bend[0] + q[0]) / 4, (p[1] + 2 * bend[1] + q[1]) / 4
        pen.circle(*at, 12, pen.colour["sheet"], stroke=pen.colour["shu"], stroke_width=2.5)
        font = Font(15, "serif", bold=True)
        pen.text(at[0], at[1] + 5, str(line.step), font, pen.colour["shu"], "middle")


TAG = Font(13.5, "serif", bold=True)


def tag(pen: Pen, at: Point, text: str) -> None:
    """Words on a red plate around a point."""
    wide = width(text, TAG) + 16
    pen.rect(at[0] - wide / 2, at[1] - 13, wide, 26, pen.colour["shu-fill"], 4)
    pen.text(at[0], at[1] + 5, text, TAG, pen.colour["on-shu"], "middle")


def tip(pen: Pen, at: Point, turn: float, size: float) -> None:
    place = (
        f"translate({number(at[0])} {number(at[1])}) rotate({number(turn)}) scale({number(size)})"
    )
    pen.path(TIP, ink(pen), transform=place)


def rim(place: Place, to: Point, gap: float) -> Point:
    """The point on the edge of a place towards another point."""
    x, y = place.middle
    dx, dy = to[0] - x, to[1] - y
    across = (place.w / 2 + gap) / (abs(dx) or 1e-6)
    down = (place.h / 2 + gap) / (abs(dy) or 1e-6)
    t = min(across, down, 1)
    return x + dx * t, y + dy * t


def bearing(p: Point, q: Point) -> float:
    return degrees(atan2(q[1] - p[1], q[0] - p[0]))
