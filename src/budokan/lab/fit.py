"""Weights for a game's evaluation, from matches of agents against themselves.

The model is a softmax over the seats' weighted features (a logistic for a lone player), fitted by
Newton's method to the final scores.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from budokan.agents.plain import UnsteadyAgent
from budokan.agents.registry import find_agent
from budokan.agents.runner import Runner
from budokan.kit.contract import CHANCE, State, features_of
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup
from budokan.kit.rng import Rng

SLIPS = (0, 5, 15, 40)  # of a hundred choices, for positions of all sorts
EVERY = 4  # one turn in four is looked at
STEPS = 8
RIDGE = 1.0  # keeps weights of features that hardly vary near 0

Row = tuple[list[list[int]], list[float]]  # features of all seats, and their final scores


@dataclass(frozen=True)
class Fit:
    """Weights in the order of the features, and how well they predict."""

    weights: list[float]
    loss: float  # mean logarithmic loss
    positions: int
    matches: int


def collect(
    game: Game, setup: Setup, agent: str, matches: int, seed: int, tell: Callable[[int], None]
) -> list[Row]:
    """Positions at the ends of turns, with the results of their matches."""
    rows: list[Row] = []
    start = game.start(setup)
    for index in range(matches):
        slips = SLIPS[index % len(SLIPS)]
        agents = [UnsteadyAgent(find_agent(agent, game), slips) for _ in range(setup.seats)]
        runner = Runner(start, list(agents))
        if runner.play(seed, index, 100_000, True) > 0:
            rows += _positions(start, runner.entries, Rng(seed + index))
        tell(1)
    return rows


def _positions(start: State, entries: Sequence[tuple[int, int]], rng: Rng) -> list[Row]:
    state = start.blank()
    state.copy_from(start)
    found: list[list[list[int]]] = []
    before, alone = 0, int(state.seats) == 1
    for seat, action in entries:
        acting = int(state.acting())
        if acting != 1 << CHANCE:
            if before and acting != before and rng.below(EVERY) == 0:
                found.append([features_of(state, s) for s in range(int(state.seats))])
            before = acting
        elif alone:
            before = acting  # a lone player's turn ends when chance acts
        state.apply(seat, action)
    scores = [float(state.score(seat)) for seat in range(int(state.seats))]
    return [(features, scores) for features in found]


def fit(rows: Sequence[Row], matches: int, tell: Callable[[int], None] = lambda rows: None) -> Fit:
    """The weights with which the features predict the final scores best."""
    if not rows:
        raise Refusal("There are no positions to fit to; play more matches.")
    size = len(rows[0][0][0])
    weights = [0.0] * size
    loss = 0.0
    for _ in range(STEPS):
        slope = [-RIDGE * w for w in weights]
        bend = [[RIDGE if i == j else 0.0 for j in range(size)] for i in range(size)]
        loss = 0.0
        for features, scores in rows:
            shares = expected(weights, features)
            loss -= sum(s * math.log(max(p, 1e-12)) for s, p in zip(scores, shares, strict=True))
            _add(slope, bend, features, scores, shares)
            tell(1)
        step = solve(bend, slope)
        weights = [w + d for w, d in zip(weights, step, strict=True)]
    return Fit(weights, loss / len(rows), len(rows), matches)


def expected(weights: Sequence[float], features: Sequence[Sequence[int]]) -> list[float]:
    """The expected score of every seat, computed as in agents/evaluation.py."""
    strength = [sum(w * t for w, t in zip(weights, row, strict=True)) for row in features]
    if len(strength) == 1:
        return [1 / (1 + math.exp(-strength[0]))]
    most = max(strength)
    parts = [math.exp(s - most) for s in strength]
    return [part / sum(parts) for part in parts]


def _add(
    slope: list[float],
    bend: list[list[float]],
    features: Sequence[Sequence[int]],
    scores: Sequence[float],
    shares: Sequence[float],
) -> None:
    """Add a position to gradient and curvature."""
    size = len(slope)
    lone = len(features) == 1
    mean = [
        0.0 if lone else sum(p * row[i] for p, row in zip(shares, features, strict=True))
        for i in range(size)
    ]
    for row, score, share in zip(features, scores, shares, strict=True):
        weight = share * (1 - share) if lone else share
        off = [row[i] - mean[i] for i in range(size)]
        for i in range(size):
            slope[i] += (score - share) * row[i]
            for j in range(size):
                bend[i][j] += weight * off[i] * off[j]


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a small system of equations, by elimination."""
    n = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(n):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [rows[i][n] / rows[i][i] for i in range(n)]
