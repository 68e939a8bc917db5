"""`budokan replay`: a record step by step."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from budokan.cli.group import main
from budokan.kit.contract import SPECTATOR, copy
from budokan.kit.entries import Entry, entry_text
from budokan.kit.errors import Refusal
from budokan.kit.notation import parse_seat
from budokan.match import record
from budokan.match.fairness import Verdict, verify
from budokan.match.match import CodedMatch


@main.command()
@click.argument("file")
@click.option("--seat", help="Show what this seat saw: A, B, … or spectator.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print the position after every entry, one per line."
)
@click.option("--verify", "check", is_flag=True, help="Only say whether the deal was fair.")
@click.option("--commitment", default="", help="With --verify: the commitment you were shown.")
@click.option("--bits", default="", help="With --verify: the bits you gave to the deal.")
def replay(
    file: str, seat: str | None, as_json: bool, check: bool, commitment: str, bits: str
) -> None:
    """Replay a match record.

    Without --seat a finished match is shown whole; for an unfinished one name a seat. With --verify
    every entry of chance is computed again from the seed and the players' bits; the exit code is 0
    only if the record shows a fair deal.

    \b
    Examples:
      budokan replay udaka.match
      budokan replay udaka.match --seat B
      budokan replay udaka.match --json | tail -1
      budokan replay udaka.match --verify --commitment 3f9a…
    """
    read = record.load(Path(file))
    if check:
        echo_verdict(verify(read, file, commitment, bits), as_json)
        return
    if commitment or bits:
        raise Refusal("--commitment and --bits need --verify.")
    steps = record.replay(read, file)
    match, _ = next(steps)
    viewer = read_viewer(seat, match, read.over)
    before, heard = copy(match.state), 0
    if as_json:
        echo_position(match, viewer)
    for _, entry in steps:
        if as_json:
            echo_position(match, viewer)
            continue
        shown = entry
        if viewer is not None and entry.action >= 0:
            shown = Entry(entry.seat, int(before.seen(viewer, *entry)))
        told = " ".join(match.told(viewer, heard))
        text = entry_text(match.notation, shown) + (" (bot)" if match.is_bot_move(entry) else "")
        click.echo(f"{len(match.entries):4}  {text:30} {told}".rstrip())
        before, heard = copy(match.state), len(match.story)


def echo_verdict(found: Verdict, as_json: bool) -> None:
    click.echo(json.dumps(asdict(found)) if as_json else found.told)
    if not found.fair:
        click.get_current_context().exit(1)


def echo_position(match: CodedMatch, viewer: int | None) -> None:
    state = match.state if viewer is None else match.view(viewer)
    click.echo(json.dumps(match.game.write(state, match.setup)))


def read_viewer(seat: str | None, match: CodedMatch, over: bool) -> int | None:
    """The viewer of --seat; None sees everything."""
    if seat is None and not over:
        raise Refusal("This match is not over; name a viewer: --seat A, or --seat spectator.")
    if seat is None:
        return None
    return SPECTATOR if seat == "spectator" else parse_seat(seat, match.setup.seats, numbers=True)
