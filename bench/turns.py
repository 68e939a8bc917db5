"""How long opponents think: `make bench-turns`, written into docs/performance.md.

Every belt of every game plays against itself through the same plans, clocks and worker processes as
at a table. It measures the wall time from the question to the answer, summed over the steps of a
turn: once on an idle machine, once beside processes that keep every core busy.
"""

import argparse
import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from bench.page import machine, put_section, write_table

import budokan.kit.contract
from budokan.agents.belts import SECONDS, belt_names
from budokan.kit.game import Game, find, find_all
from budokan.match.match import CodedMatch
from budokan.thinking.messages import Task, Thought, timed_think
from budokan.thinking.turns import Turns
from budokan.thinking.workers import Workers

TURNS = 40
BUSY = 4
SPIN = "while True: pass"
HEAD = ["", "cap", "idle: median", "95 %", "most", "loaded: median", "95 %", "most", "kept"]
KEPT = 1.2  # times the cap that a turn may take on a loaded machine


class Sitting:
    """A belt against itself, match after match, until so many turns are measured."""

    def __init__(self, game: Game, belt: str, workers: Workers) -> None:
        self.game, self.belt, self.workers = game, belt, workers
        self.took: dict[tuple[int, int, int], float] = {}  # match, seat and turn -> seconds

    async def measure(self, turns: int) -> list[float]:
        number = 0
        while len(self.took) < turns:
            match = CodedMatch(self.game, self.game.setup(), seed=f"turns {number}")
            match.begin()
            await self._play(match, number, turns)
            number += 1
        return sorted(self.took.values())

    async def _play(self, match: CodedMatch, number: int, turns: int) -> None:
        planning = Turns()
        while not match.over and len(self.took) < turns:
            seat = match.acting[0]
            key = (number, seat, planning.turn(match, seat).start)
            began = monotonic()
            action = await planning.next(match, seat, self.belt, self._think)
            self.took[key] = self.took.get(key, 0.0) + monotonic() - began
            match.play(seat, action)

    async def _think(self, given: Task) -> Thought:
        return await self.workers.run(timed_think, given)


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keep the machine busy with other processes."""
    others = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(processes)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


async def measured(games: list[Game], turns: int, load: int) -> dict[tuple[str, str], list[float]]:
    """The seconds of this many turns of every belt."""
    found = {}
    workers = Workers(1)
    await workers.run(len, "")  # as in a hall, it is there before the first turn
    with busy(load):
        for game in games:
            for belt in belt_names(game):
                found[game.title, belt] = await Sitting(game, belt, workers).measure(turns)
                print(f"{game.title}, {belt}, {load} others", file=sys.stderr)
    workers.close()
    return found


def cells(took: list[float]) -> list[str]:
    """Median, 95th of a hundred, and most, in milliseconds."""
    places = (len(took) // 2, len(took) * 95 // 100, -1)
    return [f"{1000 * took[place]:.0f}" for place in places]


def row(title: str, belt: str, idle: list[float], loaded: list[float]) -> list[str]:
    cap = SECONDS[belt]
    kept = sum(seconds <= KEPT * cap for seconds in loaded) / len(loaded)
    return [f"{title}, {belt}", f"{1000 * cap:.0f}", *cells(idle), *cells(loaded), f"{kept:.0%}"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all by default")
    parser.add_argument("--turns", type=int, help="in each row; with it nothing is written")
    given = parser.parse_args()
    if str(budokan.kit.contract.__file__).endswith(".py"):
        print("This build of budokan is plain Python: its turns tell nothing.")
        return 1
    games = [find(name) for name in given.games] or list(find_all().values())
    turns = given.turns or TURNS
    idle = asyncio.run(measured(games, turns, 0))
    loaded = asyncio.run(measured(games, turns, BUSY))
    rows = [row(*key, idle[key], loaded[key]) for key in idle]
    body = f"""\
## Thinking time of a turn

{machine()}. Milliseconds on the wall for all steps of a turn, {turns} turns in each row, one worker
process; loaded: beside {BUSY} processes that never rest. Kept: turns on the loaded machine within
{KEPT - 1:.0%} of the cap.

{write_table(HEAD, rows)}"""
    print(body)
    if not given.turns and not given.games:
        put_section("turns", body)
    return 0


if __name__ == "__main__":
    sys.exit(main())
