"""Announcements of a page: lost connections, the story, a hand-over, a victory."""

import json

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.fake_table import FakeTable, Frame, ended, sample, two_clicks
from tests.browser.helper import LIT, House
from tests.browser.test_sound import COUNT

EARS = """
window.heard = [];
let last = '';
new MutationObserver(() => {
  const said = document.getElementById('alarm')?.textContent || '';
  if (said && said !== last) heard.push(said);
  last = said;
}).observe(document, {subtree: true, childList: true});
"""


def heard(table: FakeTable) -> list[str]:
    """The assertive announcements since the last call, except those about the turn."""
    table.page.wait_for_function("() => document.getElementById('alarm').textContent")
    said: list[str] = table.page.evaluate("heard.splice(0)")
    return [each for each in said if not each.startswith("Your turn")]


def listening(browser: Browser, house: House, script: str = "") -> FakeTable:
    """A table that has already announced whose turn it is."""
    table = FakeTable(browser, house, sample(), EARS + script)
    heard(table)
    return table


def closing(table: FakeTable, code: int, text: str) -> None:
    """Send an error and close the connection."""
    table.send({"t": "error", "text": text})
    table.lines[-1].close(code=code)


@pytest.mark.parametrize("code", [1011, 1013])
def test_the_page_reconnects_after_a_passing_error(
    browser: Browser, house: House, code: int
) -> None:
    table = listening(browser, house)
    lines, table.frame["story"], table.frame["story_length"] = len(table.lines), ["It goes on."], 2
    closing(table, code, "The store is busy.")
    expect(table.page.locator(".story .now")).to_contain_text("It goes on.")
    assert len(table.lines) == lines + 1
    expect(table.page.locator("#offline")).to_be_hidden()
    expect(table.page.locator("#notice")).to_be_hidden()
    said = ["The store is busy. Trying again.", "The connection is back."]
    assert heard(table) == said
    table.guest.leave()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_does_not_reconnect_after_a_final_error(
    browser: Browser, house: House, theme: str
) -> None:
    table = FakeTable(browser, house, sample(), color_scheme=theme)
    page = table.page
    page.route_web_socket("**/ws/*", lambda socket: gone(table, socket))
    table.lines[-1].close(code=1001)
    expect(page.locator("#notice")).to_contain_text("There is no such table.")
    expect(page.locator("#offline")).to_be_hidden()
    lines = len(table.lines)
    page.evaluate(
        "dispatchEvent(new Event('online'))"
    )  # what makes a line that is lost try at once
    table.guest.check()
    way = page.locator("#notice").get_by_role("link", name="To the hall")
    colours = "node => [getComputedStyle(node).color, getComputedStyle(node).backgroundColor]"
    plain = page.locator(".rail .foot a.btn").first
    assert way.evaluate(colours) == plain.evaluate(colours)
    assert len(table.lines) == lines
    table.guest.leave()


def gone(table: FakeTable, socket: WebSocketRoute) -> None:
    table.lines.append(socket)
    socket.send(json.dumps({"t": "error", "text": "There is no such table."}))
    socket.close(code=4404)


def test_every_lost_connection_is_announced(browser: Browser, house: House) -> None:
    table = listening(browser, house)
    for n in range(2):
        table.frame["story"], table.frame["story_length"] = [f"Line {n}."], 10 * n + 10
        table.lines[-1].close(code=1001)
        expect(table.page.locator(".story .now")).to_contain_text(f"Line {n}.")
        assert heard(table) == ["Connection lost. Trying again.", "The connection is back."]
    table.guest.leave()


def test_a_hint_asked_for_offline_does_not_wait_forever(browser: Browser, house: House) -> None:
    frame = sample()
    frame["table"]["assists"] = True
    table = FakeTable(browser, house, frame)
    waiting: list[WebSocketRoute] = []
    table.page.route_web_socket("**/ws/*", lambda line: waiting.append(line))  # silent at first
    table.lines[-1].close(code=1001)
    expect(table.page.locator("#offline")).to_be_visible()
    table.page.keyboard.press("h")
    expect(table.page.locator(".hints .seeking")).to_be_visible()
    while not waiting:
        table.page.wait_for_timeout(20)
    waiting[0].send(json.dumps(table.frame))
    expect(table.page.locator("#offline")).to_be_hidden()
    expect(table.page.locator(".hints")).to_be_hidden()
    table.guest.leave()


LATER = "() => new Promise((done) => setTimeout(() => done(heard), 60))"  # alarms wait for 30 ms
POLITE = """
window.told = [];
new MutationObserver(() => {
  const said = document.querySelector('#page > [aria-live=polite]')?.textContent || '';
  if (said && said !== told.at(-1)) told.push(said);
}).observe(document, {subtree: true, childList: true});
"""
TOLD = "text => told.includes(text)"


def test_new_story_lines_are_announced_and_the_end_once(browser: Browser, house: House) -> None:
    table = listening(browser, house, POLITE)
    table.resend("It goes on.")
    table.page.wait_for_function(TOLD, arg="It goes on.")
    table.frame.update(story=["Other eyes see this."], story_length=1)
    table.resend("And this.", view=1)
    heard(table)
    scene, facts = (ended("won", "lost", "lost")[name] for name in ("scene", "table"))
    table.resend("Red belt wins.", over=True, view=1, scene=scene, table=facts)
    table.page.wait_for_function(TOLD, arg="Red belt wins.")
    assert table.page.evaluate(LATER) == []  # the story has said it
    assert table.page.evaluate("told") == ["It goes on.", "Red belt wins."]
    table.page.reload()
    table.page.locator(".prompt.over").wait_for()
    assert heard(table) == ["Red belt wins."]
    assert table.page.evaluate("told") == []
    table.guest.leave()


def at_one_screen(view: int, acting: int) -> Frame:
    frame = sample(view=view, mine=[0, 1])
    frame["scene"].update(viewer=view, acting=[acting])
    if view != acting:
        frame["scene"].update(choices=[], buttons=[])
    return frame


def test_the_focus_moves_to_the_prompt_at_a_hand_over(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, at_one_screen(0, 0))
    page = table.page
    table.guest.tab_to(LIT)
    table.send(at_one_screen(0, 1))
    page.get_by_role("button", name="I am Brown belt").wait_for()
    page.keyboard.press("Enter")
    while not table.said:
        page.wait_for_timeout(20)
    assert table.said[-1] == {"t": "look", "seat": 1}
    table.send(at_one_screen(1, 1))
    expect(page.locator("#curtain")).to_be_hidden()
    expect(page.locator("#question")).to_be_focused()
    table.guest.leave()


def test_a_click_of_a_screen_reader_moves_the_focus(browser: Browser, house: House) -> None:
    """Screen readers send clicks without a press: the focus must move, too."""
    table = FakeTable(browser, house, two_clicks(sample()))
    table.page.locator("[data-id=hand-A-0]").evaluate("node => node.click()")
    expect(table.page.locator("[data-id=hand-A-0].picked")).to_be_visible()
    assert table.guest.focused(".way, .lit")
    table.guest.leave()


@pytest.mark.parametrize("outcome, sounds", [("won", True), ("lost", False)])
def test_only_the_winner_hears_the_drums(
    browser: Browser, house: House, outcome: str, sounds: bool
) -> None:
    table = FakeTable(browser, house, sample(), COUNT)
    table.page.keyboard.press("Shift")  # sounds wait for a gesture
    end = ended(outcome, "won", "lost")
    table.resend("It is over.", over=True, scene=end["scene"], table=end["table"])
    assert (table.page.evaluate("strokes.length") > 0) is sounds
    table.guest.leave()
