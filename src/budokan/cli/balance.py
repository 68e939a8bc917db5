"""`budokan balance`: how even a game is between equal players."""

import json
import sys
from collections.abc import Mapping

import click

from budokan.cli.group import main
from budokan.cli.options import (
    jobs_option,
    json_option,
    options_option,
    read_setup,
    seed_option,
)
from budokan.cli.simulate import read_job
from budokan.kit.game import find
from budokan.lab import balance as lab
from budokan.lab.simulate import Job
from budokan.terminal.interrupts import INTERRUPTED, call_on_ctrl_c, exit_with, write_line

Tables = Mapping[tuple[str, ...], Job]
Parts = list[tuple[tuple[str, ...], lab.Findings]]


@main.command()
@click.argument("game")
@click.option(
    "--games",
    "number",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="How many matches at each table.",
)
@click.option(
    "--agent", default="greedy", show_default=True, help="The agent that plays against itself."
)
@click.option("--only", metavar="A,B", help="Only these fighters or decks.")
@click.option(
    "--anything", default="", metavar="VERB", help="Choose actions of this verb at random."
)
@seed_option
@jobs_option
@options_option
@json_option
def balance(
    game: str,
    number: int,
    agent: str,
    only: str | None,
    anything: str,
    seed: int,
    jobs: int,
    given: tuple[str, ...],
    overlay: str | None,
    as_json: bool,
) -> None:
    """Let an agent play against itself, and compare seats, fighters, decks and cards.

    Where seats choose a fighter or a deck, every pair plays --games matches from both sides. A card
    is dead if fewer than one in fifty of the seats that could use it did. With --anything one kind
    of choice is random, so that every card gets its turn.

    \b
    Examples:
      budokan balance kenpo_masters --agent search:300 --games 600
      budokan balance martial_art --agent search:60 --games 20 --options mode=black --jobs 2
      budokan balance martial_art --options mode=black --anything learn
      budokan balance martial_art --only igor,kimberley --cards mine.toml --json
      budokan balance dojo_duel --agent black --options A.deck=ember_fist,B.deck=ember_fist
    """
    chosen = find(game)
    setup = read_setup(chosen, None, given, overlay)
    job = read_job(chosen, setup, agent, seed, "")
    tables = lab.tables(job, [name.strip() for name in only.split(",")] if only else ())
    if anything:
        lab.codes_of(chosen, anything)
    parts = played(tables, number, jobs, anything)
    report = lab.report(job, lab.merge(parts))
    click.echo(json.dumps(report, indent=2) if as_json else lab.table(report))
    if report["matches"] < number * len(tables):
        click.echo("budokan: interrupted; these are the figures so far.", err=True)
        raise SystemExit(INTERRUPTED)


def played(tables: Tables, number: int, jobs: int, anything: str) -> Parts:
    """The findings for every table; after Ctrl-C, for those played so far."""
    parts: Parts = []
    stopping = Stopping(has_workers=jobs > 1)
    with (
        call_on_ctrl_c(stopping.ask),
        click.progressbar(length=number * len(tables), label="matches", file=sys.stderr) as bar,
    ):
        for pair, part in lab.measure(tables, number, jobs, anything):
            parts.append((pair, part))
            bar.update(part.matches)
            if stopping.asked:
                break
    return parts


class Stopping:
    """The first Ctrl-C lets the matches in play end, to report them; the second stops at once."""

    def __init__(self, *, has_workers: bool) -> None:
        self.has_workers, self.asked = has_workers, False

    def ask(self) -> None:
        if self.asked:
            exit_with("budokan: interrupted.", has_workers=self.has_workers)
        self.asked = True
        write_line("Finishing the matches in play; press Ctrl-C again to stop now.")
