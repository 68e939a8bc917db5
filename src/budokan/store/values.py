"""Whether the values in a store are of the kinds that a hall reads."""

import json
import sqlite3
from collections.abc import Iterator
from typing import Any, NamedTuple

from budokan.store.headers import has_players, read_header
from budokan.store.schema import of_matches

OWN = {"match", "schema_version", "probe", "leaving"}  # checked elsewhere, or of no worth
DAYS = {"added", "begun", "created", "ended", "made", "seen", "since", "used"}
DAY = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*"
DEALS = "select id, header, seat, par from deal"


class Wrong(NamedTuple):
    """Rows with a value that cannot be read: how they are found, and what is wrong."""

    table: str
    where: str
    given: tuple[str, ...]
    told: str


def wrong_rows(con: sqlite3.Connection) -> Iterator[Wrong]:
    """Rows that belong to no match and that a hall cannot read."""
    elsewhere = OWN | {table for table, _ in of_matches(con)}
    for (table,) in con.execute("select name from sqlite_master where type = 'table'").fetchall():
        if table in elsewhere or table.startswith("sqlite_"):
            continue
        for where, what in _checks(con, table):
            asked = f'select count(*) from "{table}" where {where}'
            if count := con.execute(asked).fetchone()[0]:
                rows = "1 row has" if count == 1 else f"{count} rows have"
                yield Wrong(table, where, (), f"In the table {table!r} {rows} {what}.")
        if table == "deal":
            yield from _wrong_deals(con)


def wrong_value_of_match(con: sqlite3.Connection, name: str) -> str:
    """What is wrong with a value in the rows of a match, or ''."""
    for table, key in [("match", "id"), *of_matches(con)]:
        checks = [] if table == "entry" else _checks(con, table)  # entries are replayed
        if not checks:
            continue
        cases = " ".join(f"when {where} then {at}" for at, (where, _) in enumerate(checks))
        asked = f'select case {cases} end as at from "{table}" where "{key}" = ? and at not null'
        if row := con.execute(asked, (name,)).fetchone():
            return f"has {checks[row[0]][1]} of its row in the table {table!r}"
    return ""


def _checks(con: sqlite3.Connection, table: str) -> list[tuple[str, str]]:
    """Conditions of which no row of a table fulfils one, and what one has that does."""
    found = []
    for _, column, kind, needed, _, key in con.execute(f'pragma table_info("{table}")'):
        kinds = f"'{kind.lower()}'" if needed or key else f"'{kind.lower()}', 'null'"
        told = f"something else than {kind.lower()} in {column!r}"
        found.append((f'typeof("{column}") not in ({kinds})', told))
        if column in DAYS:
            found.append((f"\"{column}\" not glob '{DAY}'", f"no date in {column!r}"))
    return found


def _wrong_deals(con: sqlite3.Connection) -> Iterator[Wrong]:
    for name, text, seat, par in con.execute(DEALS):
        header = read_header(text)
        if header is None or not has_players(header):
            what = "a header that cannot be read"
        elif not (type(seat) is int and 0 <= seat < header["seats"]):
            what = "a seat that does not exist"
        elif par and not _is_table(par):
            what = "a par that cannot be read"
        else:
            continue
        yield Wrong("deal", "id = ?", (name,), f"The shared deal {name!r} has {what}.")


def _is_table(text: Any) -> bool:
    try:
        return type(json.loads(text)) is dict
    except (TypeError, ValueError, RecursionError):
        return False
