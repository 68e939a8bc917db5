"""`budokan cards`: write, check and compare card files of one's own."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from budokan.cli.files import check_writable, write_text
from budokan.cli.group import main
from budokan.cli.options import json_option
from budokan.kit import card_file, card_template
from budokan.kit.card_format import Fault
from budokan.kit.card_template import Difference
from budokan.kit.data import ABOUT, UNTITLED
from budokan.kit.errors import Refusal, shortened_path
from budokan.kit.game import Game, find


@main.command()
@click.argument("game")
@click.option("--out", metavar="FILE", help="Write to this file instead of printing.")
@click.option("--force", is_flag=True, help="With --out: overwrite a file that exists.")
@click.option("--from", "start", metavar="FILE", help="Start from this card file, not from ours.")
@click.option("--check", "checked", metavar="FILE", help="Tell everything that is wrong in FILE.")
@click.option("--diff", "compared", metavar="FILE", help="Tell what differs from our cards.")
@json_option
def cards(
    game: str,
    out: str | None,
    force: bool,
    start: str | None,
    checked: str | None,
    compared: str | None,
    as_json: bool,
) -> None:
    """Write a card file to enter your own cards in, check it, or compare it with ours.

    Without --check or --diff it writes a commented file with every value, where it comes from and
    what may stand there. A file with faults makes --check end with code 1; warnings do not: they
    tell what differs from a value that we hold for printed. docs/own_cards.md tells all about it.

    \b
    Examples:
      budokan cards kenpo_masters --out mine.toml
      budokan cards kenpo_masters --check mine.toml
      budokan cards kenpo_masters --diff mine.toml
      budokan cards kenpo_masters --from theirs.toml --out mine.toml
      budokan play kenpo_masters --cards mine.toml
    """
    chosen = find(game)
    asked = [f"--{name}" for name, file in (("check", checked), ("diff", compared)) if file]
    if len(asked) == 2 or (asked and (out or start or force)):
        raise Refusal("Write a file, check one or compare one: give just one of these.")
    if as_json and not asked:
        raise Refusal("--json is for --check and --diff; a card file is TOML.")
    if force and not out:
        raise Refusal("--force is for --out FILE.")
    if checked is not None:
        raise SystemExit(check(chosen, checked, as_json))
    if compared is not None:
        compare(chosen, compared, as_json)
    else:
        write(chosen, start, out, force)


def write(game: Game, start: str | None, out: str | None, force: bool) -> None:
    """Write a template."""
    overlay = card_file.read(Path(start), game) if start is not None else {}
    text = card_template.template(game, overlay)
    if out is None:
        click.echo(text, nl=False)
        return
    check_writable(out)
    if Path(out).exists() and not force:
        raise Refusal(f"{shortened_path(out)} exists; name another file, or give --force.")
    write_text(Path(out), text)
    click.echo(f"Written to {out}. Change it, then: budokan cards {game.id} --check {out}")


# -- checking -------------------------------------------------------------------------------------


def check(game: Game, name: str, as_json: bool) -> int:
    """Tell all faults of a file; the exit code."""
    raw = card_file.read_bytes(Path(name))
    overlay = card_file.tables(raw, f"The card file {shortened_path(name)}")
    found = card_file.faults(game, overlay)
    lines = card_template.lines_of(raw.decode("utf-8-sig"))
    wrong = [fault for fault in found if not fault.warning]
    if as_json:
        click.echo(json.dumps(document(game, overlay, found, lines), indent=2))
    else:
        for line in report(game, name, overlay, found, lines):
            click.echo(line)
    return 1 if wrong else 0


def document(
    game: Game, overlay: dict[str, Any], found: Sequence[Fault], lines: dict[str, int]
) -> dict[str, Any]:
    """The answer of --check as plain values."""
    return {
        "game": game.id,
        "title": title(overlay),
        "playable": all(fault.warning for fault in found),
        "faults": [
            {
                "where": fault.where,
                "line": card_template.line_of(lines, fault.where),
                "text": fault.text,
                "warning": fault.warning,
            }
            for fault in found
        ],
    }


def report(
    game: Game, name: str, overlay: dict[str, Any], found: Sequence[Fault], lines: dict[str, int]
) -> list[str]:
    """The answer of --check in lines."""
    wrong = [fault for fault in found if not fault.warning]
    warned = [fault for fault in found if fault.warning]
    told = []
    if wrong:
        told.append(f"{name} cannot be played: {counted(len(wrong), 'fault')}.")
        told += [placed(fault, lines) for fault in in_order(wrong, lines)]
    else:
        told.append(f"{name} can be played. {summary(card_template.diff(game, overlay))}")
    if warned:
        told.append(
            f"{counted(len(warned), 'warning')}: yours is played, but we hold ours for printed."
        )
        told += [placed(fault, lines) for fault in in_order(warned, lines)]
    return told


def in_order(found: Sequence[Fault], lines: dict[str, int]) -> list[Fault]:
    return sorted(found, key=lambda fault: card_template.line_of(lines, fault.where))


def placed(fault: Fault, lines: dict[str, int]) -> str:
    """A fault with its line in the file."""
    line = card_template.line_of(lines, fault.where)
    return f"  line {line}: {fault}" if line else f"  {fault}"


def title(overlay: dict[str, Any]) -> str:
    about = overlay.get(ABOUT, {})
    return str(about.get("title", "") if isinstance(about, dict) else "") or UNTITLED


# -- comparing ------------------------------------------------------------------------------------


def compare(game: Game, name: str, as_json: bool) -> None:
    """Tell what a file without faults changes."""
    overlay = card_file.read(Path(name), game)
    found = card_template.diff(game, overlay)
    if as_json:
        told = [
            {
                "where": each.where,
                "ours": each.ours,
                "theirs": each.theirs,
                "source": each.source,
                "note": each.note,
            }
            for each in found
        ]
        click.echo(json.dumps({"game": game.id, "title": title(overlay), "differences": told}))
        return
    click.echo(f"{title(overlay)}: {summary(found)}")
    for each in found:
        click.echo(f"  {each}")


def summary(found: Sequence[Difference]) -> str:
    """How much differs, in a sentence."""
    whole = [each for each in found if each.is_component]
    new = sum(each.ours is None for each in whole)
    parts = [
        f"{counted(len(found) - len(whole), 'value')} changed",
        f"{counted(new, 'component')} new",
        f"{len(whole) - new} dropped",
    ]
    return f"{', '.join(parts)}." if found else "It does not differ from our cards."


def counted(number: int, what: str) -> str:
    """Such as: 1 fault, 2 faults."""
    return f"{number} {what}{'' if number == 1 else 's'}"
