"""The lock of a data folder: one hall uses it. The end of its process frees it, a crash too."""

import os
import sys
import time
from contextlib import suppress
from errno import ENOSPC
from pathlib import Path

from budokan.kit.errors import Refusal
from budokan.store.files import give_open_file_to_owner

FILE = "hall.lock"
TRIES = 5  # somebody may just be asking whether it is held
PAUSE = 0.1  # seconds between two tries
LONGEST = 200  # bytes that are read of the file
BEHIND = 1 << 20  # the place that is locked on Windows, where nobody can read a locked place


class LockedError(Refusal):
    """Another hall uses the data folder."""


if sys.platform == "win32":
    import msvcrt

    def lock_file(handle: int) -> bool:
        """Lock an open file for this process alone; False if another one has."""
        os.lseek(handle, BEHIND, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def lock_file(handle: int) -> bool:
        """Lock an open file for this process alone; False if another one has."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class HallLock:
    """The lock, held until `free` or the end of the process; no child process inherits it."""

    def __init__(self, folder: Path, doing: str = "") -> None:
        """Take the lock; refused if it is held. `doing` says what for, if not for a hall."""
        self._handle = -1
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._handle = _open(folder / FILE)
            held = _try_often(self._handle)
        except OSError as error:
            self.free()
            raise LockedError(_why_not(folder, error)) from error
        if not held:
            self.free()
            raise LockedError(
                f"{folder} is in use by {_holder(folder)}; close that first, or name another "
                "folder with --data."
            )
        self.tell(doing)

    def tell(self, address: str) -> None:
        """Note who holds the lock, for the sentence that others get; on a full disk, do without."""
        with suppress(OSError):
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.truncate(self._handle, 0)
            os.write(self._handle, f"{os.getpid()} {address}\n".encode())

    def free(self) -> None:
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)

    def __enter__(self) -> "HallLock":
        return self

    def __exit__(self, *_: object) -> None:
        self.free()

    def __del__(self) -> None:
        self.free()


def is_held(folder: Path) -> bool:
    """Whether a hall uses a folder now."""
    try:
        handle = os.open(folder / FILE, os.O_RDWR)
    except OSError:
        return False
    try:
        return not lock_file(handle)
    finally:
        os.close(handle)


def _open(file: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)  # root must not follow a link
    handle = os.open(file, flags, 0o600)  # Python's descriptors are not inherited
    with suppress(OSError):  # such as on a file system without owners
        give_open_file_to_owner(handle, file.parent)
    return handle


def _why_not(folder: Path, error: OSError) -> str:
    """Why a folder cannot be locked, and what to do."""
    file = folder / FILE
    if file.is_symlink() or file.exists():
        return (
            f"Cannot open {file}: {error.strerror}; let it belong to the user of the hall, or "
            "delete it."
        )
    todo = "make room" if error.errno == ENOSPC else "name a folder you may write to, with --data"
    return f"Cannot keep data in {folder}: {error.strerror}; {todo}."


def _try_often(handle: int) -> bool:
    for _ in range(TRIES):
        if lock_file(handle):
            return True
        time.sleep(PAUSE)
    return False


def _holder(folder: Path) -> str:
    """Who holds the lock, in words."""
    try:
        with (folder / FILE).open("rb") as file:
            told = file.read(LONGEST).decode("utf-8", "replace").strip()
    except OSError:
        told = ""
    process, _, address = told.partition(" ")
    if not process.isdecimal():
        return "another hall"
    if address.startswith("http"):
        return f"a hall at {address} (process {process})"
    return f"process {process}{f', {address}' if address else ', a hall'}"
