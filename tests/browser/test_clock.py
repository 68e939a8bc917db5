"""Clocks, claims, courtesies and notices in the browser."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.helper import DESK, PHONE, House, Visitor
from tests.browser.test_play import SMALL_TARGETS
from tests.browser.test_sound import COUNT
from tests.browser.timed_house import TimedHouse
from tests.sampling import a_few

TURN = ".stage.mine"


def opened(guest: Visitor, *sitting: str, **more: Any) -> dict[str, Any]:
    """Set up a table and go there; its id and its links."""
    guest.page.goto("/")
    asked = {"game": "dojo_duel", "players": sitting, "names": ["Red belt", "Blue belt"], **more}
    made: dict[str, Any] = guest.page.evaluate(
        """async body => (await fetch('/api/tables', {method: 'POST', body,
        headers: {'content-type': 'application/json'}})).json()""",
        json.dumps(asked),
    )
    guest.page.goto(f"/table/{made['id']}")
    return made


def two(browser: Browser, house: House, size: dict[str, int] = DESK, **more: Any) -> list[Visitor]:
    """Two people at a table of Dojo Duel; at once both are to move."""
    one, other = Visitor(browser, house, viewport=size), Visitor(browser, house, viewport=size)
    made = opened(one, "me", "human", **more)
    other.page.goto(made["invites"][0]["url"])
    for each in (one, other):
        each.page.locator(".stage .plate.acts").first.wait_for()
    return [one, other]


def clock(page: Page, seat: int) -> Any:
    return page.locator(f"[data-seat='{seat}'] .clock").first


def test_the_form_offers_clocks(browser: Browser, house: House) -> None:
    guest = Visitor(browser, house)
    page = guest.page
    page.goto("/")
    page.click("[data-new=udaka]")
    page.select_option("#f-absent", "wait")
    page.select_option("#f-clock", label="3 minutes a turn")
    expect(page.locator("#f-absent")).to_have_value("claim")
    guest.check()
    page.get_by_role("button", name="Open the table").click()
    page.locator("[role=timer]").first.wait_for()
    assert guest.ready()
    expect(clock(page, 0)).to_have_text(re.compile(r"^(3:00|2:\d\d)$"))
    first = clock(page, 0).inner_text()
    expect(clock(page, 0)).not_to_have_text(first)  # it runs
    expect(clock(page, 0)).to_have_attribute("aria-label", re.compile(r"^Guest: 2:\d\d left$"))
    guest.check()
    guest.leave()


@pytest.mark.parametrize("size", a_few([DESK, PHONE], 1, "time"))
def test_time_runs_short_and_a_win_is_claimed(
    browser: Browser, house: House, size: dict[str, int]
) -> None:
    one, other = two(browser, house, size, clock={"kind": "match", "seconds": 5})
    for each in (one, other):
        for seat in (0, 1):
            expect(clock(each.page, seat)).to_have_class("clock runs low")
    one.turn()
    expect(one.page.locator(TURN)).to_have_count(0)
    due = one.page.locator(".due p")
    expect(due).to_contain_text("Blue belt's time is")
    expect(other.page.locator(".due p")).to_contain_text("Your time is")
    one.check()
    button = one.page.get_by_role("button", name="Claim the win")
    button.wait_for()
    if size == PHONE:
        assert one.page.evaluate(SMALL_TARGETS) == []
    one.tab_to(".due button")
    one.page.keyboard.press("Enter")
    ends = "Blue belt is out of time; you win.", "You are out of time; Red belt wins."
    for each, told in zip((one, other), ends, strict=True):
        expect(each.page.locator("#question")).to_contain_text(told)
        expect(each.page.locator(".due")).to_be_hidden()
        each.leave()


def test_a_bot_plays_and_the_seat_is_taken_back(browser: Browser, timed: TimedHouse) -> None:
    one, other = two(browser, timed, clock={"kind": "turn", "seconds": 15}, when_absent="bot")
    one.turn()
    expect(one.page.locator(TURN)).to_have_count(0)
    timed.advance(20)  # once: later the other one would be out of time too
    back = other.page.get_by_role("button", name="Take your seat back")
    back.wait_for()
    expect(other.page.locator("#question")).to_contain_text("A bot plays for you.")
    other.tab_to(".due button")
    other.page.keyboard.press("Enter")
    expect(back).to_be_hidden()
    for each in (one, other):
        each.leave()


LASTS = 6000  # milliseconds that a courtesy is shown
BUBBLE = """() => { const node = document.querySelector('.bubble');
  const box = node?.getBoundingClientRect();
  return node && [node.innerText, box.left, box.right]; }"""


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_courtesies_are_said_seen_and_muted(
    browser: Browser, house: House, size: dict[str, int]
) -> None:
    one, other = two(browser, house, size)
    for each in (one, other):
        each.page.clock.install()
    tool = "button[aria-label='At the table']"
    other.tab_to(tool)
    other.page.keyboard.press("Enter")
    other.page.get_by_role("button", name="Well played.").wait_for()
    other.check()
    if size == PHONE:
        assert other.page.evaluate(SMALL_TARGETS) == []
    other.tab_to(".courtesies button:nth-child(3)")
    other.page.keyboard.press("Enter")
    said, left, right = one.page.wait_for_function(BUBBLE).json_value()  # it does not stay long
    assert said == "Blue belt Well played." and left >= 0 and right <= size["width"]
    expect(one.page.locator("#alarm")).to_have_text("Blue belt: Well played.")
    for each in (one, other):  # the sender sees it, too
        each.page.clock.fast_forward(LASTS)
        expect(each.page.locator(".bubble")).to_have_count(0)
    one.page.click(tool)
    one.page.get_by_label("Show what others say").uncheck()
    one.page.get_by_role("button", name="Thank you").click()
    other.page.wait_for_function(BUBBLE)
    one.page.click(tool)
    one.page.get_by_role("button", name="Thank you").wait_for()  # by now it has come here, too
    assert one.page.locator(".bubble").count() == 0
    for each in (one, other):
        each.leave()


NOTED = """() => { window.noted = [];
  Object.defineProperty(document, 'hidden', {get: () => window.away === true, configurable: true});
  window.Notification = class { static permission = 'default'; constructor(title, more) {
      window.noted.push([title, more.body]); } close() {}
    static async requestPermission() { window.asked = true; this.permission = 'granted';
      return 'granted'; } } }"""


CANNOT = """() => { window.Notification = class { static permission = 'default';
    constructor() { throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration'); }
    static async requestPermission() { this.permission = 'granted'; return 'granted'; } } }"""


def test_a_phone_that_shows_no_notices_says_so(browser: Browser, house: House) -> None:
    one = Visitor(browser, house, viewport=PHONE)
    one.context.add_init_script(f"({CANNOT})()")
    opened(one, "me", "human")
    one.page.click("button[aria-label='At the table']")
    box = one.page.get_by_label("Notify me of my turn")
    box.click()
    expect(one.page.locator("#ask")).to_contain_text("notifications only for installed apps")
    expect(box).not_to_be_checked()
    one.page.reload()
    one.page.click("button[aria-label='At the table']")
    expect(box).not_to_be_checked()
    one.leave()


def test_the_turn_is_called_out(browser: Browser, house: House) -> None:
    one, other = Visitor(browser, house), Visitor(browser, house)
    one.context.add_init_script(f"({NOTED})()")
    one.context.add_init_script(COUNT)
    made = opened(one, "me", "human")
    expect(one.page).to_have_title("Dojo Duel · Budokan")
    one.page.click("button[aria-label='At the table']")
    assert one.page.evaluate("window.asked") is None
    one.page.get_by_label("Notify me of my turn").check()
    expect(one.page.get_by_label("Notify me of my turn")).to_be_checked()
    assert one.page.evaluate("noted.splice(0)") == [
        ["Budokan", "You will get a notification like this when it is your turn."]
    ]
    one.page.get_by_role("button", name="Back to the table").click()
    one.page.evaluate("window.away = true; strokes.length = 0")
    other.page.goto(made["invites"][0]["url"])
    expect(one.page).to_have_title("● Your turn - Dojo Duel")
    expect(one.page.locator("#alarm")).to_contain_text("Your turn.")
    noted = one.page.wait_for_function("noted.length && noted").json_value()
    assert noted == [["Your turn - Dojo Duel", "Red belt: the table waits for you."]]
    assert one.page.evaluate("strokes") == pytest.approx([0.29, 0.16], abs=0.01)  # the bell
    for each in (one, other):
        each.leave()
