"""SVG to PNG, for what shows no SVG, such as previews of links."""

import resvg_py


def png(svg: str) -> bytes:
    """The picture as PNG, in the fonts of this machine."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))
