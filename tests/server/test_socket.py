"""The hall over real sockets: restarts, slow readers, bots in processes of their own."""

import asyncio
import json
import logging
import signal
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from budokan.kit.errors import Refusal
from budokan.kit.game import find_all
from budokan.match.match import CodedMatch
from budokan.protocol import LIMIT, PROTOCOL
from budokan.server.app import make_app
from budokan.server.jobs import BotWorkers
from budokan.server.run import serve
from budokan.server.table import outbox as mail
from budokan.server.table.outbox import Outbox, StalledError
from budokan.thinking.messages import task, think, view_key
from tests.server.hall import HOST, JSON, RunningHall, ThreadBots, Visitor, eventually, hall

TOO_LARGE = 1009

# -- bots -----------------------------------------------------------------------------------------


def test_a_bot_that_dies_is_replaced_and_the_loop_never_waits(tmp_path: Path) -> None:
    """Real worker processes, one of them killed in thought."""
    bots = BotWorkers(workers=1)
    with TestClient(make_app(tmp_path, workers=bots), base_url=HOST) as client:
        ann = Visitor(client)
        made = ann.table("udaka", "me", "brown")
        with ann.sit(made["id"]) as me:
            me.hear()
            killed, seen = False, 0
            while seen < 6 and not me.frame["over"]:
                if me.actions():
                    me.act(me.actions()[0])
                elif not killed and bots.running:
                    (worker,) = bots.running
                    worker.process.send_signal(signal.SIGSTOP)  # its thought has no end
                    assert client.get("/api/games").status_code == 200
                    worker.process.kill()
                    killed = True
                me.hear()
                seen += 1
            assert killed


def test_a_bot_gets_only_the_view_of_its_seat() -> None:
    match = CodedMatch(find_all()["dojo_duel"], find_all()["dojo_duel"].setup(), seed="x")
    match.begin()
    for seat in (0, 1):
        given = task(match, seat, "greedy")
        world = match.game.read(given.world, match.setup)
        world.observe(seat)
        assert world.encode() == match.view(seat).encode()
        plan = think(given)
        assert plan[view_key(match.view(seat))] in match.legal(seat)


# -- slow readers ---------------------------------------------------------------------------------


def test_an_outbox_gives_up_a_client_that_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "PATIENCE", 0.05)

    async def stall() -> int:
        box, taken = Outbox(), 0

        async def send(text: str) -> None:
            nonlocal taken
            if taken == 6:
                await asyncio.Event().wait()
            taken += 1

        for _ in range(8):
            box.put("anything")
        with pytest.raises(StalledError):
            await box.run(send)
        return taken

    assert asyncio.run(stall()) == 6


def test_what_a_client_cannot_take_at_once_waits_and_nothing_overtakes_it() -> None:
    """A direct write is only for a client that has taken all before."""

    async def go() -> list[str]:
        box, got, full = Outbox(), list[str](), True

        def write(text: str) -> bool:
            if not full:
                got.append(f"direct {text}")
            return not full

        async def send(text: str) -> None:
            nonlocal full
            got.append(text)
            if text == "first":
                full = False
                box.put("later")  # comes while the first is on its way
                box.close()

        box.write = write
        box.put("first")
        await box.run(send)
        box.put("last")
        return got

    assert asyncio.run(go()) == ["first", "later", "direct last"]


# -- over real sockets ----------------------------------------------------------------------------


class Wire:
    """A visitor on a real socket."""

    def __init__(self, running: RunningHall, token: str = "") -> None:
        self.address, self.token = running.address, token

    def table(self, game: str, *sitting: str) -> dict[str, Any]:
        body = json.dumps({"game": game, "players": sitting}).encode()
        request = urllib.request.Request(f"http://{self.address}/api/tables", body, JSON)
        with urllib.request.urlopen(request, timeout=10) as answer:
            self.token = answer.headers["set-cookie"].split("=")[1].split(";")[0]
            made: dict[str, Any] = json.loads(answer.read())
        return made

    def sit(self, table: str, **more: Any) -> ClientConnection:
        cookie = {"cookie": f"budokan={self.token}"} if self.token else {}
        path = f"ws://{self.address}/ws/{table}?protocol={PROTOCOL}"
        made: ClientConnection = connect(
            path, additional_headers=cookie, compression=None, proxy=None, **more
        )
        return made


def play_wire(ws: ClientConnection, seat: int, moves: int) -> dict[str, Any]:
    """Play the first choice this many times; the last frame."""
    frame: dict[str, Any] = json.loads(ws.recv(timeout=20))
    while moves and not frame["over"]:
        if frame["scene"]["choices"]:
            action = frame["scene"]["choices"][0]["action"]
            ws.send(json.dumps({"t": "act", "ply": frame["ply"], "seat": seat, "action": action}))
            moves -= 1
        frame = json.loads(ws.recv(timeout=20))
        assert frame["t"] == "scene"
    return frame


def test_a_match_on_real_sockets_survives_a_restart(tmp_path: Path) -> None:
    with RunningHall(tmp_path, ThreadBots()) as running:
        ann = Wire(running)
        name = ann.table("dojo_duel", "me", "greedy")["id"]
        with ann.sit(name) as ws:
            before = play_wire(ws, 0, 4)
            running.server.should_exit = True  # with the connection open
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    before = json.loads(ws.recv(timeout=10))
            assert closed.value.rcvd is not None and closed.value.rcvd.code in (1001, 1012)
    with RunningHall(tmp_path, ThreadBots()) as running:
        ann = Wire(running, ann.token)
        with ann.sit(name) as ws:
            frame = play_wire(ws, 0, 0)
            assert frame["ply"] >= before["ply"]
            assert frame["story"][: len(before["story"])] == before["story"]
        with ann.sit(name) as ws:
            assert play_wire(ws, 0, 1000)["over"]


def test_a_client_that_reads_nothing_harms_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail, "PATIENCE", 0.5)
    with RunningHall(tmp_path, ThreadBots()) as running:
        ann, deaf = Wire(running), Wire(running)
        name = ann.table("udaka", "me", "greedy")["id"]
        deaf.token = ann.token
        table = running.app.state.lobby._tables[name]
        with deaf.sit(name, max_queue=1, close_timeout=0.1) as stuck, ann.sit(name) as ws:
            for _ in range(2000):  # asks for some 30 MB and reads nothing
                stuck.send('{"t":"look","seat":0}')
            began = time.monotonic()
            assert play_wire(ws, 0, 1000)["over"]
            while len(table.viewers) > 1 and time.monotonic() < began + 20:
                time.sleep(0.05)
            assert [viewer.view for viewer in table.viewers] == [0]


def test_too_large_a_message_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with RunningHall(tmp_path, ThreadBots()) as running:
        ann = Wire(running)
        name = ann.table("udaka", "me", "greedy")["id"]
        with ann.sit(name) as ws, pytest.raises(ConnectionClosed) as closed:
            ws.send("x" * 100_000)
            while True:
                ws.recv(timeout=10)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
        with pytest.raises(Exception, match="403"):
            ann.sit(name, origin="http://evil.example")


def test_a_port_in_use_is_reported_in_one_sentence(tmp_path: Path) -> None:
    with RunningHall(tmp_path, ThreadBots()) as running:
        port = int(running.address.split(":")[1])
        with pytest.raises(Refusal, match="choose another port"):
            serve("127.0.0.1", port, tmp_path, False)


@pytest.mark.parametrize("code", [1000, 3000, 4999, TOO_LARGE])
def test_the_log_tells_with_which_code_a_client_left(
    tmp_path: Path, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "budokan")
    with RunningHall(tmp_path, ThreadBots()) as running:
        ann = Wire(running)
        with ann.sit(ann.table("udaka", "me", "greedy")["id"]) as ws:
            play_wire(ws, 0, 0)
            if code == TOO_LARGE:
                ws.send("x" * (LIMIT + 1))
            else:
                ws.close(code)
            assert eventually(lambda: left(caplog))
    assert left(caplog) == [code]


def left(caplog: pytest.LogCaptureFixture) -> list[int]:
    """The codes of the connections that ended."""
    facts = [vars(record)["facts"] for record in caplog.records if record.msg == "left"]
    return [each["code"] for each in facts]


# -- the protocol's number ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "other"), [("", "an older one"), ("?protocol=1", "protocol 1"), ("?protocol=x", "an")]
)
def test_a_client_of_another_protocol_is_told_so_in_a_sentence(
    tmp_path: Path, query: str, other: str
) -> None:
    with hall(tmp_path) as client:
        table = Visitor(client).table("udaka", "me", "greedy")["id"]
        with client.websocket_connect(f"ws://localhost/ws/{table}{query}") as line:
            heard = line.receive_json()
            assert heard["t"] == "error" and f"your client {other}" in heard["text"]
            assert heard["text"].endswith("reload the page, or update Budokan.")
            assert line.receive()["code"] == 4400
        health = client.get("/api/health").json()
        refused = client.post("/api/tables", json={"game": "udaka", "sitting": ["me", "me"]})
    assert health["protocol"] == PROTOCOL
    assert f"`sitting`; this hall speaks protocol {PROTOCOL}." in refused.json()["error"]
