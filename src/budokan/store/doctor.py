"""The doctor: what is wrong with the store of a folder, and what to do about each thing."""

import logging
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from budokan.kit import card_file
from budokan.kit.errors import Refusal
from budokan.store import lock
from budokan.store.chains import lost_matches, match_faults
from budokan.store.files import parts_of
from budokan.store.guarded import (
    ForeignError,
    NewerError,
    is_interrupted,
    reading,
    refuse_foreign,
    refuse_other_kinds,
)
from budokan.store.journal import HalfWrittenError, settle
from budokan.store.schema import Difference, has_table, of_matches
from budokan.store.store import FILE, PRIMARY_CODE, Store, StoreError
from budokan.store.values import wrong_rows
from budokan.store.write_log import log_fault

LOG = logging.getLogger("budokan.hall")
Progress = Callable[[int, int], None]

PARTS = {"part", "part-wal", "part-shm", "part-journal"}  # how files end that are made meanwhile
LOW_SPACE = 64 * 1024 * 1024  # bytes on the disk
HOURS = 3600.0
START = 2.0  # seconds for the check of a hall that opens
MANY = 20  # lines of damage that are told
SEE = "run budokan doctor, which says what can be done"
FROM_BACKUP = "Restore a backup (budokan restore --force), or save what can be read with --recover."
RECOVER = "Save what can be read with --recover, or restore a backup (budokan restore --force)."
REPAIR = "Repair it with --repair; nothing is lost."
DAMAGE_TODO = (
    "Try --repair, which copies everything that can be read into a fresh store and keeps this one; "
    "if something cannot be read it changes nothing. Then --recover saves the rest, or restore a "
    "backup (budokan restore --force)."
)
MATCH_TODO = "For this match restore a backup, or put it aside with --recover."
LOST_TODO = (
    "Restore a backup to have it again (budokan restore --force), or put what is left of it into a "
    "file with --recover."
)
EMPTY = "Restore a backup (budokan restore), or delete it: the hall makes a new one."
HALF_WRITTEN = "Repair it with --repair: the change is undone, garbage is put aside."
FOREIGN = "Name the folder of a hall with --data, or restore a backup (budokan restore --force)."
ASIDE = "Repair it with --repair; the rows are kept in a file beside the store."


class Finding(NamedTuple):
    """Something that is wrong."""

    kind: str  # for programs
    told: str
    todo: str
    repairs: bool = False  # whether --repair puts it right without loss


@dataclass
class Diagnosis:
    """What the doctor found."""

    file: Path
    findings: list[Finding] = field(default_factory=list)
    readable: bool = True
    matches: int = 0
    entries: int = 0
    in_use: bool = False  # a hall runs on it
    size: int = 0
    free: int = 0

    @property
    def healthy(self) -> bool:
        return not self.findings

    def has(self, kind: str) -> bool:
        return any(finding.kind == kind for finding in self.findings)


def examine(
    folder: Path, progress: Progress = lambda done, total: None, *, alone: bool = False
) -> Diagnosis:
    """Everything that is wrong with the store of a folder; nothing there is changed.

    `alone` says that the caller holds the lock of the folder.
    """
    file = folder / FILE
    found = Diagnosis(file, in_use=not alone and lock.is_held(folder))
    if not file.exists() and not file.is_symlink():
        found.readable = False
        todo = "Name the folder of a hall with --data."
        found.findings.append(Finding("none", f"There is no store in {folder}.", todo))
        return found
    found.findings += _file_findings(folder, found.in_use)
    try:
        refuse_other_kinds(file)
        found.size, found.free = file.stat().st_size, shutil.disk_usage(folder).free
        with reading(file, 100 * HOURS) as con:
            found.findings += _content_findings(con, file, progress, found)
    except HalfWrittenError as error:
        found.readable = False
        if found.in_use:
            told, todo = f"{file} is being written just now.", "Try again when that is done."
            found.findings.append(Finding("busy", told, todo))
        else:
            found.findings.append(Finding("journal", str(error), HALF_WRITTEN, True))
    except NewerError as newer:
        found.readable = False
        found.findings.append(Finding("newer", str(newer), "Install the newer Budokan."))
    except ForeignError as foreign:
        found.readable = False
        found.findings.append(Finding("foreign", str(foreign), FOREIGN))
    except Refusal as refusal:
        found.readable = False
        found.findings.append(Finding("unreadable", str(refusal), _todo_for(file)))
    except (OSError, sqlite3.Error) as error:
        found.readable = False
        if _lacks_room(error, folder):
            told, todo = f"{file} cannot be read on a full disk: {error}.", "Make room first."
        else:
            told, todo = f"{file} is damaged: {error}.", FROM_BACKUP
        found.findings.append(Finding("unreadable", told, todo))
    return found


def check_at_start(folder: Path) -> None:
    """Refuse to open a hall on a damaged store; a quick check, whatever its size."""
    file = folder / FILE
    if file.exists():
        try:
            if deed := settle(file):
                LOG.warning("%s", deed)
            told = _damage_at_start(file)
        except sqlite3.Error as error:
            if _lacks_room(error, folder):
                raise StoreError(f"Cannot open {file} on a full disk: {error}.") from error
            told = str(error)
        except NewerError as newer:
            raise StoreError(f"Cannot open the store: {newer}") from newer
        except (Refusal, OSError) as error:
            raise StoreError(f"Cannot open the store: {str(error).rstrip('.')}; {SEE}.") from error
        if told:
            raise StoreError(f"The store {file} is damaged ({told.rstrip('.')}); {SEE}.")
    Store(file).close()  # one that cannot be opened is refused before the hall starts
    if told := _space_fault(folder):
        LOG.warning("%s Without room no move can be saved.", told)


def _damage_at_start(file: Path) -> str:
    """What is wrong with a store and cannot be put right at once, or ''."""
    refuse_other_kinds(file)
    with reading(file, HOURS) as con:
        wrong = refuse_foreign(con, file)
    with reading(file, START) as con:
        told = next(_damage(con, quick=True), "")
    lost = [each for each in wrong if not is_mendable(each)]
    told = told or (str(lost[0]) if lost else "")
    if wrong and not told:
        mend_schema(file, wrong)
    return told


def is_mendable(wrong: Difference) -> bool:
    """Whether a part can be made anew without loss: it holds nothing of its own."""
    return wrong.part.kind in ("trigger", "index", "view")


def mend_schema(file: Path, wrong: list[Difference]) -> None:
    """Make triggers and indexes as ours are, and remove those that we do not have."""
    with closing(sqlite3.connect(file, isolation_level=None)) as con:
        con.execute("begin immediate")
        for each in filter(is_mendable, wrong):
            con.execute(f'drop {each.part.kind} if exists "{each.part.name}"')
            if each.ours:
                con.execute(each.ours)
        con.execute("commit")


# -- the files ------------------------------------------------------------------------------------


def _file_findings(folder: Path, in_use: bool) -> Iterator[Finding]:
    file = folder / FILE
    for path in parts_of(file):
        if path.exists() and os.name == "posix" and path.stat().st_mode & 0o077:
            told = f"Others on this machine can read {path}, which has hands and seeds in it."
            yield Finding("open", told, REPAIR, True)
    for part in leftovers(folder):
        told = f"{part} is left over from a backup or a repair that was interrupted."
        yield Finding("leftover", told, REPAIR, True)
    if not in_use and (fault := log_fault(folder / f"{FILE}-wal")):
        yield Finding(
            "log", fault, "Repair it with --repair; the log is kept beside the store.", True
        )
    if told := _space_fault(folder):
        yield Finding("space", told, "Make room: without it no move can be saved.")


def _space_fault(folder: Path) -> str:
    free = shutil.disk_usage(folder).free
    return f"Only {free // 2**20} MB are free on the disk of {folder}." if free < LOW_SPACE else ""


def _lacks_room(error: Exception, folder: Path) -> bool:
    """Whether something failed because the disk is full: even reading needs some room."""
    code = getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE
    return code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL) and bool(_space_fault(folder))


def leftovers(folder: Path) -> list[Path]:
    """Files that a backup, a restore or a repair made for the time of its work, and left."""
    found = []
    for path in folder.glob(".*.part*"):
        *_, process, part = path.name.split(".")
        if part in PARTS and process.isdecimal() and not _runs(int(process)):
            found.append(path)
    return sorted(found)


def _runs(process: int) -> bool:
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _todo_for(file: Path) -> str:
    try:
        mode = file.stat().st_mode
    except OSError:
        return "Look at the file and its folder."
    if not os.access(file, os.R_OK):
        return "Run the doctor as the user of the hall, or give that user the file back."
    if stat.S_ISREG(mode) and not file.stat().st_size:
        return EMPTY
    return FROM_BACKUP if stat.S_ISREG(mode) else "Name the folder of a hall with --data."


# -- the content ----------------------------------------------------------------------------------


def _content_findings(
    con: sqlite3.Connection, file: Path, progress: Progress, found: Diagnosis
) -> Iterator[Finding]:
    wrong = refuse_foreign(con, file)
    mendable = all(map(is_mendable, wrong))
    yield from (_schema_finding(each, mendable=mendable) for each in wrong)
    broken = list(_damage(con))
    for told in broken:
        yield Finding("damage", f"{file} is damaged: {told.rstrip('.')}.", DAMAGE_TODO)
    if broken or not mendable:
        return  # what else is found would be a consequence
    yield from reference_findings(con)
    for row in wrong_rows(con):
        yield Finding("value", row.told, ASIDE, True)
    yield from _card_findings(con)
    names = [name for (name,) in con.execute("select id from match order by rowid")]
    found.matches = len(names)
    found.entries = con.execute("select count(*) from entry").fetchone()[0]
    for number, name in enumerate(names):
        progress(number, len(names))
        for fault in match_faults(con, name):
            yield Finding("match", f"The match {name} {fault}.", MATCH_TODO)


def _schema_finding(wrong: Difference, *, mendable: bool) -> Finding:
    told = str(wrong)
    told = f"{told[0].upper()}{told[1:]}."
    if mendable:
        return Finding("schema", told, REPAIR, True)
    return Finding("schema", told, RECOVER)


def _damage(con: sqlite3.Connection, *, quick: bool = False) -> Iterator[str]:
    """What SQLite says of its pages; with `quick`, what it finds in the time it has."""
    try:
        for (line,) in con.execute(f"pragma {'quick' if quick else 'integrity'}_check({MANY})"):
            if line != "ok":
                yield " ".join(str(line).replace("*** in database main ***", "").split())
    except sqlite3.Error as error:
        if not (quick and is_interrupted(error)):
            yield str(error)


def reference_findings(con: sqlite3.Connection) -> Iterator[Finding]:
    """Matches that have lost their row, and rows that refer to others which do not exist."""
    counts: dict[tuple[str, str], int] = {}
    for table, _, parent, _ in con.execute("pragma foreign_key_check"):
        counts[table, parent] = counts.get((table, parent), 0) + 1
    belonging = of_matches(con)
    for name in lost_matches(con):
        left = 0
        for table, column in belonging:
            asked = f'select count(*) from "{table}" where "{column}" = ?'
            found = con.execute(asked, (name,)).fetchone()[0]
            counts[table, "match"] = counts.get((table, "match"), 0) - found
            left += found
        told = f"The match {name} has lost its row; {_rows(left)} of it {_is(left)} left."
        yield Finding("lost", told, LOST_TODO)
    for (table, parent), count in counts.items():
        if count > 0:
            refers = "refers" if count == 1 else "refer"
            told = f"{_rows(count)} of the table {table!r} {refers} to nothing in {parent!r}."
            yield Finding("reference", told, ASIDE, True)


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count} rows"


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _card_findings(con: sqlite3.Connection) -> Iterator[Finding]:
    if not has_table(con, "card_file"):
        return
    for game, found, title, text in con.execute("select game, hash, title, cards from card_file"):
        try:
            same = card_file.digest(card_file.parse(text.encode())) == found
        except (Refusal, ValueError):
            same = False
        if not same:
            told = f"The card file {title!r} ({game}, {found}) is not what was kept under its hash."
            yield Finding("cards", told, "Upload it again, or restore a backup.")
