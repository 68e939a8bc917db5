"""When the coach speaks up: how much it thinks, and how sure and how large a loss must be."""

from collections.abc import Sequence
from statistics import fmean, stdev

from budokan.kit.game import Game

# How much the coach thinks.
RUNS = 5  # independent searches behind every figure
PROOF_RUNS = 10  # further searches that must confirm a mistake
ITERATIONS = 200  # of a search, unless the game's belts.toml says otherwise
LONE_ITERATIONS = 60  # for one player, where every try is played to the end
LEAST_HORIZON = 40  # steps before the evaluation judges; nearer it favours the last mover

# When a loss counts as a mistake. Losses are parts of a match: 1.0 is a whole win.
LEAST_LOSS = 0.02  # a smaller loss is not worth a word
STRAY_TRIES = 4  # tries a search may waste on odd moves: no loss below their share counts
SURE_INTERVALS = 1.5  # 95 % intervals between a loss and nothing, as a match has many choices

# What a report lists, in points of a hundred.
CLEAR_CHANGE = 1.0  # a smaller change passes for noise
MOST_CHOICES = 8
MOST_LUCK = 4

MISTAKE, BEST, EVEN, FIND = "mistake", "best", "even", "find"
# 97.5 % quantiles of Student's t for 1, 2, … degrees of freedom
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)


def usual_iterations(game: Game) -> int:
    """How hard the coach thinks about a game by default."""
    return game.coach_iterations or (ITERATIONS if game.seats[-1] > 1 else LONE_ITERATIONS)


def least_loss(iterations: int) -> float:
    """The smallest loss that searches of so many iterations can tell."""
    return max(LEAST_LOSS, STRAY_TRIES / iterations)


def noise(values: Sequence[float]) -> float:
    """Half the width of the 95 % interval around the mean of a few values."""
    n = len(values)
    return STUDENT[min(n - 1, len(STUDENT)) - 1] * stdev(values) / n**0.5 if n > 1 else 0.0


def weigh(loss: Sequence[float], least: float = LEAST_LOSS) -> str:
    """The verdict on a loss found in several searches; within noise it is EVEN."""
    mean, least = fmean(loss), max(least, SURE_INTERVALS * noise(loss))
    return MISTAKE if mean > least else FIND if mean < -least else EVEN
