"""Card faces by form, each drawn in a box of its own; cards stay paper by night."""

import re
from collections.abc import Callable
from math import cos, radians, sin
from typing import NamedTuple

from budokan.kit.scene import Arrow, CardForm, Corner, Piece
from budokan.picture.ink import Dress, mixed
from budokan.picture.lettering import Font, block, width
from budokan.picture.pen import GOLD, Pen, number, placed, trace

NUMBER = re.compile(r"[+\u2212-]?\d+")
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
RED = ("♥", "♦")
PAPER, LACQUER, ON_DARK = "#fff8ec", "#26211e", "#f5ecda"
# Rows of pips, in the traditional arrangement.
PIPS = {
    1: (1,), 2: (1, 1), 3: (1, 1, 1), 4: (2, 2), 5: (2, 1, 2), 6: (2, 2, 2), 7: (2, 3, 2),
    8: (3, 2, 3), 9: (3, 3, 3), 10: (3, 4, 3),
}  # fmt: skip
TINTS = {
    "attack": "k-attack", "defence": "k-defence", "defense": "k-defence", "block": "k-defence",
    "move": "k-move", "movement": "k-move", "effect": "k-effect",
}  # fmt: skip
ELEMENTS = {
    "fire": "#f6d5c6", "metal": "#e2e2e4", "wood": "#dce8d0", "water": "#cfe0ec",
    "earth": "#e8dcbc",
}  # fmt: skip
HOT = {"defence": "ward", "defense": "ward", "block": "ward", "effect": "gain", "move": "card-ink"}
# Where a wedge points, and where a step lies and points.
TURN = {"f": 0, "fr": 48, "r": 94, "b": 180, "l": -94, "fl": -48, "stay": 0}
STEP = {
    "f": (0, -22, 0), "b": (0, 22, 180), "l": (-22, 0, -90), "r": (22, 0, 90),
    "fl": (-17, -17, -45), "fr": (17, -17, 45),
}  # fmt: skip
SHARP = "M-13-38Q0-42 13-38L3-61Q0-66-3-61Z"
BLUNT = "M-13-37Q0-42 13-37L11-56Q0-64-11-56Z"


class Size(NamedTuple):
    """The size in which a form is designed."""

    w: float
    h: float


# -- what several forms share ---------------------------------------------------------------------


def role(pen: Pen, name: str) -> str:
    """The colour of a role on a card."""
    named = {"plain": "card-ink", "safe": ""}.get(name, name)
    return pen.colour[named] if named else "#0e6b54"


def tint(pen: Pen, kind: str) -> str:
    """The colour of a card's head."""
    if kind in ELEMENTS:
        night = pen.theme == "dark"
        return mixed(ELEMENTS[kind], 84, "#5a4a3a") if night else ELEMENTS[kind]
    return pen.colour[TINTS.get(kind, "card-2")]


def dress(pen: Pen, kind: str, rim: str = "") -> Dress:
    """The colours of a figure on a card."""
    c = pen.colour
    return Dress(c["card-ink"], rim or c["card"], c["hit"], c[HOT.get(kind, "hit")])


def sentence(word: str) -> str:
    """A word with a capital."""
    return word[:1].upper() + word[1:].replace("_", " ")


def acts(corner: Corner) -> bool:
    return corner.role != "plain"


def is_number(text: str) -> bool:
    return NUMBER.fullmatch(text) is not None


def spared(piece: Piece) -> float:
    """Room beside the text of a card for the seal that says what it is worth."""
    return 24 if is_number(piece.badge) else 0


def head(pen: Pen, w: float, h: float, fill: str) -> None:
    """The tinted head of a card, round at its upper corners."""
    pen.path(trace("M .5", h, "V 8 q 0 -7.5 7.5 -7.5 H", w - 8, "q 7.5 0 7.5 7.5 V", h, "Z"), fill)
    pen.line(0.5, h, w - 0.5, h, pen.colour["card-edge"])


def qualities(piece: Piece) -> str:
    """The words under a name: what the card counts as."""
    found = [
        f"{corner.label} {corner.value}".strip()
        for corner in piece.corners
        if not acts(corner) and not is_number(corner.value)
    ]
    if piece.mirrored:
        found.append("mirrored")
    return " · ".join(found)


# -- forms ----------------------------------------------------------------------------------------


def playing(pen: Pen, piece: Piece, size: Size) -> None:
    """A playing card: rank in two corners, pips between."""
    sign = piece.corners[0].label if piece.corners else ""
    fill = pen.colour["hit" if sign in RED else "card-ink"]
    rank = piece.corners[0].value if piece.corners else piece.name[:1]
    font = Font(31 if len(rank) < 2 else 25, "serif", bold=True)
    for turn in ("", f"rotate(180 {number(size.w / 2)} {number(size.h / 2)})"):
        if turn:
            pen.group(transform=turn)
        pen.text(20, 34, rank, font, fill, "middle")
        if piece.kind:
            pip(pen, sign, 20, 51, 20, fill)
        if turn:
            pen.end()
    if piece.motif:
        pen.figure(piece.motif, 26, 44, 96, dress(pen, piece.kind))
        name, found = block(piece.name, Font(16, "serif", bold=True), 92, 2, 9)
        pen.write(74, 144, found, name, pen.colour["card-ink"], "middle", 1.05)
        return
    rows = PIPS[int(rank) if rank.isdigit() and int(rank) in PIPS else 1]
    big = 27 if sum(rows) > 1 else 48
    for down, n in enumerate(rows):
        y = 26 + (size.h - 52) * (down + 0.5) / len(rows)
        for across in range(n):
            pip(pen, sign, 34 + 80 * (across + 0.5) / n, y, min(big, 84 / n), fill)


def pip(pen: Pen, sign: str, x: float, y: float, size: float, fill: str) -> None:
    """The sign of a suit around a point; one of the owner's own is written."""
    if sign in SUITS:
        pen.suit(SUITS[sign], x, y, size, fill)
    else:
        pen.text(x, y + size * 0.36, sign, Font(size, "serif"), fill, "middle")


def sides(pen: Pen, piece: Piece, size: Size) -> None:
    """An ink figure, dots for the price, and two sides at the foot."""
    c = pen.colour
    feet = [corner for corner in piece.corners if acts(corner)][:2]
    rest = [corner for corner in piece.corners if corner not in feet]
    if piece.turned:
        name, found = block(piece.name, Font(17, "serif", bold=True), size.w - 16, 2, 9)
        head(pen, size.w, size.h * 0.54, tint(pen, piece.kind))
        top = (size.h * 0.54 - len(found) * name.size * 1.1) / 2
        pen.write(size.w / 2, top, found, name, c["card-ink"], "middle", 1.1)
    else:
        head(pen, size.w, 66, tint(pen, piece.kind))
        name, found = block(piece.name, Font(17, "serif", bold=True), size.w - 24, 2, 9)
        pen.write(9, 7 if len(found) > 1 else 14, found, name, c["card-ink"], leading=1.08)
        pen.text(9, 60, sentence(piece.kind), Font(12), c["card-ink-2"])
        for corner in rest:
            price(pen, corner, size.w - 9, 56)
        pen.figure(piece.motif or "guard", 30, 66, 92, dress(pen, piece.kind))
    tall = size.h * (0.46 if piece.turned else 0.23)
    foot(pen, feet, size, tall)


def price(pen: Pen, corner: Corner, right: float, y: float) -> None:
    """Dots for a small number, else the number itself."""
    n = int(corner.value) if corner.value.isdigit() else -1
    if not 0 <= n <= 12:
        pen.text(right, y + 4, corner.value, Font(12), pen.colour["card-ink-2"], "end")
    for at in range(max(0, n) if n <= 12 else 0):
        pen.circle(right - 3 - 7 * at, y, 2.6, pen.colour["card-ink-2"])


def foot(pen: Pen, feet: list[Corner], size: Size, tall: float) -> None:
    """Two sides: light for the one that hits, dark for the one that guards."""
    if not feet:
        return
    wide, y = size.w / len(feet), size.h - tall
    for at, corner in enumerate(feet):
        dark = corner.role == "ward"
        x = at * wide
        right = at == len(feet) - 1
        d = trace("M", x + (0 if at else 0.5), y, "h", wide - 0.5)
        d += trace("v", tall - 8, "q0 7.5-7.5 7.5") if right else trace("v", tall - 0.5)
        d += trace("H", x, "Z") if at else "H8q-7.5 0-7.5-7.5Z"
        pen.path(d, LACQUER if dark else "#fffdf6")
        fill = ON_DARK if dark else role(pen, corner.role)
        value = Font(min(32, tall * 0.66), "serif", bold=True)
        label = Font(12)
        both = width(corner.value, value) + 5 + width(corner.label, label)
        left = x + (wide - min(both, wide - 4)) / 2
        base = y + tall / 2 + value.size * 0.36
        pen.text(left, base, corner.value, value, fill)
        room = x + wide - 3 - (left + width(corner.value, value) + 5)
        pen.fitted(
            left + width(corner.value, value) + 5, base, corner.label, label, fill, room, least=7
        )
    pen.line(0.5, y, size.w - 0.5, y, pen.colour["card-edge"])


def compass(pen: Pen, piece: Piece, size: Size) -> None:
    """Directions in the middle, the figure small beside the name."""
    under = title(pen, piece, size, figure=True)
    text, found = block(piece.text, Font(11.5), size.w - 14 - spared(piece), 5, 8)
    low = size.h - 7 - len(found) * text.size * 1.2
    pen.write((size.w - spared(piece)) / 2, low, found, text, pen.colour["card-ink"], "middle")
    rose(pen, piece, size.w / 2, under + 2, size.w - 8, low - under - 6)


def title(pen: Pen, piece: Piece, size: Size, figure: bool) -> float:
    """The name and what the card counts as, on a tinted head; returns its lower edge."""
    fill = tint(pen, piece.kind)
    left = 52 if figure else 11
    room = size.w - left - (12 if piece.designed or piece.own else 6)
    name, found = block(piece.name, Font(15.5, "serif", bold=True), room, 3, 9)
    said, more = block(qualities(piece), Font(10.8), room, 3, 8) if qualities(piece) else (name, [])
    tall = len(found) * name.size * 1.06 + len(more) * said.size * 1.16
    deep = max(56.0, tall + 12) if figure else max(44.0, tall + 12)
    head(pen, size.w, deep, fill)
    if figure:
        flip = piece.mirrored
        pen.figure(
            piece.motif or "guard", 2, (deep - 50) / 2, 50, dress(pen, piece.kind, fill), flip
        )
    y = pen.write(left, (deep - tall) / 2, found, name, pen.colour["card-ink"], leading=1.06)
    pen.write(left, y, more, said, pen.colour["card-ink-2"], leading=1.16)
    return deep


def rose(pen: Pen, piece: Piece, x: float, y: float, w: float, h: float) -> None:
    """Wedges that hit or blunt ones that block, and the steps within, in a box below a point."""
    back = any(arrow.to == "b" for arrow in piece.arrows)
    tall = 132 if back else 100
    k = min(w / 136, h / tall)
    pen.group(transform=placed(x, y + (h - tall * k) / 2 + 66 * k, k))
    for arrow in piece.arrows:
        wedge(pen, arrow)
    for step in piece.steps:
        pace(pen, step)
    if piece.steps and not any(step.to == "stay" for step in piece.steps):
        pen.path(
            "M-6-6 6 6M6-6-6 6", stroke=pen.colour["card-ink-2"], stroke_width=1.6, opacity=0.6
        )
    pen.end()


def wedge(pen: Pen, arrow: Arrow) -> None:
    ward, turn = arrow.role == "ward", TURN[arrow.to]
    fill = pen.colour["card-ink-2"] if arrow.role == "plain" else role(pen, arrow.role)
    pen.path(BLUNT if ward else SHARP, fill, transform=f"rotate({turn})")
    r, a = 49 if ward else 46.5, radians(turn)
    at = r * sin(a), 5.5 - r * cos(a)
    pen.fitted(*at, arrow.value, Font(16.5, "serif", bold=True), PAPER, 24, "middle")


def pace(pen: Pen, step: Arrow) -> None:
    """A small arrow, or a disc with its modifier; a ring for staying."""
    x, y, turn = STEP.get(step.to, (0, 0, 0))
    fill = pen.colour["step"]
    if step.to == "stay":
        pen.circle(0, 0, 8.5, "none", stroke=fill, stroke_width=1.8)
    else:
        pen.path("M-8 3Q0 6 8 3L1-7Q0-9-1-7Z", fill, transform=f"translate({x} {y}) rotate({turn})")
    if step.value not in ("", "0", "+0"):
        pen.circle(x, y, 9, fill)
        pen.text(x, y + 4, step.value.replace("-", "\u2212"), Font(11, bold=True), PAPER, "middle")


def half(pen: Pen, piece: Piece, size: Size) -> None:
    """The left half has the condition and stays visible when covered; the right has the effect."""
    c, middle = pen.colour, size.w / 2
    bold = [corner for corner in piece.corners if acts(corner)]
    kind = bold[0].role if bold else "gain"
    fill = c[{"hit": "k-attack", "ward": "k-defence"}.get(kind, "k-effect")]
    letters = {"hit": "#7d1d0c", "ward": "#153a72"}.get(kind, "#5f4300")
    d = trace("M", middle, ".5 H", size.w - 8, "q 7.5 0 7.5 7.5 V", size.h - 8)
    d += trace(" q 0 7.5 -7.5 7.5 H", middle, "Z")
    pen.figure(piece.motif or "guard", middle - 66, size.h - 66, 66, dress(pen, piece.kind))
    pen.path(d, fill)
    pen.line(middle, 0.5, middle, size.h - 0.5, c["card-edge"])
    name, found = block(piece.name, Font(15, "serif", bold=True), middle - 12, 3, 8)
    y = pen.write(8, 7, found, name, c["card-ink"], leading=1.06)
    said, more = block(piece.condition, Font(11), middle - 10, 3, 8)
    pen.write(8, y + 2, more, said, c["card-ink-2"], leading=1.14)
    effect(pen, piece, bold, size, letters, fill)


def effect(
    pen: Pen, piece: Piece, bold: list[Corner], size: Size, letters: str, ground: str
) -> None:
    """The right half: a sign, the value, and what it is."""
    x, room = size.w * 0.75, size.w / 2 - 8
    told = [piece.text] if piece.text else [sentence(corner.label) for corner in bold]
    sign = bold[0].icon if len(bold) == 1 else ""
    value = Font(24 if len(bold) == 1 else 18, "serif", bold=True)
    texts = [block(text, Font(11.5), room, 4, 8) for text in told]
    tall = sum(len(found) * font.size * 1.15 for font, found in texts)
    tall += value.size * 1.05 * len(bold) + (27 if sign else 0)
    y = (size.h - tall) / 2
    if sign:
        pen.icon(sign, x - 12, y, 25, letters, ground)
        y += 27
    for at, corner in enumerate(bold):
        pen.fitted(x, y + value.size * 0.9, corner.value, value, letters, room, "middle")
        y += value.size * 1.05
        if not piece.text:
            y = pen.write(x, y, texts[at][1], texts[at][0], pen.colour["card-ink"], "middle", 1.15)
    if piece.text:
        pen.write(x, y, texts[0][1], texts[0][0], pen.colour["card-ink"], "middle", 1.15)


def blow(pen: Pen, piece: Piece, size: Size) -> None:
    """An incoming blow: its strength on a shield, its damage and openings, and the outcome."""
    c = pen.colour
    strength = next((corner for corner in piece.corners if is_number(corner.value)), None)
    left = 12.0
    if strength:
        pen.icon("defense", 11, 9, 42, c["ward"], c["ward"])
        pen.text(32, 37, strength.value, Font(20, "serif", bold=True), "#fff", "middle")
        left = 60
    name, found = block(piece.name, Font(18, "serif", bold=True), size.w - left - 14, 2, 10)
    pen.write(left, 30 - len(found) * name.size * 0.55, found, name, c["card-ink"], leading=1.1)
    fate = (
        ". ".join(filter(None, (piece.preview.note, piece.preview.alarm))) if piece.preview else ""
    )
    font, told = block(fate, Font(13, bold=True), size.w - 24, 2, 9) if fate else (Font(13), [])
    low = size.h - (len(told) * font.size * 1.2 + 12 if told else 0)
    y = 60.0
    for corner in piece.corners:
        if corner is not strength:
            said = f"{corner.label} {corner.value}".strip()
            text, rest = block(said, Font(13), size.w - 24, 3, 8)
            y = pen.write(12, y, rest, text, role(pen, corner.role)) + 3
    if piece.text:
        text, rest = block(piece.text, Font(12), size.w - 24, 3, 8)
        pen.write(12, y, rest, text, c["card-ink"])
    if told:
        ended = piece.preview.fate if piece.preview else ""
        strip = c["hit" if ended == "hits" else "ward"]
        d = trace("M .5", low, "H", size.w - 0.5, "V", size.h - 8)
        pen.path(d + " q 0 7.5 -7.5 7.5 H 8 q -7.5 0 -7.5 -7.5 Z", strip)
        pen.write(12, low + 6, told, font, PAPER)


def skill(pen: Pen, piece: Piece, size: Size) -> None:
    """A Skill: name, price, timing and effect."""
    c = pen.colour
    price_ = [corner for corner in piece.corners if is_number(corner.value) and not acts(corner)]
    signs = [corner.icon for corner in price_ for _ in range(min(6, abs(int(corner.value))))]
    pen.figure(piece.motif or "guard", size.w - 66, size.h - 68, 64, dress(pen, piece.kind))
    room = size.w - 24 - 16 * len(signs)
    name, found = block(piece.name, Font(17, "serif", bold=True), room, 3, 9)
    y = pen.write(11, 10, found, name, c["card-ink"], leading=1.08)
    for at, sign in enumerate(signs):
        cost(pen, sign, size.w - 16 - 16 * (len(signs) - 1 - at), 18)
    if piece.kind:
        tick = " ✓" if "on" in piece.marks else ""
        y = pen.write(11, y + 2, [sentence(piece.kind) + tick], Font(12), c["card-ink-2"]) + 2
    text, rest = block(piece.text, Font(13), size.w - 22, 6, 8.5)
    pen.write(11, y, rest, text, c["card-ink"], leading=1.22)


def cost(pen: Pen, sign: str, x: float, y: float) -> None:
    """One point of a price: Chi is round, Rage is a diamond."""
    edge = pen.colour["card-ink"]
    if sign == "rage":
        pen.path(f"M{number(x)} {number(y - 7)}l7 7-7 7-7-7Z", "#c43a22", stroke=edge)
    else:
        pen.circle(x, y, 6.2, "#3d7cc4" if sign == "chi" else GOLD, stroke=edge)


def told(pen: Pen, piece: Piece, size: Size) -> None:
    """A card in words, with its figure."""
    under = title(pen, piece, size, figure=False)
    text, found = block(piece.text, Font(11.5), size.w - 16 - spared(piece), 8, 8)
    feet = [corner for corner in piece.corners if acts(corner) or is_number(corner.value)]
    low = size.h - 6 - (20 if feet else 0) - len(found) * text.size * 1.2
    tall = min(size.w - 30, low - under - 4)
    if piece.motif and tall > 20:
        pen.figure(piece.motif, (size.w - tall) / 2, under + 2, tall, dress(pen, piece.kind))
    pen.write((size.w - spared(piece)) / 2, low, found, text, pen.colour["card-ink"], "middle")
    said = "   ".join(f"{corner.value} {corner.label}".strip() for corner in feet)
    fill = role(pen, feet[0].role) if feet else ""
    pen.fitted(
        size.w / 2, size.h - 9, said, Font(14, "serif", bold=True), fill, size.w - 12, "middle"
    )


class Form(NamedTuple):
    """The size and the drawing of a form."""

    size: Size
    draw: Callable[[Pen, Piece, Size], None]


UPRIGHT = Size(148, 207)
LYING: tuple[CardForm, ...] = ("sides", "words")  # forms that can lie on their side, and backs
FORMS: dict[CardForm, Form] = {
    "playing": Form(UPRIGHT, playing),
    "sides": Form(UPRIGHT, sides),
    "compass": Form(UPRIGHT, compass),
    "half": Form(Size(172, 130), half),
    "blow": Form(Size(214, 172), blow),
    "skill": Form(Size(154, 178), skill),
    "words": Form(UPRIGHT, told),
}


def size_of(piece: Piece) -> Size:
    """The size in which a card is designed; backs are upright or lie."""
    found = FORMS[piece.form].size if piece.face else UPRIGHT
    lies = piece.turned and found == UPRIGHT and piece.form in LYING
    return Size(found.h, found.w) if lies else found


def back(pen: Pen, size: Size) -> None:
    """The back of every card: lacquer with a gold ring."""
    pen.rect(7, 7, size.w - 14, size.h - 14, "none", 4, stroke=GOLD, stroke_opacity=0.5)
    net = pen.define(
        "net",
        lambda name: (
            f'<pattern id="{name}" width="9" height="9" patternUnits="userSpaceOnUse">'
            f'<path d="M0 0 9 9M9 0 0 9" stroke="{GOLD}" stroke-opacity=".16"/></pattern>'
        ),
    )
    pen.rect(7, 7, size.w - 14, size.h - 14, f"url(#{net})", 4)
    pen.circle(size.w / 2, size.h / 2, 30, "none", stroke=GOLD, stroke_width=3, stroke_opacity=0.6)


def face(pen: Pen, piece: Piece, size: Size) -> None:
    """What is printed on a card."""
    if piece.face:
        FORMS[piece.form].draw(pen, piece, size)
    else:
        back(pen, size)
