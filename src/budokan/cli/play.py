"""`budokan play` and `budokan hall`: to the table, here or in the browser."""

import sys
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from budokan.agents.registry import default_opponent
from budokan.cli.group import main
from budokan.cli.setup_options import options_option, read_setup
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, find, find_all
from budokan.kit.notation import parse_number, parse_seat
from budokan.match.chance import new_seed
from budokan.match.match import CodedMatch


@dataclass(frozen=True)
class Wanted:
    """What the options of `play` ask for."""

    seat: str | None = None
    against: str | None = None
    seats: int | None = None
    given: tuple[str, ...] = ()
    overlay: str | None = None
    seed: str | None = None
    daily: str | None = None
    no_assists: bool = False
    plain: bool = False
    resume: str | None = None


# What may be said beside --resume.
BESIDE: dict[str, Any] = {
    "seat": None,
    "against": None,
    "no_assists": False,
    "plain": False,
    "resume": None,
}


@main.command()
@click.argument("game", required=False)
@click.option("--seat", help="Your seat: A, B, … or 0, 1, … (A by default).")
@click.option(
    "--against",
    help="Who sits on the other seats, in order: a belt from white to black (green by default), "
    "greedy, random, search, search:5000 or human (the same keyboard). The last one is repeated.",
)
@click.option("--seats", type=int, help="How many sit at the table.")
@options_option
@click.option("--seed", help="Deal as with this seed; by default nobody can foresee the deal.")
@click.option(
    "--daily",
    metavar="DATE",
    is_flag=False,
    flag_value="today",
    help="The challenge of a day, the same for everyone: today's, or that of a date.",
)
@click.option("--no-assists", is_flag=True, help="Nobody at the table may ask for a hint.")
@click.option("--plain", is_flag=True, help="Line by line; for screen readers, pipes and scripts.")
@click.option("--resume", metavar="FILE", help="Go on with a match saved in plain text play.")
@click.option("--join", metavar="LINK", help="Sit down at a table of a hall, by its link.")
def play(game: str | None, join: str | None, **asked: Any) -> None:
    """Play in the terminal.

    In a terminal this opens the hall, where opponents and switches are chosen. With --plain, with
    any other option, or through a pipe, it is played line by line.

    \b
    Examples:
      budokan play
      budokan play dojo_duel
      budokan play --join 'http://127.0.0.1:8000/table/…?key=…'
      budokan play udaka --plain --seats 4 --against greedy,random
      budokan play dojo_duel --plain --options kicker_mode=simultaneous,A.deck=ember_fist
      budokan play dojo_duel --plain --against human
      budokan play master_udo --daily
      budokan play kenpo_masters --plain --no-assists
      budokan play --resume saved.match
    """
    wanted, terminal = Wanted(**asked), sys.stdin.isatty() and sys.stdout.isatty()
    if join is not None and (game or wanted != Wanted()):
        raise Refusal("A table of a hall is set already; --join takes nothing beside the link.")
    if join is not None and not terminal:
        raise Refusal("A table is joined in a terminal; programs play over the API (docs/api.md).")
    if join is None and not (terminal and wanted == Wanted()):
        raise SystemExit(line_by_line(game, wanted))
    from budokan.terminal.tui import app

    app.run(game, join)


def line_by_line(game: str | None, wanted: Wanted) -> int:
    """Play in plain text; the exit code."""
    from budokan.terminal.plain import play as plain

    if wanted.resume is None:
        match = new_match(find(game) if game else ask_game(), wanted)
    elif game or replace(wanted, **BESIDE) != Wanted():
        raise Refusal("A saved match has its game, table and deal; --resume takes no others.")
    else:
        match = plain.resumed(Path(wanted.resume))
    match.assists &= not wanted.no_assists
    mine = parse_seat(wanted.seat or "A", match.setup.seats)
    against = wanted.against or default_opponent(match.game)
    sitting = plain.seated(match.setup.seats, mine, against)
    unused = plain.unused(Path(f"{match.game.id}.match"))
    return plain.play(match, sitting, Path(wanted.resume) if wanted.resume else unused)


def new_match(game: Game, wanted: Wanted) -> CodedMatch:
    """The match that the options ask for."""
    given, seed = wanted.given, wanted.seed
    if wanted.daily:
        given, seed = of_the_day(game, wanted.daily, given)
    setup = read_setup(game, wanted.seats, given, wanted.overlay)
    return CodedMatch(game, setup, seed=seed or new_seed())


def of_the_day(game: Game, day: str, given: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """The switches and the seed of a challenge; what the day says wins."""
    when = datetime.now(UTC).date().isoformat() if day == "today" else day
    switches, seed = game.challenge(when)
    return (*given, *(f"{name}={value}" for name, value in switches.items())), seed


def ask_game() -> Game:
    """Let a person pick a game."""
    from budokan.terminal.plain.play import ask_line

    found = list(find_all().values())
    for number, game in enumerate(found, 1):
        click.echo(f"  {number}  {game.title}: {game.text['game']['line']}")
    try:
        answer = ask_line("Which game? ").strip()
    except (EOFError, KeyboardInterrupt):
        raise Refusal("No game chosen; name one: budokan play GAME.") from None
    chosen = parse_number(answer)
    return found[chosen - 1] if chosen and chosen <= len(found) else find(answer)


@main.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Where it listens; 0 takes any that is free.",
)
@click.option("--lan", is_flag=True, help="Let other machines on the local network in.")
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
@click.option("--data", metavar="DIR", help="Where matches are kept; by default your data folder.")
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="A name the hall goes by behind a proxy on this machine, such as hall.example.org.",
)
@click.option(
    "--log",
    type=click.Choice(["plain", "json"]),
    default="plain",
    show_default=True,
    help="On stderr: what needs attention, or every event as a line of JSON.",
)
def hall(
    port: int, lan: bool, no_open: bool, data: str | None, names: tuple[str, ...], log: str
) -> None:
    """Open the hall in the browser.

    Every match is kept and can be resumed any day. Ctrl-C closes the hall; who sits at a table then
    comes back by itself when the hall is open again.

    \b
    Examples:
      budokan hall
      budokan hall --lan --port 8080
      budokan hall --no-open --data matches
      budokan hall --no-open --name hall.example.org --log json
    """
    from budokan.server.run import serve
    from budokan.store.backup import FILE
    from budokan.store.store import Store, data_folder

    host = "0.0.0.0" if lan else "127.0.0.1"
    folder = Path(data) if data else data_folder()
    Store(folder / FILE).close()  # what is wrong with it is said now, in one sentence
    serve(host, port, folder, not no_open, names=names, log=log)
