"""Every page, and all that opens over it: it fits at every width, and can be read day and night."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.agents.openings import OPENINGS, opened
from tests.browser.helper import House, browser, house
from tests.browser.sights import ALL, BETWEEN, SIGHTS, Sight, Tourist, pages

__all__ = ["browser", "house"]  # fixtures


@pytest.fixture(scope="module")
def tourist(browser: Browser, house: House) -> Iterator[Tourist]:
    found = Tourist(browser, house)
    yield found
    found.leave()


def test_no_page_is_forgotten() -> None:
    assert pages() == set(SIGHTS)


def called(sight: Sight) -> str:
    return f"{sight.address} {sight.there}"


@pytest.mark.parametrize("sight", ALL, ids=called)
def test_a_page(tourist: Tourist, sight: Sight) -> None:
    tourist.go(sight)
    assert tourist.found(BETWEEN) == []
    tourist.approve()


@pytest.mark.parametrize("name", OPENINGS)
def test_what_opens(tourist: Tourist, name: str) -> None:
    opened(tourist, OPENINGS[name])
    tourist.approve()
