"""The bots of a table: each thinks in its turn while nobody waits for it, and then moves."""

import asyncio
import logging
from typing import TYPE_CHECKING

from budokan.kit.contract import CHANCE
from budokan.kit.errors import Refusal
from budokan.kit.notation import SEATS
from budokan.server.table.scheduler import RETRY as LATER
from budokan.store.clocks import PERSON
from budokan.thinking.turns import Turns

if TYPE_CHECKING:
    from budokan.server.table.table import Loaded, Table

LOG = logging.getLogger("budokan.hall")
RETRY = 1.0  # seconds until a bot that failed, or whose move was not saved, tries again
SELDOM = 60.0  # and after many failures


class Thinkers:
    """At most one thought for each seat; a thought that is under way keeps its table in memory."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._failures = 0  # one after the other
        self._turns = Turns()
        self._thinking: dict[int, asyncio.Task[None]] = {}

    @property
    def at_work(self) -> bool:
        return bool(self._thinking)

    @property
    def failing(self) -> bool:
        return self._failures > 0

    def wake(self, loaded: "Loaded") -> None:
        """Let every bot think whose turn it is."""
        for seat in loaded.match.acting:
            agent = PERSON if seat == CHANCE else self.table.absences.agent(loaded, seat)
            if agent != PERSON and seat not in self._thinking:
                self._thinking[seat] = asyncio.create_task(self._think(seat, agent))

    def hush(self, *seats: int) -> None:
        """End the thoughts of seats that are taken back, or have that choice no more."""
        for seat in seats:
            thinking = self._thinking.get(seat)
            if thinking is not None and thinking is not asyncio.current_task():
                del self._thinking[seat]
                thinking.cancel()

    async def stop(self) -> None:
        """Let go of all thoughts; what a bot has not said was not said."""
        thinking = list(self._thinking.values())
        for each in thinking:
            each.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)

    async def _think(self, seat: int, agent: str) -> None:
        table = self.table
        table.users += 1
        try:
            await self._move(seat, agent)
            self._failures = 0
        except Exception:
            LOG.exception("The bot on seat %s of table %s stopped.", SEATS[seat], table.name)
            self._failures += 1
            await asyncio.sleep(rest(self._failures))
        finally:
            if self._thinking.get(seat) is asyncio.current_task():
                del self._thinking[seat]
            table.users -= 1
        await self._again()

    async def _move(self, seat: int, agent: str) -> None:
        """Think without the lock; what changed meanwhile makes the thought stale."""
        table = self.table
        async with table.open() as loaded:
            match, ply = loaded.match, loaded.match.ply(seat)
            if seat not in match.acting:
                return
            people = PERSON in loaded.sitting
            ask = table.bots.think if people else table.bots.think_aside
            thinking = self._turns.next(match, seat, agent, ask)
        async with asyncio.TaskGroup() as group:
            group.create_task(asyncio.sleep(table.pause))
            thought = group.create_task(thinking)
        async with table.open() as loaded:
            if seat in loaded.match.acting and table.is_fresh(loaded.match, seat, ply):
                action = thought.result()
                await table.change(loaded, lambda m: m.play(seat, action))

    async def _again(self) -> None:
        """Go on after a move; if the store is gone, the hall looks again later."""
        table = self.table
        table.users += 1
        try:
            async with table.open():
                table.tell()
                table.wake()
        except Refusal:
            LOG.exception("The table %s waits for the store.", table.name)
            table.hours.set(table.name, table.hours.now() + LATER)
        finally:
            table.users -= 1


def rest(failures: int) -> float:
    """How long a bot rests after so many failures: a game that cannot go on must not keep busy."""
    return min(SELDOM, RETRY * 2.0 ** min(failures - 1, 10))
