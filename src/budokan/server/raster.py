"""SVG to PNG, for what shows no SVG, such as previews of links."""

from functools import cache

import resvg_py

SANS = ("DejaVu Sans", "Liberation Sans", "Noto Sans", "FreeSans", "Arial", "Helvetica", "Verdana")
SERIF = ("DejaVu Serif", "Liberation Serif", "Noto Serif", "FreeSerif", "Times New Roman", "Times")
NARROW = "text { font-stretch: condensed }"  # the words of a picture are measured in such letters
PROBE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
    '<text y="9" font-size="9" font-family="{}">{}</text></svg>'
)


def png(svg: str) -> bytes:
    """The picture as PNG, in the fonts of this machine."""
    sans, serif = first_drawn(SANS), first_drawn(SERIF)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            sans_serif_family=sans or serif,
            serif_family=serif or sans,
            style_sheet=NARROW,
        )
    )


@cache
def first_drawn(families: tuple[str, ...]) -> str | None:
    """The first family that this machine has; what is written in any other stays blank."""
    drawn = resvg_py.svg_to_bytes
    blank = drawn(svg_string=PROBE.format(families[0], ""))
    found = (each for each in families if drawn(svg_string=PROBE.format(each, "H")) != blank)
    return next(found, None)
