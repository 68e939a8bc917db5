"""A batch of matches from names: the game, its setup, and who plays the other seats."""

from collections.abc import Sequence

from budokan.agents.plain import Agent, RandomAgent
from budokan.agents.registry import find_agent
from budokan.bridges.batch import DRAWN, Batch, Conduct
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup

ALL_SEATS = None
NO_CLOCK = 0.0  # opponents think in iterations, so that matches can be repeated


def batch_of(
    game: Game,
    setup: Setup,
    size: int,
    *,
    seats: Sequence[int] | None = ALL_SEATS,
    opponents: str | Sequence[str] = "random",
    conduct: Conduct | None = None,
    rows: bool = True,
) -> Batch:
    """So many matches at once.

    The caller plays `seats`: all of them, or some, or with () one that is drawn for each match.
    `opponents` play the others: names such as "greedy" or "green", one for all or one for each
    seat. Without `rows` there are no observations.
    """
    if size < 1:
        raise Refusal(f"A batch has at least one match, not {size}.")
    conduct = conduct or Conduct()
    if conduct.most == 0 and (told := game.endless(setup)):
        raise Refusal(told)
    strange = [seat for seat in seats or () if not 0 <= seat < setup.seats]
    if strange:
        raise Refusal(f"There is no seat {strange[0]}; seats are 0 to {setup.seats - 1}.")
    names = [opponents] * setup.seats if isinstance(opponents, str) else list(opponents)
    if len(names) != setup.seats:
        raise Refusal(f"There are {len(names)} opponents for {setup.seats} seats; name one each.")
    played = range(setup.seats) if seats is ALL_SEATS else seats
    return Batch(
        game.start(setup),
        game.lens_of(setup) if rows else None,
        game.action_ids,
        size,
        sum(1 << seat for seat in set(played)) or DRAWN,
        _bots(game, names, set(played), size),
        conduct,
    )


def _bots(game: Game, names: Sequence[str], played: set[int], size: int) -> list[Agent]:
    """An agent for each seat; if one of them remembers, for each seat of each match."""
    nobody = RandomAgent()
    row = [
        nobody if seat in played else find_agent(name, game, NO_CLOCK)
        for seat, name in enumerate(names)
    ]
    if not any(agent.remembers for agent in row):
        return row
    found = list(row)
    for _ in range(size - 1):
        found += [
            find_agent(names[seat], game, NO_CLOCK) if agent.remembers else agent
            for seat, agent in enumerate(row)
        ]
    return found
