"""`budokan coach`: what was luck and what was a mistake in a match."""

import json
import shutil
from pathlib import Path

import click

from budokan.agents.registry import MOST_ITERATIONS
from budokan.cli.group import main
from budokan.cli.setup_options import check_writable, json_option, write
from budokan.kit.errors import Refusal
from budokan.kit.notation import parse_seat
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.terminal.plain.progress import Progress
from budokan.thinking.coach.report import document
from budokan.thinking.coach.study import study
from budokan.thinking.coach.svg import svg
from budokan.thinking.coach.text import lines
from budokan.thinking.interrupts import ending


@main.command()
@click.argument("file")
@click.option("--seat", help="Only this seat (A, B, …); a match that is not over needs one.")
@click.option(
    "--iterations",
    type=click.IntRange(1, MOST_ITERATIONS),
    help="Of each search; more make the figures surer. By default what suits the game.",
)
@click.option("--seed", default="", help="Another seed gives other searches.")
@click.option("--all", "every", is_flag=True, help="Everything that happened, not only the best.")
@json_option
@click.option("--plot", metavar="FILE", help="Write the curves to a picture, FILE.svg.")
def coach(
    file: str,
    seat: str | None,
    iterations: int | None,
    seed: str,
    every: bool,
    as_json: bool,
    plot: str | None,
) -> None:
    """Tell luck from mistakes in a match record.

    Every position is judged on what each player knew then. Nothing is called a mistake that is
    within the noise of the searches. The same file and options give the same report.

    \b
    Examples:
      budokan coach udaka.match
      budokan coach udaka.match --seat B --all
      budokan coach udaka.match --iterations 2000 --json
      budokan coach udaka.match --plot udaka.svg
    """
    match = record.restore(record.load(Path(file)), file)
    if not match.entries:
        raise Refusal(f"{file} has no entries yet; there is nothing to judge.")
    check_writable(plot)
    with ending(), Progress() as tell:
        found = study(match, seats_asked(seat, match), tell, iterations or 0, seed)
    if plot:
        write(Path(plot), svg(found))
    if as_json:
        click.echo(json.dumps(document(found), indent=2))
        return
    for line in lines(found, shutil.get_terminal_size((79, 24)).columns, every):
        click.echo(line)


def seats_asked(seat: str | None, match: CodedMatch) -> list[int]:
    """Whose match is judged: everybody's once it is over."""
    if seat is not None:
        return [parse_seat(seat, match.setup.seats)]
    if not match.over:
        raise Refusal("This match is not over; name whose match to judge: --seat A.")
    return list(range(match.setup.seats))
