"""Agents think in their own process, so that the screen never waits for them."""

from collections.abc import Hashable

from budokan.thinking.advice import Advice, Question, advise
from budokan.thinking.messages import Task, Thought, timed_think
from budokan.thinking.par import Deal, Par, par
from budokan.thinking.workers import Workers


class Thinker(Workers):
    """The worker process of a table in the terminal."""

    async def think(self, given: Task) -> Thought:
        return await self.run(timed_think, given)

    async def par(self, given: Deal) -> Par:
        return await self.run(par, given)

    async def advise(self, given: Question, who: Hashable = None) -> Advice:
        return await self.run(advise, given)
