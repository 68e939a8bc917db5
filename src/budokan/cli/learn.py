"""`budokan learn`: a guided first match."""

import sys

import click

from budokan.cli.group import main
from budokan.kit.errors import Refusal, suggest
from budokan.kit.game import find, find_all


@main.command()
@click.argument("game")
def learn(game: str) -> None:
    """Learn a game by playing: a guided first match, line by line.

    \b
    Examples:
      budokan learn udaka
      budokan learn martial_art
    """
    from budokan.terminal.plain import learn as plain

    guide = find(game).guide
    if guide is None:
        guided = [other.id for other in find_all().values() if other.guide is not None]
        raise Refusal(f"{find(game).title} has no guide; {suggest(game, guided)}")
    sys.exit(plain.learn(guide))
