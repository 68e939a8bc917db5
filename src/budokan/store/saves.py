"""Unfinished matches of one machine: saved after every entry, listed, resumed and thrown away."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from budokan.store import entries as match_entries
from budokan.store.store import TakenError

WAITING = """
    select id, header, (select count(*) from entry where entry.match = match.id) from match
    where acting != '' and json_extract(header, '$.save.dropped') is null
    order by json_extract(header, '$.save.at') desc, rowid desc limit ?
"""


class Waiting(NamedTuple):
    """A match that can be resumed."""

    name: str
    header: dict[str, Any]
    entries: int


def keep(
    con: sqlite3.Connection,
    name: str,
    header: Mapping[str, Any],
    entries: Sequence[str],
    acting: str,
) -> None:
    """Save a match so far; refused if it was continued in another window."""
    known = match_entries.load(con, name)
    if known != list(entries[: len(known)]):
        raise TakenError("This match was played on in another window.")
    con.execute(
        "insert into match values(?, ?, datetime('now'), null, ?) "
        "on conflict(id) do update set header = excluded.header, acting = excluded.acting",
        (name, json.dumps(header), acting),
    )
    match_entries.add(con, name, len(known), entries[len(known) :])


def waiting(con: sqlite3.Connection, most: int) -> list[Waiting]:
    """The matches that wait, the latest first."""
    rows = con.execute(WAITING, (most,)).fetchall()
    return [Waiting(name, json.loads(header), entries) for name, header, entries in rows]


def drop(con: sqlite3.Connection, name: str) -> None:
    """Never offer a match again; entries are never deleted."""
    con.execute(
        "update match set header = json_set(header, '$.save.dropped', 1) where id = ?", (name,)
    )
