"""The page in a real browser: whole games by clicks and keys, two people, hot seat, axe."""

import re
import signal

import pytest
from playwright.sync_api import Browser, expect

from budokan.agents.house_names import seat_names
from budokan.kit.game import find_all
from tests.browser.helper import DESK, OVER, PHONE, TURN, House, Visitor

ME = re.compile("you", re.I)
SMALL_TARGETS = """() => [...document.querySelectorAll(
  'button:not([hidden]), a.btn, a.tool, a.tr, summary, select, input:not([type=checkbox])')]
  .filter(node => node.checkVisibility())
  .filter(node => { const box = node.getBoundingClientRect();
    return Math.min(box.width, box.height) < 43.5; })
  .map(node => node.outerHTML.slice(0, 120))"""


def test_two_clicks_from_the_door_to_a_finished_match(browser: Browser, house: House) -> None:
    guest = Visitor(browser, house, calm=False)
    page = guest.page
    page.goto("/")
    page.click("[data-play=dojo_duel]")
    page.locator(".hold button.lit").first.click()
    for _ in range(5):
        guest.turn()
    page.emulate_media(reduced_motion="reduce")  # the first turns ran with gliding pieces
    result = guest.play_on()
    assert re.search(r"wins?\b|draw", result)
    expect(page.locator(".at.near .sn")).to_contain_text(ME)
    name = seat_names("dojo_duel", ["green"])[0]
    expect(page.locator(".at.far .sn")).to_contain_text(name)
    first = page.url
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(first)
    expect(page.locator(".at.near .crest.s2")).to_be_visible()  # seats are swapped
    expect(page.locator(".at.far .sn")).to_contain_text(name)
    guest.leave()


def test_a_round_of_udaka_by_clicks_after_the_form(browser: Browser, house: House) -> None:
    guest = Visitor(browser, house)
    page = guest.page
    page.goto("/")
    page.click("[data-new=udaka]")
    page.select_option("#f-seats", "3")  # the form is fetched
    guest.check()
    page.locator("form summary").click()
    page.fill("#o-rounds_to_win", "1")
    page.get_by_role("button", name="Open the table").click()
    assert "the game with 1 round" in guest.play_on()
    guest.check()
    page.goto("/")
    expect(page.locator(".tr em").first).to_be_visible()
    guest.leave()


def test_a_form_says_what_is_wrong(browser: Browser, house: House) -> None:
    guest = Visitor(browser, house)
    guest.page.goto("/")
    guest.page.click("[data-new=martial_art]")
    guest.page.locator("[name='seat.fighter']").first.wait_for()  # the form is fetched
    for fighter in guest.page.locator("[name='seat.fighter']").all():
        fighter.select_option("igor")
    with guest.page.expect_response("**/api/tables") as refused:
        guest.page.get_by_role("button", name="Open the table").click()
    assert refused.value.status == 400
    expect(guest.page.locator(".fault")).to_contain_text("Igor is chosen twice")
    guest.leave("400")  # the browser itself reports the refused request


def test_a_match_by_keyboard_alone(browser: Browser, house: House) -> None:
    guest = Visitor(browser, house)
    keys, page = guest.page.keyboard, guest.page
    page.goto("/")
    page.locator("[data-play=udaka]").wait_for()
    guest.tab_to("[data-new=udaka]")
    keys.press("Enter")
    guest.tab_to("#f-seats")
    keys.type("2")
    guest.tab_to("form summary")
    keys.press("Enter")
    guest.tab_to("#o-rounds_to_win")
    keys.press("ArrowDown")
    guest.tab_to("[type=submit]")
    keys.press("Enter")
    guest.play_by_keys()
    expect(page.locator(OVER)).to_contain_text(re.compile("wins? the game"))
    guest.leave()


def test_two_people_a_spectator_and_a_hall_that_falls(browser: Browser, own_house: House) -> None:
    one, two, third = (Visitor(browser, own_house) for _ in range(3))
    one.page.goto("/")
    one.page.get_by_role("button", name="Invite a friend").click()
    one.page.select_option("#f-game", "dojo_duel")
    one.page.locator("form summary").first.click()
    one.page.locator("form details details summary").click()
    one.page.fill("#o-start_points", "10")
    one.page.get_by_role("button", name="Get the link").click()
    link = one.page.locator(".invite input").input_value()
    two.page.goto(link)
    third.page.goto(one.page.url)
    expect(one.page.locator(".invite")).to_be_hidden()
    expect(third.page.locator(".bar .note")).to_contain_text("you watch")
    assert play_both(one, two, 6) == 6
    own_house.stop(signal.SIGKILL)
    for each in (one, two, third):
        expect(each.page.locator("#offline")).to_be_visible()
    own_house.start()
    for each in (one, two, third):
        expect(each.page.locator("#offline")).to_be_hidden()
    two.page.reload()
    play_both(one, two, 300)
    for each in (one, two, third):
        expect(each.page.locator(OVER)).to_be_visible()
    told = result_of(third)
    assert re.match(r"Guest [12] wins|The game is a draw", told)
    assert result_of(one) == addressed(told, "Guest 1")
    assert result_of(two) == addressed(told, "Guest 2")
    assert third.page.locator(".hold .card:not(.back)").count() == 0
    third.page.goto(third.page.url.replace("/table/", "/replay/"))
    third.page.select_option("#r-view", "A")
    third.page.get_by_role("button", name="Last").click()
    expect(third.page.locator(".hold .card.dd").first).to_be_visible()
    for each in (one, two, third):
        each.leave("WebSocket connection")


def result_of(visitor: Visitor) -> str:
    return visitor.page.locator("#question").inner_text()


def addressed(told: str, name: str) -> str:
    """What is told to a spectator, as the player of this name reads it."""
    return told.replace(f"{name} wins", "You win").replace(name, "You")


def play_both(one: Visitor, two: Visitor, most: int) -> int:
    """Let the acting players decide until the end or the limit; the number of decisions."""
    turns, idle = 0, 0
    while turns < most and not one.page.locator(OVER).count():
        able = [each for each in (one, two) if each.page.locator(TURN).count()]
        for each in able[: most - turns]:
            turns += each.turn()
        idle = 0 if able else idle + 1
        assert idle < 1000, "nobody is asked"
        one.page.wait_for_timeout(15)
    return turns


def test_hot_seat_has_a_curtain(browser: Browser, house: House) -> None:
    guest = Visitor(browser, house)
    page = guest.page
    page.goto("/")
    page.click("[data-new=dojo_duel]")
    page.locator("[name=who]").nth(1).select_option("me")
    page.get_by_role("button", name="Open the table").click()
    for name in ("Guest 1", "Guest 2"):
        curtain = page.get_by_role("button", name=f"I am {name}")
        curtain.wait_for()
        assert page.locator(".hold .card.dd:not(.turned)").count() == 0 or name == "Guest 2"
        guest.check()
        for _ in range(3):  # a browser lets the second Escape close most dialogs
            page.keyboard.press("Escape")
        curtain.click()
        expect(page.locator(".at.near .sn b").first).to_have_text(re.compile(f"{name}|You"))
        guest.turn()
    guest.leave()


@pytest.mark.long
@pytest.mark.parametrize("theme, size", [("light", DESK), ("dark", PHONE)])
def test_every_page(browser: Browser, house: House, theme: str, size: dict[str, int]) -> None:
    guest = Visitor(browser, house, color_scheme=theme, viewport=size)
    page = guest.page
    for address in ("/", "/rules/udaka#UD-17"):
        page.goto(address)
        page.locator("main h1").wait_for()
        guest.check()
    for game in find_all():
        page.goto("/")
        page.click(f"[data-play={game}]")
        for _ in range(3):
            guest.turn()
        guest.ready()
        guest.check()
        if size == PHONE:
            assert page.evaluate(SMALL_TARGETS) == []
        page.goto(page.url.replace("/table/", "/replay/"))
        page.locator(".stage .piece").first.wait_for()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".entry")).to_contain_text("Step 1 of")
        guest.check()
    guest.leave()


def test_a_refused_piece_tells_its_clause(browser: Browser, house: House) -> None:
    guest = Visitor(browser, house)
    page = guest.page
    page.goto("/")
    page.click("[data-play=dojo_duel]")
    for _ in range(12):
        guest.ready()
        if page.locator(".hold .refused").count():
            break
        guest.turn()
    page.locator(".hold .refused").first.click()
    clause = page.locator("#notice a").inner_text().partition(",")[0]
    expect(page.locator("#alarm")).to_contain_text(clause)
    page.locator("#notice a").click()
    expect(page.locator("dialog.side .num")).to_have_text(clause)
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Open the rules").click()
    expect(opened.value.locator(f"#{clause}.here")).to_be_in_viewport()
    guest.leave()


def test_the_dark_theme_is_remembered(browser: Browser, house: House) -> None:
    guest = Visitor(browser, house, color_scheme="light")
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Day or night").click()
    guest.page.goto("/rules/udaka")
    expect(guest.page.locator("html")).to_have_attribute("data-theme", "dark")
    guest.leave()
