"""Bots think in processes of their own, so that the hall never waits for them."""

import asyncio
import os

from budokan.agents.registry import find_agent
from budokan.kit.errors import Refusal
from budokan.kit.game import Game
from budokan.kit.notation import parse_number
from budokan.thinking.messages import Plan, Task, think
from budokan.thinking.workers import Workers

MOST_ITERATIONS = 20_000  # a hall is shared
MOST_WORKERS = 4


def check_agent(name: str, game: Game) -> None:
    """Refuse an agent that does not exist or would think too long for a shared hall."""
    amount = parse_number(name.partition(":")[2])
    if amount is not None and amount > MOST_ITERATIONS:
        raise Refusal(f"In this hall a search may have up to {MOST_ITERATIONS} iterations.")
    find_agent(name, game)


class Bots(Workers):
    """The workers of a hall."""

    def __init__(self, workers: int = 0) -> None:
        super().__init__(workers or max(1, min(MOST_WORKERS, os.cpu_count() or 1)))
        self._aside = asyncio.Lock()

    async def think(self, given: Task) -> Plan:
        """The turn of a bot."""
        return await self.run(think, given)

    async def think_aside(self, given: Task) -> Plan:
        """The same where no person plays: one at a time, so that people's opponents come first."""
        async with self._aside:
            return await self.run(think, given)
