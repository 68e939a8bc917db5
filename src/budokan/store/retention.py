"""Matches that leave the store for good, each as a whole, and nothing else with them."""

import sqlite3
from datetime import UTC, datetime, timedelta

from budokan.store import job_results
from budokan.store.shared_deals import root

# "Budo": tells a store of ours from any other SQLite file. Stores of earlier versions have none.
APPLICATION = int.from_bytes(b"Budo")
# Released migration: never edit it.
TABLES = f"""
    create table leaving(match text primary key) without rowid;
    create table gone(match text primary key, deal text not null) without rowid;
    create index gone_deal on gone(deal);
    create table probe(id integer primary key, filler blob not null);
    create index match_over on match(created) where acting = '';
    drop trigger entry_remains;
    create trigger entry_remains before delete on entry
        when not exists (select 1 from leaving where match = old.match)
        begin select raise(abort, 'an entry is never deleted without its match'); end;
    pragma application_id = {APPLICATION};
"""
# Rows of these belong to a match and leave with it, those of later versions as well.
BELONGING = """
    select master.name, key."from" from sqlite_master as master
    join pragma_foreign_key_list(master.name) as key
    where master.type = 'table' and key."table" = 'match' and master.name != 'match'
"""
# An uploaded record has no ending; it counts from the day it came.
OLD = """
    select match.id from match left join ending on ending.match = match.id
    where acting = '' and created < :before and coalesce(ended, created) < :before
    order by created limit :most
"""
# Whoever played a deal has seen it, and is not asked to play it before they may look on.
SEEN = """
    insert or ignore into waived select deal, visitor
    from played join holder on holder.match = played.match where played.match = ? and sat = 1
"""
UNPLAYED = """
    select id from deal where created < :before
    and not exists (select 1 from played where played.deal = deal.id) limit :most
"""


def limit(now: datetime, days: int) -> str:
    """The moment before which a match must have ended to be deleted, as it is stored."""
    return (now.astimezone(UTC) - timedelta(days=days)).isoformat(timespec="seconds")


def finished_before(con: sqlite3.Connection, before: str, most: int) -> list[str]:
    """Matches that ended before a moment, the oldest first."""
    return [name for (name,) in con.execute(OLD, {"before": before, "most": most})]


def delete_match(con: sqlite3.Connection, name: str) -> bool:
    """Delete a match, over or not, with everything that belongs to it; whether it was there.

    The deal it shared stays for others. Whoever must not see that deal yet is still kept from
    matches that went on from this one; whoever played it has waived it (table `waived`). The
    rematch of this match loses its link to it.
    """
    con.execute("insert or ignore into leaving values(?)", (name,))
    if deal := root(con, name):
        con.execute("insert or ignore into gone values(?, ?)", (name, deal))
    con.execute(SEEN, (name,))
    con.execute("update match set rematch_of = null where rematch_of = ?", (name,))
    for table, column in con.execute(BELONGING).fetchall():
        con.execute(f'delete from "{table}" where "{column}" = ?', (name,))
    job_results.drop_of_match(con, name)
    there = con.execute("delete from match where id = ?", (name,)).rowcount == 1
    con.execute("delete from leaving where match = ?", (name,))
    return there


def drop_unplayed_deals(con: sqlite3.Connection, before: str, most: int) -> int:
    """Delete shared deals from before a moment of which no match is left; how many."""
    names = [name for (name,) in con.execute(UNPLAYED, {"before": before, "most": most})]
    for name in names:
        for table in ("waived", "gone"):
            con.execute(f"delete from {table} where deal = ?", (name,))
        con.execute("delete from deal where id = ?", (name,))
    return len(names)
