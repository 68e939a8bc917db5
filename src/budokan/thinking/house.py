"""What the house makes of a deal: its strongest on a person's seat, against the same others."""

from collections.abc import Sequence
from dataclasses import dataclass

from budokan.agents.belts import belt_names
from budokan.agents.registry import default_opponent
from budokan.kit.contract import SPECTATOR, first_seat
from budokan.kit.game import Game
from budokan.match.match import CodedMatch
from budokan.match.table_spec import TableSpec
from budokan.store import results
from budokan.store.results import Ending
from budokan.thinking.turns import Turns


@dataclass(frozen=True)
class Sitting:
    """A setup and a seed, and who plays on each seat."""

    table: TableSpec
    seed: str
    bits: Sequence[str]  # what the players gave to the deal
    names: Sequence[str]
    agents: Sequence[str]


def strongest(game: Game) -> str:
    """Who plays par: the game's own solver, else its highest belt."""
    if game.planner is not None:
        return "solver"
    return belt_names(game)[-1] if belt_names(game) else default_opponent(game)


def sitting(match: CodedMatch, agents: Sequence[str], names: Sequence[str]) -> Sitting:
    """A deal of a match as it is sent to a worker."""
    return Sitting(
        table=TableSpec.of(match.game, match.setup),
        seed=match.seed,
        bits=tuple(match.bits),
        names=tuple(names),
        agents=tuple(agents),
    )


def played(given: Sitting) -> Ending:
    """Let the house play a deal to its end; a belt takes no longer for a turn than at a table."""
    game, setup = given.table.open()
    match = CodedMatch(game, setup, given.names, given.seed, bits=given.bits)
    turns = Turns()
    match.begin()
    while not match.over:
        seat = int(first_seat(match.state.acting()))
        match.play(seat, turns.here(match, seat, given.agents[seat]))
    return results.of(match, match.scene(SPECTATOR))
