"""Words and signs for the things of a Scene: short on the table, whole where one looks closer."""

from dataclasses import replace
from textwrap import wrap

from budokan.kit.scene import (
    Arrow,
    Direction,
    Fact,
    Facts,
    Piece,
    Preview,
    Refused,
    Scene,
    Zone,
    zones,
)
from budokan.terminal.draw.block import Block, Row, Run, above, fit, line

CRESTS = "●◆▲■⬢✚♥★"  # the shape of a seat, beside its colour
SIGNS = {"token": "◉", "cube": "▪", "die": "◫", "pawn": "♟", "card": "▒▒", "slot": "··"}
MARKS = {
    "pending": "?",
    "moved": "→",
    "ghost": "◌",
    "met": "✓",
    "unmet": "✗",
    "spent": "x",
    "covered": "▾",
    "on": "•",
}
TOKENS = {"heart": "♥"}
WAYS = {"f": "↑", "fl": "↖", "fr": "↗", "l": "←", "r": "→", "b": "↓", "stay": "○"}
AHEAD: tuple[Direction, ...] = ("fl", "f", "fr")
ASIDE: tuple[Direction, ...] = ("l", "b", "r")
FACING = "→↗↑↖←↙↓↘"


def crest(seat: int | None) -> Run:
    """The sign of a seat."""
    if seat is None or not 0 <= seat < len(CRESTS):
        return ("", "")
    return (CRESTS[seat], f"seat{seat}")


def is_back(piece: Piece) -> bool:
    return piece.shape == "card" and ("hidden" in piece.marks or not (piece.face or piece.name))


def is_short(piece: Piece) -> bool:
    """Whether the corner says all there is."""
    return piece.form == "playing"


def values(piece: Piece) -> list[Run]:
    """The values printed on a piece that do something, each in its colour."""
    said: list[Run] = []
    for corner in piece.corners:
        if corner.role != "plain":
            said += [("/", "dim")] * bool(said) + [(corner.value, corner.role)]
    return said


def face(piece: Piece) -> str:
    """A piece in as few cells as will do."""
    if is_back(piece) or piece.shape == "slot":
        return SIGNS["slot" if piece.shape == "slot" else "card"]
    if is_telling(piece):
        return token(piece)
    if piece.shape != "card":
        sign = CRESTS[piece.owner] if piece.shape == "pawn" and piece.owner is not None else ""
        sign = piece.corners[0].value if piece.shape == "die" and piece.corners else sign
        return (sign or SIGNS[piece.shape]) + facing(piece)
    if is_short(piece):
        return piece.corners[0].value + piece.corners[0].label
    return piece.name


def is_telling(piece: Piece) -> bool:
    """A token with a number or a kind of its own, or a die."""
    if piece.shape == "die":
        return bool(piece.face or piece.corners)
    return piece.shape == "token" and bool(piece.corners or piece.kind)


def token(piece: Piece) -> str:
    """A heart with its number, or the first letter: capital for what strikes."""
    if "hidden" in piece.marks:
        return "▒"
    if piece.shape == "die":
        return piece.corners[0].value if piece.corners else piece.face.upper()
    if piece.corners:
        sign = TOKENS.get(piece.face, "◉")
        return ("♡" if "covered" in piece.marks else sign) + piece.corners[0].value
    letter = (piece.name or piece.face)[:1]
    said = letter.upper() if piece.kind == "action" else letter.lower()
    return f"({said})" if "ghost" in piece.marks else said


def sign_style(piece: Piece) -> str:
    if {"covered", "spent", "ghost", "hidden"} & set(piece.marks):
        return "dim"
    if not is_telling(piece):
        return "gain"
    role = piece.corners[0].role if piece.corners else "plain"
    return "hit" if piece.kind == "action" else role


def facing(piece: Piece) -> str:
    return "" if piece.facing is None else FACING[round(piece.facing / 45) % 8]


def marks(piece: Piece) -> str:
    """Signs for what is the matter with a piece."""
    said = "".join(MARKS.get(mark, "") for mark in piece.marks)
    return said + (str(piece.step) if piece.step else "") + ("↻" if piece.turned else "")


def arrows(ways: tuple[Arrow, ...]) -> str:
    return " ".join(f"{WAYS[way.to]}{way.value}" for way in ways)


def close_arrows(piece: Piece) -> list[Run]:
    """All attacks or defences of a card in one word."""
    said = "".join(WAYS[way.to] + way.value for way in piece.arrows)
    return [(said, piece.arrows[0].role)] if said else []


def preview(what: Preview | None) -> str:
    """What would happen, in words."""
    if what is None:
        return ""
    said = [f"gives {what.give}"] * (what.give is not None)
    said += [f"takes {what.take}"] * (what.take is not None)
    said += [what.note] * bool(what.note) + [f"! {what.alarm}"] * bool(what.alarm)
    if what.sum:
        said.append("sum: " + ", ".join(f"{part.label} {part.value:+d}" for part in what.sum))
    return "; ".join(said)


def numbers(what: Preview | None) -> str:
    """The two numbers of a preview, short enough for the edge of a card."""
    if what is None:
        return ""
    said = [f"give {what.give}"] * (what.give is not None)
    said += [f"take {what.take}"] * (what.take is not None)
    return " ".join(said) + ("!" if what.alarm else "")


def refusal(why: Refused | None) -> str:
    return f"Not now: {why.text} ({why.clause})" if why and why.text else ""


def words(piece: Piece) -> str:
    """What a card says; where its value says all, that value."""
    if piece.form != "half":
        return piece.text
    done = piece.text or " ".join(f"{c.label.title()} {c.value}" for c in piece.corners)
    return f"{piece.condition} | {done}"


def about_piece(piece: Piece) -> str:
    """Everything a piece says, in one line."""
    shown = [f"{c.label} {c.value}" for c in piece.corners if len(c.label) > 1]
    bare = " ".join(c.value for c in piece.corners if not c.label and c.value.isalpha())
    kind = piece.kind * (len(piece.kind) > 1)
    said = [piece.name or face(piece), *shown, kind, bare, piece.badge]
    said += [arrows(piece.arrows), "steps " + arrows(piece.steps) if piece.steps else ""]
    said += [
        ", ".join(m for m in piece.marks if m != "hidden"),
        words(piece),
        "our own value" * piece.designed,
    ]
    head = " · ".join(part for part in said if part)
    return " — ".join(filter(None, (refusal(piece.refused), head, preview(piece.preview))))


def about_zone(zone: Zone) -> str:
    """A zone and what lies in it, in one line."""
    count = f" ({zone.count})" if zone.count is not None else ""
    lying = ", ".join(card_name(piece) for piece in zone.pieces if piece.shape != "slot")
    head = f"{zone.title or zone.id}{count}" + (f": {lying}" if lying else "")
    head += " · our own value" * zone.designed
    tracks = [about_track(inner) for inner in zone.zones if inner.layout == "track"]
    said = (refusal(zone.refused), head, zone.note, preview(zone.preview), *tracks)
    return " — ".join(filter(None, said))


def about_track(zone: Zone) -> str:
    return f"{zone.title} {zone.at} of {zone.length}" + " · our own value" * zone.designed


def card_name(piece: Piece) -> str:
    said = "".join(text for text, _ in values(piece))
    return f"{piece.name or face(piece)} {said}".strip()


def about(scene: Scene, name: str) -> tuple[str, str]:
    """What an id has to say, and the clause behind it if it is refused."""
    for button in scene.buttons:
        if button.id == name:
            said = (refusal(button.refused), button.label, preview(button.preview))
            return " — ".join(filter(None, said)), _clause(button.refused)
    for zone in zones(scene):
        if zone.id == name:
            return about_zone(zone), _clause(zone.refused)
        for piece in zone.pieces:
            if piece.id == name:
                return about_piece(piece), _clause(piece.refused)
        if name in zone.cells:
            return about_cell(zone, name)
    return "", ""


def about_cell(zone: Zone, name: str) -> tuple[str, str]:
    here = [piece for piece in zone.pieces if piece.spot == name]
    why = next((piece.refused for piece in here if piece.shape == "slot" and piece.refused), None)
    lying = ", ".join(card_name(piece) for piece in here if piece.shape != "slot") or "empty"
    told = next((preview(piece.preview) for piece in here if piece.preview), "")
    said = filter(None, (refusal(why), f"{cell_name(name)}: {lying}", told))
    return " — ".join(said), _clause(why)


def cell_name(name: str) -> str:
    """The last word of an id: 7 of box.7."""
    return name.replace("-", ".").rpartition(".")[2]


def _clause(why: Refused | None) -> str:
    return why.clause if why else ""


# -- facts ---------------------------------------------------------------------------------------


def facts_block(facts: Facts, width: int) -> Block:
    """A small table, with bars where there are any."""
    facts = replace(facts, rows=tuple(_joined(facts, row) for row in facts.rows))
    rows = [line((fit(facts.title, min(width, len(facts.title))), "title"))]
    table = [facts.head, *(row.cells for row in facts.rows)] if facts.head else []
    table = table or [row.cells for row in facts.rows]
    columns = max((len(cells) for cells in table), default=0)
    sizes = _sizes(facts, columns, width)
    if any(len(head) > sizes[i] for i, head in enumerate(facts.head)):
        heads = " · ".join(head for head in facts.head if head)
        rows += [line((f" {text}", "dim")) for text in wrapped(heads, width - 1)]
    elif facts.head:
        rows.append(line((" ", ""), *_cells(facts.head, sizes, ("dim",) * columns)))
    for row in facts.rows:
        styles = row.roles or (("strong",) if row.strong else ("",)) * columns
        room = width - sum(sizes) - 2 * columns - 1
        said = [*_cells(row.cells, sizes, styles), *_bars(row.bars, room)]
        rows.append(line(("▸" if row.strong else " ", "strong"), *said))
    if facts.note:
        rows += [line((text, "dim")) for text in wrapped(facts.note, width)]
    return above(rows)


def _joined(facts: Facts, row: Fact) -> Fact:
    """In a tally, what is said of a number stands beside it."""
    if facts.form != "tally":
        return row
    return replace(row, cells=(row.cells[0], ", ".join(row.cells[1:])))


def _sizes(facts: Facts, columns: int, width: int) -> list[int]:
    """How wide the columns are: with their heads if those fit."""
    rows = [row.cells for row in facts.rows]
    sizes = [max((len(c[i]) for c in rows if i < len(c)), default=0) for i in range(columns)]
    heads = [max(size, len(head)) for size, head in zip(sizes, facts.head, strict=False)]
    heads += sizes[len(heads) :]
    free = width - 2 * (columns - 1) - 1
    sizes = heads if sum(heads) <= free else sizes
    if sizes and sum(sizes) > free:
        sizes[0] = max(6, sizes[0] - sum(sizes) + free)
    return sizes


def _cells(cells: tuple[str, ...], sizes: list[int], styles: tuple[str, ...]) -> Row:
    said: list[Run] = []
    for i, cell in enumerate(cells):
        number = cell.lstrip("+-").replace(".", "").isdecimal()
        text = cell.rjust(sizes[i]) if number and i else fit(cell, sizes[i])
        style = styles[i] if i < len(styles) else ""
        said += [("  " if i else "", ""), (text, "" if style == "plain" else style)]
    return tuple(said)


def _bars(bars: tuple[tuple[str, float], ...], room: int) -> list[Run]:
    if not bars or room < 4:
        return []
    each = max(3, room // len(bars) - 1)
    said: list[Run] = []
    for label, share in bars:
        full = round(min(1.0, max(0.0, share)) * (each - len(label)))
        said += [
            (f"  {label}", "dim"),
            ("█" * full, "lit"),
            ("░" * (each - len(label) - full), "dim"),
        ]
    return said


def wrapped(text: str, width: int) -> list[str]:
    return wrap(text, max(8, width)) or [""]


def lines_block(strokes: list[str], width: int) -> Block:
    """The strokes across the table, as words."""
    return above([line(("⚔ " + fit(text, min(width - 2, len(text))), "hit")) for text in strokes])
