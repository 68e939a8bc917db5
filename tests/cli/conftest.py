"""A folder to play in."""

from pathlib import Path

import pytest


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to play in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
