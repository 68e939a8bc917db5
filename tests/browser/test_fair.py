"""A fair deal in the browser: the table waits, shows the commitment, and is checked at the end."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.helper import OVER, PHONE, House, Visitor

NO_HASHES = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"
MAKE = """async (wanted) => (await (await fetch("/api/tables", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wanted),
})).json())"""


def make(guest: Visitor, game: str, *sitting: str, **more: Any) -> dict[str, Any]:
    """Set up a table and go there."""
    guest.page.goto("/")
    made: dict[str, Any] = guest.page.evaluate(MAKE, {"game": game, "players": sitting, **more})
    guest.page.goto(f"/table/{made['id']}")
    return made


def check(guest: Visitor, table: str) -> str:
    """Check the deal on the replay page and return the answer."""
    guest.page.goto(f"/replay/{table}")
    guest.page.get_by_role("button", name="Check the deal").click()
    expect(guest.page.locator(".verdict b")).to_be_visible()
    return guest.page.locator(".verdict").inner_text()


def test_two_people_wait_play_and_check(browser: Browser, house: House) -> None:
    one, third = Visitor(browser, house), Visitor(browser, house)
    two = Visitor(browser, house, viewport=PHONE)
    made = make(one, "udaka", "me", "human", names=["Ann", "Ben"])
    expect(one.page.locator("#question")).to_have_text("The table waits for Ben.")
    expect(one.page.locator(".prompt")).to_contain_text("The deal is made when everybody sits.")
    one.page.locator(".deal summary").click()
    shown = one.page.locator(".deal dd code").all_inner_texts()
    assert [len(each) for each in shown] == [64, 32]  # the commitment and one's own bits
    one.check()
    two.page.goto(made["invites"][0]["url"])
    expect(two.page.locator(".deal code").first).to_have_text(f"{shown[0][:8]}…")
    expect(one.page.locator("#question")).not_to_contain_text("waits")
    two.page.reload()  # the bits given first stay the ones that count
    expect(two.page.locator(".deal summary")).to_be_visible()
    expect(one.page.locator(".deal details")).to_have_attribute("open", "")
    one.give_up()
    third.page.goto(f"/table/{made['id']}")
    expect(third.page.locator(OVER)).to_be_visible()
    for each in (one, two):
        told = check(each, made["id"])
        assert told.startswith("The deal was fair: ") and "the bits of A and B" in told
        assert "Your browser agrees" in told and "bits you gave are in the record" in told
        each.check()
    told = check(third, made["id"])
    assert told.startswith("The deal was fair, if ") and "did not sit here before the deal" in told
    for each in (one, two, third):
        each.leave()


def test_a_deal_that_is_shared_says_so(browser: Browser, house: House) -> None:
    guest = Visitor(browser, house)
    made = make(guest, "master_udo", "me", daily="2024-02-29")
    expect(guest.page.locator(".deal")).to_contain_text("Shared deal")
    guest.give_up()
    assert "no commitment" in check(guest, made["id"])
    expect(guest.page.locator(".verdict")).to_have_attribute("data-result", "unknown")
    guest.leave()


@pytest.fixture
def sat(browser: Browser, house: House) -> tuple[Visitor, str]:
    """A visitor who has played a match against the house."""
    guest = Visitor(browser, house)
    made = make(guest, "udaka", "me", "greedy")
    expect(guest.page.locator(".deal summary")).to_be_visible()
    guest.give_up()
    return guest, made["id"]


def test_from_the_table_the_check_is_one_click_away(sat: tuple[Visitor, str]) -> None:
    guest, _ = sat
    guest.page.locator(".deal summary").click()
    guest.page.get_by_role("link", name="Check the deal").click()
    expect(guest.page.locator(".verdict")).to_have_attribute("data-result", "fair")
    guest.leave()


def test_a_false_seed_is_detected(sat: tuple[Visitor, str]) -> None:
    guest, table = sat

    def lie(route: Route) -> None:
        told = route.fetch().json()
        route.fulfill(body=json.dumps({**told, "seed": "0" * 32, "result": "fair"}))

    guest.page.route("**/verify*", lie)
    told = check(guest, table)
    assert told.startswith("The deal was not fair.") and "Your browser disagrees" in told
    guest.leave()


@pytest.mark.parametrize(
    ("field", "said"),
    [("commitment", "showed you another commitment"), ("bits", "bits you gave are not in")],
)
def test_a_difference_from_the_remembered_deal_is_detected(
    sat: tuple[Visitor, str], field: str, said: str
) -> None:
    guest, table = sat
    guest.page.evaluate(
        """([table, field]) => {
            const all = JSON.parse(localStorage["budokan.deals"]);
            all[table][field] = "0".repeat(all[table][field].length);
            localStorage["budokan.deals"] = JSON.stringify(all);
        }""",
        [table, field],
    )
    told = check(guest, table)
    assert told.startswith("The deal was not fair.") and said in told
    guest.leave()


def test_a_browser_without_hashes_says_so(sat: tuple[Visitor, str]) -> None:
    guest, table = sat
    guest.page.add_init_script(NO_HASHES)
    told = check(guest, table)
    assert told.startswith("The deal was fair: ") and "over plain http" in told
    guest.leave()
