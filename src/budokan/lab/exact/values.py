"""Exact figures of a small game: values, best answers, and perfect play without hidden cards."""

from collections.abc import Sequence

from budokan.kit.errors import Refusal
from budokan.lab.exact.tree import END, Choice, Node, Tree

Strategy = list[float]  # how often each action of a choice is taken
Profile = Sequence[Strategy]  # a strategy for every choice of a tree, in its order


def uniform_profile(tree: Tree) -> list[Strategy]:
    """Every action equally often."""
    return [[1 / len(choice.actions)] * len(choice.actions) for choice in tree.choices]


def value(tree: Tree, profile: Profile, seat: int = 0) -> float:
    """The mean score of a seat if everybody follows a profile."""
    known: dict[Node, float] = {}

    def below(node: Node) -> float:
        if node.seat == END:
            return node.worth[seat]
        if node not in known:
            odds = node.odds if node.choice is None else profile[node.choice.number]
            known[node] = sum(
                p * below(step) for p, step in zip(odds, node.steps, strict=True) if p
            )
        return known[node]

    return below(tree.root)


class BestAnswer:
    """The best answer of one seat to a profile of the others, found from the ends back."""

    def __init__(self, tree: Tree, profile: Profile, seat: int) -> None:
        self.seat = seat
        self.profile = profile
        self._reach: dict[Node, float] = {}  # how often chance and the others lead here
        self._worth: dict[Node, float] = {}
        self._best: dict[Choice, int] = {}
        if not tree.open_information:  # else every choice has one world
            self._spread(tree.root, 1.0)
        self.value = self._below(tree.root)

    def _spread(self, node: Node, reach: float) -> None:
        if node.choice is not None and node.seat == self.seat:
            self._reach[node] = reach
            odds = [1.0] * len(node.steps)
        else:
            odds = node.odds if node.choice is None else self.profile[node.choice.number]
        for p, step in zip(odds if node.steps else (), node.steps, strict=True):
            self._spread(step, reach * p)

    def _below(self, node: Node) -> float:
        if node.seat == END:
            return node.worth[self.seat]
        if node not in self._worth:
            self._worth[node] = self._judge(node)
        return self._worth[node]

    def _judge(self, node: Node) -> float:
        if node.choice is None:
            odds = node.odds
        elif node.seat != self.seat:
            odds = self.profile[node.choice.number]
        else:
            return self._below(node.steps[self.best(node.choice)])
        return sum(p * self._below(step) for p, step in zip(odds, node.steps, strict=True) if p)

    def best(self, choice: Choice) -> int:
        """The index of the best action."""
        if choice not in self._best:
            worth = self.worths(choice)
            self._best[choice] = worth.index(max(worth))
        return self._best[choice]

    def worths(self, choice: Choice) -> list[float]:
        """The mean score after each action of a choice, with best play from there on.

        All are 0 where the others never lead to this choice.
        """
        reach = [self._reach.get(node, 1.0) for node in choice.nodes]
        total = sum(reach) or 1.0
        return [
            sum(r * self._below(node.steps[i]) for r, node in zip(reach, choice.nodes, strict=True))
            / total
            for i in range(len(choice.actions))
        ]


def exploitability(tree: Tree, profile: Profile) -> float:
    """The gain of perfect play against a profile over following it, averaged over the seats.

    For a lone player: what the profile misses.
    """
    seats = range(tree.seats)
    gains = [BestAnswer(tree, profile, seat).value - value(tree, profile, seat) for seat in seats]
    return sum(gains) / tree.seats


def solve_backwards(tree: Tree) -> list[Strategy]:
    """Perfect play of all seats in a game of open information, from the ends back."""
    if not tree.open_information:
        raise Refusal("Only a game in which nothing is hidden can be solved from its ends.")
    profile: list[Strategy] = [[] for _ in tree.choices]
    worth: dict[Node, tuple[float, ...]] = {}

    def below(node: Node) -> tuple[float, ...]:
        if node.seat == END:
            return node.worth
        if node not in worth:
            worths = [below(step) for step in node.steps]
            if node.choice is None:
                each = zip(*worths, strict=True)
                worth[node] = tuple(_mean(node.odds, part) for part in each)
            else:
                best = max(range(len(worths)), key=lambda i: worths[i][node.seat])
                profile[node.choice.number] = pure(len(worths), best)
                worth[node] = worths[best]
        return worth[node]

    below(tree.root)
    return profile


def _mean(odds: Sequence[float], worths: Sequence[float]) -> float:
    return sum(p * w for p, w in zip(odds, worths, strict=True))


def pure(size: int, place: int) -> Strategy:
    """Always the same action."""
    return [float(i == place) for i in range(size)]
