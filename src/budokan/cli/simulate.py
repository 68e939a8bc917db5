"""`budokan simulate`: many matches and their figures."""

import json
import sys
from pathlib import Path

import click

from budokan.agents.engine import SECONDS
from budokan.cli.files import make_folder
from budokan.cli.group import main
from budokan.cli.options import (
    jobs_option,
    json_option,
    options_option,
    read_setup,
    seats_option,
    seed_option,
)
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup, find
from budokan.lab import simulate as lab
from budokan.match.table_spec import TableSpec
from budokan.terminal.interrupts import exit_on_ctrl_c


@main.command()
@click.argument("game")
@click.option(
    "--games",
    "number",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="How many matches.",
)
@click.option(
    "--agents", default="random", show_default=True, help="An agent for each seat, in order."
)
@seats_option
@seed_option
@jobs_option
@options_option
@json_option
@click.option(
    "--engine-seconds",
    type=click.FloatRange(0.001, 3600),
    default=SECONDS,
    show_default=True,
    help="How long an engine may think about a choice.",
)
@click.option("--records", metavar="DIR", help="Write the record of every match to this folder.")
def simulate(
    game: str,
    number: int,
    agents: str,
    seats: int | None,
    seed: int,
    jobs: int,
    given: tuple[str, ...],
    overlay: str | None,
    as_json: bool,
    engine_seconds: float,
    records: str | None,
) -> None:
    """Let agents play many matches and print the figures.

    The same seed gives the same matches, whatever the number of jobs. If there are fewer agents
    than seats, the last one is repeated. An agent may also be a program of your own,
    engine:COMMAND, which speaks the lines of docs/engine.md; each process starts its own.

    \b
    Examples:
      budokan simulate udaka --seats 4 --games 100000 --agents random,random,random,random
      budokan simulate dojo_duel --games 2000 --agents greedy,search:200 --jobs 2 --json
      budokan simulate dojo_duel --games 10 --records matches
      budokan simulate udaka --games 50 --agents "engine:python docs/example_engine.py,greedy"
    """
    chosen = find(game)
    setup = read_setup(chosen, seats, given, overlay)
    if records:
        make_folder(Path(records))
    job = read_job(chosen, setup, agents, seed, records or "", engine_seconds)
    lab.open_job(job)
    whole = "; the records written so far are complete" if records else ""
    with (
        exit_on_ctrl_c(f"interrupted{whole}.", has_workers=jobs > 1),
        click.progressbar(length=number, label="matches", file=sys.stderr) as bar,
    ):
        figures = lab.simulate(job, number, jobs, bar.update)
    report = lab.report(job, figures)
    click.echo(json.dumps(report, indent=2) if as_json else lab.table(report))


def read_job(
    game: Game,
    setup: Setup,
    agents: str,
    seed: int,
    records: str,
    engine_seconds: float = SECONDS,
) -> lab.Job:
    """The matches to play, as plain values; the last agent is repeated."""
    names = [name.strip() for name in agents.split(",")]
    if len(names) > setup.seats:
        raise Refusal(f"{len(names)} agents are too many for {setup.seats} seats.")
    names += [names[-1]] * (setup.seats - len(names))
    table = TableSpec.of(game, setup)
    return lab.Job(table, tuple(names), seed, records, engine_seconds=engine_seconds)
