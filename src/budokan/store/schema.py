"""The tables of the store, as migrations."""

import re
import sqlite3
from contextlib import closing
from typing import NamedTuple

from budokan.store import cards, clocks, job_results, results, retention, shown, visitors

# Never edit a released migration; add one.
MIGRATIONS = (
    """
    create table match(
        id text primary key, header text not null, created text not null,
        rematch_of text unique references match(id), acting text not null);
    create table entry(
        match text not null references match(id), ply integer not null,
        seat text not null, action text not null, primary key(match, ply)) without rowid;
    create table holder(
        match text not null references match(id), seat integer not null,
        visitor text not null, sat integer not null, primary key(match, seat));
    create index holder_visitor on holder(visitor);
    create trigger entry_stays before update on entry
        begin select raise(abort, 'an entry is never changed'); end;
    create trigger entry_remains before delete on entry
        begin select raise(abort, 'an entry is never deleted'); end;
    """,
    results.TABLES,
    "alter table holder add column bits text not null default '';",
    clocks.TABLES,
    clocks.EASED,
    shown.TABLES,
    clocks.MOVES,
    cards.TABLES,
    job_results.TABLES,
    visitors.TABLES,
    retention.TABLES,
)


OBJECTS = "select type, name, sql from sqlite_master where name not glob 'sqlite_*'"
KINDS = ("table", "view", "trigger", "index")  # the most telling first
CREATE_VERSION = "create table if not exists schema_version(version integer not null)"
SCHEMA_VERSION = "CREATE TABLE schema_version(version integer not null)"  # as it is kept


class Part(NamedTuple):
    """A table, index, trigger or view of a file."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name!r}"


class Difference(NamedTuple):
    """A part that a file has otherwise than our stores of its version."""

    part: Part
    ours: str  # how it is made in our stores; '' if they have no such part
    found: str  # how it was made in the file; '' if it is missing

    def __str__(self) -> str:
        if not self.found:
            return f"the {self.part} is missing"
        return f"the {self.part} is {'changed' if self.ours else 'foreign'}"


def version_of(con: sqlite3.Connection) -> int:
    """The version of a file's schema; 0 if it is none of ours."""
    if parts(con).get(Part("table", "schema_version")) != SCHEMA_VERSION:
        return 0
    return int(con.execute("select coalesce(max(version), 0) from schema_version").fetchone()[0])


def parts(con: sqlite3.Connection) -> dict[Part, str]:
    """What a file is made of, and the text that made each part."""
    return {Part(kind, name): _plain(sql or "") for kind, name, sql in con.execute(OBJECTS)}


def has_table(con: sqlite3.Connection, name: str) -> bool:
    """Whether a file has a table; stores of earlier versions lack some."""
    asked = "select 1 from sqlite_master where type = 'table' and name = ?"
    return con.execute(asked, (name,)).fetchone() is not None


def of_matches(con: sqlite3.Connection) -> list[tuple[str, str]]:
    """The tables whose rows belong to a match, each with the column that names it."""
    asked = "select name from sqlite_master where type = 'table' and name not glob 'sqlite_*'"
    return [
        (table, column)
        for (table,) in con.execute(asked).fetchall()
        for _, _, parent, column, *_ in con.execute(f'pragma foreign_key_list("{table}")')
        if parent == "match" and table != "match"
    ]


def expected(version: int) -> dict[Part, str]:
    """What a store of ours is made of at a version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as con:
        migrate(con, version)
        return parts(con)


def differences(con: sqlite3.Connection) -> list[Difference]:
    """What a file has otherwise than our stores of its version.

    The indexes and triggers of a missing table are not told: they come with it.
    """
    ours, found = expected(version_of(con)), parts(con)
    names = sorted({*ours, *found}, key=lambda part: (KINDS.index(part.kind), part.name))
    both = [Difference(part, ours.get(part, ""), found.get(part, "")) for part in names]
    gone = {each.part.name for each in both if each.part.kind == "table" and not each.found}
    return [each for each in both if each.ours != each.found and _table_of(each) not in gone]


def _table_of(each: Difference) -> str:
    """The table of one of our indexes or triggers; '' of anything else."""
    on = re.search(r" on (\w+)", each.ours) if each.part.kind in ("index", "trigger") else None
    return on[1] if on else ""


def _plain(sql: str) -> str:
    return re.sub(r"\s+", " ", sql).strip()


def migrate(con: sqlite3.Connection, to: int | None = None) -> bool:
    """Bring a file up to date, all or nothing; False if a newer Budokan wrote it."""
    con.execute("begin immediate")
    con.execute(CREATE_VERSION)
    version = con.execute("select coalesce(max(version), 0) from schema_version").fetchone()[0]
    if version > len(MIGRATIONS):
        con.execute("rollback")
        return False
    for number, script in enumerate(MIGRATIONS[version:to], version + 1):
        for statement in _statements(script):
            con.execute(statement)
        con.execute("insert into schema_version values(?)", (number,))
    con.execute("commit")
    return True


def _statements(script: str) -> list[str]:
    """The statements of a script; executescript would commit before the first one."""
    found, part = [], ""
    for line in script.splitlines():
        part += line + "\n"
        if sqlite3.complete_statement(part):
            found.append(part)
            part = ""
    return found
