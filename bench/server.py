"""The hall under load: `make bench-server`, written into docs/performance.md.

Many tables of two scripted players each, all over real sockets on this machine: at every table one
move every two seconds, and after each move the hall sends both seats what is new. It measures the
time from a player's click until their Scene arrives. The players run in this process, the hall in
its own; both share the cores of the machine. Then thousands watch one table. A run fails if the
hall's watchdog reports that something held its event loop.

`--against COMMIT` measures this build and that of a commit by turns, since machines differ by the
hour: what counts is the ratio of the CPU time that a move costs.
"""

import argparse
import asyncio
import os
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from bench.client import run
from bench.hall import Hall, build, commit_name, opened, resident, scratch
from bench.page import machine, put_section, write_table
from bench.players import LostError, Table, share

import budokan.kit.contract
from budokan.kit.game import find_all

TABLES, SECONDS = 500, 60.0
WATCHERS = 2000  # of one table, whose players move every second
BESIDE = 50  # tables beside it
TURNS, TURN_TABLES, TURN_SECONDS = 4, 100, 20.0  # of a comparison: turns of each build
QUICK = 0.2  # of all times, while developing
EVERY = 2.0  # seconds between the moves of a table
GRACE = 0.05  # seconds by which a move may begin late
LEAD = 40  # moves that tables are ahead of each other at the start, at most
CAP = 0.150  # seconds from click to Scene that 99 of 100 must keep
CAP_BESIDE = 0.100  # the same at other tables than the one that thousands watch
CAP_BYTES = 8 * 1024  # sent for a move
CAP_RATIO = 0.40  # of the CPU time of a move, this build to the other one
FILES = 16384  # sockets that a process may have open, if the system lets us


@dataclass
class Found:
    """What was measured of one hall."""

    took: dict[str, list[float]] = field(default_factory=dict)
    late: int = 0  # moves that could not begin in time because the one before was not done
    tables: int = 0
    seconds: float = 0.0
    hall_cpu: float = 0.0
    workers_cpu: float = 0.0
    own_cpu: float = 0.0
    bytes: int = 0
    empty: float = 0.0
    full: float = 0.0
    workers: list[float] = field(default_factory=list)
    held: list[dict[str, Any]] = field(default_factory=list)

    def all(self) -> list[float]:
        return sorted(second for each in self.took.values() for second in each)

    @property
    def cpu_a_move(self) -> float:
        """Milliseconds of the hall's own process."""
        return 1000 * self.hall_cpu / len(self.all())

    @property
    def bytes_a_move(self) -> float:
        return self.bytes / len(self.all())

    def add(self, other: "Found") -> None:
        """Join the next turn of the same hall."""
        for game, took in other.took.items():
            self.took.setdefault(game, []).extend(took)
        self.late += other.late
        self.tables = other.tables
        self.seconds += other.seconds
        self.hall_cpu += other.hall_cpu
        self.workers_cpu += other.workers_cpu
        self.own_cpu += other.own_cpu
        self.bytes += other.bytes


async def begin(tables: Sequence[Table]) -> None:
    """Open tables, and let their matches be at different moves."""
    several = asyncio.Semaphore(8)

    async def ahead(number: int, table: Table) -> None:
        async with several:
            await table.open()
            for _ in range(number * 7 % LEAD):
                await table.move()

    await asyncio.gather(*(ahead(number, table) for number, table in enumerate(tables)))


async def play(hall: Hall, tables: Sequence[Table], seconds: float, every: float = EVERY) -> Found:
    """Play at all tables for so long, evenly spread over time."""
    found, late = Found(tables=len(tables)), Counter[str]()
    sent = sum(table.size for table in tables)
    cpu, workers, own = hall.cpu(), hall.cpu_of_workers(), sum(os.times()[:2])
    began = monotonic()

    async def go_on(number: int, table: Table) -> None:
        due = began + every * number / len(tables)
        while due < began + seconds:
            late[table.game] += monotonic() > due + GRACE
            await asyncio.sleep(max(0.0, due - monotonic()))
            found.took.setdefault(table.game, []).append(await table.move())
            due += every

    await asyncio.gather(*(go_on(number, table) for number, table in enumerate(tables)))
    found.seconds, found.late = monotonic() - began, late.total()
    found.hall_cpu, found.own_cpu = hall.cpu() - cpu, sum(os.times()[:2]) - own
    found.workers_cpu = hall.cpu_of_workers() - workers
    found.bytes = sum(table.size for table in tables) - sent
    return found


async def leave(tables: Sequence[Table]) -> None:
    await asyncio.gather(*(table.leave() for table in tables))


# -- many tables ----------------------------------------------------------------------------------


async def load(hall: Hall, games: Sequence[str], tables: int, seconds: float) -> Found:
    """So many tables for so long."""
    first = [Table(hall.address, game, -1) for game in games]
    await begin(first)  # what is loaded once, for the first table of a game
    empty = hall.memory()
    sitting = [Table(hall.address, games[i % len(games)], i) for i in range(tables)]
    await begin(sitting)
    full = hall.memory()
    found = await play(hall, sitting, seconds)
    found.empty, found.full = empty, full
    found.workers = [resident(pid) for pid in hall.workers()]
    await leave([*first, *sitting])
    found.held = hall.held()
    return found


def load_report(found: Found) -> str:
    every = found.all()
    rows = [row(find_all()[game].title, took) for game, took in sorted(found.took.items())]
    each = 1024 * (found.full - found.empty) / found.tables
    return f"""\
## The hall under load

{machine()}, {os.cpu_count()} cores for hall and players together. {found.tables} tables with two
players each on sockets of their own, a move at every table every {EVERY:.0f} s for
{found.seconds:.0f} s; both seats are sent what is new after each. Milliseconds from the click to
the Scene of whoever clicked.

{write_table(["", "moves", "median", "95 %", "99 %", "most"], [*rows, row("all", every)])}

99 of 100 within {1000 * CAP:.0f} ms: {verdict(share(every, 0.99) <= CAP)}. Moves that had to wait
for the one before: {found.late}. The hall worked {found.hall_cpu / found.seconds:.0%} of a core
({found.cpu_a_move:.2f} ms a move), the players {found.own_cpu / found.seconds:.0%};
{found.bytes_a_move / 1024:.1f} kB were sent for a move (at most {CAP_BYTES / 1024:.0f}:
{verdict(found.bytes_a_move <= CAP_BYTES)}). The watchdog reported {len(found.held)} steps that held
the event loop. Memory of the hall's own process: {found.empty:.0f} MB with a table of each game,
{each:.0f} kB for every further table with both players there. The {len(found.workers)} processes in
which it thinks are not counted there; idle as here they hold {max(found.workers, default=0.0):.0f}
MB each."""


def load_kept(found: Found) -> bool:
    within = share(found.all(), 0.99) <= CAP
    return within and found.bytes_a_move <= CAP_BYTES and not found.held


# -- many watchers --------------------------------------------------------------------------------


@dataclass
class Watched:
    """A table that thousands watch, and the tables beside it."""

    there: Found
    beside: Found
    watchers: int
    held: list[dict[str, Any]]


async def watched(hall: Hall, games: Sequence[str], watchers: int, seconds: float) -> Watched:
    """Let so many watch one table, whose players move every second."""
    seen = Table(hall.address, games[0], 0)
    others = [Table(hall.address, games[i % len(games)], i) for i in range(1, BESIDE + 1)]
    await begin([seen, *others])
    crowd = subprocess.Popen(
        [sys.executable, "-m", "bench.greedy", "watchers", hall.address, seen.name, str(watchers)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert crowd.stdout is not None
        came = int(await asyncio.to_thread(crowd.stdout.readline))
        there, beside = await asyncio.gather(stay(hall, seen, seconds), play(hall, others, seconds))
    finally:
        crowd.terminate()
        crowd.communicate()
    await leave([seen, *others])
    return Watched(there, beside, came, hall.held())


async def stay(hall: Hall, table: Table, seconds: float) -> Found:
    """Play at one table every second, until its match is over: the watchers do not move on."""
    found, began = Found(tables=1), monotonic()
    while monotonic() < began + seconds and not table.over:
        found.took.setdefault(table.game, []).append(await table.move())
        await asyncio.sleep(1.0)
    return found


def watched_report(found: Watched) -> str:
    there, beside = found.there.all(), found.beside.all()
    rows = [row("players there", there), row("players elsewhere", beside)]
    return f"""\
## A table that thousands watch

{machine()}, {os.cpu_count()} cores for hall, players and watchers together. {found.watchers:,}
watch one table whose players move every second; a move every {EVERY:.0f} s at {BESIDE} others.
Milliseconds from the click to the Scene of whoever clicked.

{write_table(["", "moves", "median", "95 %", "99 %", "most"], rows)}

There within {1000 * CAP:.0f} ms: {verdict(share(there, 0.99) <= CAP)}; elsewhere within
{1000 * CAP_BESIDE:.0f} ms: {verdict(share(beside, 0.99) <= CAP_BESIDE)}. The watchdog reported
{len(found.held)} steps that held the event loop."""


def watched_kept(found: Watched) -> bool:
    there, beside = share(found.there.all(), 0.99), share(found.beside.all(), 0.99)
    return there <= CAP and beside <= CAP_BESIDE and not found.held


# -- against another commit -----------------------------------------------------------------------


async def compare(
    halls: Sequence[Hall], games: Sequence[str], tables: int, seconds: float
) -> list[list[Found]]:
    """Measure halls by turns with the same players; all turns of each."""
    sitting = [
        [Table(hall.address, games[i % len(games)], i) for i in range(tables)] for hall in halls
    ]
    for each in sitting:
        await begin(each)
    turns: list[list[Found]] = [[] for _ in halls]
    for _ in range(TURNS):
        for place, hall in enumerate(halls):
            turns[place].append(await play(hall, sitting[place], seconds))
    for each in sitting:
        await leave(each)
    return turns


def compare_report(turns: list[list[Found]], commit: str, held: int) -> str:
    this, other = joined(turns[0]), joined(turns[1])
    ratio = this.cpu_a_move / other.cpu_a_move
    each = [mine.cpu_a_move / theirs.cpu_a_move for mine, theirs in zip(*turns, strict=True)]
    head = ["", "moves", "CPU ms a move", "of workers", "kB a move", "median ms", "99 % ms"]
    rows = [compared("this build", this), compared(commit, other)]
    return f"""\
## A move, compared with an earlier build

{machine()}, {os.cpu_count()} cores for both halls and the players. This build and commit {commit},
both compiled, by turns: {TURNS} turns each of {this.seconds / TURNS:.0f} s with {this.tables}
tables of the same games and scripted players, a move at every table every {EVERY:.0f} s. CPU time
is that of the hall's own process with all its threads; its workers are counted apart.

{write_table(head, rows)}

CPU time of a move: {ratio:.1%} of the earlier one (turn by turn {min(each):.0%} to
{max(each):.0%}); at most {CAP_RATIO:.0%}: {verdict(ratio <= CAP_RATIO)}. Bytes: at most
{CAP_BYTES / 1024:.0f} kB: {verdict(this.bytes_a_move <= CAP_BYTES)}. The watchdog of this build
reported {held} steps that held the event loop."""


def joined(turns: Sequence[Found]) -> Found:
    whole = Found()
    for each in turns:
        whole.add(each)
    return whole


def compared(name: str, found: Found) -> list[str]:
    every = found.all()
    workers = 1000 * found.workers_cpu / len(every)
    times = [f"{1000 * share(every, part):.1f}" for part in (0.5, 0.99)]
    size = f"{found.bytes_a_move / 1024:.1f}"
    return [name, f"{len(every):,}", f"{found.cpu_a_move:.2f}", f"{workers:.2f}", size, *times]


def compare_kept(turns: list[list[Found]], held: int) -> bool:
    this, other = joined(turns[0]), joined(turns[1])
    cheap = this.cpu_a_move <= CAP_RATIO * other.cpu_a_move
    return cheap and this.bytes_a_move <= CAP_BYTES and not held


# -- the program ----------------------------------------------------------------------------------


def row(name: str, took: Sequence[float]) -> list[str]:
    parts = [share(took, part) for part in (0.5, 0.95, 0.99, 1.0)]
    return [name, f"{len(took):,}", *(f"{1000 * part:.1f}" for part in parts)]


def verdict(kept: bool) -> str:
    return "met" if kept else "missed"


def tell_held(held: Sequence[dict[str, Any]]) -> None:
    """Show what held the event loop, with its stack."""
    for event in held[:20]:
        print(f"held the loop: {event}", file=sys.stderr)


def run_load(given: argparse.Namespace, folder: Path, games: Sequence[str]) -> tuple[str, bool]:
    with opened(folder / "load") as hall:
        found = run(load(hall, games, given.tables, given.seconds))
    tell_held(found.held)
    return load_report(found), load_kept(found)


def run_watched(given: argparse.Namespace, folder: Path, games: Sequence[str]) -> tuple[str, bool]:
    with opened(folder / "watched") as hall:
        found = run(watched(hall, games, given.spectators, given.seconds))
    tell_held(found.held)
    return watched_report(found), watched_kept(found)


def run_compare(given: argparse.Namespace, folder: Path, games: Sequence[str]) -> tuple[str, bool]:
    commit = commit_name(given.against)
    print(f"Building {commit} ...", file=sys.stderr)
    package = build(commit, folder / "build")
    tables, seconds = min(given.tables, TURN_TABLES), TURN_SECONDS * (QUICK if given.quick else 1)
    with opened(folder / "this") as this, opened(folder / "other", package) as other:
        turns = run(compare([this, other], games, tables, seconds))
        held = this.held()
    tell_held(held)
    return compare_report(turns, commit, len(held)), compare_kept(turns, len(held))


def allow_files() -> None:
    """Let this process and those it starts have many sockets open."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all for two by default")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--spectators", type=int, help="only the table that so many watch")
    parser.add_argument("--against", metavar="COMMIT", help="only compare with a commit's build")
    parser.add_argument("--quick", action="store_true", help="a fifth of the time; not written")
    given = parser.parse_args()
    if str(budokan.kit.contract.__file__).endswith(".py"):
        print("This build of budokan is plain Python: its times tell nothing.")
        return 1
    allow_files()
    usual = (given.tables, given.seconds) == (TABLES, SECONDS)
    written = usual and not given.games and not given.quick
    games = given.games or [game.id for game in find_all().values() if 2 in game.seats]
    parts = {"server": run_load, "watched": run_watched}
    if given.against:
        parts = {"against": run_compare}
    elif given.spectators is not None:
        parts = {"watched": run_watched}
    given.spectators = WATCHERS if given.spectators is None else given.spectators
    if given.quick:
        given.seconds *= QUICK
    kept = True
    with scratch() as folder:
        for name, part in parts.items():
            try:
                body, good = part(given, folder, games)
            except LostError as lost:
                print(f"{name}: the hall failed its players: {lost}")
                return 1
            print(f"{body}\n")
            kept &= good
            if written:
                put_section(name, body)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
