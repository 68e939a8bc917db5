"""Bots think in processes of their own, so that the hall never waits for them."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import TypeVar

from budokan.agents.named import find_agent
from budokan.kit.errors import Refusal
from budokan.kit.game import Game
from budokan.minds.thought import Task, think

MOST_ITERATIONS = 20_000  # a hall is shared
TRIES = 3
LOG = logging.getLogger("budokan.hall")
T = TypeVar("T")
R = TypeVar("R")


def check_agent(name: str, game: Game) -> None:
    """Refuse an agent that does not exist or would think too long for a shared hall."""
    amount = name.partition(":")[2]
    if amount.isdecimal() and int(amount) > MOST_ITERATIONS:
        raise Refusal(f"In this hall a search may have up to {MOST_ITERATIONS} iterations.")
    find_agent(name, game)


def _begin() -> None:
    """A worker leaves interrupts to the hall, and ends with it even if that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(5)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


class Bots:
    """The workers; started when first needed, and again if one dies."""

    def __init__(self, workers: int = 0, executor: Executor | None = None) -> None:
        self.workers = workers or max(1, min(4, (os.cpu_count() or 2) - 1))
        self._executor = executor

    async def choose(self, given: Task) -> int:
        """What a bot does."""
        return await self.run(think, given)

    async def run(self, work: Callable[[T], R], given: T) -> R:
        """The answer of a worker; one that dies is replaced."""
        for _ in range(TRIES):
            executor = self._pool()
            try:
                return await asyncio.get_running_loop().run_in_executor(executor, work, given)
            except BrokenProcessPool:
                LOG.warning("A bot's process died; it is started again.")
                if self._executor is executor:
                    self._executor = None
        raise Refusal("The bot cannot think now.")

    def _pool(self) -> Executor:
        if self._executor is None:
            spawn = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self.workers, spawn, initializer=_begin)
        return self._executor

    def close(self) -> None:
        """End the workers without waiting for their thoughts."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        workers = list((getattr(executor, "_processes", None) or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
