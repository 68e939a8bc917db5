"""The worked examples, as scenario files."""

from pathlib import Path

import pytest

from budokan.kit.testing.scenario import run

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))


def test_every_example_has_a_file() -> None:
    numbers = {file.stem.split("_")[0] for file in FILES}
    assert numbers == {f"e{number:02d}" for number in range(1, 21)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    assert run(path) == []
