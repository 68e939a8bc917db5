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
from budokan.store.headers import has_players, has_table_facts, read_header
from budokan.store.schema import has_table
from budokan.store.values import wrong_value_of_match

SHAPE = """
    select header, acting, count(ply), min(ply), max(ply) from match
    left join entry on entry.match = match.id where match.id = ?
"""

LOST = "select distinct match from entry where match not in (select id from match) order by match"


def lost_matches(con: sqlite3.Connection) -> list[str]:
    """The matches of which there are entries, but no row of their own."""
    return [str(name) for (name,) in con.execute(LOST)]


def match_faults(con: sqlite3.Connection, name: str) -> Iterator[str]:
    """What is wrong with a match and its rows, each as the end of a sentence about it."""
    text, acting, count, first, last = con.execute(SHAPE, (name,)).fetchone()
    header = read_header(text)
    if header is None:
        yield "has a header that cannot be read"
        return
    if not (has_players(header) and has_table_facts(header)):
        yield "has a header in which the table cannot be read"
        return
    if wrong := wrong_value_of_match(con, name):
        yield wrong
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
    columns = [each for _, each, *_ in con.execute("pragma table_info(timing)") if each in TIMING]
    asked = f"select {', '.join(columns)} from timing where match = ?"
    row = con.execute(asked, (name,)).fetchone()
    told = dict(zip(columns, map(_read, row), strict=True)) if row else {}
    if not all(TIMING[column](found, seats) for column, found in told.items()):
        yield "has clocks that cannot be read"


def _read(text: object) -> Any:
    """A stored value; None if it cannot be read."""
    try:
        return json.loads(str(text))
    except (ValueError, RecursionError):
        return None


def _are(found: object, length: int, *kinds: type) -> bool:
    """Whether a value is a list of so many of some kinds."""
    return isinstance(found, list) and len(found) == length and all(type(e) in kinds for e in found)


def _are_times(found: object, seats: int) -> bool:
    return found == [] or _are(found, seats, int)


def _are_seats(found: object, seats: int) -> bool:
    return isinstance(found, list) and all(type(e) is int and 0 <= e < seats for e in found)


def _are_moves(found: object, seats: int) -> bool:
    return isinstance(found, dict) and all(
        at.isdecimal() and _are_times(lefts, seats) for at, lefts in found.items()
    )


TIMING = {  # what the columns of clocks have, if they are there
    "lefts": _are_times,
    "sinces": _are_times,
    "stands": _are_seats,
    "eased": _are_seats,
    "moves": _are_moves,
}


def _ending_faults(con: sqlite3.Connection, name: str, match: CodedMatch) -> Iterator[str]:
    if not has_table(con, "ending"):
        return
    row = con.execute("select scores, outcomes from ending where match = ?", (name,)).fetchone()
    if row is None:
        return
    scores, outcomes = map(_read, row)
    seats = match.setup.seats
    if not (_are(scores, seats, int, float) and _are(outcomes, seats, str)):
        yield "has a result that cannot be read"
    elif not match.over:
        yield "has a result, but its entries do not end it"
    elif scores != match.scores():
        yield "has another result than its entries lead to"
