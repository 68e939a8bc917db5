"""Repairs of a store: what can be put right without loss, and the rescue of what can be read.

A damaged store is never thrown away: it stays beside the new one under another name.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Container, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from budokan.store import doctor
from budokan.store.chains import LOST, lost_matches, match_faults
from budokan.store.doctor import Progress
from budokan.store.files import (
    copy_whole,
    give_open_file_to_owner,
    give_to_owner,
    keep_copy,
    name_beside,
    parts_of,
    reason_of,
    remove,
    to_disk,
)
from budokan.store.guarded import (
    ForeignError,
    LengthError,
    NewerError,
    length_due,
    read_head,
    reading,
    refuse_foreign,
    refuse_no_file,
    refuse_other_kinds,
)
from budokan.store.journal import UnreadableError, settle
from budokan.store.lock import HallLock
from budokan.store.retention import APPLICATION, BELONGING
from budokan.store.schema import differences
from budokan.store.store import FILE, Store, StoreError
from budokan.store.values import wrong_rows

DOING = "budokan doctor"
MOST = 1 << 40  # bytes of a store; more stands only in a damaged header
NEVER_MOVED = {"schema_version", "probe", "leaving"}  # a fresh store has its own
NEEDED = {"entry", "holder"}  # without these a match is nothing; other rows only go with it
NEEDED_COLUMNS = {
    "match": {"id", "header", "created", "acting"},
    "entry": {"match", "ply", "seat", "action"},
}
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
    total: int = 0  # matches that were there
    lost: list[str] = field(default_factory=list)  # sentences about what could not
    kept: Path | None = None  # the damaged store
    aside: Path | None = None  # rows that belong to no match any more


def repair(folder: Path) -> list[str]:
    """Put right what can be without loss; the deeds in sentences. Refused while a hall runs."""
    _refuse_no_store(folder)
    done: list[str] = []
    with HallLock(folder, DOING):
        try:
            for deed in _deeds(folder):
                done.append(deed)
        except (OSError, sqlite3.Error) as error:
            done.append(f"The repair could not go on ({reason_of(error)}); nothing is half done.")
    return done


def compact(folder: Path) -> str:
    """Write the store anew without its free room; refused while a hall runs."""
    file = folder / FILE
    _refuse_no_store(folder)
    with HallLock(folder, DOING):
        refuse_other_kinds(file)
        before = file.stat().st_size
        try:
            with closing(_connect(file)) as con:
                con.execute("vacuum")
                con.execute("pragma wal_checkpoint(truncate)").fetchall()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"Cannot compact {file} ({reason_of(error)}); it is as it was."
            ) from error
        return f"{file} had {before // 1000} kB and has {file.stat().st_size // 1000} kB now."


def _refuse_no_store(folder: Path) -> None:
    """Refuse a wrong folder before anything is made there."""
    file = folder / FILE
    if not file.exists() and not file.is_symlink():
        raise StoreError(f"There is no store in {folder}; name the folder of a hall with --data.")
    refuse_no_file(file)


def _deeds(folder: Path) -> Iterator[str]:
    file = folder / FILE
    for part in doctor.leftovers(folder):
        part.unlink(missing_ok=True)
        yield f"Removed {part}."
    if deed := settle(file):
        yield deed
    found = doctor.examine(folder, alone=True)
    if found.has("open"):
        for path in parts_of(file):
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
    if found.has("reference") or found.has("value"):
        yield _set_rows_aside(file)


def _empty_log(file: Path) -> str:
    """Bring what can be read of the log into the store, and keep the log."""
    log = file.with_name(f"{file.name}-wal")
    kept = name_beside(log, "damaged")
    copy_whole(log, kept)
    with closing(_connect(file)) as con:
        con.execute("select count(*) from sqlite_master").fetchall()  # only now the log is read
        con.execute("pragma wal_checkpoint(truncate)").fetchall()
    return f"Saved what could be read of the log; the log as it was is {kept}."


def _mend(file: Path) -> Iterator[str]:
    """Make triggers and indexes as they should be, if all tables are."""
    with reading(file, doctor.HOURS) as con:
        wrong = differences(con)
    if not all(map(doctor.is_mendable, wrong)):
        return
    doctor.mend_schema(file, wrong)
    for each in wrong:
        yield f"{'Restored' if each.ours else 'Removed'} the {each.part}."


def _rows_beside(file: Path) -> Path:
    """A new file for rows that are taken out of a store."""
    found = name_beside(file, "rows")
    return found.with_name(f"{found.name}.jsonl")


def _set_rows_aside(file: Path) -> str:
    """Move rows that cannot be read or refer to nothing into a file beside the store."""
    aside = _rows_beside(file)
    with closing(_connect(file)) as con:
        con.execute("begin immediate")
        count = _drop_wrong(con, aside) + _drop_dangling(con, aside, lost_matches(con))
        if count:
            to_disk(aside)
        con.execute("commit")
    return f"Moved {'1 row' if count == 1 else f'{count} rows'} into {aside}."


def _drop_wrong(con: sqlite3.Connection, aside: Path) -> int:
    """Write rows that a hall cannot read into a file and delete them; how many they were."""
    count = 0
    for wrong in list(wrong_rows(con)):
        for row in con.execute(f'select * from "{wrong.table}" where {wrong.where}', wrong.given):
            _note(aside, wrong.table, row)
        dropped = con.execute(f'delete from "{wrong.table}" where {wrong.where}', wrong.given)
        count += dropped.rowcount
    return count


def _drop_dangling(con: sqlite3.Connection, aside: Path, spared: Container[str] = ()) -> int:
    """Write rows that refer to nothing into a file and delete them; how many they were.

    Rows of the spared matches stay.
    """
    count, before = 0, -1
    while count > before:  # a deleted row may be what another one refers to
        before = count
        for table, where, values in _dangling(con):
            found = con.execute(f'select * from "{table}" where {where}', values)
            row = found.fetchone()
            names = [name for name, *_ in found.description]
            if row is None or ("match" in names and row[names.index("match")] in spared):
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
        remove(fresh)
    return f"Copied everything into a fresh store; the damaged one is {kept}."


def recover(folder: Path, progress: Progress = lambda done, total: None) -> Rescue:
    """Save what can be read into a fresh store, whole matches only; the damaged one is kept."""
    file = folder / FILE
    _refuse_no_store(folder)
    with HallLock(folder, DOING):
        try:
            settle(file)
            return _recover(file, progress)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"Nothing can be saved of {file} ({reason_of(error)}); it is as it was. Restore a "
                "backup with budokan restore --force."
            ) from error
        finally:
            remove(_part_of(file))
            remove(_copy_of(file))


def _recover(file: Path, progress: Progress) -> Rescue:
    _refuse_hopeless(file)
    if doctor.examine(file.parent, alone=True).healthy:
        raise StoreError(f"{file} is well; there is nothing to recover.")
    fresh, found = _fresh(file), Rescue()
    found.aside = _rows_beside(file)
    source = _stretched(file)
    with reading(source, 100 * doctor.HOURS) as old, closing(_connect(fresh)) as new:
        _refuse_without_matches(old, file)
        new.execute("pragma foreign_keys = off")
        new.execute("begin")
        _recover_matches(old, new, found, progress)
        _recover_rest(old, new, found)
        _drop_wrong(new, found.aside)
        _drop_dangling(new, found.aside)
        new.execute("commit")
    if found.aside.exists():
        to_disk(found.aside)
    else:
        found.aside = None
    found.kept = _swap(file, fresh)
    return found


def _refuse_hopeless(file: Path) -> None:
    """Refuse a file of something else, or one in which nothing can be read."""
    try:
        with suppress(LengthError):  # such a store can be read all the same
            refuse_other_kinds(file)
    except UnreadableError as refusal:
        raise StoreError(
            f"{refusal} Nothing can be recovered; restore a backup (budokan restore --force)."
        ) from refusal


def _refuse_without_matches(old: sqlite3.Connection, file: Path) -> None:
    """Refuse a database of something else, and the store of a newer Budokan."""
    try:
        refuse_foreign(old, file)
    except NewerError:
        raise
    except ForeignError:
        application = old.execute("pragma application_id").fetchone()[0]
        if application not in (0, APPLICATION):
            raise
        for table, columns in NEEDED_COLUMNS.items():
            if not columns <= {name for _, name, *_ in old.execute(f"pragma table_info({table})")}:
                raise
    except UnreadableError:  # it only does not say its version
        pass


def _recover_matches(
    old: sqlite3.Connection, new: sqlite3.Connection, found: Rescue, progress: Progress
) -> None:
    columns, rows = _all_matches(old, new)
    if not _scan(old, new, "match").whole:
        found.lost.append("Some matches cannot be read at all.")
    belonging = [(table, column) for table, column in new.execute(BELONGING).fetchall()]
    missing = [str(name) for (name,) in _until_error(old, LOST)]
    found.total = len(rows) + len(missing)
    for name in missing:
        found.lost.append(f"The match {name} has lost its row.")
        assert found.aside is not None
        _note_rest(old, found.aside, belonging, name)
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
    part = _part_of(file)
    remove(part)
    Store(part).close()
    give_to_owner(part)
    return part


def _part_of(file: Path) -> Path:
    return file.with_name(f".{file.name}.{os.getpid()}.part")


def _stretched(file: Path) -> Path:
    """A copy of full length of a store that was cut short, as SQLite reads no shorter one."""
    due = length_due(read_head(file))
    if not file.stat().st_size < due <= MOST:
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
    kept = keep_copy(file)
    for path in parts_of(file)[1:]:  # before the new store: it must not meet the old one's log
        path.unlink(missing_ok=True)
    os.replace(fresh, file)
    to_disk(file.parent)
    return kept


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=1.0, isolation_level=None)


def _note(aside: Path, table: str, row: Row) -> None:
    """Keep a row in a file that only the owner can read."""
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    give_open_file_to_owner(handle, aside.parent)
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
