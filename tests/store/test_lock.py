"""The lock of a data folder: against a second hall only, and freed by any end of its process."""

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from budokan.store.backup import FILE
from budokan.store.lock import FILE as LOCK
from budokan.store.lock import HallLock, LockedError, is_held

HALL = [sys.executable, "-m", "budokan", "hall", "--no-open", "--port", "0", "--data"]
# A process that holds the lock and leaves a child, which has its own standard streams.
PARENT = """
import subprocess, sys
from pathlib import Path
from budokan.store.lock import HallLock
lock = HallLock(Path(sys.argv[1]))
child = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"],
    stdin=subprocess.PIPE, close_fds=sys.argv[2] == "closed")
print(child.pid, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def halls() -> Iterator[list["subprocess.Popen[str]"]]:
    """The processes that a test starts."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.communicate()


def open_hall(folder: Path, halls: list["subprocess.Popen[str]"]) -> str:
    """Start a hall; its address."""
    process = subprocess.Popen([*HALL, str(folder)], stdout=subprocess.PIPE, text=True)
    halls.append(process)
    assert process.stdout is not None
    told = process.stdout.readline()
    assert told.startswith("The hall is open at ")
    address = told.split()[-1]
    with urllib.request.urlopen(f"{address}/api/health", timeout=20) as answer:
        assert answer.status == 200
    return address


def command(*words: object) -> "subprocess.CompletedProcess[str]":
    said = [sys.executable, "-m", "budokan", *map(str, words)]
    return subprocess.run(said, capture_output=True, text=True, timeout=60, check=False)


def test_a_second_hall_is_refused_and_a_killed_one_leaves_no_lock(
    tmp_path: Path, halls: list["subprocess.Popen[str]"]
) -> None:
    address = open_hall(tmp_path, halls)
    port = address.rpartition(":")[2]
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    for words in (("--port", 0), ("--port", port)):
        second = command("hall", "--no-open", *words, "--data", tmp_path)
        assert second.returncode == 2 and second.stdout == ""
        assert second.stderr == (
            f"budokan: {tmp_path} is in use by a hall at {address} (process {halls[0].pid}); "
            "close that first, or name another folder with --data.\n"
        )
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before
    assert command("doctor", "--data", tmp_path).returncode == 0
    assert command("backup", tmp_path / "kept", "--data", tmp_path).returncode == 0
    halls[0].send_signal(signal.SIGKILL)
    halls[0].wait(10)
    open_hall(tmp_path, halls)  # at once, although workers of the first may still be ending
    halls[1].terminate()
    assert halls[1].wait(20) == 0
    assert not is_held(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("how", ["closed", "open"])
def test_a_child_that_outlives_the_hall_does_not_keep_the_lock(tmp_path: Path, how: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    child = int(process.stdout.readline())
    assert is_held(tmp_path)
    os.kill(child, signal.SIGSTOP)  # so that it does not end with its parent
    try:
        process.kill()
        process.wait(10)
        os.kill(child, 0)
        with HallLock(tmp_path):
            assert is_held(tmp_path)
    finally:
        os.kill(child, signal.SIGKILL)
        process.communicate()


def test_the_sentence_names_who_holds_the_lock(tmp_path: Path) -> None:
    with HallLock(tmp_path, "budokan doctor"), pytest.raises(LockedError) as refused:
        HallLock(tmp_path)
    assert str(refused.value) == (
        f"{tmp_path} is in use by process {os.getpid()}, budokan doctor; close that first, or name "
        "another folder with --data."
    )
    (tmp_path / LOCK).write_bytes(b"\xff\xfe garbage")
    handle = HallLock(tmp_path)
    (tmp_path / LOCK).write_bytes(b"\xff\xfe garbage")
    with pytest.raises(LockedError, match="in use by another hall; close"):
        HallLock(tmp_path)
    handle.free()
    assert not is_held(tmp_path) and not is_held(tmp_path / "nowhere")


def test_a_folder_that_cannot_be_locked_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(
        LockedError, match=r"Cannot keep data in .*: (Not a directory|File exists); "
    ):
        HallLock(tmp_path / "file")
    assert not (tmp_path / FILE).exists()


def test_a_lock_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("kept")
    (tmp_path / LOCK).symlink_to(tmp_path / "secret")
    with pytest.raises(LockedError) as refused:
        HallLock(tmp_path)
    assert str(refused.value).startswith(f"Cannot open {tmp_path / LOCK}: ")
    assert str(refused.value).endswith("; let it belong to the user of the hall, or delete it.")
    assert (tmp_path / "secret").read_text() == "kept"


def test_a_full_disk_keeps_nobody_from_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with HallLock(tmp_path, "budokan doctor") as lock:
        assert is_held(tmp_path)
        lock.tell("http://127.0.0.1:8000")
