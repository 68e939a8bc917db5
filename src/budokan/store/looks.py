"""A match as stored, without playing it again: who may see what of it, and its record."""

import json
import sqlite3
from typing import Any, NamedTuple

from budokan.match.ending import Ending
from budokan.match.record import Record
from budokan.store import entries as match_entries
from budokan.store import results
from budokan.store.cards import SHORT_HEADER
from budokan.store.open_seats import holders_of
from budokan.store.store import UnknownError


class Look(NamedTuple):
    """What the hall must know of a match before it shows anything of it."""

    id: str
    header: dict[str, Any]  # without the card file, which may be long
    over: bool
    holders: dict[int, tuple[str, bool]]  # seat -> visitor, and whether they have sat down

    @property
    def hall(self) -> dict[str, Any]:
        """What the hall adds to the header: players, keys and the like."""
        found: dict[str, Any] = self.header["hall"]
        return found

    def seats_of(self, visitor: str) -> list[int]:
        return sorted(seat for seat, (who, _) in self.holders.items() if visitor and who == visitor)


def look(con: sqlite3.Connection, name: str) -> Look:
    """A match by its id."""
    asked = f"select {SHORT_HEADER}, acting from match where id = ?"
    row = con.execute(asked, (name,)).fetchone()
    if row is None:
        raise UnknownError("There is no such table.")
    return Look(name, json.loads(row[0]), not row[1], holders_of(con, name))


def look_at_end(con: sqlite3.Connection, name: str) -> tuple[Look, Ending | None]:
    """A match, and how it ended, if it has and that is known."""
    asked = "select ended, scores, outcomes, told, facts from ending where match = ?"
    row = con.execute(asked, (name,)).fetchone()
    return look(con, name), results.read(*row) if row else None


def start_of(con: sqlite3.Connection, name: str) -> Record:
    """The record of a match without its entries."""
    row = con.execute("select header from match where id = ?", (name,)).fetchone()
    if row is None:
        raise UnknownError("There is no such table.")
    header = json.loads(row[0])
    header.pop("hall", None)
    return Record(header, [], over=False)


def record_of(con: sqlite3.Connection, name: str) -> Record:
    """Header and entries of a match, the seed included; never show it while the match runs."""
    start = start_of(con, name)
    acting = con.execute("select acting from match where id = ?", (name,)).fetchone()[0]
    texts = match_entries.load(con, name)
    return Record(start.header, list(enumerate(texts, 1)), over=not acting)
