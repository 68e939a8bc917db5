"""The wheel of `make wheel`: it needs no compiler, is compiled, and starts the hall."""

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ASK = "import budokan.agents.ismcts as search; print(search.__file__)"
OPEN = "The hall is open at "


class Home:
    """An environment with the wheel and its dependencies: no compiler, no source."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)

    def command(self, name: str, *arguments: str | Path) -> list[str]:
        return [str(self.folder / "bin" / name), *map(str, arguments)]

    def environment(self) -> dict[str, str]:
        hidden = ("PYTHONPATH", "CC", "BUDOKAN_EXPECT")
        kept = {name: value for name, value in os.environ.items() if name not in hidden}
        return {**kept, "PATH": str(self.folder / "bin")}

    def run(self, name: str, *arguments: str | Path) -> str:
        return subprocess.run(
            self.command(name, *arguments),
            cwd=self.folder,
            env=self.environment(),
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout

    @contextmanager
    def hall(self) -> Iterator[str]:
        """The address at which the hall says that it is open."""
        command = self.command("budokan", "hall", "--no-open", "--port", "0", "--data", "data")
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environment(),
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            try:
                said = next(line for line in process.stdout if line.startswith(OPEN))
                yield said.removeprefix(OPEN).strip()
            finally:
                process.send_signal(signal.SIGTERM)


@pytest.mark.long
def test_wheel_is_compiled_and_opens_the_hall(tmp_path: Path) -> None:
    subprocess.run(["make", "wheel", f"VENV={sys.prefix}"], cwd=ROOT, check=True)
    (wheel,) = ROOT.glob("dist/*.whl")
    home = Home(tmp_path / "home")
    install = ("-m", "pip", "install", "--quiet", "--no-deps")
    home.run("python", *install, "--require-hashes", "-r", ROOT / "requirements.lock")
    home.run("python", *install, wheel)

    module = Path(home.run("python", "-c", ASK).strip())
    assert module.suffix in (".so", ".pyd")
    assert home.folder in module.parents
    with home.hall() as address, urllib.request.urlopen(address, timeout=60) as answer:
        assert b"Budokan" in answer.read()
