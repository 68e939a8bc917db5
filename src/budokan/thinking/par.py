"""Par: the house's result on a deal that people play.

There are two kinds. A game with a solver has a par for every deal: the solver plays all seats. In a
deal shared by several people the house's strongest agent takes the person's seat against the same
opponents.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from budokan.agents.belts import belt_names
from budokan.agents.registry import SOLVER_TRIES, default_opponent
from budokan.kit.contract import SPECTATOR, first_seat
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup
from budokan.kit.rng import Rng
from budokan.match.chance import number
from budokan.match.ending import Ending
from budokan.match.match import CodedMatch
from budokan.match.table_spec import TableSpec
from budokan.thinking.turns import Turns

Tell = Callable[[int], None]  # is given the number of entries so far


def _ignore(entries: int) -> None:
    """Nobody wants to hear of progress."""


def _play(match: CodedMatch, choose: Callable[[int], int], tell: Tell = _ignore) -> None:
    match.begin()
    while not match.over:
        seat = int(first_seat(match.state.acting()))
        match.play(seat, choose(seat))
        tell(len(match.entries))


# -- by the solver --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deal:
    """A deal for the solver: a table, a seed, and the number of tries for a turn."""

    table: TableSpec
    seed: str
    tries: int
    bits: Sequence[str] = ()  # the players' share of the deal


class Par(NamedTuple):
    """The solver's score, and its result in a sentence."""

    score: float
    result: str

    def told(self, score: float | None = None) -> str:
        """Par in words, and how a player's score compares."""
        said = f"Par for this deal: {self.result}"
        if score is None:
            return said
        stands = "reach" if score == self.score else "are above" if score > self.score else "miss"
        return f"{said} You {stands} par."


def deal(
    game: Game, setup: Setup, seed: str, tries: int = SOLVER_TRIES, bits: Sequence[str] = ()
) -> Deal:
    """A deal for the solver; refused if the game has no solver."""
    if game.planner is None:
        raise Refusal(f"{game.title} has no solver, so there is no par.")
    return Deal(TableSpec.of(game, setup), seed, tries, tuple(bits))


def par(given: Deal, tell: Tell = _ignore) -> Par:
    """Let the solver play a deal; the same deal gives the same par."""
    game, setup = given.table.open()
    planner = game.planner
    assert planner is not None
    name = f"the solver with {given.tries:,} tries"
    match = CodedMatch(game, setup, [name] * setup.seats, given.seed, bits=given.bits)
    rngs = [Rng(number(given.seed, "par", seat)) for seat in range(setup.seats)]
    _play(match, lambda seat: planner(match.view(seat), seat, rngs[seat], given.tries), tell)
    return Par(match.scores()[0], match.scene(SPECTATOR).result)


# -- by the house's agents ------------------------------------------------------------------------


@dataclass(frozen=True)
class HouseDeal:
    """A deal for the house: a table, a seed, and an agent for each seat."""

    table: TableSpec
    seed: str
    bits: Sequence[str]  # the players' share of the deal
    names: Sequence[str]
    agents: Sequence[str]


def strongest(game: Game) -> str:
    """The agent that sets par: the game's solver, else its highest belt."""
    if game.planner is not None:
        return "solver"
    return belt_names(game)[-1] if belt_names(game) else default_opponent(game)


def house_deal(match: CodedMatch, agents: Sequence[str], names: Sequence[str]) -> HouseDeal:
    """The deal of a match for the house."""
    spec = TableSpec.of(match.game, match.setup)
    return HouseDeal(spec, match.seed, tuple(match.bits), tuple(names), tuple(agents))


def house_result(given: HouseDeal) -> Ending:
    """Let the house play a deal; a belt gets as long for a turn as at a table."""
    game, setup = given.table.open()
    match, turns = CodedMatch(game, setup, given.names, given.seed, bits=given.bits), Turns()
    _play(match, lambda seat: turns.next_here(match, seat, given.agents[seat]))
    return Ending.of(match, match.scene(SPECTATOR))
