"""Short labels and signs for the pieces of a Scene."""

from collections.abc import Sequence
from textwrap import wrap

from budokan.kit.scene import Arrow, Direction, Piece, Preview
from budokan.kit.scene_text import preview_numbers
from budokan.terminal.draw.block import Run

CRESTS = "●◆▲■⬢✚♥★"  # the sign of a seat, besides its colour
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
    """Whether the corner shows everything about a card."""
    return piece.form == "playing"


def values(piece: Piece) -> list[Run]:
    """The values on a piece that have a role, each in its colour."""
    runs: list[Run] = []
    for corner in piece.corners:
        if corner.role != "plain":
            runs += [("/", "dim")] * bool(runs) + [(corner.value, corner.role)]
    return runs


def face(piece: Piece) -> str:
    """A piece in as few characters as possible."""
    if is_back(piece) or piece.shape == "slot":
        return SIGNS["slot" if piece.shape == "slot" else "card"]
    if has_own_sign(piece):
        return token(piece)
    if piece.shape != "card":
        sign = CRESTS[piece.owner] if piece.shape == "pawn" and piece.owner is not None else ""
        sign = piece.corners[0].value if piece.shape == "die" and piece.corners else sign
        return (sign or SIGNS[piece.shape]) + facing(piece)
    if is_short(piece):
        return piece.corners[0].value + piece.corners[0].label
    return piece.name


def has_own_sign(piece: Piece) -> bool:
    """Whether a sign alone identifies a piece: a token with a number or kind, or a die."""
    if piece.shape == "die":
        return bool(piece.face or piece.corners)
    return piece.shape == "token" and bool(piece.corners or piece.kind)


def token(piece: Piece) -> str:
    """A token with its number, or its first letter: a capital for an action."""
    if "hidden" in piece.marks:
        return "▒"
    if piece.shape == "die":
        return piece.corners[0].value if piece.corners else piece.face.upper()
    if piece.corners:
        sign = TOKENS.get(piece.face, "◉")
        return ("♡" if "covered" in piece.marks else sign) + piece.corners[0].value
    letter = (piece.name or piece.face)[:1]
    sign = letter.upper() if piece.kind == "action" else letter.lower()
    return f"({sign})" if "ghost" in piece.marks else sign


def sign_style(piece: Piece) -> str:
    if {"covered", "spent", "ghost", "hidden"} & set(piece.marks):
        return "dim"
    if not has_own_sign(piece):
        return "gain"
    role = piece.corners[0].role if piece.corners else "plain"
    return "hit" if piece.kind == "action" else role


def facing(piece: Piece) -> str:
    return "" if piece.facing is None else FACING[round(piece.facing / 45) % 8]


def marks(piece: Piece) -> str:
    """Signs for the marks of a piece, and the number of equal ones."""
    signs = f"{piece.copies}x" if piece.copies > 1 else ""
    signs += "".join(MARKS.get(mark, "") for mark in piece.marks)
    return signs + (str(piece.step) if piece.step else "") + ("↻" if piece.turned else "")


def arrows(ways: tuple[Arrow, ...]) -> str:
    return " ".join(f"{WAYS[way.to]}{way.value}" for way in ways)


def close_arrows(piece: Piece) -> list[Run]:
    """All attacks or defences of a card without spaces."""
    text = "".join(WAYS[way.to] + way.value for way in piece.arrows)
    return [(text, piece.arrows[0].role)] if text else []


def numbers(what: Preview | None, gap: str = " ") -> list[Run]:
    """The numbers of a preview, for the edge of a card: gains green, losses red."""
    if what is None:
        return []
    runs: list[Run] = []
    for text, role in preview_numbers(what):
        runs += [(" " * bool(runs), ""), (text.replace(" ", gap), role)]
    return runs + [("!", "hit")] * bool(what.alarm)


def width(runs: Sequence[Run]) -> int:
    return sum(len(text) for text, _ in runs)


def wrapped(text: str, width: int) -> list[str]:
    return wrap(text, max(8, width)) or [""]
