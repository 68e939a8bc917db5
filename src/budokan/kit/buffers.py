"""Numbers for compiled objects, from modules that stay interpreted.

mypyc never frees a buffer that interpreted code hands to compiled code, be it as an argument or as
an attribute. So a buffer is filled where it lies.
"""

from collections.abc import Iterable
from typing import Any


def fill(buffer: Any, values: Iterable[int]) -> None:
    """Write as many numbers into a buffer as it is long."""
    given = list(values)
    if len(given) != len(buffer):
        raise ValueError(f"{len(given)} numbers for a buffer of {len(buffer)}")
    for i, value in enumerate(given):
        buffer[i] = value
