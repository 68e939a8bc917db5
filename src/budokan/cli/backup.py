"""`budokan backup`: copy all matches of a hall into one file."""

from pathlib import Path

import click

from budokan.cli.group import main
from budokan.cli.options import data_folder, data_option

LARGE = 50_000_000  # bytes; more take a few seconds to copy


@main.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@data_option
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def backup(file: Path, data: str | None, force: bool) -> None:
    """Copy all matches of a hall into FILE.

    The hall may stay open: the copy shows the store at one moment, and its pages are checked. It
    holds everything a hall knows, including hands and seeds, so keep it where only you can read it.
    `budokan doctor` checks the matches themselves.

    \b
    Examples:
      budokan backup hall.backup
      budokan backup --data /var/lib/budokan --force /var/backups/hall.backup
    """
    from budokan.store import backup as backups

    folder = data_folder(data)
    tell_size(folder / backups.FILE)
    matches = backups.backup(folder, file, force=force)
    click.echo(f"{file} holds {count_matches(matches)}.")


def tell_size(file: Path) -> None:
    """Say why it takes long, if it does."""
    size = file.stat().st_size if file.is_file() else 0
    if size > LARGE:
        click.echo(f"Copying and checking {size // 10**6} MB; this takes a while.", err=True)


def count_matches(matches: int) -> str:
    """A number of matches in words."""
    return "1 match" if matches == 1 else f"{matches} matches"
