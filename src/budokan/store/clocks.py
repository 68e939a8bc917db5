"""Clocks and stand-ins, one row for each match that needs it; matches that cannot wait."""

import json
import sqlite3
from collections.abc import Mapping
from typing import NamedTuple

from budokan.kit.notation import SEATS
from budokan.match import clock as clocks
from budokan.match.clock import Timing

# Released migration: never edit it.
TABLES = """
    create table timing(
        match text primary key references match(id), lefts text not null, sinces text not null,
        stands text not null, wait integer) without rowid;
    create index timing_wait on timing(wait) where wait is not null;
"""
EASED = "alter table timing add column eased text not null default '[]';"  # likewise
MOVES = "alter table timing add column moves text not null default '{}';"  # likewise
FIELDS = ("lefts", "sinces", "stands", "eased", "moves", "wait")  # besides the match
KEEP = f"insert or replace into timing(match, {', '.join(FIELDS)}) values(?, ?, ?, ?, ?, ?, ?)"
PERSON = "person"  # sits on a seat that no bot has
BOTS = """
    select match.id, acting, json_extract(header, '$.hall.sitting'), coalesce(stands, '[]')
    from match left join timing on timing.match = match.id where acting != ''
"""


class StoredClocks(NamedTuple):
    """The clocks of a match, the seats a bot plays for, and when the hall must look again."""

    timing: Timing
    stands: frozenset[int] = frozenset()
    wait: int | None = None  # milliseconds of the turn that ends first, from its beginning
    moves: Mapping[int, tuple[int, ...]] = {}  # the time left before moves that may be undone


def to_row(kept: StoredClocks) -> tuple[str | int | None, ...]:
    """The values of `FIELDS`."""
    timing = kept.timing
    lists = (timing.left, timing.since, sorted(kept.stands), sorted(timing.eased), kept.moves)
    return (*map(json.dumps, lists), kept.wait)


def keep(con: sqlite3.Connection, name: str, kept: StoredClocks) -> None:
    con.execute(KEEP, (name, *to_row(kept)))


def load(con: sqlite3.Connection, name: str) -> StoredClocks | None:
    query = f"select {', '.join(FIELDS)} from timing where match = ?"
    row = con.execute(query, (name,)).fetchone()
    if row is None:
        return None
    left, since, stands, eased, moves = (json.loads(text) for text in row[:5])
    timing = Timing(tuple(left), tuple(since), frozenset(eased))
    before = {int(entries): tuple(lefts) for entries, lefts in moves.items()}
    return StoredClocks(timing, frozenset(stands), row[5], before)


def due(con: sqlite3.Connection, opened: int) -> list[tuple[str, int]]:
    """The matches with a running clock, and when an opening hall must look at each."""
    rows = con.execute(
        "select timing.match, wait, sinces, json_extract(header, '$.hall.clock') "
        "from timing join match on match.id = timing.match where wait is not null"
    )
    found = []
    for name, wait, sinces, clock in rows:
        began = min((at for at in json.loads(sinces) if at), default=opened)
        slow = clocks.read_clock(json.loads(clock) if clock else None).slow
        found.append((name, max(opened, min(began, opened) + wait) if slow else opened + wait))
    return found


def waiting_for_bots(con: sqlite3.Connection) -> list[str]:
    """The matches in which a bot is to move; an opening hall must wake it."""
    found = []
    for name, acting, sitting, stands in con.execute(BOTS):
        people = {seat for seat, who in enumerate(json.loads(sitting)) if who == PERSON}
        people -= set(json.loads(stands))
        seats = [SEATS.index(mark) for mark in acting.split() if mark in SEATS]
        if not people.issuperset(seats):
            found.append(name)
    return found
