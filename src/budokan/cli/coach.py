"""`budokan coach`: tell luck from mistakes in a match."""

import json
import shutil
from pathlib import Path

import click

import budokan
from budokan.agents.registry import MOST_ITERATIONS
from budokan.cli.files import check_writable, write_text
from budokan.cli.group import main
from budokan.cli.options import json_option, read_cards
from budokan.kit.errors import Refusal
from budokan.kit.notation import SEATS, parse_seat
from budokan.terminal.interrupts import exit_on_ctrl_c
from budokan.terminal.plain.progress import Progress
from budokan.thinking.coach.svg import svg
from budokan.thinking.coach.text import lines


@main.command()
@click.argument("file")
@click.option("--seat", help="Only this seat (A, B, …); required while a match is not over.")
@click.option(
    "--iterations",
    type=click.IntRange(1, MOST_ITERATIONS),
    help="Iterations of each search; more make the figures surer. The default suits the game.",
)
@click.option("--seed", default="", help="Another seed gives other searches.")
@click.option(
    "--all", "every", is_flag=True, help="Show every event, and how sure every figure is."
)
@json_option
@click.option(
    "--cards",
    "overlay",
    metavar="FILE",
    help="Make sure that the match was played with this card file; a record holds its cards.",
)
@click.option("--plot", metavar="FILE", help="Draw the curves in a picture, FILE.svg.")
def coach(
    file: str,
    seat: str | None,
    iterations: int | None,
    seed: str,
    every: bool,
    as_json: bool,
    overlay: str | None,
    plot: str | None,
) -> None:
    """Tell luck from mistakes in a match record.

    Every position is judged by what each player knew then. Nothing within the noise of the searches
    is called a mistake. The same file and options give the same report.

    \b
    Examples:
      budokan coach udaka.match
      budokan coach udaka.match --seat B --all
      budokan coach udaka.match --iterations 2000 --json
      budokan coach udaka.match --plot udaka.svg
    """
    match = budokan.load(Path(file))
    if overlay is not None:
        check_cards(match, overlay)
    judged = None if seat is None else SEATS[parse_seat(seat, len(match.seats), numbers=True)]
    check_writable(plot)
    with exit_on_ctrl_c(), Progress() as progress:
        found = match.coach(judged, iterations, seed, progress)
    if plot:
        write_text(Path(plot), svg(found.report))
    if as_json:
        click.echo(json.dumps(found.document(), indent=2))
        return
    for line in lines(found.report, shutil.get_terminal_size((79, 24)).columns, every):
        click.echo(line)


def check_cards(match: budokan.Match, overlay: str) -> None:
    """Refuse a card file that the match was not played with."""
    played = match.coded.setup.data
    if match.coded.game.setup(overlay=read_cards(overlay)).data.hash != played.hash:
        told = f"with {played.title}" if played.title else "with our cards"
        raise Refusal(f"This match was played {told}, not with these cards; leave out --cards.")
