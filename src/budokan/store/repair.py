"""Repairs of a store: what can be put right without loss, and the rescue of what can be read.

A damaged store is never thrown away: it stays beside the new one under another name.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from budokan.store import doctor
from budokan.store.chains import match_faults
from budokan.store.doctor import Progress
from budokan.store.guarded import length_due, read_head, reading, refuse_other_kinds
from budokan.store.lock import HallLock
from budokan.store.retention import BELONGING
from budokan.store.schema import differences
from budokan.store.store import FILE, Store, StoreError

DOING = "budokan doctor"
NEVER_MOVED = {"schema_version", "probe", "leaving"}  # a fresh store has its own
NEEDED = {"entry", "holder"}  # without these a match is nothing; other rows only go with it
Row = tuple[Any, ...]


class Rows(NamedTuple):
    """The rows of a table that could be read, by the names of their columns."""

    columns: list[str]
    rows: list[Row]
    whole: bool  # whether the table could be read to its end


@dataclass
class Rescue:
    """What could be saved of a damaged store."""

    matches: int = 0
    lost: list[str] = field(default_factory=list)  # sentences about what could not
    kept: Path | None = None  # the damaged store
    aside: Path | None = None  # rows that belong to no match any more


def repair(folder: Path) -> list[str]:
    """Put right what can be without loss; the deeds in sentences. Refused while a hall runs."""
    with HallLock(folder, DOING):
        return list(_deeds(folder))


def compact(folder: Path) -> str:
    """Write the store anew without its free room; refused while a hall runs."""
    file = folder / FILE
    with HallLock(folder, DOING):
        refuse_other_kinds(file)
        before = file.stat().st_size
        try:
            with closing(_connect(file)) as con:
                con.execute("vacuum")
                con.execute("pragma wal_checkpoint(truncate)").fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"Cannot compact {file} ({error}); it is as it was.") from error
        return f"{file} had {before // 1000} kB and has {file.stat().st_size // 1000} kB now."


def _deeds(folder: Path) -> Iterator[str]:
    file = folder / FILE
    found = doctor.examine(folder, alone=True)
    for part in doctor.leftovers(folder):
        part.unlink(missing_ok=True)
        yield f"Removed {part}."
    if found.has("open"):
        for path in _parts(file):
            with suppress(FileNotFoundError):
                path.chmod(0o600)
        yield "Made the store readable for its owner only."
    if not found.readable:
        return
    if found.has("log"):
        yield _empty_log(file)
    if found.has("damage"):
        yield _rebuild(file)
        found = doctor.examine(folder, alone=True)
    if found.has("schema"):
        yield from _mend(file)
    if found.has("reference"):
        yield _set_rows_aside(file)


def _empty_log(file: Path) -> str:
    """Bring what can be read of the log into the store, and keep the log."""
    log = file.with_name(f"{file.name}-wal")
    kept = log.with_name(f"{log.name}.damaged-{_stamp()}")
    shutil.copy2(log, kept)
    with closing(_connect(file)) as con:
        con.execute("select count(*) from sqlite_master").fetchall()  # only now the log is read
        con.execute("pragma wal_checkpoint(truncate)").fetchall()
    return f"Saved what could be read of the log; the log as it was is {kept}."


def _mend(file: Path) -> Iterator[str]:
    """Make triggers and indexes as they should be."""
    with reading(file, doctor.HOURS) as con:
        wrong = [each for each in differences(con) if doctor.is_mendable(each)]
    doctor.mend_schema(file, wrong)
    for each in wrong:
        yield f"{'Restored' if each.ours else 'Removed'} the {each.part}."


def _set_rows_aside(file: Path) -> str:
    """Move rows that refer to nothing into a file beside the store."""
    aside = file.with_name(f"{file.name}.rows-{_stamp()}.jsonl")
    with closing(_connect(file)) as con:
        con.execute("begin immediate")
        count = _drop_dangling(con, aside)
        con.execute("commit")
    return f"Moved {count} rows that refer to nothing into {aside}."


def _drop_dangling(con: sqlite3.Connection, aside: Path) -> int:
    """Write rows that refer to nothing into a file and delete them; how many they were."""
    count, before = 0, -1
    while count > before:  # a deleted row may be what another one refers to
        before = count
        for table, where, values in _dangling(con):
            row = con.execute(f'select * from "{table}" where {where}', values).fetchone()
            if row is None:
                continue
            _note(aside, table, row)
            if table == "match":  # it lives on without the match before it
                con.execute(f"update match set rematch_of = null where {where}", values)
            else:
                _delete(con, table, where, values)
            count += 1
    return count


def _delete(con: sqlite3.Connection, table: str, where: str, values: Row) -> None:
    if table == "entry":
        con.execute("insert or ignore into leaving values(?)", values[:1])
    con.execute(f'delete from "{table}" where {where}', values)
    con.execute("delete from leaving")


def _dangling(con: sqlite3.Connection) -> list[tuple[str, str, Row]]:
    """The rows that refer to nothing: their table, and how each is found."""
    found: list[tuple[str, str, Row]] = []
    known = con.execute("pragma foreign_key_check").fetchall()
    for table, rowid, _, _ in known:
        if rowid is not None:
            found.append((table, "rowid = ?", (rowid,)))
    for table in {table for table, rowid, _, _ in known if rowid is None}:
        found += _dangling_keys(con, table)
    return found


def _dangling_keys(con: sqlite3.Connection, table: str) -> Iterator[tuple[str, str, Row]]:
    """The same for a table without row numbers, by its primary key."""
    keys = _key(con, table)
    where = " and ".join(f'"{key}" = ?' for key in keys)
    named = ", ".join(f'"{key}"' for key in keys)
    links: dict[int, tuple[str, list[str], list[str]]] = {}
    for number, _, parent, column, target, *_ in con.execute(f"pragma foreign_key_list({table})"):
        link = links.setdefault(number, (parent, [], []))
        link[1].append(column)
        link[2].append(target)
    for parent, columns, targets in links.values():
        same = " and ".join(
            f'up."{to}" = "{table}"."{of}"' for of, to in zip(columns, targets, strict=True)
        )
        there = f'select 1 from "{parent}" as up where {same}'
        asked = f'select {named} from "{table}" where not exists ({there})'
        for values in con.execute(asked).fetchall():
            yield table, where, values


def _key(con: sqlite3.Connection, table: str) -> list[str]:
    found = con.execute(f"select name, pk from pragma_table_info('{table}') where pk order by pk")
    return [name for name, _ in found]


# -- a fresh store from what can be read ----------------------------------------------------------


def _rebuild(file: Path) -> str:
    """Copy all rows into a fresh store, if every table can be read to its end."""
    fresh = _fresh(file)
    try:
        with reading(file, 100 * doctor.HOURS) as old, closing(_connect(fresh)) as new:
            new.execute("pragma foreign_keys = off")
            new.execute("begin")
            for table in _tables(new):
                rows = _scan(old, new, table)
                if not rows.whole:
                    return f"Nothing was changed: the table {table!r} cannot be read to its end."
                _insert(new, table, rows.columns, rows.rows)
            new.execute("commit")
        kept = _swap(file, fresh)
    except sqlite3.Error as error:
        return f"Nothing was changed: what can be read does not fit together ({error})."
    finally:
        _remove(fresh)
    return f"Copied everything into a fresh store; the damaged one is {kept}."


def recover(folder: Path, progress: Progress = lambda done, total: None) -> Rescue:
    """Save what can be read into a fresh store, whole matches only; the damaged one is kept."""
    file = folder / FILE
    with HallLock(folder, DOING):
        if doctor.examine(folder, alone=True).healthy:
            raise StoreError(f"{file} is well; there is nothing to recover.")
        fresh, found = _fresh(file), Rescue()
        found.aside = file.with_name(f"{file.name}.rows-{_stamp()}.jsonl")
        try:
            source = _stretched(file)
            with reading(source, 100 * doctor.HOURS) as old, closing(_connect(fresh)) as new:
                new.execute("pragma foreign_keys = off")
                new.execute("begin")
                _recover_matches(old, new, found, progress)
                _recover_rest(old, new, found)
                _drop_dangling(new, found.aside)
                new.execute("commit")
            found.kept = _swap(file, fresh)
        except sqlite3.Error as error:
            raise StoreError(
                f"Nothing can be read of {file} ({error}); restore a backup with budokan restore "
                "--force."
            ) from error
        finally:
            _remove(fresh)
            _remove(_copy_of(file))
        if not found.aside.exists():
            found.aside = None
        return found


def _recover_matches(
    old: sqlite3.Connection, new: sqlite3.Connection, found: Rescue, progress: Progress
) -> None:
    columns, rows = _all_matches(old, new)
    if not _scan(old, new, "match").whole:
        found.lost.append("Some matches cannot be read at all.")
    belonging = [(table, column) for table, column in new.execute(BELONGING).fetchall()]
    for number, (_, row) in enumerate(sorted(rows.items())):
        progress(number, len(rows))
        name = dict(zip(columns, row, strict=True))["id"]
        new.execute("savepoint match")
        fault = _copy_match(old, new, belonging, columns, row)
        if fault:
            new.execute("rollback to match")
            found.lost.append(f"The match {name} {fault}.")
            assert found.aside is not None
            _note(found.aside, "match", row)
            _note_rest(old, found.aside, belonging, name)
        else:
            found.matches += 1
        new.execute("release match")


def _copy_match(
    old: sqlite3.Connection,
    new: sqlite3.Connection,
    belonging: Iterable[tuple[str, str]],
    columns: list[str],
    row: Row,
) -> str:
    """Copy a match with all its rows; what is wrong with it, or ''."""
    name = dict(zip(columns, row, strict=True))["id"]
    try:
        _insert(new, "match", columns, [row])
    except sqlite3.Error as error:
        return f"cannot be saved ({error})"
    for table, column in belonging:
        try:
            shared = _shared_columns(old, new, table)
            if shared:
                asked = f'select {_listed(shared)} from "{table}" where "{column}" = ?'
                _insert(new, table, shared, old.execute(asked, (name,)).fetchall())
        except (sqlite3.Error, OverflowError) as error:
            if table in NEEDED:
                return f"cannot be read whole ({error})"
    return next(match_faults(new, name), "")


def _all_matches(
    old: sqlite3.Connection, new: sqlite3.Connection
) -> tuple[list[str], dict[int, Row]]:
    """Every row of the table of matches that can be read, by its number."""
    columns = _shared_columns(old, new, "match")
    asked = f"select rowid, {_listed(columns)} from match not indexed"
    found = {row[0]: row[1:] for row in _until_error(old, f"{asked} order by rowid")}
    found |= {row[0]: row[1:] for row in _until_error(old, f"{asked} order by rowid desc")}
    for number in range(1, max(found, default=0)):  # those between two damaged pages
        if number not in found:
            found |= {
                row[0]: row[1:] for row in _until_error(old, f"{asked} where rowid = {number}")
            }
    return columns, found


def _recover_rest(old: sqlite3.Connection, new: sqlite3.Connection, found: Rescue) -> None:
    """The tables whose rows do not belong to a match."""
    of_matches = {"match", *(table for table, _ in new.execute(BELONGING).fetchall())}
    for table in _tables(new):
        if table in of_matches:
            continue
        rows = _scan(old, new, table)
        _insert(new, table, rows.columns, rows.rows)
        if not rows.whole:
            found.lost.append(f"Some rows of the table {table!r} cannot be read.")


def _scan(old: sqlite3.Connection, new: sqlite3.Connection, table: str) -> Rows:
    """The rows of a table, without the help of its indexes."""
    columns = _shared_columns(old, new, table)
    rows: list[Row] = []
    if not columns:  # an earlier version had no such table
        return Rows(columns, rows, True)
    try:
        for row in old.execute(f'select {_listed(columns)} from "{table}" not indexed'):
            rows.append(row)
    except (sqlite3.Error, OverflowError):
        return Rows(columns, rows, False)
    return Rows(columns, rows, True)


def _until_error(con: sqlite3.Connection, asked: str) -> Iterator[Row]:
    with suppress(sqlite3.Error, OverflowError):
        yield from con.execute(asked)


def _shared_columns(old: sqlite3.Connection, new: sqlite3.Connection, table: str) -> list[str]:
    asked = f'pragma table_info("{table}")'
    known = {name for _, name, *_ in old.execute(asked)}
    return [name for _, name, *_ in new.execute(asked) if name in known]


def _listed(columns: Iterable[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _insert(con: sqlite3.Connection, table: str, columns: list[str], rows: list[Row]) -> None:
    if columns:
        places = ", ".join("?" * len(columns))
        sql = f'insert into "{table}"({_listed(columns)}) values({places})'
        con.executemany(sql, rows)


def _tables(con: sqlite3.Connection) -> list[str]:
    asked = "select name from sqlite_master where type = 'table' and name not glob 'sqlite_*'"
    return [name for (name,) in con.execute(asked) if name not in NEVER_MOVED]


# -- files ----------------------------------------------------------------------------------------


def _fresh(file: Path) -> Path:
    """An empty store beside a damaged one."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    _remove(part)
    Store(part).close()
    return part


def _stretched(file: Path) -> Path:
    """A copy of full length of a store that was cut short, as SQLite reads no shorter one."""
    due = length_due(read_head(file))
    if file.stat().st_size >= due or not due:
        return file
    copy = _copy_of(file)
    shutil.copy2(file, copy)
    os.truncate(copy, due)
    return copy


def _copy_of(file: Path) -> Path:
    return file.with_name(f".{file.name}-copy.{os.getpid()}.part")


def _swap(file: Path, fresh: Path) -> Path:
    """Put a fresh store in the place of a damaged one, which gets another name."""
    with closing(_connect(fresh)) as con:
        if con.execute("pragma integrity_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("the copy is not whole")
        con.execute("pragma journal_mode = delete")
    kept = file.with_name(f"{file.name}.damaged-{_stamp()}")
    _, log, memory = _parts(file)
    shutil.copy2(file, kept)
    if log.exists() and log.stat().st_size:
        shutil.copy2(log, f"{kept}-wal")
    for path in (log, memory):  # before the new store: it must not meet the old one's log
        path.unlink(missing_ok=True)
    os.replace(fresh, file)
    return kept


def _remove(part: Path) -> None:
    for path in _parts(part):
        path.unlink(missing_ok=True)


def _parts(file: Path) -> list[Path]:
    return [file.with_name(f"{file.name}{ending}") for ending in ("", "-wal", "-shm")]


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=1.0, isolation_level=None)


def _note(aside: Path, table: str, row: Row) -> None:
    """Keep a row in a file that only the owner can read."""
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(handle, "a", encoding="utf-8") as file:
        file.write(json.dumps({"table": table, "row": row}, default=repr) + "\n")


def _note_rest(
    old: sqlite3.Connection, aside: Path, belonging: Iterable[tuple[str, str]], name: str
) -> None:
    """Keep what can be read of the rows of a match that is lost."""
    for table, column in belonging:
        with suppress(sqlite3.Error, OverflowError):
            for row in old.execute(f'select * from "{table}" where "{column}" = ?', (name,)):
                _note(aside, table, row)


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
