"""Whether a stored match is whole: its entries replayed by the rules, and the rows beside them."""

import json
import sqlite3
from collections.abc import Iterator
from typing import Any

from budokan.kit.editions import versions
from budokan.kit.errors import Refusal
from budokan.kit.game import find_all
from budokan.kit.notation import seat_mark
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.store.schema import has_table

SHAPE = """
    select header, acting, count(ply), min(ply), max(ply) from match
    left join entry on entry.match = match.id where match.id = ?
"""


def match_faults(con: sqlite3.Connection, name: str) -> Iterator[str]:
    """What is wrong with a match and its rows, each as the end of a sentence about it."""
    text, acting, count, first, last = con.execute(SHAPE, (name,)).fetchone()
    header = read_header(text)
    if header is None:
        yield "has a header that cannot be read"
        return
    if count and (first != 0 or last != count - 1):
        yield f"has {count} entries, but they are not numbered from 0 to {count - 1}"
        return
    if unknown := unknown_rules(header):
        yield unknown
        return
    yield from _seat_faults(con, name, header)
    try:
        match = replayed(con, name, header)
    except Refusal as refusal:
        yield f"cannot be replayed: {str(refusal).rstrip('.')}"
        return
    except Exception as error:  # values of the right type that make no sense
        yield f"cannot be replayed: {type(error).__name__}"
        return
    due = marks(match)
    if acting != due:
        yield f"waits for {acting or 'nobody'} by its row, for {due or 'nobody'} by its entries"
    yield from _ending_faults(con, name, match)


def read_header(text: object) -> dict[str, Any] | None:
    """A stored header with all that a match needs; None if it is anything else."""
    try:
        header = json.loads(text) if isinstance(text, str) else None
        return record.check_header(header, "") if type(header) is dict else None
    except (ValueError, RecursionError, Refusal):
        return None


def unknown_rules(header: dict[str, Any]) -> str:
    """Why this Budokan cannot check a match, or ''."""
    games = find_all()
    if header["game"] not in games:
        return f"is of the game {header['game']!r}, which is not installed"
    if header["rules"] not in versions(games[header["game"]]):
        return f"has rules {header['rules']} of its game, which this Budokan does not know"
    return ""


def replayed(con: sqlite3.Connection, name: str, header: dict[str, Any]) -> CodedMatch:
    """The match that its entries lead to, with no rule corrected."""
    rows = con.execute("select seat, action from entry where match = ? order by ply", (name,))
    entries = [(ply, f"{seat} {action}") for ply, (seat, action) in enumerate(rows)]
    *_, (match, _) = record.replay(record.Record(header, entries, over=False), "its record")
    return match


def marks(match: CodedMatch) -> str:
    """The acting seats as they are stored."""
    return " ".join(seat_mark(seat) for seat in match.acting)


def _seat_faults(con: sqlite3.Connection, name: str, header: dict[str, Any]) -> Iterator[str]:
    seats = header["seats"]
    asked = "select seat from holder where match = ? and (seat < 0 or seat >= ?)"
    for (seat,) in con.execute(asked, (name, seats)):
        yield f"has a player on seat {seat}, which does not exist"
    if not has_table(con, "timing"):
        return
    row = con.execute("select lefts, sinces from timing where match = ?", (name,)).fetchone()
    if row and not all(_is_list(text, seats) for text in row):
        yield "has clocks that cannot be read"


def _is_list(text: object, length: int) -> bool:
    try:
        found = json.loads(str(text))
    except ValueError:
        return False
    return type(found) is list and len(found) in (0, length)


def _ending_faults(con: sqlite3.Connection, name: str, match: CodedMatch) -> Iterator[str]:
    if not has_table(con, "ending"):
        return
    row = con.execute("select scores from ending where match = ?", (name,)).fetchone()
    if row and not match.over:
        yield "has a result, but its entries do not end it"
    elif row and [float(score) for score in json.loads(row[0])] != match.scores():
        yield "has another result than its entries lead to"
