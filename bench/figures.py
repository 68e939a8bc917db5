"""Figures from agents' matches: `make figures GAME=kenpo_masters`, for docs/performance.md.

Every table says how many matches it comes from; shares of wins have 95 % intervals (Wilson).
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import click
from bench.page import machine, put_section, write_table

import budokan.kit.contract
from budokan.games.martial_art.options import FIGHTERS
from budokan.kit.game import find
from budokan.lab.simulate import Figures, Job, report, simulate
from budokan.match.table_spec import TableSpec

SEED = 1
JOBS = 2


def play(label: str, matches: int, job: Job, jobs: int = JOBS) -> tuple[Figures, dict[str, Any]]:
    """Play a job with a progress bar; its figures and its report."""
    with click.progressbar(length=matches, label=f"{label:32}", file=sys.stderr) as bar:
        figures = simulate(job, matches, jobs, bar.update)
    return figures, report(job, figures)


def bounds(won: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson)."""
    z = 1.96
    centre = (won + z * z / 2) / (n + z * z)
    spread = z / (n + z * z) * math.sqrt(won * (n - won) / n + z * z / 4)
    return max(0, centre - spread), centre + spread


def share(won: float, n: int) -> str:
    """A share in per cent with its interval."""
    low, high = bounds(won, n)
    return f"{won / n:.1%} ({low:.1%} to {high:.1%})"


def short_share(won: float, n: int) -> str:
    """The same in whole per cent, for the cells of a large table."""
    low, high = bounds(won, n)
    return f"{won / n:.0%} ({100 * low:.0f}-{100 * high:.0f})"


def kenpo_masters(matches: int) -> str:
    """First-seat share, length, rests and Breaks."""
    rows = []
    for agents in (("greedy", "greedy"), ("greedy", "random"), ("random", "greedy")):
        job = Job(TableSpec("kenpo_masters", 2), agents, SEED, opening=("first A",))
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
                job = Job(TableSpec("master_udo", 1, options), (agent,), SEED)
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


ENDS = {
    "ko": "KO",
    "technical": "Technical KO",
    "ring_out": "pushed out",
    "limit": "round limit",
}
TABLES = {"three": (3, "three players"), "royale": (4, "Battle Royale"), "team": (4, "Team Battle")}
ABOUT_DUELS = (
    "All seats are greedy; the first seat begins, the others follow in their order. A cell with "
    "two fighters comes from {:,} duels, half of them begun by each, and shares them with the "
    "cell across the diagonal; a cell on the diagonal comes from {:,} and says how often who "
    "begins wins. The total leaves the diagonal out. In brackets the 95 % interval."
)
ABOUT_ENDS = (
    "All numbers are means of a match; with more than two players several fighters go out, each "
    "in a way of its own."
)
ABOUT_SEATS = (
    "Wins by order of play; of a team, those of the team. The duels are those above. With more "
    "players there are {} line-ups, in which every fighter sits in every seat equally often, "
    "{:,} matches each."
)


def martial_art(matches: int) -> str:
    """All fighters against each other in both modes, lengths, endings, seats."""
    parts, lengths, seats = [ABOUT_DUELS.format(2 * matches, matches)], [], []
    for mode in ("white", "black"):
        belt = f"{mode.title()} Belt"
        duels = play_duels(mode, FIGHTERS, matches)
        title = f"### {belt}: wins of the row against the column"
        parts += [title, matchups(duels, FIGHTERS)]
        played: list[tuple[str, Figures, tuple[int, ...]]]
        played = [("duel", together(duels.values()), (0, 1))]
        for layout, (n, name) in TABLES.items():
            sides = tuple(seat % 2 if layout == "team" else seat for seat in range(n))
            played.append((name, play_tables(mode, layout, n, matches), sides))
        for name, figures, sides in played:
            lengths.append([f"{belt}, {name}", *length(figures, sides)])
            seats.append([f"{belt}, {name}", *seat_shares(figures, sides)])
    head = ["", "matches", "rounds", "turns", "decisions: mean, least, most", "turns with a strike"]
    parts += ["### Lengths and endings", ABOUT_ENDS]
    parts += [write_table([*head, *ENDS.values(), "draw"], lengths)]
    parts += ["### Seats", ABOUT_SEATS.format(2 * len(FIGHTERS), matches)]
    parts += [write_table(["", "first", "second", "third", "fourth"], seats)]
    return "\n\n".join(parts)


def play_duels(
    mode: str, fighters: tuple[str, ...], matches: int
) -> dict[tuple[str, str], Figures]:
    """Every fighter against every other and their double; the first of a pair begins."""
    return {
        (one, two): fight(f"{mode}, {one} against {two}", mode, "duel", (one, two), matches)
        for one in fighters
        for two in fighters
    }


def fight(label: str, mode: str, layout: str, fighters: tuple[str, ...], matches: int) -> Figures:
    """Matches of one line-up; in this process, as they are shorter than starting another."""
    options = {"mode": mode, "layout": layout, "first_player": "seat0", "allow_mirror": True}
    choices = tuple({"fighter": name} for name in fighters)
    agents = ("greedy",) * len(fighters)
    job = Job(TableSpec("martial_art", len(fighters), options, choices), agents, SEED)
    return play(label, matches, job, 1)[0]


def play_tables(mode: str, layout: str, n: int, matches: int) -> Figures:
    """Line-ups in a circle, in both directions."""
    found = []
    for way in (1, -1):
        for start in range(len(FIGHTERS)):
            chosen = tuple(FIGHTERS[(start + way * seat) % len(FIGHTERS)] for seat in range(n))
            label = f"{mode}, {layout}, {chosen[0]} begins"
            found.append(fight(label, mode, layout, chosen, matches))
    return together(found)


def together(parts: Iterable[Figures]) -> Figures:
    whole = Figures()
    for part in parts:
        whole.add(part)
    return whole


def matchups(duels: dict[tuple[str, str], Figures], fighters: tuple[str, ...]) -> str:
    rows = []
    for one in fighters:
        cells, won, played = [], 0, 0
        for two in fighters:
            begun, answered = duels[one, two], duels[two, one]
            if one == two:
                cells.append(short_share(begun.won(0, (0, 1)), begun.matches))
                continue
            wins = begun.won(0, (0, 1)) + answered.won(1, (0, 1))
            n = begun.matches + answered.matches
            cells.append(short_share(wins, n))
            won, played = won + wins, played + n
        rows.append([one, *cells, share(won, played)])
    return write_table(["", *fighters, "total"], rows)


def length(figures: Figures, sides: tuple[int, ...]) -> list[str]:
    """The length of matches, and the ways fighters go out."""
    n = figures.matches
    event = dict(zip(find("martial_art").events, figures.events, strict=False))
    turns = event["turn"] + event["bonus"]
    decisions = f"{figures.decisions / n:.0f}, {figures.shortest}, {figures.longest}"
    counts = [f"{n:,}", f"{event['round'] / n:.1f}", f"{turns / n:.1f}", decisions]
    ends = [f"{event[name] / n:.3f}" for name in ENDS]
    won = sum(figures.won(sides.index(side), sides) for side in set(sides))
    return [*counts, f"{event['strike'] / turns:.0%}", *ends, f"{(n - won) / n:.3f}"]


def seat_shares(figures: Figures, sides: tuple[int, ...]) -> list[str]:
    cells = [share(figures.won(seat, sides), figures.matches) for seat in range(len(sides))]
    return [*cells, *[""] * (4 - len(cells))]


GAMES: dict[str, tuple[Callable[[int], str], int]] = {
    "kenpo_masters": (kenpo_masters, 20_000),
    "martial_art": (martial_art, 1_000),
    "master_udo": (master_udo, 300),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--matches", type=int, help="in each row; with it nothing is written")
    given = parser.parse_args()
    if str(budokan.kit.contract.__file__).endswith(".py"):
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
