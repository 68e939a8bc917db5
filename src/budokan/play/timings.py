"""Clocks and stand-ins as the store keeps them: one row for each match that needs it."""

import json
import sqlite3
from typing import NamedTuple

from budokan.play.clock import Timing

# A step of the store's; released, so never to be edited.
TABLES = """
    create table timing(
        match text primary key references match(id), lefts text not null, sinces text not null,
        stands text not null, wait integer) without rowid;
    create index timing_wait on timing(wait) where wait is not null;
"""


class Stored(NamedTuple):
    """The clocks of a match, the seats that a bot plays for, and when the hall must look again."""

    timing: Timing
    stands: frozenset[int] = frozenset()
    wait: int | None = None  # milliseconds from the moment it was kept, or from the next opening


def keep(con: sqlite3.Connection, name: str, kept: Stored) -> None:
    timing = (json.dumps(kept.timing.left), json.dumps(kept.timing.since))
    row = (name, *timing, json.dumps(sorted(kept.stands)), kept.wait)
    con.execute("insert or replace into timing values(?, ?, ?, ?, ?)", row)


def load(con: sqlite3.Connection, name: str) -> Stored | None:
    query = "select lefts, sinces, stands, wait from timing where match = ?"
    row = con.execute(query, (name,)).fetchone()
    if row is None:
        return None
    left, since, stands = (json.loads(text) for text in row[:3])
    return Stored(Timing(tuple(left), tuple(since)), frozenset(stands), row[3])


def waits(con: sqlite3.Connection) -> list[tuple[str, int]]:
    """The matches the hall must look at by itself, and after how long."""
    rows = con.execute("select match, wait from timing where wait is not null")
    return [(name, int(wait)) for name, wait in rows]
