"""Finished matches leave the hall when their days are over: whole, and only those."""

import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from budokan.server import app as apps
from budokan.server import housekeeping
from budokan.server.housekeeping import sweep
from budokan.server.lobby import Lobby
from budokan.store import retention
from budokan.store.backup import FILE
from budokan.store.doctor import examine
from budokan.store.store import Store
from tests.server.hall import HOST, ManualClock, ThreadBots, Visitor, eventually, hall, play_out
from tests.store.test_retention import put

DAYS = 30


@pytest.fixture
def clock() -> ManualClock:
    clock = ManualClock()
    clock.at = int(1000 * time.time())  # matches are stored with the time of the machine
    return clock


def swept(client: TestClient) -> int:
    lobby: Lobby = client.app.state.lobby  # type: ignore[attr-defined]
    assert client.portal is not None
    return int(client.portal.call(sweep, lobby, DAYS))


def test_a_finished_match_leaves_when_its_days_are_over(tmp_path: Path, clock: ManualClock) -> None:
    with hall(tmp_path, clock) as client:
        ann = Visitor(client)
        over, running = (ann.table("udaka", "me", "greedy")["id"] for _ in range(2))
        with ann.sit(over) as me:
            play_out(me)
        with ann.sit(running) as me:
            me.hear()
        again = ann.post(f"/api/tables/{over}/rematch").json()["id"]
        clock.advance(24 * 3600 * (DAYS - 1))
        assert swept(client) == 0
        clock.advance(24 * 3600 * 2)
        with ann.sit(over) as me:
            assert me.hear()["over"]
            assert swept(client) == 0, "somebody is there"
        assert eventually(lambda: swept(client) == 1)
        assert ann.get(f"/api/tables/{over}/record").status_code == 404
        left = [row["id"] for row in ann.get("/api/matches").json()["rows"]]
        assert sorted(left) == sorted([running, again])
        for name in (running, again):
            with ann.sit(name) as me:
                assert me.hear()["scene"]
        assert swept(client) == 0
    assert examine(tmp_path).findings == []


def test_more_than_a_handful_leave_in_one_round(
    tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "MANY", 3)
    monkeypatch.setattr(housekeeping, "BREATH", 0)
    store = Store(tmp_path / FILE)
    for number in range(10):
        put(store, f"m{number}", header={"hall": {"sitting": ["person"] * 2, "keys": {}}})
    store.do(lambda con: con.execute("update match set created = '2020'")).result(10)
    store.do(lambda con: con.execute("update ending set ended = '2020'")).result(10)
    store.close()
    with hall(tmp_path, clock) as client:
        lobby: Any = client.app.state.lobby  # type: ignore[attr-defined]
        monkeypatch.setattr(lobby, "forget", lambda name: name not in ("m0", "m1", "m2", "m5"))
        assert swept(client) == 6
        monkeypatch.undo()
        assert swept(client) == 4


def test_a_hall_sweeps_by_itself_when_it_opens(tmp_path: Path, clock: ManualClock) -> None:
    store = Store(tmp_path / FILE)
    for name in ("one", "two"):
        put(store, name, header={"hall": {"sitting": ["person"] * 2, "keys": {}}})
    store.close()

    def left() -> int:
        with closing(sqlite3.connect(tmp_path / FILE)) as con:
            return int(con.execute("select count(*) from match").fetchone()[0])

    with hall(tmp_path, clock):
        pass
    assert left() == 2, "without the option nothing is deleted"
    clock.advance(24 * 3600 * (DAYS + 1))
    app = apps.make_app(tmp_path, workers=ThreadBots(), now=clock, keep_finished=DAYS)
    with TestClient(app, base_url=HOST):
        assert eventually(lambda: left() == 0)


KILLED = """
import sys
from pathlib import Path
from budokan.store import retention
from budokan.store.store import Store
store = Store(Path(sys.argv[1]))
for number in range(300):
    store.do(retention.delete_match, f"m{number}").result(10)
    print(number, flush=True)
"""


def test_a_kill_in_the_middle_loses_nothing_else(tmp_path: Path) -> None:
    store = Store(tmp_path / FILE)
    for number in range(300):
        put(store, f"m{number}")
    put(store, "running", over=False)
    store.close()
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path / FILE)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    while int(process.stdout.readline()) < 40:
        pass
    process.send_signal(signal.SIGKILL)
    process.communicate()
    store = Store(tmp_path / FILE)
    with closing(sqlite3.connect(tmp_path / FILE)) as con:
        names = {name for (name,) in con.execute("select id from match")}
        assert 2 <= len(names) <= 260 and "running" in names
        for table, column in con.execute(retention.BELONGING).fetchall():
            found = {name for (name,) in con.execute(f"select distinct {column} from {table}")}
            assert found <= names, "half a match is left"
            if table == "entry":
                assert found == names
        assert con.execute("select count(*) from leaving").fetchone() == (0,)
    later = retention.limit(datetime.now(UTC) + timedelta(days=2), 1)
    due = store.do(retention.finished_before, later, 999).result(10)
    assert set(due) == names - {"running"}, "the next round finds the rest"
    store.close()
