"""`budokan restore`: replace a hall's matches by a backup."""

from pathlib import Path

import click

from budokan.cli.backup import count_matches, tell_size
from budokan.cli.group import main
from budokan.cli.options import data_folder, data_option
from budokan.kit.errors import printable


@main.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@data_option
@click.option("--force", is_flag=True, help="Replace the matches of this hall.")
def restore(file: Path, data: str | None, force: bool) -> None:
    """Replace the matches of a hall by those of a backup.

    Close the hall before. FILE is checked first, matches and all; if it is damaged, foreign or made
    by a newer Budokan, nothing changes. A damaged store is kept beside the new one.

    \b
    Examples:
      budokan restore hall.backup
      budokan restore --data /var/lib/budokan --force /var/backups/hall.backup
    """
    from budokan.store import backup as backups

    folder = data_folder(data)
    tell_size(file)

    def tell(told: str) -> None:
        click.echo(printable(told), err=True)

    matches = backups.restore(file, folder, force=force, tell=tell)
    click.echo(f"{folder} holds {count_matches(matches)}.")
