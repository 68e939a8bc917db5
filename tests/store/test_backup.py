"""Backup and restore: while the hall runs, and with files that cannot be trusted."""

import os
import sqlite3
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from budokan.cli import main
from budokan.store import backup as backups
from budokan.store.backup import FILE, BackupError, backup, restore
from budokan.store.schema import MIGRATIONS
from budokan.store.store import Store
from tests.server.hall import Visitor, hall, play_out
from tests.store import damage


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A folder with two matches, one of them over."""
    folder = tmp_path / "data"
    with hall(folder) as client:
        ann = Visitor(client)
        with ann.sit(ann.table("udaka", "me", "greedy")["id"]) as me:
            play_out(me)
        ann.table("dojo_duel", "me", "me")
    return folder


def rows(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything in a store."""
    con = sqlite3.connect(file)
    names = [row[0] for row in con.execute("select name from sqlite_master where type = 'table'")]
    found = {
        name: sorted(con.execute(f"select * from {name}"), key=repr)
        for name in names
        if name != "schema_version"
    }
    con.close()
    return found


def say(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_backup_and_restore(played: Path, tmp_path: Path) -> None:
    file, fresh = tmp_path / "kept", tmp_path / "new" / "place"
    told = say("backup", file, "--data", played)
    assert told.exit_code == 0 and told.output == f"{file} holds 2 matches.\n"
    assert rows(file) == rows(played / FILE) and len(rows(file)["entry"]) > 20
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "others could read hands and seeds"
    assert [path.name for path in tmp_path.iterdir() if path != played] == ["kept"]
    told = say("restore", file, "--data", fresh)
    assert told.exit_code == 0 and told.output == f"{fresh} holds 2 matches.\n"
    assert rows(fresh / FILE) == rows(file)
    assert stat.S_IMODE((fresh / FILE).stat().st_mode) == 0o600
    with hall(fresh) as client:
        assert client.get("/api/health").json()["store"] is True


def test_a_backup_of_a_running_hall_is_one_moment_of_it(tmp_path: Path) -> None:
    """Entries come in pairs; no backup has half a pair."""
    store, going = Store(tmp_path / FILE), threading.Event()
    store.create("m", {}, [], "A").result(10)

    def write() -> None:
        ply = 0
        while not going.is_set():
            store.append("m", ply, ["A one", "A two"], "A").result(10)
            ply += 2

    writing = threading.Thread(target=write)
    writing.start()
    counts = []
    try:
        for number in range(8):
            assert backup(tmp_path, tmp_path / f"b{number}") == 1
            counts.append(len(rows(tmp_path / f"b{number}")["entry"]))
    finally:
        going.set()
        writing.join()
        store.close()
    assert all(count % 2 == 0 for count in counts) and counts == sorted(counts)
    assert counts[-1] > counts[0], "the hall could not write meanwhile"


def test_a_restore_into_a_running_hall_is_refused(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    backup(played, file)
    with hall(played) as client:
        before = Visitor(client).table("udaka", "me", "me")["id"]
        for words in (
            ("restore", file, "--data", played),
            ("restore", "--force", file, "--data", played),
        ):
            told = say(*words)
            assert told.exit_code == 2 and "close the hall first" in told.output
        assert Visitor(client).get(f"/api/tables/{before}/record").status_code == 200
    assert len(rows(played / FILE)["match"]) == 3
    assert say("restore", "--force", file, "--data", played).exit_code == 0
    assert len(rows(played / FILE)["match"]) == 2


def test_nothing_is_overwritten_without_force(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_text("mine")
    told = say("backup", file, "--data", played)
    assert told.exit_code == 2 and "--force" in told.output and file.read_text() == "mine"
    assert say("backup", "--force", file, "--data", played).exit_code == 0
    told = say("restore", file, "--data", played)
    assert told.exit_code == 2 and "holds 2 matches; use --force" in told.output
    assert "the store itself" in say("restore", played / FILE, "--data", played, "--force").output


def test_a_backup_never_replaces_the_store_itself(played: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(played / FILE)
    with hall(played) as client:
        before = Visitor(client).table("udaka", "me", "me")["id"]
        for file in (played / FILE, played / f"{FILE}-wal", played / f"{FILE}-shm", link):
            told = say("backup", "--force", file, "--data", played)
            assert told.exit_code == 2 and "the store itself" in told.output, file
        Visitor(client).table("udaka", "me", "me")
    assert before in str(rows(played / FILE)["match"]) and len(rows(played / FILE)["match"]) == 4


def test_a_store_that_is_damaged_within_is_replaced_if_forced(played: Path, tmp_path: Path) -> None:
    file, store = tmp_path / "kept", played / FILE
    backup(played, file)
    whole = rows(file)
    raw = bytearray(store.read_bytes())
    for start in range(4096, len(raw), 4096):
        raw[start : start + 4096] = b"\xaa" * 4096
        store.write_bytes(raw)
        told = say("restore", file, "--data", played)
        assert told.exit_code == 2 or rows(store) == whole
        assert say("restore", "--force", file, "--data", played).exit_code == 0
        assert rows(store) == whole
        raw = bytearray(store.read_bytes())


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _scribble(file: Path) -> None:
    raw = bytearray(file.read_bytes())
    raw[5000:9000] = bytes(4000)
    file.write_bytes(raw)


def _text(file: Path) -> None:
    file.write_text("not a store " * 500)


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _foreign(file: Path) -> None:
    file.unlink()
    con = sqlite3.connect(file)
    con.execute("create table recipe(name)")
    con.close()


def _newer(file: Path) -> None:
    con = sqlite3.connect(file)
    con.execute("insert into schema_version values(?)", (len(MIGRATIONS) + 1,))
    con.commit()
    con.close()


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_cut, "is damaged"),
        (_scribble, "is damaged"),
        (_text, "it is no SQLite file"),
        (_empty, "is empty"),
        (_foreign, "is a database of something else"),
        (_newer, "newer Budokan"),
        (Path.unlink, "There is no file"),
    ],
)
def test_a_backup_that_cannot_be_trusted_changes_nothing(
    played: Path, tmp_path: Path, spoil: Callable[[Path], None], told: str
) -> None:
    file = tmp_path / "kept"
    backup(played, file)
    spoil(file)
    before = rows(played / FILE)
    for folder in (played, tmp_path / "new"):
        with pytest.raises(BackupError, match=told):
            restore(file, folder, force=True)
    assert rows(played / FILE) == before and not (tmp_path / "new").exists()


def test_a_backup_of_an_older_budokan_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("budokan.store.schema.MIGRATIONS", MIGRATIONS[:1])
    Store(tmp_path / "old" / FILE).close()
    backup(tmp_path / "old", tmp_path / "kept")
    monkeypatch.undo()
    restore(tmp_path / "kept", tmp_path / "new")
    with hall(tmp_path / "new") as client:
        assert client.get("/api/health").status_code == 200


def test_a_store_beyond_repair_is_set_aside(played: Path, tmp_path: Path) -> None:
    backup(played, tmp_path / "kept")
    (played / FILE).write_bytes(b"rubbish" * 1000)
    assert say("restore", tmp_path / "kept", "--data", played).exit_code == 2
    assert (played / FILE).read_bytes().startswith(b"rubbish")
    assert restore(tmp_path / "kept", played, force=True) == 2
    assert len(rows(played / FILE)["match"]) == 2
    for content in (b"rubbish", b"garbage"):
        (played / FILE).write_bytes(content * 1000)
        told = say("restore", tmp_path / "kept", "--data", played, "--force")
        assert told.exit_code == 0 and "What was there is kept as " in told.output
    kept = sorted(path.read_bytes()[:7] for path in played.glob(f"{FILE}.damaged-*"))
    assert kept == [b"garbage", b"rubbish", b"rubbish"]


def test_a_store_with_damaged_pages_is_kept(played: Path, tmp_path: Path) -> None:
    backup(played, tmp_path / "kept")
    damage.garbage_in_an_index(played / FILE)
    told = say("restore", tmp_path / "kept", "--data", played, "--force")
    (kept,) = played.glob(f"{FILE}.damaged-*")
    assert told.exit_code == 0 and f"It is kept as {kept}." in told.output
    assert b"\xaa" * damage.PAGE in kept.read_bytes()
    say("restore", tmp_path / "kept", "--data", played, "--force")
    assert [*played.glob(f"{FILE}.damaged-*")] == [kept], "a store that is whole was kept"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")
def test_what_root_restores_belongs_to_the_owner_of_the_folder(
    played: Path, tmp_path: Path
) -> None:
    backup(played, tmp_path / "kept")
    (tmp_path / "new").mkdir(mode=0o700)
    os.chown(tmp_path / "new", 65534, 65534)
    restore(tmp_path / "kept", tmp_path / "new")
    owners = {path.name: path.stat().st_uid for path in (tmp_path / "new").iterdir()}
    assert owners == {FILE: 65534, "hall.lock": 65534}


@pytest.mark.parametrize(
    "spoil",
    [
        damage.wrong_hall,
        damage.wrong_day,
        damage.wrong_deal,
        damage.wrong_device,
        damage.result_that_is_no_json,
        damage.half_written,
    ],
)
def test_what_would_fail_later_is_refused(
    played: Path, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    backup(played, tmp_path / "kept")
    spoil(tmp_path / "kept")
    with pytest.raises(BackupError, match=r"(is damaged|is half written|cannot be read)"):
        restore(tmp_path / "kept", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_missing_paths_are_refused(played: Path, tmp_path: Path) -> None:
    told = say("backup", tmp_path / "no" / "where" / "kept", "--data", played)
    assert told.exit_code == 2 and "in a folder that exists" in told.output
    assert say("backup", tmp_path, "--data", played, "--force").exit_code == 2
    told = say("backup", tmp_path / "kept", "--data", tmp_path / "nothing")
    assert told.exit_code == 2 and "There is no store" in told.output
    backup(played, tmp_path / "kept")
    (tmp_path / "file").write_text("")
    told = say("restore", tmp_path / "kept", "--data", tmp_path / "file" / "in")
    assert told.exit_code == 2 and "Cannot restore into" in told.output


def test_a_full_disk_leaves_no_half_backup(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: Path, target: Path) -> None:
        target.write_bytes(b"half")
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(backups, "_copy", full)
    with pytest.raises(BackupError, match="disk is full"):
        backup(played, tmp_path / "kept")
    assert [path.name for path in tmp_path.iterdir()] == [played.name]
