"""Matches to watch: the tick at the end of a match, and the page of replays."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.helper import House, Visitor
from tests.browser.test_clock import two


def test_both_let_others_watch_and_one_withdraws(browser: Browser, own_house: House) -> None:
    one, other = two(browser, own_house)
    one.give_up()
    tick, means = (
        one.page.get_by_label("Let others watch this match"),
        one.page.locator(".let-watch"),
    )
    one.tab_to(".let-watch input")
    one.page.keyboard.press("Space")
    expect(means).to_contain_text("when Blue belt agrees, too")
    expect(tick).to_be_checked()
    assert one.focused(".let-watch input")
    one.check()
    expect(other.page.locator(".let-watch")).to_contain_text("Red belt would let others watch it")
    watcher = Visitor(browser, own_house)
    watcher.page.goto("/replay")
    expect(watcher.page.locator("main")).to_contain_text("None of your matches is over yet")
    expect(watcher.page.locator(".shown")).to_have_count(0)
    other.page.get_by_label("Let others watch this match").check()
    expect(means).to_contain_text("The hall lists it now")
    watcher.page.reload()
    watcher.check()
    line = watcher.page.locator(".shown li")
    expect(line).to_contain_text(re.compile(r"Red belt, Blue belt.*gives up", re.DOTALL))
    line.get_by_role("link").click()
    expect(watcher.page.locator(".entry")).to_contain_text("Step 0 of")
    other.page.get_by_label("Let others watch this match").uncheck()
    expect(means).to_contain_text("when Blue belt agrees, too")
    watcher.page.goto("/replay")
    watcher.page.locator(".drop").wait_for()
    expect(watcher.page.locator(".shown")).to_have_count(0)
    for each in (one, other, watcher):
        each.leave()


def test_the_page_of_replays_begins_with_ones_own(guest: Visitor) -> None:
    page = guest.page
    page.goto("/")
    page.click("[data-play=dojo_duel]")
    guest.turn()
    guest.give_up()
    table = page.url.rpartition("/")[2].partition("?")[0]
    page.goto("/")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Replays").click()
    mine = page.locator("main .cards li")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("Dojo Duel")
    expect(mine).to_contain_text("lost")
    expect(mine.get_by_role("link", name="Coach")).to_have_attribute("href", f"/coach/{table}")
    guest.check()
    mine.get_by_role("link", name="Replay").click()
    expect(page.locator(".entry")).to_contain_text("Step 0 of")
