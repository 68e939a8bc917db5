"""SQLite's write-ahead log, read as a file: whether something in the middle of it is damaged."""

import struct
from collections.abc import Iterator
from pathlib import Path

MAGIC = (0x377F0682, 0x377F0683)  # the second one counts words from their high end
HEAD, FRAME = 32, 24  # bytes of the log's header and of that of each page
LARGEST = 64 * 1024 * 1024  # bytes; to add up more takes too long
WORD = 0xFFFFFFFF


def log_fault(log: Path) -> str:
    """What is wrong with a log that no hall has open, in a sentence; '' if nothing is.

    A last page that was not written to its end is no fault: a crash leaves it, and nobody was told
    of what stands there.
    """
    if not log.is_file() or not HEAD <= log.stat().st_size <= LARGEST:
        return ""
    raw = log.read_bytes()
    if not any(raw):
        return ""
    head, order = raw[:HEAD], "little"
    if int.from_bytes(head[:4]) not in MAGIC:
        return f"The log {log} is garbage; moves that were only there are lost."
    order = "<" if int.from_bytes(head[:4]) == MAGIC[0] else ">"
    if _sums(head[:24], order) != struct.unpack(">II", head[24:32]):
        return f"The header of the log {log} is damaged; moves that were only there are lost."
    frames = list(_frames(raw, int.from_bytes(head[8:12])))
    whole = _whole_frames(frames, head, order)
    later = sum(frame[8:16] == head[16:24] for frame in frames[whole + 1 :])
    if later:
        return f"The log {log} is damaged at page {whole + 1}; {later} after it cannot be read."
    return ""


def _frames(raw: bytes, page: int) -> Iterator[bytes]:
    size = FRAME + page
    for start in range(HEAD, len(raw) - size + 1, size):
        yield raw[start : start + size]


def _whole_frames(frames: list[bytes], head: bytes, order: str) -> int:
    """How many pages of the log are as they were written."""
    sums = _sums(head[:24], order)
    for number, frame in enumerate(frames):
        sums = _sums(frame[:8] + frame[FRAME:], order, sums)
        if frame[8:16] != head[16:24] or sums != struct.unpack(">II", frame[16:24]):
            return number
    return len(frames)


def _sums(raw: bytes, order: str, start: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    one, two = start
    for even, odd in struct.iter_unpack(f"{order}II", raw):
        one = (one + even + two) & WORD
        two = (two + odd + one) & WORD
    return one, two
