"""`budokan check`: run scenario files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from budokan.cli.group import main
from budokan.kit import card_file
from budokan.kit.errors import Refusal
from budokan.kit.testing.scenario import Report, examine
from budokan.terminal.plain.progress import Progress


@main.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--cards",
    "overlay",
    metavar="FILE",
    help="Your own cards (TOML), for the scenarios that name none themselves.",
)
def check(files: tuple[str, ...], overlay: str | None) -> None:
    """Run scenario files and say which assertions fail.

    \b
    Examples:
      budokan check top_pair.toml
      budokan check scenarios/*.toml
      budokan check --cards my_box.toml scenarios/*.toml
    """
    cards = card_file.read(Path(overlay)) if overlay else {}
    failed = 0
    progress = Progress(what="Scenarios checked")
    for number, name in enumerate(files):
        progress(number, len(files))
        report = _examine(name, cards)
        progress.clear()
        failed += bool(report.failures)
        click.echo(f"{'FAILED' if report.failures else 'ok':7} {name}")
        for told in (*report.failures, *report.not_reached):
            click.echo(f"        {told}")
    click.echo(f"{len(files) - failed} passed, {failed} failed")
    if failed:
        raise SystemExit(1)


def _examine(name: str, cards: Mapping[str, Any]) -> Report:
    try:
        return examine(Path(name), cards=cards)
    except Refusal as refusal:
        return Report([str(refusal)])
