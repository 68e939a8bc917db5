"""Questions for hints and their answers, each for the one who asked."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable

from budokan.kit.errors import Refusal
from budokan.thinking.advice import Advice, Question

LOG = logging.getLogger("budokan.hints")
Find = Callable[[Question, Hashable], Awaitable[Advice]]  # is told who asks
Check = Callable[[Hashable], None]  # refuses somebody for whom there is no room
Answer = Callable[[Advice | Refusal], Awaitable[None]]


class Hints:
    """At most one open question for each asker: a newer one cancels the older."""

    def __init__(self, find: Find, check: Check = lambda who: None) -> None:
        self._find, self._check = find, check
        self._last: dict[Hashable, tuple[Hashable, asyncio.Task[None]]] = {}

    def ask(
        self, who: Hashable, choice: Hashable, make: Callable[[], Question], answer: Answer
    ) -> None:
        """Find a hint for a choice and answer; asked for again meanwhile, it is answered once.

        The question is made only if there is room for it: that takes longer than to refuse it.
        """
        last = self._last.get(who)
        if last is not None and not last[1].done() and last[0] == choice:
            return
        self._check(who)
        given = make()
        self.forget(who)
        self._last[who] = (choice, asyncio.create_task(self._think(who, given, answer)))

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
