"""What agents make of the games: `make figures GAME=kenpo_masters`, written into the same page.

Every table says how many matches it comes from; shares of wins have 95 % intervals (Wilson).
"""

import argparse
import math
import sys
from collections.abc import Callable
from typing import Any

import click
from bench.page import machine, put_section, write_table

import budokan.kit.core
from budokan.kit.game import find
from budokan.lab.simulate import Figures, Job, report, simulate

SEED = 1
JOBS = 2


def play(label: str, matches: int, job: Job) -> tuple[Figures, dict[str, Any]]:
    """Play a job with a progress bar; its figures and its report."""
    with click.progressbar(length=matches, label=f"{label:32}", file=sys.stderr) as bar:
        figures = simulate(job, matches, JOBS, bar.update)
    return figures, report(job, figures)


def share(won: float, n: int) -> str:
    """A share in per cent with its 95 % interval."""
    z = 1.96
    centre = (won + z * z / 2) / (n + z * z)
    spread = z / (n + z * z) * math.sqrt(won * (n - won) / n + z * z / 4)
    return f"{won / n:.1%} ({max(0, centre - spread):.1%} to {centre + spread:.1%})"


def kenpo_masters(matches: int) -> str:
    """First-seat share, length, rests and Breaks."""
    rows = []
    for agents in (("greedy", "greedy"), ("greedy", "random"), ("random", "greedy")):
        job = Job("kenpo_masters", 2, {}, {}, {}, agents, SEED, opening=("first A",))
        figures, told = play(" against ".join(agents), matches, job)
        first, second = (figures.won(seat, (0, 1)) for seat in (0, 1))
        event = told["events"]
        rests = event["rest"] + event["forced_rest"]
        turns = event["play"] + rests
        breaks = event["break"] + event["called_break"]
        rows.append(
            [
                f"{agents[0]}, then {agents[1]}",
                share(first, matches),
                share(second, matches),
                f"{told['draws'] / matches:.1%}",
                f"{turns:.1f}",
                f"{told['decisions']['mean']:.0f}",
                f"{rests / turns:.1%}",
                f"{breaks / turns:.1%}",
            ]
        )
    head = ["who begins, then who answers", "first wins", "second wins", "draws", "turns a match"]
    head += ["decisions a match", "turns that rest", "turns that call a Break"]
    return f"{matches:,} matches in each row.\n\n{write_table(head, rows)}"


GAMES: dict[str, tuple[Callable[[int], str], int]] = {"kenpo_masters": (kenpo_masters, 20_000)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--matches", type=int, help="in each row; with it nothing is written")
    given = parser.parse_args()
    if str(budokan.kit.core.__file__).endswith(".py"):
        print("This build of budokan is plain Python: that would take hours.")
        return 1
    write, usual = GAMES[given.game]
    body = f"## {find(given.game).title}: agents\n\n{machine()}, seed {SEED}. "
    body += write(given.matches or usual)
    print(body)
    if not given.matches:
        put_section(given.game, body)
    return 0


if __name__ == "__main__":
    sys.exit(main())
