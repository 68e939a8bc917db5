"""Matches shown to everybody: those whose players have all agreed."""

import json
import sqlite3
from typing import Any, NamedTuple

from budokan.store.cards import SHORT_HEADER
from budokan.store.results import PAGE

# Released migration: never edit it.
TABLES = """
    create table agreed(
        match text not null references match(id), visitor text not null,
        primary key(match, visitor)) without rowid;
"""
# The deal of a match is no longer offered: it never was, or it is a daily challenge of the past.
# A match that goes on from another one shows moves of people who were not asked.
LISTED = """
    from match join ending on ending.match = match.id
    where match.id in (select match from agreed) and acting = ''
    and not exists (select 1 from holder where holder.match = match.id and not exists (
        select 1 from agreed where agreed.match = match.id and agreed.visitor = holder.visitor))
    and json_extract(header, '$.origin') is null
    and not exists (select 1 from played
        where played.match = match.id and deal not glob 'daily-*-????-??-??')
    and (not coalesce(json_extract(header, '$.hall.shared'), 0) or substr(created, 1, 10) < :today)
"""


class Shown(NamedTuple):
    """A match that everybody may watch."""

    id: str
    header: dict[str, Any]
    created: str
    ended: str
    told: str  # the result in a sentence


def set_agreed(con: sqlite3.Connection, match: str, visitor: str, agreed: bool) -> None:
    """Note that a player lets everybody watch a match, or no longer does."""
    if agreed:
        con.execute("insert or ignore into agreed values(?, ?)", (match, visitor))
    else:
        con.execute("delete from agreed where match = ? and visitor = ?", (match, visitor))


def agreed(con: sqlite3.Connection, match: str) -> set[str]:
    """The visitors who let everybody watch a match."""
    rows = con.execute("select visitor from agreed where match = ?", (match,))
    return {visitor for (visitor,) in rows}


def listed(
    con: sqlite3.Connection, today: str, page: int, size: int = PAGE
) -> tuple[list[Shown], int]:
    """A page of the matches shown to everybody, the latest first, and how many there are."""
    given = {"today": today, "size": size, "start": page * size}
    total = con.execute(f"select count(*) {LISTED}", given).fetchone()[0]
    rows = con.execute(
        f"select match.id, {SHORT_HEADER}, created, ended, told {LISTED} "
        "order by ended desc, match.rowid desc limit :size offset :start",
        given,
    ).fetchall()
    return [Shown(name, json.loads(header), *rest) for name, header, *rest in rows], total
