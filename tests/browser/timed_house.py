"""A hall in this process whose clock the tests move."""

from playwright.sync_api import Locator

from tests.browser.helper import House
from tests.server.clock_hall import GRACE
from tests.server.hall import ManualClock, RunningHall, eventually


class TimedHouse(House):
    """A hall in this process; its time passes only when a test advances the clock."""

    def __init__(self, running: RunningHall, manual_clock: ManualClock) -> None:
        self.running, self.manual_clock = running, manual_clock
        self.address = f"http://{running.address}"

    def advance(self, seconds: float) -> None:
        """Let time pass once."""
        self.manual_clock.advance(seconds)
        self.running.check_clock()

    def wait_for(self, shown: Locator) -> bool:
        """Let time pass until something is shown; the hall may first have to notice who left."""

        def later() -> bool:
            self.advance(GRACE)
            return shown.is_visible()

        return eventually(later)
