"""Matches that are deleted: whole, with all that is theirs, and nothing else."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from budokan.match.clock import Timing
from budokan.match.ending import Ending
from budokan.store import retention, shared_deals, shown
from budokan.store import store as stored
from budokan.store.backup import FILE
from budokan.store.clocks import StoredClocks
from budokan.store.retention import delete_match, drop_unplayed_deals, finished_before, limit
from budokan.store.shared_deals import Deal
from budokan.store.store import Store, UnknownError
from tests.store.test_backup import rows
from tests.store.test_store import done, new_match

NOW = datetime(2026, 11, 18, tzinfo=UTC)
ENDING = Ending("2026-01-01T00:00:00+00:00", [1.0, 0.0], ["won", "lost"], "Won.", "Won.")


def put(store: Store, name: str, *, over: bool = True, **more: Any) -> None:
    """A match with a row in every table that belongs to matches."""
    match = new_match(name)
    fields = {**stored.header(match), **more.pop("header", {})}
    acting = "A" if over else stored.acting_marks(match)
    entries = stored.entry_texts(match)
    holders = {0: ("ann", True), 1: ("ben", True)}
    done(store.create(name, fields, entries, acting, holders, offered_by="ann", **more))
    clocks = StoredClocks(Timing((1, 1), (0, 0)))
    end, left = (ENDING, "") if over else (None, acting)
    done(store.append(name, len(entries), [], left, end, timing=clocks))
    done(store.do(shown.set_agreed, name, "ann", True))


def counts(path: Path, name: str) -> dict[str, int]:
    """The rows of a match in each table that has any."""
    with closing(sqlite3.connect(path)) as con:
        found = {"match": con.execute("select count(*) from match where id = ?", (name,))}
        for table, column in con.execute(retention.BELONGING).fetchall():
            asked = f"select count(*) from {table} where {column} = ?"
            found[table] = con.execute(asked, (name,))
        return {table: row.fetchone()[0] for table, row in found.items()}


def deal() -> Deal:
    return Deal("d", {"game": "udaka"}, 0, "2026-01-01T00:00:00+00:00", None)


@pytest.fixture
def store(tmp_path: Path) -> Any:
    store = Store(tmp_path / FILE)
    yield store
    store.close()


def test_a_match_leaves_with_all_that_is_its_own(store: Store) -> None:
    hall = {"hall": {"creator": "ann", "cards": {"hash": "0123456789abcdef", "title": "Mine"}}}
    put(store, "one", deal=deal(), header=hall)
    put(store, "two", deal=deal(), rematch_of="one", header=hall)
    before, other = counts(store.path, "one"), counts(store.path, "two")
    assert min(before.values()) > 0, "a table without a row of the match is not tested"
    assert done(store.do(delete_match, "one")) is True
    assert set(counts(store.path, "one").values()) == {0}
    assert counts(store.path, "two") == other
    with pytest.raises(UnknownError):
        done(store.load("one"))
    assert done(store.load("two")).holders == {0: ("ann", True), 1: ("ben", True)}
    assert done(store.rematch("one")) == ""
    assert done(store.do(shared_deals.find, "d")).header == {"game": "udaka"}
    assert done(store.do(delete_match, "one")) is False
    assert done(store.do(lambda con: con.execute("pragma foreign_key_check").fetchall())) == []
    assert done(store.do(lambda con: con.execute("select * from leaving").fetchall())) == []


def test_no_entry_is_deleted_without_its_match(store: Store) -> None:
    put(store, "one")
    with pytest.raises(stored.TakenError, match="never deleted without its match"):
        done(store.do(lambda con: con.execute("delete from entry where ply = 0")))
    assert counts(store.path, "one")["entry"] > 0


def test_whoever_must_not_see_a_deal_is_still_kept_from_it(store: Store) -> None:
    put(store, "one", deal=deal())
    put(store, "onward", header={"origin": {"match": "one", "step": 3}})
    done(store.do(delete_match, "one"))
    assert done(store.do(shared_deals.barred, "onward", "eve")) == "d"
    put(store, "later", deal=deal())
    assert done(store.do(shared_deals.barred, "later", "eve")) == "d"
    done(store.do(delete_match, "onward"))
    put(store, "further", header={"origin": {"match": "onward", "step": 5}})
    assert done(store.do(shared_deals.barred, "further", "eve")) == "d"


def test_whoever_has_played_a_deal_may_still_see_it(store: Store) -> None:
    put(store, "one", deal=deal())
    done(store.do(delete_match, "one"))
    asked = "insert into match select 'x', header, created, null, '' from match where id = 'two'"
    put(store, "two", header={"hall": {}}, deal=deal())
    done(store.do(lambda con: con.execute(asked)))
    done(store.do(shared_deals.add, "d", "x"))
    assert done(store.do(shared_deals.barred, "x", "ben")) == ""
    assert done(store.do(shared_deals.barred, "x", "eve")) == "d"


def test_finished_matches_are_found_by_their_end(store: Store) -> None:
    put(store, "old")
    put(store, "running", over=False)
    put(store, "upload")
    done(store.do(lambda con: con.execute("delete from ending where match = 'upload'")))
    created = (NOW - timedelta(days=400)).isoformat(timespec="seconds")
    done(store.do(lambda con: con.execute("update match set created = ?", (created,))))
    assert limit(NOW, 30) == "2026-10-19T00:00:00+00:00"
    assert done(store.do(finished_before, limit(NOW, 30), 9)) == ["old", "upload"]
    assert done(store.do(finished_before, limit(NOW, 30), 1)) == ["old"]
    assert done(store.do(finished_before, limit(NOW, 350), 9)) == ["upload"], "it ended later"
    assert done(store.do(finished_before, limit(NOW, 401), 9)) == []


def test_a_deal_leaves_when_nobody_plays_it_any_more(store: Store) -> None:
    put(store, "one", deal=deal())
    done(store.do(lambda con: con.execute("update deal set created = '2026-01-01'")))
    assert done(store.do(drop_unplayed_deals, limit(NOW, 30), 9)) == 0
    done(store.do(delete_match, "one"))
    assert done(store.do(drop_unplayed_deals, "2025", 9)) == 0, "it may still be played"
    assert done(store.do(drop_unplayed_deals, limit(NOW, 30), 9)) == 1
    store.close()
    left = rows(store.path)
    assert left["deal"] == left["gone"] == left["waived"] == []


def test_what_is_deleted_is_overwritten(tmp_path: Path) -> None:
    store = Store(tmp_path / "own" / FILE)
    put(store, "one", header={"names": ["Zacharias", "Ben"]})
    store.close()
    assert b"Zacharias" in store.path.read_bytes()
    store = Store(store.path)
    done(store.do(delete_match, "one"))
    store.close()
    assert b"Zacharias" not in store.path.read_bytes()
