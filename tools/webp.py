"""Put WebP pictures of one size together into an animation.

A still WebP is a RIFF file with one chunk of pixels; an animated one has a header, the number of
repetitions, and a frame around each of those chunks. Nothing is encoded again.
"""

import struct
from collections.abc import Iterator, Sequence

PIXELS = (b"VP8 ", b"VP8L")
ANIMATED = 0b10  # a flag of the header
ALONE = 0b10  # of a frame: it is not blended with the one before
FOREVER = 0


def animation(pictures: Sequence[tuple[bytes, int]], width: int, height: int) -> bytes:
    """The pictures one after another, each for some milliseconds, again and again."""
    size = _three(width - 1) + _three(height - 1)
    parts = [
        _chunk(b"VP8X", struct.pack("<I", ANIMATED) + size),
        _chunk(b"ANIM", struct.pack("<IH", 0, FOREVER)),
    ]
    for picture, ms in pictures:
        frame = 2 * _three(0) + size + _three(ms) + bytes([ALONE])
        pixels = b"".join(_chunk(name, data) for name, data in chunks(picture) if name in PIXELS)
        parts.append(_chunk(b"ANMF", frame + pixels))
    return _chunk(b"RIFF", b"WEBP" + b"".join(parts))


def chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a WebP file: name and content."""
    assert picture[:4] == b"RIFF" and picture[8:12] == b"WEBP", "not a WebP file"
    at = 12
    while at < len(picture):
        name, size = struct.unpack_from("<4sI", picture, at)
        yield name, picture[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _three(n: int) -> bytes:
    """A number of three bytes."""
    return struct.pack("<I", n)[:3]
