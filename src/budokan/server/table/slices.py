"""Long work on the event loop in slices, so that other visitors have their turn in between.

After each slice it rests for as long, and the store's thread, too, has the interpreter to itself: a
move whose thread must wait for it again and again would be late by a hundred times its own work.
"""

import asyncio
from collections.abc import Iterator
from time import perf_counter
from typing import TypeVar

SLICE = 0.002  # seconds, and of each rest
T = TypeVar("T")


class Slices:
    """Shared by all tables of a hall: what needs several slices is done one after another."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def last(self, steps: Iterator[T]) -> T:
        """Take all steps, at least one; returns the last."""
        found, more = _slice(steps)
        if more:
            async with self._turn:
                while more:
                    await asyncio.sleep(SLICE)
                    later, more = _slice(steps)
                    found = later or found
        assert found is not None
        return found[0]


def _slice(steps: Iterator[T]) -> tuple[tuple[T] | None, bool]:
    """The last step of one slice, if there was any, and whether there may be more."""
    found, until = None, perf_counter() + SLICE
    for step in steps:
        found = (step,)
        if perf_counter() >= until:
            return found, True
    return found, False
