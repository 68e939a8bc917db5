"""The store: all matches in one SQLite file.

One thread does all work, in the order of the calls. Waiting jobs are committed together, and no
answer is given before its job is on the disk.
"""

import json
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from platformdirs import user_data_path

from budokan.kit.entries import RULES_WORD, entry_text
from budokan.kit.errors import Refusal
from budokan.kit.notation import seat_mark
from budokan.match import record
from budokan.match.ending import Ending
from budokan.match.match import CodedMatch
from budokan.store import cards, clocks, open_seats, results, shared_deals, visitors
from budokan.store import entries as match_entries
from budokan.store.cards import CardFile
from budokan.store.clocks import StoredClocks
from budokan.store.open_seats import holders_of
from budokan.store.pending import Pending, Work, answer_all
from budokan.store.schema import migrate
from budokan.store.shared_deals import Deal

T = TypeVar("T")
P = ParamSpec("P")

FILE = "hall.sqlite3"  # in the data folder
MOST_TOGETHER = 256
WAIT = 10.0  # seconds for another process that writes to the same file
PROBE = 32 * 1024  # bytes that `check` writes, more than a move does
PRIMARY_CODE = 0xFF  # of an extended error code
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
FULL = "The disk is full, so nothing can be saved; play goes on as soon as there is room."
LOST = (  # players read this, so it names no path
    "The store was moved, deleted or replaced while it was open, so nothing can be saved; put it "
    "back, or restart the hall."
)
HOLD = "insert into holder(match, seat, visitor, sat)"
DEAL = (
    "update match set header = json_set(header, '$.bits', json(?)) "
    "where id = ? and json_extract(header, '$.bits') is null"
)


class StoreError(Refusal):
    """The store could not save or read something."""


class TakenError(StoreError):
    """Somebody else has already written this ply, match or rematch."""


class UnknownError(Refusal):
    """There is no such match."""


class Single:
    """Work of one statement, which SQLite does completely or not at all: it needs no transaction
    around it."""

    __slots__ = ("_work",)

    def __init__(self, work: Work) -> None:
        self._work = work

    def __call__(self, con: sqlite3.Connection) -> Any:
        return self._work(con)


class Saved(NamedTuple):
    """A match as stored."""

    id: str
    header: dict[str, Any]
    entries: list[str]  # such as 'A pair 7'
    holders: dict[int, tuple[str, bool]]  # seat -> visitor, and whether they have sat down
    timing: StoredClocks | None = None


def data_folder() -> Path:
    """Where matches are kept: $BUDOKAN_DATA, or the user's data directory."""
    given = os.environ.get("BUDOKAN_DATA")
    return Path(given) if given else user_data_path("budokan", appauthor=False)


def header(match: CodedMatch) -> dict[str, Any]:
    """Everything needed to resume a match, including the seed; never show it."""
    bits = {"bits": list(match.bits)} if match.bits else {}
    return {**record.header(match), "seed": match.seed, **bits}


def entry_texts(match: CodedMatch, start: int = 0) -> list[str]:
    """The entries of a match as stored texts, from `start` on."""
    return [entry_text(match.notation, entry) for entry in match.entries[start:]]


def acting_marks(match: CodedMatch) -> str:
    """The acting seats as stored text; '' once the match is over."""
    return " ".join(seat_mark(seat) for seat in match.acting)


def restore(saved: Saved) -> CodedMatch:
    """The match that a stored header and its entries lead to."""
    kept = record.Record(saved.header, list(enumerate(saved.entries, 1)), over=False)
    return record.restore(kept, f"The match {saved.id}")


class Store:
    """A file of matches. Every method returns at once; its answer comes when it is on the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[Pending[Any] | None] = queue.SimpleQueue()
        self._closed = False
        self.on_answer: Callable[[float], None] | None = None  # told the seconds each answer took
        self._gate = threading.Lock()
        self._damage = ""  # the sentence about damage that a job has met
        self._con = _open(path)
        self._paths = (str(path), f"{path}-wal")
        self._files = _identities(self._paths)
        self._thread = threading.Thread(target=self._run, name="budokan-store", daemon=True)
        self._thread.start()

    # -- queries and commands -----------------------------------------------------------------

    def create(
        self,
        name: str,
        fields: Mapping[str, Any],
        entries: Sequence[str],
        acting: str,
        holders: Mapping[int, tuple[str, bool]] | None = None,
        rematch_of: str | None = None,
        offered_by: str = "",
        deal: Deal | None = None,
        own_cards: CardFile | None = None,
    ) -> Pending[None]:
        """Save a new match with its first entries and its other rows, all or nothing.

        A creator in `offered_by` offers it to everybody; `deal` is the one it shares with others;
        `own_cards` are those it is played with, if not the game's.
        """
        created = datetime.now(UTC).isoformat(timespec="seconds")
        row = (name, json.dumps(fields), created, rematch_of, acting)
        sitting = [(name, seat, who, int(sat)) for seat, (who, sat) in (holders or {}).items()]

        def work(con: sqlite3.Connection) -> None:
            if own_cards is not None:
                cards.keep(con, own_cards)
            con.execute("insert into match values(?, ?, ?, ?, ?)", row)
            visitors.note_match(con, name, fields)
            match_entries.add(con, name, 0, entries)
            con.executemany(f"{HOLD} values(?, ?, ?, ?)", sitting)
            if offered_by:
                open_seats.offer(con, name, offered_by)
            if deal is not None:
                shared_deals.share_table(con, deal, name, ())

        return self._do(work)

    def append(
        self,
        name: str,
        ply: int,
        entries: Sequence[str],
        acting: str,
        ending: Ending | None = None,
        bits: Sequence[str] = (),
        timing: StoredClocks | None = None,
    ) -> Pending[None]:
        """Save entries from a ply on, all or nothing; refused if that is not the next ply.

        Bits are given with the deal they were mixed into, and only once.
        """
        gone_on = f"The match {name} has gone on elsewhere."

        def move(con: sqlite3.Connection) -> None:
            if not match_entries.save_move(con, name, ply, entries[0], acting, timing):
                raise TakenError(gone_on)

        def work(con: sqlite3.Connection) -> None:
            if match_entries.count(con, name) != ply:
                raise TakenError(gone_on)
            match_entries.add(con, name, ply, entries)
            con.execute("update match set acting = ? where id = ?", (acting, name))
            if bits and con.execute(DEAL, (json.dumps(bits), name)).rowcount == 0:
                raise TakenError(f"The match {name} has begun elsewhere.")
            if ending is not None:
                results.keep(con, name, ending)
            if timing is not None:
                clocks.keep(con, name, timing)

        if len(entries) == 1 and not bits and ending is None:
            return self._do(Single(move))
        return self._do(work)

    def load(self, name: str) -> Pending[Saved]:
        """A match, including everything saved by earlier calls."""
        return self._do(lambda con: _load(con, name))

    def rematch(self, name: str) -> Pending[str]:
        """The rematch of a match, or ''."""
        return self._do(lambda con: _rematch(con, name))

    def claim(self, name: str, seat: int, visitor: str) -> Pending[bool]:
        """Reserve a seat for a visitor, unless it is taken; returns whether it worked."""

        def work(con: sqlite3.Connection) -> bool:
            found = con.execute(
                f"{HOLD} values(?, ?, ?, 0) on conflict(match, seat) do update "
                "set visitor = excluded.visitor where sat = 0 or visitor = excluded.visitor",
                (name, seat, visitor),
            )
            return found.rowcount == 1

        return self._do(work)

    def sit(self, name: str, visitor: str, bits: str = "") -> Pending[dict[int, tuple[str, bool]]]:
        """Seat a visitor on the seats reserved for them; the holders of all seats.

        Their bits count only if they sit down now and the deal is still to come.
        """

        def work(con: sqlite3.Connection) -> dict[int, tuple[str, bool]]:
            given = "" if _is_dealt(con, name) else bits
            came = con.execute(
                "update holder set sat = 1, bits = ? where match = ? and visitor = ? and sat = 0",
                (given, name, visitor),
            )
            if came.rowcount:
                cards.note_player(con, name, visitor)
            return holders_of(con, name)

        return self._do(work)

    def bits(self, name: str) -> Pending[dict[int, str]]:
        """The bits of the players at a table, by seat."""
        asked = "select seat, bits from holder where match = ?"
        return self._do(lambda con: dict(con.execute(asked, (name,)).fetchall()))

    def do(
        self,
        work: Callable[Concatenate[sqlite3.Connection, P], T],
        *args: P.args,
        **named: P.kwargs,
    ) -> Pending[T]:
        """Call a function of another module of this package with the connection."""
        return self._do(lambda con: work(con, *args, **named))

    def check(self) -> Pending[None]:
        """Check by writing that a move can be saved, with pages that it needs anew."""

        def work(con: sqlite3.Connection) -> None:
            if self._damage:
                raise StoreError(self._damage)
            con.execute("insert into probe(filler) values(randomblob(?))", (PROBE,))
            con.execute("delete from probe where id < last_insert_rowid()")  # they are used again

        return self._do(work)

    @property
    def waiting(self) -> int:
        """How much waits for the store's thread."""
        return self._jobs.qsize()

    def close(self) -> None:
        """Finish all jobs, then close the file."""
        with self._gate:
            closed, self._closed = self._closed, True
        if not closed:
            self._jobs.put(None)
            self._thread.join()

    # -- the thread ---------------------------------------------------------------------------

    def _do(self, work: Work) -> Pending[Any]:
        job: Pending[Any] = Pending(work)
        with self._gate:
            if self._closed:
                raise StoreError("The store is closed.")
            self._jobs.put(job)
        return job

    def _run(self) -> None:
        going = True
        while going:
            waiting, going = self._batch()
            batch = [job for job in waiting if job.begin()]
            if batch:
                outcomes = self._commit([job.work for job in batch])
                answer_all(batch, outcomes, self.on_answer)
        self._con.close()

    def _batch(self) -> tuple[list[Pending[Any]], bool]:
        """The waiting jobs, and whether more may come."""
        batch: list[Pending[Any]] = []
        job = self._jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == MOST_TOGETHER or self._jobs.empty():
                break
            job = self._jobs.get()  # it is there: only this thread takes any
        return batch, job is not None

    def _commit(self, works: list[Work]) -> list[Any]:
        """Do a batch in one transaction; the results and errors, once they are on the disk."""
        try:
            if len(works) == 1:
                return [self._do_alone(works[0])]
            return self._do_together(works)
        except Exception as error:
            with suppress(sqlite3.Error):
                self._con.execute("rollback")
            return [self._answer_for(error, "The store could not be written")] * len(works)

    def _do_alone(self, work: Work) -> Any:
        """The result of a job in a transaction of its own, or its error; it needs no savepoint."""
        con = self._con
        if isinstance(work, Single):
            result = work(con)
        else:
            con.execute("begin immediate")
            try:
                result = work(con)
            except Exception as error:
                if not con.in_transaction:  # SQLite has undone it
                    raise
                con.execute("rollback")
                return self._answer_for(error, "The store cannot do this")
            con.execute("commit")
        self._refuse_lost_files()
        return result

    def _do_together(self, works: list[Work]) -> list[Any]:
        self._con.execute("begin immediate")
        outcomes = [self._attempt(work) for work in works]
        self._con.execute("commit")
        self._refuse_lost_files()
        return outcomes

    def _attempt(self, work: Work) -> Any:
        """The result of one job, or its error; a failed job leaves no trace."""
        con, single = self._con, isinstance(work, Single)
        if not single:
            con.execute("savepoint job")
        try:
            result = work(con)
        except Exception as error:
            if not con.in_transaction:  # then all of it is undone
                raise
            if not single:
                con.execute("rollback to job")
            result = self._answer_for(error, "The store cannot do this")
        if not single:
            con.execute("release job")
        return result

    def _answer_for(self, error: Exception, what: str) -> Exception:
        """The error to answer with; damage is kept in mind for `check`."""
        if isinstance(error, sqlite3.IntegrityError):
            return TakenError(f"Already there: {error}.")
        if not isinstance(error, sqlite3.Error):
            return error
        code = getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE
        if code in DAMAGED:
            self._damage = f"The store is damaged ({error}); close the hall and run budokan doctor."
            return StoreError(self._damage)
        if code == sqlite3.SQLITE_FULL:
            return StoreError(FULL)
        return StoreError(f"{what} ({error}).")

    def _refuse_lost_files(self) -> None:
        """Refuse to answer for what was written into a file that is no longer there."""
        if _identities(self._paths) != self._files:
            raise StoreError(LOST)


def _identities(paths: Sequence[str]) -> list[tuple[int, int]]:
    """Which files are at these paths now."""
    found = []
    for file in paths:
        try:
            known = os.stat(file)
            found.append((known.st_dev, known.st_ino))
        except OSError:
            found.append((0, 0))
    return found


def _open(path: Path) -> sqlite3.Connection:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        con = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
        path.chmod(0o600)  # it contains secrets of the seats
        con.execute("pragma journal_mode = wal")
        con.execute("pragma synchronous = full")
        con.execute("pragma foreign_keys = on")
        con.execute("pragma secure_delete = on")  # nothing of a deleted match stays in the file
        known = migrate(con)
        if known:
            match_entries.prepare(con)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"Cannot open the store {path}: {error}.") from error
    if not known:
        con.close()
        raise StoreError(f"{path} was written by a newer Budokan; install that one.")
    return con


def _is_dealt(con: sqlite3.Connection, name: str) -> bool:
    asked = "select json_extract(header, '$.bits') from match where id = ?"
    row = con.execute(asked, (name,)).fetchone()
    played = "select 1 from entry where match = ? and not (seat = '*' and action glob ?) limit 1"
    begun = con.execute(played, (name, f"{RULES_WORD} [0-9]*")).fetchone()
    return bool(begun or (row and row[0]))


def _load(con: sqlite3.Connection, name: str) -> Saved:
    row = con.execute("select header from match where id = ?", (name,)).fetchone()
    if row is None:
        raise UnknownError("There is no such table.")
    entries, holders = match_entries.load(con, name), holders_of(con, name)
    return Saved(name, json.loads(row[0]), entries, holders, clocks.load(con, name))


def _rematch(con: sqlite3.Connection, name: str) -> str:
    row = con.execute("select id from match where rematch_of = ?", (name,)).fetchone()
    return row[0] if row else ""
