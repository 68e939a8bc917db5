"""Card files: kept by their hash, and listed for everybody who uploaded or played with them."""

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from budokan.kit import card_file
from budokan.kit.card_template import dump
from budokan.kit.data import ABOUT, UNTITLED
from budokan.kit.errors import Refusal
from budokan.match.ending import now

# The header of a match for a list, without the card file in it, which may be long.
SHORT_HEADER = "json_remove(header, '$.overlay')"
MOST = 100  # card files in a visitor's list
HOUSE = ""  # the owner of the card files that a hall offers to everybody
TABLES = """
    create table card_file(
        game text not null, hash text not null, title text not null, cards text not null,
        created text not null, primary key(game, hash));
    create table card_owner(
        visitor text not null, game text not null, hash text not null, added text not null,
        primary key(visitor, game, hash),
        foreign key(game, hash) references card_file(game, hash)) without rowid;
"""


class FullListError(Refusal):
    """A visitor has as many card files as a list may have."""


class CardFile(NamedTuple):
    """A card file as kept: its text is TOML."""

    game: str
    hash: str
    title: str
    cards: str


class Listed(NamedTuple):
    """A card file in a list."""

    game: str
    hash: str
    title: str
    added: str
    house: bool  # offered to everybody


def title_of(overlay: Mapping[str, Any]) -> str:
    """The title of a card file that has no faults."""
    return str(overlay.get(ABOUT, {}).get("title", "")) or UNTITLED


def from_text(game: str, overlay: Mapping[str, Any], text: str) -> CardFile:
    """A card file as somebody wrote it, comments included."""
    return CardFile(game, card_file.digest(overlay), title_of(overlay), text)


def from_overlay(game: str, overlay: Mapping[str, Any]) -> CardFile:
    """A card file written anew, from the overlay of a match."""
    return from_text(game, overlay, dump(overlay))


def keep(con: sqlite3.Connection, file: CardFile) -> None:
    """Keep a card file; the text of a known one stays as it is."""
    con.execute("insert or ignore into card_file values(?, ?, ?, ?, ?)", (*file, now()))


def keep_for(con: sqlite3.Connection, file: CardFile, visitor: str) -> None:
    """Keep a card file in a visitor's list; refused if the list is full."""
    keep(con, file)
    known = "select 1 from card_owner where visitor = ? and game = ? and hash = ?"
    if con.execute(known, (visitor, file.game, file.hash)).fetchone():
        return
    if _count(con, visitor) >= MOST:
        raise FullListError(f"Your list has {MOST} card files, as many as fit; remove one first.")
    _list(con, file.game, file.hash, visitor)


def offer(con: sqlite3.Connection, files: Iterable[CardFile]) -> None:
    """Offer these card files to everybody, and no others."""
    con.execute("delete from card_owner where visitor = ?", (HOUSE,))
    for file in files:
        keep(con, file)
        _list(con, file.game, file.hash, HOUSE)


def note_player(con: sqlite3.Connection, match: str, visitor: str) -> None:
    """List the cards of a match for somebody who sits down at it, if their list has room."""
    asked = (
        "select json_extract(header, '$.game'), json_extract(header, '$.hall.cards.hash') "
        "from match where id = ?"
    )
    row = con.execute(asked, (match,)).fetchone()
    if row and row[1] and _count(con, visitor) < MOST:
        _list(con, row[0], row[1], visitor)


def remove(con: sqlite3.Connection, visitor: str, game: str, found: str) -> bool:
    """Take a card file from a visitor's list; returns whether it was there."""
    gone = "delete from card_owner where visitor = ? and game = ? and hash = ?"
    return bool(visitor) and con.execute(gone, (visitor, game, found)).rowcount == 1


def find(con: sqlite3.Connection, game: str, found: str) -> CardFile | None:
    asked = "select game, hash, title, cards from card_file where game = ? and hash = ?"
    row = con.execute(asked, (game, found)).fetchone()
    return CardFile(*row) if row else None


def listed(con: sqlite3.Connection, visitor: str) -> list[Listed]:
    """The card files of a visitor, the latest first, and after them those of the house."""
    rows = con.execute(
        "select card_file.game, card_file.hash, title, max(added), max(visitor) = '' "
        "from card_owner join card_file on card_file.game = card_owner.game "
        "and card_file.hash = card_owner.hash where visitor in (?, ?) "
        "group by card_file.game, card_file.hash "
        "order by max(visitor) = '', max(added) desc, card_file.rowid desc",
        (visitor, HOUSE),
    )
    return [Listed(game, found, title, at, bool(house)) for game, found, title, at, house in rows]


def _count(con: sqlite3.Connection, visitor: str) -> int:
    asked = "select count(*) from card_owner where visitor = ?"
    return int(con.execute(asked, (visitor,)).fetchone()[0])


def _list(con: sqlite3.Connection, game: str, found: str, visitor: str) -> None:
    row = (visitor, game, found, now())
    con.execute("insert or ignore into card_owner values(?, ?, ?, ?)", row)
