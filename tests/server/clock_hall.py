"""A hall whose clock the test moves, and two people at a table: for tests of time and absence."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.hall import Hands, Socket, hall

MINUTE = {"kind": "turn", "seconds": 60}
BLINK, GRACE = 10, 120  # seconds


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def client(tmp_path: Path, hands: Hands) -> Iterator[TestClient]:
    with hall(tmp_path, hands) as client:
        yield client


def seated(one: Socket, two: Socket) -> tuple[Socket, Socket, int]:
    """Both hear that both are there; who is to move, who waits, and the seat that is to move."""
    one.hear(), two.hear(), one.hear()
    seat = one.frame["scene"]["acting"][0]
    return (one, two, seat) if seat == 0 else (two, one, seat)


def left(frame: dict[str, Any], seat: int) -> float:
    """Seconds a seat has left when a frame is sent."""
    clock = frame["table"]["clock"]
    began = clock["since"][seat]
    return float(clock["left"][seat] - (frame["now"] - began if began else 0)) / 1000
