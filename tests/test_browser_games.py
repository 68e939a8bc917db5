"""Every game in a real browser, once by mouse and once by keyboard, from the door to the result."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser_helper import LIT, OVER, WAYS, House, Visitor, launched

# What makes a match short, as it is typed into the form; and the words of a result.
SHORT = {
    "kenpo_masters": ({"target_score": "5", "turn_cap": "60"}, "wins|draw|tie"),
    "martial_art": ({"max_rounds": "2"}, "wins|draw|limit"),
    "master_udo": ({"max_turns_per_fight": "5"}, "glory"),
}
MOST = 400


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as found:
        yield found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("hall"))
    yield found
    found.stop()


@pytest.mark.parametrize("game", SHORT)
def test_a_match_by_mouse(browser: Browser, house: House, game: str) -> None:
    guest = Visitor(browser, house)
    page = guest.page
    page.goto("/")
    page.click(f"[data-new={game}]")
    page.locator("form summary").click()
    for option, value in SHORT[game][0].items():
        page.fill(f"#o-{option}", value)
    page.get_by_role("button", name="Open the table").click()
    for _ in range(4):
        guest.turn()
    if guest.ready():
        guest.check()
    guest.play_on()
    expect(page.locator("#question")).to_have_text(re.compile(SHORT[game][1]))
    guest.check()
    guest.leave()


@pytest.mark.parametrize("game", SHORT)
def test_a_match_by_keyboard(browser: Browser, house: House, game: str) -> None:
    guest = Visitor(browser, house)
    keys, page = guest.page.keyboard, guest.page
    page.goto("/")
    page.locator(f"[data-new={game}]").wait_for()
    guest.tab_to(f"[data-new={game}]")
    keys.press("Enter")
    guest.tab_to("form summary")
    keys.press("Enter")
    for option, value in SHORT[game][0].items():
        guest.tab_to(f"#o-{option}")
        keys.press("Control+a")
        keys.type(value)
    guest.tab_to("[type=submit]")
    keys.press("Enter")
    for turn in range(MOST):
        if not guest.ready():
            break
        for _ in range(turn % 4):  # not always the first thing that may be picked
            keys.press("Tab")
        guest.tab_to(f"{WAYS}, {LIT}")
        keys.press("Enter")
    expect(page.locator(OVER)).to_be_visible()
    expect(page.locator("#question")).to_have_text(re.compile(SHORT[game][1]))
    guest.leave()
