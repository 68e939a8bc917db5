"""`budokan rules`: the rules of a game, or one clause."""

import sys

import click

from budokan.cli.group import main
from budokan.kit.errors import Refusal, shortened, suggest
from budokan.kit.game import find


@main.command()
@click.argument("game")
@click.argument("clause", required=False)
def rules(game: str, clause: str | None) -> None:
    """Read the rules of a game, or one clause.

    \b
    Examples:
      budokan rules udaka
      budokan rules dojo_duel DD-R4
    """
    chosen = find(game)
    if clause is None:
        click.echo_via_pager(chosen.rules) if sys.stdout.isatty() else click.echo(chosen.rules)
        return
    name = clause.upper()
    if name not in chosen.clauses:
        raise Refusal(
            f"{chosen.title} has no clause {shortened(clause)}; {suggest(name, chosen.clauses)}"
        )
    click.echo(f"{name}  {chosen.clauses[name]}")
