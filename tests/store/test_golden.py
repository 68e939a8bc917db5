"""A store of the previous version: it opens, every match loads and goes on, addresses work.

golden/hall-N.sql was dumped from a hall with schema N; the file beside it says what lay in it.
"""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from budokan.server.lobby import visitor_id
from budokan.store import store as stored
from budokan.store.backup import FILE, backup, check
from budokan.store.schema import MIGRATIONS
from budokan.store.store import Store
from tests.match.test_golden import digest
from tests.server.hall import ManualClock, Visitor, hall, play_out

GOLDEN = Path(__file__).parent / "golden"
DUMPS = sorted(GOLDEN.glob("*.sql"))


@pytest.fixture(params=DUMPS, ids=[path.stem for path in DUMPS])
def facts(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Any]:
    """The store in a folder of its own, and what was in it."""
    dump: Path = request.param
    with closing(sqlite3.connect(tmp_path / FILE)) as con:
        con.executescript(dump.read_text("utf-8"))
    return dict(json.loads(dump.with_suffix(".json").read_text("utf-8")))


@pytest.fixture
def store(facts: dict[str, Any], tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / FILE)
    yield store
    store.close()


def test_every_match_is_as_it_was(facts: dict[str, Any], store: Store, tmp_path: Path) -> None:
    for name, known in facts["matches"].items():
        match = stored.restore(store.load(name).result())
        assert known == {
            "entries": len(match.entries),
            "over": match.over,
            "scores": match.scores(),
            "acting": list(match.acting),
            "state": digest([int(n) for n in match.state.encode()]),
        }
    assert backup(tmp_path, tmp_path / "copy.sqlite3") == len(facts["matches"])
    assert check(tmp_path / "copy.sqlite3") == len(facts["matches"])
    assert store.do(_version).result() == len(MIGRATIONS)


def _version(con: sqlite3.Connection) -> int:
    return int(con.execute("select max(version) from schema_version").fetchone()[0])


def test_addresses_work_and_matches_go_on(facts: dict[str, Any], tmp_path: Path) -> None:
    manual_clock = ManualClock()
    manual_clock.at = facts["now"]
    with hall(tmp_path, manual_clock) as client:
        ann = Visitor(client, facts["tokens"]["ann"])
        ben = Visitor(client, facts["tokens"]["ben"])
        for name, known in facts["matches"].items():
            assert ann.get(f"/table/{name}").status_code == 200
            if known["over"]:
                told = ann.get(f"/api/tables/{name}/replay").json()
                assert len(told["frames"]) > 1
                assert ann.get(f"/api/tables/{name}/record").status_code == 200
        for name in (*facts["running"].values(), facts["onward"], facts["rematch"]):
            with ann.sit(name) as there:
                seat = 1 if name == facts["rematch"] else 0
                assert play_out(there, seat)["over"]
        for visitor, name in ((ann, "ann"), (ben, "ben")):
            assert len(visitor.get("/api/matches").json()["rows"]) == facts["lists"][name]
        shared = ben.get(f"/api/same/{facts['deal']}").json()
        assert {row["name"] for row in shared["results"]} == {"Ann", "Ben"}
        assert ann.get(f"/same/{facts['deal']}").status_code == 200


def test_seats_names_and_clocks_are_kept(facts: dict[str, Any], tmp_path: Path) -> None:
    manual_clock = ManualClock()
    manual_clock.at = facts["now"]
    with hall(tmp_path, manual_clock) as client:
        ann = Visitor(client, facts["tokens"]["ann"])
        ben = Visitor(client, facts["tokens"]["ben"])
        with ann.sit(facts["two"]["id"]) as mine, ben.sit(facts["two"]["id"]) as theirs:
            frame = mine.hear()
            assert frame["mine"] == [0] and frame["names"] == ["Ann", "Ben"]
            assert frame["table"]["clock"]["kind"] == "match"
            assert theirs.hear()["mine"] == [1]
        late = Visitor(client)
        assert late.accept(facts["slow"]["invites"][0]).status_code == 200
        with late.sit(facts["slow"]["id"]) as there:
            assert there.hear()["mine"] == [1]
        with ann.sit(facts["open"]) as there:
            frame = there.hear()
            assert frame["table"]["waiting"] == [1] and frame["table"]["open"]


def test_visitors_can_add_a_device_export_and_erase(facts: dict[str, Any], tmp_path: Path) -> None:
    manual_clock = ManualClock()
    manual_clock.at = facts["now"]
    with hall(tmp_path, manual_clock) as client:
        ann = Visitor(client, facts["tokens"]["ann"])
        ben = Visitor(client, facts["tokens"]["ben"])
        phone = Visitor(client)
        code = ann.post("/api/you/devices", json={}).json()["code"]
        assert phone.post("/api/you/devices/join", json={"code": code}).status_code == 200
        told = phone.get("/api/you/export").json()
        assert len(told["matches"]) >= facts["lists"]["ann"]
        assert all(match["records"] and not match["fault"] for match in told["matches"])
        done = phone.post("/api/you/erase", json={"confirm": "erase"}).json()
        assert done["deleted"] > 0 and done["left"] > 0
        assert ann.get("/api/matches").json()["total"] == 0
        assert len(ben.get("/api/matches").json()["rows"]) == facts["lists"]["ben"]
        with ben.sit(facts["two"]["id"]) as theirs:
            frame = theirs.hear()
            assert frame["mine"] == [1] and frame["names"] == ["Somebody", "Ben"]
    with closing(sqlite3.connect(tmp_path / FILE)) as con:
        left = "\n".join(con.iterdump())
    assert visitor_id(facts["tokens"]["ann"]) not in left
    uploaded = '["Ann", "Bo", "Cy", "Di"]'  # the names in a record that nobody is known to own
    assert not re.search(r"\bAnn\b", left.replace(uploaded, ""))
