"""The page while the hall restarts: it says so, comes back by itself, and the match goes on."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.helper import TURN, House, Visitor, browser

__all__ = ["browser"]


@pytest.fixture
def falling(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.stop()


def test_the_page_says_that_the_hall_restarts(browser: Browser, falling: House) -> None:
    guest = Visitor(browser, falling)
    guest.page.goto("/")
    guest.page.click("[data-play=udaka]")
    expect(guest.page.locator(TURN).first).to_be_visible()
    note = guest.page.locator("#offline")
    falling.stop(signal.SIGTERM)
    expect(note).to_have_text("The hall restarts. Your table comes back.")
    expect(note).to_be_visible()
    falling.start()
    expect(note).to_be_hidden()
    expect(guest.page.locator(TURN).first).to_be_visible()
    falling.stop(signal.SIGKILL)
    expect(note).to_have_text("Connection lost. Trying again.")
    guest.leave("WebSocket connection")
