"""Programs that behave as engines must not, for tests."""

import shlex
import sys
from pathlib import Path

GREETING = """
import sys, time
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("ready", flush=True)
    elif word == "legal":
        legal = rest.split(" ; ")
    elif word == "go":
"""


def written(folder: Path, answer: str, begin: str = GREETING) -> str:
    """The name of an agent: a program that answers `go` by some lines of Python."""
    file = folder / "engine.py"
    body = "\n".join(f"        {line}" for line in answer.splitlines())
    file.write_text(f"{begin.lstrip()}{body}\n")
    return f"engine:{shlex.quote(sys.executable)} {shlex.quote(str(file))}"
