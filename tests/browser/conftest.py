"""One browser and one hall for all tests of a worker; every test brings visitors of its own.

The fixtures have package scope: Playwright runs an event loop while its browser is open, and
tests in other folders run loops of their own.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.helper import FLAGS, House, Visitor, find_chromium
from tests.browser.page_visits import PageViewer, ReplayViewer
from tests.browser.timed_house import TimedHouse
from tests.server.hall import ManualClock, RunningHall, ThreadBots


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The hall that all tests share; no test may stop it."""
    found = House(tmp_path_factory.mktemp("hall"))
    yield found
    found.stop()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A hall for one test, which may stop or kill it."""
    found = House(tmp_path)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TimedHouse]:
    """A hall whose clock the tests move."""
    manual_clock = ManualClock()
    with RunningHall(tmp_path_factory.mktemp("timed"), ThreadBots(), now=manual_clock) as running:
        yield TimedHouse(running, manual_clock)


@pytest.fixture
def guest(browser: Browser, house: House) -> Iterator[Visitor]:
    """A visitor; the test fails if the page reported an error."""
    found = Visitor(browser, house)
    yield found
    found.leave()


@pytest.fixture(scope="module")
def viewer(browser: Browser, house: House) -> Iterator[PageViewer]:
    """A visitor who opens one page after another."""
    found = PageViewer(browser, house)
    yield found
    found.leave()


@pytest.fixture(scope="module")
def replay_viewer(browser: Browser, house: House) -> Iterator[ReplayViewer]:
    """A visitor who opens one replay after another."""
    found = ReplayViewer(browser, house)
    yield found
    found.leave()
