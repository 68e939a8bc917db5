"""A match in plain text from the first line to the last: play, save, par, coach."""

import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shutil import get_terminal_size

from budokan.front_door import Match, load
from budokan.kit import options
from budokan.kit.errors import Refusal
from budokan.match import record
from budokan.terminal.interrupts import INTERRUPTED, call_on_ctrl_c, exit_with, note_ctrl_c
from budokan.terminal.plain.lines import ask_line, screen_width
from budokan.terminal.plain.par import find_par
from budokan.terminal.plain.progress import Progress
from budokan.terminal.plain.table import QuitError, Table
from budokan.terminal.seating import HUMAN, belts_worn, next_step, rotate, seat_names
from budokan.terminal.settings import Settings
from budokan.thinking.coach.text import lines
from budokan.thinking.par import deal


def play(match: Match, players: Sequence[str], file: Path, settings: Settings) -> int:
    """Play on this screen until nobody wants a rematch; save a match that is not ended."""
    match.coded.names = seat_names(match.game, players)
    while True:
        code = play_once(match, players, file, settings)
        if code or not match.over or not offer_more(match, players):
            return code
        again, players = rotate(match.coded, tuple(players))
        again.begin()
        match, file = Match(again), unused(file)


def play_once(match: Match, players: Sequence[str], file: Path, settings: Settings) -> int:
    """One match from the first line to the last; the exit code."""
    table = Table(match, players, ask_line, print, settings, screen_width())
    bots = belts_worn(match.coded.names, players)
    print(f"{match.coded.game.title}{f' against {bots}' if bots else ''}. Type help for help.")
    cards = match.coded.setup.data.title
    if cards:
        measured = " Belts are measured with ours." if bots else ""
        print(f"Played with your cards: {cards}.{measured}")
    try:
        with call_on_ctrl_c(lambda: exit_with(_keep(match, file))):  # while an agent thinks
            table.run()
    except (QuitError, KeyboardInterrupt, EOFError) as stop:
        print(f"\n{_keep(match, file)}")
        return 0 if isinstance(stop, QuitError) else INTERRUPTED
    if match.coded.game.planner is not None and not match.coded.seed.startswith(record.RESUMED):
        tell_par(match, table.people)
    return 0


def resume(path: Path) -> Match:
    """A saved match, to play on."""
    match = load(path)
    if match.over:
        raise Refusal(f"{path} holds a finished match; look at it with: budokan replay {path}")
    return match


def unused(path: Path) -> Path:
    """The first of name.match, name-2.match, … that does not exist."""
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def _keep(match: Match, path: Path) -> str:
    """Save a match that is not over; how to resume it, or why it could not be saved."""
    try:
        match.save(path)
    except Refusal as refusal:
        return f"budokan: {refusal}"
    return f"Saved in {path}. Go on with: budokan play --resume {path}"


def offer_more(match: Match, players: Sequence[str], iterations: int | None = None) -> bool:
    """Name the next step, and print the coach's report if asked; whether there is a rematch."""
    belt, step = next_step(match.coded, players)
    if step:
        print(f"{step} (budokan play {match.game} --plain --against {belt})" if belt else step)
    while True:
        if sys.stdin.isatty():
            print("Type again for a rematch, coach to see luck and mistakes, or just Enter to end.")
        try:
            answer = ask_line("> " if sys.stdin.isatty() else "").strip().lower()
        except (EOFError, KeyboardInterrupt):
            return False
        if answer != "coach":
            return answer == "again"
        people = [seat for seat, name in enumerate(players) if name == HUMAN]
        report(match, iterations, people[0] if len(people) == 1 else None)


def report(match: Match, iterations: int | None, you: int | None) -> None:
    """What the coach says about a match; Ctrl-C skips it."""
    with suppress(KeyboardInterrupt), note_ctrl_c() as check, Progress(check) as progress:
        found = match.coach(iterations=iterations, progress=progress)
        print("\n".join(lines(found.report, get_terminal_size((79, 24)).columns, you=you)))


def tell_par(match: Match, people: Sequence[str]) -> None:
    """Let the solver play the same deal; a script is only told the command for it."""
    coded = match.coded
    if not sys.stdin.isatty():
        if coded.setup.overlay:
            return  # the command would need the player's own file of cards
        changed = [
            f"{name}={value}" for name, value in options.changed(coded.setup.options).items()
        ]
        words = ["budokan", "par", match.game, "--seed", coded.seed]
        words += ["--options", ",".join(changed)] if changed else []
        print(f"Par for this deal: {shlex.join(words)}")
        return
    print("The solver plays the same deal for par. Press Ctrl-C to skip it.")
    with suppress(KeyboardInterrupt), note_ctrl_c() as check:
        found = find_par(deal(coded.game, coded.setup, coded.seed), check)
        print(found.told(match.scores()[people[0]] if people else None))
