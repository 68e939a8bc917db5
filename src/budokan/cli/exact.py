"""`budokan exact`: how close agents come to perfect play in small games."""

import json
import sys
from typing import Any

import click

from budokan.agents.belts import searcher
from budokan.agents.registry import MOST_ITERATIONS
from budokan.cli.group import main
from budokan.cli.options import json_option
from budokan.kit.errors import Refusal
from budokan.kit.game import find, find_all
from budokan.kit.notation import parse_number
from budokan.lab.exact.closeness import (
    ROUNDS,
    Truth,
    given_away,
    greedy_profile,
    profile_of,
    solve,
)
from budokan.lab.exact.tiny_games import TINY, Tiny, tiny_games
from budokan.lab.exact.values import Strategy, exploitability, uniform_profile
from budokan.terminal.interrupts import exit_on_ctrl_c

BUDGETS = "16,64,256,1024"


@main.command()
@click.argument("game")
@click.option("--budgets", default=BUDGETS, show_default=True, help="Numbers of iterations to try.")
@click.option(
    "--times",
    type=click.IntRange(1, 1000),
    default=4,
    show_default=True,
    help="How often the search makes every choice, each time with another seed.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 100_000),
    default=ROUNDS,
    show_default=True,
    help="Rounds of learning an equilibrium, for games with hidden information.",
)
@json_option
def exact(game: str, budgets: str, times: int, rounds: int, as_json: bool) -> None:
    """Solve the small games of a game, and say how close agents come to perfect play.

    GAME is a game, one of its small games, or all. Exploitability is how much a perfect opponent
    gains against an agent; "given away" is how much the agent loses to an opponent who plays an
    equilibrium. Both are parts of a won match.

    \b
    Examples:
      budokan exact udaka
      budokan exact kenpo_masters_3 --budgets 100,1000,10000 --times 8
      budokan exact all --json
    """
    amounts = _budgets(budgets)
    chosen = _chosen(game)
    reports = []
    for tiny in chosen:
        with exit_on_ctrl_c():
            reports.append(_report(tiny, amounts, times, rounds))
        if not as_json:
            click.echo(_text(reports[-1]))
    if as_json:
        click.echo(json.dumps(reports, indent=2))


def _budgets(text: str) -> list[int]:
    found = []
    for word in (word.strip() for word in text.split(",") if word.strip()):
        number = parse_number(word)
        if number is None or not 1 <= number <= MOST_ITERATIONS:
            raise Refusal(f"In --budgets {word[:40]!r} must be 1 to {MOST_ITERATIONS} iterations.")
        found.append(number)
    if not found:
        raise Refusal("Name at least one number of iterations: --budgets 100,1000.")
    return found


def _chosen(game: str) -> list[Tiny]:
    if game == "all":
        return list(TINY)
    if game not in {tiny.name for tiny in TINY} and game not in find_all():
        find(game)  # refuses it with near matches
    return tiny_games(game)


def _report(tiny: Tiny, budgets: list[int], times: int, rounds: int) -> dict[str, Any]:
    click.echo(f"{tiny.name}: solving ...", err=True)
    tree = tiny.tree()
    truth = solve(tree, rounds)
    agents = [
        _row("random", truth, uniform_profile(tree)),
        _row("greedy", truth, greedy_profile(tree)),
    ]
    for budget in budgets:
        agent = searcher(find(tiny.game), budget)
        label = f"{tiny.name}: search:{budget}"
        with click.progressbar(length=len(tree.choices), label=label, file=sys.stderr) as bar:
            profile = profile_of(agent, tree, times, bar.update)
        agents.append(_row(f"search:{budget}", truth, profile))
    return {
        "name": tiny.name,
        "game": tiny.game,
        "line": tiny.line,
        "hidden": not tiny.open_information,
        "nodes": tree.nodes,
        "choices": len(tree.choices),
        "value": round(truth.value, 5),
        "error": round(truth.error, 5),
        "agents": agents,
    }


def _row(name: str, truth: Truth, profile: list[Strategy]) -> dict[str, Any]:
    return {
        "agent": name,
        "exploitability": round(exploitability(truth.tree, profile), 5),
        "given_away": round(given_away(truth, profile), 5),
    }


def _text(report: dict[str, Any]) -> str:
    head = f"{report['name']}: {report['line']}"
    known = f"  {report['nodes']} nodes, {report['choices']} choices, worth {report['value']:.4f}"
    if report["hidden"]:
        known += f" to seat A, within {report['error']:.4f}"
    rows = [
        f"  {row['agent']:<14}{row['exploitability']:>14.4f}{row['given_away']:>14.4f}"
        for row in report["agents"]
    ]
    return "\n".join([head, known, f"  {'':<14}{'exploitability':>14}{'given away':>14}", *rows])
