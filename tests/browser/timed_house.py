"""A hall in this process whose clock is moved by hand."""

from playwright.sync_api import Locator

from tests.browser.helper import House
from tests.server.clock_hall import GRACE
from tests.server.hall import Hands, Running, eventually


class TimedHouse(House):
    """A hall in this process, whose time passes when a test says so."""

    def __init__(self, running: Running, hands: Hands) -> None:
        self.running, self.hands = running, hands
        self.address = f"http://{running.address}"

    def wait_for(self, shown: Locator) -> bool:
        """Let time pass until something is shown; the hall may notice only now who is gone."""

        def later() -> bool:
            self.hands.go(GRACE)
            self.running.look()
            return shown.is_visible()

        return eventually(later)
