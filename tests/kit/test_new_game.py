"""CONTRIBUTING's recipe for a new game works as written."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import budokan

ROOT = Path(__file__).parents[2]


def test_the_recipe_for_a_new_game(tmp_path: Path) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    recipe = re.search(r"```sh\n(cp -r .*?)```", text, re.DOTALL)
    assert recipe is not None
    ignore = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    source = Path(budokan.__file__).parent
    shutil.copytree(source, tmp_path / "src" / "budokan", ignore=ignore)
    shutil.copytree(ROOT / "tests" / "stances", tmp_path / "tests" / "stances", ignore=ignore)
    script = (
        recipe[1]
        .replace(".venv/bin/python -m budokan games", "$PYTHON -m budokan games --json")
        .replace(".venv/bin/python", "$PYTHON")
    )
    environment = {**os.environ, "PYTHON": sys.executable}
    done = subprocess.run(
        ["sh", "-ec", script], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert '"mygame"' in done.stdout and "1000 matches of mygame" in done.stdout
