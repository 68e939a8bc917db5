"""Stores that are damaged by hand, each in one way, for the tests of the doctor."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from budokan.store import store as stored
from budokan.store.backup import FILE
from budokan.store.journal import journal_of
from budokan.store.retention import delete_match
from budokan.store.schema import MIGRATIONS
from budokan.store.store import Store
from tests.store.test_store import new_match

PAGE = 4096
GOLDEN = Path(__file__).parent / "golden" / "hall-5.sql"
ONE = "select id from match where acting != '' order by rowid limit 1"  # a match that runs
LENGTHS = "select match, count(*) from entry group by match order by count(*) desc"
WHOLE = 14  # matches
HALL = {"sitting": ["person", "person"], "keys": {}, "creator": "", "called": []}
OVER = "select match from ending order by match limit 1"


def healthy(folder: Path) -> Path:
    """A store of an earlier version, brought up to date; only its shorter matches are left."""
    folder.mkdir(mode=0o700)
    file = folder / FILE
    with closing(sqlite3.connect(file)) as con:
        con.executescript(GOLDEN.read_text("utf-8"))
    store = Store(file)
    for name in store.do(_longest).result(10):
        store.do(delete_match, name).result(10)
    store.close()
    return file


def _longest(con: sqlite3.Connection) -> list[str]:
    found = con.execute(f"{LENGTHS} limit (select count(*) - {WHOLE} from match)")
    return [name for name, _ in found]


def run(file: Path, *statements: str) -> None:
    """Change a store behind its back."""
    with closing(sqlite3.connect(file, isolation_level=None)) as con:
        con.execute("pragma foreign_keys = off")
        for statement in statements:
            con.execute(statement)
        con.execute("pragma wal_checkpoint(truncate)").fetchall()


def ask(file: Path, question: str) -> str:
    with closing(sqlite3.connect(file)) as con:
        return str(con.execute(question).fetchone()[0])


def root_of(file: Path, name: str) -> int:
    return int(ask(file, f"select rootpage from sqlite_master where name = '{name}'"))


def scribble(file: Path, page: int, content: bytes = b"\xaa" * PAGE) -> None:
    with file.open("r+b") as opened:
        opened.seek((page - 1) * PAGE)
        opened.write(content)


def leaf_of(file: Path, name: str) -> int:
    """The last page of a table that has several."""
    page = root_of(file, name)
    with file.open("rb") as opened:
        opened.seek((page - 1) * PAGE)
        head = opened.read(12)
    assert head[0] in (2, 5), "the table has one page only"
    return int.from_bytes(head[8:12])


def garbage_in_a_table(file: Path) -> None:
    scribble(file, leaf_of(file, "entry"))


def garbage_in_an_index(file: Path) -> None:
    scribble(file, root_of(file, "holder_visitor"))


def cut_short(file: Path) -> None:
    os.truncate(file, file.stat().st_size * 7 // 8)


def nothing_in_it(file: Path) -> None:
    os.truncate(file, 0)


def garbage_header(file: Path) -> None:
    scribble(file, 1, b"\xaa" * 100)


def log_of(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def leave_log(file: Path) -> None:
    """The files of a store as a crash leaves them: twenty matches are only in its log."""
    store = Store(file)
    for number in range(20):
        match = new_match(str(number))
        fields = {**stored.header(match), "hall": HALL}
        row = (stored.entry_texts(match), stored.acting_marks(match))
        store.create(f"late{number}", fields, *row).result(10)
    for path in (file, log_of(file)):
        shutil.copy(path, f"{path}.copy")
    store.close()
    for path in (file, log_of(file)):
        os.replace(f"{path}.copy", path)
        path.chmod(0o600)


def garbage_log(file: Path) -> None:
    leave_log(file)
    raw = bytearray(log_of(file).read_bytes())
    raw[32 + 24 + 100 : 32 + 24 + 200] = b"\xaa" * 100  # within its first page
    log_of(file).write_bytes(raw)


def garbage_header_of_log(file: Path) -> None:
    leave_log(file)
    raw = log_of(file).read_bytes()
    log_of(file).write_bytes(b"\xaa" * 32 + raw[32:])


def missing_table(file: Path) -> None:
    run(file, "drop table timing")


def missing_trigger(file: Path) -> None:
    run(file, "drop trigger entry_remains")


def missing_index(file: Path) -> None:
    run(file, "drop index holder_visitor")


def foreign_trigger(file: Path) -> None:
    run(file, "create trigger evil after insert on entry begin delete from holder; end")


def gap_in_a_chain(file: Path) -> None:
    run(
        file,
        f"insert into leaving {ONE}",
        f"delete from entry where match = ({ONE}) and ply = 1",
        "delete from leaving",
    )


def refused_by_the_rules(file: Path) -> None:
    trigger = ask(file, "select sql from sqlite_master where name = 'entry_stays'")
    where = f"match = ({ONE}) and ply = 1"
    run(file, "drop trigger entry_stays", f"update entry set action = 'fly' where {where}", trigger)


def refers_to_nothing(file: Path) -> None:
    run(
        file,
        "insert into holder(match, seat, visitor, sat) values('nowhere', 0, 'ann', 1)",
        "insert into founder values('nowhere', 'ann')",
        f"update match set rematch_of = 'nowhere' where id = ({ONE})",
    )


def newer(file: Path) -> None:
    run(file, f"insert into schema_version values({len(MIGRATIONS) + 1})")


def open_to_others(file: Path) -> None:
    file.chmod(0o644)


def left_over(file: Path) -> None:
    file.with_name(".hall.backup.999999999.part").write_bytes(b"half")


def wrong_seat(file: Path) -> None:
    run(file, f"insert into holder(match, seat, visitor, sat) select ({ONE}), 7, 'eve', 1")


def wrong_turn(file: Path) -> None:
    run(file, f"update match set acting = 'Z' where id = ({ONE})")


def wrong_result(file: Path) -> None:
    run(file, f"update ending set scores = '[7, 7]' where match = ({OVER})")


def wrong_header(file: Path) -> None:
    run(file, f"update match set header = '{{\"game\": 3}}' where id = ({ONE})")


def wrong_clocks(file: Path) -> None:
    run(file, "update timing set lefts = '[1' where match in (select match from timing limit 1)")


def wrong_cards(file: Path) -> None:
    run(file, "insert into card_file values('udaka', 'abc', 'Mine', 'x = 1', '2026-01-01')")


def another_database(file: Path) -> None:
    file.unlink()
    run(file, "create table recipe(name)")
    file.chmod(0o600)


def half_written(file: Path) -> None:
    """As somebody leaves it who is killed while a store is replaced."""
    with closing(sqlite3.connect(file, isolation_level=None)) as con:
        for setting in ("journal_mode = delete", "cache_size = 1", "cache_spill = 1"):
            con.execute(f"pragma {setting}").fetchall()
        con.execute("begin")
        con.execute("update match set created = 'half'")
        con.executemany("insert into probe(filler) values(?)", [(bytes(PAGE),)] * 50)
        for path in (file, journal_of(file)):
            shutil.copy(path, f"{path}.copy")
        con.execute("rollback")
    for path in (file, journal_of(file)):
        os.replace(f"{path}.copy", path)
        path.chmod(0o600)


def garbage_journal(file: Path) -> None:
    journal_of(file).write_bytes(b"\xaa" * 5000)
    journal_of(file).chmod(0o600)


def missing_table_with_indexes(file: Path) -> None:
    run(file, "drop table holder")


def result_that_is_no_json(file: Path) -> None:
    run(file, f"update ending set scores = 'x' where match = ({OVER})")


def wrong_hall(file: Path) -> None:
    run(
        file,
        f"update match set header = json_set(header, '$.hall', json('[1]')) where id = ({ONE})",
    )


def wrong_day(file: Path) -> None:
    run(file, f"update match set created = 12345 where id = ({ONE})")


def wrong_deal(file: Path) -> None:
    run(file, "insert into deal values('d1', 'garbage', 0, '2026-01-01', '')")


def wrong_device(file: Path) -> None:
    run(file, "insert into device values('d', x'00', 'l', '2026-01-01', '2026-01-01', '')")


def lost_row(file: Path) -> None:
    run(file, f"delete from match where id = ({ONE})")


Damage = Callable[[Path], None]
