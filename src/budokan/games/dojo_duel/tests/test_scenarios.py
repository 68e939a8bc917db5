"""Every worked example of rules.md, as a scenario."""

from pathlib import Path

import pytest

from budokan.kit.testing.scenario import run

FILES = sorted(Path(__file__).parent.glob("scenarios/*.toml"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_scenario(file: Path) -> None:
    assert run(file) == []
