"""Par: what a game's own planner makes of a deal.

A deal travels to another process as plain values.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from budokan.agents.registry import BUDGET
from budokan.kit.contract import first_seat
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup
from budokan.kit.rng import Rng
from budokan.match.chance import number
from budokan.match.match import CodedMatch
from budokan.match.table_spec import TableSpec


@dataclass(frozen=True)
class Deal:
    """A setup and a seed, and how many tries the planner has for a turn."""

    table: TableSpec
    seed: str
    tries: int
    bits: Sequence[str] = ()  # what the players gave to it


class Par(NamedTuple):
    """The score of the planner, and its result in a sentence."""

    score: float
    result: str

    def told(self, score: float | None = None) -> str:
        """Par in words, and where somebody with a score stands."""
        said = f"Par for this deal: {self.result}"
        if score is None:
            return said
        stands = "reach" if score == self.score else "are above" if score > self.score else "miss"
        return f"{said} You {stands} par."


def deal(
    game: Game, setup: Setup, seed: str, tries: int = BUDGET, bits: Sequence[str] = ()
) -> Deal:
    """What par is asked for; refused for a game without a planner."""
    if game.planner is None:
        raise Refusal(f"{game.title} has no planner, so there is no par.")
    return Deal(TableSpec.of(game, setup), seed, tries, tuple(bits))


def par(given: Deal, tell: Callable[[int], None] = lambda decisions: None) -> Par:
    """Let the planner play a deal; the same deal gives the same par."""
    game, setup = given.table.open()
    assert game.planner is not None
    name = f"the solver with {given.tries:,} tries"
    match = CodedMatch(game, setup, [name] * setup.seats, given.seed, bits=given.bits)
    minds = [Rng(number(given.seed, "par", seat)) for seat in range(setup.seats)]
    match.begin()
    while not match.over:
        seat = int(first_seat(match.state.acting()))
        match.play(seat, game.planner(match.view(seat), seat, minds[seat], given.tries))
        tell(len(match.entries))
    return Par(match.scores()[0], match.scene(0).result)
