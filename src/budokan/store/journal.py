"""SQLite's rollback journal: what a process leaves that was killed while it replaced a store.

The journal has the pages as they were. SQLite puts them back when somebody opens the store for
writing; until then nobody can trust what stands in the file.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from budokan.kit.errors import Refusal
from budokan.store.files import name_beside

MAGIC = bytes.fromhex("d9d505f920a163d7")


class UnreadableError(Refusal):
    """A file that is no store, or cannot be read."""


class HalfWrittenError(UnreadableError):
    """A store with a journal: a change of it was interrupted."""


def journal_of(file: Path) -> Path:
    return file.with_name(f"{file.name}-journal")


def refuse_half_written(file: Path) -> None:
    """Refuse a file with pages in a journal that belong into it."""
    if begin := _beginning(file):
        journal = journal_of(file)
        if begin == MAGIC:
            told = f"{file} is half written; its journal {journal.name} has the pages as they were."
        else:
            told = f"{file} has a journal that is garbage, {journal.name}."
        raise HalfWrittenError(told)


def settle(file: Path) -> str:
    """Put the pages of a journal back, or put garbage aside; the deed, or '' if there is none.

    The caller holds the lock of the folder.
    """
    begin, journal = _beginning(file), journal_of(file)
    if not begin:
        return ""
    if begin != MAGIC:
        kept = name_beside(journal, "damaged")
        os.replace(journal, kept)
        return f"Put the garbage journal of {file} aside, as {kept}."
    with closing(sqlite3.connect(file, timeout=1.0, isolation_level=None)) as con:
        con.execute("select count(*) from sqlite_master").fetchall()  # SQLite does it now
    return f"Put {file} back as it was before a change that was interrupted."


def _beginning(file: Path) -> bytes:
    """How a journal begins that SQLite would use; b'' without one."""
    try:
        if not (file.stat().st_size and journal_of(file).is_file()):
            return b""
        with journal_of(file).open("rb") as journal:
            begin = journal.read(len(MAGIC))
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise UnreadableError(f"Cannot read {journal_of(file)}: {error.strerror}.") from error
    return begin if any(begin[:1]) else b""
