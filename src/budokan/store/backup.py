"""Copy the store into one file while the hall runs, and restore it."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

from budokan.kit.errors import Refusal
from budokan.store import store as stored
from budokan.store.chains import match_faults
from budokan.store.files import give_to_owner, keep_copy, parts_of, reason_of, remove, to_disk
from budokan.store.guarded import (
    WAIT,
    is_interrupted,
    reading,
    refuse_foreign,
    refuse_no_file,
    refuse_other_kinds,
)
from budokan.store.headers import read_header
from budokan.store.journal import UnreadableError
from budokan.store.lock import HallLock, LockedError
from budokan.store.values import wrong_rows

FILE = stored.FILE
LONGEST = 600.0  # seconds for all reading of a file
REPLAYS = 20.0  # seconds in which matches are replayed; budokan doctor replays all of them
ALL = """
    select match.id, header, acting, count(ply), max(ply) from match
    left join entry on entry.match = match.id group by match.id
"""


class BackupError(Refusal):
    """A backup that cannot be made, or cannot be trusted."""


def backup(folder: Path, target: Path, *, force: bool = False) -> int:
    """Copy the store of a folder into a file; returns the number of matches."""
    source = folder / FILE
    if not source.is_file():
        raise BackupError(f"There is no store in {folder}; name the folder of a hall.")
    if any(_same(target, part) for part in parts_of(source)):
        raise BackupError(f"{target} belongs to the store itself; name another file.")
    if target.exists() and not force:
        raise BackupError(f"{target} exists; use --force to replace it.")
    if target.is_dir() or not target.parent.is_dir():
        raise BackupError(f"Cannot write {target}: name a file in a folder that exists.")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        _copy(source, part)
        matches = check_pages(part)
        os.replace(part, target)
        to_disk(target.parent)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"Cannot write {target}: {reason_of(error)}.") from error
    finally:
        remove(part)
    return matches


def restore(
    source: Path,
    folder: Path,
    *,
    force: bool = False,
    tell: Callable[[str], object] = lambda told: None,
) -> int:
    """Replace the store of a folder by a backup, all or nothing; returns the number of matches.

    Nothing is replaced before a copy was checked, brought up to date and opened like a hall's own.
    A damaged store that is replaced is kept; `tell` is told where.
    """
    target = folder / FILE
    check(source)
    if _same(source, target):
        raise BackupError(f"{source} is the store itself, not a backup of it.")
    try:
        with HallLock(folder, "budokan restore"):
            _refuse_no_room(source, folder)
            part = folder / f".{FILE}.{os.getpid()}.part"
            try:
                matches = _prepare(source, part)
                _replace(target, part, force=force, tell=tell)
            finally:
                remove(part)
    except LockedError as error:
        raise BackupError(f"Cannot restore into {folder}: {error}") from error
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"Cannot restore into {target}: {reason_of(error)}.") from error
    return matches


def _refuse_no_room(source: Path, folder: Path) -> None:
    size, free = source.stat().st_size, shutil.disk_usage(folder).free
    if free < 2 * size:
        raise BackupError(
            f"There is no room in {folder}: {2 * size // 10**6 + 1} MB are needed, "
            f"{free // 10**6} MB are free."
        )


def _prepare(source: Path, part: Path) -> int:
    """A checked copy of a backup, brought up to date; the number of matches."""
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with reading(source, LONGEST) as kept, _connection(part, mode="rw") as copy:
        kept.backup(copy)
        copy.execute("pragma journal_mode = delete")
    matches = check(part)
    stored.Store(part).close()  # as a hall opens it
    give_to_owner(part)
    return matches


def _replace(target: Path, part: Path, *, force: bool, tell: Callable[[str], object]) -> None:
    if target.exists():
        refuse_no_file(target)
    known = target.exists() and target.stat().st_size > 0
    if not known or (force and not _is_store(target)):
        _put(target, part, tell)
        return
    if force:
        _keep_damaged(target, tell)
    with _exclusive(target) as con:
        there = 0 if force else _matches(con)  # a damaged store cannot be counted
        if there:
            raise BackupError(
                f"{target} holds {there} matches; use --force to replace them for good."
            )
        with _connection(part) as kept:
            kept.backup(con)  # one transaction: after a crash it is the old store or the new
        con.execute("pragma journal_mode = delete")


def check(file: Path) -> int:
    """The number of matches in a backup; refused unless it is a whole store of a hall."""
    return _check(file, _refuse_broken_matches)


def check_pages(file: Path) -> int:
    """The same, without a look at its matches: a copy must be possible if one of them is broken."""
    return _check(file, lambda con, file: None)


def _check(file: Path, further: Callable[[sqlite3.Connection, Path], None]) -> int:
    try:
        refuse_other_kinds(file)
        with reading(file, LONGEST) as con:
            if wrong := refuse_foreign(con, file):
                raise BackupError(f"{file} is not as a hall keeps it: {wrong[0]}.")
            found = con.execute("pragma integrity_check(1)").fetchone()[0]
            if found != "ok":
                raise BackupError(f"{file} is damaged: {' '.join(found.split())}.")
            if row := con.execute("pragma foreign_key_check").fetchone():
                raise BackupError(f"{file} is damaged: a row of {row[0]!r} refers to nothing.")
            further(con, file)
            return _matches(con)
    except UnreadableError as error:
        raise BackupError(str(error)) from error
    except sqlite3.Error as error:
        if is_interrupted(error):
            raise BackupError(f"{file} takes too long to check; it is not a backup.") from error
        raise BackupError(f"{file} is damaged, or not a backup: {error}.") from error


def _refuse_broken_matches(con: sqlite3.Connection, file: Path) -> None:
    """Refuse matches with a gap or an unreadable header; replay as many as there is time for."""
    names = []
    for name, text, _, count, last in con.execute(ALL):
        header = read_header(text)
        if header is None:
            raise BackupError(f"{file} is damaged: the match {name} has an unreadable header.")
        if "hall" not in header:
            raise BackupError(f"{file} holds matches of the terminal, not of a hall.")
        if count and last != count - 1:
            raise BackupError(f"{file} is damaged: entries of the match {name} are missing.")
        names.append(name)
    for row in wrong_rows(con):
        raise BackupError(f"{file} is damaged. {row.told}")
    until = monotonic() + REPLAYS
    for name in names:
        if monotonic() > until:
            return
        if fault := next(match_faults(con, name), ""):
            raise BackupError(f"{file} is damaged: the match {name} {fault}.")


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
    to_disk(target)


@contextmanager
def _exclusive(target: Path) -> Iterator[sqlite3.Connection]:
    """Open the store exclusively; refused while a hall or another process has it open."""
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


def _put(target: Path, part: Path, tell: Callable[[str], object]) -> None:
    """Put a store where there is none that can be opened; what is there is kept."""
    if any(path.exists() and path.stat().st_size for path in parts_of(target)):
        tell(f"What was there is kept as {keep_copy(target)}.")
    for path in parts_of(target)[1:]:  # the store must not meet the log of another one
        path.unlink(missing_ok=True)
    to_disk(part)
    os.replace(part, target)
    to_disk(target.parent)


def _keep_damaged(target: Path, tell: Callable[[str], object]) -> None:
    """Keep a copy of a store that is not whole, before it is replaced."""
    with _exclusive(target):
        pass  # nobody has it open, and all is in one file now
    try:
        check(target)
    except BackupError as fault:
        tell(f"{fault} It is kept as {keep_copy(target)}.")


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and os.path.samefile(one, other)


def _matches(con: sqlite3.Connection) -> int:
    with suppress(sqlite3.OperationalError):  # a file without tables
        return int(con.execute("select count(*) from match").fetchone()[0])
    return 0
