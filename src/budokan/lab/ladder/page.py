"""The page of a ladder, in Markdown, and its picture."""

import datetime
import os
import platform
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

import budokan.kit.contract

HEAD = """\
# Opponents

Every game has opponents named after belts: white, yellow, green, blue, brown and black. They look
ahead, and a higher belt looks further. They see only what a player in their seat sees: every time
they think they fill in what is hidden at random, in a way that fits what they have seen, and they
never learn what is really there. A belt is a fixed number of iterations, one imagined course of the
match each, and a number of slips: in so many of a hundred choices it plays anything. Time is only a
cap, half a second for a turn and two for black; here it is off, so that the matches can be
repeated anywhere.

Belts are measured with our own cards; with [cards of one's own](own_cards.md) a belt thinks as
hard, but how strong it is then nobody has measured.

This page is made by the command below; do not edit it.

```sh
{command}
```
"""
METHOD = """\
## How it is measured

- A pair is two matches on the same deal with seats swapped; a draw is half a win. Settings take
  turns as each game's `ladder.toml` says; without one they are the defaults, for two players.
- In brackets the 95 % interval. The pair is the unit: it is Wilson's interval for as many single
  matches as have the spread of the pairs' scores, with Student's t.
- At most {matches} matches are played in a contest. It is looked at no more than {looks} times,
  each time after twice as many pairs as before, and ends when it is settled: surely above 50 %
  against the belt below, surely above the share asked of the highest belt against greedy, else
  known to 25 points. All looks share the 5 % (each has {each:.1f} %), so the intervals hold
  although the looks decide when to stop.
- A turn is all a seat does until another seat acts, in a solo game until chance does; turns
  without a choice are left out. Its time is CPU time of the process that thinks; what 95 % of the
  turns stay below is known to 5 %.
- In a solo game players meet by playing the same deals: the higher score wins the deal. Par is
  what the game's own solver makes of the deal with its usual number of tries.

{machine}. Seed {seed}. CPU time: {cpu}.
"""


def page(report: Mapping[str, Any], command: str, picture: str) -> str:
    """The whole page; `picture` is the path of its picture."""
    parts = [HEAD.format(command=command)]
    if any(game["ratings"] for game in report["games"]):
        said = "Strength by belt; 100 points are 64 wins of 100, and random is at 0"
        parts.append(f"![{said}]({picture})\n\n{said}.\n")
    for game in report["games"]:
        parts.append(_game(game))
    if report["faults"]:
        parts.append("## What does not hold\n\n" + "".join(f"- {f}\n" for f in report["faults"]))
    told = METHOD.format(
        matches=report["matches"],
        looks=report["looks"],
        each=5 / report["looks"],
        machine=machine(),
        seed=report["seed"],
        cpu=duration(report["cpu"]),
    )
    return "\n".join([*parts, told])


def machine() -> str:
    """The machine and the versions it was measured with."""
    plain = str(budokan.kit.contract.__file__).endswith(".py")
    today = datetime.datetime.now(datetime.UTC).date()
    build = "plain Python" if plain else "compiled"
    cores = f"{os.cpu_count()} cores shared with other work"
    return f"{today}, {platform.machine()}, {cores}, CPython {platform.python_version()}, {build}"


def duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def share(found: Mapping[str, Any] | None) -> str:
    """A share with its interval, in per cent."""
    if found is None:
        return ""
    low, high = 100 * found["low"], 100 * found["high"]
    return f"{100 * found['mean']:.1f} % ({low:.1f} to {high:.1f}), {found['units']}"


def _game(game: Mapping[str, Any]) -> str:
    unit = "deals" if game["solo"] else "pairs"
    head = ["belt", "iterations or tries", "slips", "against the one below", "random", "greedy"]
    head += ["CPU a turn: mean", "95 %", "longest", "strength"]
    rows, below = [], ""
    for belt in game["belts"]:
        cells = [belt["belt"], f"{belt['iterations']:,}", f"{belt['slips']} %"]
        cells += [share(belt["against"].get(name)) for name in (below, "random", "greedy")]
        cells += [milliseconds(belt[name]) for name in ("mean", "p95", "longest")]
        cells.append(f"{game['ratings'].get(belt['belt'], 0):.0f}")
        rows.append(cells)
        below = belt["belt"]
    told = f"{game['played']:,} matches, {duration(game['cpu'])} of CPU time. "
    told += f"Wins with 95 % interval, then how many {unit}."
    text = f"## {game['title']}\n\n{told}\n\n{_table(head, rows)}\n"
    return text + _solo(game["solo_results"]) if game["solo_results"] else text


def _solo(results: Mapping[str, Any]) -> str:
    head = ["", "wins", results["unit"], "from par", "at par or above"]
    rows = []
    for name, row in results["players"].items():
        wins = share(row["wins"]).rpartition(",")[0]
        par = [f"{row['to_par']:+.2f}", f"{row['reached']:.0%}"] if "to_par" in row else ["", ""]
        rows.append([name, wins, f"{row['points']:.2f}", *par])
    return f"\nAll on the same {results['deals']} deals:\n\n{_table(head, rows)}\n"


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds >= 0.01 else f"{1000 * seconds:.2f} ms"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


# -- the picture --------------------------------------------------------------------------------

COLOURS = {
    "white": "#ffffff",
    "yellow": "#f2c52e",
    "green": "#3f8f4f",
    "blue": "#3566b0",
    "brown": "#7a4a2b",
    "black": "#1a1a1a",
}
LEFT, WIDTH, ROW, RIM = 130, 600, 44, 24


def picture(report: Mapping[str, Any]) -> str:
    """A line for each game; a dot for each belt, a tick for each of the others."""
    games = [game for game in report["games"] if game["ratings"]]
    rated = [value for game in games for value in game["ratings"].values()]
    low, high = min([0.0, *rated]), max([100.0, *rated])
    scale = WIDTH / (high - low)
    height = ROW * len(games) + 2 * RIM
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 40} {height}" '
        'font-family="sans-serif" font-size="13" fill="#222">',
        f'<rect width="{LEFT + WIDTH + 40}" height="{height}" fill="#f7f4ee"/>',
    ]
    for number in range(0, int(high) + 1, 200):
        x = LEFT + (number - low) * scale
        lines.append(f'<path d="M{x:.0f} {RIM}V{height - RIM}" stroke="#d8d2c4"/>')
        lines.append(f'<text x="{x:.0f}" y="{height - 7}" text-anchor="middle">{number}</text>')
    for row, game in enumerate(games):
        lines += _line(game, RIM + ROW * row + ROW // 2, low, scale)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _line(game: Mapping[str, Any], y: int, low: float, scale: float) -> list[str]:
    places = {name: LEFT + (value - low) * scale for name, value in game["ratings"].items()}
    lines = [
        f'<text x="8" y="{y + 4}">{game["title"]}</text>',
        f'<path d="M{LEFT} {y}h{WIDTH}" stroke="#b8b0a0"/>',
    ]
    others = [name for name in places if name not in COLOURS]
    for name, above in zip(others, cycle([True, False]), strict=False):
        x, at = places[name], y - 9 if above else y + 19
        lines.append(f'<path d="M{x:.0f} {y - 7}v14" stroke="#222"/>')
        lines.append(f'<text x="{x:.0f}" y="{at}" text-anchor="middle">{name}</text>')
    for name, x in places.items():
        if name in COLOURS:
            lines.append(
                f'<circle cx="{x:.0f}" cy="{y}" r="7" fill="{COLOURS[name]}" stroke="#222">'
                f"<title>{name}: {game['ratings'][name]:.0f}</title></circle>"
            )
    return lines
