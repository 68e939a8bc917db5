"""A hall whose clock the test moves, and two people at a table; for tests of time and absence."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.hall import ManualClock, Socket, hall

MINUTE = {"kind": "turn", "seconds": 60}
BLINK, GRACE = 10, 120  # seconds


@pytest.fixture
def manual_clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def client(tmp_path: Path, manual_clock: ManualClock) -> Iterator[TestClient]:
    with hall(tmp_path, manual_clock) as client:
        yield client


def seated(one: Socket, two: Socket) -> tuple[Socket, Socket, int]:
    """Let both players connect; return the one to move, the other, and the seat to move."""
    one.hear(), two.hear(), one.hear()
    seat = one.frame["scene"]["acting"][0]
    return (one, two, seat) if seat == 0 else (two, one, seat)


def left(frame: dict[str, Any], seat: int) -> float:
    """Seconds a seat has left when a frame is sent."""
    clock = frame["table"]["clock"]
    began = clock["since"][seat]
    return float(clock["left"][seat] - (frame["now"] - began if began else 0)) / 1000
