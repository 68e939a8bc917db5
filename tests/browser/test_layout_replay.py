"""The replay of every game with and without the coach's curve: nothing is cut or covered."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.films import film, length, report
from tests.browser.helper import House, browser, house
from tests.browser.sights import Tourist
from tests.kit.positions import TABLES

__all__ = ["browser", "house"]  # fixtures

SIZES = [(390, 844), (768, 800), (1024, 768), (1280, 800), (1366, 768), (1920, 800), (1920, 1080)]
SEED, DECISIONS = 3, 30


class Spectator(Tourist):
    """Somebody who is shown one replay after another."""

    def see(self, table: str, *, curve: bool) -> int:
        """Open a replay; how many steps it has."""
        sent = film(table, SEED, DECISIONS)
        steps = length(sent)
        told = report(table, steps) if curve else {"state": "none"}
        self.page.route("**/api/tables/x/replay*", lambda route: route.fulfill(body=sent))
        self.page.route("**/api/tables/x/coach*", lambda route: route.fulfill(json=told))
        self.page.goto("/replay/x")
        self.page.locator(".stage .piece").first.wait_for(state="attached")
        if curve:
            self.page.locator(".strip .way").wait_for(state="attached")
        return steps

    def step(self, step: int) -> None:
        self.page.locator("input[type=range]").fill(str(step))
        self.page.locator(".entry", has_text=f"Step {step} of").wait_for()


@pytest.fixture
def spectator(browser: Browser, house: House) -> Iterator[Spectator]:
    found = Spectator(browser, house)
    yield found
    found.leave()


@pytest.mark.parametrize("table", TABLES)
def test_a_replay_with_the_curve_fits(spectator: Spectator, table: str) -> None:
    last = spectator.see(table, curve=True)
    for step in (0, last // 2, last - 3):
        spectator.step(step)
        assert spectator.found(SIZES) == [], f"step {step}"


@pytest.mark.parametrize("table", TABLES)
def test_a_replay_without_a_curve_fits(spectator: Spectator, table: str) -> None:
    spectator.step(spectator.see(table, curve=False) - 1)
    assert spectator.found(SIZES) == []


@pytest.mark.parametrize("theme, width", [("light", 1280), ("dark", 390)])
def test_a_replay_with_the_curve_can_be_read(spectator: Spectator, theme: str, width: int) -> None:
    spectator.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    spectator.page.set_viewport_size({"width": width, "height": 800})
    spectator.step(spectator.see("dojo_duel", curve=True) - 3)
    spectator.check()
