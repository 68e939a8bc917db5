"""Every game in a real browser, by mouse and by keyboard, from the front page to the result."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.helper import OVER, House, Visitor
from tests.sampling import a_few

# What makes a match short, as it is typed into the form; and the words of a result.
SHORT = {
    "dojo_duel": ({"start_points": "10", "round_limit": "10"}, "wins?|draw"),
    "kenpo_masters": ({"target_score": "5", "turn_cap": "60"}, "wins?|draw|tie"),
    "martial_art": ({"max_rounds": "2"}, "wins?|draw|limit"),
    "master_udo": ({"max_turns_per_fight": "2"}, "glory"),
    "master_udo kai": ({"hero": "kai", "max_turns_per_fight": "2"}, "glory"),
}


def test_a_match_of_kai_by_mouse(browser: Browser, house: House) -> None:
    """Whole matches of all games are in test_whole.py."""
    guest = Visitor(browser, house)
    page = guest.page
    page.goto("/")
    page.click("[data-new=master_udo]")
    page.locator("form summary").click()
    options, told = SHORT["master_udo kai"]
    for option, value in options.items():
        field = page.locator(f"#o-{option}")
        is_list = field.evaluate("node => node.tagName") == "SELECT"
        field.select_option(value) if is_list else field.fill(value)
    page.get_by_role("button", name="Open the table").click()
    for _ in range(4):
        guest.turn()
    if guest.ready():
        guest.check()
    guest.play_on()
    expect(page.locator("#question")).to_have_text(re.compile(told))
    guest.check()
    guest.leave()


@pytest.mark.parametrize("game", a_few(SHORT, 2, "a_match_by_keyboard"))
def test_a_match_by_keyboard(browser: Browser, house: House, game: str) -> None:
    guest = Visitor(browser, house)
    keys, page = guest.page.keyboard, guest.page
    page.goto("/")
    new = f"[data-new={game.split(maxsplit=1)[0]}]"
    page.locator(new).wait_for()
    guest.tab_to(new)
    keys.press("Enter")
    guest.tab_to("form summary")
    keys.press("Enter")
    for option, value in SHORT[game][0].items():
        guest.tab_to(f"#o-{option}")
        keys.press("Control+a")
        keys.type(value)
    guest.tab_to("[type=submit]")
    keys.press("Enter")
    guest.play_by_keys()
    expect(page.locator(OVER)).to_be_visible()
    expect(page.locator("#question")).to_have_text(re.compile(SHORT[game][1]))
    guest.leave()


def test_the_challenge_of_the_day_and_its_par(browser: Browser, house: House) -> None:
    """By keyboard from the hall to the first combo; after giving up, par is shown."""
    guest = Visitor(browser, house)
    page = guest.page
    told = {"par": "Par for this deal: the solver wins. You miss par."}
    page.route("**/api/tables/*/par", lambda route: route.fulfill(json=told))
    page.goto("/")
    page.locator("[data-daily=master_udo]").wait_for()
    guest.tab_to("[data-daily=master_udo]")
    page.keyboard.press("Enter")
    guest.ready()
    for piece in ("[data-id=master-crane].lit", "[data-id^=hand-].lit"):
        page.locator(piece).first.wait_for()
        guest.tab_to(piece)
        page.keyboard.press("Enter")
    expect(page.locator(".lane .half")).to_have_count(1)
    guest.give_up()
    expect(page.locator("#question")).to_have_text(re.compile("You give up.*glory"))
    expect(page.locator(".prompt .par")).to_have_text(told["par"])
    guest.check()
    guest.leave()


def test_par_is_computed_while_the_result_is_shown(browser: Browser, house: House) -> None:
    """The page says that the solver plays, and stays usable meanwhile."""
    guest = Visitor(browser, house)
    page = guest.page
    page.goto("/")
    page.click("[data-daily=master_udo]")
    guest.ready()
    guest.give_up()
    expect(page.locator(".prompt .par")).to_have_text(re.compile("^Par"))
    page.goto("/")
    expect(page.locator("[data-daily=master_udo]")).to_be_visible()
    guest.leave()


@pytest.mark.parametrize("hero", ["udo", "kai"])
def test_everything_fits_a_laptop_without_scrolling(
    browser: Browser, house: House, hero: str
) -> None:
    """The masters, and then a combo beside the whole hand."""
    guest = Visitor(browser, house)
    page = guest.page
    made = page.request.post(
        "/api/tables",
        data={
            "game": "master_udo",
            "players": ["me"],
            "options": {"hero": hero},
        },
    )
    page.goto(f"/table/{made.json()['id']}")
    for piece in ("[data-id=master-crane].lit", "[data-id^=hand-].lit"):
        page.locator(piece).first.click()
    page.locator(".lane").wait_for()
    below = page.locator(".stage").evaluate("node => node.scrollHeight - node.clientHeight")
    assert below <= 0
    guest.leave()


def test_the_daily_challenge_with_chosen_masters(browser: Browser, house: House) -> None:
    """The form offers the deal of the day; the player still chooses the masters."""
    guest = Visitor(browser, house)
    page = guest.page
    page.goto("/")
    page.click("[data-new=master_udo]")
    page.select_option("#f-deal", label="challenge of the day")
    page.locator("form summary").click()
    page.select_option("#o-masters", "medium")
    with page.expect_request("**/api/tables") as asked:
        page.get_by_role("button", name="Open the table").click()
    wanted = asked.value.post_data_json or {}
    assert wanted["options"] == {"masters": "medium"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", wanted["daily"])
    expect(page.locator("[data-id=master-mantis].lit")).to_be_visible()
    expect(page.locator("[data-id=master-zen].lit")).to_have_count(0)
    guest.leave()
