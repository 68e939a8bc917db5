"""`budokan backup` and `budokan restore`: all matches of a hall in one file."""

from pathlib import Path
from typing import Any

import click

from budokan.cli.group import main

LARGE = 50_000_000  # bytes that take a few seconds


def data_option(command: Any) -> Any:
    return click.option(
        "--data", metavar="DIR", help="Where matches are kept; by default your data folder."
    )(command)


@main.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@data_option
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
def backup(file: Path, data: str | None, force: bool) -> None:
    """Copy all matches of a hall into FILE.

    The hall may run meanwhile: the copy is the store as it was at one moment. It holds everything
    a hall knows, hands and seeds too, so keep it where only you can read it.

    \b
    Examples:
      budokan backup hall.backup
      budokan backup --data /var/lib/budokan --force /var/backups/hall.backup
    """
    from budokan.store import backup as backups

    folder = _folder(data)
    _tell_size(folder / backups.FILE)
    matches = backups.backup(folder, file, force=force)
    click.echo(f"{file} holds {_counted(matches)}.")


@main.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@data_option
@click.option("--force", is_flag=True, help="Replace the matches that are there.")
def restore(file: Path, data: str | None, force: bool) -> None:
    """Put the matches of a backup in the place of a hall's own.

    FILE is checked first; a damaged one, or one of a newer Budokan, changes nothing. The hall must
    be closed.

    \b
    Examples:
      budokan restore hall.backup
      budokan restore --data /var/lib/budokan --force /var/backups/hall.backup
    """
    from budokan.store import backup as backups

    folder = _folder(data)
    _tell_size(file)
    matches = backups.restore(file, folder, force=force)
    click.echo(f"{folder} holds {_counted(matches)}.")


def _folder(data: str | None) -> Path:
    from budokan.store.store import data_folder

    return Path(data) if data else data_folder()


def _tell_size(file: Path) -> None:
    """Whoever waits long is told why."""
    size = file.stat().st_size if file.is_file() else 0
    if size > LARGE:
        click.echo(f"{size // 10**6} MB are copied and checked; this takes a while.", err=True)


def _counted(matches: int) -> str:
    return "1 match" if matches == 1 else f"{matches} matches"
