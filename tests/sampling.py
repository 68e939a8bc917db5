"""Parameters: `make test` runs a sample of them, `make test-long` the rest."""

import os
import random
from collections.abc import Iterable
from typing import Any

import pytest

SEED = os.environ.get("BUDOKAN_SAMPLE", "1")  # another word picks other ones


def a_few(values: Iterable[Any], keep: int, salt: str = "") -> list[Any]:
    """All values in order; those outside a seeded sample are marked as long."""
    rows = list(values)
    kept = set(random.Random(f"{SEED} {salt}").sample(range(len(rows)), min(keep, len(rows))))
    return [row if at in kept else _long(row) for at, row in enumerate(rows)]


def _long(row: Any) -> Any:
    several = isinstance(row, tuple) and not hasattr(row, "_fields")
    return pytest.param(*row if several else (row,), marks=pytest.mark.long)
