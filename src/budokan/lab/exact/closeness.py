"""How close agents come to perfect play in small games."""

from collections.abc import Callable
from dataclasses import dataclass

from budokan.agents.plain import Agent
from budokan.kit.rng import Rng
from budokan.lab.exact.equilibrium import EquilibriumSolver
from budokan.lab.exact.tree import Choice, Tree
from budokan.lab.exact.values import Strategy, exploitability, solve_backwards, value

ROUNDS = 60  # of learning an equilibrium
Tick = Callable[[int], object]  # is given the number of further choices done


@dataclass(frozen=True)
class Truth:
    """A small game and perfect play in it."""

    tree: Tree
    profile: list[Strategy]
    value: float  # for the first seat
    error: float  # the gain still possible against the profile


def solve(tree: Tree, rounds: int = ROUNDS) -> Truth:
    """Perfect play: found from the ends, or as an equilibrium."""
    profile = (
        solve_backwards(tree) if tree.open_information else EquilibriumSolver(tree).run(rounds)
    )
    return Truth(tree, profile, value(tree, profile), exploitability(tree, profile))


def given_away(truth: Truth, profile: list[Strategy]) -> float:
    """The loss of a profile to perfect opponents, averaged over the seats."""
    tree = truth.tree
    lost = 0.0
    for seat in range(tree.seats):
        both = [
            profile[choice.number] if choice.seat == seat else truth.profile[choice.number]
            for choice in tree.choices
        ]
        lost += value(tree, truth.profile, seat) - value(tree, both, seat)
    return lost / tree.seats


def greedy_profile(tree: Tree) -> list[Strategy]:
    """The best actions by heuristic, ties equally often."""
    return [_greedy(choice) for choice in tree.choices]


def _greedy(choice: Choice) -> Strategy:
    heuristics = [int(choice.view.heuristic(choice.seat, action)) for action in choice.actions]
    best = [float(heuristic == max(heuristics)) for heuristic in heuristics]
    return [p / sum(best) for p in best]


def strategy_of(agent: Agent, choice: Choice, seeds: range) -> Strategy:
    """How often an agent takes each action of a choice, asked once with each seed."""
    strategy = [0.0] * len(choice.actions)
    for seed in seeds:
        agent.begin()
        action = int(agent.choose(choice.view, choice.seat, Rng(seed)))
        strategy[choice.actions.index(action)] += 1 / len(seeds)
    return strategy


def profile_of(agent: Agent, tree: Tree, times: int, tick: Tick = lambda n: None) -> list[Strategy]:
    """The profile of an agent, asked several times at every choice with new seeds."""
    found = []
    for choice in tree.choices:
        first = choice.number * times
        found.append(strategy_of(agent, choice, range(first, first + times)))
        tick(1)
    return found
