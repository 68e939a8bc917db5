"""An equilibrium of a small game for two, by counterfactual regret minimisation (CFR+).

Each seat in turn learns how each action would have scored, adds up its regrets, and plays in
proportion to those above 0. The average of all rounds, with more weight on later ones, approaches
play that nobody can exploit.
"""

from collections.abc import Sequence

from budokan.kit.errors import Refusal
from budokan.lab.exact.tree import END, Node, Tree
from budokan.lab.exact.values import Strategy


class Regrets:
    """The regrets of a choice, and the sum of its strategies."""

    def __init__(self, actions: int) -> None:
        self.regret = [0.0] * actions
        self.sum = [0.0] * actions
        self.now: Strategy = [1 / actions] * actions

    def settle(self) -> None:
        """Drop regrets below 0 and play by the others."""
        self.regret = [max(0.0, r) for r in self.regret]
        self.now = share(self.regret)

    def remember(self, weight: float) -> None:
        for i, p in enumerate(self.now):
            self.sum[i] += weight * p


def share(amounts: Sequence[float]) -> Strategy:
    """Parts of one whole in proportion to amounts; equal parts of nothing."""
    total = sum(amounts)
    return [a / total if total > 0 else 1 / len(amounts) for a in amounts]


class EquilibriumSolver:
    """A tree and the regrets of all its choices."""

    def __init__(self, tree: Tree) -> None:
        if tree.seats != 2:
            raise Refusal("An equilibrium can only be found in games for two.")
        self.tree = tree
        self.all = [Regrets(len(choice.actions)) for choice in tree.choices]
        self.rounds = 0

    def run(self, rounds: int) -> list[Strategy]:
        """Learn for some rounds; returns the average so far."""
        for _ in range(rounds):
            self.rounds += 1
            for seat in range(2):
                self._round(seat)
        return [share(regrets.sum) for regrets in self.all]

    def _round(self, seat: int) -> None:
        self._seat = seat
        self._reach: dict[int, float] = {}
        self._walk(self.tree.root, 1.0, 1.0)
        for choice, regrets in zip(self.tree.choices, self.all, strict=True):
            if choice.seat == seat:
                regrets.remember(self.rounds * self._reach.get(choice.number, 0.0))
                regrets.settle()

    def _walk(self, node: Node, mine: float, others: float) -> float:
        """The score of the seat below a node; its regrets are noted on the way."""
        if node.seat == END:
            return node.worth[self._seat]
        if node.choice is not None and node.seat == self._seat:
            return self._own(node, node.choice.number, mine, others)
        odds = node.odds if node.choice is None else self.all[node.choice.number].now
        return sum(
            p * self._walk(step, mine, others * p) for p, step in zip(odds, node.steps, strict=True)
        )

    def _own(self, node: Node, number: int, mine: float, others: float) -> float:
        regrets = self.all[number]
        self._reach[number] = mine
        now = regrets.now
        worth = [
            self._walk(step, mine * p, others) for p, step in zip(now, node.steps, strict=True)
        ]
        mean = sum(p * w for p, w in zip(now, worth, strict=True))
        for i, w in enumerate(worth):
            regrets.regret[i] += others * (w - mean)
        return mean
