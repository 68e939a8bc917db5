"""Statistics of scores: intervals of a mean, and ratings from results of pairs."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, pvariance

MOST_MIRRORED = 4  # single matches a pair is worth at most
ELO = 400 / math.log(10)


@dataclass(frozen=True)
class Share:
    """A mean score from 0 to 1 with its interval, from a number of pairs or deals."""

    mean: float
    low: float
    high: float
    units: int


def quantile(level: float, freedom: int) -> float:
    """Student's t: the value that is exceeded with probability 1 - level (Cornish-Fisher)."""
    z = NormalDist().inv_cdf(level)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def wilson(mean: float, n: float, z: float) -> tuple[float, float]:
    """Wilson's interval of a share of n independent matches."""
    middle = (mean + z * z / (2 * n)) / (1 + z * z / n)
    spread = z / (1 + z * z / n) * math.sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
    return max(0.0, middle - spread), min(1.0, middle + spread)


def interval(scores: Sequence[float], matches: int, outside: float) -> Share:
    """Mean and interval of scores from 0 to 1, each the mean of so many matches.

    It is Wilson's, for as many single matches as have the spread that the scores have, with t
    for z: mirrored matches count for more than single ones only if their scores show it.
    """
    n, mean = len(scores), fmean(scores)
    worth: float = n * matches  # as if mirrored matches were independent
    if spread := pvariance(scores, mean):
        worth = min(n * mean * (1 - mean) / spread, n * MOST_MIRRORED)
    low, high = wilson(mean, worth, quantile(1 - outside / 2, max(2, n - 1)))
    return Share(mean, low, high, n)


def ratings(results: Mapping[tuple[str, str], tuple[float, int]], zero: str) -> dict[str, float]:
    """Elo-like numbers from (share of the first, matches) of pairs of players; `zero` is at 0.

    Bradley and Terry's model; a draw added to each pair keeps sure wins finite.
    """
    strength = {name: 1.0 for pair in results for name in pair}
    won = dict.fromkeys(strength, 0.0)
    played = {pair: n + 1 for pair, (_, n) in results.items()}
    for (one, two), (share, n) in results.items():
        won[one] += share * n + 0.5
        won[two] += (1 - share) * n + 0.5
    for _ in range(2000):
        weight = dict.fromkeys(strength, 0.0)
        for (one, two), n in played.items():
            each = n / (strength[one] + strength[two])
            weight[one] += each
            weight[two] += each
        strength = {name: won[name] / weight[name] for name in strength}
    base = strength.get(zero, 1.0)
    return {name: ELO * math.log(value / base) for name, value in strength.items()}
