"""How fast the games are as environments: `make bench-env`.

A batch of matches plays on, chance inside; numpy chooses from the lists of legal ids, and sees the
observations and masks of all. Only CPU time counts, every measurement has a process of its own, and
the games take turns, so that a busy machine slows all of them.
"""

import argparse
import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from statistics import median
from time import process_time

import numpy as np
from bench.page import machine, put_section, write_table

import budokan.kit.contract
from budokan.bridges.batch import SAME_STEP, Batch, Conduct
from budokan.bridges.make import batch_of
from budokan.kit.game import find, find_all

SIZE = 1024
# Steps in a CPU second, in millions, with observations and masks: what each game should reach.
TARGETS = {
    "dojo_duel": 1.0,
    "udaka": 0.7,
    "master_udo": 0.5,
    "kenpo_masters": 0.45,
    "martial_art": 0.3,
}
HEAD = [
    "Game", "bytes", "ids", "observation and mask", "target", "mask alone", "against greedy",
    "one match at a time",
]  # fmt: skip


@dataclass
class Speed:
    """Steps in a CPU second: each a decision of the caller in one match."""

    whole: float
    ids_alone: float
    greedy: float
    single: float


def steps(batch: Batch, seconds: float) -> float:
    """Play on at random for so many CPU seconds; steps in each."""
    rng, size = np.random.default_rng(1), int(batch.size)
    batch.reset(1)
    done, began = 0, process_time()
    while process_time() < began + seconds:
        starts = np.frombuffer(memoryview(batch.starts), np.int64)
        legal = np.frombuffer(memoryview(batch.legal), np.int64)
        seen = np.frombuffer(memoryview(batch.observations), np.uint8).reshape(size, -1)
        mask = np.frombuffer(memoryview(batch.masks), np.uint8).reshape(size, -1)
        assert len(seen) == len(mask) == size
        choices = np.diff(starts)
        picked = starts[:-1] + (rng.random(size) * choices).astype(np.int64)
        batch.step(legal[picked].tobytes())
        done += size
    return done / (process_time() - began)


def measure(name: str, seconds: float) -> Speed:
    game = find(name)
    setup, conduct = game.setup(), Conduct(autoreset=SAME_STEP)
    return Speed(
        steps(batch_of(game, setup, SIZE, conduct=conduct), seconds),
        steps(batch_of(game, setup, SIZE, conduct=conduct, rows=False), seconds),
        steps(batch_of(game, setup, SIZE, conduct=conduct, seats=[0], opponents="greedy"), seconds),
        steps(batch_of(game, setup, 1, conduct=conduct), seconds),
    )


def in_a_process(name: str, seconds: float) -> Speed:
    """One round of measurements of a game."""
    command = [sys.executable, "-m", "bench.env", "--one", name, "--seconds", str(seconds)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return Speed(**json.loads(told))


def millions(rate: float) -> str:
    return f"{rate / 1e6:.2f} M" if rate > 1e5 else f"{rate:,.0f}"


def table(rounds: dict[str, list[Speed]]) -> str:
    rows = []
    for name, speeds in rounds.items():
        game = find(name)
        whole, alone, greedy, single = (
            median(getattr(speed, part) for speed in speeds) for part in Speed.__annotations__
        )
        target = TARGETS[name]
        rows.append(
            [
                game.title,
                f"{game.lens_of(game.setup()).width:,}",
                str(game.action_ids.size),
                f"**{millions(whole)}**",
                f"{target} M" + ("" if whole >= target * 1e6 else ", missed"),
                millions(alone),
                millions(greedy),
                millions(single),
            ]
        )
    return write_table(HEAD, rows)


def section(rounds: dict[str, list[Speed]], seconds: float) -> str:
    count = len(next(iter(rounds.values())))
    return f"""\
## As environments for learning agents

Steps in a CPU second on one core: {SIZE:,} matches at once with the usual setup, all seats played
by a loop in which numpy chooses from the lists of legal ids; forced choices are asked, too. A step
carries out a choice, settles chance, writes the observation of the seat that decides next (so many
bytes) and the mask of its legal ids, and begins again after an end. "Against greedy" steps are
those of one seat, with greedy bots playing the others in between. The median of {count} rounds of
{seconds:g} s ({machine()}).

{table(rounds)}"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--one", help="measure one game, and print it as JSON")
    parser.add_argument("--print", action="store_true", help="do not write the page")
    given = parser.parse_args()
    if given.one:
        print(json.dumps(asdict(measure(given.one, given.seconds))))
        return
    if budokan.kit.contract.__file__.endswith(".py"):
        sys.exit("This measures the compiled build: make bench-env")
    rounds: dict[str, list[Speed]] = {name: [] for name in find_all()}
    for _ in range(given.rounds):
        for name, speeds in rounds.items():
            speeds.append(in_a_process(name, given.seconds))
    body = section(rounds, given.seconds)
    print(body)
    if not given.print:
        put_section("env", body)


if __name__ == "__main__":
    main()
