"""Every page, and all that opens over it: it fits at every width, and can be read day and night."""

import pytest

from tests.browser.openings import OPENINGS, opened
from tests.browser.sights import ALL, BETWEEN, SIGHTS, Sight, Tourist, pages
from tests.sampling import a_few


def test_no_page_is_forgotten() -> None:
    assert pages() == set(SIGHTS)


def called(sight: Sight) -> str:
    return f"{sight.address} {sight.there}"


@pytest.mark.parametrize("sight", a_few(ALL, 8, "a_page"), ids=called)
def test_a_page(tourist: Tourist, sight: Sight) -> None:
    tourist.go(sight)
    assert tourist.found(BETWEEN) == []
    tourist.approve()


@pytest.mark.parametrize("name", a_few(OPENINGS, 8, "what_opens"))
def test_what_opens(tourist: Tourist, name: str) -> None:
    opened(tourist, OPENINGS[name])
    tourist.approve()
