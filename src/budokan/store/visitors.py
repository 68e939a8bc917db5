"""Visitors and their devices: who a token belongs to, codes that add a device, and revocation.

A device is a random token in a cookie, of which the store has only the hash. A token without a
row is its own visitor, as in all earlier versions.
"""

import json
import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from budokan.kit.errors import Refusal

MOST = 20  # devices of one visitor
MOST_CODES = 5  # of one visitor that wait at once; a new one replaces the oldest
MOST_MERGED = 500  # matches that a device can bring along
# Released migration: never edit it. What a match has of a visitor or a card file is in its header,
# too; an index on that would need functions that no guarded connection allows.
TABLES = """
    create table device(
        id text primary key, visitor text not null, label text not null, created text not null,
        seen text not null, revoked text not null default '') without rowid;
    create index device_visitor on device(visitor);
    create table device_code(
        id text primary key, visitor text not null, label text not null,
        until integer not null) without rowid;
    create table erasure(visitor text primary key, begun text not null) without rowid;
    create index waived_visitor on waived(visitor);
    create index agreed_visitor on agreed(visitor);
    create table founder(
        match text primary key references match(id), visitor text not null) without rowid;
    create index founder_visitor on founder(visitor);
    create table card_use(
        match text primary key references match(id), game text not null,
        hash text not null) without rowid;
    create index card_use_hash on card_use(hash);
    insert into founder select id, json_extract(header, '$.hall.creator') from match
        where case when json_valid(header)
        then coalesce(json_extract(header, '$.hall.creator'), '') != '' end;
    insert into card_use select id, json_extract(header, '$.game'),
        json_extract(header, '$.hall.cards.hash') from match
        where case when json_valid(header)
        then json_extract(header, '$.hall.cards.hash') is not null end;
"""
# Tables whose rows pass to another visitor; who has such a row already keeps it.
PASSED_ON = ("waived", "agreed", "card_owner", "device", "device_code", "founder")
BOTH = """
    select 1 from holder as one join holder as other on one.match = other.match
    join match on match.id = one.match
    where one.visitor = ? and other.visitor = ? and acting != '' limit 1
"""


class CodeError(Refusal):
    """A code adds no device."""


class Device(NamedTuple):
    """A device of a visitor; its id is the hash of its token."""

    id: str
    label: str
    created: str  # the day
    seen: str  # the day


class Known(NamedTuple):
    """Whose device a token is: '' if it was revoked; and whether the store has a row for it."""

    visitor: str
    kept: bool


class Join(NamedTuple):
    """A device that wants to join a visitor by a code."""

    code: str  # the hash of the code
    device: str  # the hash of its new token
    former: str  # the device that the browser was before, or ''
    merge: bool  # whether what it has may pass on
    now: int


class Joined(NamedTuple):
    """The visitor that a device has joined, and what it brought along."""

    visitor: str
    before: str  # the visitor that it was; '' if it was none
    matches: list[str]  # that it brought along


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def note_match(con: sqlite3.Connection, name: str, header: Mapping[str, Any]) -> None:
    """Note who set up a match, and the card file it is played with, so that both are found."""
    hall = header.get("hall", {})
    if hall.get("creator"):
        con.execute("insert into founder values(?, ?)", (name, hall["creator"]))
    if hall.get("cards"):
        row = (name, header["game"], hall["cards"]["hash"])
        con.execute("insert into card_use values(?, ?, ?)", row)


# -- devices --------------------------------------------------------------------------------------


def resolve(con: sqlite3.Connection, device: str, day: str) -> Known:
    """Whose device it is; notes the day on which it was here."""
    row = con.execute("select visitor, seen, revoked from device where id = ?", (device,))
    found = row.fetchone()
    if found is None:
        return Known(device, False)
    visitor, seen, revoked = found
    if revoked:
        return Known("", True)
    if seen != day:
        con.execute("update device set seen = ? where id = ?", (day, device))
    return Known(visitor, True)


def note(con: sqlite3.Connection, device: str, visitor: str, label: str = "") -> None:
    """Keep a device of a visitor; a known one stays as it is."""
    row = (device, visitor, label, today(), today())
    con.execute(
        "insert or ignore into device(id, visitor, label, created, seen) values(?, ?, ?, ?, ?)", row
    )


def devices(con: sqlite3.Connection, visitor: str) -> list[Device]:
    """The devices of a visitor, in the order in which they came."""
    rows = con.execute(
        "select id, label, created, seen from device where visitor = ? and revoked = '' "
        "order by created, id",
        (visitor,),
    )
    return [Device(*row) for row in rows]


def revoke(con: sqlite3.Connection, visitor: str, gone: list[str]) -> list[str]:
    """Revoke devices of a visitor; returns those that were not revoked before."""
    revoked = []
    for device in gone:
        done = con.execute(
            "update device set revoked = ? where id = ? and visitor = ? and revoked = ''",
            (today(), device, visitor),
        )
        revoked += [device] * done.rowcount
    return revoked


def renew(con: sqlite3.Connection, visitor: str, device: str, fresh: str) -> list[str]:
    """Let a new token take the place of a device, and revoke all others with it: a copy of its
    cookie is worth nothing then. Returns what was revoked."""
    note(con, device, visitor)
    known = devices(con, visitor)
    label = next(each.label for each in known if each.id == device)
    gone = revoke(con, visitor, [each.id for each in known])
    note(con, fresh, visitor, label)
    return gone


# -- codes ----------------------------------------------------------------------------------------


def add_code(
    con: sqlite3.Connection, code: str, visitor: str, label: str, until: int, now: int
) -> None:
    """Keep the hash of a code that adds one device to a visitor until some time."""
    if len(devices(con, visitor)) >= MOST:
        raise CodeError(f"You have {MOST} devices, as many as may be; revoke one first.")
    con.execute("delete from device_code where until <= ?", (now,))
    con.execute(
        "delete from device_code where id in (select id from device_code where visitor = ? "
        "order by until desc limit -1 offset ?)",
        (visitor, MOST_CODES - 1),
    )
    con.execute("insert into device_code values(?, ?, ?, ?)", (code, visitor, label, until))


def join(con: sqlite3.Connection, asked: Join) -> Joined:
    """Add a device to the visitor who made a code, which is used up; or refuse, and it is not."""
    row = con.execute(
        "select visitor, label from device_code where id = ? and until > ?", (asked.code, asked.now)
    ).fetchone()
    if row is None:
        raise CodeError("This link was used, or its ten minutes are over; make a new one.")
    visitor, label = row
    before = resolve(con, asked.former, today()).visitor if asked.former else ""
    if before == visitor:
        raise CodeError("This is one of your devices already; open the link on another one.")
    if len(devices(con, visitor)) >= MOST:
        raise CodeError(f"You have {MOST} devices, as many as may be; revoke one first.")
    matches = _bring_along(con, before, visitor, asked) if before else []
    if before:  # its row says that it is somebody else's; that of a revoked device must stay
        con.execute("delete from device where id = ?", (asked.former,))
    con.execute("delete from device_code where id = ?", (asked.code,))
    note(con, asked.device, visitor, label)
    return Joined(visitor, before, matches)


def _bring_along(con: sqlite3.Connection, before: str, visitor: str, asked: Join) -> list[str]:
    """Let all that one visitor has pass to another; returns the matches."""
    matches = matches_of(con, before)
    if not (matches or _has_more(con, before)):
        return []
    if not asked.merge:
        raise CodeError(
            "This device has matches or cards of its own; say that they may be joined with "
            "those of the other device."
        )
    if con.execute(BOTH, (before, visitor)).fetchone():
        raise CodeError(
            "Your two devices play against each other, and one person may not see both hands; "
            "finish that match first."
        )
    if len(matches) > MOST_MERGED:
        raise CodeError(
            f"This device has {len(matches)} matches of its own; up to {MOST_MERGED} can be joined."
        )
    pass_on(con, before, visitor, matches)
    return matches


def _has_more(con: sqlite3.Connection, visitor: str) -> bool:
    return any(
        con.execute(f"select 1 from {table} where visitor = ? limit 1", (visitor,)).fetchone()
        for table in ("waived", "card_owner")
    )


def pass_on(con: sqlite3.Connection, before: str, visitor: str, matches: list[str]) -> None:
    """Give all that one visitor has to another."""
    con.execute("update holder set visitor = ? where visitor = ?", (visitor, before))
    con.execute("update offer set creator = ? where creator = ?", (visitor, before))
    for table in PASSED_ON:
        con.execute(
            f"update or ignore {table} set visitor = ? where visitor = ?", (visitor, before)
        )
        con.execute(f"delete from {table} where visitor = ?", (before,))
    for name in matches:
        (header,) = con.execute("select header from match where id = ?", (name,)).fetchone()
        fields = json.loads(header)
        if fields["hall"]["creator"] == before:
            fields["hall"]["creator"] = visitor
            con.execute("update match set header = ? where id = ?", (json.dumps(fields), name))


def matches_of(con: sqlite3.Connection, visitor: str) -> list[str]:
    """The matches in which a visitor has a seat, and those they set up, in order."""
    rows = con.execute(
        "select id from match where rowid in ("
        "select match.rowid from holder join match on match.id = holder.match "
        "where visitor = :visitor union "
        "select match.rowid from founder join match on match.id = founder.match "
        "where visitor = :visitor) order by rowid",
        {"visitor": visitor},
    )
    return [name for (name,) in rows]
