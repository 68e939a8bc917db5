"""Hints on the page: by click and by key, on a phone, and refused where they are forbidden."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.helper import DESK, PHONE, House, Visitor
from tests.browser.test_play import SMALL_TARGETS

BUTTON = "button[aria-label=Hint]"


def seated(browser: Browser, house: House, game: str = "udaka", **given: Any) -> Visitor:
    """A visitor whose turn it is."""
    guest = Visitor(browser, house, **given)
    guest.page.goto("/")
    guest.page.click(f"[data-play={game}]")
    guest.ready()
    return guest


def advised(page: Page) -> None:
    """Wait for the moves."""
    expect(page.locator(".hints")).to_be_visible()
    page.locator(".hints li, .hints h2 + p").first.wait_for()


def until_several(guest: Visitor) -> None:
    """Ask until there is more than one move."""
    for _ in range(12):
        guest.page.click(BUTTON)
        advised(guest.page)
        if guest.page.locator(".hints li").count() > 1:
            return
        guest.page.click(BUTTON)
        expect(guest.page.locator(".hints")).to_be_hidden()
        guest.turn()
        guest.ready()
    raise AssertionError("there is never anything to choose")


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_hint_is_shown_on_the_board_and_played_by_click(
    browser: Browser, house: House, size: dict[str, int]
) -> None:
    guest = seated(browser, house, viewport=size)
    page = guest.page
    until_several(guest)
    first = page.locator(".hints li").first
    expect(first).to_contain_text("%")
    expect(first).to_contain_text("±")
    assert page.locator(".hinted").count() == 0
    first.hover()
    expect(page.locator(".hinted").first).to_be_visible()
    guest.check()
    if size == PHONE:
        assert page.evaluate(SMALL_TARGETS) == []
    before = page.locator(".story li, [role=log] li").count()
    first.get_by_role("button").click()
    expect(page.locator(".hints")).to_be_hidden()
    page.wait_for_function(
        "n => document.querySelectorAll('.story li, [role=log] li').length > n", arg=before
    )
    guest.leave()


def test_a_hint_by_keyboard(browser: Browser, house: House) -> None:
    guest = seated(browser, house)
    page = guest.page
    until_several(guest)
    page.keyboard.press("h")
    expect(page.locator(".hints")).to_be_hidden()
    page.keyboard.press("h")
    advised(page)
    expect(page.locator(".hints [aria-live=polite] h2")).to_have_text(
        "The chance to win with each move"
    )
    guest.tab_to(".hints li button")
    expect(page.locator(".hinted").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".hints")).to_be_hidden()
    assert page.locator(".hinted").count() == 0
    guest.leave()


def test_letter_keys_can_be_switched_off(browser: Browser, house: House) -> None:
    guest = seated(browser, house)
    page = guest.page
    switch = page.get_by_label("Use the single keys ?, H and 1 to 9")
    page.get_by_role("button", name="Help and keys").click()
    guest.check()
    switch.uncheck()
    page.keyboard.press("Escape")
    page.reload()  # it is remembered
    assert guest.ready()
    page.keyboard.press("?")
    expect(page.locator("#ask")).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator(".hints")).to_be_hidden()
    page.get_by_role("button", name="Help and keys").click()
    switch.check()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    advised(page)
    guest.leave()


def test_a_table_that_forbids_hints_offers_none(browser: Browser, house: House) -> None:
    guest = Visitor(browser, house)
    page = guest.page
    page.goto("/")
    page.click("[data-new=udaka]")
    page.select_option("#f-assists", "forbidden")
    page.get_by_role("button", name="Open the table").click()
    guest.ready()
    expect(page.locator(BUTTON)).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator(".hints")).to_be_hidden()
    guest.leave()


def test_spectators_are_offered_no_hints(browser: Browser, house: House) -> None:
    guest, eyes = seated(browser, house), Visitor(browser, house)
    expect(guest.page.locator(BUTTON)).to_be_visible()
    eyes.page.goto(guest.page.url)
    eyes.page.locator(".stage .piece").first.wait_for()
    expect(eyes.page.locator(BUTTON)).to_be_hidden()
    for each in (guest, eyes):
        each.leave()
