"""What agents make of the games: `make figures GAME=kenpo_masters`, written into the same page.

Every table says how many matches it comes from; shares of wins have 95 % intervals (Wilson).
"""

import argparse
import math
import sys
from collections import Counter
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


def master_udo(matches: int) -> str:
    """Wins and glory of every agent with both heroes on every route."""
    rows = []
    for hero in ("udo", "kai"):
        for route in ("easy", "medium", "hard"):
            for agent in ("random", "greedy", "solver"):
                options = {"hero": hero, "masters": route, "max_turns_per_fight": 50}
                job = Job("master_udo", 1, options, {}, {}, (agent,), SEED)
                figures, _ = play(f"{hero}, {route}, {agent}", matches, job)
                glory = glories(figures)
                mean = sum(n * count for n, count in glory.items()) / matches
                spread = ", ".join(f"{n}: {count / matches:.0%}" for n, count in glory.items())
                cells = [share(figures.won(0, (0,)), matches), f"{mean:.1f}", spread]
                rows.append([f"{hero}, {route}, {agent}", *cells])
    head = ["hero, route, agent", "wins", "mean glory", "glory: share of matches"]
    return (
        f"{matches:,} matches in each row, the same deals for all agents of a route; a fight of "
        f"more than 50 turns is lost. Glory counts beaten masters of lost matches too.\n\n"
        f"{write_table(head, rows)}"
    )


def glories(figures: Figures) -> dict[int, int]:
    """How often each amount of glory was reached; a win adds 9 to it in the score."""
    found = Counter[int]()
    for (score,), count in figures.results.items():
        points = round(20 * score)
        found[points - 9 if score > 0.5 else points] += count
    return dict(sorted(found.items()))


GAMES: dict[str, tuple[Callable[[int], str], int]] = {
    "kenpo_masters": (kenpo_masters, 20_000),
    "master_udo": (master_udo, 300),
}


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
