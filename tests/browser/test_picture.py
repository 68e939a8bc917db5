"""A picture of the position at a table and in a replay; an invitation that is only looked at."""

from typing import Any
from urllib.request import urlopen
from xml.sax.saxutils import quoteattr

from playwright.sync_api import Browser, expect

from budokan.picture import ink
from budokan.server.raster import png
from tests.browser.helper import House, Visitor


def new_table(guest: Visitor, game: str, *players: str) -> Any:
    """Set up a table as the front page does."""
    guest.page.goto("/")
    return guest.page.evaluate(
        """async (body) => (await fetch('/api/tables', {method: 'POST', body: JSON.stringify(body),
        headers: {'content-type': 'application/json'}})).json()""",
        {"game": game, "players": players},
    )


def picture_of(guest: Visitor) -> str:
    """Open the picture, wait until it is drawn, and return its address."""
    guest.page.locator("[data-do=picture]").click()
    drawn = guest.page.get_by_role("dialog").locator("img.position")
    expect(drawn).to_be_visible()
    guest.page.wait_for_function("() => document.querySelector('img.position').naturalWidth > 0")
    return str(drawn.get_attribute("src"))


def test_a_picture_of_the_table_and_of_a_step(guest: Visitor) -> None:
    table = new_table(guest, "dojo_duel", "me", "greedy")["id"]
    guest.page.goto(f"/table/{table}")
    guest.page.locator(".stage .piece").first.wait_for()
    assert picture_of(guest).startswith(f"/api/tables/{table}/picture.svg?view=A&theme=")
    dialog = guest.page.get_by_role("dialog")
    with guest.page.expect_download() as saved:
        dialog.get_by_role("link", name="Save PNG").click()
    assert saved.value.suggested_filename == "dojo_duel.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_be_hidden()
    guest.page.goto(f"/replay/{table}#1")
    guest.page.locator(".stage .piece").first.wait_for()
    assert picture_of(guest).endswith("&step=1")
    with guest.page.expect_download() as saved:
        guest.page.get_by_role("dialog").get_by_role("link", name="Save SVG").click()
    assert saved.value.suggested_filename == "dojo_duel-1.svg"


def test_words_are_written_in_a_png(browser: Browser) -> None:
    """In a font that the machine has; one that shows pages in a browser has some."""
    assert browser.is_connected()
    size = 'xmlns="http://www.w3.org/2000/svg" width="90" height="30"'
    for family in ink.fonts().values():
        written, blank = (
            png(f"<svg {size}><text y='25' font-family={quoteattr(family)}>{word}</text></svg>")
            for word in ("Udaka", "")
        )
        assert written != blank, family


def test_an_invited_page_takes_its_seat_and_drops_the_key(
    browser: Browser, house: House, guest: Visitor
) -> None:
    made = new_table(guest, "udaka", "me", "human")
    url = made["invites"][0]["url"]
    with urlopen(url) as preview:  # a program that shows links looks at it
        assert preview.status == 200
    friend, late = Visitor(browser, house), Visitor(browser, house)
    friend.page.goto(url)
    friend.page.locator(".seat[data-seat='1']").first.wait_for()
    expect(friend.page).to_have_url(f"{house.address}/table/{made['id']}")
    late.page.goto(url)
    expect(late.page.get_by_text("That seat is taken. You are watching.").first).to_be_visible()
    friend.leave()
    late.leave()
