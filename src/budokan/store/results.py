"""How matches ended, kept beside their entries; and a visitor's matches, page by page."""

import json
import sqlite3
from typing import Any, NamedTuple

from budokan.kit.notation import SEATS
from budokan.match.ending import Ending
from budokan.store.cards import SHORT_HEADER

# Released migration: never edit it.
TABLES = """
    create table ending(
        match text primary key references match(id), ended text not null,
        scores text not null, outcomes text not null, told text not null,
        facts text not null) without rowid;
    create table offer(
        match text primary key references match(id), creator text not null,
        since text not null, seen text not null) without rowid;
    create table deal(
        id text primary key, header text not null, seat integer not null,
        created text not null, par text not null) without rowid;
    create table played(
        match text primary key references match(id),
        deal text not null references deal(id)) without rowid;
    create index played_deal on played(deal);
    create table waived(
        deal text not null references deal(id), visitor text not null,
        primary key(deal, visitor)) without rowid;
"""
PAGE = 20  # matches on one page of a list
YOURS = "sum(instr(acting, substr(:marks, seat + 1, 1)))"
KINDS = {
    "all": "",
    "yours": f"having acting != '' and {YOURS} > 0",
    "running": "having acting != ''",
    "over": "having acting = ''",
}
LISTED = f"""
    select match.id, {SHORT_HEADER}, created, acting, group_concat(seat),
        ended, scores, outcomes, told, facts, deal
    from holder join match on match.id = holder.match
    left join ending on ending.match = match.id left join played on played.match = match.id
    where visitor = :visitor group by match.id {{kind}}
    order by acting = '', {{yours}} = 0, coalesce(ended, created) desc, match.rowid desc
"""


class Row(NamedTuple):
    """A match in a visitor's list."""

    id: str
    header: dict[str, Any]
    created: str
    acting: str  # marks of the acting seats; '' once it is over
    seats: list[int]
    ending: Ending | None
    deal: str  # the deal it shares with others, or ''


class Page(NamedTuple):
    """A page of a visitor's list, and the length of the list."""

    rows: list[Row]
    total: int


def keep(con: sqlite3.Connection, name: str, ending: Ending) -> None:
    """Save the ending of a match, once."""
    kept = (json.dumps(ending.scores), json.dumps(ending.outcomes))
    row = (name, ending.ended, *kept, ending.told, ending.facts)
    con.execute("insert or ignore into ending values(?, ?, ?, ?, ?, ?)", row)


def matches_of(
    con: sqlite3.Connection, visitor: str, kind: str, page: int, size: int = PAGE
) -> Page:
    """The matches of a visitor: their turn first, then running ones, then the latest ended."""
    given = {"visitor": visitor, "marks": SEATS, "size": size, "start": page * size}
    query = LISTED.format(kind=KINDS[kind], yours=YOURS)
    total = con.execute(f"select count(*) from ({query})", given).fetchone()[0]
    rows = con.execute(f"{query} limit :size offset :start", given).fetchall()
    return Page([_row(*row) for row in rows], total)


def _row(name: str, header: str, created: str, acting: str, seats: str, *end: Any) -> Row:
    taken = sorted(int(seat) for seat in seats.split(","))
    return Row(name, json.loads(header), created, acting, taken, read(*end[:5]), end[5] or "")


def read(ended: str | None, scores: str, results: str, told: str, facts: str) -> Ending | None:
    """A stored ending; None while the match runs."""
    return Ending(ended, json.loads(scores), json.loads(results), told, facts) if ended else None
