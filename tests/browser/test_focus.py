"""The focus and typed text survive when a page redraws itself."""

from playwright.sync_api import Browser, expect

from tests.browser.fake_table import FakeTable, sample, two_clicks
from tests.browser.helper import House, Visitor


def test_the_form_of_a_new_table(browser: Browser, house: House) -> None:
    """Another game keeps the focus on the list, another number of seats keeps the names."""
    guest = Visitor(browser, house)
    page = guest.page
    page.goto("/")
    page.click("[data-new=martial_art]")
    page.locator("[name=called]").first.fill("Ann")
    page.select_option("#f-seats", "3")
    expect(page.locator("[name=called]")).to_have_count(3)
    expect(page.locator("[name=called]").first).to_have_value("Ann")
    page.focus("#f-game")
    page.keyboard.press("Home")
    expect(page.locator("#f-game")).to_have_value("dojo_duel")
    assert guest.focused("#f-game")
    guest.leave()


def test_a_closed_form_does_not_disturb_the_next_dialog(browser: Browser, house: House) -> None:
    """The dialog with the deck as text reuses the dialog of the form."""
    guest = Visitor(browser, house)
    page = guest.page
    page.goto("/deck")
    page.click("[data-form]")
    page.get_by_role("button", name="Not now").click()
    page.click("[data-do=text]")
    page.fill("#astext", "3 spark_jab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("dialog", name="The deck as text")).to_be_visible()
    guest.leave()


def test_taking_back_by_keyboard_moves_the_focus_to_the_prompt(
    browser: Browser, house: House
) -> None:
    """The takeback button disappears, and the prompt gets the focus."""
    table = FakeTable(browser, house, two_clicks(sample()))
    guest, page = table.guest, table.page
    guest.tab_to("[data-id=hand-A-0]")
    page.keyboard.press("Enter")
    expect(page.locator(".picked .order")).to_have_text("1")
    guest.tab_to(".undo")
    page.keyboard.press("Enter")
    expect(page.locator(".picked")).to_have_count(0)
    assert guest.focused("#question")
    guest.leave()


def test_closing_a_hint_returns_the_focus(browser: Browser, house: House) -> None:
    guest = Visitor(browser, house)
    page = guest.page
    page.goto("/")
    page.click("[data-play=dojo_duel]")
    assert guest.ready()
    page.keyboard.press("h")
    page.locator(".hints ol").wait_for()
    guest.tab_to(".hints > div > .btn")
    page.keyboard.press("Enter")
    expect(page.locator(".hints")).to_be_hidden()
    assert guest.focused(".tool[aria-label=Hint]")
    guest.leave()


def test_par_arrives_while_somebody_types(browser: Browser, house: House) -> None:
    """Only the results are redrawn when the house has played the deal."""
    guest = Visitor(browser, house)
    page = guest.page
    par = {
        "name": "Black belt",
        "outcome": "won",
        "score": 1,
        "result": "Black belt wins.",
        "facts": "",
        "ended": "",
        "table": "",
        "mine": False,
    }
    deal = {
        "id": "x",
        "game": "udaka",
        "title": "Udaka",
        "day": "",
        "seat": 0,
        "names": ["", ""],
        "players": ["me", "black"],
        "options": [],
        "since": "",
        "people": 0,
        "table": "",
        "state": "waived",
        "results": [],
        "par": None,
        "fault": "",
    }
    known: list[bool] = []
    page.route(
        "**/api/same/x", lambda route: route.fulfill(json={**deal, "par": par if known else None})
    )
    page.goto("/same/x")
    page.locator("#my-name").fill("Ben")
    known.append(True)
    expect(page.locator("table")).to_contain_text("Black belt wins.")
    expect(page.locator("#my-name")).to_have_value("Ben")
    assert guest.focused("#my-name")
    guest.leave()
