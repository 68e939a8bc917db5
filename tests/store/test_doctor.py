"""The doctor: every kind of damage has its sentence, and what can be repaired is."""

import json
import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from budokan.cli import main
from budokan.store import repair as repairs
from budokan.store.backup import FILE
from budokan.store.doctor import check_at_start, examine
from budokan.store.lock import HallLock, LockedError
from budokan.store.repair import compact, recover, repair
from budokan.store.retention import delete_match
from budokan.store.store import Store, StoreError
from tests.store import damage
from tests.store.damage import WHOLE, Damage
from tests.store.test_backup import rows


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return damage.healthy(tmp_path_factory.mktemp("doctor") / "hall")


@pytest.fixture
def file(template: Path, tmp_path: Path) -> Path:
    """A store of its own for each test."""
    folder = tmp_path / "hall"
    folder.mkdir(mode=0o700)
    shutil.copy(template, folder / FILE)
    (folder / FILE).chmod(0o600)
    return folder / FILE


def say(*words: object) -> Result:
    return CliRunner().invoke(main, ["doctor", *map(str, words)])


def told(file: Path) -> list[str]:
    return [finding.told for finding in examine(file.parent).findings]


def matches(file: Path) -> int:
    return len(rows(file)["match"])


def test_a_healthy_store_is_well_and_untouched(file: Path) -> None:
    before = file.read_bytes()
    done = say("--data", file.parent)
    assert done.exit_code == 0
    assert done.output.startswith(f"{file} is well: 14 matches with ")
    assert file.read_bytes() == before
    check_at_start(file.parent)


# Each kind of damage: what the doctor says of it, whether --repair makes the store well again, and
# whether a hall opens on it.
KINDS: dict[Damage, tuple[str, bool, bool]] = {
    damage.garbage_in_a_table: ("hall.sqlite3 is damaged: ", False, False),
    damage.garbage_in_an_index: ("hall.sqlite3 is damaged: ", True, False),
    damage.cut_short: ("hall.sqlite3 is damaged: it was cut short, ", False, False),
    damage.nothing_in_it: ("hall.sqlite3 is empty.", False, False),
    damage.garbage_header: ("is not a store of Budokan: it is no SQLite file.", False, False),
    damage.garbage_log: ("hall.sqlite3-wal is damaged at page 1; ", True, True),
    damage.garbage_header_of_log: ("hall.sqlite3-wal is garbage; moves that were", True, True),
    damage.missing_table: ("The table 'timing' is missing.", False, False),
    damage.missing_trigger: ("The trigger 'entry_remains' is missing.", True, True),
    damage.missing_index: ("The index 'holder_visitor' is missing.", True, True),
    damage.foreign_trigger: ("The trigger 'evil' is foreign.", True, True),
    damage.gap_in_a_chain: (" entries, but they are not numbered from 0 to ", False, True),
    damage.refused_by_the_rules: ("cannot be replayed: its record, line 1: ", False, True),
    damage.refers_to_nothing: ("1 row of the table 'holder' refers to nothing in", True, True),
    damage.half_written: ("hall.sqlite3 is half written; its journal ", True, True),
    damage.garbage_journal: ("has a journal that is garbage, hall.sqlite3-journal.", True, True),
    damage.missing_table_with_indexes: ("The table 'holder' is missing.", False, False),
    damage.result_that_is_no_json: ("has a result that cannot be read.", False, True),
    damage.wrong_hall: ("has a header in which the table cannot be read.", False, True),
    damage.wrong_day: ("has no date in 'created' of its row in the table 'match'.", False, True),
    damage.wrong_deal: ("The shared deal 'd1' has a header that cannot be read.", True, True),
    damage.wrong_device: ("1 row has something else than text in 'visitor'.", True, True),
    damage.lost_row: (" has lost its row; ", False, True),
    damage.newer: ("was written by a newer Budokan; install that one.", False, False),
    damage.open_to_others: ("Others on this machine can read ", True, True),
    damage.left_over: ("is left over from a backup or a repair that was", True, True),
    damage.wrong_seat: ("has a player on seat 7, which does not exist.", False, True),
    damage.wrong_turn: (" waits for Z by its row, for ", False, True),
    damage.wrong_result: ("has another result than its entries lead to.", False, True),
    damage.wrong_header: ("has a header that cannot be read.", False, True),
    damage.wrong_clocks: ("has clocks that cannot be read.", False, True),
    damage.wrong_cards: ("The card file 'Mine' (udaka, abc) is not what was kept", False, True),
    damage.another_database: ("it is a database of something else.", False, False),
}


@pytest.mark.parametrize("spoil", KINDS, ids=[kind.__name__ for kind in KINDS])
def test_every_kind_of_damage_has_its_sentence(file: Path, spoil: Damage) -> None:
    sentence, mends, opens = KINDS[spoil]
    spoil(file)
    found = say("--data", file.parent)
    assert sentence in found.output and found.exit_code in (1, 2), found.output
    assert "Traceback" not in found.output and found.exception.__class__ is SystemExit
    lines = found.output.splitlines()
    assert all(line.endswith(".") for line in lines), lines
    if opens:
        shutil.copytree(file.parent, file.parent.with_name("opened"))
        check_at_start(file.parent.with_name("opened"))
    else:
        with pytest.raises(StoreError, match=r"(damaged|Cannot open the store)"):
            check_at_start(file.parent)
    done = say("--data", file.parent, "--repair")
    assert (done.exit_code == 0) == mends, done.output
    assert isinstance(done.exception, SystemExit | None), done.exception
    assert "is well: " in done.output or not mends


def test_a_repair_of_an_index_loses_nothing_and_keeps_the_damaged_store(file: Path) -> None:
    before = rows(file)
    damage.garbage_in_an_index(file)
    spoiled = file.read_bytes()
    (deed,) = repair(file.parent)
    assert deed.startswith("Copied everything into a fresh store; the damaged one is ")
    assert {**rows(file), "probe": []} == {**before, "probe": []}
    (kept,) = file.parent.glob(f"{FILE}.damaged-*")
    assert kept.read_bytes() == spoiled


def test_a_repair_that_would_lose_something_changes_nothing(file: Path) -> None:
    damage.garbage_in_a_table(file)
    before = file.read_bytes()
    deeds = repair(file.parent)
    assert deeds == ["Nothing was changed: the table 'entry' cannot be read to its end."]
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "spoil",
    [
        damage.garbage_in_a_table,
        damage.gap_in_a_chain,
        damage.wrong_seat,
        damage.result_that_is_no_json,
        damage.wrong_hall,
        damage.wrong_day,
    ],
)
def test_what_can_be_read_is_recovered(file: Path, spoil: Damage) -> None:
    whole = {row[0] for row in rows(file)["match"]}
    spoil(file)
    spoiled = file.read_bytes()
    done = say("--data", file.parent, "--recover")
    assert done.exit_code == 1, "nothing is well that has lost matches"
    saved = {row[0] for row in rows(file)["match"]}
    assert saved < whole and len(saved) >= 6
    assert f"Saved {len(saved)} of {len(whole)} matches" in done.output
    (kept,) = file.parent.glob(f"{FILE}.damaged-*")
    assert kept.read_bytes() == spoiled, "the damaged store was not kept"
    (aside,) = file.parent.glob(f"{FILE}.rows-*")
    noted = [json.loads(line) for line in aside.read_text("utf-8").splitlines()]
    lost = {each["row"][0] for each in noted if each["table"] == "match"}
    assert lost and not lost & saved
    for name in lost:
        assert f"The match {name} " in done.output


def test_a_store_that_was_cut_short_is_recovered(file: Path) -> None:
    damage.cut_short(file)
    found = recover(file.parent)
    assert found.matches == matches(file) > 6
    assert found.kept and told(file) == []
    assert not list(file.parent.glob(".*.part"))


def test_moves_of_the_log_that_can_be_read_are_saved(file: Path) -> None:
    """A crash leaves a log; its last page may be cut short, which nobody was told of."""
    damage.leave_log(file)
    log = damage.log_of(file)
    log.write_bytes(log.read_bytes()[:-100])
    assert told(file) == []
    assert matches(file) == WHOLE + 19


def test_rows_that_refer_to_nothing_are_kept_aside(file: Path) -> None:
    damage.refers_to_nothing(file)
    before = matches(file)
    (deed,) = repair(file.parent)
    assert deed.startswith("Moved 3 rows into ")
    (aside,) = file.parent.glob(f"{FILE}.rows-*")
    tables = sorted(json.loads(line)["table"] for line in aside.read_text().splitlines())
    assert tables == ["founder", "holder", "match"] and matches(file) == before
    assert aside.stat().st_mode & 0o077 == 0


def test_nothing_is_repaired_while_a_hall_runs(file: Path) -> None:
    damage.missing_trigger(file)
    with HallLock(file.parent) as held:
        held.tell("http://127.0.0.1:8000")
        for words in ("--repair", "--recover", "--compact"):
            done = say("--data", file.parent, words)
            assert (
                done.exit_code == 2 and "in use by a hall at http://127.0.0.1:8000" in done.output
            )
        assert told(file) == ["The trigger 'entry_remains' is missing."]
    for deed in (repair, recover, compact):
        with HallLock(file.parent), pytest.raises(LockedError):
            deed(file.parent)


def test_a_running_hall_can_be_checked(file: Path) -> None:
    store = Store(file)
    assert told(file) == []
    store.check().result(10)
    store.close()


def test_a_healthy_store_is_not_recovered(file: Path) -> None:
    with pytest.raises(StoreError, match="nothing to recover"):
        recover(file.parent)


def test_compacting_gives_room_back(file: Path) -> None:
    store = Store(file)
    names = [str(row[0]) for row in rows(file)["match"]]
    for name in names[1:]:
        store.do(delete_match, name).result(10)
    store.close()
    before = file.stat().st_size
    done = say("--data", file.parent, "--compact")
    assert done.exit_code == 0 and " kB now." in done.output
    assert file.stat().st_size < before and matches(file) == 1


def test_programs_read_the_same(file: Path) -> None:
    damage.missing_trigger(file)
    done = say("--data", file.parent, "--json")
    document = json.loads(done.output)
    assert done.exit_code == 1 and document["matches"] == WHOLE and not document["healthy"]
    assert document["findings"][0]["repairs"] is True
    assert say("--data", file.parent / "nowhere").exit_code == 2


def test_little_room_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    usage = shutil.disk_usage(file)._replace(free=5 * 2**20)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    sentence = f"Only 5 MB are free on the disk of {file.parent}."
    assert told(file) == [sentence]
    check_at_start(file.parent)
    assert sentence in caplog.text


def test_a_large_store_is_checked_quickly(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that runs out of time finds nothing, and is not taken for damage."""
    monkeypatch.setattr("budokan.store.doctor.START", -1.0)
    monkeypatch.setattr("budokan.store.guarded.STEPS", 1)
    check_at_start(file.parent)


# -- interrupted by a kill, by a full disk, or used wrongly ---------------------------------------


def test_a_store_that_was_half_replaced_is_put_back(file: Path) -> None:
    before = rows(file)
    damage.half_written(file)
    assert told(file)[0].endswith("has the pages as they were.")
    (deed,) = repair(file.parent)
    assert deed.startswith(f"Put {file} back as it was ")
    assert rows(file) == before and told(file) == []


def test_a_hall_puts_a_store_back_that_was_half_replaced(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = rows(file)
    damage.half_written(file)
    check_at_start(file.parent)
    assert rows(file) == before and "back as it was" in caplog.text


def test_a_garbage_journal_is_kept(file: Path) -> None:
    before = rows(file)
    damage.garbage_journal(file)
    check_at_start(file.parent)
    (kept,) = file.parent.glob(f"{FILE}-journal.damaged-*")
    assert kept.read_bytes() == b"\xaa" * 5000 and rows(file) == before


def test_all_files_of_an_interrupted_repair_are_removed(file: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        (file.parent / f".{FILE}.999999999.part{ending}").write_bytes(b"half")
    assert len(repair(file.parent)) == 4
    assert [path.name for path in file.parent.iterdir() if ".part" in path.name] == []


def test_a_lost_match_is_not_repaired_away(file: Path) -> None:
    damage.lost_row(file)
    before = rows(file)
    assert repair(file.parent) == [] and rows(file) == before
    done = say("--data", file.parent, "--recover")
    assert done.exit_code == 1 and "Saved 13 of 14 matches; " in done.output
    assert " has lost its row." in done.output
    (aside,) = file.parent.glob(f"{FILE}.rows-*.jsonl")
    assert "entry" in {json.loads(line)["table"] for line in aside.read_text().splitlines()}


def test_what_a_repair_takes_out_is_kept(file: Path) -> None:
    damage.wrong_device(file)
    damage.wrong_deal(file)
    assert repair(file.parent)[0].startswith("Moved 2 rows into ")
    (aside,) = file.parent.glob(f"{FILE}.rows-*.jsonl")
    tables = {json.loads(line)["table"] for line in aside.read_text().splitlines()}
    assert tables == {"device", "deal"} and told(file) == []


def garbage_before_all(file: Path) -> None:
    damage.scribble(file, 1, b"garbage!" * 4)


def pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir(mode=0o755)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (garbage_before_all, "it is no SQLite file. Nothing can be recovered; "),
        (damage.nothing_in_it, "is empty. Nothing can be recovered; "),
        (damage.another_database, "is not a store of Budokan: it is a database of something else."),
        (damage.newer, "was written by a newer Budokan; install that one."),
        (folder, "is a folder, not a file."),
        (pipe, "is a pipe or a device, not a file."),
    ],
)
def test_what_is_no_store_is_not_recovered(file: Path, spoil: Damage, sentence: str) -> None:
    spoil(file)
    mode = file.stat().st_mode
    done = say("--data", file.parent, "--recover")
    assert done.exit_code == 2 and sentence in done.output, done.output
    if spoil in (pipe, folder):
        assert say("--data", file.parent, "--repair").exit_code == 2
    made = {path.name for path in file.parent.iterdir()}
    assert made <= {FILE, f"{FILE}-wal", f"{FILE}-shm", "hall.lock"} and file.stat().st_mode == mode


def test_a_wrong_folder_is_not_made(tmp_path: Path) -> None:
    for words in ("--repair", "--recover", "--compact"):
        done = say("--data", tmp_path / "typo", words)
        assert done.exit_code == 2 and "There is no store in " in done.output
    assert not (tmp_path / "typo").exists()


def test_a_repair_without_room_says_so(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    damage.garbage_in_an_index(file)
    before = file.read_bytes()
    monkeypatch.setattr(repairs, "keep_copy", full)
    (deed,) = repair(file.parent)
    assert deed == "The repair could not go on (No space left on device); nothing is half done."
    assert file.read_bytes() == before and not list(file.parent.glob(".*.part*"))
    with pytest.raises(StoreError, match=r"\(No space left on device\); it is as it was\."):
        recover(file.parent)
    assert file.read_bytes() == before


def test_an_empty_store_can_be_deleted(file: Path) -> None:
    damage.nothing_in_it(file)
    done = say("--data", file.parent)
    assert "delete it: the hall makes a new one." in done.output and "--recover" not in done.output


@pytest.mark.parametrize("spoil", [damage.cut_short, damage.another_database])
def test_a_hall_that_refuses_names_the_doctor(file: Path, spoil: Damage) -> None:
    spoil(file)
    with pytest.raises(StoreError, match="; run budokan doctor, which says what can be done"):
        check_at_start(file.parent)


def test_nothing_of_a_foreign_file_commands_the_terminal(file: Path) -> None:
    damage.run(file, f"update match set id = 'x\x1b]0;owned\x07' where id = ({damage.ONE})")
    done = say("--data", file.parent)
    assert done.exit_code == 1 and "\x1b" not in done.output and "\\x1b]0;owned\\x07" in done.output


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("words", ["--repair", "--recover"])
def test_what_root_repairs_belongs_to_the_owner_of_the_folder(file: Path, words: str) -> None:
    spoil = damage.gap_in_a_chain if words == "--recover" else damage.garbage_in_an_index
    spoil(file)
    for path in (file.parent, file):
        os.chown(path, 65534, 65534)
    say("--data", file.parent, words)
    owners = {path.name: path.stat().st_uid for path in file.parent.iterdir()}
    assert set(owners.values()) == {65534} and len(owners) >= 3, owners
