"""Programs other than Python packages that tests need: found, or installed as root."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

GATE = Path(tempfile.gettempdir()) / "budokan-tests-fetch.lock"
APT = ("apt-get", "-o", "DPkg::Lock::Timeout=300")


def program(package: str, *also: str) -> str:
    """Where a program is, under its package's name or another one."""
    names = (package, *also)
    found = _found(names)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        with GATE.open("w") as gate:
            fcntl.flock(gate, fcntl.LOCK_EX)  # tests run side by side, and one of them fetches
            found = _found(names) or _fetch(package)
    if found is None:
        pytest.fail(f"This test needs {package}; on Debian: apt-get install {package}")
    return found


def _found(names: tuple[str, ...]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


def _fetch(package: str) -> str | None:
    for command in ("update", f"install -y --no-install-recommends {package}"):
        subprocess.run([*APT, *command.split()], check=False, capture_output=True)
    return shutil.which(package)
