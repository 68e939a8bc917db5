"""What all tests share."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from starlette.testclient import TestClient

    from tests.server.hall import Visitor

settings.register_profile("budokan", deadline=None)  # speed is measured by benchmarks, never here
settings.load_profile("budokan")


@pytest.fixture
def client(tmp_path: Path) -> "Iterator[TestClient]":
    """A hall of one's own."""
    from tests.server.hall import hall

    with hall(tmp_path) as client:
        yield client


@pytest.fixture
def ann(client: "TestClient") -> "Visitor":
    """Somebody in it."""
    from tests.server.hall import Visitor

    return Visitor(client)
