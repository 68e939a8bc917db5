"""What honest players notice of greedy clients: `make bench-floods`, for docs/security.md.

For every kind of flood of bench/greedy.py a hall is opened, twenty greedy clients ask it for as
much as they can, and meanwhile scripted people play: pairs at tables of their own, and people
against bots. Measured are the times from their clicks to their Scenes, and how long their bots
take: in this hall at the pace people get, and in another one, flooded in the same way, without any
pause. Greedy clients have a low priority, since elsewhere they would not share the hall's cores.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from bench.client import run
from bench.greedy import KINDS
from bench.hall import Hall, opened, scratch
from bench.page import SECURITY, machine, put_section, write_table
from bench.players import LostError, Table, share
from bench.server import allow_files, tell_held, verdict

import budokan.kit.contract
from budokan.server.run import PAUSE as BOT_PAUSE

CLICKS = 1000  # of honest pairs in every flood
QUICK = 100
IDLE = "idle"  # no flood at all
CAP = 0.300  # seconds that 99 of 100 clicks must keep
CAP_BOTS = 2.0  # times as long as without a flood that bots may take
PAIRS = 3 * ("udaka", "dojo_duel", "kenpo_masters", "martial_art")
BOTS = (("udaka", "white"), ("dojo_duel", "white"), ("kenpo_masters", "white"))
PAUSE = 0.25  # seconds between the clicks of a table: as fast as a person can
RAW_SECONDS = 6.0  # for which people play against bots without a pause


@dataclass
class Flood:
    """What was measured during a flood."""

    kind: str
    clicks: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)  # at the pace people get
    raw_bots: list[float] = field(default_factory=list)  # in a hall without any pause
    lost: list[str] = field(default_factory=list)  # clicks that were not answered
    held: list[dict[str, Any]] = field(default_factory=list)
    faults: list[dict[str, Any]] = field(default_factory=list)
    told: dict[str, Any] = field(default_factory=dict)
    memory: float = 0.0  # megabytes of the hall at the end

    @property
    def worst(self) -> float:
        return share(self.clicks, 0.99)

    def kept(self, idle: "Flood") -> bool:
        return not self.lost and not self.held and self.worst <= CAP and self.patient(idle)

    def patient(self, idle: "Flood") -> bool:
        """Whether bots took at most so many times as long as without a flood."""
        return bool(self.bots) and median(self.bots) <= CAP_BOTS * median(idle.bots)


def median(times: Sequence[float]) -> float:
    """What a time usually is: bots think for different times by themselves."""
    return share(times, 0.5)


@contextmanager
def greedy(kind: str, hall: Hall) -> Iterator[dict[str, Any]]:
    """Greedy clients meanwhile; afterwards what they were told."""
    told: dict[str, Any] = {}
    if kind == IDLE:
        yield told
        return
    crowd = subprocess.Popen(
        [sys.executable, "-m", "bench.greedy", kind, hall.address],
        stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parent.parent,
    )  # fmt: skip
    try:
        assert crowd.stdout is not None
        line = crowd.stdout.readline().strip()
        if line != "ready":
            raise RuntimeError(f"The flood of {kind} did not begin: {line}")
        yield told
    finally:
        crowd.terminate()
        try:
            said, _ = crowd.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            crowd.kill()
            said, _ = crowd.communicate()
        told.update(json.loads(said.splitlines()[-1]) if said.strip() else {})


async def play_pairs(hall: Hall, flood: Flood, clicks: int) -> None:
    """Pairs play until they have clicked so often."""

    async def play(number: int, game: str) -> None:
        table = Table(hall.address, game, number)
        try:
            while len(flood.clicks) < clicks and not flood.lost:
                flood.clicks.append(await table.move())
                await asyncio.sleep(PAUSE)
            await table.leave()
        except LostError as lost:
            flood.lost.append(f"{game}: {lost}")

    await asyncio.gather(*(play(number, game) for number, game in enumerate(PAIRS)))


async def play_bots(hall: Hall, flood: Flood, took: list[float], done: asyncio.Event) -> None:
    """People play against bots meanwhile, and note how long these take."""

    async def play(number: int, game: str, bot: str) -> None:
        table = Table(hall.address, game, number, ("me", bot))
        try:
            while not done.is_set():
                await table.move()
                if not table.choosing() and not table.over:
                    began = monotonic()
                    await table.ready()
                    took.append(monotonic() - began)
                await asyncio.sleep(PAUSE)
            await table.leave()
        except LostError as lost:
            flood.lost.append(f"{game} against {bot}: {lost}")

    await asyncio.gather(*(play(number, *each) for number, each in enumerate(BOTS)))


async def play_all(hall: Hall, flood: Flood, clicks: int) -> None:
    done = asyncio.Event()
    bots = asyncio.create_task(play_bots(hall, flood, flood.bots, done))
    await play_pairs(hall, flood, clicks)
    done.set()
    await bots


async def play_raw_bots(hall: Hall, flood: Flood) -> None:
    done = asyncio.Event()
    asyncio.get_running_loop().call_later(RAW_SECONDS, done.set)
    await play_bots(hall, flood, flood.raw_bots, done)


def measure(folder: Path, kind: str, clicks: int, package: Path | None = None) -> Flood:
    """Let honest people play during a flood of one kind, in a hall of its own."""
    flood = Flood(kind)
    with warmed(folder / kind, package, BOT_PAUSE) as hall:
        with greedy(kind, hall) as told:
            run(play_all(hall, flood, clicks))
            flood.memory = hall.memory()
        flood.told, flood.held, flood.faults = told, hall.held(), hall.faults()
    return flood


def measure_raw(folder: Path, flood: Flood, package: Path | None = None) -> None:
    """Let people play against bots during the same flood, in another hall without any pause."""
    with warmed(folder / f"{flood.kind} raw", package) as hall:
        with greedy(flood.kind, hall):
            run(play_raw_bots(hall, flood))
        flood.held += hall.held()
        flood.faults += hall.faults()


@contextmanager
def warmed(folder: Path, package: Path | None, pause: float = 0.0) -> Iterator[Hall]:
    """A hall that has loaded what is loaded once."""
    with opened(folder, package, pause) as hall:
        run(play_all(hall, Flood(IDLE), 3 * len(PAIRS)))
        yield hall


def report(floods: Sequence[Flood], idle: Flood, clicks: int) -> str:
    head = ["", "clicks", "median", "99 %", "most", "bots", "raw", "held", "MB", "kept"]
    rows = [row(each, idle) for each in (idle, *floods)]
    worst = max(floods, key=lambda each: each.worst)
    kept = all(each.kept(idle) for each in floods)
    return f"""\
## What others notice of a flood

{machine()}, {os.cpu_count()} cores for hall, players and greedy clients together. During every
flood {len(PAIRS)} pairs clicked {clicks:,} times in all and {len(BOTS)} people played against bots.
Milliseconds from the click to the Scene; `bots`: the median of what a bot's turn took in a hall at
the usual pace, {BOT_PAUSE:g} s or more for a move; `raw`: the same in a hall
without any pause, where a turn of a few milliseconds tells more of the busy machine than of what
visitors notice, so that nothing is asked of it; `held`: how often the watchdog found that something
held the event loop; `MB`: what the hall's process held.

{write_table(head, rows)}

99 of 100 clicks within {1000 * CAP:.0f} ms, bots at the usual pace within {CAP_BOTS:.0f} times as
long as without a flood, nothing held the loop: {verdict(kept)}. The worst was `{worst.kind}` with
{1000 * worst.worst:.0f} ms."""


def row(flood: Flood, idle: Flood) -> list[str]:
    if not flood.clicks or not flood.bots or not flood.raw_bots:
        return [f"`{flood.kind}`", str(len(flood.clicks)), *["-"] * 7, "no"]
    times = [f"{1000 * share(flood.clicks, part):.1f}" for part in (0.5, 0.99, 1.0)]
    bots = [f"{1000 * median(each):.0f}" for each in (flood.bots, flood.raw_bots)]
    memory = f"{flood.memory:.0f}"
    kept = "yes" if flood.kept(idle) else "no"
    counted = f"{len(flood.clicks):,}"
    return [f"`{flood.kind}`", counted, *times, *bots, str(len(flood.held)), memory, kept]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []], help="all by default")
    parser.add_argument("--clicks", type=int, default=CLICKS)
    parser.add_argument("--quick", action="store_true", help="few clicks; not written")
    given = parser.parse_args()
    if str(budokan.kit.contract.__file__).endswith(".py"):
        print("This build of budokan is plain Python: its times tell nothing.")
        return 1
    allow_files()
    clicks = QUICK if given.quick else given.clicks
    with scratch() as folder:
        idle = measure(folder, IDLE, clicks)
        measure_raw(folder, idle)
        floods = []
        for kind in given.kinds or KINDS:
            found = measure(folder, kind, clicks)
            measure_raw(folder, found)
            print(*row(found, idle), found.told, *found.lost[:2], sep="  ", flush=True)
            tell_held(found.held)
            floods.append(found)
    body = report(floods, idle, clicks)
    print(body)
    if not given.kinds and clicks == CLICKS:
        put_section("floods", body, SECURITY)
    return 0 if all(each.kept(idle) for each in floods) else 1


if __name__ == "__main__":
    sys.exit(main())
