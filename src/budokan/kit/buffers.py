"""Fill buffers of compiled objects from interpreted code.

mypyc never frees a buffer that interpreted code passes to compiled code, as an argument or as an
attribute. So buffers are filled in place.
"""

from collections.abc import Iterable
from typing import Any


def fill(buffer: Any, values: Iterable[int]) -> None:
    """Write numbers into a buffer; there must be exactly as many as it is long."""
    given = list(values)
    if len(given) != len(buffer):
        raise ValueError(f"{len(given)} numbers for a buffer of {len(buffer)}")
    for i, value in enumerate(given):
        buffer[i] = value
