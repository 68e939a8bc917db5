"""The page while the hall restarts: it says so, comes back by itself, and the match goes on."""

import signal

from playwright.sync_api import Browser, expect

from tests.browser.helper import TURN, House, Visitor


def test_the_page_says_that_the_hall_restarts(browser: Browser, own_house: House) -> None:
    guest = Visitor(browser, own_house)
    guest.page.goto("/")
    guest.page.click("[data-play=udaka]")
    expect(guest.page.locator(TURN).first).to_be_visible()
    note = guest.page.locator("#offline")
    own_house.stop(signal.SIGTERM)
    expect(note).to_have_text("The hall is restarting. Your table will come back.")
    expect(note).to_be_visible()
    own_house.start()
    expect(note).to_be_hidden()
    expect(guest.page.locator(TURN).first).to_be_visible()
    own_house.stop(signal.SIGKILL)
    expect(note).to_have_text("Connection lost. Trying again.")
    guest.leave("WebSocket connection")
