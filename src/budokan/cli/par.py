"""`budokan par`: what the solver makes of a deal."""

import json

import click

from budokan.agents.registry import BUDGET, MOST_ITERATIONS
from budokan.cli.group import main
from budokan.cli.play import of_the_day
from budokan.cli.setup_options import json_option, options_option, read_setup
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.terminal.plain.par import find_par
from budokan.thinking.interrupts import ending
from budokan.thinking.par import deal


@main.command()
@click.argument("game")
@click.option("--seed", help="The deal, as in `budokan play --seed`.")
@click.option(
    "--daily",
    metavar="DATE",
    is_flag=False,
    flag_value="today",
    help="The challenge of a day: today's, or that of a date.",
)
@click.option(
    "--tries",
    type=click.IntRange(1, MOST_ITERATIONS),
    default=BUDGET,
    show_default=True,
    help="How hard the solver thinks about a turn.",
)
@options_option
@json_option
def par(
    game: str,
    seed: str | None,
    daily: str | None,
    tries: int,
    given: tuple[str, ...],
    overlay: str | None,
    as_json: bool,
) -> None:
    """Tell par for a deal: what the game's own solver makes of it.

    The same deal, switches and tries give the same par.

    \b
    Examples:
      budokan par master_udo --seed 7
      budokan par master_udo --daily --options masters=hard
      budokan par master_udo --daily 2026-11-16 --tries 200 --json
    """
    chosen = find(game)
    if daily:
        given, seed = of_the_day(chosen, daily, given)
    if seed is None:
        raise Refusal("Name the deal: --seed SEED, or --daily.")
    asked = deal(chosen, read_setup(chosen, None, given, overlay), seed, tries)
    with ending():
        found = find_par(asked)
    if as_json:
        told = {"game": chosen.id, "seed": seed, "tries": tries, **found._asdict()}
        click.echo(json.dumps(told, indent=2))
    else:
        click.echo(found.told())
