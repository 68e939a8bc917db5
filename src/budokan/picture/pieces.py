"""Pieces as boxes: cards, tokens, dice, pawns, cubes and empty places, with their marks."""

from math import cos, radians

from budokan.kit.scene import Piece
from budokan.picture import cards, ink
from budokan.picture.cards import is_number, sentence, size_of
from budokan.picture.ink import Dress, mixed
from budokan.picture.lettering import Font, block, width
from budokan.picture.pen import GOLD, ON_LACQUER, Attribute, Box, Pen, Place, number, placed

COIN = ("#fbe7b0", "#d9a22b", "#94690d")
GREAT_COIN = ("#fff8e4", "#ebc35f", "#9a6d0e")
COIN_EDGE, COIN_HOLE = "#5d4206", "#7a5508"
ACTIONS = ("punch", "kick", "lock", "headbutt")
TOKENS = {"move": "#c5dcc8", "defense": "#c4d3ea", "defence": "#c4d3ea", "energy": "#f0d284"}
WRITTEN = {"udaka": "UDAKA", "dealer": "D", "": "1st"}
SMALL = 40.0  # cards narrower than this show only their figure, as on a seat's plate


def piece_box(piece: Piece, wide: float = 0) -> Box:
    """A piece; `wide` is the width of a card, or the size of a token."""
    if piece.shape in ("card", "slot"):
        return card_box(piece, wide)
    return {"token": token_box, "die": die_box, "cube": cube_box, "pawn": pawn_box}[piece.shape](
        piece, wide
    )


def marked(piece: Piece, w: float, h: float, upright: bool = False) -> Box:
    """A box that only notes where a piece lies."""

    def draw(pen: Pen, x: float, y: float) -> None:
        pen.places[piece.id] = Place(x, y, w, h, upright)

    return Box(w, h, draw)


# -- cards and slots ------------------------------------------------------------------------------


def card_box(piece: Piece, wide: float = 0) -> Box:
    """A card or an empty place for one, at some width."""
    size = size_of(piece)
    wide = wide or size.w
    k = wide / size.w
    note = marked(piece, wide, size.h * k, upright=True)

    def draw(pen: Pen, x: float, y: float) -> None:
        note.draw(pen, x, y)
        pen.group(transform=placed(x, y, k))
        if piece.shape == "slot":
            slot(pen, piece, size, k)
        else:
            paper(pen, piece, size)
            pen.group(**faded(piece, 0.45))
            cards.face(pen, piece, size)
            pen.end()
        over(pen, piece, size)
        pen.end()

    return Box(wide, size.h * k, draw)


def faded(piece: Piece, opacity: float) -> dict[str, Attribute]:
    """The look of what is spent, or not there yet."""
    return {"opacity": opacity} if "spent" in piece.marks or "ghost" in piece.marks else {}


def paper(pen: Pen, piece: Piece, size: cards.Size) -> None:
    """The sheet of a card with its edge, which shows the card's state."""
    c = pen.colour
    pen.shadow(0, 0, size.w, size.h, 8)
    if not piece.face:
        pen.rect(
            0, 0, size.w, size.h, pen.back(piece.owner), 8, stroke="#e6bc5c", stroke_opacity=0.5
        )
        return
    ground = c["card-2" if "covered" in piece.marks else "card"]
    pen.rect(0, 0, size.w, size.h, ground, 8, stroke=c["card-edge"])


def over(pen: Pen, piece: Piece, size: cards.Size) -> None:
    """Edges, seals and badges on a card."""
    c = pen.colour
    edges = {"pending": ("hit", 3, "7 5"), "moved": ("ai", 3, ""), "pairs": ("ai", 3, "")}
    for mark, (name, thick, dashes) in edges.items():
        if mark in piece.marks:
            line: dict[str, Attribute] = {"stroke_dasharray": dashes} if dashes else {}
            pen.rect(0, 0, size.w, size.h, "none", 8, stroke=c[name], stroke_width=thick, **line)
    if (piece.designed or piece.own) and piece.face:
        x, y = (11.0, size.h - 11) if piece.form == "half" else (size.w - 9, 9.0)
        origin_mark(pen, x, y, own=piece.own)
    if piece.badge:
        badge(pen, piece.badge, size)
    if piece.step > 0:
        seal(pen, 4, 4, str(piece.step))
    for mark, sign, fill in (("met", "✓", "#0e6b54"), ("unmet", "✗", c["shu-fill"])):
        if mark in piece.marks:
            pen.circle(3, 3, 10.5, fill)
            pen.text(3, 7.5, sign, Font(13, bold=True), "#fff", "middle")


def origin_mark(pen: Pen, x: float, y: float, *, own: bool) -> None:
    """A diamond for values from somebody's own cards, a ring for our reconstruction."""
    ink = pen.colour["card-ink-2"]
    if own:
        pen.path(f"M{x} {y - 4.5}L{x + 4.5} {y}L{x} {y + 4.5}L{x - 4.5} {y}Z", ink)
    else:
        pen.circle(x, y, 3.5, "none", stroke=ink, stroke_width=1.5)


def badge(pen: Pen, text: str, size: cards.Size) -> None:
    """What a card is worth as a large seal; other words as a strip."""
    c = pen.colour
    if is_number(text):
        x, y = size.w - 8, size.h - 8
        pen.circle(x, y, 20, c["shu-fill"], stroke=c["sheet"], stroke_width=2)
        pen.fitted(x, y + 8, text, Font(22, "serif", bold=True), c["on-shu"], 34, "middle")
        return
    font, found = block(text, Font(12.5), size.w - 6, 2, 8)
    wide = max(width(line, font) for line in found) + 14
    tall = len(found) * font.size * 1.2 + 5
    x, y = size.w - wide + 5, size.h * 0.7 - tall
    pen.rect(x, y, wide, tall, c["ink"], 3)
    pen.write(x + wide / 2, y + 2, found, font, c["ground"], "middle")


def seal(pen: Pen, x: float, y: float, text: str, r: float = 13) -> None:
    """A number in a red disc."""
    pen.circle(x, y, r, pen.colour["shu-fill"])
    font = Font(r * 1.1, "serif", bold=True)
    pen.fitted(x, y + r * 0.4, text, font, pen.colour["on-shu"], r * 1.7, "middle")


def slot(pen: Pen, piece: Piece, size: cards.Size, k: float) -> None:
    """An empty place, drawn at some scale."""
    c, dark = pen.colour, pen.on_lacquer
    pen.rect(
        1, 1, size.w - 2, size.h - 2, "#000" if dark else c["sheet"], 8,
        fill_opacity=0.12 if dark else 0.72, stroke=GOLD if dark else c["line-strong"],
        stroke_width=2, stroke_dasharray="6 5",
    )  # fmt: skip
    said = piece.name or sentence(piece.spot)
    large = Font(min(36, 14 / k), "serif", bold=True)
    font, found = block(said, large, size.w - 16, 3, 9)
    top = (size.h - len(found) * font.size * 1.2) / 2
    pen.write(size.w / 2, top, found, font, ON_LACQUER if dark else c["ink-2"], "middle")


# -- tokens, dice and cubes -----------------------------------------------------------------------


def token_box(piece: Piece, wide: float = 0) -> Box:
    """A token, by what is on it."""
    hidden = "hidden" in piece.marks
    if piece.face == "heart" and not hidden:
        return heart_box(piece, wide or 54)
    if piece.face == "round":
        return ribbon_box(piece)
    if piece.face in WRITTEN and piece.face != "udaka" and not hidden:
        return tag_box(piece)
    size = wide or (80 if piece.face == "udaka" else 30)
    note = marked(piece, size, size)

    def draw(pen: Pen, x: float, y: float) -> None:
        note.draw(pen, x, y)
        mid = x + size / 2, y + size / 2
        if hidden:
            shut(pen, *mid, size / 2)
        elif piece.face in ACTIONS or piece.face in TOKENS:
            seal_token(pen, piece, x, y, size)
        else:
            coin(pen, piece, *mid, size / 2)
        token_marks(pen, piece, x, y, size)

    return Box(size, size, draw)


def shut(pen: Pen, x: float, y: float, r: float) -> None:
    """A token that lies face down."""
    pen.circle(x, y, r - 0.8, "#3b1510", stroke="#1c0906", stroke_width=1.5)
    pen.circle(x, y, r * 0.3, "#e6bc5c")


def seal_token(pen: Pen, piece: Piece, x: float, y: float, size: float) -> None:
    """A token with a sign: actions are square seals, effects are round."""
    square = piece.face in ACTIONS
    fill = "#8e2212" if square else TOKENS[piece.face]
    r = size * 0.21 if square else size / 2 - 0.8
    pen.rect(
        x + 0.8, y + 0.8, size - 1.6, size - 1.6, fill, r,
        stroke="#000", stroke_opacity=0.4, stroke_width=1.5,
    )  # fmt: skip
    name = "defense" if piece.face == "defence" else piece.face
    letters = "#fff4e4" if square else "#1e1a17"
    pen.icon(name, x + size * 0.19, y + size * 0.19, size * 0.62, letters, fill)


def coin(pen: Pen, piece: Piece, x: float, y: float, r: float) -> None:
    """A gold coin with a hole, or with a word, a sign or a number."""
    great = piece.face == "udaka"
    fill = pen.light(*(GREAT_COIN if great else COIN))
    pen.circle(x, y, r - 0.7, fill, stroke=COIN_EDGE, stroke_width=2 if great else 1)
    value = piece.corners[0].value if piece.corners else ""
    word = WRITTEN.get(piece.face, "") or value
    if word:
        font = Font(r * (0.42 if great else 0.9), "serif", bold=True)
        pen.fitted(x, y + font.size * 0.36, word, font, "#3d2a02", r * 1.7, "middle", 4)
    elif ink.has_icon(piece.face):
        pen.icon(piece.face, x - r * 0.62, y - r * 0.62, r * 1.24, "#3d2a02", "#d9a22b")
    else:
        pen.rect(x - r * 0.34, y - r * 0.34, r * 0.68, r * 0.68, COIN_HOLE, 1)


def token_marks(pen: Pen, piece: Piece, x: float, y: float, size: float) -> None:
    c, mid = pen.colour, (x + size / 2, y + size / 2)
    if "ghost" in piece.marks:
        dashes: dict[str, Attribute] = {
            "stroke": c["shu"],
            "stroke_width": 2.5,
            "stroke_dasharray": "5 4",
        }
        pen.element("circle", cx=mid[0], cy=mid[1], r=size / 2 + 3, fill="none", **dashes)
    if "moved" in piece.marks or "met" in piece.marks:
        ring = c["ai" if "moved" in piece.marks else "lit"]
        pen.circle(*mid, size / 2 + 1.5, "none", stroke=ring, stroke_width=2)
    if piece.step > 0:
        seal(pen, x + size, y, str(piece.step), 9)


def heart_box(piece: Piece, size: float) -> Box:
    """A heart with its value; a covered one lies under a disc."""
    note = marked(piece, size, size)
    value = piece.corners[0].value if piece.corners else ""
    covered = "covered" in piece.marks or "spent" in piece.marks

    def draw(pen: Pen, x: float, y: float) -> None:
        note.draw(pen, x, y)
        fill = "#8b8378" if covered else pen.colour["ward"]
        pen.icon("heart", x - size * 0.03, y - size * 0.02, size * 1.06, "#fffdf6", "#fff")
        pen.icon("heart", x + size * 0.03, y + size * 0.04, size * 0.94, fill, fill)
        font = Font(size * 0.44, "serif", bold=True)
        if covered:
            pen.circle(x + size / 2, y + size * 0.48, size * 0.34, pen.colour["urushi"],
                       stroke="#d9a22b", stroke_width=2)  # fmt: skip
        pen.fitted(x + size / 2, y + size * 0.62, value, font, "#fff", size * 0.7, "middle")
        token_marks(pen, piece, x, y, size)

    return Box(size, size, draw)


def ribbon_box(piece: Piece) -> Box:
    """A ribbon that counts rounds."""
    note = marked(piece, 13, 20)

    def draw(pen: Pen, x: float, y: float) -> None:
        note.draw(pen, x, y)
        d = f"M{number(x)} {number(y)}h13v20l-6.5-5-6.5 5Z"
        pen.path(d, "#e6bc5c", stroke=COIN_EDGE, stroke_width=0.8)

    return Box(13, 20, draw)


def tag_box(piece: Piece) -> Box:
    """A small word, such as who deals or begins."""
    font = Font(12, "serif", bold=True)
    word = WRITTEN[piece.face]
    wide = max(24.0, width(word, font) + 14)
    note = marked(piece, wide, 24)

    def draw(pen: Pen, x: float, y: float) -> None:
        note.draw(pen, x, y)
        pen.rect(x, y, wide, 24, pen.colour["sheet-2"], 12, stroke=pen.colour["line-strong"])
        pen.text(x + wide / 2, y + 16.2, word, font, pen.colour["ink"], "middle")

    return Box(wide, 24, draw)


def die_box(piece: Piece, wide: float = 0) -> Box:
    size = wide or 44
    note = marked(piece, size, size)
    value = piece.corners[0].value if piece.corners else piece.face.upper()

    def draw(pen: Pen, x: float, y: float) -> None:
        note.draw(pen, x, y)
        pen.shadow(x, y, size, size, 8)
        pen.rect(x, y, size, size, pen.colour["card"], 8, stroke=pen.colour["card-edge"])
        font = Font(size * 0.55, "serif", bold=True)
        at = x + size / 2, y + size * 0.7
        pen.fitted(*at, value, font, pen.colour["card-ink"], size - 8, "middle")
        token_marks(pen, piece, x, y, size)

    return Box(size, size, draw)


def cube_box(piece: Piece, wide: float = 0) -> Box:
    size = wide or 18
    note = marked(piece, size, size)

    def draw(pen: Pen, x: float, y: float) -> None:
        note.draw(pen, x, y)
        fill, edge = pen.seat(piece.owner or 0), pen.colour["seat-edge"]
        pen.rect(x, y, size, size, fill, 3, stroke=edge, stroke_width=1.5)
        token_marks(pen, piece, x, y, size)

    return Box(size, size, draw)


# -- pawns ----------------------------------------------------------------------------------------


def pawn_box(piece: Piece, wide: float = 0) -> Box:
    """A fighter on a disc; where it matters, its light half and a beak show its facing."""
    size = wide or 110

    def draw(pen: Pen, x: float, y: float) -> None:
        pen.places[piece.id] = Place(x + size * 0.1, y + size * 0.74, size * 0.8, size * 0.26)
        pen.group(**faded(piece, 0.5))
        base(pen, piece, x + size / 2, y + size * 0.86, size / 72 * 0.96)
        c = pen.colour
        edge = mixed(c["wood-a"], 100, c["sheet"])
        owner = pen.seat(piece.owner or 0)
        figure_dress = Dress(c["ink"], edge, owner, owner)
        pen.figure(piece.motif or "guard", x + size * 0.03, y - size * 0.04, size * 0.94,
                   figure_dress, is_flipped(piece))  # fmt: skip
        pen.end()

    return Box(size, size, draw)


def is_flipped(piece: Piece) -> bool:
    """Whether a figure looks to the left."""
    turn = piece.facing or 0
    across = cos(radians(turn))
    return across < -0.01 or (abs(across) <= 0.01 and turn > 180)


def base(pen: Pen, piece: Piece, x: float, y: float, k: float) -> None:
    """The disc under a pawn, seen from the side."""
    c, seat = pen.colour, pen.seat(piece.owner or 0)
    edge: dict[str, Attribute] = {"stroke": c["seat-edge"], "stroke_width": 1.5}
    pen.group(transform=placed(x, y, k, k / 2))
    if piece.facing is None:
        pen.element("circle", r=21, fill=seat, **edge)
    else:
        pen.element("circle", r=21, fill=mixed(seat, 35, c["ink"]), **edge)
        pen.group(transform=f"rotate({-piece.facing})")
        pen.element("path", d="M0-21A21 21 0 0 1 0 21Z", fill=seat, **edge)
        pen.element("path", d="M20-9 34 0 20 9Z", fill=seat, **edge)
        pen.end()
    pen.end()


def name_plate(pen: Pen, text: str, x: float, y: float, room: float) -> None:
    """A name on paper around a point."""
    font, found = block(text, Font(13, "serif", bold=True), room, 1, 8)
    wide = width(found[0], font) + 10 if found else 0
    if wide:
        pen.rect(x - wide / 2, y - 11, wide, 17, pen.colour["sheet"], 3, fill_opacity=0.85)
        pen.text(x, y + 2, found[0], font, pen.colour["ink"], "middle")
