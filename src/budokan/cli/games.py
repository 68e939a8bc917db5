"""`budokan games`: list the games."""

import json

import click

import budokan
from budokan.cli.group import main
from budokan.cli.options import json_option
from budokan.kit.game import find_all


@main.command()
@json_option
def games(as_json: bool) -> None:
    """List the games and their options.

    \b
    Examples:
      budokan games
      budokan games --json
    """
    if as_json:
        documents = [game.document() for game in find_all().values()]
        click.echo(json.dumps(documents, indent=2))
        return
    for name, info in budokan.games().items():
        click.echo(f"{name:15} {info}")
