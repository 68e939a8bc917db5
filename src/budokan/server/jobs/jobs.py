"""What takes long and is asked for again and again: made once for each key, remembered a while."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Generic, TypeVar

from budokan.server.http.errors import TooSoonError

R = TypeVar("R")


class Sought(Generic[R]):
    """Tasks by key: so many are remembered, and so many may wait at once."""

    def __init__(self, kept: int, waiting: int, sorry: str) -> None:
        self.kept, self.waiting, self.sorry = kept, waiting, sorry
        self._tasks: dict[str, asyncio.Task[R]] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._tasks

    def begin(self, key: str, work: Coroutine[Any, Any, R]) -> None:
        """Have something made; refused while too much is under way."""
        done = [key for key, task in self._tasks.items() if task.done()]
        if len(self._tasks) - len(done) >= self.waiting:
            work.close()
            raise TooSoonError(self.sorry)
        for old in done[: max(0, len(self._tasks) - self.kept + 1)]:
            del self._tasks[old]
        self._tasks[key] = asyncio.create_task(work)

    def found(self, key: str) -> R | None:
        """What was made, or nothing while it is not done; a failure is told once."""
        task = self._tasks[key]
        if not task.done():
            return None
        if task.cancelled() or task.exception():
            del self._tasks[key]
        return task.result()

    async def close(self) -> None:
        """Let go of what is still being made."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
