"""A hall that stops: sockets are told, workers end, and everything sent is on disk."""

import asyncio
import base64
import json
import random
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from budokan.protocol import PROTOCOL
from tests.store.test_kill import Hall, alive, check_store, children, new_table, play, wait_for

START = """
import sys
from pathlib import Path
from budokan.server.routes import games
from budokan.server.run import serve

def broken(game):
    raise KeyError("a secret " + game.id)

games.game_facts = broken
serve(port=0, data=Path(sys.argv[1]), pause=0.0, log=sys.argv[2])
"""
RESTARTS = 1012


@dataclass
class Logging(Hall):
    """A hall whose log is kept, and whose list of games cannot be read."""

    log: str = "json"

    def start(self) -> None:
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", START, str(self.folder), self.log],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip().rpartition("//")[2]
        assert self.address

    def end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        told, _ = self.process.communicate(timeout=30)
        assert "every match can be resumed" in told and self.process.returncode == 0

    def logged(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.folder / "log").read_text().splitlines()]


def sit(hall: Hall, table: str, token: str) -> ClientConnection:
    cookie = {"cookie": f"budokan={token}"}
    path = f"ws://{hall.address}/ws/{table}?protocol={PROTOCOL}"
    return connect(path, additional_headers=cookie, compression=None, proxy=None)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_players_are_told_that_the_hall_restarts(tmp_path: Path, how: signal.Signals) -> None:
    hall = Logging(tmp_path)
    hall.start()
    assert hall.process is not None
    body = {"game": "udaka", "players": ["me", "search:20000"]}
    text, token = hall.fetch("/api/tables", "", body)
    table = json.loads(text)["id"]
    workers = wait_for(lambda: children(hall.process.pid if hall.process else 0))
    with sit(hall, table, token) as ws:
        before = json.loads(ws.recv(10))
        hall.process.send_signal(how)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                ws.recv(10)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == RESTARTS
    told, _ = hall.process.communicate(timeout=30)
    assert "every match can be resumed" in told and hall.process.returncode == 0
    assert workers and not any(alive(worker) for worker in workers)
    assert [line["event"] for line in hall.logged()][-1] == "closed"
    hall.start()
    with sit(hall, table, token) as ws:
        again = json.loads(ws.recv(10))
        assert again["mine"] == [0] and again["ply"] >= before["ply"]
    hall.end(how)


def test_everything_sent_is_on_disk(tmp_path: Path) -> None:
    hall, pick = Logging(tmp_path), random.Random(8)
    hall.start()
    players = [player for game in ("udaka", "dojo_duel") for player in new_table(hall, game)]

    async def busy() -> None:
        playing = [asyncio.create_task(play(hall, player, pick)) for player in players]
        while sum(player.ply for player in players) < 40:
            await asyncio.sleep(0.02)
        await asyncio.to_thread(hall.end, signal.SIGTERM)
        await asyncio.gather(*playing)

    asyncio.run(busy())
    assert check_store(tmp_path, players) > 0
    assert not (tmp_path / "hall.sqlite3-wal").exists(), "the file was not closed"
    assert all(line["level"] == "info" for line in hall.logged())


# -- the log --------------------------------------------------------------------------------------


def test_every_event_is_a_line_and_no_line_has_a_secret(tmp_path: Path) -> None:
    hall = Logging(tmp_path)
    hall.start()
    one, two = new_table(hall, "dojo_duel")
    with sit(hall, two.table, two.token) as ws:
        ws.recv(10)
    with sit(hall, one.table, one.token) as ws:  # now both have come, and it is dealt
        hand = {choice["action"] for choice in json.loads(ws.recv(10))["scene"]["choices"]}
        assert hand
        ws.send("nonsense")
        with pytest.raises(ConnectionClosed):
            while True:
                ws.recv(10)
    with pytest.raises(OSError, match="404"):
        hall.fetch("/api/tables/nowhere/record", one.token)
    with pytest.raises(OSError, match="500"):
        hall.fetch("/api/games", one.token)
    hall.end(signal.SIGTERM)
    raw, lines = (tmp_path / "log").read_text(), hall.logged()
    events = [line["event"] for line in lines]
    assert events[:3] == ["opened", "created", "came"]
    assert sorted(events[3:-3]) == ["came", "left", "left"]
    assert events[-3:] == ["refused", "A request failed.", "closed"]
    assert [line["code"] for line in lines if line["event"] == "left"][-1] == 4400
    assert all(datetime.fromisoformat(line["time"]).tzinfo for line in lines)
    fault = lines[-2]
    assert fault["level"] == "error" and fault["at"] == "games" and len(fault["fault"]) == 8
    assert fault["errors"][0]["kind"] == "KeyError"
    assert any(place.endswith(" broken") for place in fault["errors"][0]["trace"])
    for secret in ("a secret", one.token, two.token, *secrets_of(tmp_path), *hand):
        assert secret not in raw


def secrets_of(folder: Path) -> list[str]:
    """Seeds and keys, as the store has them."""
    con = sqlite3.connect(folder / "hall.sqlite3")
    headers = [json.loads(row[0]) for row in con.execute("select header from match")]
    con.close()
    return [str(h["seed"]) for h in headers] + [
        k for h in headers for k in h["hall"]["keys"].values()
    ]


def test_the_plain_log_shows_only_problems(tmp_path: Path) -> None:
    hall = Logging(tmp_path, log="plain")
    hall.start()
    new_table(hall, "udaka")
    with pytest.raises(OSError, match="500") as failed:
        hall.fetch("/api/games", "")
    hall.end(signal.SIGTERM)
    text = (tmp_path / "log").read_text()
    number = json.loads(failed.value.read())["error"].split()[-1].rstrip(".")  # type: ignore[attr-defined]
    assert text.startswith(f"ERROR: A request failed. (fault {number})\n  KeyError\n    ")
    assert text.count("KeyError") == 1 and "a secret" not in text


def test_a_stalled_client_does_not_keep_the_hall_open(tmp_path: Path) -> None:
    hall = Logging(tmp_path)
    hall.start()
    one, _ = new_table(hall, "udaka")
    host, port = hall.address.split(":")
    with socket.create_connection((host, int(port))) as line:
        line.sendall(
            f"GET /ws/{one.table}?protocol={PROTOCOL} HTTP/1.1\r\n"
            f"Host: {hall.address}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nCookie: budokan={one.token}\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}\r\n\r\n".encode()
        )
        look = b'{"t":"look","seat":0}'
        message = bytes([0x81, 0x80 | len(look)]) + bytes(4) + look
        line.settimeout(2)
        with suppress(TimeoutError):  # until the hall stops reading: its answers are not taken
            for _ in range(3000):
                line.sendall(message)
        hall.end(signal.SIGTERM)
    assert hall.logged()[-1]["event"] == "closed"
