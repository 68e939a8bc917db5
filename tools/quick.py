"""`make quick`: check, and the tests closest to the changes, within a minute.

A test file is near if it imports a changed module, less near if it imports one that does. Tests
run in that order until the time is over; `make test` runs all of them.
"""

import ast
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 45.0  # for tests; the check runs beside them
FAR = 3  # imports between a test file and a change that still count as near


def changed(base: str) -> list[str]:
    """Files that differ from a commit, and files git does not know yet."""
    known = _git("diff", "--name-only", base)
    return sorted({*known, *_git("ls-files", "--others", "--exclude-standard")})


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip())
    return done.stdout.split()


def module(path: str) -> str:
    """The dotted name of a Python file."""
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def modules() -> dict[str, Path]:
    """All modules of the package and of its tests, by name."""
    found = [*ROOT.glob("src/budokan/**/*.py"), *ROOT.glob("tests/**/*.py")]
    return {module(path.relative_to(ROOT).as_posix()): path for path in found}


@cache
def imports(name: str) -> frozenset[str]:
    """The modules of ours that a module imports."""
    names = set[str]()
    for node in ast.walk(ast.parse(modules()[name].read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(names & modules().keys())


def touched(files: Iterable[str]) -> set[str]:
    """The modules that changed; data of a game counts as its package, a page's file as its page."""
    found = set[str]()
    for file in files:
        game = re.match(r"src/budokan/games/(\w+)/", file)
        if file.endswith(".py"):
            found.add(module(file))
        elif game:
            found.add(f"budokan.games.{game[1]}")
        elif "/static/" in file:
            found |= {"budokan.server.http.static_files", "tests.browser.helper"}
        elif file.endswith(".md"):
            found.add("tests.docs.test_docs")
    return found & modules().keys()


def near(names: set[str]) -> Iterator[Path]:
    """Test files, the nearest to these modules first."""
    reached = set(names)
    for _ in range(FAR):
        for name in sorted(reached):
            if modules()[name].name.startswith("test_"):
                yield modules()[name]
        reached |= {name for name in modules() if imports(name) & reached}


def tests_of(names: set[str]) -> list[str]:
    """The test files to run, in order."""
    own = [
        path
        for name in sorted(names)
        if (game := re.match(r"budokan\.games\.(\w+)", name))
        for path in sorted(ROOT.glob(f"src/budokan/games/{game[1]}/tests/test_*.py"))
    ]
    found = dict.fromkeys([*own, *near(names)])
    return [path.relative_to(ROOT).as_posix() for path in found if "stances" not in path.parts]


class Watch:
    """Ends a run of pytest when its time is over, and says how much was left."""

    def __init__(self) -> None:
        self.end, self.left = time.monotonic() + SECONDS, 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.left = len(items)

    def pytest_runtest_logfinish(self) -> None:
        self.left -= 1

    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        if time.monotonic() > self.end:
            item.session.shouldstop = f"{SECONDS:g} seconds are over"


def main() -> int:
    base = sys.argv[1] if len(sys.argv) > 1 else "HEAD"
    files = changed(base)
    print(f"{len(files)} files differ from {base}.", flush=True)
    check = subprocess.Popen(["make", "--no-print-directory", "check"], cwd=ROOT)
    chosen, watch, wrong = tests_of(touched(files)), Watch(), 0
    if chosen:
        ended = pytest.main(["-q", "-x", "-p", "no:cacheprovider", *chosen], plugins=[watch])
        late = ended == pytest.ExitCode.INTERRUPTED and watch.left > 0
        wrong = 0 if late or ended in (0, pytest.ExitCode.NO_TESTS_COLLECTED) else int(ended)
        if late:
            print(f"{watch.left} tests did not run in time; `make test` runs all.")
    else:
        print("No test is near to them.")
    return check.wait() or wrong


if __name__ == "__main__":
    sys.exit(main())
