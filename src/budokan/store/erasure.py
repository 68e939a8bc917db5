"""What the store has of a visitor, and how it is erased: match by match, always to the end.

An erasure is noted first. It is done in small steps, so that nobody has to wait for it, and a hall
that was stopped in between goes on with it. Matches with other people stay, without the visitor.
"""

import json
import re
import secrets
import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from budokan.store import job_results, visitors
from budokan.store.cards import CardFile

SOMEBODY = "Somebody"
GONE = "gone:"  # begins the holder of a seat whose person was erased; never the hash of a token
NAMED = 200  # latest matches whose names are told
# Other people at a table: those who have come and were not erased.
OTHERS = f"""
    select 1 from holder where match = :match and visitor != :visitor and sat = 1
    and visitor not like '{GONE}%' limit 1
"""
# A result that others compare theirs with: the first that the visitor has in a deal, unless they
# saw those of others before.
COMPARED = """
    select mine.match from played as mine join played as yours on yours.deal = mine.deal
    join holder on holder.match = yours.match
    where mine.match = :match and holder.visitor != :visitor
    and not exists (select 1 from waived
        where waived.deal = mine.deal and waived.visitor = :visitor)
    and mine.match = (select played.match from played
        join holder on holder.match = played.match join ending on ending.match = played.match
        join match on match.id = played.match
        where played.deal = mine.deal and visitor = :visitor order by ended, match.rowid limit 1)
    limit 1
"""
USED = """
    select 1 from card_owner where game = :game and hash = :hash
    union all select 1 from card_use where hash = :hash
    union all select 1 from deal where json_extract(header, '$.hall.cards.hash') = :hash limit 1
"""


class Kept(NamedTuple):
    """What the store has of a visitor, counted."""

    matches: int  # with a seat of theirs, or set up by them
    running: int
    names: list[str]  # that they gave in their latest matches
    cards: int
    deals: int  # whose results they saw without playing
    shown: int  # matches that they let everybody watch


class Part(NamedTuple):
    """The part that a visitor has in a match, and whose it is besides."""

    seats: list[int]
    running: bool
    others: bool  # other people have played or play it
    compared: bool  # others compare their results with its
    rematch_of: str


# -- what there is --------------------------------------------------------------------------------


def kept(con: sqlite3.Connection, visitor: str) -> Kept:
    """What the store has of a visitor."""
    mine = visitors.matches_of(con, visitor)
    running = (
        "select count(*) from match where id in (select value from json_each(?)) and acting != ''"
    )
    return Kept(
        len(mine),
        con.execute(running, (json.dumps(mine),)).fetchone()[0],
        names_of(con, visitor),
        _count(con, "card_owner", visitor),
        _count(con, "waived", visitor),
        _count(con, "agreed", visitor),
    )


def _count(con: sqlite3.Connection, table: str, visitor: str) -> int:
    asked = f"select count(*) from {table} where visitor = ?"
    return int(con.execute(asked, (visitor,)).fetchone()[0])


def names_of(con: sqlite3.Connection, visitor: str) -> list[str]:
    """The names that a visitor gave in their latest matches, each once."""
    rows = con.execute(
        "select json_extract(header, '$.hall.called[' || seat || ']') from holder "
        "join match on match.id = holder.match where visitor = ? "
        "order by match.rowid desc limit ?",
        (visitor, NAMED),
    )
    return [*dict.fromkeys(name for (name,) in rows if name)]


def cards_of(con: sqlite3.Connection, visitor: str) -> list[CardFile]:
    """The card files in a visitor's list, with their text."""
    rows = con.execute(
        "select card_file.game, card_file.hash, title, cards from card_owner join card_file "
        "on card_file.game = card_owner.game and card_file.hash = card_owner.hash "
        "where visitor = ? order by added, card_file.rowid",
        (visitor,),
    )
    return [CardFile(*row) for row in rows]


def deals_of(con: sqlite3.Connection, visitor: str) -> list[str]:
    """The deals whose results a visitor saw without playing them."""
    rows = con.execute("select deal from waived where visitor = ? order by deal", (visitor,))
    return [deal for (deal,) in rows]


def has_agreed(con: sqlite3.Connection, match: str, visitor: str) -> bool:
    """Whether a visitor lets everybody watch a match."""
    asked = "select 1 from agreed where match = ? and visitor = ?"
    return con.execute(asked, (match, visitor)).fetchone() is not None


def times_of(con: sqlite3.Connection, match: str) -> tuple[str, str]:
    """When a match was set up and when it ended; '' while it runs."""
    row = con.execute(
        "select created, coalesce(ended, '') from match left join ending on match = id "
        "where id = ?",
        (match,),
    ).fetchone()
    return (row[0], row[1]) if row else ("", "")


def part_of(con: sqlite3.Connection, match: str, visitor: str) -> Part | None:
    """The part of a visitor in a match; None if there is no such match."""
    given = {"match": match, "visitor": visitor}
    row = con.execute("select acting, rematch_of from match where id = ?", (match,)).fetchone()
    if row is None:
        return None
    seats = con.execute("select seat from holder where match = ? and visitor = ?", (match, visitor))
    return Part(
        sorted(seat for (seat,) in seats),
        row[0] != "",
        con.execute(OTHERS, given).fetchone() is not None,
        row[0] == "" and con.execute(COMPARED, given).fetchone() is not None,
        row[1] or "",
    )


# -- erasing --------------------------------------------------------------------------------------


def begin(con: sqlite3.Connection, visitor: str) -> list[str]:
    """Note that a visitor is to be erased; returns their matches."""
    con.execute("insert or ignore into erasure values(?, ?)", (visitor, visitors.today()))
    return visitors.matches_of(con, visitor)


def begun(con: sqlite3.Connection) -> list[str]:
    """The visitors whose erasure has begun."""
    return [visitor for (visitor,) in con.execute("select visitor from erasure")]


def leave_match(con: sqlite3.Connection, match: str, visitor: str, free: bool = False) -> None:
    """Take a visitor out of a match that others keep; with `free` others may take the seats."""
    row = con.execute("select header from match where id = ?", (match,)).fetchone()
    if row is None:
        return
    seats = con.execute("select seat from holder where match = ? and visitor = ?", (match, visitor))
    header = json.loads(row[0])
    before = list(header["names"])
    for (seat,) in seats.fetchall():
        _rename(header, seat, free)
    if header["hall"]["creator"] == visitor:
        header["hall"]["creator"] = ""
        con.execute("delete from founder where match = ?", (match,))
        con.execute("delete from offer where match = ?", (match,))
    con.execute("update match set header = ? where id = ?", (json.dumps(header), match))
    _rewrite_ending(con, match, before, header["names"])
    if free:
        con.execute("delete from holder where match = ? and visitor = ?", (match, visitor))
    else:
        con.execute(
            "update holder set visitor = ?, bits = '' where match = ? and visitor = ?",
            (GONE + secrets.token_hex(8), match, visitor),
        )
    con.execute("delete from agreed where match = ? and visitor = ?", (match, visitor))
    job_results.drop_of_match(con, match)  # they tell names


def _rename(header: dict[str, Any], seat: int, free: bool) -> None:
    """Give a seat the name of nobody in particular."""
    others = [name for at, name in enumerate(header["names"]) if at != seat]
    word = "Guest" if free else SOMEBODY
    name = next(
        found for found in (word, *(f"{word} {n}" for n in range(2, 20))) if found not in others
    )
    header["names"][seat] = name
    if header["hall"]["called"]:
        header["hall"]["called"][seat] = "" if free else name


def _rewrite_ending(
    con: sqlite3.Connection, match: str, before: Sequence[str], names: Sequence[str]
) -> None:
    """Replace names in the sentences about the end."""
    row = con.execute("select told, facts from ending where match = ?", (match,)).fetchone()
    if row is not None:
        told, facts = (renamed(text, before, names) for text in row)
        con.execute("update ending set told = ?, facts = ? where match = ?", (told, facts, match))


def renamed(text: str, before: Sequence[str], names: Sequence[str]) -> str:
    """A text with other names; one that is part of another, such as Ann and Ann 2, is not cut."""
    new = dict(zip(before, names, strict=True))
    words = "|".join(re.escape(name) for name in sorted(before, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{words})(?!\w)", lambda found: new[found[0]], text)


def finish(con: sqlite3.Connection, visitor: str) -> list[str]:
    """Erase all that is not in a match, the devices last; returns the devices."""
    mine = con.execute("select game, hash from card_owner where visitor = ?", (visitor,)).fetchall()
    for table in ("card_owner", "waived", "agreed", "device_code"):
        con.execute(f"delete from {table} where visitor = ?", (visitor,))
    con.execute("delete from offer where creator = ?", (visitor,))
    for game, found in mine:
        if con.execute(USED, {"game": game, "hash": found}).fetchone() is None:
            con.execute("delete from card_file where game = ? and hash = ?", (game, found))
    rows = con.execute("select id from device where visitor = ?", (visitor,)).fetchall()
    con.execute("delete from device where visitor = ?", (visitor,))
    con.execute("delete from erasure where visitor = ?", (visitor,))
    return [device for (device,) in rows]
