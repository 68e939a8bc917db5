"""`budokan picture`: a position as a picture."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from budokan import picture as drawer
from budokan.cli.files import check_writable, read_text, write_bytes
from budokan.cli.group import main
from budokan.cli.options import options_option, read_setup, seats_option
from budokan.kit.contract import SPECTATOR
from budokan.kit.entries import seats_of, view_of
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup, find
from budokan.kit.notation import parse_seat
from budokan.kit.scene import Scene
from budokan.match import record
from budokan.server.table.frames import match_scene

KINDS = (".svg", ".png")


@main.command()
@click.argument("file")
@click.option("--out", required=True, metavar="FILE", help="The picture: a name with .svg or .png.")
@click.option(
    "--step", type=click.IntRange(0), help="The position after so many entries; else the last one."
)
@click.option("--seat", default="spectator", help="What this seat sees: A, B, … or spectator.")
@click.option("--dark", is_flag=True, help="The table by night.")
@click.option(
    "--width",
    type=click.IntRange(200, 4000),
    default=drawer.WIDTH,
    show_default=True,
    help="How many pixels wide.",
)
@click.option("--game", help="FILE is a position of this game (TOML or JSON), not a record.")
@seats_option
@options_option
def picture(
    file: str,
    out: str,
    step: int | None,
    seat: str,
    dark: bool,
    width: int,
    game: str | None,
    seats: int | None,
    given: tuple[str, ...],
    overlay: str | None,
) -> None:
    """Draw a position as SVG or PNG.

    FILE is a match record. With --game it is a position, as `budokan replay FILE --json` prints
    them and scenarios have them; --seats, --options and --cards then say what is played.

    \b
    Examples:
      budokan picture udaka.match --out udaka.svg
      budokan picture udaka.match --step 24 --seat B --dark --out udaka.png
      budokan picture position.toml --game kenpo_masters --seat A --out ring.svg
    """
    path, target = Path(file), Path(out)
    if target.suffix not in KINDS:
        raise Refusal(f"Name the picture with .svg or .png, not {target.name!r}.")
    check_writable(out)
    if game is None:
        if seats is not None or given or overlay:
            raise Refusal("--seats, --options and --cards need --game; a record has its own.")
        scene = scene_of_record(path, step, seat)
    elif step is not None:
        raise Refusal("--step needs a record; a position has no steps.")
    else:
        found = find(game)
        setup = read_setup(found, seats, given, overlay)
        scene = scene_of_position(path, found, setup, seat)
    drawn = drawer.svg(scene, width=width, theme="dark" if dark else "light")
    write_bytes(target, raster(drawn) if target.suffix == ".png" else drawn.encode())


def raster(drawn: str) -> bytes:
    from budokan.server.raster import png

    return png(drawn)


def scene_of_record(path: Path, step: int | None, seat: str) -> Scene:
    """What a viewer saw after some entries of a record."""
    read = record.load(path)
    if step is not None and step > len(read.entries):
        raise Refusal(f"{path} has {len(read.entries)} entries; there is no step {step}.")
    for match, _ in record.replay(read, str(path)):
        if len(match.entries) == step:
            break
    return match_scene(match, viewer_of(seat, match.setup.seats))


def scene_of_position(path: Path, game: Game, setup: Setup, seat: str) -> Scene:
    """What a viewer sees of a position."""
    state = game.read(read_position(path), setup)
    viewer = viewer_of(seat, setup.seats)
    view = view_of(state, viewer)
    return game.draw_scene(setup, view, viewer, tuple(seats_of(view.acting())))


def read_position(path: Path) -> Mapping[str, Any]:
    text = read_text(path)
    try:
        found = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal(f"{path} is not a position in TOML or JSON: {error}.") from error
    return dict(found)


def viewer_of(seat: str, seats: int) -> int:
    return SPECTATOR if seat == "spectator" else parse_seat(seat, seats, numbers=True)
