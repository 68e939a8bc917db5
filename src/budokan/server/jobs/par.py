"""Par of finished matches: found in a process of its own, once for each table."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from budokan.agents.registry import BUDGET
from budokan.match.match import CodedMatch
from budokan.server.jobs.jobs import Sought
from budokan.thinking.par import Par, deal, par
from budokan.thinking.workers import NICE, Workers

T = TypeVar("T")
R = TypeVar("R")
KEPT = 500  # tables whose par is remembered
WAITING = 50  # tables that may wait for theirs


class Pars:
    """One worker beside those of the bots, so that nobody's opponent waits for par."""

    def __init__(self, tries: int = BUDGET) -> None:
        self.tries = tries
        self._bots = Workers(1, NICE)
        self._sought: Sought[Any] = Sought(
            KEPT, WAITING, "Many deals wait for their par; ask again later."
        )

    def find(self, table: str, match: CodedMatch) -> Par | None:
        """Par of the deal of a match, or nothing while it is sought; a failure is told once."""
        given = deal(match.game, match.setup, match.seed, self.tries, match.bits)
        return self.ask(table, par, given)

    def ask(self, key: str, work: Callable[[T], R], given: T) -> R | None:
        """What a worker makes of something, or nothing while it works."""
        if key not in self._sought:
            self._sought.begin(key, self._bots.run(work, given))
        return cast(R | None, self._sought.found(key))

    async def close(self) -> None:
        await self._sought.close()
        self._bots.close()
