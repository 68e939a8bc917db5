"""`budokan play`: play in the terminal."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

import budokan
from budokan.agents.registry import default_opponent
from budokan.cli.group import main
from budokan.cli.options import (
    daily_option,
    options_option,
    read_cards,
    read_day,
    read_options,
    read_setup,
    seats_option,
)
from budokan.kit.data import ABOUT
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.kit.notation import parse_number, parse_seat
from budokan.terminal.settings import PACES, Pace, Settings


@dataclass(frozen=True)
class Request:
    """The options of `play`."""

    seat: str | None = None
    against: str | None = None
    seats: int | None = None
    given: tuple[str, ...] = ()
    overlay: str | None = None
    seed: str | None = None
    daily: str | None = None
    no_assists: bool = False
    plain: bool = False
    pace: Pace | None = None
    resume: str | None = None


# The options that --resume can be combined with, and itself.
WITH_RESUME: dict[str, Any] = {
    "seat": None,
    "against": None,
    "no_assists": False,
    "plain": False,
    "pace": None,
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
@seats_option
@options_option
@click.option("--seed", help="Deal as with this seed; by default nobody can foresee the deal.")
@daily_option
@click.option("--no-assists", is_flag=True, help="Nobody at the table may ask for a hint.")
@click.option("--plain", is_flag=True, help="Line by line; for screen readers, pipes and scripts.")
@click.option(
    "--pace",
    type=click.Choice(PACES),
    help="How slowly things happen; in plain text off by default, in the hall the key p.",
)
@click.option("--resume", metavar="FILE", help="Go on with a match saved in plain text play.")
@click.option("--join", metavar="LINK", help="Sit down at a table of a hall, by its link.")
@click.option("--name", help="Your name there; it is remembered.")
def play(game: str | None, join: str | None, name: str | None, **options: Any) -> None:
    """Play in the terminal.

    In a terminal this opens the hall, where you choose opponents and switches; with --cards at a
    new table with your cards. With --plain, with any other option, or through a pipe, you play line
    by line.

    \b
    Examples:
      budokan play
      budokan play dojo_duel
      budokan play --join 'http://127.0.0.1:8000/table/…?key=…'
      budokan play udaka --plain --seats 4 --against greedy,random
      budokan play dojo_duel --plain --options kicker_mode=simultaneous,A.deck=ember_fist
      budokan play dojo_duel --plain --against human
      budokan play kenpo_masters --cards mine.toml
      budokan play master_udo --daily
      budokan play kenpo_masters --plain --no-assists
      budokan play --resume saved.match
    """
    request, terminal = Request(**options), sys.stdin.isatty() and sys.stdout.isatty()
    if join is not None and (game or request != Request()):
        raise Refusal("A table of a hall is set up already; give --join nothing but the link.")
    if join is not None and not terminal:
        raise Refusal("--join needs a terminal; programs play over the API (docs/api.md).")
    if name is not None and join is None:
        raise Refusal("--name is for tables of a hall: give it with --join.")
    if join is None and not (terminal and replace(request, overlay=None) == Request()):
        raise SystemExit(play_plain(game, request))
    from budokan.terminal.tui.run import run

    if request.overlay is not None:
        game = game or game_of(request.overlay)
        read_setup(find(game), None, (), request.overlay)  # refused before the screen opens
    run(game, join, name, request.overlay)


def play_plain(game: str | None, request: Request) -> int:
    """Play line by line; the exit code."""
    from budokan.terminal import seating
    from budokan.terminal.plain import play as plain

    if request.resume is None:
        named = game_of(request.overlay) if not game and request.overlay is not None else ""
        match = new_match(game or named or ask_game(), request)
    elif game or replace(request, **WITH_RESUME) != Request():
        raise Refusal("A saved match has its game, table and deal; leave them out with --resume.")
    else:
        match = plain.resume(Path(request.resume))
    match.coded.assists &= not request.no_assists
    against = request.against or default_opponent(match.coded.game)
    seats = len(match.seats)
    players = seating.seat_players(
        seats, parse_seat(request.seat or "A", seats, numbers=True), against
    )
    file = Path(request.resume) if request.resume else plain.unused(Path(f"{match.game}.match"))
    settings = Settings(pace=request.pace or "off", take_single=sys.stdin.isatty())
    return plain.play(match, players, file, settings)


def new_match(game: str, request: Request) -> budokan.Match:
    """The match that the options describe."""
    options, seed = read_options(request.given), request.seed or None
    if request.daily:
        switches, seed = read_day(find(game), request.daily)
        options |= switches
    return budokan.new(game, request.seats, seed, options, request.overlay)


def game_of(overlay: str) -> str:
    """The game that a card file is for."""
    game = read_cards(overlay).get(ABOUT, {}).get("game", "")
    if not isinstance(game, str) or not game:
        raise Refusal("The card file does not say its game; write budokan play GAME --cards FILE.")
    return game


def ask_game() -> str:
    """Let a person pick a game."""
    from budokan.terminal.plain.lines import ask_line

    found = budokan.games()
    for place, info in enumerate(found.values(), 1):
        click.echo(f"  {place}  {info.title}: {info.line}")
    try:
        answer = ask_line("Which game? ").strip()
    except (EOFError, KeyboardInterrupt):
        raise Refusal("No game chosen; name one: budokan play GAME.") from None
    chosen = parse_number(answer)
    return list(found)[chosen - 1] if chosen and chosen <= len(found) else answer
