"""A card in full: opened by a long press or Space, and closed back to the same focus."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.fake_table import FakeTable, sample
from tests.browser.helper import DESK, PHONE, House, Visitor
from tests.browser.test_play import SMALL_TARGETS

FINGERS = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
IPHONE = "addEventListener('contextmenu', (event) => event.stopImmediatePropagation(), true);"
LONGER = "() => new Promise((done) => setTimeout(done, 600))"  # than a long press takes
JAB, BLITZ = "[data-id=hand-A-0]", "[data-id=hand-A-3]"


class Finger:
    """One finger on the screen."""

    def __init__(self, table: FakeTable) -> None:
        self.line = table.page.context.new_cdp_session(table.page)

    def _send(self, kind: str, *points: dict[str, float]) -> None:
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def down(self, on: Locator) -> None:
        box = on.bounding_box()
        assert box
        self.at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self._send("touchStart", self.at)

    def move(self, by: float) -> None:
        self._send("touchMove", {**self.at, "y": self.at["y"] + by})

    def up(self) -> None:
        self._send("touchEnd")


def test_a_long_press_shows_a_card_in_full(browser: Browser, house: House) -> None:
    """Even where the browser sends no context menu event; releasing the finger is no click."""
    given: dict[str, Any] = FINGERS
    table = FakeTable(browser, house, sample(), IPHONE, **given)
    page, finger, jab = table.page, Finger(table), table.page.locator(JAB)
    assert jab.locator(".ctext").is_hidden()  # too small here
    finger.down(jab)
    full = page.get_by_role("dialog", name="Jab")
    expect(full).to_be_visible()
    finger.up()
    page.evaluate(LONGER)
    expect(full.locator(".card .ctext")).to_contain_text("On a Kick")
    expect(full.locator("li").filter(has_text="Steps forward +1")).to_be_visible()
    table.guest.check()
    assert page.evaluate(SMALL_TARGETS) == []
    page.touchscreen.tap(5, 5)  # beside the sheet
    expect(full).to_be_hidden()
    assert table.said == []
    jab.tap()
    expect(page.locator(".lit")).to_have_count(0)
    assert [each["action"] for each in table.said] == ["play 0"]
    table.guest.leave()


def test_a_moving_finger_opens_no_card(browser: Browser, house: House) -> None:
    given: dict[str, Any] = FINGERS
    table = FakeTable(browser, house, sample(), IPHONE, **given)
    finger = Finger(table)
    finger.down(table.page.locator(JAB))
    finger.move(-40)
    table.page.evaluate(LONGER)
    finger.up()
    expect(table.page.locator("#ask")).to_be_hidden()
    expect(table.page.locator("#notice")).to_be_hidden()
    table.guest.leave()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_space_shows_a_card_and_why_it_cannot_be_played(
    browser: Browser, house: House, theme: str
) -> None:
    table = FakeTable(browser, house, sample(), viewport=DESK, color_scheme=theme)
    page, keys = table.page, table.page.keyboard
    table.guest.tab_to(JAB)
    while not table.guest.focused(BLITZ):  # Tab passes over what cannot be played
        assert table.guest.focused(".hold .card")
        keys.press("ArrowRight")
    keys.press("Space")
    full = page.get_by_role("dialog", name="Blitz")
    expect(full).to_contain_text("Never on another card: opens a turn.")
    expect(full).to_contain_text("Our reconstruction, not printed")
    expect(full.get_by_role("link", name="KM-42")).to_be_visible()
    table.guest.check()
    table.resend(scene={**table.frame["scene"], "status": "later"})  # the page redraws
    keys.press("Escape")
    expect(full).to_be_hidden()
    expect(page.locator(BLITZ)).to_be_focused()
    assert table.said == []
    table.guest.tab_to(JAB)
    keys.press("Enter")
    expect(page.locator(".lit")).to_have_count(0)
    assert [each["action"] for each in table.said] == ["play 0"]
    table.guest.leave()


def test_a_piece_that_is_no_card_is_explained_in_a_sentence(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample())
    table.page.locator("[data-id=pawn-B]").click(button="right")
    expect(table.page.locator("#notice")).to_contain_text("Brown belt, faces down.")
    expect(table.page.locator("#ask")).to_be_hidden()
    table.guest.leave()


def test_a_suit_of_one_s_own_is_written(browser: Browser, house: House) -> None:
    """The four known signs are drawn; any other one of a card file stands there as text."""
    frame = sample()
    hand = next(zone for zone in _zones(frame["scene"]["zones"]) if zone["id"] == "hand-A")
    for piece, sign, suit in zip(hand["pieces"], "♥★", ("hearts", "stars"), strict=False):
        corner = {**PLAIN, "value": "2", "label": sign}
        piece.update(form="playing", face=f"2-{suit}", kind=suit, motif="", corners=[corner])
        piece.update(arrows=[], steps=[], text="")
    table = FakeTable(browser, house, frame, viewport=DESK)
    known, own = (table.page.locator(f"[data-id=hand-A-{n}]") for n in (0, 1))
    expect(known.locator("svg.pip")).to_have_count(4)  # in two corners, and two pips
    expect(own.locator("svg.pip")).to_have_count(0)
    expect(own.locator(".pips .pip")).to_have_text(["★", "★"])
    expect(own).to_have_accessible_name(re.compile("of stars"))
    table.guest.check()


PLAIN = {"value": "", "role": "plain", "label": ""}


def _zones(zones: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for zone in zones:
        yield zone
        yield from _zones(zone["zones"])


FILLS = """() => Object.fromEntries(["mv", "w-hit", "w-ward"].map(name =>
  [name, getComputedStyle(document.querySelector(`.km .${name}`)).fill]))"""
YELLOW, RED = "rgb(242, 183, 5)", "rgb(180, 48, 26)"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_cards_can_have_the_colours_of_the_print(
    browser: Browser, house: House, theme: str
) -> None:
    """Yellow steps, red attacks and defences; the choice is remembered."""
    table = FakeTable(browser, house, sample(), viewport=DESK, color_scheme=theme)
    page = table.page
    assert page.evaluate(FILLS)["mv"] != YELLOW
    page.get_by_role("button", name="Help and keys").click()
    page.get_by_label("Cards in the colours of the print").check()
    page.get_by_role("button", name="Back to the table").click()
    shown = page.evaluate(FILLS)
    assert shown["mv"] == YELLOW
    assert shown["w-hit"] == shown["w-ward"]
    assert shown["w-hit"] == RED or theme == "dark"
    table.guest.check()
    assert page.evaluate("localStorage.getItem('budokan.faces')") == "print"
    table.guest.leave()


CRESTS = """() => [...document.querySelectorAll(".crest:is(.s1, .s2)")].map(each =>
  [each.classList.contains("s1"), getComputedStyle(each).fill])"""
SEATS = {
    "light": ("rgb(230, 181, 60)", "rgb(196, 58, 34)"),
    "dark": ("rgb(237, 190, 72)", "rgb(224, 87, 60)"),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_fighters_of_kenpo_masters_are_yellow_and_red(
    browser: Browser, house: House, theme: str
) -> None:
    """At the table, and on the form before it; those of other games have the hall's colours."""
    yellow, red = SEATS[theme]
    table = FakeTable(browser, house, sample(), viewport=DESK, color_scheme=theme)
    shown = table.page.evaluate(CRESTS)
    assert {tuple(each) for each in shown} == {(True, yellow), (False, red)}
    table.guest.leave()
    guest = Visitor(browser, house, viewport=DESK, color_scheme=theme)
    for game, first in (("kenpo_masters", yellow), ("udaka", red)):
        guest.page.goto("/")
        guest.page.click(f"[data-new={game}]")
        guest.page.locator("dialog .crest").first.wait_for()
        assert guest.page.evaluate(CRESTS)[0] == [True, first]
    guest.leave()
