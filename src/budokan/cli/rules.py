"""`budokan rules`: the rules of a game, or one clause."""

import sys

import click

from budokan.cli.group import main
from budokan.cli.options import cards_option, read_cards
from budokan.kit.data import NOT_SHOWN, Data
from budokan.kit.errors import Refusal, shortened, suggest
from budokan.kit.game import Game, find
from budokan.kit.provenance import Sourced, values_of
from budokan.kit.toml_text import toml_value


@main.command()
@click.argument("game")
@click.argument("clause", required=False)
@cards_option
def rules(game: str, clause: str | None, overlay: str | None) -> None:
    """Read the rules of a game, or one clause.

    With --cards the values of your cards follow, each with its source; after a clause, those that
    differ from what it states.

    \b
    Examples:
      budokan rules udaka
      budokan rules dojo_duel DD-R4
      budokan rules kenpo_masters --cards mine.toml
    """
    chosen = find(game)
    data = chosen.setup(overlay=read_cards(overlay)).data if overlay is not None else None
    if clause is None:
        text = chosen.rules if data is None else f"{chosen.rules}\n{components(chosen, data)}"
        click.echo_via_pager(text) if sys.stdout.isatty() else click.echo(text)
        return
    name = clause.upper()
    if name not in chosen.clauses:
        raise Refusal(
            f"{chosen.title} has no clause {shortened(clause)}; {suggest(name, chosen.clauses)}"
        )
    click.echo(f"{name}  {chosen.clauses[name]}")
    for line in changed(chosen.data, data, name) if data is not None else ():
        click.echo(line)


def components(game: Game, data: Data) -> str:
    """The components with a card file as tables; its own values are marked."""
    lines = [f"# Your cards: {data.title}", ""]
    for section, rows in data.sections.items():
        form = game.card_format.sections.get(section)
        lines += [f"## {form.title if form else section}", ""]
        lines += ["| component | value | | source |", "|---|---|---|---|"]
        for key in rows:
            lines += [_line(key, each) for each in values_of(game, data, f"{section}.{key}")]
        lines.append("")
    return "\n".join(lines)


def _line(key: str, each: Sourced) -> str:
    value = each.value if isinstance(each.value, str) else toml_value(each.value)
    beside = ", ".join(filter(None, (each.note, each.clause)))
    source = f"{each.source}{f' ({beside})' if beside else ''}"
    return f"| {key} | {each.label} | {value.replace('|', '/')} | {source} |"


def changed(ours: Data, data: Data, clause: str) -> list[str]:
    """What a card file says where a clause states something else."""
    told = [
        f"{row.where}.{name} is {toml_value(row.values.get(name, NOT_SHOWN))}"
        for rows in data.sections.values()
        for row in rows.values()
        for name, stated in row.clauses.items()
        if stated == clause and row.is_own(name)
    ]
    told += [
        f"{row.where} is left out"
        for section, rows in ours.sections.items()
        for key, row in rows.items()
        if clause in row.clauses.values() and key not in data.sections[section]
    ]
    return [f"{each} in your cards ({data.title})." for each in told]
