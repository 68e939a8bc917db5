"""Shared deals: the same setup, seed and opponents, with a table for each player."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from budokan.match.ending import Ending, now
from budokan.store import results
from budokan.store.open_seats import is_offered

MOST = 200  # results of one deal
FINISHED = """
    select 1 from played as other join holder on holder.match = other.match
    join match on match.id = other.match
    where other.deal = :deal and visitor = :visitor and acting = ''
"""


class Deal(NamedTuple):
    """A shared deal: its header, the player's seat, and par."""

    id: str
    header: dict[str, Any]  # of its first match, the seed included: never shown
    seat: int  # the person's
    created: str
    par: dict[str, Any] | None


class Standing(NamedTuple):
    """A visitor and a deal: where they play it, and whether its results may be shown to them."""

    table: str  # '' if nowhere
    finished: bool
    waived: bool
    plays: "list[Play]"


class Play(NamedTuple):
    """A finished match of a deal."""

    match: str
    name: str
    visitor: str
    created: str
    ending: Ending


def share(con: sqlite3.Connection, name: str, header: Mapping[str, Any], seat: int) -> None:
    """Save a deal; an existing one stays as it is."""
    row = (name, json.dumps(header), seat, now(), "")
    con.execute("insert or ignore into deal values(?, ?, ?, ?, ?)", row)


def add(con: sqlite3.Connection, deal: str, match: str) -> None:
    """Add a match to a deal."""
    con.execute("insert or ignore into played values(?, ?)", (match, deal))


def find(con: sqlite3.Connection, name: str) -> Deal | None:
    row = con.execute("select * from deal where id = ?", (name,)).fetchone()
    if row is None:
        return None
    found, header, seat, created, par = row
    return Deal(found, json.loads(header), seat, created, json.loads(par) if par else None)


def deal_of(con: sqlite3.Connection, match: str) -> str:
    """The deal a match shares with others, or ''."""
    row = con.execute("select deal from played where match = ?", (match,)).fetchone()
    return row[0] if row else ""


def offer_and_deal(con: sqlite3.Connection, match: str) -> tuple[bool, str]:
    """Whether a match has an open seat, and its shared deal or ''."""
    return is_offered(con, match), deal_of(con, match)


def table_of(con: sqlite3.Connection, deal: str, visitor: str) -> str:
    """The table where a visitor plays or played a deal, a running one first; '' if none."""
    row = con.execute(
        "select match.id from played join match on match.id = played.match "
        "join holder on holder.match = match.id where deal = ? and visitor = ? "
        "order by acting = '', created, match.rowid",
        (deal, visitor),
    ).fetchone()
    return row[0] if row else ""


def running(con: sqlite3.Connection, deal: str, visitor: str) -> str:
    """The table where a visitor plays a deal now, or ''."""
    table = table_of(con, deal, visitor)
    row = con.execute("select 1 from match where id = ? and acting != ''", (table,)).fetchone()
    return table if row else ""


def has_finished(con: sqlite3.Connection, deal: str, visitor: str) -> bool:
    given = {"deal": deal, "visitor": visitor}
    return bool(visitor) and con.execute(FINISHED, given).fetchone() is not None


def standing(con: sqlite3.Connection, deal: Deal, visitor: str) -> Standing:
    return Standing(
        table_of(con, deal.id, visitor) if visitor else "",
        has_finished(con, deal.id, visitor),
        has_waived(con, deal.id, visitor),
        plays(con, deal),
    )


def share_table(
    con: sqlite3.Connection,
    deal: Deal,
    match: str,
    watching: Iterable[str],
) -> None:
    """Let others play the deal of a match; those who watch it now have seen it."""
    share(con, deal.id, deal.header, deal.seat)
    add(con, deal.id, match)
    for visitor in watching:
        waive(con, deal.id, visitor)


def show_results(con: sqlite3.Connection, deal: Deal, visitor: str) -> None:
    """Open the results to a visitor, who waives the deal unless they have finished it."""
    share(con, deal.id, deal.header, deal.seat)
    if not has_finished(con, deal.id, visitor):
        waive(con, deal.id, visitor)


def waive(con: sqlite3.Connection, deal: str, visitor: str) -> None:
    """Note that a visitor looked at a deal without playing it."""
    con.execute("insert or ignore into waived values(?, ?)", (deal, visitor))


def has_waived(con: sqlite3.Connection, deal: str, visitor: str) -> bool:
    row = con.execute("select 1 from waived where deal = ? and visitor = ?", (deal, visitor))
    return bool(visitor) and row.fetchone() is not None


def barred(con: sqlite3.Connection, match: str, visitor: str) -> str:
    """The deal a visitor must finish or waive before they may watch this match, or ''."""
    deal = root(con, match)
    seated = "select 1 from holder where match = ? and visitor = ?"
    if not deal or con.execute(seated, (match, visitor)).fetchone():
        return ""
    return "" if has_finished(con, deal, visitor) or has_waived(con, deal, visitor) else deal


def root(con: sqlite3.Connection, match: str) -> str:
    """The deal of a match, or of the match it continues, even if that one was deleted."""
    asked = "select json_extract(header, '$.origin.match') from match where id = ?"
    known: set[str] = set()
    while match not in known:
        known.add(match)
        deal = deal_of(con, match) or _deal_of_deleted(con, match)
        row = con.execute(asked, (match,)).fetchone()
        if deal or row is None or row[0] is None:
            return deal
        match = row[0]
    return ""


def _deal_of_deleted(con: sqlite3.Connection, match: str) -> str:
    row = con.execute("select deal from gone where match = ?", (match,)).fetchone()
    return row[0] if row else ""


def plays(con: sqlite3.Connection, deal: Deal) -> list[Play]:
    """The results of a deal: the first finished match of each visitor, in order."""
    rows = con.execute(
        "select match.id, header, visitor, created, ended, scores, outcomes, told, facts "
        "from played join match on match.id = played.match "
        "join ending on ending.match = match.id "
        "join holder on holder.match = match.id and seat = ? "
        "where deal = ? and not exists (select 1 from waived where waived.deal = played.deal "
        "and waived.visitor = holder.visitor) order by ended, match.rowid limit ?",
        (deal.seat, deal.id, MOST),
    ).fetchall()
    first: dict[str, Play] = {}
    for name, header, visitor, created, *end in rows:
        ending = results.read(*end)
        called = json.loads(header)["names"][deal.seat]
        if ending is not None:
            first.setdefault(visitor, Play(name, called, visitor, created, ending))
    return list(first.values())


def keep_par(con: sqlite3.Connection, deal: str, par: Mapping[str, Any]) -> None:
    con.execute("update deal set par = ? where id = ?", (json.dumps(par), deal))
