"""`budokan fit`: the command it notes beside the weights."""

import sys

import pytest

from budokan.cli.fit import typed_command


@pytest.mark.parametrize("out", [["--out", "/home/me/w.toml"], ["--out=/home/me/w.toml"]])
def test_the_command_beside_weights_names_no_folder(
    out: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["budokan", "fit", "udaka", *out, "--seed", "3"])
    assert typed_command("/home/me/w.toml") == "budokan fit udaka --seed 3"
