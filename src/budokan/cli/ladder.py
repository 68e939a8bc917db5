"""`budokan ladder`: how strong the belts are, measured."""

import json
import shlex
import sys
from math import isnan
from pathlib import Path
from typing import Any

import click

import budokan.kit.contract
from budokan.agents.belts import belt_names
from budokan.cli.files import check_writable, make_folder, write_text
from budokan.cli.group import main
from budokan.cli.options import jobs_option, json_option, seed_option
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, find, find_all
from budokan.lab.ladder.ladder import Ladder, play_round
from budokan.lab.ladder.page import duration, milliseconds, page, picture, share
from budokan.lab.ladder.report import report
from budokan.lab.ladder.results_file import ResultsFile
from budokan.terminal.interrupts import exit_on_ctrl_c


@main.command()
@click.option(
    "--games", "names", metavar="A,B", help="Which games; by default all that have belts."
)
@click.option(
    "--matches",
    type=click.IntRange(4),
    default=800,
    show_default=True,
    help="How many matches at most, between two agents.",
)
@click.option("--hours", type=click.FloatRange(0), default=2.0, show_default=True, help="CPU time.")
@seed_option
@jobs_option
@click.option(
    "--out",
    default="ladder.jsonl",
    show_default=True,
    metavar="FILE",
    help="Where results are kept.",
)
@click.option(
    "--page", "page_file", metavar="FILE", help="Write the page to FILE, and its picture beside it."
)
@json_option
@click.option(
    "--check", "checked", is_flag=True, help="Fail if a belt does not beat the one below."
)
def ladder(
    names: str | None,
    matches: int,
    hours: float,
    seed: int,
    jobs: int,
    out: str,
    page_file: str | None,
    as_json: bool,
    checked: bool,
) -> None:
    """Measure the belts: each against the one below, against random and against greedy.

    Results are kept in a file, and an interrupted run goes on from there; with --hours 0 nothing is
    played. Matches of other belts, weights or rules stay in the file and do not count.

    \b
    Examples:
      budokan ladder --jobs 2 --page docs/opponents.md
      budokan ladder --games udaka,dojo_duel --matches 200
      budokan ladder --hours 0 --check
    """
    if isnan(hours):
        raise Refusal("The hours of a ladder must be a number.")
    check_writable(out)
    file = Path(page_file) if page_file else None
    if file:
        check_page(file)
    told = measured(names, matches, seed, out, jobs, 3600 * hours)
    if file:
        write_page(told, file, command_of(names, matches, seed, file))
    click.echo(json.dumps(told, indent=2) if as_json else summary(told))
    for fault in told["faults"] if checked else ():
        _say(f"budokan: {fault}")
    if checked and told["faults"]:
        raise SystemExit(1)


def measured(
    names: str | None, matches: int, seed: int, out: str, jobs: int, seconds: float
) -> dict[str, Any]:
    """Play the matches that are missing, and report on all."""
    interrupted = f"interrupted; the same command goes on from {out}."
    with exit_on_ctrl_c(interrupted):
        made = Ladder(read_games(names), matches, seed, ResultsFile(Path(out)))
        if foreign := made.foreign():
            _say(f"{foreign} bouts in {out} have other belts, weights, rules or seeds: left out.")
        with exit_on_ctrl_c(interrupted, has_workers=jobs > 1):
            play_all(made, jobs, seconds)
        return report(made)


def read_games(names: str | None) -> list[Game]:
    """The named games, or all that have belts."""
    if names is not None:
        return [find(name.strip()) for name in dict.fromkeys(names.split(","))]
    found = [game for game in find_all().values() if belt_names(game)]
    if not found:
        raise Refusal("No game has belts; a game states them in its belts.toml.")
    return found


def play_all(made: Ladder, jobs: int, seconds: float) -> None:
    """Play round by round until every contest is settled or the CPU time is used up."""
    spent, number = made.cpu(), 0
    if str(budokan.kit.contract.__file__).endswith(".py") and spent < seconds:
        _say("This build is not compiled, so the ladder takes many times as long.")
    while due := made.due():
        number += 1
        if spent >= seconds:
            _say(f"Stopped after {duration(spent)} of CPU time; more with --hours.")
            return
        with click.progressbar(length=len(due), label=f"round {number}", file=sys.stderr) as bar:
            for cpu in play_round(due, made.results, jobs):
                bar.update(1)
                spent += cpu
                if spent >= seconds:
                    break
        open_ones = sum(not made.standing(contest).settled for contest in made.contests)
        _say(
            f"{len(made.contests) - open_ones} of {len(made.contests)} contests are settled. CPU "
            f"time {duration(spent)}, at most {duration(made.ahead())} more."
        )


def summary(told: dict[str, Any]) -> str:
    """The ladder as text for people."""
    lines = []
    for game in told["games"]:
        lines += [f"{game['title']}, {game['played']} matches, {duration(game['cpu'])}"]
        for belt in game["belts"]:
            turn = f"{milliseconds(belt['mean'])} a turn"
            against = [f"{name} {share(found)}" for name, found in belt["against"].items()]
            lines.append(f"  {belt['belt']:7} {turn:>18}  " + "; ".join(against))
    lines.append(f"CPU time {duration(told['cpu'])}")
    return "\n".join(lines)


def check_page(file: Path) -> Path:
    """The file of a page's picture; refused now rather than after hours of play."""
    image = file.parent / "img" / f"{file.stem}.svg"
    make_folder(image.parent)
    check_writable(str(file))
    return image


def write_page(told: dict[str, Any], file: Path, command: str) -> None:
    """Write the page, and its picture beside it."""
    image = check_page(file)
    write_text(image, picture(told))
    write_text(file, page(told, command, f"img/{image.name}"))


def command_of(names: str | None, matches: int, seed: int, file: Path) -> str:
    """The command that makes the page again, without paths of this machine."""
    words = ["budokan", "ladder", *(["--games", names] if names else [])]
    words += ["--matches", str(matches), "--seed", str(seed)]
    return shlex.join([*words, "--page", file.name if file.is_absolute() else str(file)])


def _say(text: str) -> None:
    click.echo(text, err=True)
