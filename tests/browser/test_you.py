"""The page of what the hall keeps of a visitor: devices added and revoked, all of it deleted."""

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.helper import PHONE, House, Visitor


def play_once(who: Visitor) -> str:
    """A match against a bot that is given up; the address of its table."""
    who.page.goto("/")
    who.page.click("[data-play=dojo_duel]")
    who.turn()
    who.give_up()
    return who.page.url


def test_a_visitor_sees_takes_along_and_deletes_all(guest: Visitor, tmp_path: Path) -> None:
    page = guest.page
    page.goto("/you")
    expect(page.locator("main")).to_contain_text("The hall has nothing of you.")
    guest.check()
    table = play_once(guest)
    page.goto("/")
    page.get_by_role("link", name="your data").click()
    expect(page.locator("main")).to_contain_text("One match.")
    expect(page.locator("[data-device]")).to_have_count(1)
    expect(page.get_by_role("button", name="Revoke")).to_have_count(0)
    guest.check()
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download my data").click()
    file = tmp_path / "mine.json"
    taken.value.save_as(file)
    (match,) = json.loads(file.read_text("utf-8"))["matches"]
    assert match["id"] in table and match["records"][0].startswith("budokan-record")
    page.get_by_role("button", name="Delete my data").click()
    ask = page.locator("#ask")
    expect(ask).to_contain_text("This cannot be undone.")
    ask.get_by_role("button", name="Keep my data").click()
    expect(ask).to_be_hidden()
    page.get_by_role("button", name="Delete my data").click()
    guest.check()
    ask.get_by_role("button", name="Delete it all").click()
    expect(page.locator("main")).to_contain_text("The hall has nothing of you.")
    page.goto("/matches")
    expect(page.locator("main")).to_contain_text("You have not played at a table yet.")


def test_nothing_touches_the_field_for_the_name_of_a_device(browser: Browser, house: House) -> None:
    guest = Visitor(browser, house, viewport=PHONE)
    play_once(guest)
    guest.page.goto("/you")
    expect(guest.page.locator("main")).to_contain_text("choose “Renew this device”: you get a new")
    guest.page.get_by_role("button", name="Add another device").click()
    field = guest.page.get_by_label("What do you call it?").bounding_box()
    button = guest.page.get_by_role("button", name="Make a link").bounding_box()
    assert field and button and button["y"] - (field["y"] + field["height"]) >= 12


def test_a_device_is_added_by_a_click_and_revoked_by_keys(browser: Browser, house: House) -> None:
    desk, phone = Visitor(browser, house), Visitor(browser, house, viewport=PHONE)
    play_once(desk)
    desk.page.goto("/you")
    desk.page.get_by_role("button", name="Add another device").click()
    desk.page.get_by_label("What do you call it?").fill("My phone")
    desk.page.keyboard.press("Enter")
    field = desk.page.get_by_label("Link for your other device", exact=True)
    expect(field).to_have_value(re.compile(r"/you/join#.{32}$"))
    desk.check()
    phone.page.goto(field.input_value())
    expect(phone.page.locator("h1")).to_have_text("Add this device?")
    phone.check()
    phone.page.get_by_role("button", name="Yes, add this device").click()
    expect(phone.page.locator("h1")).to_have_text("This device is yours now")
    assert "#" not in phone.page.url
    phone.page.get_by_role("link", name="Your matches").last.click()
    expect(phone.page.locator("main .cards li")).to_have_count(1)
    desk.page.goto("/you")
    expect(desk.page.locator("[data-device]")).to_have_count(2)
    button = desk.page.get_by_role("button", name="Revoke all others")
    expect(button).to_be_visible()
    expect(desk.page.locator("main")).to_contain_text("choose “Revoke all others”: you get a new")
    desk.tab_to("button[aria-label='Revoke My phone']")
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator("[data-device]")).to_have_count(1)
    expect(desk.page.locator("#alarm")).to_contain_text("holds none of your seats")
    assert desk.focused("#devices")
    phone.page.goto("/matches")
    expect(phone.page.locator("main")).to_contain_text("You have not played at a table yet.")
    desk.leave()
    phone.leave()


def test_a_device_with_matches_asks_before_they_are_joined(browser: Browser, house: House) -> None:
    desk, phone = Visitor(browser, house), Visitor(browser, house, viewport=PHONE)
    play_once(desk)
    play_once(phone)
    desk.page.goto("/you")
    desk.page.get_by_role("button", name="Add another device").click()
    desk.page.get_by_role("button", name="Make a link").click()
    phone.page.goto(desk.page.get_by_label("Link for your other device", exact=True).input_value())
    phone.page.get_by_role("button", name="Yes, add this device").click()
    expect(phone.page.locator("#notice")).to_contain_text("matches or cards of its own")
    phone.page.get_by_label("This device has matches or cards of its own").check()
    phone.page.get_by_role("button", name="Yes, add this device").click()
    expect(phone.page.locator("main")).to_contain_text("It brought along one match.")
    desk.page.goto("/matches")
    expect(desk.page.locator("main .cards li")).to_have_count(2)
    desk.leave()
    phone.leave("409")


def test_a_link_without_its_code_says_so(guest: Visitor) -> None:
    guest.page.goto("/you/join")
    expect(guest.page.locator("h1")).to_have_text("This link is not complete")
    guest.check()
