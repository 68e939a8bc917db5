"""Bots think in processes of their own, so that the hall never waits for them."""

import os

from budokan.agents.named import find_agent
from budokan.kit.errors import Refusal
from budokan.kit.game import Game
from budokan.minds.thought import Plan, Task, think
from budokan.minds.workers import Workers

MOST_ITERATIONS = 20_000  # a hall is shared
MOST_WORKERS = 4


def check_agent(name: str, game: Game) -> None:
    """Refuse an agent that does not exist or would think too long for a shared hall."""
    amount = name.partition(":")[2]
    if amount.isdecimal() and int(amount) > MOST_ITERATIONS:
        raise Refusal(f"In this hall a search may have up to {MOST_ITERATIONS} iterations.")
    find_agent(name, game)


class Bots(Workers):
    """The workers of a hall."""

    def __init__(self, workers: int = 0) -> None:
        super().__init__(workers or max(1, min(MOST_WORKERS, os.cpu_count() or 1)))

    async def think(self, given: Task) -> Plan:
        """The turn of a bot."""
        return await self.run(think, given)
