"""Par of finished matches: found in a process of its own, once for each table."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar, cast

from budokan.agents.named import BUDGET
from budokan.minds.par import Par, deal, par
from budokan.minds.workers import NICE, Workers
from budokan.play.match import Match
from budokan.server.lobby import TooSoonError

T = TypeVar("T")
R = TypeVar("R")
KEPT = 500  # tables whose par is remembered
WAITING = 50  # tables that may wait for theirs


class Pars:
    """One worker beside those of the bots, so that nobody's opponent waits for par."""

    def __init__(self, tries: int = BUDGET) -> None:
        self.tries = tries
        self._bots = Workers(1, NICE)
        self._found: dict[str, asyncio.Task[Any]] = {}

    def find(self, table: str, match: Match) -> Par | None:
        """Par of the deal of a match, or nothing while it is sought; a failure is told once."""
        given = deal(match.game, match.setup, match.seed, self.tries, match.bits)
        return self.ask(table, par, given)

    def ask(self, key: str, work: Callable[[T], R], given: T) -> R | None:
        """What a worker makes of something, or nothing while it works."""
        asked = self._found.get(key)
        if asked is None:
            self._forget()
            if sum(not each.done() for each in self._found.values()) >= WAITING:
                raise TooSoonError("Many deals wait for their par; ask again later.")
            self._found[key] = asyncio.create_task(self._bots.run(work, given))
        if asked is None or not asked.done():
            return None
        if asked.cancelled() or asked.exception():
            del self._found[key]
        return cast(R, asked.result())

    def _forget(self) -> None:
        done = [table for table, asked in self._found.items() if asked.done()]
        for table in done[: max(0, len(self._found) - KEPT + 1)]:
            del self._found[table]

    async def close(self) -> None:
        """Let go of what is still being sought."""
        waiting = [asked for asked in self._found.values() if not asked.done()]
        for asked in waiting:
            asked.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        self._bots.close()
