"""Somebody closes the browser and does not come back; the hall's clock is moved by hand."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.helper import House, Visitor
from tests.browser.test_clock import TURN, two
from tests.server.clocked import GRACE
from tests.server.hall import Hands, Running, eventually, near_bots


class Timed(House):
    """A hall in this process, whose time passes when a test says so."""

    def __init__(self, running: Running, hands: Hands) -> None:
        self.running, self.hands = running, hands
        self.address = f"http://{running.address}"

    def wait_for(self, shown: Locator) -> bool:
        """Let time pass until something is shown; the hall may notice only now who is gone."""

        def later() -> bool:
            self.hands.go(GRACE)
            self.running.look()
            return shown.is_visible()

        return eventually(later)


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    hands = Hands()
    with Running(tmp_path_factory.mktemp("absent"), near_bots(), now=hands) as running:
        yield Timed(running, hands)


def left_alone(browser: Browser, timed: Timed, **more: Any) -> Visitor:
    """One of two people who has moved, and whose opponent has closed the browser instead."""
    one, other = two(browser, timed, **more)
    one.turn()
    expect(one.page.locator(TURN)).to_have_count(0)
    expect(one.page.locator(".due button")).to_have_count(0)
    other.leave()
    return one


def test_the_win_is_claimed_from_who_vanished(browser: Browser, timed: Timed) -> None:
    one = left_alone(browser, timed)
    claim = one.page.get_by_role("button", name="Claim the win")
    assert timed.wait_for(claim)
    expect(one.page.locator(".away").first).to_be_visible()
    one.check()
    claim.click()
    expect(one.page.locator("#question")).to_contain_text("Red belt wins.")
    one.leave()


def test_a_bot_plays_for_who_vanished(browser: Browser, timed: Timed) -> None:
    one = left_alone(browser, timed, absent="bot")
    told = one.page.locator(".log li").count()
    assert timed.wait_for(one.page.locator(TURN))  # the bot has moved
    expect(one.page.locator(".due button")).to_have_count(0)
    one.turn()
    expect(one.page.locator(".log li").nth(told + 2)).to_be_visible()  # and the match goes on
    one.leave()
