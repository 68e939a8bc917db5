"""How long `make play` and `make test` take on a fresh clone: python -m bench.clone start|tests.

Packages are downloaded beforehand, because downloads say more about the network than about us.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bench.page import machine, put_section, write_table

ROOT = Path(__file__).parent.parent
START_CAP, TESTS_CAP = 75, 600  # seconds
ENVIRONMENT, DEPENDENCIES, PACKAGE = ".venv/bin/python", ".venv/.deps", ".venv/.run"
OPEN = "The hall is open at "


class Time(NamedTuple):
    """What a step took, in seconds; CPU of all processes together."""

    wall: float
    cpu: float


class Clone:
    """The committed source in an empty folder, and the packages it needs beside it."""

    def __init__(self, folder: Path) -> None:
        self.source, self.wheels = folder / "clone", folder / "wheels"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(self.source)], check=True)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
        }
        for name in ("PYTHONPATH", "MFLAGS", "VENV"):
            self.environment.pop(name, None)

    def download(self, *locks: str) -> None:
        for lock in locks:
            command = [sys.executable, "-m", "pip", "--quiet", "download", "--no-deps"]
            command += ["--dest", str(self.wheels), "-r", str(self.source / lock)]
            subprocess.run(command, check=True)

    def make(self, target: str) -> Time:
        return timed(
            lambda: subprocess.run(
                ["make", target], cwd=self.source, env=self.environment, check=True
            )
        )

    def play(self) -> Time:
        """Until the hall answers."""
        return timed(self._play)

    def _play(self) -> None:
        arguments = f"--no-open --port 0 --data {self.source.parent / 'data'}"
        process = subprocess.Popen(
            ["make", "play", f"ARGS={arguments}"],
            cwd=self.source,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if line.startswith(OPEN):
                    address = line.removeprefix(OPEN).strip()
                    urllib.request.urlopen(address, timeout=60).read()
                    return
            raise SystemExit("The hall did not open.")
        finally:
            os.killpg(process.pid, 15)
            process.wait()


def timed(work: Callable[[], object]) -> Time:
    wall, before = time.perf_counter(), os.times()
    work()
    after = os.times()
    cpu = after.children_user + after.children_system
    return Time(time.perf_counter() - wall, cpu - before.children_user - before.children_system)


@contextmanager
def fresh_clone() -> Iterator[Clone]:
    folder = Path(tempfile.mkdtemp(prefix="budokan-clone-"))
    try:
        yield Clone(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def conditions() -> str:
    load = os.getloadavg()[0]
    return f"{machine()}, {os.cpu_count()} cores, load {load:.1f} before"


def verdict(seconds: float, cap: int) -> str:
    return f"{seconds:.0f} s, at most {cap} s: {'met' if seconds <= cap else '**missed**'}."


def measure_start() -> bool:
    told = conditions()
    with fresh_clone() as clone:
        clone.download("requirements.lock", "requirements-build.lock")
        steps = {
            "an environment": clone.make(ENVIRONMENT),
            "dependencies": clone.make(DEPENDENCIES),
            "translating, compiling and installing the package": clone.make(PACKAGE),
            "until the hall answers": clone.play(),
        }
    whole = Time(*(sum(column) for column in zip(*steps.values(), strict=True)))
    rows = [
        [name, f"{step.wall:.1f}", f"{step.cpu:.1f}"]
        for name, step in {**steps, "all": whole}.items()
    ]
    body = f"""\
## The first `make play`

{told}. A fresh clone, packages already downloaded; seconds.

{write_table(["", "wall", "CPU"], rows)}

{verdict(whole.wall, START_CAP)}"""
    print(body)
    put_section("start", body)
    return whole.wall <= START_CAP


def measure_tests() -> bool:
    with fresh_clone() as clone:
        clone.download("requirements.lock", "requirements-build.lock", "requirements-dev.lock")
        for target in (ENVIRONMENT, DEPENDENCIES, ".venv/.dev", PACKAGE, "types"):
            clone.make(target)
        told = conditions()
        took = clone.make("test")
    body = f"""\
## `make test`

{told}. A fresh clone with packages and build in place; CPU time {took.cpu / 60:.0f} min.

{verdict(took.wall, TESTS_CAP)}"""
    print(body)
    put_section("tests", body)
    return took.wall <= TESTS_CAP


def main() -> int:
    measures = {"start": measure_start, "tests": measure_tests}
    if len(sys.argv) != 2 or sys.argv[1] not in measures:
        print(__doc__)
        return 2
    return 0 if measures[sys.argv[1]]() else 1


if __name__ == "__main__":
    sys.exit(main())
