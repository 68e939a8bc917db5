"""The bots at a table: each thinks during its turn, in another process, and then moves."""

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from budokan.agents.belts import HALL_SECONDS
from budokan.kit.contract import CHANCE
from budokan.kit.errors import Refusal
from budokan.kit.notation import SEATS
from budokan.protocol import PERSON
from budokan.server.table.scheduler import RETRY as STORE_RETRY
from budokan.store.store import StoreError
from budokan.thinking.lanes import BusyError, TooLongError
from budokan.thinking.messages import Task, Thought, timed_think
from budokan.thinking.turns import Turns

if TYPE_CHECKING:
    from budokan.server.table.table import Loaded, Table

LOG = logging.getLogger("budokan.hall")
RETRY = 1.0  # seconds until a bot tries again after a failure
MAX_RETRY = 60.0  # and after many failures
PATIENCE = 3  # failures in a row, after which a bot does without workers
QUICK = "greedy"  # the agent that takes over for a choice


class TableBots:
    """At most one thought per seat. A table stays in memory while one of its bots thinks."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._failures = 0  # in a row
        self._turns = Turns(table.tempo, table.pause, HALL_SECONDS)
        self._thoughts: dict[int, asyncio.Task[None]] = {}

    @property
    def thinking(self) -> bool:
        return bool(self._thoughts)

    @property
    def failing(self) -> bool:
        return self._failures > 0

    def wake(self, loaded: "Loaded") -> None:
        """Let every bot think whose turn it is."""
        for seat in loaded.match.acting:
            agent = PERSON if seat == CHANCE else self.table.timeouts.agent(loaded, seat)
            if agent != PERSON and seat not in self._thoughts:
                self._thoughts[seat] = asyncio.create_task(self._take_turn(seat, agent))

    def cancel(self, *seats: int) -> None:
        """Cancel the thoughts of seats that a person takes back, or whose choice has gone."""
        for seat in seats:
            thought = self._thoughts.get(seat)
            if thought is not None and thought is not asyncio.current_task():
                del self._thoughts[seat]
                thought.cancel()

    async def stop(self) -> None:
        """Cancel all thoughts; a move that was not made is thought about again later."""
        thoughts = list(self._thoughts.values())
        for each in thoughts:
            each.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)

    async def _take_turn(self, seat: int, agent: str) -> None:
        table = self.table
        table.users += 1
        try:
            await self._move(seat, agent)
            self._failures = 0
        except BusyError:
            LOG.info("The bot on seat %s of table %s waits: too many think.", *self._who(seat))
            await asyncio.sleep(RETRY)
        except StoreError as error:  # no failure of its thought
            LOG.warning("The bot on seat %s of table %s waits: %s", *self._who(seat), error)
            await asyncio.sleep(STORE_RETRY / 1000)
        except Exception:
            LOG.exception("The bot on seat %s of table %s stopped.", *self._who(seat))
            self._failures += 1
            await asyncio.sleep(retry_delay(self._failures))
        finally:
            if self._thoughts.get(seat) is asyncio.current_task():
                del self._thoughts[seat]
            table.users -= 1
        await self._proceed()

    def _who(self, seat: int) -> tuple[str, str]:
        return SEATS[seat], self.table.name

    async def _move(self, seat: int, agent: str) -> None:
        """Think without the table's lock; the move counts only if the choice is still the same."""
        table = self.table
        async with table.open() as loaded:
            match, ply = loaded.match, loaded.match.ply(seat)
            if seat not in match.acting:
                return
            owner, people = loaded.creator or table.name, PERSON in loaded.players
            thinking = self._turns.next(
                match, seat, agent, partial(self._think, owner=owner, people=people)
            )
        action = await thinking
        async with table.open() as loaded:
            if seat not in loaded.match.acting or not table.is_fresh(loaded.match, seat, ply):
                return
            seconds = self._turns.wait(loaded.match, seat, action)
        await asyncio.sleep(seconds)
        async with table.open() as loaded:
            if seat in loaded.match.acting and table.is_fresh(loaded.match, seat, ply):
                await table.change(loaded, lambda m: m.play(seat, action))

    async def _think(self, given: Task, owner: str, *, people: bool) -> Thought:
        """Have a worker think. A bot always moves: by first sight if it cannot think."""
        workers, quick = self.table.workers, replace(given, agent=QUICK)
        if self._failures >= PATIENCE:
            LOG.warning("The bot on seat %s of table %s plays by itself.", *self._who(given.seat))
            return await asyncio.to_thread(timed_think, quick)
        try:
            return await workers.think(given, owner, people=people)
        except TooLongError:
            LOG.warning("The bot on seat %s of table %s took too long.", *self._who(given.seat))
            return await workers.think(quick, owner, people=people)

    async def _proceed(self) -> None:
        """Tell the viewers and wake the next bot; if the store fails, try again later."""
        table = self.table
        table.users += 1
        try:
            async with table.open():
                table.tell()
                table.wake()
        except Refusal:
            LOG.exception("The table %s waits for the store.", table.name)
            table.scheduler.set(table.name, table.scheduler.now() + STORE_RETRY)
        finally:
            table.users -= 1


def retry_delay(failures: int) -> float:
    """Seconds until the next try; a game that always fails must not keep the hall busy."""
    return min(MAX_RETRY, RETRY * 2.0 ** min(failures - 1, 10))
