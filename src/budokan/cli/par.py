"""`budokan par`: how well the game's own solver plays a deal."""

import json

import click

from budokan.agents.registry import MOST_ITERATIONS, SOLVER_TRIES
from budokan.cli.group import main
from budokan.cli.options import (
    daily_option,
    json_option,
    options_option,
    read_day,
    read_options,
)
from budokan.front_door import read_setup
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.terminal.interrupts import exit_on_ctrl_c
from budokan.terminal.plain.par import find_par
from budokan.thinking.par import deal


@main.command()
@click.argument("game")
@click.option("--seed", help="The deal, as in `budokan play --seed`.")
@daily_option
@click.option(
    "--tries",
    type=click.IntRange(1, MOST_ITERATIONS),
    default=SOLVER_TRIES,
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
    """Find par for a deal: the result of the game's own solver.

    The same deal, switches and tries give the same par.

    \b
    Examples:
      budokan par master_udo --seed 7
      budokan par master_udo --daily --options masters=hard
      budokan par master_udo --daily 2026-11-16 --tries 200 --json
    """
    chosen, options = find(game), read_options(given)
    if daily:
        switches, seed = read_day(chosen, daily)
        options |= switches
    if seed is None:
        raise Refusal("Name the deal: --seed SEED, or --daily.")
    asked = deal(chosen, read_setup(chosen, None, options, overlay), seed, tries)
    with exit_on_ctrl_c():
        found = find_par(asked)
    if as_json:
        told = {"game": chosen.id, "seed": seed, "tries": tries, **found._asdict()}
        click.echo(json.dumps(told, indent=2))
    else:
        click.echo(found.told())
