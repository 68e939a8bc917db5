"""A player closes the browser and does not come back; the test moves the hall's clock."""

from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.helper import Visitor
from tests.browser.test_clock import TURN, two
from tests.browser.timed_house import TimedHouse


def left_alone(browser: Browser, timed: TimedHouse, **more: Any) -> Visitor:
    """A player who has moved, and whose opponent has closed the browser."""
    one, other = two(browser, timed, **more)
    one.turn()
    expect(one.page.locator(TURN)).to_have_count(0)
    expect(one.page.locator(".due button")).to_have_count(0)
    other.leave()
    return one


def test_a_win_is_claimed_against_an_absent_player(browser: Browser, timed: TimedHouse) -> None:
    one = left_alone(browser, timed)
    claim = one.page.get_by_role("button", name="Claim the win")
    assert timed.wait_for(claim)
    expect(one.page.locator(".away").first).to_be_visible()
    one.check()
    claim.click()
    expect(one.page.locator("#question")).to_contain_text("you win.")
    one.leave()


def test_a_bot_plays_for_an_absent_player(browser: Browser, timed: TimedHouse) -> None:
    one = left_alone(browser, timed, when_absent="bot")
    told = one.page.locator(".log li").count()
    assert timed.wait_for(one.page.locator(TURN))  # the bot has moved
    expect(one.page.locator(".due button")).to_have_count(0)
    one.turn()
    expect(one.page.locator(".log li").nth(told + 2)).to_be_visible()  # and the match goes on
    one.leave()
