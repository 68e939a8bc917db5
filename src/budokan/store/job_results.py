"""Results of slow work: kept so that nothing is computed twice; the oldest unused go first."""

import sqlite3
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from budokan.match.ending import now

MOST = 5000  # results
MOST_BYTES = 64 * 1024 * 1024  # of all results
LARGEST = 8 * 1024 * 1024  # bytes of one result; a larger one is not kept
NOTED = timedelta(hours=1)  # a use is noted once in this time
FAULT_LASTS = timedelta(days=1)  # then what took too long may be tried again
TABLES = """
    create table job_result(
        kind text not null, match text not null, key text not null, version text not null,
        made text not null, used text not null, size integer not null, fault text not null,
        body blob not null, primary key(kind, match, key));
    create index job_result_used on job_result(used, size);
    create index job_result_match on job_result(match);
"""


class Name(NamedTuple):
    """What a result is of; another version of the same counts as none."""

    kind: str
    match: str  # '' if it belongs to none
    key: str  # contains the view, if the result depends on it
    version: str = ""


class Result(NamedTuple):
    """A result, or the sentence why there is none."""

    body: bytes
    fault: str = ""


def keep(con: sqlite3.Connection, name: Name, result: Result) -> bool:
    """Keep a result; returns whether it fits."""
    body, fault = result
    if len(body) > LARGEST:
        return False
    at = now()
    row = (*name, at, at, len(body), fault, body)
    con.execute("insert or replace into job_result values(?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    _make_room(con)
    return True


def find(con: sqlite3.Connection, name: Name) -> Result | None:
    """A kept result; a fault is forgotten after a day."""
    row = con.execute(
        "select body, fault, made, used from job_result "
        "where kind = ? and match = ? and key = ? and version = ?",
        name,
    ).fetchone()
    if row is None:
        return None
    body, fault, made, used = row
    if fault and made < _ago(FAULT_LASTS):
        return None
    if used < _ago(NOTED):
        con.execute(
            "update job_result set used = ? where kind = ? and match = ? and key = ?",
            (now(), *name[:3]),
        )
    return Result(body, fault)


def drop_of_match(con: sqlite3.Connection, match: str) -> None:
    """Forget all results of a match, as when its names change or it is deleted."""
    con.execute("delete from job_result where match = ?", (match,))


def _make_room(con: sqlite3.Connection) -> None:
    """Drop the results that were unused for longest until the rest fits."""
    count, size = con.execute("select count(*), coalesce(sum(size), 0) from job_result").fetchone()
    if count <= MOST and size <= MOST_BYTES:
        return
    oldest = con.execute("select rowid, size from job_result order by used, rowid").fetchall()
    for row, freed in oldest:
        if count <= MOST and size <= MOST_BYTES:
            return
        con.execute("delete from job_result where rowid = ?", (row,))
        count, size = count - 1, size - freed


def _ago(long: timedelta) -> str:
    return (datetime.now(UTC) - long).isoformat(timespec="seconds")
