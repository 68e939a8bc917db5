"""`budokan check`: run scenario files."""

from pathlib import Path

import click

from budokan.cli.group import main
from budokan.kit.errors import Refusal
from budokan.kit.testing import scenario


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
