"""What was imported is what the run is about: compiled modules, or the plain source."""

import importlib
import os
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES
from pathlib import Path

import pytest

import budokan

ROOT = Path(budokan.__file__).parent
PATTERNS = (
    "kit/core.py",
    "kit/rng.py",
    "kit/pile.py",
    "agents/evaluation.py",
    "agents/plain.py",
    "agents/ismcts.py",
    "agents/runner.py",
    "games/*/*.py",
)
SUFFIXES = {"compiled": EXTENSION_SUFFIXES, "pure": SOURCE_SUFFIXES}
EXPECT = os.environ.get("BUDOKAN_EXPECT")


def names() -> list[str]:
    found = [file for pattern in PATTERNS for file in sorted(ROOT.glob(pattern))]
    files = [file for file in found if "mypy_extensions" in file.read_text("utf-8")]
    return [".".join(["budokan", *file.relative_to(ROOT).with_suffix("").parts]) for file in files]


def test_something_is_looked_at() -> None:
    for name in ("kit.core", "games.udaka.rules", "games.dojo_duel.state", "agents.ismcts"):
        assert f"budokan.{name}" in names()


@pytest.mark.skipif(EXPECT is None, reason="only `make test` knows what to expect")
@pytest.mark.parametrize("name", names())
def test_module_is_of_the_expected_kind(name: str) -> None:
    file = importlib.import_module(name).__file__
    assert file is not None
    assert file.endswith(tuple(SUFFIXES[str(EXPECT)])), f"{name} is {file}, expected {EXPECT}"
