"""kill -9 of the hall at random moments while matches run.

No entry that was sent to a player is lost, none is half-written, every match goes on.
"""

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from budokan.kit.contract import CHANCE
from budokan.match import record
from budokan.protocol import PROTOCOL
from budokan.store import store as stored
from budokan.store.store import Store

START = (
    "import sys; from pathlib import Path; from budokan.server.run import serve; "
    "serve('127.0.0.1', 0, Path(sys.argv[1]), False, pause=0.0)"
)
GAMES = ("udaka", "dojo_duel", "udaka", "dojo_duel")
FEWEST = 20  # frames before a kill: then everybody has come and something is dealt


@dataclass
class Player:
    """A seat, and the entries that were sent to its player."""

    table: str
    seat: int
    token: str
    told: list[str] = field(default_factory=list)
    ply: int = 0
    over: bool = False
    heard: int = 0  # frames


@dataclass
class Hall:
    """A server process that is killed again and again."""

    folder: Path
    process: "subprocess.Popen[str] | None" = None
    address: str = ""

    def start(self) -> None:
        command = [sys.executable, "-c", START, str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip().rpartition("//")[2]
        assert self.address

    def kill(self) -> None:
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)
        self.process.stdout.close()

    def stop(self) -> None:
        """End the hall by a signal and check that it exits cleanly."""
        assert self.process is not None
        self.process.terminate()
        told, _ = self.process.communicate(timeout=20)
        assert "every match can be resumed" in told and self.process.returncode == 0

    def fetch(self, path: str, token: str, body: Any = None) -> tuple[str, str]:
        """An answer and the cookie to use from now on."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        if token:
            headers["cookie"] = f"budokan={token}"
        request = urllib.request.Request(f"http://{self.address}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            cookie = answer.headers.get("set-cookie", "")
            return answer.read().decode(), cookie.partition("=")[2].partition(";")[0] or token


def new_table(hall: Hall, game: str) -> list[Player]:
    """A table of two people with a cookie each."""
    text, token = hall.fetch("/api/tables", "", {"game": game, "players": ["me", "human"]})
    made = json.loads(text)
    key = made["invites"][0]["url"].split("?key=")[1]
    _, other = hall.fetch(f"/api/tables/{made['id']}/seat", "", {"key": key})
    return [Player(made["id"], 0, token), Player(made["id"], 1, other)]


async def play(hall: Hall, player: Player, pick: random.Random) -> None:
    """Play random choices until the hall is gone or the match over, noting every message."""
    path = f"ws://{hall.address}/ws/{player.table}?protocol={PROTOCOL}"
    cookie = {"cookie": f"budokan={player.token}"}
    try:
        async with connect(path, additional_headers=cookie, proxy=None, compression=None) as ws:
            async for raw in ws:
                frame = json.loads(raw)
                assert frame["t"] == "scene", frame
                note(player, frame)
                if player.over:
                    return
                if frame["scene"]["choices"]:
                    action = pick.choice(frame["scene"]["choices"])["action"]
                    said = {"t": "act", "ply": frame["ply"], "seat": player.seat, "action": action}
                    await ws.send(json.dumps(said))
    except (OSError, WebSocketException):
        return


def note(player: Player, frame: dict[str, Any]) -> None:
    """Note the story; a sentence that was sent must never disappear."""
    assert frame["ply"] >= player.ply and frame["story_length"] >= len(player.told)
    player.heard += 1
    seen = frame["story"]
    first = frame["story_length"] - len(seen)
    overlap = player.told[first:]
    assert overlap == seen[: len(overlap)]
    player.told += seen[len(overlap) :]
    player.ply, player.over = frame["ply"], frame["over"]


async def storm(hall: Hall, players: list[Player], pick: random.Random, frames: int) -> None:
    """Let everybody play, and kill the hall after this many frames."""
    playing = [asyncio.create_task(play(hall, p, pick)) for p in players if not p.over]
    goal = frames + sum(player.heard for player in players)
    while sum(player.heard for player in players) < goal and not all(p.done() for p in playing):
        await asyncio.sleep(0.002)
    assert hall.process is not None
    os.kill(hall.process.pid, signal.SIGKILL)
    await asyncio.gather(*playing)


def check_store(folder: Path, players: list[Player]) -> int:
    """Check that the store is sound and has everything that was sent; the number of entries."""
    with sqlite3.connect(folder / "hall.sqlite3") as con:
        assert con.execute("pragma integrity_check").fetchone()[0] == "ok"
    con.close()
    store, entries = Store(folder / "hall.sqlite3"), 0
    for player in players:
        saved = store.load(player.table).result(10)
        match = stored.restore(saved)  # refuses anything half-written
        assert not match.dealt or match.acting != (CHANCE,), (
            "chance was cut off from the action before it"
        )
        assert match.ply(player.seat) >= player.ply
        assert match.told(player.seat)[: len(player.told)] == player.told
        entries += len(match.entries)
    store.close()
    return entries


def kill_often(folder: Path, kills: int, most: int) -> int:
    """Kill the hall this many times; the number of entries in the end."""
    seed = int.from_bytes(os.urandom(8))
    print(f"kills with seed {seed}")  # shown if anything fails
    pick, hall, players = random.Random(seed), Hall(folder), list[Player]()
    entries = 0
    for _ in range(kills):
        hall.start()
        for game in GAMES[: max(0, len(GAMES) - sum(not p.over for p in players) // 2)]:
            players += new_table(hall, game)
        asyncio.run(storm(hall, players, pick, pick.randint(FEWEST, most)))
        hall.kill()
        now = check_store(folder, players)
        assert now >= entries
        entries = now
    finish(hall, players, pick)
    return entries


def finish(hall: Hall, players: list[Player], pick: random.Random) -> None:
    """Every match goes on to its end, and its record is unbroken."""
    hall.start()

    async def all_play() -> None:
        await asyncio.gather(*(play(hall, player, pick) for player in players if not player.over))

    asyncio.run(asyncio.wait_for(all_play(), 300))
    for player in players:
        assert player.over
        text, _ = hall.fetch(f"/api/tables/{player.table}/record", player.token)
        assert record.restore(record.parse(text)).over
    hall.stop()


def test_three_kills_lose_nothing(tmp_path: Path) -> None:
    assert kill_often(tmp_path, 3, 120) > 0


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_bots_end_with_a_hall_that_was_killed(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.start()
    assert hall.process is not None
    hall.fetch("/api/tables", "", {"game": "udaka", "players": ["search:2000", "search:2000"]})
    workers = wait_for(lambda: children(hall.process.pid if hall.process else 0))
    hall.kill()
    assert workers
    assert wait_for(lambda: not any(alive(worker) for worker in workers))


def wait_for(holds: Callable[[], Any], seconds: float = 20.0) -> Any:
    until = time.monotonic() + seconds
    while not holds() and time.monotonic() < until:
        time.sleep(0.05)
    return holds()


def children(process: int) -> list[int]:
    return [
        int(pid) for pid in Path(f"/proc/{process}/task/{process}/children").read_text().split()
    ]


def alive(process: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


@pytest.mark.long
def test_a_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    assert kill_often(tmp_path, 100, 160) > 0
