"""A hall in a process of its own, and what can be seen of it from outside."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
START = (
    "import sys; from pathlib import Path; from budokan.server.run import serve; "
    "serve('127.0.0.1', 0, Path(sys.argv[1]), pause=float(sys.argv[2]), log='json')"
)
HELD = "held the loop"  # the event by which the hall's watchdog tells of work that took too long
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Hall:
    """A hall: `package` is the folder its code comes from, if not from where ours does."""

    folder: Path
    package: Path | None = None
    pause: float = 0.0
    address: str = ""
    process: "subprocess.Popen[str] | None" = field(default=None, repr=False)

    # -- its life -------------------------------------------------------------------------------

    def start(self) -> "Hall":
        """Open it; a hall that cannot open tells why on its log."""
        self.folder.mkdir(parents=True, exist_ok=True)
        env = {**os.environ, "BUDOKAN_DATA": str(self.folder)}
        if self.package is not None:
            env["PYTHONPATH"] = str(self.package)
        command = [sys.executable, "-c", START, str(self.folder), str(self.pause)]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=env
            )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip().rpartition("//")[2]
        if not self.address:
            self.kill()
            raise RuntimeError(f"The hall did not open: {self.log.read_text()[-2000:]}")
        return self

    @property
    def log(self) -> Path:
        return self.folder / "log.jsonl"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """As a power cut ends it."""
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None

    def close(self) -> str:
        """End it by a signal; what it says then. It is killed if it does not end."""
        assert self.process is not None
        self.process.terminate()
        try:
            told, _ = self.process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        self.process = None
        return told

    # -- what it does ---------------------------------------------------------------------------

    def fetch(self, path: str, body: Any = None, token: str = "", seconds: float = 30.0) -> "Told":
        """What it answers, refusals too."""
        headers = {"content-type": "application/json"} if body is not None else {}
        headers |= {"cookie": f"budokan={token}"} if token else {}
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"http://{self.address}{path}", data, headers)
        try:
            with urllib.request.urlopen(asked, timeout=seconds) as answer:
                cookie = answer.headers.get("set-cookie", "").partition("=")[2].partition(";")[0]
                return Told(answer.status, answer.read().decode(), cookie or token)
        except urllib.error.HTTPError as refused:
            with refused:
                return Told(refused.code, refused.read().decode(), token)

    def events(self, name: str) -> list[dict[str, Any]]:
        """The events of this name in its log."""
        found = []
        for line in self.log.read_text(errors="replace").splitlines():
            with suppress(ValueError):
                event = json.loads(line)
                if isinstance(event, dict) and name in str(event.get("event")):
                    found.append(event)
        return found

    def held(self) -> list[dict[str, Any]]:
        """What its watchdog told: steps that held the event loop for too long."""
        return self.events(HELD)

    def faults(self) -> list[dict[str, Any]]:
        """Errors in its log."""
        lines = self.log.read_text(errors="replace").splitlines()
        return [json.loads(line) for line in lines if '"level": "error"' in line]

    # -- what it uses ---------------------------------------------------------------------------

    def workers(self) -> list[int]:
        """The processes in which it thinks."""
        return children(self.pid)

    def cpu(self) -> float:
        """Seconds that its own process has worked, all threads together."""
        return cpu_of(self.pid)

    def cpu_of_workers(self) -> float:
        """Seconds that its living workers have worked."""
        return sum(cpu_of(pid) for pid in self.workers())

    def memory(self) -> float:
        """Megabytes its own process holds."""
        return resident(self.pid)


@dataclass(frozen=True)
class Told:
    """An answer over HTTP, and the visitor's token from now on."""

    status: int
    text: str
    token: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


@contextmanager
def opened(folder: Path, package: Path | None = None, pause: float = 0.0) -> Iterator[Hall]:
    """A hall that is open meanwhile."""
    hall = Hall(folder, package, pause).start()
    try:
        yield hall
    finally:
        if hall.process is not None:
            hall.close()


# -- processes ------------------------------------------------------------------------------------


def children(pid: int) -> list[int]:
    """The processes that a process has started, by any of its threads."""
    found = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += [int(child) for child in path.read_text().split()]
    return found


def cpu_of(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(pid: int) -> float:
    """Megabytes a process holds."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    return 0.0


# -- the code of a commit -------------------------------------------------------------------------


def build(commit: str, folder: Path) -> Path:
    """Build a commit's package, compiled, in a folder of its own; where it can be imported from."""
    source, wheels, package = folder / "source", folder / "wheels", folder / "package"
    source.mkdir(parents=True)
    archive = subprocess.run(
        ["git", "archive", "--format=tar", commit], cwd=ROOT, check=True, capture_output=True
    )
    subprocess.run(["tar", "-x", "-C", str(source)], input=archive.stdout, check=True)
    making = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    env = {**os.environ, "BUDOKAN_COMPILE": "always"}
    env.pop("PYTHONPATH", None)
    subprocess.run(
        [sys.executable, "-c", making, str(wheels)],
        cwd=source, env=env, check=True, capture_output=True,
    )  # fmt: skip
    wheel = next(wheels.glob("*.whl"))
    shutil.unpack_archive(wheel, package, "zip")
    return package


def commit_name(commit: str) -> str:
    """A commit by the beginning of its hash."""
    found = subprocess.run(
        ["git", "rev-parse", "--short", commit],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return found.stdout.strip()


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for halls and builds that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="budokan-bench-") as folder:
        yield Path(folder)
