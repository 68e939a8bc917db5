"""A whole picture: the room, the zones in their places, a head and a caption."""

from typing import get_args
from xml.sax.saxutils import quoteattr

from budokan.kit.scene import Place as Where
from budokan.kit.scene import Scene
from budokan.picture import ink
from budokan.picture.ink import Theme
from budokan.picture.lettering import Font
from budokan.picture.lettering import width as width_of
from budokan.picture.pen import Box, Pen, at_least, column, nothing, number, padded, row, written
from budokan.picture.rooms import floor, on_table, on_taiji
from budokan.picture.strokes import draw_lines
from budokan.picture.zones import Drawer

WIDTH = 1200
THEMES: tuple[Theme, ...] = get_args(Theme)
HEAD, CAPTION, MARGIN, GAP = 50.0, 54.0, 20.0, 16.0
LEAST = 900.0  # width of the stage, so that a small table is not drawn huge
YELLOW_AND_RED = (2, 0)  # the colours of the two fighters of Kenpo Masters in print
LOGO = "M12 2.5A9.5 9.5 0 1 0 21.5 12"


def svg(
    scene: Scene, *, width: int = WIDTH, height: int | None = None, theme: Theme = "light"
) -> str:
    """The scene as a self-contained SVG picture.

    It is as high as it needs to be; if a height is given, the room fills it.
    """
    if theme not in THEMES:
        raise ValueError(f"There is no theme {theme!r}; there are 'light' and 'dark'.")
    pen = Pen(theme)
    wide, tall = draw(pen, scene, height / width if height else 0)
    size = f'width="{width}" height="{height or round(width * tall / wide)}"'
    box = f'viewBox="0 0 {number(wide)} {number(tall)}"'
    family = f"font-family={quoteattr(ink.fonts()['sans'])}"
    told = f"<title>{written(title_of(scene))}</title><desc>{written(scene.summary)}</desc>"
    shared = f"<defs>{''.join(pen.shared.values())}</defs>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} {box} {family}>'
        f"{told}{shared}{''.join(pen.out)}</svg>"
    )


def draw(pen: Pen, scene: Scene, shape: float = 0) -> tuple[float, float]:
    """Draw a scene; returns the size. `shape` is the height for each unit of width, if given."""
    drawer = Drawer(scene)
    if drawer.room == "ring":
        pen.seats, pen.decks = YELLOW_AND_RED, True
    stage, rail = stage_box(drawer), rail_box(drawer)
    low = max(stage.h + 2 * MARGIN, rail.h)
    wide = stage.w + 2 * MARGIN + rail.w
    if shape:
        wide = max(wide, (HEAD + low + CAPTION) / shape)
        low = wide * shape - HEAD - CAPTION
    tall = HEAD + low + CAPTION
    floor(pen, drawer.room, wide, tall)
    stage.draw(pen, (wide - rail.w - stage.w) / 2, HEAD + (low - stage.h) / 2)
    draw_lines(pen, scene.lines, dashed=drawer.room in ("ring", "body"))
    if rail.w:
        rail_sheet(pen, wide - rail.w, HEAD, rail.w, low)
        rail.draw(pen, wide - rail.w, HEAD)
    head(pen, scene, wide)
    caption(pen, scene, tall - CAPTION, wide)
    return wide, tall


def title_of(scene: Scene) -> str:
    return scene.game.replace("_", " ").title()


# -- the stage ------------------------------------------------------------------------------------


def stage_box(drawer: Drawer) -> Box:
    """The zones in their places: far, then left, centre and right, then near."""
    far, near = (drawer.places.get(place, []) for place in ENDS)
    left, centre, right = (column(drawer.places.get(each, []), GAP, "middle") for each in MIDDLE)
    ends = row(far, GAP), column(near, GAP, "middle")
    if drawer.room == "table":
        return around_table(ends[0], left, on_table(centre), right, ends[1])
    if drawer.room == "lanes":
        centre = on_taiji(centre)
    middle = row([box for box in (left, centre, right) if box.w], 26)
    parts = [box for box in (ends[0], middle, ends[1]) if box.h]
    return at_least(column(parts, GAP, "middle"), LEAST)


ENDS: tuple[Where, ...] = ("far", "near")
MIDDLE: tuple[Where, ...] = ("left", "centre", "right")


def around_table(far: Box, left: Box, table: Box, right: Box, near: Box) -> Box:
    """Seats around a table, each over its edge."""
    over = 0.5  # how much of a seat lies on the table
    aside = max(left.w, right.w) * (1 - over)
    wide = max(table.w + 2 * aside, far.w, near.w)
    top = far.h * over
    tall = top + table.h + max(0.0, near.h - 70)

    def draw(pen: Pen, x: float, y: float) -> None:
        across, middle = x + (wide - table.w) / 2, y + top + table.h / 2
        table.draw(pen, across, y + top)
        far.draw(pen, x + (wide - far.w) / 2, y)
        left.draw(pen, across - left.w * (1 - over), middle - left.h / 2)
        right.draw(pen, across + table.w - right.w * over, middle - right.h / 2)
        near.draw(pen, x + (wide - near.w) / 2, y + tall - near.h)

    return Box(wide, tall, draw)


# -- the rail, the head and the caption -----------------------------------------------------------


def rail_box(drawer: Drawer) -> Box:
    """What lies beside the table."""
    boxes = [box for box in drawer.places.get("rail", []) if box.w]
    return padded(column(boxes, 18), 18, 16) if boxes else nothing()


def rail_sheet(pen: Pen, x: float, y: float, w: float, h: float) -> None:
    pen.rect(x, y, w, h, pen.colour["sheet"])
    pen.line(x, y, x, y + h, pen.colour["line"])


def head(pen: Pen, scene: Scene, wide: float) -> None:
    """The name of the game and the state of the match."""
    c = pen.colour
    pen.rect(0, 0, wide, HEAD, c["sheet"])
    pen.line(0, HEAD, wide, HEAD, c["line"])
    pen.path(LOGO, stroke=c["shu"], stroke_width=3.6, stroke_linecap="round",
             transform="translate(17 12) scale(1.1)")  # fmt: skip
    name, title = Font(21, "serif", bold=True), title_of(scene)
    pen.text(54, 33, title, name, c["ink"])
    at = 54 + width_of(title, name) + 16
    pen.fitted(at, 32, scene.status, Font(15), c["ink-2"], wide - at - MARGIN)


def caption(pen: Pen, scene: Scene, y: float, wide: float) -> None:
    """The result, or what the table waits for."""
    c = pen.colour
    pen.rect(0, y, wide, CAPTION, c["sheet"])
    pen.line(0, y, wide, y, c["line"])
    pen.rect(0, y, 8, CAPTION, c["shu-fill"])
    said, note = scene.result or scene.prompt.question, "" if scene.result else scene.prompt.note
    font = Font(20, "serif", bold=True)
    room = wide - 2 * MARGIN - 10
    pen.fitted(MARGIN + 6, y + 34, said, font, c["ink"], room, least=11)
    at = MARGIN + 6 + width_of(said, font) + 16
    if wide - MARGIN - at > 120:
        pen.fitted(at, y + 33, note, Font(14.5), c["ink-2"], wide - MARGIN - at, least=11)
