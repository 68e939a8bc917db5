"""One browser and one hall for all tests of a worker; every test brings visitors of its own.

Their scope is the package: Playwright runs an event loop as long as its browser is open, and tests
of other folders run loops of their own.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.helper import FLAGS, House, Visitor, find_chromium
from tests.browser.sights import Spectator, Tourist
from tests.browser.timed_house import TimedHouse
from tests.server.hall import Hands, Running, near_bots


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The hall that all tests share; nobody may stop it."""
    found = House(tmp_path_factory.mktemp("hall"))
    yield found
    found.stop()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A hall of one's own, which may be stopped and killed."""
    found = House(tmp_path)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TimedHouse]:
    """A hall whose time passes when a test says so."""
    hands = Hands()
    with Running(tmp_path_factory.mktemp("timed"), near_bots(), now=hands) as running:
        yield TimedHouse(running, hands)


@pytest.fixture
def guest(browser: Browser, house: House) -> Iterator[Visitor]:
    """A visitor who leaves at the end, if nothing went wrong."""
    found = Visitor(browser, house)
    yield found
    found.leave()


@pytest.fixture(scope="module")
def tourist(browser: Browser, house: House) -> Iterator[Tourist]:
    """Somebody who looks at one page after another."""
    found = Tourist(browser, house)
    yield found
    found.leave()


@pytest.fixture(scope="module")
def spectator(browser: Browser, house: House) -> Iterator[Spectator]:
    """Somebody who looks at one replay after another."""
    found = Spectator(browser, house)
    yield found
    found.leave()
