"""Files that are no backup of a hall: each is refused in a sentence, and nothing changes."""

import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from budokan.store import guarded
from budokan.store.backup import FILE, BackupError, backup, check, restore
from budokan.store.store import Store
from budokan.terminal.hosts.saves import FILE as TERMINAL_FILE
from tests.store import damage
from tests.store.test_backup import rows

RECURSION = "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup."""
    folder = tmp_path_factory.mktemp("kept")
    file = damage.healthy(folder / "hall")
    backup(file.parent, folder / "kept")
    return folder / "kept"


@pytest.fixture
def file(kept: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(kept, tmp_path / "given"))


def empty(file: Path) -> None:
    os.truncate(file, 0)


def text(file: Path) -> None:
    file.write_text("not a store " * 500)


def image(file: Path) -> None:
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(5000))


def archive(file: Path) -> None:
    with zipfile.ZipFile(file, "w") as made:
        made.writestr(FILE, "x" * 5000)


def noise(file: Path) -> None:
    file.write_bytes(os.urandom(50_000))


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def device(file: Path) -> None:
    file.unlink()
    file.symlink_to("/dev/zero")


def sparse(file: Path) -> None:
    os.truncate(file, 2**40)


def sparse_by_its_header(file: Path) -> None:
    """Two terabytes that the header admits to; nearly all of it is a hole."""
    pages = 2**29
    with file.open("r+b") as opened:
        opened.seek(28)
        opened.write(pages.to_bytes(4, "big"))
    os.truncate(file, pages * damage.PAGE)


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def same_names(file: Path) -> None:
    file.unlink()
    damage.run(
        file,
        "create table schema_version(version integer not null)",
        "insert into schema_version values(3)",
        "create table match(id, header)",
        "create table entry(match, ply)",
        "create table holder(match, seat)",
    )


def evil_view(file: Path) -> None:
    damage.run(file, "drop table agreed", f"create view agreed as {RECURSION}")


def evil_version(file: Path) -> None:
    """The first thing that is read never ends."""
    file.unlink()
    damage.run(file, f"create view schema_version(version) as {RECURSION}")


def evil_trigger(file: Path) -> None:
    damage.foreign_trigger(file)


def extra_column(file: Path) -> None:
    damage.run(file, "alter table holder add column more text default 'x'")


def virtual_table(file: Path) -> None:
    damage.run(file, "create virtual table search using fts5(words)")


def other_application(file: Path) -> None:
    damage.run(file, "pragma application_id = 1234")


def of_the_terminal(file: Path) -> None:
    damage.run(file, "update match set header = json_remove(header, '$.hall')")


KINDS: dict[Callable[[Path], None], str] = {
    empty: "is empty.",
    text: "is not a store of Budokan: it is no SQLite file.",
    image: "is not a store of Budokan: it is no SQLite file.",
    archive: "is not a store of Budokan: it is no SQLite file.",
    noise: "is not a store of Budokan: it is no SQLite file.",
    folder: "is a folder, not a file.",
    pipe: "is a pipe or a device, not a file.",
    device: "is a pipe or a device, not a file.",
    sparse: "is damaged: it has 1099511627776 bytes, ",
    sparse_by_its_header: "",  # any sentence: how SQLite finds out depends on its version
    cut: "is damaged: it was cut short, ",
    damage.another_database: "is not a store of Budokan: it is a database of something else.",
    other_application: "is not a store of Budokan: it is a database of something else.",
    evil_version: "is not a store of Budokan: it is a database of something else.",
    same_names: "is not as a hall keeps it: ",
    evil_view: "is not as a hall keeps it: the table 'agreed' is missing.",
    evil_trigger: "is not as a hall keeps it: the trigger 'evil' is foreign.",
    extra_column: "is not as a hall keeps it: the table 'holder' is changed.",
    virtual_table: "is not as a hall keeps it: the table 'search' is foreign.",
    damage.newer: "was written by a newer Budokan; install that one.",
    of_the_terminal: "holds matches of the terminal, not of a hall.",
    damage.gap_in_a_chain: "is damaged: entries of the match ",
    damage.wrong_header: " has an unreadable header.",
    damage.refused_by_the_rules: " cannot be replayed: ",
    damage.garbage_in_a_table: "is damaged",
    damage.garbage_in_an_index: "is damaged",
    Path.unlink: "There is no file ",
}


@pytest.mark.parametrize("spoil", KINDS, ids=[kind.__name__ for kind in KINDS])
def test_a_foreign_file_is_refused_and_nothing_changes(
    file: Path, kept: Path, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    place = tmp_path / "place"
    restore(kept, place)
    before = rows(place / FILE)
    spoil(file)
    for target in (place, tmp_path / "new"):
        with pytest.raises(BackupError) as refused:
            restore(file, target, force=True)
        said = str(refused.value)
        assert (
            KINDS[spoil] in said and said.endswith(".") and str(file) in said and "\n" not in said
        )
    assert rows(place / FILE) == before and not (tmp_path / "new").exists()
    assert sorted(path.name for path in place.iterdir()) == ["hall.lock", FILE]


def test_a_pipe_does_not_hang_the_command(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    words = ["-m", "budokan", "restore", str(tmp_path / "pipe"), "--data", str(tmp_path / "new")]
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stderr == f"budokan: {tmp_path / 'pipe'} is a pipe or a device, not a file.\n"


def test_the_terminals_own_store_is_told_apart(tmp_path: Path) -> None:
    store = Store(tmp_path / TERMINAL_FILE)
    damage.leave_log(tmp_path / TERMINAL_FILE)
    store.close()
    damage.run(tmp_path / TERMINAL_FILE, "update match set header = json_remove(header, '$.hall')")
    with pytest.raises(BackupError, match="holds matches of the terminal, not of a hall"):
        restore(tmp_path / TERMINAL_FILE, tmp_path / "new")


def test_nothing_is_written_or_computed_without_end(file: Path) -> None:
    """The connection itself refuses, whatever stands in the file."""
    with guarded.reading(file, 60) as con:
        for deed in ("delete from holder", "create table x(y)", "attach ':memory:' as other"):
            with pytest.raises(sqlite3.DatabaseError):
                con.execute(deed)
        for asked in ("pragma writable_schema = on", "pragma journal_mode = delete"):
            with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
                con.execute(asked)
    with guarded.reading(file, 0.2) as con, pytest.raises(sqlite3.DatabaseError) as stopped:
        many = ", ".join(f"match as m{n}" for n in range(9))
        con.execute(f"select count(*) from {many}").fetchall()
    assert guarded.is_interrupted(stopped.value)


def test_a_check_that_takes_too_long_is_given_up(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("budokan.store.backup.LONGEST", -1.0)
    monkeypatch.setattr("budokan.store.guarded.STEPS", 1)
    with pytest.raises(BackupError, match="takes too long to check; it is not a backup"):
        check(file)


def test_a_restore_without_room_is_refused(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    with pytest.raises(BackupError, match=r"There is no room in .*: 1 MB are needed, 0 MB"):
        restore(file, tmp_path / "new")


def test_a_store_with_a_broken_match_can_still_be_copied(tmp_path: Path) -> None:
    file = damage.healthy(tmp_path / "hall")
    damage.gap_in_a_chain(file)
    assert backup(file.parent, tmp_path / "copy") == damage.WHOLE
    with closing(sqlite3.connect(tmp_path / "copy")) as con:
        assert con.execute("pragma integrity_check").fetchone() == ("ok",)
