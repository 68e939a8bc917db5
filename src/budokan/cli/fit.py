"""`budokan fit`: find the weights of a game's evaluation."""

import datetime
import shlex
import sys
from pathlib import Path

import click

from budokan.agents.registry import find_agent
from budokan.cli.files import check_writable, write_text
from budokan.cli.group import main
from budokan.cli.options import cards_option, read_setup, seats_option, seed_option
from budokan.kit.game import Game, find
from budokan.lab import fit as lab
from budokan.terminal.interrupts import exit_on_ctrl_c


@main.command()
@click.argument("game")
@click.option(
    "--matches",
    type=click.IntRange(1),
    default=2000,
    show_default=True,
    help="How many matches are played.",
)
@click.option(
    "--agent", default="greedy", show_default=True, help="The agent that plays against itself."
)
@seats_option
@seed_option
@click.option(
    "--setting",
    "settings",
    multiple=True,
    metavar="K=V,...",
    help="Switches; if given more than once, the settings share the matches.",
)
@cards_option
@click.option(
    "--out", metavar="FILE", help="Write the weights to this file instead of printing them."
)
def fit(
    game: str,
    matches: int,
    agent: str,
    seats: int | None,
    seed: int,
    settings: tuple[str, ...],
    overlay: str | None,
    out: str | None,
) -> None:
    """Fit the weights of a game's evaluation to matches that an agent plays against itself.

    \b
    Examples:
      budokan fit udaka --matches 500
      budokan fit martial_art --setting mode=white --setting mode=black --out weights.toml
      budokan fit kenpo_masters --cards mine.toml
    """
    chosen = find(game)
    setups = [
        read_setup(chosen, seats, (each,) if each else (), overlay) for each in settings or [""]
    ]
    find_agent(agent, chosen)
    check_writable(out)
    share = -(-matches // len(setups))
    rows: list[lab.Row] = []
    with exit_on_ctrl_c():
        with click.progressbar(length=share * len(setups), label="matches", file=sys.stderr) as bar:
            for index, setup in enumerate(setups):
                rows += lab.collect(chosen, setup, agent, share, seed + index * share, bar.update)
        with click.progressbar(
            length=lab.STEPS * len(rows), label="weights", file=sys.stderr, update_min_steps=500
        ) as bar:
            found = lab.fit(rows, share * len(setups), bar.update)
    text = document(chosen, found, typed_command(out))
    if out:
        write_text(Path(out), text)
    else:
        click.echo(text, nl=False)


def typed_command(out: str | None) -> str:
    """The command as it was typed, without the file it writes to."""
    said = [word for word in sys.argv[1:] if word != f"--out={out}"]
    if out and "--out" in said:
        at = said.index("--out")
        del said[at : at + 2]
    return shlex.join(["budokan", *said])


def document(game: Game, found: lab.Fit, command: str) -> str:
    """The weights as TOML, with the command that made them."""
    names = list(game.text["feature"])
    lines = [
        f"# The weights of the features; made by `budokan fit {game.id}`.",
        "",
        "[made]",
        f"command = {toml(command)}",
        f"date = {datetime.datetime.now(datetime.UTC).date()}",
        f"matches = {found.matches}",
        f"positions = {found.positions}",
        f"loss = {found.loss:.4f} # mean logarithmic loss",
        "",
        "[weights]",
        *(f"{n} = {w:.4f}" for n, w in zip(names, found.weights, strict=True)),
    ]
    return "\n".join(lines) + "\n"


def toml(text: str) -> str:
    """A text as a TOML string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
