"""The store: durable before confirmed, atomic, the same after every opening."""

import os
import sqlite3
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.match.clock import Timing
from budokan.match.match import CodedMatch
from budokan.store import store as stored
from budokan.store.clocks import StoredClocks
from budokan.store.entries import MAKE_MOVE
from budokan.store.pending import Pending
from budokan.store.store import Saved, Store, StoreError, TakenError, UnknownError

SOON = 10


def done(pending: Pending[Any]) -> Any:
    return pending.result(SOON)


def fault(pending: Pending[Any]) -> Exception | None:
    """The error that an answer is."""
    try:
        done(pending)
    except Exception as error:
        return error
    return None


def held(store: Store) -> threading.Event:
    """Keep the store busy until the event is set; later jobs wait and are written together."""
    hold, entered = threading.Event(), threading.Event()

    def wait(con: sqlite3.Connection) -> None:
        entered.set()
        hold.wait(SOON)

    store._do(wait)
    assert entered.wait(SOON)
    return hold


def other(path: Path) -> sqlite3.Connection:
    """A second connection to the file, as another process would have."""
    return sqlite3.connect(path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "hall.sqlite3"


def new_match(seed: str = "seed") -> CodedMatch:
    game = find("udaka")
    match = CodedMatch(game, game.setup(2), seed=seed)
    match.begin()
    return match


def create(store: Store, match: CodedMatch, name: str = "m", **more: Any) -> None:
    done(
        store.create(
            name,
            stored.header(match),
            stored.entry_texts(match),
            stored.acting_marks(match),
            **more,
        )
    )


def test_a_match_comes_back_as_it_was(path: Path) -> None:
    match, store = new_match(), Store(path)
    create(store, match, holders={0: ("ann", True)})
    for _ in range(6):
        before = len(match.entries)
        match.play(match.acting[0], match.legal(match.acting[0])[0])
        done(
            store.append("m", before, stored.entry_texts(match, before), stored.acting_marks(match))
        )
    store.close()
    again = Store(path)
    saved = done(again.load("m"))
    twin = stored.restore(saved)
    assert twin.entries == match.entries and twin.state.encode() == match.state.encode()
    assert twin.story == match.story and twin.seed == match.seed
    assert saved.holders == {0: ("ann", True)}
    seat = match.acting[0]
    for each in (match, twin):
        each.play(seat, each.legal(seat)[0])
    assert twin.entries == match.entries  # chance goes on as it would have
    again.close()


def test_saving_is_confirmed_once_another_reader_sees_it(path: Path) -> None:
    store = Store(path)
    create(store, new_match())
    start = len(done(store.load("m")).entries)
    for ply in range(start, start + 50):
        done(store.append("m", ply, ["A single 7"], "A"))
        with other(path) as eyes:
            count = eyes.execute("select count(*) from entry").fetchone()[0]
        eyes.close()
        assert count == ply + 1
    store.close()


def test_a_ply_is_stored_once(path: Path) -> None:
    one, two = Store(path), Store(path)
    create(one, new_match())
    ply = len(done(one.load("m")).entries)
    results = [store.append("m", ply, [f"A single {n}"], "A") for n, store in [(7, one), (8, two)]]
    faults = [error for error in map(fault, results) if error]
    assert [type(error) for error in faults] == [TakenError]
    with pytest.raises(TakenError, match="gone on elsewhere"):
        done(one.append("m", ply + 5, ["A single 9"], "A"))
    assert len(done(two.load("m")).entries) == ply + 1
    for store in (one, two):
        store.close()


def test_a_refused_append_leaves_its_neighbours_alone(path: Path) -> None:
    store = Store(path)
    create(store, new_match())
    ply = len(done(store.load("m")).entries)
    hold = held(store)
    good = store.append("m", ply, ["A single 7", "* draw 9"], "B")
    bad = store.append("m", ply, ["A single 8", "* draw 2"], "B")
    also = store.append("m", ply + 2, ["B single 3"], "A")
    hold.set()
    assert done(good) is None and done(also) is None
    with pytest.raises(TakenError):
        done(bad)
    assert done(store.load("m")).entries[ply:] == ["A single 7", "* draw 9", "B single 3"]
    store.close()


def test_a_failed_commit_is_an_error_for_every_job(path: Path) -> None:
    store = Store(path)
    create(store, new_match())
    ply = len(done(store.load("m")).entries)

    class Broken:
        """A connection whose commits fail, as on a full disk."""

        def execute(self, sql: str, *rest: Any) -> Any:
            alone = sql == MAKE_MOVE and not whole.in_transaction  # it commits itself
            if sql == "commit" or alone:
                raise sqlite3.OperationalError("disk full")
            return whole.execute(sql, *rest)

    whole = store._con
    store._con = Broken()  # type: ignore[assignment]
    with pytest.raises(StoreError, match="disk full"):
        done(store.append("m", ply, ["A single 7"], "B"))
    hold = held(store)
    together = [store.append("m", ply + n, ["A single 7"], "B") for n in range(3)]
    hold.set()
    assert ["disk full" in str(fault(pending)) for pending in together] == [True] * 3
    store._con = whole
    assert len(done(store.load("m")).entries) == ply
    done(store.append("m", ply, ["A single 8"], "B"))
    store.close()


def acting(store: Store) -> str:
    asked = "select acting from match where id = 'm'"
    return str(done(store.do(lambda con: con.execute(asked).fetchone()[0])))


@pytest.mark.parametrize("alone", [True, False])
def test_nothing_is_saved_of_a_move_that_fails(path: Path, alone: bool) -> None:
    store = Store(path)
    create(store, new_match())
    before, ply = acting(store), len(done(store.load("m")).entries)
    with other(path) as con:
        con.execute(
            "create trigger full before insert on entry when new.action = 'draw 9' "
            "begin select raise(abort, 'full'); end"
        )
    con.close()
    hold = held(store)
    if alone:
        hold.set()
        done(store.bits("m"))
    failed = store.append("m", ply, ["A single 7", "* draw 9", "* draw 3"], "nobody")
    also = None if alone else store.rematch("m")
    hold.set()
    assert isinstance(fault(failed), TakenError) and "full" in str(fault(failed))
    assert also is None or done(also) == ""
    assert len(done(store.load("m")).entries) == ply and acting(store) == before
    store.close()


def test_who_acts_is_saved_with_the_last_entry_or_alone(path: Path) -> None:
    store = Store(path)
    create(store, new_match())
    ply = len(done(store.load("m")).entries)
    done(store.append("m", ply, ["A single 7", "* draw 9", "* draw 3"], "A B"))
    assert acting(store) == "A B"
    done(store.append("m", ply + 3, [], ""))
    assert acting(store) == "" and len(done(store.load("m")).entries) == ply + 3
    for wrong in (ply, ply + 4):
        assert isinstance(fault(store.append("m", wrong, [], "A")), TakenError)
    assert acting(store) == ""
    store.close()


def test_a_move_is_one_statement_and_a_long_match_few(path: Path) -> None:
    """At every statement a busy event loop may keep the store waiting."""
    store, asked = Store(path), set[str]()
    create(store, new_match())
    ply, long = len(done(store.load("m")).entries), [f"A single {n}" for n in range(4000)]
    clocks = StoredClocks(Timing((1000, 2000), (0, 5)), frozenset({1}), 1000)

    def trace(con: sqlite3.Connection) -> None:
        con.set_trace_callback(asked.add)

    done(store.do(trace))
    asked.clear()
    done(store.append("m", ply, ["A single 7"], "A", timing=clocks))
    assert len(asked) == 1
    asked.clear()
    done(store.create("long", stored.header(new_match()), long, "A"))
    assert len(asked) <= 5
    asked.clear()
    assert done(store.load("long")).entries == long
    assert len(asked) <= 6
    saved = done(store.load("m"))
    assert saved.entries[ply:] == ["A single 7"] and saved.timing == clocks
    store.close()


def test_a_refused_move_leaves_the_clocks_alone(path: Path) -> None:
    store = Store(path)
    create(store, new_match())
    ply = len(done(store.load("m")).entries)
    slow, fast = (StoredClocks(Timing((n, n), (0, 0))) for n in (9000, 100))
    done(store.append("m", ply, ["A single 7"], "B", timing=slow))
    for wrong in (ply, ply + 2):
        refused = fault(store.append("m", wrong, ["A single 8"], "A", timing=fast))
        assert isinstance(refused, TakenError) and "gone on elsewhere" in str(refused)
    saved = done(store.load("m"))
    assert saved.entries[ply:] == ["A single 7"] and saved.timing == slow
    assert acting(store) == "B"
    store.close()


@pytest.mark.parametrize("alone", [True, False])
def test_a_job_that_fails_late_leaves_no_trace(path: Path, alone: bool) -> None:
    store = Store(path)
    create(store, new_match())
    ply = len(done(store.load("m")).entries)

    def fail(con: sqlite3.Connection) -> None:
        con.execute("insert into entry values('m', ?, 'A', 'single 7')", (ply,))
        raise Refusal("No.")

    hold = held(store)
    if alone:
        hold.set()
        done(store.bits("m"))
    jobs: list[Pending[Any]] = [store.do(fail), *([] if alone else [store.rematch("m")])]
    hold.set()
    with pytest.raises(Refusal, match=r"No\."):
        done(jobs[0])
    assert len(done(store.load("m")).entries) == ply
    store.close()


def test_a_fault_leaves_its_neighbours_alone(path: Path) -> None:
    store = Store(path)
    create(store, new_match())
    ply = len(done(store.load("m")).entries)
    hold = held(store)
    together = [
        store.append("m", ply, ["A single 7"], "B"),
        store._do(lambda con: con.execute("select * from nowhere")),
        store.append("m", ply + 1, ["B single 7"], "A"),
    ]
    hold.set()
    faults = [type(fault(pending)) for pending in together]
    assert faults == [type(None), StoreError, type(None)]
    assert len(done(store.load("m")).entries) == ply + 2
    store.close()


def test_closing_finishes_pending_jobs(path: Path) -> None:
    store = Store(path)
    create(store, new_match())
    ply = len(done(store.load("m")).entries)
    waiting = [store.append("m", ply + n, ["A single 7"], "A") for n in range(600)]
    store.close()
    store.close()
    assert all(future.result(0) is None for future in waiting)
    with pytest.raises(StoreError, match="closed"):
        store.load("m")
    again = Store(path)
    assert len(done(again.load("m")).entries) == ply + 600
    again.close()


def test_entries_are_never_changed(path: Path) -> None:
    store = Store(path)
    create(store, new_match())
    store.close()
    con = other(path)
    for deed in ("update entry set action = 'x'", "delete from entry"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            con.execute(deed)
    assert con.execute("pragma journal_mode").fetchone()[0] == "wal"
    con.close()


def test_one_match_has_one_rematch_and_one_name(path: Path) -> None:
    store = Store(path)
    create(store, new_match())
    assert done(store.rematch("m")) == ""
    create(store, new_match(), "n", rematch_of="m")
    assert done(store.rematch("m")) == "n"
    for name, of in (("o", "m"), ("n", None)):
        with pytest.raises(TakenError):
            create(store, new_match(), name, rematch_of=of)
    with pytest.raises(UnknownError):
        done(store.load("o"))
    store.close()


def test_a_seat_is_reserved_until_somebody_sits_down(path: Path) -> None:
    store = Store(path)
    create(store, new_match())
    assert done(store.claim("m", 1, "preview")) and done(store.claim("m", 1, "ben"))
    assert done(store.sit("m", "ben")) == {1: ("ben", True)}
    assert not done(store.claim("m", 1, "eve")) and done(store.claim("m", 1, "ben"))
    assert done(store.sit("m", "eve")) == {1: ("ben", True)}
    store.close()


def test_only_the_user_may_read_the_file(path: Path) -> None:
    Store(path).close()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(path.parent).st_mode) == 0o700


def test_a_newer_file_and_a_file_of_something_else_are_refused(path: Path, tmp_path: Path) -> None:
    Store(path).close()
    con = other(path)
    con.execute("insert into schema_version values(99)")
    con.commit()
    con.close()
    with pytest.raises(StoreError, match="newer Budokan"):
        Store(path)
    wrong = tmp_path / "poem.sqlite3"
    wrong.write_text("roses are red, " * 100)
    with pytest.raises(StoreError, match="Cannot open the store"):
        Store(wrong)


def test_a_match_of_unknown_rules_is_refused_in_one_sentence() -> None:
    match = new_match()
    fields = {**stored.header(match), "rules": 99}
    with pytest.raises(Refusal, match="version 99"):
        stored.restore(Saved("m", fields, stored.entry_texts(match), {}))


def test_the_data_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BUDOKAN_DATA", str(tmp_path))
    assert stored.data_folder() == tmp_path
    monkeypatch.delenv("BUDOKAN_DATA")
    assert stored.data_folder().name == "budokan"
