"""`budokan doctor`: check the store of a hall, and repair it."""

import json
from typing import TYPE_CHECKING, Any

import click

from budokan.cli.backup import count_matches
from budokan.cli.group import main
from budokan.cli.options import data_folder, data_option, json_option
from budokan.kit.errors import printable
from budokan.terminal.plain.progress import Progress

if TYPE_CHECKING:
    from budokan.store.doctor import Diagnosis
    from budokan.store.repair import Rescue

HEALTHY, FOUND, UNREADABLE = 0, 1, 2  # exit codes


@main.command()
@data_option
@click.option("--repair", "mend", is_flag=True, help="Put right what can be without any loss.")
@click.option(
    "--recover",
    "save",
    is_flag=True,
    help="Save all matches that can be read into a fresh store; the damaged one is kept.",
)
@click.option("--compact", "shrink", is_flag=True, help="Give the room of deleted matches back.")
@json_option
def doctor(data: str | None, mend: bool, save: bool, shrink: bool, as_json: bool) -> None:
    """Check the store of a hall and say what is wrong and what to do.

    Without options nothing is changed, and the hall may run meanwhile; for --repair, --recover and
    --compact close it first. Every match is replayed by the rules. The exit code is 0 if all is
    well, 1 if something was found or lost, 2 if the store cannot be read.

    \b
    Examples:
      budokan doctor
      budokan doctor --data /var/lib/budokan --json
      budokan doctor --data /var/lib/budokan --repair
      budokan doctor --data /var/lib/budokan --recover
      budokan doctor --data /var/lib/budokan --compact
    """
    from budokan.store import repair as repairs
    from budokan.store.doctor import examine

    folder = data_folder(data)
    deeds: list[str] = []
    lost = False
    if mend:
        deeds += repairs.repair(folder)
    if save:
        with Progress(what="Matches saved") as progress:
            rescue = repairs.recover(folder, progress)
        deeds += _told(rescue)
        lost = bool(rescue.lost)
    if shrink:
        deeds.append(repairs.compact(folder))
    with Progress(what="Matches checked") as progress:
        found = examine(folder, progress)
        progress.clear()
    if as_json:
        click.echo(json.dumps(_document(found, deeds), indent=2))
    else:
        for line in [*deeds, *_lines(found)]:
            click.echo(printable(line))
    ill = lost or bool(found.findings)
    raise SystemExit(UNREADABLE if not found.readable else FOUND if ill else HEALTHY)


def _told(rescue: "Rescue") -> list[str]:
    """What was saved, in sentences."""
    saved = f"{rescue.matches} of {count_matches(rescue.total)}"
    lines = [f"Saved {saved}; the damaged store is {rescue.kept}."]
    lines += rescue.lost
    if rescue.aside:
        lines.append(f"What could be read of the rest is in {rescue.aside}.")
    return lines


def _lines(found: "Diagnosis") -> list[str]:
    """What was found, in sentences."""
    if not found.findings:
        told = f"{count_matches(found.matches)} with {found.entries} entries"
        return [f"{found.file} is well: {told}, {found.size // 1000} kB."]
    lines = []
    for finding in found.findings:
        lines += [finding.told, f"  {finding.todo}"]
    return lines


def _document(found: "Diagnosis", deeds: list[str]) -> dict[str, Any]:
    return {
        "file": str(found.file),
        "healthy": found.healthy,
        "readable": found.readable,
        "in_use": found.in_use,
        "matches": found.matches,
        "entries": found.entries,
        "bytes": found.size,
        "free": found.free,
        "done": deeds,
        "findings": [finding._asdict() for finding in found.findings],
    }
