"""The files of a store and those beside it: their names, whose they are, and that they are kept."""

import os
import shutil
import sqlite3
import stat
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path


def parts_of(store: Path) -> list[Path]:
    """The files that SQLite keeps a store in."""
    endings = ("", "-wal", "-shm", "-journal")
    return [store.with_name(f"{store.name}{ending}") for ending in endings]


def remove(store: Path) -> None:
    """Delete a store that nobody needs, with all its files."""
    for path in parts_of(store):
        path.unlink(missing_ok=True)


def name_beside(file: Path, what: str) -> Path:
    """A new name for what is kept of a file, with the present time; nothing has it yet."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    tries = [f"{file.name}.{what}-{moment}"]
    while any(file.parent.glob(f"{tries[-1]}*")):
        tries.append(f"{tries[0]}-{len(tries) + 1}")
    return file.with_name(tries[-1])


def keep_copy(store: Path) -> Path:
    """Keep a store under another name, with its log; it stays where it is, too."""
    kept = name_beside(store, "damaged")
    for path in parts_of(store):
        if not path.name.endswith("-shm") and path.exists() and path.stat().st_size:
            copy_whole(path, kept.with_name(path.name.replace(store.name, kept.name, 1)))
    to_disk(store.parent)
    return kept


def copy_whole(file: Path, target: Path) -> None:
    """Copy a file, and wait until the copy is on the disk; never half of it."""
    try:
        shutil.copy2(file, target)
        give_to_owner(target)
        to_disk(target)
    except OSError:
        target.unlink(missing_ok=True)
        raise


def to_disk(path: Path) -> None:
    """Wait until a file or a folder is on the disk."""
    with suppress(PermissionError):  # where folders cannot be opened
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def give_to_owner(file: Path) -> None:
    """Let a file that root has made belong to the owner of its folder, as whom the hall runs."""
    if is_root():
        folder = file.parent.stat()
        os.chown(file, folder.st_uid, folder.st_gid, follow_symlinks=False)


def give_open_file_to_owner(handle: int, folder: Path) -> None:
    """The same for an open file; never for one that has another name elsewhere."""
    if is_root():
        known, owner = os.fstat(handle), folder.stat()
        if stat.S_ISREG(known.st_mode) and known.st_nlink == 1 and known.st_uid == 0:
            os.fchown(handle, owner.st_uid, owner.st_gid)


def is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0


def reason_of(error: OSError | sqlite3.Error) -> str:
    """What went wrong, in words."""
    return (error.strerror if isinstance(error, OSError) else "") or str(error)
