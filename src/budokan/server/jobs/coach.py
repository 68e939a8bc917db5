"""The coach on finished matches: at work in a process of its own, once for each table."""

from dataclasses import dataclass

from budokan.match.match import CodedMatch
from budokan.server.jobs.jobs import Sought
from budokan.thinking.coach.report import Report
from budokan.thinking.coach.study import study_in_workers
from budokan.thinking.workers import NICE, Workers

KEPT = 100  # tables whose report is remembered
WAITING = 20  # tables that may wait for one


@dataclass
class Study:
    """How far a report is that is being made."""

    done: int = 0
    total: int = 0

    @property
    def progress(self) -> int:
        """Of a hundred."""
        return 100 * self.done // self.total if self.total else 0


class Coaches:
    """One worker beside those of the bots, so that nobody's opponent waits for a report."""

    def __init__(self, iterations: int = 0, workers: Workers | None = None) -> None:
        self.iterations = iterations  # 0: what suits the game
        self._workers = workers or Workers(1, NICE)
        self._sought: Sought[Report] = Sought(
            KEPT, WAITING, "The coach has much to do; ask again later."
        )
        self._studies: dict[str, Study] = {}  # those under way

    def knows(self, table: str) -> bool:
        """Whether the coach was asked about a table."""
        return table in self._sought

    def find(self, table: str, match: CodedMatch) -> Report | Study:
        """The report on a finished match, or how far it is; a failure is told once."""
        if table not in self._sought:
            self._sought.begin(table, self._make(table, match))
        return self._sought.found(table) or self._studies.get(table, Study())

    async def _make(self, table: str, match: CodedMatch) -> Report:
        study = self._studies[table] = Study()

        def tell(done: int, total: int) -> None:
            study.done, study.total = done, total

        try:
            return await study_in_workers(self._workers, match, tell, self.iterations)
        finally:
            del self._studies[table]

    async def close(self) -> None:
        await self._sought.close()
        self._workers.close()
