"""The pen writes SVG; a box is something of known size that can be drawn anywhere."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from budokan.picture import ink
from budokan.picture.ink import Dress, Theme, mixed
from budokan.picture.lettering import Font, lines, one_line, width

Align = Literal["start", "middle", "end"]
SHARE: dict[Align, float] = {"start": 0, "middle": 0.5, "end": 1}
Attribute = str | int | float
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
GOLD, ON_LACQUER, DARK = "#e6bc5c", "#f8e9cf", "#3a1a00"


class Place(NamedTuple):
    """Where something was drawn: its left upper corner and its size."""

    x: float
    y: float
    w: float
    h: float
    upright: bool = False  # a card or a row of cards, which a stroke meets from above or below

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2


class Pen:
    """Collects the elements of a picture, the drawings they share, and where the ids lie."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.colour = ink.colours(theme)
        self.out: list[str] = []
        self.shared: dict[str, str] = {}  # definitions by their ids
        self._ids: dict[str, str] = {}  # of what they draw
        self.places: dict[str, Place] = {}
        self.seats: Sequence[int] = range(ink.SEATS)  # which colour each of them has
        self.decks = False  # whether the backs of cards have these colours as well
        self.on_lacquer = False  # whether what is drawn now lies on a dark table

    # -- elements -----------------------------------------------------------------------------

    def element(self, name: str, **given: Attribute) -> None:
        self.out.append(f"<{name}{attributes(given)}/>")

    def rect(
        self, x: float, y: float, w: float, h: float, fill: str, r: float = 0, **given: Attribute
    ) -> None:
        self.element("rect", x=x, y=y, width=w, height=h, rx=r, fill=fill, **given)

    def circle(self, x: float, y: float, r: float, fill: str, **given: Attribute) -> None:
        self.element("circle", cx=x, cy=y, r=r, fill=fill, **given)

    def path(self, d: str, fill: str = "none", **given: Attribute) -> None:
        self.element("path", d=d, fill=fill, **given)

    def line(self, x: float, y: float, x2: float, y2: float, colour: str, wide: float = 1) -> None:
        self.element("line", x1=x, y1=y, x2=x2, y2=y2, stroke=colour, stroke_width=wide)

    def group(self, **given: Attribute) -> None:
        """Open a group; `end` closes it."""
        self.out.append(f"<g{attributes(given)}>")

    def end(self) -> None:
        self.out.append("</g>")

    def text(
        self,
        x: float,
        y: float,
        text: str,
        font: Font,
        fill: str,
        align: Align = "start",
        **given: Attribute,
    ) -> None:
        """A line of words on its base line."""
        if not text:
            return
        style: dict[str, Attribute] = {"x": x, "y": y, "font_size": font.size, "fill": fill}
        if align != "start":
            style["text_anchor"] = align
        if font.family == "serif":
            style["font_family"] = ink.fonts()["serif"]
        if font.bold:
            style["font_weight"] = 700
        self.out.append(f"<text{attributes({**style, **given})}>{written(text)}</text>")

    def fitted(
        self,
        x: float,
        y: float,
        text: str,
        font: Font,
        fill: str,
        room: float,
        align: Align = "start",
        least: float = 6,
    ) -> None:
        """A line of words, smaller where there is little room."""
        font, text = one_line(text, font, room, least)
        self.text(x, y, text, font, fill, align)

    def write(
        self,
        x: float,
        y: float,
        found: Iterable[str],
        font: Font,
        fill: str,
        align: Align = "start",
        leading: float = 1.2,
    ) -> float:
        """Lines below each other from an upper edge; returns the lower one."""
        for line in found:
            self.text(x, y + font.size * 0.9, line, font, fill, align)
            y += font.size * leading
        return y

    # -- drawings -----------------------------------------------------------------------------

    def define(self, key: str, made: Callable[[str], str]) -> str:
        """The id of a shared definition, made at its first use."""
        if key not in self._ids:
            name = self._ids[key] = f"d{len(self._ids)}"
            self.shared[name] = made(name)
        return self._ids[key]

    def figure(
        self, motif: str, x: float, y: float, size: float, dress: Dress, flip: bool = False
    ) -> None:
        """An ink figure in a square."""
        name = self.define(
            f"{motif} {dress}", lambda name: f'<g id="{name}">{ink.figure(motif, dress)}</g>'
        )
        k = size / 200
        at = placed(x + size, y, -k, k) if flip else placed(x, y, k)
        self.element("use", href=f"#{name}", transform=at)

    def icon(self, name: str, x: float, y: float, size: float, colour: str, cut: str) -> None:
        """A sign; some words of the vocabulary have none."""
        if ink.has_icon(name):
            self.inside(ink.icon(name, colour, cut), x, y, size / 24)

    def suit(self, name: str, x: float, y: float, size: float, fill: str) -> None:
        """A pip around a point."""
        self.path(ink.suit(name), fill, transform=placed(x - size / 2, y - size / 2, size / 24))

    def crest(self, seat: int, x: float, y: float, size: float) -> None:
        style = f'fill="{self.seat(seat)}" stroke="{self.colour["seat-edge"]}" stroke-width="2"'
        self.inside(f"<g {style}>{ink.crest(seat)}</g>", x, y, size / 24)

    def inside(self, drawn: str, x: float, y: float, scale: float) -> None:
        """A ready drawing at a place."""
        self.out.append(f'<g transform="{placed(x, y, scale)}">{drawn}</g>')

    def seat(self, seat: int) -> str:
        """The colour of a seat."""
        return self.colour[f"s{self.seats[seat % len(self.seats)] + 1}"]

    def back(self, owner: int | None) -> str:
        """The colour of a card's back: the owner's where each has a deck of its own colour."""
        if owner is None or not self.decks:
            return self.colour["urushi"]
        return mixed(self.seat(owner), 62, DARK)

    def hatch(self, colour: str, ground: str) -> str:
        """The paint of hatched squares."""
        return "url(#{})".format(
            self.define(
                f"hatch {colour} {ground}",
                lambda name: (
                    f'<pattern id="{name}" width="5" height="5" patternUnits="userSpaceOnUse" '
                    f'patternTransform="rotate(45)"><rect width="5" height="5" fill="{ground}"/>'
                    f'<rect width="2" height="5" fill="{colour}"/></pattern>'
                ),
            )
        )

    def light(self, *stops: str, x: float = 0.4, y: float = 0.34) -> str:
        """The paint of something round in the light: colours from the middle outwards."""
        even = 1 / (len(stops) - 1)
        inner = "".join(
            f'<stop offset="{number(at * even)}" stop-color="{colour}"/>'
            for at, colour in enumerate(stops)
        )
        return "url(#{})".format(
            self.define(
                f"light {stops} {x} {y}",
                lambda name: (
                    f'<radialGradient id="{name}" cx="{x}" cy="{y}" r=".7">{inner}</radialGradient>'
                ),
            )
        )

    def shadow(self, x: float, y: float, w: float, h: float, r: float) -> None:
        """A soft edge below a sheet or a card."""
        dark = self.theme == "dark"
        for grow, opacity in ((2.5, 0.05), (1, 0.09)):
            self.rect(
                x - grow / 2,
                y + 1.5,
                w + grow,
                h + grow,
                "#000" if dark else "#3a2a15",
                r + grow / 2,
                opacity=opacity * (3 if dark else 1.4),
            )


def number(value: float, digits: int = 1) -> str:
    """A number as short as it can be written."""
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def trace(*parts: str | float) -> str:
    """The data of a path from its letters and numbers."""
    return " ".join(each if isinstance(each, str) else number(each) for each in parts)


def placed(x: float, y: float, k: float = 1, down: float = 0) -> str:
    """A transform to a place and a scale; `down` is another scale for the height."""
    scale = f"{number(k, 4)} {number(down, 4)}" if down else number(k, 4)
    return f"translate({number(x)} {number(y)}) scale({scale})"


def attributes(given: dict[str, Attribute]) -> str:
    """Attributes of an element; zeros of corners are left out."""
    found = {name: value for name, value in given.items() if (name, value) != ("rx", 0)}
    texts = {
        name.replace("_", "-"): value if isinstance(value, str) else number(value, 2)
        for name, value in found.items()
    }
    return "".join(f" {name}={quoteattr(text)}" for name, text in texts.items())


def written(text: str) -> str:
    """A text as XML has it: escaped, and without the signs that XML has no place for."""
    return escape(NOT_XML.sub("", text))


# -- boxes ----------------------------------------------------------------------------------------


class Box(NamedTuple):
    """Something of known size; `draw` puts its left upper corner at a point."""

    w: float
    h: float
    draw: Callable[[Pen, float, float], None]


def nothing(w: float = 0, h: float = 0) -> Box:
    return Box(w, h, lambda pen, x, y: None)


def row(boxes: Sequence[Box], gap: float = 8, align: Align = "middle") -> Box:
    """Boxes side by side."""
    tall = max((box.h for box in boxes), default=0)
    share = SHARE[align]

    def draw(pen: Pen, x: float, y: float) -> None:
        for box in boxes:
            box.draw(pen, x, y + (tall - box.h) * share)
            x += box.w + gap

    return Box(sum(box.w for box in boxes) + gap * max(0, len(boxes) - 1), tall, draw)


def column(boxes: Sequence[Box], gap: float = 8, align: Align = "start") -> Box:
    """Boxes below each other."""
    wide = max((box.w for box in boxes), default=0)
    share = SHARE[align]

    def draw(pen: Pen, x: float, y: float) -> None:
        for box in boxes:
            box.draw(pen, x + (wide - box.w) * share, y)
            y += box.h + gap

    return Box(wide, sum(box.h for box in boxes) + gap * max(0, len(boxes) - 1), draw)


def flow(boxes: Sequence[Box], room: float, gap: float = 8, align: Align = "start") -> Box:
    """Boxes in as many rows as they need."""
    rows: list[list[Box]] = []
    for box in boxes:
        wide = sum(each.w + gap for each in rows[-1]) if rows else 0
        if rows and wide + box.w <= room:
            rows[-1].append(box)
        else:
            rows.append([box])
    return column([row(each, gap) for each in rows], gap, align)


def padded(box: Box, across: float, down: float) -> Box:
    """A box with room around it."""
    return Box(
        box.w + 2 * across,
        box.h + 2 * down,
        lambda pen, x, y: box.draw(pen, x + across, y + down),
    )


def at_least(box: Box, w: float = 0, h: float = 0, align: Align = "middle") -> Box:
    """A box in a larger one."""
    wide, tall = max(w, box.w), max(h, box.h)
    share = SHARE[align]
    return Box(
        wide,
        tall,
        lambda pen, x, y: box.draw(pen, x + (wide - box.w) * share, y + (tall - box.h) / 2),
    )


def sheet(box: Box, across: float = 12, down: float = 9, edge: str = "", bar: bool = False) -> Box:
    """A box on a sheet of paper; a bar at its side says that somebody is to act."""
    inner = padded(box, across, down)

    def draw(pen: Pen, x: float, y: float) -> None:
        pen.shadow(x, y, inner.w, inner.h, 8)
        line = pen.colour[edge or "line"]
        pen.rect(x, y, inner.w, inner.h, pen.colour["sheet"], 8, stroke=line)
        if bar:
            pen.path(
                trace("M", x + 5, y, "h-1q-4 0-4 4v", inner.h - 8, "q0 4 4 4h1z"),
                pen.colour["shu-fill"],
            )
        inner.draw(pen, x, y)

    return Box(inner.w, inner.h, draw)


def words(
    text: str, font: Font, colour: str = "ink", room: float = 0, align: Align = "start"
) -> Box:
    """Words in a colour of the theme, in several lines where room is given."""
    found = lines(text, font, room) if room else [text]
    wide = max((width(line, font) for line in found), default=0)
    share = SHARE[align]

    def draw(pen: Pen, x: float, y: float) -> None:
        pen.write(x + wide * share, y, found, font, pen.colour.get(colour, colour), align)

    return Box(wide, len(found) * font.size * 1.2, draw)
