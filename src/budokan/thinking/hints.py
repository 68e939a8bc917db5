"""Questions for hints and their answers, each for the one who asked."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable

from budokan.kit.errors import Refusal
from budokan.thinking.advice import Advice, Question

LOG = logging.getLogger("budokan.hints")
Find = Callable[[Question, Hashable], Awaitable[Advice]]  # is told who asks
Answer = Callable[[Advice | Refusal], Awaitable[None]]


class Hints:
    """At most one open question for each asker: a newer one cancels the older."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self._last: dict[Hashable, tuple[Question, asyncio.Task[None]]] = {}

    def ask(self, who: Hashable, given: Question, answer: Answer) -> None:
        """Find a hint and answer; the same question asked again meanwhile is answered once."""
        last = self._last.get(who)
        if last is not None and not last[1].done() and last[0] == given:
            return
        self.forget(who)
        self._last[who] = (given, asyncio.create_task(self._think(who, given, answer)))

    async def _think(self, who: Hashable, given: Question, answer: Answer) -> None:
        await answer(await self._search(who, given))

    async def _search(self, who: Hashable, given: Question) -> Advice | Refusal:
        try:
            return await self._find(given, who)
        except Refusal as refusal:
            return refusal
        except Exception:
            LOG.exception("No hint was found.")
            return Refusal("There is no hint now: something went wrong. Ask again.")

    def forget(self, who: Hashable) -> None:
        """Drop the open question of an asker who is gone."""
        _, thinking = self._last.pop(who, (None, None))
        if thinking is not None:
            thinking.cancel()

    async def close(self) -> None:
        thinking = [each for _, each in self._last.values()]
        for who in list(self._last):
            self.forget(who)
        await asyncio.gather(*thinking, return_exceptions=True)
