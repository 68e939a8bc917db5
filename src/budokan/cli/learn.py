"""`budokan learn`: a guided first match."""

import sys

import click

from budokan.cli.group import main
from budokan.cli.options import cards_option, read_cards
from budokan.kit.errors import Refusal, suggest
from budokan.kit.game import find, find_all
from budokan.kit.guide import with_cards


@main.command()
@click.argument("game")
@cards_option
def learn(game: str, overlay: str | None) -> None:
    """Learn a game by playing: a guided first match, line by line.

    The guide is written for our cards. With --cards it is played with yours, if all its moves are
    possible with them.

    \b
    Examples:
      budokan learn udaka
      budokan learn martial_art
      budokan learn kenpo_masters --cards mine.toml
    """
    from budokan.terminal.plain import learn as plain

    guide = find(game).guide
    if guide is None:
        guided = [other.id for other in find_all().values() if other.guide is not None]
        raise Refusal(f"{find(game).title} has no guide; {suggest(game, guided)}")
    if overlay is not None:
        guide = with_cards(find(game), read_cards(overlay))
        title = guide.setup.data.title
        click.echo(f"These are your cards ({title}); the guide's words are about ours.")
    sys.exit(plain.learn(guide))
