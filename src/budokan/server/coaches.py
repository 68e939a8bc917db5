"""The coach on finished matches: at work in a process of its own, once for each table."""

import asyncio
from dataclasses import dataclass, field

from budokan.minds.report import Report
from budokan.minds.study import studied
from budokan.minds.workers import NICE, Workers
from budokan.play.match import Match
from budokan.server.lobby import TooSoonError

KEPT = 100  # tables whose report is remembered
WAITING = 20  # tables that may wait for one


@dataclass
class Study:
    """A report being made: how far it is, and the task that makes it."""

    done: int = 0
    total: int = 0
    task: asyncio.Task[Report] | None = field(default=None)

    @property
    def ready(self) -> bool:
        return self.task is not None and self.task.done()

    @property
    def progress(self) -> int:
        """Of a hundred."""
        return 100 * self.done // self.total if self.total else 0


class Coaches:
    """One worker beside those of the bots, so that nobody's opponent waits for a report."""

    def __init__(self, iterations: int = 0, workers: Workers | None = None) -> None:
        self.iterations = iterations  # 0: what suits the game
        self._workers = workers or Workers(1, NICE)
        self._studies: dict[str, Study] = {}

    def knows(self, table: str) -> bool:
        """Whether the coach was asked about a table."""
        return table in self._studies

    def find(self, table: str, match: Match) -> Report | Study:
        """The report on a finished match, or how far it is; a failure is told once."""
        study = self._studies.get(table)
        if study is None:
            self._forget()
            if sum(not each.ready for each in self._studies.values()) >= WAITING:
                raise TooSoonError("The coach has much to do; ask again later.")
            study = self._studies[table] = Study()
            study.task = asyncio.create_task(self._make(study, match))
        assert study.task is not None
        if not study.task.done():
            return study
        if study.task.cancelled() or study.task.exception():
            del self._studies[table]
        return study.task.result()

    async def _make(self, study: Study, match: Match) -> Report:
        def tell(done: int, total: int) -> None:
            study.done, study.total = done, total

        return await studied(self._workers, match, tell, self.iterations)

    def _forget(self) -> None:
        done = [name for name, study in self._studies.items() if study.task and study.task.done()]
        for name in done[: max(0, len(self._studies) - KEPT + 1)]:
            del self._studies[name]

    async def close(self) -> None:
        """Let go of what is still being made."""
        tasks = [study.task for study in self._studies.values() if study.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.close()
