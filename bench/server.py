"""The hall under load: `make bench-server`, written into docs/performance.md.

Many tables of two scripted players each, all over real sockets on this machine: at every table one
move every two seconds, and after each move the hall builds and sends the Scenes of both seats. It
measures the time from a player's click until their Scene arrives. The players run in this process,
the hall in its own; both share the cores of the machine.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import urllib.request
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import uvloop
from bench.page import machine, put_section, write_table
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

import budokan.kit.contract
from budokan.kit.game import find_all
from budokan.protocol import PROTOCOL

TABLES, SECONDS = 200, 60.0
EVERY = 2.0  # seconds between the moves of a table
GRACE = 0.05  # seconds by which a move may begin late
LEAD = 40  # moves that tables are ahead of each other at the start, at most
CAP = 0.150  # seconds from click to Scene that 99 of 100 must keep
START = (
    "import sys; from pathlib import Path; from budokan.server.run import serve; "
    "serve(port=0, data=Path(sys.argv[1]), pause=0.0)"
)


class Choice(Struct):
    action: str


class Scene(Struct):
    choices: list[Choice]


class Frame(Struct):
    """What a scripted player reads of a Scene."""

    t: str
    ply: int = 0
    over: bool = False
    scene: Scene | None = None


READER = msgspec.json.Decoder(Frame)


@dataclass(eq=False)
class Seat:
    """A scripted player on a socket of its own."""

    number: int
    token: str
    ws: ClientConnection | None = None
    frame: Frame = field(default_factory=lambda: Frame("none"))
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    reading: "asyncio.Task[None] | None" = None
    bytes: int = 0
    at: float = 0.0

    async def sit(self, address: str, table: str) -> None:
        path = f"ws://{address}/ws/{table}?protocol={PROTOCOL}"
        cookie = {"cookie": f"budokan={self.token}"}
        self.ws = await connect(path, additional_headers=cookie, compression=None, proxy=None)
        self.reading = asyncio.create_task(self._read(self.ws))

    async def _read(self, ws: ClientConnection) -> None:
        async for raw in ws:
            self.at = monotonic()
            frame = READER.decode(raw)
            if frame.t != "scene":
                raise RuntimeError(f"the hall said {raw!r}")
            self.bytes += len(raw)
            self.frame = frame
            self.heard.set()

    async def act(self, action: str) -> float:
        """Click, and wait for the Scene; the seconds it took."""
        assert self.ws is not None
        before = self.frame.ply
        said = {"t": "act", "ply": before, "seat": self.number, "action": action}
        began = monotonic()
        self.heard.clear()
        await self.ws.send(json.dumps(said))
        while self.frame.ply == before and not self.frame.over:
            await asyncio.wait_for(self.heard.wait(), 30)
            self.heard.clear()
        return self.at - began

    async def leave(self) -> None:
        if self.ws is not None and self.reading is not None:
            await self.ws.close()
            await self.reading


class Table:
    """Two players who play any choice, match after match."""

    def __init__(self, hall: "Hall", game: str, number: int) -> None:
        self.hall, self.game = hall, game
        self.pick = random.Random(number)
        self.seats: list[Seat] = []
        self._before = 0  # bytes of earlier matches

    @property
    def bytes(self) -> int:
        return self._before + sum(seat.bytes for seat in self.seats)

    async def open(self) -> None:
        """A new match, both players at it."""
        await asyncio.gather(*(seat.leave() for seat in self.seats))
        self._before = self.bytes
        name, tokens = await asyncio.to_thread(self.hall.table, self.game)
        self.seats = [Seat(number, token) for number, token in enumerate(tokens)]
        for seat in self.seats:
            await seat.sit(self.hall.address, name)
        while not self.choosing():
            await asyncio.sleep(0.05)

    def choosing(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.frame.scene and seat.frame.scene.choices]

    async def move(self) -> float:
        """One move; a match that is over gives way to the next, which is not timed."""
        while not self.choosing():
            if self.seats[0].frame.over:
                await self.open()
            await asyncio.sleep(0.01)
        seat = self.pick.choice(self.choosing())
        assert seat.frame.scene is not None
        return await seat.act(self.pick.choice(seat.frame.scene.choices).action)


class Hall:
    """The hall in a process of its own."""

    def __init__(self, folder: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, folder], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip().rpartition("//")[2]

    def table(self, game: str) -> tuple[str, list[str]]:
        """A table of two people: its name and their tokens."""
        made, first = self._ask("/api/tables", {"game": game, "players": ["me", "human"]})
        key = made["invites"][0]["url"].split("?key=")[1]
        _, second = self._ask(f"/api/tables/{made['id']}/seat", {"key": key})
        return made["id"], [first, second]

    def _ask(self, path: str, body: Any) -> tuple[Any, str]:
        """An answer, and the token of who asked."""
        headers = {"content-type": "application/json"}
        data = json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self.address}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            cookie = answer.headers.get("set-cookie", "").partition("=")[2].partition(";")[0]
            return json.load(answer), cookie

    def memory(self) -> float:
        """Megabytes the hall holds; its workers not counted."""
        return resident(self.process.pid)

    def workers(self) -> list[float]:
        """Megabytes each of the processes holds in which its bots think."""
        found = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # it may end meanwhile
                if int(path.read_text().rpartition(")")[2].split()[1]) == self.process.pid:
                    found.append(resident(int(path.parent.name)))
        return found

    def cpu(self) -> float:
        """Seconds the hall has worked."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=60)


def resident(pid: int) -> float:
    """Megabytes a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


@dataclass
class Found:
    """What a run measured."""

    took: dict[str, list[float]]
    late: int  # moves that could not begin in time because the one before was not done
    tables: int
    seconds: float
    hall_cpu: float
    own_cpu: float
    empty: float
    full: float
    workers: list[float]
    bytes: int

    def all(self) -> list[float]:
        return sorted(second for each in self.took.values() for second in each)


def share(values: list[float], part: float) -> float:
    """The value that a part of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


async def begin(tables: list["Table"]) -> None:
    """Open tables, and let their matches be at different moves."""
    several = asyncio.Semaphore(8)

    async def ahead(number: int, table: Table) -> None:
        async with several:
            await table.open()
            for _ in range(number * 7 % LEAD):
                await table.move()

    await asyncio.gather(*(ahead(number, table) for number, table in enumerate(tables)))


async def measured(hall: Hall, games: list[str], tables: int, seconds: float) -> Found:
    """Play at all tables for so long."""
    first = [Table(hall, game, -1) for game in games]
    await begin(first)  # what is loaded once, for the first table of a game
    empty = hall.memory()
    sitting = [Table(hall, games[i % len(games)], i) for i in range(tables)]
    await begin(sitting)
    full, took, late = hall.memory(), dict[str, list[float]](), Counter[str]()
    cpu, own, began = hall.cpu(), sum(os.times()[:2]), monotonic()
    sent = sum(table.bytes for table in sitting)

    async def play(number: int, table: Table) -> None:
        due = began + EVERY * number / tables
        while due < began + seconds:
            late[table.game] += monotonic() > due + GRACE
            await asyncio.sleep(max(0.0, due - monotonic()))
            took.setdefault(table.game, []).append(await table.move())
            due += EVERY

    await asyncio.gather(*(play(number, table) for number, table in enumerate(sitting)))
    now = monotonic() - began
    sent = sum(table.bytes for table in sitting) - sent
    found = Found(
        took,
        late.total(),
        tables,
        now,
        hall.cpu() - cpu,
        sum(os.times()[:2]) - own,
        empty,
        full,
        hall.workers(),
        sent,
    )
    for table in [*first, *sitting]:
        await asyncio.gather(*(seat.leave() for seat in table.seats))
    return found


def report(found: Found) -> str:
    """The section of the page."""
    every = found.all()
    rows = [row(find_all()[game].title, took) for game, took in sorted(found.took.items())]
    kept = "met" if share(every, 0.99) <= CAP else "missed"
    each = 1024 * (found.full - found.empty) / found.tables
    return f"""\
## The hall under load

{machine()}, {os.cpu_count()} cores for hall and players together. {found.tables} tables with two
players each on sockets of their own, a move at every table every {EVERY:.0f} s for
{found.seconds:.0f} s, the Scenes of both seats after each. Milliseconds from the click to the Scene
of whoever clicked.

{write_table(["", "moves", "median", "95 %", "99 %", "most"], [*rows, row("all", every)])}

99 of 100 within {1000 * CAP:.0f} ms: {kept}. Moves that had to wait for the one before:
{found.late}. The hall worked {found.hall_cpu / found.seconds:.0%} of a core, the players
{found.own_cpu / found.seconds:.0%}; {found.bytes / len(every) / 1024:.1f} kB were sent for a move.
Memory of the hall's own process: {found.empty:.0f} MB with a table of each game, {each:.0f} kB for
every further table with both players there. The {len(found.workers)} processes in which bots think
are not counted there; idle as here they hold {max(found.workers, default=0.0):.0f} MB each."""


def row(name: str, took: list[float]) -> list[str]:
    parts = [share(took, part) for part in (0.5, 0.95, 0.99, 1.0)]
    return [name, f"{len(took):,}", *(f"{1000 * part:.1f}" for part in parts)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all for two by default")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    given = parser.parse_args()
    if str(budokan.kit.contract.__file__).endswith(".py"):
        print("This build of budokan is plain Python: its times tell nothing.")
        return 1
    games = given.games or [game.id for game in find_all().values() if 2 in game.seats]
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(folder)
        try:
            found = uvloop.run(measured(hall, games, given.tables, given.seconds))
        finally:
            hall.close()
    body = report(found)
    print(body)
    if not given.games and (given.tables, given.seconds) == (TABLES, SECONDS):
        put_section("server", body)
    return 0 if share(found.all(), 0.99) <= CAP else 1


if __name__ == "__main__":
    sys.exit(main())
