"""Par: what a game's own planner makes of a deal."""

from typing import NamedTuple

from budokan.agents.named import BUDGET
from budokan.kit.core import first_seat
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup
from budokan.kit.rng import Rng
from budokan.play.chance import number
from budokan.play.match import Match


class Par(NamedTuple):
    """The score of the planner, and its result in a sentence."""

    score: float
    result: str


def par(game: Game, setup: Setup, seed: str, budget: int = BUDGET) -> Par:
    """Let the planner play the deal of a seed; the same seed gives the same par."""
    if game.planner is None:
        raise Refusal(f"{game.title} has no planner, so there is no par.")
    match = Match(game, setup, names=["Par"] * setup.seats, seed=seed)
    minds = [Rng(number(seed, "par", seat)) for seat in range(setup.seats)]
    match.begin()
    while not match.over:
        seat = int(first_seat(match.state.acting()))
        match.play(seat, game.planner(match.view(seat), seat, minds[seat], budget))
    return Par(match.scores()[0], match.scene(0).over)
