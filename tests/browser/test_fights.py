"""Martial Art in a real browser: hot seat, one against three, teams, Black Belt; mouse and keys."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from budokan.agents.house_names import seat_names
from tests.browser.helper import DESK, OVER, PHONE, House, Visitor
from tests.browser.test_play import SMALL_TARGETS
from tests.sampling import a_few

MOST = 300
EFFECTS = ":is(.face-energy, .face-move, .face-defense)"
RESULT = re.compile("win|draw")


def open_table(page: Page, seats: int = 2, who: str = "", **options: str) -> None:
    """A fight of one round; `who` sits on the second seat."""
    page.goto("/")
    page.click("[data-new=martial_art]")
    page.select_option("#f-seats", str(seats))
    if who:
        page.locator("[name=who]").nth(1).select_option(who)
    page.locator("form summary").click()
    page.fill("#o-max_rounds", "1")
    for option, value in options.items():
        page.select_option(f"#o-{option}", value)
    page.get_by_role("button", name="Open the table").click()


def test_players_sharing_a_phone_never_see_each_others_tokens(
    browser: Browser, house: House
) -> None:
    guest = Visitor(browser, house, viewport=PHONE)
    page = guest.page
    open_table(page, who="me")
    curtain = page.locator("#curtain button")
    handed = []
    for _ in range(MOST):
        page.locator(f"#curtain button, {OVER}, .stage.mine .prompt").first.wait_for()
        if page.locator(OVER).count():
            break
        if curtain.is_visible():
            box = page.locator("#curtain").bounding_box()
            assert box is not None and (box["width"], box["height"]) == tuple(PHONE.values())
            handed.append(curtain.inner_text())
            curtain.click()
            expect(page.locator("#curtain")).to_be_hidden()
            continue
        assert page.locator(f".body .token{EFFECTS}").count() > 0
        assert page.locator(f".foe .token{EFFECTS}").count() == 0
        assert page.locator(".foe .token.is-hidden").count() > 0
        one_step(guest)
    assert {*handed} == {"I am Guest 1", "I am Guest 2"}
    expect(page.locator("#question")).to_have_text(RESULT)
    guest.check()
    guest.leave()


def one_step(guest: Visitor) -> None:
    """Make one choice and wait for the next choice, the curtain or the end."""
    told = guest.page.locator(".story li").count()
    question = guest.page.locator("#question").inner_text()
    guest.turn()
    guest.page.wait_for_function(
        "([told, asked]) => document.querySelector('#curtain').open"
        " || document.querySelectorAll('.story li').length !== told"
        " || document.querySelector('#question')?.innerText !== asked",
        arg=[told, question],
    )


@pytest.mark.parametrize("theme, size", a_few([("light", PHONE), ("dark", DESK)], 1, "three"))
def test_one_against_three(
    browser: Browser, house: House, theme: str, size: dict[str, int]
) -> None:
    guest = Visitor(browser, house, color_scheme=theme, viewport=size)
    page = guest.page
    open_table(page, seats=4)
    guest.ready()
    expect(page.locator(".foe")).to_have_count(3)
    expect(page.locator(".arena .pawn")).to_have_count(4)
    guest.check()
    if size == PHONE:
        assert page.evaluate(SMALL_TARGETS) == []
    assert RESULT.search(guest.play_on())
    guest.check()
    guest.leave()


def test_a_team_battle_by_keyboard(browser: Browser, house: House) -> None:
    guest = Visitor(browser, house)
    page = guest.page
    open_table(page, seats=4, layout="team")
    guest.ready()
    mate = seat_names("martial_art", ["green"] * 3)[1]
    expect(page.locator(".body .whose small")).to_contain_text(f"with {mate}")
    expect(page.locator(".foe").last).to_contain_text(re.compile("with (Guest|you)", re.I))
    guest.play_by_keys()
    expect(page.locator("#question")).to_have_text(re.compile(r"\w+ and \w+ win|draw"))
    guest.leave()


@pytest.mark.parametrize(
    "way", a_few(["mouse", "keyboard"], 1, "black_belt_from_the_first_skill_on")
)
def test_black_belt_from_the_first_skill_on(browser: Browser, house: House, way: str) -> None:
    guest = Visitor(browser, house, viewport=PHONE if way == "mouse" else DESK)
    page = guest.page
    open_table(page, mode="black")
    guest.ready()
    expect(page.locator(".steps [aria-current]")).to_have_text("Skills")
    expect(page.locator(".card.skill.lit")).to_have_count(7)
    guest.check()
    for _ in range(3):
        guest.turn()
    page.locator(".steps [aria-current]", has_text="Tokens").wait_for()
    expect(page.locator(".hold .token")).to_have_count(12)
    expect(page.locator("#facts, .rfacts").first).to_contain_text("A pair strikes")
    guest.check()
    if way == "keyboard":
        guest.play_by_keys()
    else:
        guest.play_on()
    expect(page.locator("#question")).to_have_text(RESULT)
    guest.leave()
