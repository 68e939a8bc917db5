"""The tables of the store, as migrations."""

import sqlite3

from budokan.store import cards, clocks, results, retention, shown

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
    retention.TABLES,
)


def migrate(con: sqlite3.Connection) -> bool:
    """Bring a file up to date, all or nothing; False if a newer Budokan wrote it."""
    con.execute("begin immediate")
    con.execute("create table if not exists schema_version(version integer not null)")
    version = con.execute("select coalesce(max(version), 0) from schema_version").fetchone()[0]
    if version > len(MIGRATIONS):
        con.execute("rollback")
        return False
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
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
