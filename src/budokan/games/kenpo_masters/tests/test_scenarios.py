"""Every worked example of rules.md, card by card."""

from pathlib import Path

import pytest

from budokan.kit.testing import scenario

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    assert scenario.run(path) == []
