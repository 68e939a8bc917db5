"""Open tables: those with a free seat for everybody in the hall."""

import json
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from budokan.match.ending import now
from budokan.store.cards import SHORT_HEADER
from budokan.store.clocks import PERSON

GONE = timedelta(days=1)  # how long a table stays open after its creator was last here
AGAIN = timedelta(minutes=10)  # how often a creator's presence is saved
MOST = 50
TAKEN = "select count(*) from holder where holder.match = match.id and sat = 1"
PLACES = f"select count(*) from json_each(header, '$.hall.sitting') where value = '{PERSON}'"


class Offer(NamedTuple):
    """A table with a free seat."""

    id: str
    header: dict[str, Any]
    creator: str
    since: str
    holders: dict[int, tuple[str, bool]]  # seat -> visitor, and whether they have sat down


def offer(con: sqlite3.Connection, name: str, creator: str) -> None:
    con.execute("insert or ignore into offer values(?, ?, ?, ?)", (name, creator, now(), now()))


def rename(con: sqlite3.Connection, name: str, names: Sequence[str], given: Sequence[str]) -> None:
    """Save the names at a table, and which of them people gave."""
    con.execute(
        "update match set header = json_set(header, '$.names', json(?), '$.hall.called', json(?)) "
        "where id = ?",
        (json.dumps(names), json.dumps(given), name),
    )


def set_offered(con: sqlite3.Connection, name: str, creator: str) -> None:
    """Offer a table to everybody; without a creator, withdraw the offer."""
    withdraw(con, name)
    if creator:
        offer(con, name, creator)


def withdraw(con: sqlite3.Connection, name: str) -> None:
    con.execute("delete from offer where match = ?", (name,))


def is_offered(con: sqlite3.Connection, name: str) -> bool:
    return con.execute("select 1 from offer where match = ?", (name,)).fetchone() is not None


def note_presence(con: sqlite3.Connection, visitor: str, tables: Sequence[str]) -> None:
    """Note that a visitor, and the creators of these tables, are still there."""
    marks = ", ".join("?" * len(tables))
    con.execute(
        f"update offer set seen = ? where seen < ? and (creator = ? or match in ({marks}))",
        (now(), ago(AGAIN), visitor, *tables),
    )


def open_tables(con: sqlite3.Connection) -> list[Offer]:
    """Tables with a free seat, the latest first."""
    rows = con.execute(
        f"select id, {SHORT_HEADER}, creator, since "
        "from offer join match on match.id = offer.match "
        f"where acting != '' and seen >= ? and ({TAKEN}) < ({PLACES}) "
        "order by since desc, match.rowid desc limit ?",
        (ago(GONE), MOST),
    ).fetchall()
    return [
        Offer(name, json.loads(header), creator, since, holders_of(con, name))
        for name, header, creator, since in rows
    ]


def holders_of(con: sqlite3.Connection, name: str) -> dict[int, tuple[str, bool]]:
    """The visitor who holds each seat, and whether they have sat down."""
    rows = con.execute("select seat, visitor, sat from holder where match = ?", (name,))
    return {seat: (visitor, bool(sat)) for seat, visitor, sat in rows}


def ago(long: timedelta) -> str:
    return (datetime.now(UTC) - long).isoformat(timespec="seconds")
