"""Results of jobs in the store: found by name and version, bounded, dropped with their match."""

import sqlite3
from collections.abc import Iterator

import pytest

from budokan.store import job_results
from budokan.store.job_results import Name, Result, drop_of_match, find, keep
from budokan.store.schema import migrate


@pytest.fixture
def con() -> Iterator[sqlite3.Connection]:
    con = sqlite3.connect(":memory:", isolation_level=None)
    assert migrate(con)
    yield con
    con.close()


def film(match: str, view: str = "0", version: str = "1") -> Name:
    return Name("film", match, view, version)


def use(con: sqlite3.Connection, match: str, at: str) -> None:
    con.execute("update job_result set used = ? where match = ?", (at, match))


def matches(con: sqlite3.Connection) -> set[str]:
    return {row[0] for row in con.execute("select match from job_result")}


def test_a_result_is_found_by_all_of_its_name(con: sqlite3.Connection) -> None:
    assert keep(con, film("a"), Result(b"one"))
    assert find(con, film("a")) == Result(b"one")
    others = (film("b"), film("a", "1"), film("a", "0", "2"), Name("par", "a", "0", "1"))
    assert [find(con, other) for other in others] == [None] * 4
    assert keep(con, film("a", version="2"), Result(b"two"))
    assert find(con, film("a")) is None and find(con, film("a", version="2")) == Result(b"two")


def test_the_longest_unused_go_first(
    con: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_results, "MOST", 3)
    for match in "abc":
        keep(con, film(match), Result(b"x"))
        use(con, match, f"2000-01-0{'abc'.index(match) + 1}")
    assert find(con, film("a")) == Result(b"x")  # which is a use
    keep(con, film("d"), Result(b"x"))
    assert matches(con) == {"a", "c", "d"}


def test_their_bytes_are_bounded(con: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_results, "MOST_BYTES", 25)
    monkeypatch.setattr(job_results, "LARGEST", 20)
    for at, match in enumerate("abc", 1):
        keep(con, film(match), Result(b"x" * 10))
        use(con, match, f"2000-01-0{at}")
    assert matches(con) == {"b", "c"}
    assert not keep(con, film("d"), Result(b"x" * 21))
    assert matches(con) == {"b", "c"}
    keep(con, film("d"), Result(b"x" * 20))
    assert matches(con) == {"d"}


def test_a_fault_is_kept_for_a_day(con: sqlite3.Connection) -> None:
    keep(con, film("a"), Result(b"", "It takes too long."))
    assert find(con, film("a")) == Result(b"", "It takes too long.")
    con.execute("update job_result set made = '2000-01-01'")
    assert find(con, film("a")) is None


def test_the_results_of_a_match_are_dropped_together(con: sqlite3.Connection) -> None:
    for match in ("a", "a_", "ab"):
        for view in "01":
            keep(con, film(match, view), Result(b"x"))
    drop_of_match(con, "a")
    assert matches(con) == {"a_", "ab"}
