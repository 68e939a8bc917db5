"""The rooms: what lies under the board, from wood and tatami to mist and raked gravel."""

from collections.abc import Callable

from budokan.picture import ink
from budokan.picture.ink import mixed
from budokan.picture.pen import Box, Pen, placed, trace

TAIJI = "M2 200A198 198 0 0 1 398 200A99 99 0 0 1 200 200A99 99 0 0 0 2 200Z"  # the dark half


def floor(pen: Pen, room: str, w: float, h: float) -> None:
    """The floor of a whole picture."""
    pen.rect(0, 0, w, h, pen.colour["ground"])
    if room in FLOORS:
        FLOORS[room](pen, w, h)


def stripes(w: float, h: float, step: float, first: float, down: bool = False) -> str:
    """Many lines as one path: a pattern would show its seams where pictures are scaled."""
    count = range(int(((w if down else h) - first) // step) + 1)
    if down:
        return "".join(trace("M", first + step * at, "0v", h) for at in count)
    return "".join(trace("M0", first + step * at, "h", w) for at in count)


def wood(pen: Pen, w: float, h: float) -> None:
    """Planks, and light that falls on them."""
    c = pen.colour
    pen.rect(0, 0, w, h, c["wood-a"])
    pen.path(stripes(w, h, 190, 142, True), stroke=c["wood-b"], stroke_width=95)
    pen.path(stripes(w, h, 95, 95, True), stroke=c["wood-line"][:7], stroke_opacity=0.4)
    light = "#f0be4c" if pen.theme == "dark" else "#fff"
    for at, wide in ((0.02, 0.1), (0.18, 0.12), (0.36, 0.13)):
        x, right, lean = w * at, w * (at + wide), h * 0.42
        d = trace("M", x + lean, "0H", right + lean, "L", right, h, "H", x, "Z")
        pen.path(d, light, opacity=0.05 if pen.theme == "dark" else 0.2)


def straw(pen: Pen, w: float, h: float) -> None:
    c = pen.colour
    pen.rect(0, 0, w, h, c["tatami-a"])
    pen.path(stripes(w, h, 6, 3), stroke=c["tatami-line"][:7], stroke_opacity=0.3)


def raked(pen: Pen, w: float, h: float) -> None:
    """Gravel in straight lines."""
    pen.rect(0, 0, w, h, pen.colour["gravel"])
    pen.path(stripes(w, h, 14, 7), stroke=pen.colour["gravel-line"])


def rings(pen: Pen, w: float, h: float) -> None:
    """Gravel in rings around the arena."""
    c = pen.colour
    pen.rect(0, 0, w, h, c["gravel"])
    x, y = w * 0.58, h * 0.4
    for r in range(24, int(max(w, h)), 17):
        pen.circle(x, y, r, "none", stroke=c["gravel-line"], stroke_width=1.2)


def mist(pen: Pen, w: float, h: float) -> None:
    """Mountains that fade towards the ground."""
    c, night = pen.colour, pen.theme == "dark"
    day = mixed(c["mist-2"], 60, c["mist-1"]), mixed(c["mist-2"], 86, c["mist-3"])
    shades = ("#40332f", "#322725", "#271e1c") if night else (c["mist-1"], *day)
    tall = h * 0.62
    fade = pen.define(
        "fade",
        lambda name: (
            f'<linearGradient id="{name}" x2="0" y2="1">'
            f'<stop offset=".5" stop-color="{c["ground"]}" stop-opacity="0"/>'
            f'<stop offset="1" stop-color="{c["ground"]}"/></linearGradient>'
        ),
    )
    pen.group(transform=placed(0, 0, w / 964, tall / 330))
    pen.out.append(ink.mountains(*shades))
    pen.end()
    pen.rect(0, 0, w, tall + 1, f"url(#{fade})")


FLOORS: dict[str, Callable[[Pen, float, float], None]] = {
    "ring": wood,
    "table": straw,
    "lanes": raked,
    "body": rings,
    "road": mist,
}


# -- under the board ------------------------------------------------------------------------------


def on_table(board: Box) -> Box:
    """A board on an oval table of red lacquer."""
    wide, tall = max(board.w * 1.22, 980.0), board.h * 1.34 + 60

    def draw(pen: Pen, x: float, y: float) -> None:
        c = pen.colour
        mid = {"cx": x + wide / 2, "cy": y + tall / 2}
        pen.element("ellipse", **mid, rx=wide / 2, ry=tall / 2, fill="#d9a22b")
        pen.element("ellipse", **mid, rx=wide / 2 - 3, ry=tall / 2 - 3, fill="#1a0806")
        red = pen.light("#b03a29", c["urushi"], c["urushi-2"], x=0.38, y=0.26)
        pen.element("ellipse", **mid, rx=wide / 2 - 8, ry=tall / 2 - 8, fill=red)
        pen.on_lacquer = True
        board.draw(pen, x + (wide - board.w) / 2, y + (tall - board.h) / 2)
        pen.on_lacquer = False

    return Box(wide, tall, draw)


def on_taiji(board: Box) -> Box:
    """A board over yin and yang."""
    size = max(430.0, board.h + 30)
    wide = max(size, board.w)

    def draw(pen: Pen, x: float, y: float) -> None:
        night = pen.theme == "dark"
        light, dark = ("#cfc3ac", "#0e0b0a") if night else (pen.colour["sheet"], "#2b2724")
        k = size / 400
        left = x + (wide - size) / 2
        pen.group(transform=placed(left, y, k))
        pen.circle(200, 200, 198, light)
        pen.path(TAIJI, dark)
        pen.circle(101, 216, 20, dark)
        pen.circle(299, 184, 20, light)
        pen.end()
        board.draw(pen, x + (wide - board.w) / 2, y + (size - board.h) / 2)

    return Box(wide, size, draw)
