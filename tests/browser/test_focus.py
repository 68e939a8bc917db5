"""The focus: where it starts, where it returns to, and what a screen reader says there."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.fake_table import FakeTable, sample, two_clicks
from tests.browser.helper import LIT, House, Visitor
from tests.browser.page_visits import PageViewer
from tests.browser.sample_beats import moved
from tests.kit.positions import TABLES, frame


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


def test_taking_back_by_keyboard_returns_to_the_choice(browser: Browser, house: House) -> None:
    """The takeback button disappears, and what was taken back has the focus again."""
    table = FakeTable(browser, house, two_clicks(sample()))
    guest, page = table.guest, table.page
    guest.tab_to("[data-id=hand-A-0]")
    page.keyboard.press("Enter")
    expect(page.locator(".picked .order")).to_have_text("1")
    guest.tab_to(".undo")
    page.keyboard.press("Enter")
    expect(page.locator(".picked")).to_have_count(0)
    assert guest.focused("[data-id=hand-A-0].lit")
    guest.leave()


# A hand of Udaka with a pair: its cards can be laid alone or together.
PAIR = frame("udaka six", 3, 12)


def test_the_focus_starts_at_the_question_and_goes_to_the_choices(viewer: PageViewer) -> None:
    """What is dimmed is not on the way: arrows lead there."""
    page = viewer.page
    viewer.open_table(frame("dojo_duel", 3, 12))
    expect(page.locator("#question")).to_be_focused()
    expect(page.locator("#alarm")).to_have_text("Your turn.")  # the question is read by the focus
    assert page.locator(".hold .refused").count() > 0
    stops = page.locator(LIT).count() + 1  # and Why?
    for _ in range(2 * stops):
        page.keyboard.press("Tab")
        assert not viewer.focused(".refused")
    viewer.tab_to(LIT)


def test_keys_explain_pick_and_take_back(viewer: PageViewer) -> None:
    page, keys = viewer.page, viewer.page.keyboard
    viewer.open_table(PAIR)
    viewer.tab_to("[data-id='hand.6.1']")
    keys.press("?")
    expect(page.locator("#notice")).to_contain_text("Six")
    keys.press("ArrowRight")
    expect(page.locator("[data-id='hand.6.2']")).to_be_focused()
    keys.press("ArrowLeft")
    keys.press("Enter")
    expect(page.locator(".picked .order")).to_have_text("1")
    expect(page.locator(".prompt .way")).to_have_count(2)
    expect(page.locator(".prompt .way").first).to_be_focused()
    keys.press("Backspace")
    expect(page.locator(".picked")).to_have_count(0)
    expect(page.locator("[data-id='hand.6.1']")).to_be_focused()


@pytest.mark.parametrize("key", ["Escape", "Enter"])
def test_a_closed_dialog_gives_the_focus_back(viewer: PageViewer, key: str) -> None:
    page, keys = viewer.page, viewer.page.keyboard
    viewer.open_table(PAIR)
    keys.press("?")
    expect(page.get_by_role("button", name="Back to the table")).to_be_focused()
    keys.press(key)
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("#question")).to_be_focused()


def test_skipping_beats_returns_to_the_choice(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample(), pace="normal")
    page = table.page
    table.guest.tab_to("[data-id=hand-A-1]")
    table.send(moved("point", "lose"))
    page.locator(".stage[data-playing]").wait_for()
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_have_text("What now, at 2?")
    expect(page.locator("[data-id=hand-A-1].lit")).to_be_focused()
    table.guest.leave()


SAID = """() => [...document.querySelectorAll("button[data-id]:not([hidden])")].map((node) => ({
  label: node.ariaLabel, name: node.dataset.name, told: node.dataset.told || ""}))"""


@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_said_twice(viewer: PageViewer, table: str) -> None:
    """A piece says what it is, what a click does and what that brings, then where it is from."""
    for decisions in (6, 12):
        viewer.open_table(frame(table, 3, decisions))
        for said in viewer.page.evaluate(SAID):
            label, name, told = said["label"], said["name"], said["told"]
            first, _, rest = label.partition(", ")
            assert label.startswith(name), label
            assert first not in rest.split(", "), label
            assert not told or label.count(told) <= 1, label
            assert label.endswith("our reconstruction") == ("our reconstruction" in label), label
        assert viewer.page.locator(".tip:not([aria-hidden=true])").count() == 0


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
