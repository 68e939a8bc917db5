"""Slow play in the browser: days for a turn, players come and go, the hall restarts."""

from playwright.sync_api import Browser, expect

from tests.browser.helper import House, Visitor
from tests.browser.test_clock import TURN, clock, two

DAYS = {"kind": "turn", "seconds": 3 * 24 * 3600}


def away(visitor: Visitor) -> str:
    """Leave the table for a page that needs no hall; the address of the table."""
    address = visitor.page.url
    visitor.page.goto("/rules/dojo_duel")
    visitor.page.locator("main h1").wait_for()
    return address


def test_slow_play_goes_on_after_the_hall_was_closed(browser: Browser, own_house: House) -> None:
    one, other = two(browser, own_house, clock=DAYS)
    one.turn()
    expect(one.page.locator(TURN)).to_have_count(0)
    story = one.page.locator(".log li").count()
    address = away(one)
    away(other)
    own_house.stop()
    own_house.start()

    other.page.goto("/matches")
    expect(other.page.get_by_text("your turn", exact=True)).to_be_visible()
    other.page.get_by_role("link", name="Dojo Duel with").click()
    other.page.locator(TURN).wait_for()
    expect(clock(other.page, 1)).to_have_text("3 days")
    expect(other.page).to_have_title("● Your turn - Dojo Duel")
    assert other.page.locator(".log li").count() == story
    other.turn()
    one.page.goto(address)
    one.page.locator(".log li").nth(story).wait_for()  # what has happened since
    for each in (one, other):
        each.leave()
