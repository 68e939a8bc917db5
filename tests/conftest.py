"""Fixtures for all tests."""

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


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("BUDOKAN_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def client(tmp_path: Path) -> "Iterator[TestClient]":
    """A hall for one test."""
    from tests.server.hall import hall

    with hall(tmp_path) as client:
        yield client


@pytest.fixture
def ann(client: "TestClient") -> "Visitor":
    """A visitor in it."""
    from tests.server.hall import Visitor

    return Visitor(client)
