"""What just happened: one line above the question, said once; the focus and names of choices."""

from playwright.sync_api import Browser, expect

from tests.browser.fake_table import FakeTable, sample
from tests.browser.helper import House
from tests.browser.sample_beats import moved
from tests.browser.test_line import EARS, POLITE, TOLD

LINE = "You take 4: Yang 15 against Yin 11, their kicker added 6."


def test_one_line_stays_until_the_next_move_and_is_said_once(
    browser: Browser, house: House
) -> None:
    table = FakeTable(browser, house, sample(), EARS + POLITE)
    page, happened = table.page, table.page.locator(".prompt .happened")
    expect(happened).to_have_text("")
    table.send(moved("lose", line=LINE))
    expect(happened).to_have_text(LINE)
    page.wait_for_function(TOLD, arg=LINE)
    again = moved("lose", line=LINE)
    again["scene"]["status"] = "a moment later"
    table.send(again)  # the same move: somebody came or left
    expect(page.locator(".bar .note")).to_contain_text("a moment later")
    expect(happened).to_have_text(LINE)
    table.send(moved(ply=3, since=2))
    expect(happened).to_have_text("")
    page.wait_for_function(TOLD, arg="Move 3.")  # without a line, the story is said
    assert page.evaluate("told") == [LINE, "Move 3."]
    table.guest.leave()


def test_of_a_line_that_goes_on_only_the_rest_is_said(browser: Browser, house: House) -> None:
    """The line stays while its reader moves, and grows while others do."""
    table = FakeTable(browser, house, sample(), EARS + POLITE)
    page, happened = table.page, table.page.locator(".prompt .happened")
    table.send(moved(line=LINE))
    page.wait_for_function(TOLD, arg=LINE)
    table.send(moved(ply=3, since=2, line=LINE))  # an own step
    page.wait_for_function(TOLD, arg="Move 3.")
    table.send(moved(ply=4, since=3, line=f"{LINE} Blue belt rests."))
    expect(happened).to_have_text(f"{LINE} Blue belt rests.")
    page.wait_for_function(TOLD, arg="Blue belt rests.")
    assert page.evaluate("told") == [LINE, "Move 3.", "Blue belt rests."]
    table.guest.leave()


def test_the_line_stands_above_the_question(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, moved(line=LINE))
    line = table.page.locator(".prompt .happened").bounding_box()
    question = table.page.locator("#question").bounding_box()
    assert line and question and line["y"] + line["height"] <= question["y"] + 1
    table.guest.leave()


def test_what_a_click_does_is_said_before_the_source_of_a_card(
    browser: Browser, house: House
) -> None:
    table = FakeTable(browser, house, sample())
    card = table.page.locator("[data-id=hand-A-1]")  # designed, and may be played
    name = card.get_attribute("aria-label") or ""
    assert name.index("Play Back Round Kick") < name.index("our reconstruction")
    assert name.endswith("our reconstruction") and name.count("our reconstruction") == 1
    table.guest.leave()


def test_the_focus_returns_to_a_choice_or_to_the_question(browser: Browser, house: House) -> None:
    """Never to a card that cannot be played, which Tab reaches only to ask why."""
    table = FakeTable(browser, house, sample())
    page = table.page
    table.guest.tab_to("[data-id=hand-A-1]")
    table.send(moved(ply=2))
    expect(page.locator("#question")).to_have_text("What now, at 2?")
    expect(page.locator("[data-id=hand-A-1]")).to_be_focused()
    dimmed = moved(ply=3)
    scene = dimmed["scene"]
    scene["choices"] = [each for each in scene["choices"] if each["action"] != "play 1"]
    hand = next(zone for zone in scene["zones"][-1]["zones"] if zone["id"] == "hand-A")
    hand["pieces"][1]["refused"] = {"text": "Not now.", "clause": "KM-42"}
    table.send(dimmed)
    expect(page.locator("#question")).to_have_text("What now, at 3?")
    expect(page.locator("#question")).to_be_focused()
    table.guest.leave()
