"""Previews of choices: shown on hover, announced on focus, in every game."""

import pytest
from playwright.sync_api import Browser, expect

from budokan.kit.game import find, find_all
from tests.browser.helper import House, Visitor

TOLD = ".stage.mine button.lit:not([hidden])[data-told]:not([data-told=''])"
AREA = ".stage.mine .area .goal.lit:not([hidden])"
CAPTION = """node => {
  const found =
    node.closest('.held')?.querySelector('.tip') || node.parentElement.querySelector('.out');
  if (!found?.checkVisibility({opacityProperty: true, visibilityProperty: true})) return '';
  const {top, bottom} = found.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight ? found.innerText : '';
}"""
MOST = 40  # decisions until a piece says something


def seated(browser: Browser, house: House, game: str, wanted: str) -> Visitor:
    """A visitor whose turn it is, with a piece that has a preview."""
    guest = Visitor(browser, house)
    sitting = ["me", *["random"] * (find(game).default_seats - 1)]
    made = guest.page.request.post("/api/tables", data={"game": game, "players": sitting}).json()
    guest.page.goto(f"/table/{made['id']}")
    for _ in range(MOST):
        assert guest.ready()
        if guest.page.locator(wanted).count():
            return guest
        guest.turn()
    raise AssertionError("nothing is promised")


@pytest.mark.parametrize("game", [game for game in find_all() if game != "martial_art"])
def test_the_preview_of_a_piece_is_shown_and_announced(
    browser: Browser, house: House, game: str
) -> None:
    guest = seated(browser, house, game, TOLD)
    page = guest.page
    piece = page.locator(TOLD).first
    name, told = piece.get_attribute("data-id"), piece.get_attribute("data-told") or ""
    first = told.split(";")[0].split(",")[0].rstrip(".")
    piece.hover()
    assert first in piece.evaluate(CAPTION), "by pointer"
    page.locator(".bar h1").hover()
    guest.tab_to(f'[data-id="{name}"]')
    assert first in piece.evaluate(CAPTION), "by keys"
    expect(piece).to_be_focused()
    said = piece.get_attribute("aria-label") or ""
    assert first in said.removeprefix(piece.get_attribute("data-name") or "")
    guest.leave()


def test_the_path_of_the_tokens_is_shown_and_announced(browser: Browser, house: House) -> None:
    """Martial Art shows on the body where the tokens go, and what the last one strikes with."""
    guest = seated(browser, house, "martial_art", AREA)
    page, steps = guest.page, guest.page.locator(".strokes .sow text")
    areas = page.locator(AREA).all()
    for area in areas:
        said = area.get_attribute("aria-label") or ""
        assert "path: 1 " in said
        many = said.partition("path: ")[2].count(",") + 1
        area.hover()
        expect(steps).to_have_text([str(n) for n in range(1, many + 1)])
    page.locator(".bar h1").hover()
    areas[0].focus()
    page.keyboard.press("Tab")
    guest.tab_to(AREA)
    said = page.evaluate("document.activeElement.ariaLabel")
    expect(steps).to_have_count(said.partition("path: ")[2].count(",") + 1)
    page.evaluate("document.activeElement.blur()")
    guest.tab_to(".stage.mine .prompt button")
    expect(steps).to_have_count(0)
    guest.leave()
