"""PNG to numpy: the pictures that the rasteriser makes, 8 bits a channel and not interlaced."""

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

SIGNATURE = 8  # bytes before the first chunk
KINDS = {2: 3, 6: 4}  # colours: red, green, blue, perhaps opacity


def decoded(png: bytes) -> NDArray[np.uint8]:
    """The red, green and blue of every pixel: height, width, 3."""
    header, data = b"", b""
    at = SIGNATURE
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            header = body
        elif kind == b"IDAT":
            data += body
        at += length + 12  # length, kind, body, checksum
    width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    if depth != 8 or colours not in KINDS or interlaced:
        raise ValueError("this kind of PNG is not read here")
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, -1)
    return unfiltered(rows[:, 0], rows[:, 1:].reshape(height, width, KINDS[colours]))[:, :, :3]


def unfiltered(kinds: NDArray[np.uint8], given: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Undo the filters of the rows, all pixels of a diagonal at once.

    A filter foretells a pixel from those on its left, above it, and between the two. All three lie
    on the last two diagonals, which are the rows of `out`, one column to the right of their y.
    """
    height, width, channels = given.shape
    out = np.zeros((width + height + 1, height + 1, channels), np.int16)
    rows = np.arange(height)
    filters = np.repeat(kinds[:, None], channels, axis=1).astype(np.intp)
    for t in range(width + height - 1):
        low, high = max(0, t - width + 1), min(height, t + 1)
        left = out[t + 1, low + 1 : high + 1]
        above, corner = out[t + 1, low:high], out[t, low:high]
        foretold = np.choose(
            filters[low:high],
            (np.int16(0), left, above, (left + above) >> 1, nearest(left, above, corner)),
        )
        y = rows[low:high]
        out[t + 2, low + 1 : high + 1] = (given[y, t - y] + foretold) & 255
    y, x = np.ogrid[:height, :width]
    return out[y + x + 2, y + 1].astype(np.uint8)


def nearest(
    left: NDArray[np.int16], above: NDArray[np.int16], corner: NDArray[np.int16]
) -> NDArray[np.int16]:
    """Paeth's guess: whichever is nearest to left + above - corner, in this order."""
    to_left, to_above = abs(above - corner), abs(left - corner)
    to_corner = abs(left + above - 2 * corner)
    return np.where(
        (to_left <= to_above) & (to_left <= to_corner),
        left,
        np.where(to_above <= to_corner, above, corner),
    )
