"""kill -9 of the hall at random moments while matches run.

No entry that was sent to a player is lost, none is half-written, every match goes on. What players
agreed to undo is durable before anybody hears of it, and so are the clocks that went back with it.
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
from budokan.match.match import CodedMatch
from budokan.protocol import PROTOCOL
from budokan.server.table.undo import LATE
from budokan.store import store as stored
from budokan.store.clocks import StoredClocks
from budokan.store.store import Store

START = (
    "import sys; from pathlib import Path; from budokan.server.run import serve; "
    "from budokan.server.http.limits import UNLIMITED, Limits; "
    "serve('127.0.0.1', 0, Path(sys.argv[1]), pause=0.0, limits=Limits(socket=UNLIMITED))"
)  # players who click at full speed
GAMES = ("udaka", "dojo_duel", "udaka", "dojo_duel")
UNDOING = ("kenpo_masters", "kenpo_masters")  # games in which moves can often be undone
CLOCK = {"kind": "match", "seconds": 3600, "increment": 5}
UNDONE = "the last move back"  # in the sentence about an undo
CROSSED = (LATE, "Somebody asks to undo a move already.")  # when two messages cross
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
    clock: list[int] = field(default_factory=list)  # the time left of each seat; [] in a draft

    @property
    def undos(self) -> int:
        """How many undos the player was told of."""
        return sum(UNDONE in line for line in self.told)


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
    wanted = {"game": game, "players": ["me", "human"], "clock": CLOCK, "when_absent": "claim"}
    text, token = hall.fetch("/api/tables", "", wanted)
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
                if frame["t"] == "refused":
                    assert frame["text"] in CROSSED, frame
                    continue
                assert frame["t"] == "scene", frame
                note(player, frame)
                if player.over:
                    return
                if said := wish(player, frame, pick):
                    await ws.send(json.dumps({"seat": player.seat, **said}))
    except (OSError, WebSocketException):
        return


def wish(player: Player, frame: dict[str, Any], pick: random.Random) -> dict[str, Any]:
    """What a player says to a frame: mostly agrees to undo, sometimes asks for it, else plays."""
    request, choices = frame["table"]["undo_request"], frame["scene"]["choices"]
    if request and not request["declined"]:
        asked = player.seat in request["waiting"]
        agree = pick.random() < 0.8
        return {"t": "answer_undo", "id": request["id"], "agree": agree} if asked else {}
    if frame["table"]["can_undo"] and pick.random() < 0.5:
        return {"t": "ask_undo", "ply": frame["ply"]}
    if choices:
        return {"t": "act", "ply": frame["ply"], "action": pick.choice(choices)["action"]}
    return {}


def note(player: Player, frame: dict[str, Any]) -> None:
    """Note the story; what was told must never disappear."""
    player.heard += 1
    player.over = frame["over"]
    if frame["draft_length"]:
        player.clock = []
        return  # an undo takes drafts back, and what they told
    assert frame["ply"] >= player.ply
    player.ply, player.clock = frame["ply"], frame["table"]["clock"]["left"]
    first = frame["story_length"] - len(frame["story"])
    assert_told(player.told[first:], frame["story"])
    player.told[first:] = frame["story"]


def assert_told(before: list[str], now: list[str]) -> None:
    """A sentence may go on, as a fighter's turn does, but it never disappears."""
    assert len(now) >= len(before)
    assert all(new.startswith(old) for old, new in zip(before, now, strict=False)), (before, now)


def failed(playing: "asyncio.Task[None]") -> bool:
    return playing.done() and playing.exception() is not None


async def storm(
    hall: Hall, players: list[Player], pick: random.Random, enough: Callable[[], bool]
) -> None:
    """Let everybody play, and kill the hall as soon as it is enough."""
    playing = [asyncio.create_task(play(hall, p, pick)) for p in players if not p.over]
    while not enough() and not all(p.done() for p in playing) and not any(map(failed, playing)):
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
        assert_told(player.told, match.told(player.seat))
        check_clocks(player, match, saved.timing)
        entries += len(match.entries)
    store.close()
    return entries


def check_clocks(player: Player, match: CodedMatch, kept: StoredClocks | None) -> None:
    """The clocks that a player was shown are kept, and those before a move that may be undone."""
    if not player.clock:
        return
    assert kept is not None
    if match.ply(player.seat) == player.ply:
        assert list(kept.timing.left) == player.clock
    backs = (match.way_back(seat) for seat in range(match.setup.seats))
    assert all(move in kept.moves for move in backs if move is not None)


def kill_often(folder: Path, kills: int, most: int) -> int:
    """Kill the hall this many times; the number of entries in the end."""
    seed = int.from_bytes(os.urandom(8))
    print(f"kills with seed {seed}")  # shown if anything fails
    pick, hall, players = random.Random(seed), Hall(folder), list[Player]()
    entries = 0
    for _ in range(kills):
        goal = total(players, "heard") + pick.randint(FEWEST, most)
        now = play_and_kill(hall, players, pick, GAMES, reached(players, "heard", goal))
        assert now >= entries
        entries = now
    finish(hall, players, pick)
    return entries


def total(players: list[Player], what: str) -> int:
    return sum(getattr(player, what) for player in players)


def reached(players: list[Player], what: str, goal: int) -> Callable[[], bool]:
    """Whether all players together have heard so many frames, or of so many undos."""
    return lambda: total(players, what) >= goal


def play_and_kill(
    hall: Hall,
    players: list[Player],
    pick: random.Random,
    games: tuple[str, ...],
    enough: Callable[[], bool],
) -> int:
    """Play at so many tables until the hall is killed; the number of entries it has kept."""
    hall.start()
    for game in games[: max(0, len(games) - sum(not p.over for p in players) // 2)]:
        players += new_table(hall, game)
    asyncio.run(storm(hall, players, pick, enough))
    hall.kill()
    return check_store(hall.folder, players)


def kill_after_undos(folder: Path, kills: int) -> None:
    """Kill the hall as soon as somebody hears that a move was undone, this many times."""
    seed = int.from_bytes(os.urandom(8))
    print(f"kills after undos with seed {seed}")  # shown if anything fails
    pick, hall, players = random.Random(seed), Hall(folder), list[Player]()
    while kills:
        told = reached(players, "undos", total(players, "undos") + 1)
        play_and_kill(hall, players, pick, UNDOING, told)
        kills -= told()
    finish(hall, players, pick)


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


def test_what_was_agreed_to_be_undone_outlives_three_kills(tmp_path: Path) -> None:
    kill_after_undos(tmp_path, 3)


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
def test_what_was_agreed_to_be_undone_outlives_fifty_kills(tmp_path: Path) -> None:
    kill_after_undos(tmp_path, 50)
