"""Exact small games: the solver against known solutions, the search against the solver."""

import json
import math
import os
from collections import Counter
from functools import cache

import pytest
from click.testing import CliRunner

from budokan.agents.evaluation import Evaluation
from budokan.agents.ismcts import Search, Style
from budokan.cli import main
from budokan.kit.contract import State, copy
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.kit.rng import Rng
from budokan.lab.exact.closeness import (
    Truth,
    given_away,
    greedy_profile,
    profile_of,
    solve,
    strategy_of,
)
from budokan.lab.exact.equilibrium import EquilibriumSolver
from budokan.lab.exact.tiny_games import TINY, Tiny, deals, tiny_games
from budokan.lab.exact.tree import Choice, Tree
from budokan.lab.exact.values import (
    BestAnswer,
    exploitability,
    pure,
    solve_backwards,
    uniform_profile,
    value,
)
from tests.lab.sample_games import Kuhn, Reroll

BY_NAME = {tiny.name: tiny for tiny in TINY}


def search(iterations: int) -> Search:
    """A plain search, without measured styles or fitted weights."""
    return Search(Style(iterations), Evaluation([]))


@cache
def truth(name: str) -> Truth:
    return solve(BY_NAME[name].tree(), 40)


# -- known solutions ------------------------------------------------------------------------------


def test_poker_is_worth_what_kuhn_found() -> None:
    tree = Tree([(1, Kuhn())])
    assert len(tree.choices) == 12  # three cards, two moments for each seat
    profile = EquilibriumSolver(tree).run(200)
    assert value(tree, profile) == pytest.approx((2 - 1 / 18) / 4, abs=1e-3)
    assert exploitability(tree, profile) < 1e-3
    assert exploitability(tree, uniform_profile(tree)) == pytest.approx(11 / 24 / 4)


def test_the_best_answer_to_one_who_always_bets() -> None:
    tree = Tree([(1, Kuhn())])
    bold = [pure(2, 1)] * len(tree.choices)
    # With a King 2, with a Queen 0 on average, with a Jack the fold costs 1: (2 + 0 - 1) / 3.
    assert BestAnswer(tree, bold, 1).value == pytest.approx((2 + 1 / 3) / 4)
    assert value(tree, bold) == pytest.approx(0.5)


def test_a_die_is_rolled_again_below_four() -> None:
    tree = Tree([(1, Reroll())], open_information=True)
    best = solve_backwards(tree)
    assert value(tree, best) == pytest.approx(4.25 / 6)
    assert exploitability(tree, best) == 0
    assert exploitability(tree, uniform_profile(tree)) == pytest.approx(0.75 / 6)
    assert [strategy.index(1.0) for strategy in best] == [1, 1, 1, 0, 0, 0]


def test_positions_with_hidden_cards_are_not_merged() -> None:
    with pytest.raises(Refusal, match="hidden"):
        Tree([(1, Kuhn())], open_information=True)
    with pytest.raises(Refusal, match="nothing is hidden"):
        solve_backwards(Tree([(1, Kuhn())]))
    with pytest.raises(Refusal, match="for two"):
        EquilibriumSolver(Tree([(1, Reroll())]))


@pytest.mark.long
def test_two_methods_agree() -> None:
    """A fight without secrets, solved from its ends and learnt as an equilibrium."""
    assert os.environ.get("BUDOKAN_LONG") == "1"
    tiny = BY_NAME["martial_art_guard"]
    learnt = solve(Tree(tiny.worlds(find(tiny.game))), 60)
    assert learnt.value == pytest.approx(truth(tiny.name).value, abs=3 * learnt.error + 1e-9)


# -- the small games ------------------------------------------------------------------------------


def test_every_game_has_a_small_one() -> None:
    assert {tiny.game for tiny in TINY} == {
        "dojo_duel",
        "kenpo_masters",
        "martial_art",
        "master_udo",
        "udaka",
    }
    assert [tiny.name for tiny in tiny_games("martial_art")] == [
        "martial_art_skills",
        "martial_art_guard",
    ]
    assert tiny_games("kenpo_masters_3")[0].game == "kenpo_masters"


def test_every_deal_is_listed() -> None:
    found = deals("x x y", (1, 1))
    assert found == {("x", "x"): 2, ("x", "y"): 2, ("y", "x"): 2}
    assert sum(deals("a b c d e", (2, 2, 1)).values()) == 30


@pytest.mark.parametrize("name", ["udaka", "kenpo_masters"])
def test_guesses_are_as_likely_as_the_deals(name: str) -> None:
    """Seat B sees only its own cards; its guesses are as frequent as the deals."""
    worlds = BY_NAME[name].worlds(find(BY_NAME[name].game))
    view = seen_by(worlds[0][1], 1)
    fits = {tuple(w.encode()): n for n, w in worlds if seen_by(w, 1).encode() == view.encode()}
    rng, tries = Rng(3), 1000
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(tries):
        world = copy(view)
        world.guess(1, rng)
        found[tuple(world.encode())] += 1
    assert len(fits) > 2 and set(found) <= set(fits)
    total = sum(fits.values())
    off = sum((found[w] - tries * n / total) ** 2 / (tries * n / total) for w, n in fits.items())
    freedom = len(fits) - 1
    assert off < freedom + 5 * math.sqrt(2 * freedom)


def seen_by(state: State, seat: int) -> State:
    view = copy(state)
    view.observe(seat)
    return view


# -- the search against perfect play --------------------------------------------------------------


def regret(name: str, iterations: int, most: int) -> float:
    """The mean loss of a search to perfect opponents, where a choice matters."""
    known = truth(name)
    best = [BestAnswer(known.tree, known.profile, seat) for seat in range(known.tree.seats)]
    agent, lost = search(iterations), []
    for choice in telling(known.tree.choices, best)[:most]:
        worths = best[choice.seat].worths(choice)
        played = strategy_of(agent, choice, range(choice.number, choice.number + 1))
        lost.append(max(worths) - sum(p * w for p, w in zip(played, worths, strict=True)))
    assert len(lost) == most
    return sum(lost) / len(lost)


def telling(choices: list[Choice], best: list[BestAnswer]) -> list[Choice]:
    """The choices at which a mistake costs something, spread over the whole tree."""
    found = []
    for choice in choices:
        worths = best[choice.seat].worths(choice)
        if max(worths) - min(worths) > 0.02:
            found.append(choice)
    return sorted(found, key=lambda choice: choice.number * 7919 % 1009)


@pytest.mark.parametrize(
    "name", ["kenpo_masters", "master_udo", "martial_art_skills", "martial_art_guard"]
)
def test_a_longer_search_loses_less(name: str) -> None:
    few, many = regret(name, 4, 10), regret(name, 400, 10)
    assert many < few and many < 0.01


def test_the_outlook_is_the_exact_value() -> None:
    """A long search expects the exact value of the last round."""
    tiny = BY_NAME["martial_art_guard"]
    start = tiny.worlds(find(tiny.game))[0][1]
    expected = search(3000).outlook(start, 0, Rng(1))
    assert expected == pytest.approx(truth(tiny.name).value, abs=0.03)


@pytest.mark.long
@pytest.mark.parametrize("tiny", TINY, ids=lambda tiny: tiny.name)
def test_search_cannot_be_exploited_much(tiny: Tiny) -> None:
    assert os.environ.get("BUDOKAN_LONG") == "1"
    known = truth(tiny.name)
    few, many = (profile_of(search(n), known.tree, 1) for n in (8, 2048))
    assert exploitability(known.tree, many) < exploitability(known.tree, few)
    assert exploitability(known.tree, many) < 0.08
    # One action that is starved by its first tries costs 0.05 here (docs/exact.md).
    assert given_away(known, many) < 0.06


# -- the command ----------------------------------------------------------------------------------


def run(*words: str) -> str:
    done = CliRunner().invoke(main, ["exact", *words])
    return f"{done.exit_code} {done.output}"


def test_the_command_reports_exact_figures() -> None:
    told = run("martial_art_guard", "--budgets", "4", "--times", "1", "--json")
    (report,) = json.loads(told[told.index("[") :])
    known = truth("martial_art_guard")
    assert report["choices"] == len(known.tree.choices)
    assert report["value"] == pytest.approx(known.value, abs=1e-4)
    rows = {row["agent"]: row["exploitability"] for row in report["agents"]}
    assert list(rows) == ["random", "greedy", "search:4"]
    assert rows["greedy"] == pytest.approx(
        exploitability(known.tree, greedy_profile(known.tree)), abs=1e-4
    )
    assert "exploitability" in run("martial_art_guard", "--budgets", "4", "--times", "1")


def test_the_command_refuses_in_a_sentence() -> None:
    assert run("chess").startswith("2 budokan: There is no game 'chess'")
    assert "In --budgets 'many' must be 1 to" in run("udaka", "--budgets", "many")
    assert "Examples:" in run("--help")
