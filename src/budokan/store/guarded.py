"""Files that nobody trusts yet: what they are, and a connection that only reads, within limits."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from budokan.store.journal import UnreadableError, refuse_half_written
from budokan.store.retention import APPLICATION
from budokan.store.schema import MIGRATIONS, Difference, Part, differences, parts, version_of

MAGIC = b"SQLite format 3\0"
HEAD = 100  # bytes of the header of a file
STEPS = 10_000  # of SQLite's machine between two looks at the time
WAIT = 10.0  # seconds for a hall that is writing
READING = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_TRANSACTION,
}
PRAGMAS = {
    "application_id",
    "foreign_key_check",
    "foreign_key_list",
    "freelist_count",
    "integrity_check",
    "page_count",
    "page_size",
    "quick_check",
    "table_info",
}
FUNCTIONS = {"coalesce", "count", "glob", "json_extract", "json_valid", "max", "min", "typeof"}
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 64 * 1024 * 1024,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 200,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 10,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}


class ForeignError(UnreadableError):
    """A file of something else."""


class NewerError(UnreadableError):
    """A store that a newer Budokan wrote."""


class LengthError(UnreadableError):
    """A file that is shorter or longer than its header says."""


def refuse_other_kinds(file: Path) -> None:
    """Refuse what is not an SQLite file of full length; a pipe or a device is not even opened."""
    size = refuse_no_file(file)
    refuse_half_written(file)
    head = read_head(file)
    if not head:
        raise UnreadableError(f"{file} is empty.")
    if not head.startswith(MAGIC) or len(head) < HEAD:
        raise ForeignError(f"{file} is not a store of Budokan: it is no SQLite file.")
    _refuse_wrong_length(file, head, size)


def refuse_no_file(file: Path) -> int:
    """Refuse what is missing or no plain file, without opening it; the length of the file."""
    try:
        known = os.stat(file)
    except FileNotFoundError:
        raise UnreadableError(f"There is no file {file}.") from None
    except OSError as error:
        raise UnreadableError(f"Cannot read {file}: {error.strerror}.") from error
    if stat.S_ISDIR(known.st_mode):
        raise UnreadableError(f"{file} is a folder, not a file.")
    if not stat.S_ISREG(known.st_mode):
        raise UnreadableError(f"{file} is a pipe or a device, not a file.")
    return known.st_size


def read_head(file: Path) -> bytes:
    """The first bytes of a file."""
    try:
        with file.open("rb") as opened:
            return opened.read(HEAD)
    except OSError as error:
        raise UnreadableError(f"Cannot read {file}: {error.strerror}.") from error


def _refuse_wrong_length(file: Path, head: bytes, size: int) -> None:
    """Compare the length with the header, unless a log beside the file tells a newer one."""
    log = file.with_name(f"{file.name}-wal")
    if head[24:28] != head[92:96] or (log.exists() and log.stat().st_size):
        return
    due = length_due(head)
    if size < due:
        raise LengthError(f"{file} is damaged: it was cut short, {size} of {due} bytes.")
    if size > due:
        raise LengthError(f"{file} is damaged: it has {size} bytes, {due} by its header.")


def length_due(head: bytes) -> int:
    """The bytes that a file must have by its header."""
    page = int.from_bytes(head[16:18])
    return int.from_bytes(head[28:32]) * (65536 if page == 1 else page)


@contextmanager
def reading(file: Path, seconds: float) -> Iterator[sqlite3.Connection]:
    """A connection to a file that may hold anything: it only reads, and its time is limited."""
    uri = f"{file.resolve().as_uri()}?mode=ro"
    con = sqlite3.connect(uri, uri=True, timeout=WAIT, isolation_level=None)
    try:
        con.execute("pragma cell_size_check = on")
        con.execute("pragma query_only = on")
        for limit, most in LIMITS.items():
            con.setlimit(limit, most)
        con.set_authorizer(_authorize)
        until = monotonic() + seconds
        con.set_progress_handler(lambda: monotonic() > until, STEPS)
        yield con
    finally:
        con.close()


def _authorize(action: int, one: str | None, two: str | None, *_: str | None) -> int:
    """Allow reading with few functions; SQLite's own distrust of a schema refuses our indexes."""
    allowed = (
        action in READING
        or (action == sqlite3.SQLITE_PRAGMA and one in PRAGMAS)
        or (action == sqlite3.SQLITE_FUNCTION and two in FUNCTIONS)
    )
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def refuse_foreign(con: sqlite3.Connection, file: Path) -> list[Difference]:
    """Refuse a database of something else and one of a newer Budokan; what else is different."""
    version, found = version_of(con), parts(con)
    application = con.execute("pragma application_id").fetchone()[0]
    if not version and Part("table", "schema_version") in found:
        raise UnreadableError(f"{file} is damaged: it does not say its version.")
    if application not in (0, APPLICATION) or not version:
        what = "it is empty" if not found else "it is a database of something else"
        raise ForeignError(f"{file} is not a store of Budokan: {what}.")
    if version > len(MIGRATIONS):
        raise NewerError(f"{file} was written by a newer Budokan; install that one.")
    return differences(con)


def is_interrupted(error: sqlite3.Error) -> bool:
    """Whether a query was stopped because its time was over."""
    return getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT
