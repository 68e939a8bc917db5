"""A disk without room, and a store that is taken away: noticed, told, and nothing is lost."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from budokan.cli import main
from budokan.store.backup import FILE
from budokan.store.doctor import check_at_start
from budokan.store.store import FULL, Store, StoreError
from tests.server.hall import hall
from tests.store import damage
from tests.store.test_store import create, done, new_match


def pages(con: sqlite3.Connection) -> int:
    return int(con.execute("pragma page_count").fetchone()[0])


def set_room(store: Store, more: int) -> None:
    """Let the file grow by so many pages at most, as on a disk that is nearly full."""
    done(store.do(lambda con: con.execute(f"pragma max_page_count = {pages(con) + more}")))


def entries(store: Store) -> list[str]:
    return list(done(store.load("m")).entries)


def fill(store: Store) -> int:
    """Play until a move is refused; the moves that were acknowledged."""
    count = len(entries(store))
    with pytest.raises(StoreError) as refused:
        while True:
            done(store.append("m", count, [f"A single {'7' * 500}"], "A"))
            count += 1
    assert str(refused.value) == FULL
    return count


def test_a_full_file_is_noticed_by_the_check_and_play_goes_on_with_room(tmp_path: Path) -> None:
    store = Store(tmp_path / FILE)
    create(store, new_match())
    done(store.check())
    set_room(store, 0)
    count = fill(store)
    with pytest.raises(StoreError, match="disk is full"):
        done(store.check())
    assert len(entries(store)) == count, "a refused move was kept, or an acknowledged one lost"
    set_room(store, 100)
    done(store.append("m", count, ["A single 8"], "A"))
    done(store.check())
    store.close()
    again = Store(tmp_path / FILE)
    assert len(entries(again)) == count + 1
    again.close()


def test_checks_do_not_let_the_file_grow(tmp_path: Path) -> None:
    store = Store(tmp_path / FILE)
    for _ in range(3):
        done(store.check())
    before = done(store.do(pages))
    for _ in range(50):
        done(store.check())
    assert done(store.do(pages)) == before
    store.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MB."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("only root on Linux can mount a small file system")
    place = tmp_path / "small"
    place.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if subprocess.run(mounting, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_is_noticed_and_loses_nothing(small_disk: Path) -> None:
    store = Store(small_disk / FILE)
    create(store, new_match())
    done(store.check())
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(shutil.disk_usage(small_disk).free))
    count = fill(store)
    with pytest.raises(StoreError, match="disk is full"):
        done(store.check())
    assert len(entries(store)) == count
    ballast.unlink()
    done(store.check())
    done(store.append("m", count, ["A single 8"], "A"))
    store.close()
    again = Store(small_disk / FILE)
    assert len(entries(again)) == count + 1
    again.close()


@pytest.mark.parametrize(
    ("words", "code"), [(["doctor"], 2), (["doctor", "--repair"], 2), (["doctor", "--compact"], 2)]
)
def test_a_full_disk_is_not_taken_for_damage(small_disk: Path, words: list[str], code: int) -> None:
    folder = damage.healthy(small_disk / "hall").parent
    (small_disk / "ballast").write_bytes(bytes(shutil.disk_usage(small_disk).free))
    for _ in range(2):
        done = CliRunner().invoke(main, [*words, "--data", str(folder)])
        assert done.exit_code == code and isinstance(done.exception, SystemExit), done.exception
        assert "damaged" not in done.output and done.output.strip().endswith(".")
    with pytest.raises(StoreError, match=r"Cannot open .* on a full disk: "):
        check_at_start(folder)


def taken_away(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    shutil.copy(path, path.with_name("copy"))
    os.replace(path.with_name("copy"), path)


def without_log(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not let open files go")
@pytest.mark.parametrize("deed", [taken_away, replaced, without_log])
def test_a_store_that_is_taken_away_is_noticed(tmp_path: Path, deed: Any) -> None:
    store = Store(tmp_path / FILE)
    create(store, new_match())
    done(store.check())
    deed(store.path)
    count = len(new_match().entries)
    for asked in (store.check(), store.append("m", count, ["A single 7"], "B")):
        with pytest.raises(StoreError, match="moved, deleted or replaced while it was open"):
            done(asked)
    store.close()


def test_damage_that_a_job_meets_is_told_and_kept_in_mind(tmp_path: Path) -> None:
    store = Store(tmp_path / FILE)
    create(store, new_match())
    root = done(
        store.do(
            lambda con: con.execute(
                "select rootpage from sqlite_master where name = 'entry'"
            ).fetchone()[0]
        )
    )
    store.close()
    with store.path.open("r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(b"\xaa" * 4096)
    store = Store(store.path)
    done(store.check())
    with pytest.raises(StoreError, match=r"The store is damaged \(.*malformed.*run budokan doctor"):
        done(store.load("m"))
    with pytest.raises(StoreError, match="The store is damaged"):
        done(store.check())
    store.close()


def test_health_says_why_nothing_can_be_saved(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        store: Store = client.app.state.lobby.store  # type: ignore[attr-defined]
        assert client.get("/health").status_code == 200
        set_room(store, 0)
        done(store.do(use_free_pages))
        for _ in range(2):
            answer = client.get("/health")
            assert answer.status_code == 503 and answer.json()["reasons"][0] == FULL
        assert client.get("/api/health").status_code == 503
        set_room(store, 1000)
        assert client.get("/health").status_code == 200


def use_free_pages(con: sqlite3.Connection) -> None:
    free = con.execute("pragma freelist_count").fetchone()[0]
    if free:
        con.execute("insert into probe(id, filler) values(-1, zeroblob(?))", ((free - 1) * 4000,))
