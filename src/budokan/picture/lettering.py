"""How wide words are, and how they break into lines.

A picture cannot ask which font it will be seen in, so that widths are those of the widest font in
the stacks: what fits there fits everywhere.
"""

from typing import Literal, NamedTuple

Family = Literal["sans", "serif"]
# Of the signs from space to tilde, in hundredths of the size.
SANS = (
    29, 36, 41, 75, 57, 85, 70, 25, 35, 35, 45, 75, 29, 32, 29, 30, 57, 57, 57, 57, 57, 57, 57, 57,
    57, 57, 30, 30, 75, 75, 75, 48, 90, 62, 62, 63, 69, 57, 52, 70, 68, 27, 27, 59, 50, 78, 67, 71,
    54, 71, 63, 57, 55, 66, 62, 89, 62, 55, 62, 35, 30, 35, 75, 45, 45, 55, 57, 49, 57, 55, 32, 57,
    57, 25, 25, 52, 25, 88, 57, 55, 57, 57, 37, 47, 35, 57, 53, 74, 53, 53, 47, 57, 30, 57, 75,
)  # fmt: skip
SERIF = (
    31, 40, 47, 75, 63, 85, 81, 28, 43, 43, 47, 75, 31, 37, 31, 33, 63, 63, 63, 63, 63, 63, 63, 63,
    63, 63, 33, 33, 75, 75, 75, 53, 90, 70, 76, 72, 78, 69, 64, 77, 85, 42, 43, 78, 63, 100, 82, 78,
    68, 78, 75, 65, 67, 78, 70, 101, 70, 64, 66, 43, 33, 43, 75, 45, 45, 58, 63, 55, 63, 57, 39, 63,
    65, 34, 33, 62, 34, 95, 65, 60, 63, 63, 47, 51, 42, 65, 52, 77, 54, 52, 51, 58, 33, 58, 75,
)  # fmt: skip
FIRST, OTHER, WIDE = 32, 65, 100  # the first sign; a letter, and one of a wide script, beyond these
WIDE_FROM = 0x1100  # Hangul, kana, Han and what follows
BOLD = 1.12  # how much wider the bold sans is


class Font(NamedTuple):
    """A size and a style of letters."""

    size: float
    family: Family = "sans"
    bold: bool = False


def width(text: str, font: Font) -> float:
    """The width of a line."""
    table = SERIF if font.family == "serif" else SANS
    total = sum(_sign(sign, table) for sign in text)
    return total / 100 * font.size * (BOLD if font.bold and font.family == "sans" else 1)


def _sign(sign: str, table: tuple[int, ...]) -> int:
    at = ord(sign) - FIRST
    if 0 <= at < len(table):
        return table[at]
    return WIDE if ord(sign) >= WIDE_FROM else OTHER


def lines(text: str, font: Font, room: float) -> list[str]:
    """A text in lines that fit; a word too long for a line is broken."""
    found: list[str] = []
    for word in text.split():
        for part in _parts(word, font, room):
            longer = f"{found[-1]} {part}" if found else part
            if found and width(longer, font) <= room:
                found[-1] = longer
            else:
                found.append(part)
    return found


def _parts(word: str, font: Font, room: float) -> list[str]:
    parts = [""]
    for sign in word:
        if parts[-1] and width(parts[-1] + sign, font) > room:
            parts.append("")
        parts[-1] += sign
    return parts


def block(text: str, font: Font, room: float, most: int, least: float) -> tuple[Font, list[str]]:
    """The largest letters, down to `least`, in which a text needs at most so many lines.

    Words are broken and the end is left out only if even the smallest do not fit.
    """
    size = font.size
    while True:
        fitted = font._replace(size=size)
        found = lines(text, fitted, room)
        broken = any(width(word, fitted) > room for word in text.split())
        if len(found) <= most and not (broken and size > least):
            return fitted, found
        if size <= least:
            return fitted, [*found[: most - 1], _cut(" ".join(found[most - 1 :]), fitted, room)]
        size = max(least, size - 0.5)


def one_line(text: str, font: Font, room: float, least: float) -> tuple[Font, str]:
    """A single line in the largest letters that fit."""
    wide = width(text, font)
    if wide <= room:
        return font, text
    fitted = font._replace(size=max(least, font.size * room / wide))
    return fitted, text if width(text, fitted) <= room else _cut(text, fitted, room)


def _cut(text: str, font: Font, room: float) -> str:
    """The words of a text that fit, and an ellipsis; of a single long word its beginning."""
    words = text.split()
    while len(words) > 1 and width(f"{' '.join(words)}…", font) > room:
        words.pop()
    kept = " ".join(words)
    while kept and width(f"{kept}…", font) > room:
        kept = kept[:-1]
    return f"{kept}…"
