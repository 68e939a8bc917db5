"""The page with the coach's report."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from budokan.kit.errors import Refusal
from budokan.match.match import CodedMatch
from budokan.terminal.tui.dialogs import Page
from budokan.thinking.coach.report import Report
from budokan.thinking.coach.study import study_in_workers
from budokan.thinking.coach.text import lines
from budokan.thinking.workers import NICE, Workers


class CoachPage(Page):
    """The coach's report on a match: first its progress, then the report."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("a", "everything", "Every step")]

    def __init__(self, match: CodedMatch, tries: int = 0, you: int | None = None) -> None:
        super().__init__(f"{match.game.title}: the coach", "The coach is looking at the match.")
        self.match, self.tries, self.you = match, tries, you
        self.found: Report | None = None
        self.every = False

    def on_mount(self) -> None:
        super().on_mount()
        self.run_worker(self.study())

    async def study(self) -> None:
        workers = Workers(1, NICE)
        try:
            self.found = await study_in_workers(workers, self.match, self.show_progress, self.tries)
        except Refusal as refusal:
            self.write(str(refusal))
        else:
            self.show_report()
        finally:
            workers.close()

    def show_progress(self, done: int, total: int) -> None:
        self.write(f"The coach is looking at the match: {100 * done // total} %")

    def show_report(self) -> None:
        if self.found is not None:
            width = max(40, self.query_one("#page", VerticalScroll).size.width - 3)
            self.write("\n".join(lines(self.found, width, self.every, self.you)))

    def write(self, text: str) -> None:
        self.query_one("#page Static", Static).update(text)

    def on_resize(self) -> None:
        self.show_report()

    def action_everything(self) -> None:
        self.every = not self.every
        self.show_report()
