"""Metrics in OpenMetrics, and health in each of its states."""

import asyncio
import json
import math
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from budokan.server.app import make_app
from budokan.server.connections import Connections
from budokan.server.http.limits import UNLIMITED, Limits
from budokan.server.metrics import BOUNDS, Family, Histogram, Sample, counter, write
from budokan.server.routes import health
from budokan.server.watchdog import Watchdog
from budokan.thinking.lanes import LaneFacts
from budokan.thinking.workers import PoolFacts
from tests.server.hall import HOST, ThreadBots, Visitor, play_out

DOCS = Path(__file__).parents[2] / "docs"
NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = r'([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\n"])*)"'
SAMPLE = re.compile(rf"({NAME})(?:{{({LABEL}(?:,{LABEL})*)}})? (\S+)")
SUFFIXES = {"counter": {"_total"}, "gauge": {""}, "info": {"_info"},
            "histogram": {"_bucket", "_count", "_sum"}}  # fmt: skip


def parse(text: str) -> dict[str, dict[str, float]]:
    """The samples of each family by their labels, checked against the grammar of OpenMetrics."""
    lines = text.split("\n")
    assert lines[-2:] == ["# EOF", ""] and "# EOF" not in lines[:-2]
    found: dict[str, dict[str, float]] = {}
    name = kind = ""
    seen: set[str] = set()
    for line in lines[:-2]:
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert kind in SUFFIXES and name not in seen, "a family is written once, in one piece"
            seen.add(name)
            continue
        if line.startswith("# HELP "):
            assert line.startswith(f"# HELP {name} ") and len(line) > len(f"# HELP {name} ")
            continue
        match = SAMPLE.fullmatch(line)
        assert match, line
        suffix = match[1].removeprefix(name)
        assert match[1].startswith(name) and suffix in SUFFIXES[kind], line
        value, rows = float(match[7]), found.setdefault(match[1], {})
        assert (match[2] or "") not in rows, "twice the same labels"
        assert value >= 0 or kind == "gauge"
        rows[match[2] or ""] = value
    for family, rows in found.items():
        if family.endswith("_bucket"):
            counts = list(rows.values())
            assert counts == sorted(counts) and list(rows)[-1] == 'le="+Inf"'
            assert counts[-1] == found[family.replace("_bucket", "_count")][""]
    return found


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = make_app(
        tmp_path,
        workers=ThreadBots(),
        limits=Limits(socket=UNLIMITED),
        watchdog=Watchdog(),
        show_metrics=True,
    )
    with TestClient(app, base_url=HOST, client=("127.0.0.1", 50000)) as client:
        app.state.connections = Connections(10)
        yield client


# -- metrics --------------------------------------------------------------------------------------


def test_the_text_follows_the_grammar() -> None:
    took = Histogram("took_seconds", "How long it took.")
    for seconds in (0.0, 0.001, 0.002, 0.3, 99.0):
        took.add(seconds)
    odd = Family("odd", "gauge", 'A "help"\nof two \\ lines.', [Sample(-1.5, (("a", 'x"\n\\'),))])
    found = parse(write([took.family(), odd, counter("empty", "Nothing.", {}, "kind")]))
    assert found["budokan_took_seconds_bucket"]['le="0.001"'] == 2
    assert found["budokan_took_seconds_count"][""] == 5 and len(BOUNDS) == 14
    assert found["budokan_took_seconds_sum"][""] == pytest.approx(99.303)
    assert found["budokan_odd"] == {'a="x\\"\\n\\\\"': -1.5}


def test_a_match_is_counted(client: TestClient) -> None:
    ann = Visitor(client)
    with ann.sit(ann.table("udaka", "me", "greedy")["id"]) as me:
        play_out(me)
        me.say("look", seat=7)
        me.hear("refused")
        answer = client.get("/metrics")
        assert answer.headers["content-type"].startswith("application/openmetrics-text; version=1")
        found = parse(answer.text)
    assert found["budokan_tables"][""] == found["budokan_viewers"][""] == 1
    moves = found["budokan_messages_total"]['kind="act"']
    assert moves > 3 and found["budokan_click_seconds_count"][""] == moves
    assert found["budokan_frames_total"]['kind="scene"'] > moves
    assert found["budokan_frames_total"]['kind="refused"'] == 1
    assert found["budokan_frame_bytes_total"][""] > 1000 * moves
    assert found["budokan_store_commit_seconds_count"][""] > moves
    assert found["budokan_join_seconds_count"][""] == 1
    assert found["budokan_answers_total"]['status="201"'] == 1
    assert found["budokan_store_bytes"]['file="store"'] > 0
    assert found["budokan_workers_wanted"]['pool="bots"'] >= 1
    assert found["budokan_connections_allowed"][""] == 10
    assert found["budokan_loop_held_total"][""] >= 0


def test_metrics_are_off_unless_asked_for(tmp_path: Path) -> None:
    app = make_app(tmp_path, workers=ThreadBots())
    with TestClient(app, base_url=HOST, client=("127.0.0.1", 1)) as client:
        answer = client.get("/metrics")
        assert answer.status_code == 404 and answer.json() == {"error": "There is no such page."}


@pytest.mark.parametrize(
    ("address", "status"),
    [("127.0.0.1", 200), ("::1", 200), ("10.1.2.3", 200), ("::ffff:192.168.1.2", 200),
     ("8.8.8.8", 403), ("2600::1", 403), ("elsewhere", 403)],
)  # fmt: skip
def test_metrics_are_for_machines_near_by(tmp_path: Path, address: str, status: int) -> None:
    app = make_app(tmp_path, workers=ThreadBots(), show_metrics=True)
    with TestClient(app, base_url=HOST, client=(address, 1)) as client:
        answer = client.get("/metrics")
        assert answer.status_code == status
        if status == 403:
            assert answer.json() == {
                "error": "The metrics are only for this machine and its private network."
            }


def test_the_dashboard_names_metrics_that_exist(client: TestClient) -> None:
    board = json.loads((DOCS / "dashboard.json").read_text("utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    named = {name for expression in asked for name in re.findall(r"budokan_\w+", expression)}
    ann = Visitor(client)
    with ann.sit(ann.table("udaka", "me", "greedy")["id"]) as me:
        play_out(me)
        text = client.get("/metrics").text
    families = {line.split(" ")[2] for line in text.splitlines() if line.startswith("# TYPE ")}
    plain = {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in named}
    assert plain <= families, plain - families
    assert len(asked) >= 8


def test_every_metric_is_documented(client: TestClient) -> None:
    page = (DOCS / "hosting.md").read_text("utf-8")
    for line in client.get("/metrics").text.splitlines():
        if line.startswith("# TYPE "):
            assert f"`{line.split(' ')[2]}`" in page, line


# -- health ---------------------------------------------------------------------------------------


def state_of(client: TestClient) -> Any:
    return client.app.state  # type: ignore[attr-defined]


def test_a_hall_that_is_well(client: TestClient) -> None:
    answer = client.get("/health")
    told = answer.json()
    assert answer.status_code == 200 and told["status"] == "ok" and told["reasons"] == []
    assert told["live"] is told["ready"] is True and told["free"] > 0
    assert told["pools"][0]["name"] == "bots"
    assert client.get("/health/live").json() == {"live": True}


def test_only_the_operator_hears_what_workers_do(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a bot thinks is nothing for players: it may tell that it had one choice."""
    pool = type("Pool", (), {"facts": lambda self: facts()})()
    state_of(client).pools = [pool]
    (told,) = client.get("/health").json()["pools"]
    assert told["busy"] == 1 and told["lanes"]["play"]["running"] == 1
    state_of(client).shows_metrics = False
    (told,) = client.get("/health").json()["pools"]
    assert told["busy"] is None and told["lanes"] == {} and told["alive"] == 2
    state_of(client).shows_metrics = True
    monkeypatch.setattr(health, "is_near", lambda request: False)
    (told,) = client.get("/health").json()["pools"]
    assert told["busy"] is None and told["lanes"] == {}


def test_a_hall_that_cannot_save_is_down(client: TestClient, tmp_path: Path,
                                         monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setattr(health, "TIMEOUT", 0.2)
    other = sqlite3.connect(tmp_path / "hall.sqlite3", isolation_level=None)
    other.execute("begin immediate")
    answer = client.get("/health")
    told = answer.json()
    assert answer.status_code == 503 and told["status"] == "down" and told["ready"] is False
    assert told["reasons"] == ["Nothing can be saved now."] and told["live"] is True
    assert client.get("/health/live").status_code == 200
    other.execute("rollback")
    other.close()
    monkeypatch.undo()
    assert client.get("/health").json()["status"] == "ok"


def test_little_space_degrades(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = type("Usage", (), {"free": 5 * 2**20})
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    told = client.get("/health").json()
    assert told["status"] == "degraded" and told["ready"] is True
    assert told["reasons"] == ["Only 5 MB are free on the disk of the store."]


def test_many_connections_degrade(client: TestClient) -> None:
    for _ in range(9):
        state_of(client).connections.add("socket", "")
    assert client.get("/health").json()["reasons"] == ["9 of 10 connections are open."]


def facts(since_loss: float = math.inf, waited: float = 0.0) -> PoolFacts:
    lane = LaneFacts(1, 2, waited, 3, 0, 0, 0, 9.5)
    return PoolFacts("bots", 2, 2, 1, 1, 1, since_loss, {"play": lane})


def test_workers_that_were_lost_and_jobs_that_wait_degrade(client: TestClient) -> None:
    now = [facts()]
    pool = type("Pool", (), {"facts": lambda self: now[0]})()
    state_of(client).pools = [pool]
    assert client.get("/health").json()["status"] == "ok"
    now[0] = facts(waited=12.4)
    assert client.get("/health").json()["reasons"] == [
        "Jobs of the lane play have waited for 12 s."
    ]
    now[0] = facts(since_loss=health.RECENT - 1)
    lost = ["A worker of the pool bots was lost and replaced in the last minute."]
    for _ in range(2):
        told = client.get("/health").json()
        assert told["reasons"] == lost and told["status"] == "degraded"
    now[0] = facts(since_loss=health.RECENT)  # whenever somebody asks first
    assert client.get("/health").json()["status"] == "ok", "a minute later it is forgotten"


def test_everybody_who_asks_at_once_shares_one_check(client: TestClient) -> None:
    checked: list[int] = []
    store = state_of(client).lobby.store
    check = store.check

    def count() -> Any:
        checked.append(1)
        return check()

    store.check = count

    async def many() -> list[bool]:
        checkup: health.Checkup = state_of(client).checkup
        return await asyncio.gather(*(checkup.can_save() for _ in range(50)))

    assert client.portal is not None
    assert client.portal.call(many) == [True] * 50 and len(checked) == 1
