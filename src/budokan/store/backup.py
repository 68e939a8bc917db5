"""Copy the store into one file while the hall runs, and restore it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from budokan.kit.errors import Refusal
from budokan.store.schema import MIGRATIONS

FILE = "hall.sqlite3"
WAIT = 10.0  # seconds for a hall that is writing
NEEDED = {"match", "entry", "holder"}


class BackupError(Refusal):
    """A backup that cannot be made, or cannot be trusted."""


def backup(folder: Path, target: Path, *, force: bool = False) -> int:
    """Copy the store of a folder into a file; returns the number of matches."""
    source = folder / FILE
    if not source.is_file():
        raise BackupError(f"There is no store in {folder}; name the folder of a hall.")
    if any(_same(target, part) for part in _parts(source)):
        raise BackupError(f"{target} belongs to the store itself; name another file.")
    if target.exists() and not force:
        raise BackupError(f"{target} exists; use --force to replace it.")
    if target.is_dir() or not target.parent.is_dir():
        raise BackupError(f"Cannot write {target}: name a file in a folder that exists.")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        _copy(source, part)
        matches = check(part)
        os.replace(part, target)
        _to_disk(target.parent)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"Cannot write {target}: {error}.") from error
    finally:
        part.unlink(missing_ok=True)
    return matches


def restore(source: Path, folder: Path, *, force: bool = False) -> int:
    """Replace the store of a folder by a backup, all or nothing; returns the number of matches."""
    matches = check(source)
    target = folder / FILE
    if _same(source, target):
        raise BackupError(f"{source} is the store itself, not a backup of it.")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if force and target.exists() and not _is_store(target):
            _set_aside(target)
        with _exclusive(target) as con:
            there = 0 if force else _matches(con)  # a damaged store cannot be counted
            if there:
                raise BackupError(
                    f"{target} holds {there} matches; use --force to replace them for good."
                )
            with _connection(source) as kept:
                kept.backup(con)  # one transaction: after a crash it is the old store or the new
            con.execute("pragma journal_mode = delete")
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"Cannot restore into {target}: {error}.") from error
    return matches


def check(file: Path) -> int:
    """The number of matches in a backup; refused if it is damaged, foreign or too new."""
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    try:
        with _connection(file) as con:
            found = con.execute("pragma integrity_check").fetchone()[0]
            tables = {row[0] for row in con.execute("select name from sqlite_master")}
            if found == "ok" and not {*NEEDED, "schema_version"} <= tables:
                raise BackupError(f"{file} is not a backup of a hall.")
            version = con.execute("select max(version) from schema_version").fetchone()[0]
            matches = _matches(con)
    except sqlite3.Error as error:
        raise BackupError(f"{file} is damaged, or not a backup: {error}.") from error
    if found != "ok":
        raise BackupError(f"{file} is damaged: {found}.")
    if version > len(MIGRATIONS):
        raise BackupError(f"{file} was written by a newer Budokan; install that one.")
    return matches


@contextmanager
def _connection(file: Path, *, mode: str = "ro") -> Iterator[sqlite3.Connection]:
    uri = f"{file.resolve().as_uri()}?mode={mode}"
    con = sqlite3.connect(uri, uri=True, timeout=WAIT, isolation_level=None)
    try:
        yield con
    finally:
        con.close()


def _copy(source: Path, target: Path) -> None:
    """Copy into a single file; a running hall may write meanwhile."""
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # it holds secrets
    with _connection(source, mode="rw") as con, _connection(target, mode="rw") as copy:
        con.backup(copy)
        copy.execute("pragma journal_mode = delete")
    _to_disk(target)


@contextmanager
def _exclusive(target: Path) -> Iterator[sqlite3.Connection]:
    """Open the store exclusively; refused while a hall or another process has it open."""
    if not target.exists():
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with _connection(target, mode="rw") as con:
        con.execute("pragma busy_timeout = 200")
        try:
            con.execute("pragma locking_mode = exclusive")
            # This mode can be left only without other connections, so there are none.
            con.execute("pragma journal_mode = delete")
            con.execute("begin exclusive")
            con.execute("commit")  # the lock stays until the file is closed
        except sqlite3.OperationalError as error:
            raise BackupError(f"{target} is in use ({error}); close the hall first.") from error
        yield con


def _is_store(target: Path) -> bool:
    """Whether SQLite can read a file; a file in use is a store."""
    try:
        with _connection(target, mode="rw") as con:
            con.execute("select count(*) from sqlite_master").fetchone()
    except sqlite3.OperationalError:
        return True
    except sqlite3.DatabaseError:
        return False
    return True


def _set_aside(target: Path) -> None:
    """Rename a store that cannot be opened."""
    for part in _parts(target):
        with suppress(FileNotFoundError):
            os.replace(part, part.with_name(part.name.replace(FILE, f"{FILE}.damaged")))


def _parts(store: Path) -> list[Path]:
    """The files of a store."""
    return [store.with_name(f"{store.name}{ending}") for ending in ("", "-wal", "-shm")]


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and os.path.samefile(one, other)


def _matches(con: sqlite3.Connection) -> int:
    with suppress(sqlite3.OperationalError):  # a file without tables
        return int(con.execute("select count(*) from match").fetchone()[0])
    return 0


def _to_disk(path: Path) -> None:
    with suppress(PermissionError):  # where folders cannot be opened
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
