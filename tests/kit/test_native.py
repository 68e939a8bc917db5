"""The test run imports what it claims to test: compiled modules, or plain source."""

import ast
import importlib
import os
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES
from pathlib import Path
from typing import Any

import pytest

import budokan

ROOT = Path(budokan.__file__).parent
BUILD = ast.parse(Path(__file__).parents[2].joinpath("setup.py").read_text("utf-8"))
SUFFIXES = {"compiled": EXTENSION_SUFFIXES, "pure": SOURCE_SUFFIXES}
EXPECT = os.environ.get("BUDOKAN_EXPECT")


def constant(name: str) -> Any:
    """The value of a name in setup.py, which cannot be imported: it would build."""
    lines = [node for node in BUILD.body if isinstance(node, ast.Assign)]
    return next(
        ast.literal_eval(line.value) for line in lines if ast.unparse(line.targets[0]) == name
    )


def names() -> list[str]:
    found = [file for pattern in constant("COMPILED") for file in sorted(ROOT.glob(pattern))]
    files = [file for file in found if constant("MARK") in file.read_text("utf-8")]
    files += [file for pattern in constant("DRAWING") for file in sorted(ROOT.glob(pattern))]
    return [".".join(["budokan", *file.relative_to(ROOT).with_suffix("").parts]) for file in files]


def test_there_are_modules_to_check() -> None:
    for name in (
        "kit.contract",
        "kit.pile",
        "games.udaka.rules.rules",
        "games.udaka.view.table",
        "agents.ismcts",
        "agents.runner",
        "match.match",
    ):
        assert f"budokan.{name}" in names()


@pytest.mark.skipif(EXPECT is None, reason="only `make test` knows what to expect")
@pytest.mark.parametrize("name", names())
def test_module_is_of_the_expected_kind(name: str) -> None:
    file = importlib.import_module(name).__file__
    assert file is not None
    assert file.endswith(tuple(SUFFIXES[str(EXPECT)])), f"{name} is {file}, expected {EXPECT}"
