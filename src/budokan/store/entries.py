"""Entries of matches: a usual move is saved by one statement, a whole match is written by one and
read by one.

At every step that SQLite takes, other threads may have the interpreter, and a busy event loop gives
it back milliseconds later. Entry by entry, a long match would keep all players waiting.
"""

import json
import sqlite3
from collections.abc import Sequence

from budokan.store import clocks
from budokan.store.clocks import StoredClocks

GONE_ON = "the match has gone on elsewhere"
# To insert into this view is to make a move. The view and its triggers belong to a connection; the
# file knows nothing of them.
MOVE_VIEW = f"""
    create temp view move(match, ply, seat, action, acting, {", ".join(clocks.FIELDS)}) as
        select {", ".join(["null"] * (5 + len(clocks.FIELDS)))}
"""
SAVE_MOVE = f"""
    create temp trigger save_move instead of insert on move begin
        select raise(abort, '{GONE_ON}') where new.ply !=
            (select coalesce(max(ply) + 1, 0) from entry where match = new.match);
        insert into entry values(new.match, new.ply, new.seat, new.action);
        update match set acting = new.acting where id = new.match and acting != new.acting;
    end
"""
SAVE_CLOCKS = f"""
    create temp trigger save_clocks instead of insert on move when new.lefts is not null begin
        insert or replace into timing(match, {", ".join(clocks.FIELDS)})
            values(new.match, {", ".join(f"new.{field}" for field in clocks.FIELDS)});
    end
"""
MAKE_MOVE = f"insert into move values({', '.join('?' * (5 + len(clocks.FIELDS)))})"
NO_CLOCKS = (None,) * len(clocks.FIELDS)
ADD = """
    insert into entry select ?, ? + key, substr(value, 1, instr(value, ' ') - 1),
        substr(value, instr(value, ' ') + 1) from json_each(?)
"""
ALL = """
    select json_group_array(text) from
        (select seat || ' ' || action as text from entry where match = ? order by ply)
"""


def prepare(con: sqlite3.Connection) -> None:
    """Make a connection ready for moves."""
    for statement in (MOVE_VIEW, SAVE_MOVE, SAVE_CLOCKS):
        con.execute(statement)


def save_move(
    con: sqlite3.Connection,
    name: str,
    ply: int,
    entry: str,
    acting: str,
    timing: StoredClocks | None,
) -> bool:
    """Save an entry, who acts then, and the clocks; False if that ply is not the next one."""
    seat, _, action = entry.partition(" ")
    row = NO_CLOCKS if timing is None else clocks.to_row(timing)
    try:
        con.execute(MAKE_MOVE, (name, ply, seat, action, acting, *row))
    except sqlite3.IntegrityError as error:
        if str(error) != GONE_ON:
            raise
        return False
    return True


def count(con: sqlite3.Connection, name: str) -> int:
    """How many entries a match has."""
    row = con.execute("select max(ply) from entry where match = ?", (name,)).fetchone()
    return 0 if row[0] is None else int(row[0]) + 1


def add(con: sqlite3.Connection, name: str, ply: int, texts: Sequence[str]) -> None:
    """Add entries to a match from a ply on."""
    con.execute(ADD, (name, ply, json.dumps(texts)))


def load(con: sqlite3.Connection, name: str) -> list[str]:
    """The entries of a match, such as 'A pair 7'."""
    found: list[str] = json.loads(con.execute(ALL, (name,)).fetchone()[0])
    return found
