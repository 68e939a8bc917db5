"""Guided first matches in a real browser, and the ways from a table into the rules."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from budokan.kit.game import find, find_all
from tests.browser.helper import PHONE, House, Visitor
from tests.browser.page_visits import AUDIT, SIZES, TOUCH
from tests.sampling import a_few

GAMES = [game.id for game in find_all().values() if game.guide is not None]
WAY = ".prompt .way.pointed"
ASKED = f"{WAY}, button.lit.pointed:not([hidden])"
WORDS = ".lesson .said"
END = "#lesson-next"
MOST = 30  # more clicks than a step or a guide needs
CHANGED = "html => document.querySelector('#page').innerHTML !== html"


def learner(browser: Browser, house: House, game: str, **given: Any) -> Visitor:
    visitor = Visitor(browser, house, **given)
    visitor.page.goto(f"/learn/{game}")
    visitor.page.locator(WORDS).wait_for()
    return visitor


def words(visitor: Visitor) -> str:
    return visitor.page.locator(WORDS).inner_text()


def step(visitor: Visitor) -> bool:
    """Click where the guide points until it says something new; whether it goes on."""
    page, first = visitor.page, words(visitor)
    for _ in range(MOST):
        page.locator(f"{ASKED}, {END}").first.wait_for()
        if page.locator(END).count() or words(visitor) != first:
            return page.locator(END).count() == 0
        before = page.locator("#page").inner_html()
        page.locator(WAY if page.locator(WAY).count() else ASKED).first.click()
        page.wait_for_function(CHANGED, arg=before)
    raise AssertionError("the guide stands still")


@pytest.mark.parametrize("game", a_few(GAMES, 1, "a_guided_match_by_clicks"))
def test_a_guided_match_by_clicks(browser: Browser, house: House, game: str) -> None:
    visitor = learner(browser, house, game)
    guide = find(game).guide
    assert guide is not None
    assert guide.steps[0].say in words(visitor)
    visitor.check()
    for _ in guide.steps:
        step(visitor)
    assert guide.end.say in words(visitor)
    visitor.check()
    visitor.leave()


@pytest.mark.parametrize("game", a_few(GAMES, 1, "a_guide_on_a_phone_at_night"))
def test_a_guide_on_a_phone_at_night(browser: Browser, house: House, game: str) -> None:
    visitor = learner(browser, house, game, viewport=PHONE, color_scheme="dark", has_touch=True)
    expect(visitor.page.locator(WORDS)).to_be_in_viewport()
    visitor.check()
    visitor.leave()


@pytest.mark.parametrize("game", a_few(GAMES, 1, "a_guide_fits_at_four_widths"))
def test_a_guide_fits_at_four_widths(browser: Browser, house: House, game: str) -> None:
    visitor = learner(browser, house, game)
    wrong = []
    for _ in range(3):  # steps
        for width, height in SIZES.items():
            visitor.page.set_viewport_size({"width": width, "height": height})
            faults = visitor.page.evaluate(AUDIT, width <= TOUCH)
            wrong += [f"{width}: {fault}" for fault in faults]
        step(visitor)
    assert wrong == []
    visitor.leave()


def test_a_guided_match_by_keyboard_alone(browser: Browser, house: House) -> None:
    visitor = learner(browser, house, "udaka")
    page = visitor.page
    for _ in range(MOST):
        page.locator(f"{ASKED}, {END}").first.wait_for()
        if page.locator(END).count():
            break
        before = words(visitor)
        visitor.tab_to(ASKED)
        page.keyboard.press("Enter")
        page.locator(f"{ASKED}, {END}").first.wait_for()
        if words(visitor) == before:  # the move has a second half
            visitor.tab_to(ASKED)
            page.keyboard.press("Enter")
        expect(page.locator(WORDS)).not_to_have_text(before)
    expect(page.locator(END)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    visitor.ready()
    visitor.leave()


def test_the_guide_explains_what_happened_after_it_is_seen(browser: Browser, house: House) -> None:
    visitor = learner(browser, house, "dojo_duel", pace="step")
    page, first = visitor.page, words(visitor)
    expect(page.locator(".stage .knot")).to_have_count(0)  # neither side is a bot
    page.locator(ASKED).first.click()
    page.locator(".stage[data-beat]").wait_for()
    assert words(visitor) == first
    while page.locator(".prompt .skip").count():
        page.locator(".stage").press("Enter")
    expect(page.locator(WORDS)).not_to_have_text(first)
    visitor.leave()


def test_an_unexpected_legal_move_is_put_off_with_a_reason(browser: Browser, house: House) -> None:
    visitor = learner(browser, house, "udaka")
    page = visitor.page
    page.locator('[data-id="hand.4.1"]').click()  # the card can mean only one thing
    notice = page.locator("#notice")
    expect(notice).to_contain_text("Later. First lay both 7s together.")
    assert "1 / 9" in page.locator(".lesson").inner_text()
    notice.locator("a.ref").click()
    expect(page.locator("dialog.side")).to_contain_text("Start by drawing one card")
    visitor.check()
    visitor.leave(allowed="400")


def test_one_step_back_and_from_the_start(browser: Browser, house: House) -> None:
    visitor = learner(browser, house, "kenpo_masters")
    page, first = visitor.page, words(visitor)
    for _ in range(2):
        before = words(visitor)
        page.locator(ASKED).first.click()
        expect(page.locator(WORDS)).not_to_have_text(before)
    third = words(visitor)
    page.get_by_role("button", name="Back, one step").click()
    expect(page.locator(WORDS)).not_to_have_text(third)
    page.locator(ASKED).first.click()
    expect(page.locator(WORDS)).to_have_text(third)
    page.get_by_role("button", name="Restart from the first step").click()
    expect(page.locator(WORDS)).to_have_text(first)
    visitor.leave()


# -- why? -----------------------------------------------------------------------------------------


def seated(browser: Browser, house: House, game: str, **given: Any) -> Visitor:
    """A visitor at a table of their own, at their turn."""
    visitor = Visitor(browser, house, **given)
    seats = find(game).default_seats
    sitting = ["me", *["random"] * (seats - 1)]
    made = visitor.context.request.post("/api/tables", data={"game": game, "players": sitting})
    visitor.page.goto(f"/table/{made.json()['id']}")
    assert visitor.ready()
    return visitor


@pytest.mark.parametrize("game", a_few(GAMES, 2, "the_prompt_and_a_piece_lead_into_the_rules"))
def test_the_prompt_and_a_piece_lead_into_the_rules(
    browser: Browser, house: House, game: str
) -> None:
    visitor = seated(browser, house, game)
    page, sheet = visitor.page, visitor.page.locator("dialog.side")
    page.get_by_role("button", name="Why? The rules of this choice").click()
    expect(sheet.locator("li.clause").first).to_contain_text(find(game).prefix)
    visitor.check()
    page.keyboard.press("Escape")
    expect(sheet).not_to_be_visible()
    expect(page.locator(".whys")).to_be_focused()  # it goes back to where it was
    visitor.tab_to(".stage button[data-id]")
    page.keyboard.press("?")
    page.locator("#notice").get_by_text("rules").first.click()
    expect(sheet.get_by_role("link", name="Open the rules")).to_be_visible()
    visitor.leave()


def test_newcomers_see_the_guides_first(browser: Browser, house: House) -> None:
    visitor = Visitor(browser, house)
    page = visitor.page
    page.goto("/")
    for game in GAMES:
        expect(page.locator(f"a.btn[data-learn={game}]")).to_be_visible()
    page.click("[data-learn=udaka]")
    page.locator(WORDS).wait_for()
    visitor.context.request.post("/api/tables", data={"game": "udaka", "players": ["me"] * 4})
    page.goto("/")
    for game in GAMES:  # a table and a lesson that was only begun take no guide away
        expect(page.locator(f"a.btn[data-learn={game}]")).to_be_visible()
    visitor.leave()


def test_the_rules_can_be_searched(browser: Browser, house: House) -> None:
    visitor = Visitor(browser, house, viewport=PHONE)
    page = visitor.page
    page.goto("/rules/udaka")
    find_box = page.get_by_role("searchbox", name="Find in the rules")
    find_box.fill("joker opponent")
    expect(page.get_by_role("status").filter(has_text="found")).to_be_visible()
    expect(page.locator(".results a").first).to_contain_text("UD-41")
    visitor.check()
    find_box.press("Enter")
    expect(page.locator("#UD-41.here")).to_be_in_viewport()
    find_box.fill("zugzwang")
    expect(page.get_by_text("Nothing found")).to_be_visible()
    page.goto("/rules/dojo_duel?find=iron shirt")
    page.locator(".results a", has_text="Iron Shirt").last.click()
    expect(page.locator("tr.here")).to_contain_text("iron_shirt")
    page.get_by_role("link", name="Learn").click()
    page.locator(WORDS).wait_for()
    visitor.leave()
