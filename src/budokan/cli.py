"""The command line: every command answers with figures, text, or one clear sentence."""

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from budokan import __version__
from budokan.kit import cards, options, scenario
from budokan.kit.core import SPECTATOR, copy
from budokan.kit.errors import Refusal, near
from budokan.kit.game import Game, Setup, find, find_all
from budokan.kit.notation import parse_seat
from budokan.play import record
from budokan.play.chance import new_seed
from budokan.play.match import Entry, Match, entry_text

INTERRUPTED = 130
PAIR = re.compile(r",(?=[\w.]+=)")


class Commands(click.Group):
    """Turns a refusal into one sentence and a non-zero exit."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            click.echo(f"budokan: {refusal}", err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("budokan: interrupted.", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            sys.stderr.close()  # whoever read our output has enough
            ctx.exit(1)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="budokan")
def main() -> None:
    """Budokan: a hall for martial-arts tabletop games.

    \b
    Examples:
      budokan games                      which games there are
      budokan play dojo_duel --plain     play against the computer, line by line
      budokan rules udaka UD-17          read one clause
      budokan simulate udaka --games 1000 --agents greedy,random --seats 2
    """


# -- what several commands share ----------------------------------------------------------------


def options_option(command: Any) -> Any:
    """--options and --cards, the same for every command that sets a table."""
    command = click.option(
        "--options",
        "given",
        multiple=True,
        metavar="K=V",
        help="A switch, several with commas. For one seat: A.deck=ember_fist; "
        "@FILE reads a value from a file: A.deck=@mine.txt.",
    )(command)
    return click.option(
        "--cards", "overlay", metavar="FILE", help="Your own values for designed cards (TOML)."
    )(command)


def read_setup(game: Game, seats: int | None, given: Iterable[str], overlay: str | None) -> Setup:
    """A setup from the words of a command line."""
    switches: dict[str, Any] = {}
    choices: dict[int, dict[str, Any]] = {}
    for pair in (pair for text in given for pair in PAIR.split(text)):
        name, equals, value = pair.partition("=")
        if not equals:
            raise Refusal(f"{pair!r} is not of the form option=value.")
        if value.startswith("@"):
            value = read_text(Path(value[1:]))
        seat, dot, key = name.strip().rpartition(".")
        if dot:
            choices.setdefault(parse_seat(seat, game.seats[-1]), {})[key] = value
        else:
            switches[key] = value
    return game.setup(
        seats, switches, choices, cards.read_overlay(Path(overlay)) if overlay else None
    )


def read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise Refusal(f"Cannot read {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise Refusal(f"Cannot read {path}: it is not text.") from error


# -- commands -----------------------------------------------------------------------------------


@main.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def games(as_json: bool) -> None:
    """List the games.

    \b
    Examples:
      budokan games
      budokan games --json
    """
    documents = [game.document() for game in find_all().values()]
    if as_json:
        click.echo(json.dumps(documents, indent=2))
        return
    for game in documents:
        seats = (
            f"{game['seats'][0]} to {game['seats'][-1]}"
            if len(game["seats"]) > 1
            else game["seats"][0]
        )
        click.echo(f"{game['id']:15} {game['title']}, {seats} players. {game['line']}")
        for option in game["options"]:
            click.echo(
                f"  {option['name']} = {option['default']} ({option['values']}): {option['text']}"
            )


@main.command()
@click.argument("game", required=False)
@click.option("--seat", help="Your seat: A, B, … or 0, 1, … (A by default).")
@click.option(
    "--against",
    help="Who sits on the other seats, in order: greedy (the default), random, search, "
    "search:5000 or human (the same keyboard). The last one is repeated.",
)
@click.option("--seats", type=int, help="How many sit at the table.")
@options_option
@click.option("--seed", help="Deal as with this seed; by default nobody can foresee the deal.")
@click.option("--plain", is_flag=True, help="Line by line; for screen readers, pipes and scripts.")
@click.option("--resume", metavar="FILE", help="Go on with a match saved in plain text play.")
@click.option("--join", metavar="LINK", help="Sit down at a table of a hall, by its link.")
def play(
    game: str | None,
    seat: str | None,
    against: str | None,
    seats: int | None,
    given: tuple[str, ...],
    overlay: str | None,
    seed: str | None,
    plain: bool,
    resume: str | None,
    join: str | None,
) -> None:
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
      budokan play --resume saved.match
    """
    simple = not any((seat, against, seats, given, overlay, seed, plain, resume))
    if join or (simple and sys.stdin.isatty() and sys.stdout.isatty()):
        from budokan.terminal import app

        app.run(game, join)
        return
    from budokan.terminal import plain as plain_text

    if resume:
        match = plain_text.resumed(Path(resume))
    else:
        chosen = find(game) if game else ask_game()
        match = Match(chosen, read_setup(chosen, seats, given, overlay), seed=seed or new_seed())
    mine = parse_seat(seat or "A", match.setup.seats)
    sitting = plain_text.seated(match.setup.seats, mine, against or "greedy")
    saved = Path(resume) if resume else plain_text.unused(Path(f"{match.game.id}.match"))
    raise SystemExit(plain_text.play(match, sitting, saved))


def ask_game() -> Game:
    """Let a person pick a game."""
    from budokan.terminal.plain import ask_line

    found = list(find_all().values())
    for number, game in enumerate(found, 1):
        click.echo(f"  {number}  {game.title}: {game.text['game']['line']}")
    try:
        answer = ask_line("Which game? ").strip()
    except (EOFError, KeyboardInterrupt):
        raise Refusal("No game chosen; name one: budokan play GAME.") from None
    if answer.isdecimal() and 1 <= int(answer) <= len(found):
        return found[int(answer) - 1]
    return find(answer)


@main.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option("--lan", is_flag=True, help="Let other machines on the local network in.")
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
@click.option("--data", metavar="DIR", help="Where matches are kept; by default your data folder.")
def hall(port: int, lan: bool, no_open: bool, data: str | None) -> None:
    """Open the hall in the browser.

    Every match is kept and can be resumed any day.

    \b
    Examples:
      budokan hall
      budokan hall --lan --port 8080
      budokan hall --no-open --data matches
    """
    from budokan.server.run import serve

    host = "0.0.0.0" if lan else "127.0.0.1"
    serve(host, port, Path(data) if data else None, not no_open)


@main.command()
@click.argument("game")
@click.option("--games", "number", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--agents", default="random", show_default=True, help="One for each seat, in order.")
@click.option("--seats", type=int, help="How many sit at the table.")
@click.option("--seed", type=click.IntRange(0, 2**53), default=1, show_default=True)
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes."
)
@options_option
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.option("--records", metavar="DIR", help="Write the record of every match there.")
def simulate(
    game: str,
    number: int,
    agents: str,
    seats: int | None,
    seed: int,
    jobs: int,
    given: tuple[str, ...],
    overlay: str | None,
    as_json: bool,
    records: str | None,
) -> None:
    """Let agents play many matches and print the figures.

    The same seed gives the same matches, whatever the number of jobs. With fewer agents than
    seats the last one is repeated.

    \b
    Examples:
      budokan simulate udaka --seats 4 --games 100000 --agents random,random,random,random
      budokan simulate dojo_duel --games 2000 --agents greedy,search:200 --jobs 2 --json
      budokan simulate dojo_duel --games 10 --records matches
    """
    from budokan.lab import simulate as lab

    chosen = find(game)
    setup = read_setup(chosen, seats, given, overlay)
    names = [name.strip() for name in agents.split(",")]
    if len(names) > setup.seats:
        raise Refusal(f"{len(names)} agents are too many for {setup.seats} seats.")
    names += [names[-1]] * (setup.seats - len(names))
    job = lab.Job(
        game=chosen.id,
        seats=setup.seats,
        options=options.changed(setup.options),
        choices={s: options.changed(choice) for s, choice in enumerate(setup.choices)},
        overlay=dict(setup.overlay),
        agents=tuple(names),
        seed=seed,
        records=make_folder(records) if records else "",
    )
    lab.open_job(job)
    try:
        with click.progressbar(length=number, label="matches", file=sys.stderr) as bar:
            figures = lab.simulate(job, number, jobs, bar.update)
    except KeyboardInterrupt:
        click.echo("budokan: interrupted; the records written so far are complete.", err=True)
        raise SystemExit(INTERRUPTED) from None
    report = lab.report(job, figures)
    click.echo(json.dumps(report, indent=2) if as_json else lab.table(report))


def make_folder(name: str) -> str:
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(f"Cannot make the folder {name}: {error.strerror}.") from error
    return name


@main.command()
@click.argument("file")
@click.option("--seat", help="Show what this seat saw (A, B, … or spectator).")
@click.option("--json", "as_json", is_flag=True, help="The position after every entry, one a line.")
def replay(file: str, seat: str | None, as_json: bool) -> None:
    """Replay a match record.

    Without --seat a finished match is shown whole; of an unfinished one a seat must be named.

    \b
    Examples:
      budokan replay udaka.match
      budokan replay udaka.match --seat B
      budokan replay udaka.match --json | tail -1
    """
    read = record.load(Path(file))
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
        click.echo(f"{len(match.entries):4}  {entry_text(match.game, shown):30} {told}".rstrip())
        before, heard = copy(match.state), len(match.story)


def echo_position(match: Match, viewer: int | None) -> None:
    state = match.state if viewer is None else match.view(viewer)
    click.echo(json.dumps(match.game.write(state, match.setup)))


def read_viewer(seat: str | None, match: Match, over: bool) -> int | None:
    """Whose eyes a replay uses; None sees all."""
    if seat is None and not over:
        raise Refusal(
            "This match is not over; name whose view to show: --seat A, or --seat spectator."
        )
    if seat is None:
        return None
    return SPECTATOR if seat == "spectator" else parse_seat(seat, match.setup.seats)


@main.command()
@click.argument("files", nargs=-1, required=True)
def check(files: tuple[str, ...]) -> None:
    """Run scenario files and say which assertions fail.

    \b
    Examples:
      budokan check top_pair.toml
      budokan check scenarios/*.toml
    """
    failed = 0
    for name in files:
        try:
            faults = scenario.run(Path(name))
        except Refusal as refusal:
            faults = [str(refusal)]
        failed += bool(faults)
        click.echo(f"{'FAILED' if faults else 'ok':7} {name}")
        for fault in faults:
            click.echo(f"        {fault}")
    click.echo(f"{len(files) - failed} passed, {failed} failed")
    if failed:
        raise SystemExit(1)


@main.command()
@click.argument("game")
@click.argument("clause", required=False)
def rules(game: str, clause: str | None) -> None:
    """Read the rules of a game, or one clause.

    \b
    Examples:
      budokan rules udaka
      budokan rules dojo_duel DD-R4
    """
    chosen = find(game)
    if clause is None:
        click.echo_via_pager(chosen.rules) if sys.stdout.isatty() else click.echo(chosen.rules)
        return
    name = clause.upper()
    if name not in chosen.clauses:
        raise Refusal(f"{chosen.title} has no clause {clause!r}; {near(name, chosen.clauses)}")
    click.echo(f"{name}  {chosen.clauses[name]}")


if __name__ == "__main__":
    main()
