"""`budokan balance`: how even a game is between equal players."""

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from budokan.cli.group import INTERRUPTED, main
from budokan.cli.simulate import read_job
from budokan.cli.table import options_option, read_setup
from budokan.kit.game import find
from budokan.lab import balance as lab


@main.command()
@click.argument("game")
@click.option("--games", "number", type=click.IntRange(1), default=20, show_default=True)
@click.option("--agent", default="greedy", show_default=True, help="Who plays against itself.")
@click.option("--only", metavar="A,B", help="These fighters or decks; without it all.")
@click.option("--anything", default="", metavar="VERB", help="Choose its actions at random.")
@click.option("--seed", type=click.IntRange(0, 2**53), default=1, show_default=True)
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes."
)
@options_option
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def balance(
    game: str,
    number: int,
    agent: str,
    only: str | None,
    anything: str,
    seed: int,
    jobs: int,
    given: tuple[str, ...],
    overlay: str | None,
    as_json: bool,
) -> None:
    """Let an agent play against itself: seats, fighters or decks, and cards nobody uses.

    Where seats choose a fighter or a deck, all pairs of them play from both seats, so many games
    each. A card is dead if fewer than one in fifty of the seats that could use it did. With
    --anything one kind of choice is left to chance, so that everything gets its turn there.

    \b
    Examples:
      budokan balance kenpo_masters --agent search:300 --games 600
      budokan balance martial_art --agent search:60 --games 20 --options mode=black --jobs 2
      budokan balance martial_art --options mode=black --anything learn
      budokan balance martial_art --only igor,kimberley --cards mine.toml --json
      budokan balance dojo_duel --agent black --options A.deck=ember_fist,B.deck=ember_fist
    """
    chosen = find(game)
    setup = read_setup(chosen, None, given, overlay)
    job = read_job(chosen.id, setup, agent, seed, "")
    tables = lab.tables(job, [name.strip() for name in only.split(",")] if only else ())
    if anything:
        lab.codes_of(chosen, anything)
    parts = []
    with (
        listening() as asked,
        click.progressbar(length=number * len(tables), label="matches", file=sys.stderr) as bar,
    ):
        for pair, part in lab.measure(tables, number, jobs, anything):
            parts.append((pair, part))
            bar.update(part.matches)
            if asked:
                break
    report = lab.report(job, lab.together(parts))
    click.echo(json.dumps(report, indent=2) if as_json else lab.table(report))
    if report["matches"] < number * len(tables):
        click.echo("budokan: interrupted; these are the matches so far.", err=True)
        raise SystemExit(INTERRUPTED)


@contextmanager
def listening() -> Iterator[list[int]]:
    """Ctrl-C fills the list: an exception in the middle of compiled code can end the process."""
    asked: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: asked.append(number))
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)
