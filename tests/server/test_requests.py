"""Games, rules and par over HTTP, every kind of bad request, and a store that fails."""

import asyncio
import json
import sqlite3
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from budokan.kit.contract import SPECTATOR
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.protocol import PROTOCOL
from budokan.server.app import make_app
from budokan.server.http.security import SecurityMiddleware
from budokan.store.store import Store
from budokan.thinking.par import deal, par
from tests.server.hall import HOST, JSON, Visitor, eventually, hall, sit_down_once
from tests.server.test_tables import invited

# -- documents and pages --------------------------------------------------------------------------


def test_the_games_their_rules_and_the_agents(client: TestClient) -> None:
    games = {game["id"]: game for game in client.get("/api/games").json()}
    assert {"udaka", "dojo_duel"} <= set(games) and games["udaka"]["default_seats"] == 4
    kinds = {option["name"]: option["kind"] for option in games["dojo_duel"]["options"]}
    assert (kinds["start_points"], kinds["compare"], kinds["open_decklists"]) == (
        "int",
        "choice",
        "bool",
    )
    assert games["dojo_duel"]["seat_options"][0]["kind"] == "text"
    rules = client.get("/api/rules/udaka").json()
    assert rules["clauses"]["UD-17"] and rules["markdown"].startswith("#")
    assert all(value["source"] for part in rules["components"] for value in part["values"].values())
    agents = {name: [bot["name"] for bot in game["agents"]] for name, game in games.items()}
    assert "greedy" in agents["udaka"] and "solver" not in agents["udaka"]
    assert "solver" in agents["master_udo"]
    assert client.get("/api/rules/chess").status_code == 404


def test_the_challenge_of_a_day(client: TestClient) -> None:
    wanted = {"game": "master_udo", "players": ["solver:1"], "daily": "2024-02-29"}
    records = []
    for day in ("2024-02-29", "2024-02-29", "2024-02-28"):
        made = client.post("/api/tables", json={**wanted, "daily": day}, headers=JSON)
        assert made.status_code == 201
        records.append(finished(client, made.json()["id"]))
    assert records[0] == records[1] != records[2]


UDO_SHORT: dict[str, Any] = {
    "game": "master_udo",
    "daily": "2024-02-29",
    "options": {"max_turns_per_fight": 2, "masters": "easy"},
}


def test_par_of_a_finished_match(client: TestClient) -> None:
    app: Any = client.app
    app.state.jobs.tries = 2
    made = client.post("/api/tables", json=UDO_SHORT | {"players": ["solver:1"]}, headers=JSON)
    table = made.json()["id"]
    finished(client, table)
    assert client.get(f"/api/tables/{table}/par").status_code == 202
    told = par_of(client, table)
    assert told.startswith("Par for this deal: the solver with 2 tries ")
    assert "You" not in told  # nobody sat there
    switches, seed = find("master_udo").challenge("2024-02-29")
    setup = find("master_udo").setup(1, {**UDO_SHORT["options"], **switches})
    assert told == par(deal(find("master_udo"), setup, seed, 2)).told()
    assert client.get(f"/api/tables/{table}/par").json()["par"] == told
    going = client.post("/api/tables", json=UDO_SHORT | {"players": ["me"]}, headers=JSON)
    early = client.get(f"/api/tables/{going.json()['id']}/par")
    assert (early.status_code, early.json()["error"]) == (
        409,
        "You can see par once the match is over.",
    )
    assert client.get("/api/tables/AAAAAAAAAAAA/par").status_code == 404


def test_key_moments_do_not_wait_for_par(client: TestClient) -> None:
    app: Any = client.app
    made = client.post("/api/tables", json=UDO_SHORT | {"players": ["solver:1"]}, headers=JSON)
    table = made.json()["id"]
    finished(client, table)

    async def never(work: Any, given: Any, *lane: Any) -> Any:
        await asyncio.Event().wait()

    app.state.jobs.pools["studies"] = SimpleNamespace(run=never, close=lambda: None)
    assert client.get(f"/api/tables/{table}/par").status_code == 202
    path = f"/api/tables/{table}/moments"
    assert eventually(lambda: client.get(path).status_code == 200)
    assert client.get(path).json()["view"] == "spectator"
    assert client.get(f"/api/tables/{table}/par").status_code == 202


def par_of(client: TestClient, table: str) -> str:
    found: list[str] = []

    def known() -> bool:
        answer = client.get(f"/api/tables/{table}/par")
        assert answer.status_code in (200, 202)
        assert answer.status_code == 200 or answer.json() == {"par": ""}
        found.append(answer.json()["par"])
        return answer.status_code == 200

    assert eventually(known), "the solver does not finish"
    return found[-1]


def test_a_solver_that_dies_is_reported_and_retried(client: TestClient) -> None:
    app: Any = client.app
    made = client.post("/api/tables", json=UDO_SHORT | {"players": ["solver:1"]}, headers=JSON)
    table = made.json()["id"]
    finished(client, table)
    pools = app.state.jobs.pools
    right, pools["studies"] = pools["studies"], SimpleNamespace(run=dies)
    address = f"/api/tables/{table}/par"
    assert client.get(address).status_code == 202
    broken = client.get(address)
    assert (broken.status_code, broken.json()["error"]) == (400, "The bot cannot think now.")
    pools["studies"], app.state.jobs.tries = right, 2
    assert par_of(client, table).startswith("Par for this deal")


async def dies(work: Any, given: Any, *lane: Any) -> Any:
    raise Refusal("The bot cannot think now.")


def finished(client: TestClient, table: str) -> list[str]:
    """The entries of a match that a bot plays alone."""
    lines: list[str] = []

    def over() -> bool:
        lines[:] = client.get(f"/api/tables/{table}/record?view=spectator").text.splitlines()
        return lines[-1].startswith("end")

    assert eventually(over, 60), "the bot does not finish"
    return [line for line in lines if line[:1].isdigit()]


def test_every_answer_keeps_foreign_content_out(client: TestClient) -> None:
    for path in ("/", "/api/games", "/nowhere", "/static/nothing.js", "/table/x?key=y"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_the_cookie_cannot_be_read_by_scripts_and_is_not_stored(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        sent = {"game": "udaka", "players": ["me", "greedy"]}
        answer = client.post("/api/tables", json=sent)
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie and "samesite=lax" in cookie.lower()
        token = cookie.split("=")[1].split(";")[0]
        assert len(token) >= 32
    assert all(token.encode() not in file.read_bytes() for file in tmp_path.iterdir())


# -- bad requests ---------------------------------------------------------------------------------

BODIES = {
    "not json": b"{",
    "not utf-8": b'{"game": "\xff"}',
    "a list": b"[]",
    "nothing": b"",
    "deep": b"[" * 5000,
    "unknown field": b'{"game":"udaka","players":["me","me"],"cheat":1}',
    "unknown game": b'{"game":"chess","players":["me","me"]}',
    "missing sitting": b'{"game":"udaka"}',
    "nobody": b'{"game":"udaka","players":[]}',
    "too many": b'{"game":"udaka","players":["me","me","me","me","me","me","me","me","me"]}',
    "wrong count": b'{"game":"udaka","seats":3,"players":["me","me"]}',
    "seats for nobody": b'{"game":"dojo_duel","players":["me","me","me"]}',
    "text for a number": b'{"game":"udaka","seats":"2","players":["me","me"]}',
    "unknown agent": b'{"game":"udaka","players":["me","hal"]}',
    "endless thought": b'{"game":"udaka","players":["me","search:1000000"]}',
    "odd thought": b'{"game":"udaka","players":["me","search:x"]}',
    "unknown option": b'{"game":"udaka","players":["me","me"],"options":{"speed":1}}',
    "bad option": b'{"game":"udaka","players":["me","me"],"options":{"rounds_to_win":9}}',
    "nested option": b'{"game":"udaka","players":["me","me"],"options":{"rounds_to_win":[]}}',
    "bad seat": b'{"game":"dojo_duel","players":["me","me"],"choices":{"5":{}}}',
    "odd seat": b'{"game":"dojo_duel","players":["me","me"],"choices":{"x":{}}}',
    "bad deck": b'{"game":"dojo_duel","players":["me","me"],"choices":{"0":{"deck":"q"}}}',
    "few names": b'{"game":"udaka","players":["me","me"],"names":["A"]}',
    "longname": b'{"game":"udaka","players":["me","me"],"names":["aaaaaaaaaaaaaaaaaaaaaaaaa","B"]}',
    "blank name": b'{"game":"udaka","players":["me","me"],"names":[" ", "B"]}',
    "odd name": b'{"game":"udaka","players":["me","me"],"names":["a\\u0000b", "B"]}',
    "no daily": b'{"game":"udaka","players":["me","me"],"daily":"2024-02-29"}',
    "odd assists": b'{"game":"udaka","players":["me","me"],"assists":"no"}',
    "no date": b'{"game":"master_udo","players":["me"],"daily":"soon"}',
    "endless": b'{"game":"dojo_duel","players":["greedy","greedy"],"options":{"round_limit":0}}',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_bad_tables_are_refused_in_one_sentence(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/tables", content=body, headers=JSON)
    told = answer.json()["error"]
    assert answer.status_code == 400 and told[-1] in ".?" and "\n" not in told
    assert "set-cookie" not in answer.headers


def test_other_bad_requests(client: TestClient) -> None:
    for method, path, status in (
        ("GET", "/nowhere", 404),
        ("DELETE", "/api/tables", 405),
        ("GET", "/api/tables/nope/record", 404),
        ("GET", "/api/tables/no%2Fpe/record", 404),
        ("GET", f"/api/tables/{'x' * 900}/replay", 404),
        ("POST", "/api/tables/nope/rematch", 404),
        ("GET", "/static/now/../../app.py", 404),
        ("GET", "/static/now/%2e%2e/app.py", 404),
        ("GET", "/static/now/nothing.js", 404),
    ):
        answer = client.request(method, path)
        assert (answer.status_code, list(answer.json())) == (status, ["error"]), path
    large = client.post("/api/tables", content=b"x" * 20_000, headers=JSON)
    assert large.status_code == 413
    form = client.post("/api/tables", content=b"{}", headers={"content-type": "text/plain"})
    assert form.status_code == 415


def test_a_browser_gets_a_page_for_what_is_not_there(client: TestClient) -> None:
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    missing = client.get("/nowhere", headers=browser)
    assert missing.status_code == 404
    assert missing.headers["content-type"].startswith("text/html")
    assert "<h1>There is no such page.</h1>" in missing.text
    assert '<a class="btn primary" href="/">To the hall</a>' in missing.text
    assert missing.headers["cache-control"] == "no-store"
    typed = client.get("/api/rules/<b>$x", headers=browser)
    assert typed.status_code == 404 and "&lt;b&gt;$x" in typed.text and "<b>" not in typed.text
    for accepted in ("application/json", "*/*"):
        plain = client.get("/nowhere", headers={"accept": accepted})
        assert plain.status_code == 404 and plain.json() == {"error": "There is no such page."}


def test_a_foreign_site_is_kept_out(ann: Visitor) -> None:
    made = ann.table("udaka", "me", "greedy")
    body = {"game": "udaka", "players": ["me", "me"]}
    for headers in ({"origin": "http://evil.example"}, {"origin": "null"}):
        answer = ann.post("/api/tables", json=body, headers=headers)
        assert answer.status_code == 403 and answer.json()["error"]
        path = f"ws://localhost/ws/{made['id']}?protocol={PROTOCOL}"
        foreign = ann.client.websocket_connect(path, headers=headers)
        with pytest.raises(WebSocketDisconnect) as refused, foreign:
            pass
        assert refused.value.code == 1008
    assert ann.get("/api/games", headers={"host": "evil.example"}).status_code == 403
    own = {"origin": HOST}
    assert ann.post("/api/tables", json=body, headers=own).status_code == 201


def test_accepted_host_names() -> None:
    guard = SecurityMiddleware(make_app(Path()))
    for host in ("localhost", "localhost:8000", "127.0.0.1:1", "[::1]:8000", "192.168.1.7:8000"):
        assert guard._is_ours(host), host
    for host in ("", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[::1"):
        assert not guard._is_ours(host), host


MESSAGES = {
    "not json": "{",
    "number": "7",
    "no tag": '{"ply":1}',
    "unknown tag": '{"t":"cheat"}',
    "scene": '{"t":"scene"}',
    "missing field": '{"t":"act","ply":1}',
    "unknown field": '{"t":"look","seat":0,"x":1}',
    "text ply": '{"t":"act","ply":"1","seat":0,"action":"x"}',
    "float ply": '{"t":"act","ply":1.5,"seat":0,"action":"x"}',
    "large ply": '{"t":"act","ply":99999999999999999999,"seat":0,"action":"x"}',
    "negative seat": '{"t":"look","seat":-1}',
    "chance": '{"t":"look","seat":8}',
    "empty action": '{"t":"act","ply":1,"seat":0,"action":""}',
    "long action": '{"t":"act","ply":1,"seat":0,"action":"' + "x" * 300 + '"}',
    "too large": '{"t":"look","seat":0,"x":"' + "x" * 20_000 + '"}',
    "deep": "[" * 5000,
    "hint without ply": '{"t":"hint","seat":0}',
    "hint for more": '{"t":"hint","ply":1,"seat":0,"tips":99}',
    "hint for chance": '{"t":"hint","ply":1,"seat":8}',
    "a hint of one's own": '{"t":"hint","ply":1,"seat":0,"heading":"","tips":[],"note":""}',
}


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES.keys())
def test_an_unreadable_message_ends_the_connection(ann: Visitor, message: str) -> None:
    made = ann.table("udaka", "me", "greedy")
    with ann.sit(made["id"]) as me, pytest.raises(WebSocketDisconnect) as closed:
        me.hear()
        me.session.send_text(message)
        while True:
            frame = json.loads(me.raw())
            if frame["t"] == "error":
                assert frame["text"].endswith(".") and len(frame["text"]) < 300
                me.raw()
    assert closed.value.code == 4400
    with ann.sit(made["id"]) as me:
        assert me.hear()


def test_bytes_and_unknown_tables_end_the_connection(ann: Visitor) -> None:
    made = ann.table("udaka", "me", "me")
    for name, code in ((made["id"], 4400), ("nowhere", 4404), ("a%20b", 4404)):
        with ann.sit(name) as me, pytest.raises(WebSocketDisconnect) as closed:
            if code == 4400:
                me.hear()
                me.session.send_bytes(b"{}")
            assert me.hear("error")["text"].endswith(".")
            me.raw()
        assert closed.value.code == code


def test_impossible_messages_are_refused_and_the_match_goes_on(ann: Visitor) -> None:
    made = ann.table("udaka", "me", "human")
    sit_down_once(made["id"], invited(ann.client, made))
    with ann.sit(made["id"]) as me:
        me.hear()
        acting = me.frame["scene"]["acting"][0]
        for action, seat, told in (
            ("single 7", 1, "You do not sit on seat B."),
            ("hop", 0, "'hop' is not an action"),
            ("draw ?", 0, ""),
            ("takeback", 0, "is not an action"),
        ):
            me.act(action, seat)
            frame = me.hear("refused")
            assert told in frame["text"] and "\n" not in frame["text"]
        if acting == 0:
            texts = me.actions()
            wrong = next(t for t in (f"pair {n}" for n in range(2, 10)) if t not in texts)
            me.act(wrong)
            frame = me.hear("refused")
            assert frame["clause"].startswith("UD-") and frame["clause"] in frame["text"]
        me.say("undo", seat=0, ply=me.frame["ply"])
        assert me.hear("refused")["text"] == "A has nothing to take back."
        me.say("look", seat=1)
        assert me.hear("refused")
        me.say("look", seat=0)
        assert me.hear()["ply"] == me.frame["ply"]


def test_a_forged_cookie_gives_no_seat(client: TestClient) -> None:
    made = Visitor(client).table("udaka", "me", "me")
    for token in ("x", "A" * 32, "'; drop table match; --", "A" * 4000):
        with Visitor(client, token).sit(made["id"]) as eyes:
            assert eyes.hear()["mine"] == [] and eyes.frame["view"] == SPECTATOR
        assert Visitor(client, token).get("/api/matches").json()["rows"] == []


# -- the store, slow and failing ------------------------------------------------------------------


def test_nothing_is_sent_before_it_is_on_disk(ann: Visitor, tmp_path: Path) -> None:
    made, busy, hold = ann.table("udaka", "me", "me"), threading.Event(), threading.Event()
    lobby = cast(Starlette, ann.client.app).state.lobby

    def take_time(con: sqlite3.Connection) -> None:
        busy.set()
        hold.wait(60)

    with ann.sit(made["id"]) as me, ann.sit(made["id"]) as other:
        seat = me.hear()["scene"]["acting"][0]
        before = other.hear()
        me.say("look", seat=seat)
        me.hear()
        sent = {viewer.outbox._known for viewer in lobby._tables[made["id"]].viewers}
        lobby.store._do(take_time)
        assert busy.wait(20)
        me.act(me.actions()[0], seat)
        assert eventually(lobby.store._jobs.qsize), "the move waits for the disk"
        assert sent == {viewer.outbox._known for viewer in lobby._tables[made["id"]].viewers}
        hold.set()
        assert me.hear()["ply"] > before["ply"] and other.hear()["ply"] > before["ply"]


def test_a_move_that_was_not_saved_never_happened(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = ann.table("udaka", "me", "me")
    with ann.sit(made["id"]) as me:
        seat = me.hear()["scene"]["acting"][0]
        me.say("look", seat=seat)
        before = me.hear()
        con = sqlite3.connect(tmp_path / "hall.sqlite3", isolation_level=None)
        con.execute(
            "create trigger full before insert on entry begin select raise(abort, 'full'); end"
        )
        me.act(me.actions()[0], seat)
        assert me.hear("refused")["text"]
        assert me.hear() == before  # rebuilt from the store
        con.execute("drop trigger full")
        con.close()
        me.act(me.actions()[0], seat)
        assert me.hear()["ply"] > before["ply"]


def test_a_table_changed_by_another_process_is_reloaded(ann: Visitor, tmp_path: Path) -> None:
    made = ann.table("udaka", "me", "me")
    with ann.sit(made["id"]) as me:
        seat = me.hear()["scene"]["acting"][0]
        me.say("look", seat=seat)
        me.hear()
        store = Store(tmp_path / "hall.sqlite3")
        ply = len(store.load(made["id"]).result(9).entries)
        store.append(made["id"], ply, [f"{'AB'[seat]} {me.actions()[0]}"], "*").result(9)
        store.close()
        before = me.frame
        me.act(me.actions()[-1], seat)
        assert "elsewhere" in me.hear("refused")["text"]
        assert me.hear()["ply"] > before["ply"]


def test_a_seat_with_too_many_digits_is_refused(ann: Visitor) -> None:
    table = ann.table("dojo_duel", "me", "me")["id"]
    answer = ann.get(f"/api/tables/{table}/record?view={'9' * 5000}")  # more than Python reads
    assert answer.status_code == 400 and len(answer.text) < 200
