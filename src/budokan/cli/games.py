"""`budokan games`, `rules` and `check`: what there is, and whether it holds."""

import json
import sys
from pathlib import Path

import click

from budokan.cli.group import main
from budokan.cli.setup_options import json_option
from budokan.kit.errors import Refusal, near
from budokan.kit.game import find, find_all
from budokan.kit.testing import scenario


@main.command()
@json_option
def games(as_json: bool) -> None:
    """List the games.

    \b
    Examples:
      budokan games
      budokan games --json
    """
    documents = [game.document() for game in find_all().values()]
    if as_json:
        click.echo(json.dumps(documents, indent=2))
        return
    for game in documents:
        least, most = game["seats"][0], game["seats"][-1]
        count = f"{least} to {most}" if least < most else f"{most}"
        players = "1 player" if most == 1 else f"{count} players"
        click.echo(f"{game['id']:15} {game['title']}, {players}. {game['line']}")
        for option in game["options"]:
            click.echo(
                f"  {option['name']} = {option['default']} ({option['values']}): {option['text']}"
            )


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
        raise Refusal(f"{chosen.title} has no clause {clause!r}; {near(name, chosen.clauses)}")
    click.echo(f"{name}  {chosen.clauses[name]}")


@main.command()
@click.argument("files", nargs=-1, required=True)
def check(files: tuple[str, ...]) -> None:
    """Run scenario files and say which assertions fail.

    \b
    Examples:
      budokan check top_pair.toml
      budokan check scenarios/*.toml
    """
    failed = 0
    for name in files:
        try:
            faults = scenario.run(Path(name))
        except Refusal as refusal:
            faults = [str(refusal)]
        failed += bool(faults)
        click.echo(f"{'FAILED' if faults else 'ok':7} {name}")
        for fault in faults:
            click.echo(f"        {fault}")
    click.echo(f"{len(files) - failed} passed, {failed} failed")
    if failed:
        raise SystemExit(1)
