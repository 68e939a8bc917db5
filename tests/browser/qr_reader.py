"""Reads QR codes of level M as a phone does: format, mask, blocks, error check, text.

Written from the standard and not from the page's drawer, so that the two check each other.
"""

from collections.abc import Callable, Iterator, Sequence

Modules = Sequence[str]  # a row of '0' and '1' for each line; 1 is dark

BLOCKS = (1, 1, 1, 2, 2, 4, 4, 4, 5, 5)  # of versions 1 to 10
CHECKS = (10, 16, 26, 18, 24, 16, 18, 22, 22, 26)  # check bytes in each block
ALIGNED = {2: 18, 3: 22, 4: 26, 5: 30, 6: 34, 7: 22, 8: 24, 9: 26, 10: 28}  # the second centre
FORMATS = {  # of level M, by mask, as printed in the standard
    0b101010000010010: 0, 0b101000100100101: 1, 0b101111001111100: 2, 0b101101101001011: 3,
    0b100010111111001: 4, 0b100000011001110: 5, 0b100111110010111: 6, 0b100101010100000: 7,
}  # fmt: skip
VERSIONS = {7: 0x07C94, 8: 0x085BC, 9: 0x09A99, 10: 0x0A4D3}  # as printed in the standard
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda i, j: not (i + j) % 2,
    lambda i, j: not i % 2,
    lambda i, j: not j % 3,
    lambda i, j: not (i + j) % 3,
    lambda i, j: not (i // 2 + j // 3) % 2,
    lambda i, j: not i * j % 2 + i * j % 3,
    lambda i, j: not (i * j % 2 + i * j % 3) % 2,
    lambda i, j: not (i * j % 3 + (i + j) % 2) % 2,
)
POWERS = [1]
while len(POWERS) < 255:
    POWERS.append(POWERS[-1] << 1 if POWERS[-1] < 128 else (POWERS[-1] << 1) ^ 0x11D)


def read(rows: Modules) -> str:
    """The text of a code; an AssertionError says what a phone could not read."""
    version = (len(rows) - 17) // 4
    assert len(rows) == 17 + 4 * version and all(len(row) == len(rows) for row in rows)
    check_squares(rows)
    check_version(rows, version)
    stream = list(codewords(rows, version, mask_of(rows)))
    data = [byte for block in blocks(stream, version) for byte in checked(block, version)]
    bits = "".join(f"{byte:08b}" for byte in data)
    assert bits[:4] == "0100", "bytes"
    wide = 8 if version < 10 else 16
    length, start = int(bits[4 : 4 + wide], 2), 4 + wide
    text = bits[start : start + 8 * length]
    assert set(bits[start + 8 * length :][:4]) <= {"0"}, "the end of the text"
    return bytes(int(text[at : at + 8], 2) for at in range(0, len(text), 8)).decode()


def check_squares(rows: Modules) -> None:
    """The three squares in the corners, and the lines between them."""
    square = ("1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111")
    far = len(rows) - 7
    for top, left in ((0, 0), (0, far), (far, 0)):
        assert tuple(rows[top + i][left : left + 7] for i in range(7)) == square
    line = ("10" * len(rows))[: len(rows)]
    assert rows[6][8:-8] == line[8:-8] and "".join(row[6] for row in rows)[8:-8] == line[8:-8]


def check_version(rows: Modules, version: int) -> None:
    if version < 7:
        return
    size, known = len(rows), f"{VERSIONS[version]:018b}"[::-1]
    above = "".join(rows[i // 3][size - 11 + i % 3] for i in range(18))
    beside = "".join(rows[size - 11 + i % 3][i // 3] for i in range(18))
    assert above == beside == known


def mask_of(rows: Modules) -> int:
    """The mask that both copies of the format name."""
    first = rows[8][:6] + rows[8][7:9] + rows[7][8] + "".join(rows[i][8] for i in range(5, -1, -1))
    second = "".join(rows[-i][8] for i in range(1, 8)) + rows[8][-8:]
    assert first == second and int(first, 2) in FORMATS, f"{first} {second}"
    assert rows[len(rows) - 8][8] == "1", "the module that is always dark"
    return FORMATS[int(first, 2)]


def fixed(version: int, row: int, column: int) -> bool:
    """Whether a module belongs to the frame and not to the data."""
    size = 17 + 4 * version
    if row == 6 or column == 6:
        return True
    if (row < 9 and (column < 9 or column >= size - 8)) or (row >= size - 8 and column < 9):
        return True
    if version >= 7 and ((row < 6 and column >= size - 11) or (column < 6 and row >= size - 11)):
        return True
    centres = [6, ALIGNED.get(version, 6), size - 7]
    return version > 1 and any(
        abs(row - i) <= 2 and abs(column - j) <= 2
        for i in centres
        for j in centres
        if (i, j) not in ((6, 6), (6, size - 7), (size - 7, 6))
    )


def codewords(rows: Modules, version: int, mask: int) -> Iterator[int]:
    """The bytes of the code in the order in which they are laid."""
    size, bits = len(rows), ""
    pairs = [*range(size - 1, 6, -2), 5, 3, 1]
    for turn, right in enumerate(pairs):
        order = range(size) if turn % 2 else range(size - 1, -1, -1)
        for row in order:
            for column in (right, right - 1):
                if not fixed(version, row, column):
                    bits += str(int(rows[row][column]) ^ MASKS[mask](row, column))
    for at in range(0, len(bits) - 7, 8):
        yield int(bits[at : at + 8], 2)


def blocks(stream: Sequence[int], version: int) -> list[list[int]]:
    """The blocks, which lie woven into each other: data first, then the check bytes."""
    count, checks = BLOCKS[version - 1], CHECKS[version - 1]
    length = len(stream) - count * checks
    found: list[list[int]] = [[] for _ in range(count)]
    small = length // count
    for at in range(length):
        late = at >= small * count  # the last blocks may be longer by one
        found[count - length % count + at - small * count if late else at % count].append(
            stream[at]
        )
    for at, byte in enumerate(stream[length:]):
        found[at % count].append(byte)
    return found


def checked(block: Sequence[int], version: int) -> Sequence[int]:
    """The data of a block, whose check bytes must fit."""
    for power in range(CHECKS[version - 1]):
        value = 0
        for byte in block:
            value = times(value, POWERS[power]) ^ byte
        assert value == 0, f"check {power}"
    return block[: -CHECKS[version - 1]]


def times(one: int, two: int) -> int:
    if not (one and two):
        return 0
    return POWERS[(POWERS.index(one) + POWERS.index(two)) % 255]
