"""How close agents come to perfect play in games that are small enough to know it."""

from collections.abc import Callable
from dataclasses import dataclass

from budokan.agents.plain import Agent
from budokan.kit.rng import Rng
from budokan.lab.exact.regret import Solver
from budokan.lab.exact.solver import Choice, Strategy, Tree, exploitability, solved, value

ROUNDS = 60  # of learning an equilibrium
Tick = Callable[[int], object]  # told how many choices more are decided


@dataclass(frozen=True)
class Truth:
    """A small game and perfect play in it."""

    tree: Tree
    profile: list[Strategy]
    value: float  # for the first seat
    error: float  # what could still be gained against the profile


def know(tree: Tree, rounds: int = ROUNDS) -> Truth:
    """Solve a game from its ends, or learn an equilibrium."""
    profile = solved(tree) if tree.bare else Solver(tree).run(rounds)
    return Truth(tree, profile, value(tree, profile), exploitability(tree, profile))


def given_away(truth: Truth, profile: list[Strategy]) -> float:
    """What a profile loses to perfect opponents, on average over the seats."""
    tree = truth.tree
    lost = 0.0
    for seat in range(tree.seats):
        both = [
            profile[choice.number] if choice.seat == seat else truth.profile[choice.number]
            for choice in tree.choices
        ]
        lost += value(tree, truth.profile, seat) - value(tree, both, seat)
    return lost / tree.seats


def greedy(tree: Tree) -> list[Strategy]:
    """What looks best at first sight; equal heuristics equally often."""
    return [_greedy(choice) for choice in tree.choices]


def _greedy(choice: Choice) -> Strategy:
    heuristics = [int(choice.view.heuristic(choice.seat, action)) for action in choice.actions]
    best = [float(heuristic == max(heuristics)) for heuristic in heuristics]
    return [p / sum(best) for p in best]


def decided(agent: Agent, choice: Choice, seeds: range) -> Strategy:
    """How often an agent decides on each action of a choice, asked once with every seed."""
    strategy = [0.0] * len(choice.actions)
    for seed in seeds:
        agent.begin()
        action = int(agent.choose(choice.view, choice.seat, Rng(seed)))
        strategy[choice.actions.index(action)] += 1 / len(seeds)
    return strategy


def asked(agent: Agent, tree: Tree, times: int, tick: Tick = lambda n: None) -> list[Strategy]:
    """What an agent does at every choice, asked several times with fresh seeds."""
    found = []
    for choice in tree.choices:
        first = choice.number * times
        found.append(decided(agent, choice, range(first, first + times)))
        tick(1)
    return found
