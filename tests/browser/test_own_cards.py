"""Cards of one's own in a real browser: uploaded with faults, played, downloaded, marked."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from budokan.kit.game import find
from tests.browser.helper import DESK, PHONE, House, Visitor
from tests.browser.page_visits import PageViewer
from tests.browser.test_states import pieces
from tests.kit.positions import frame
from tests.server.sample_answers import card_values

MINE = """
[about]
game = "dojo_duel"
title = "My box"

[card.wild_swing]
yang = 4
source = { yang = "second edition" }
"""
FAULTY = """
[card.wild_swing]
yang = "four"
yinn = 3
[card.wild_swim]
yang = 3
"""


@pytest.fixture
def people(browser: Browser, house: House) -> Iterator[tuple[Visitor, Visitor]]:
    both = Visitor(browser, house), Visitor(browser, house)
    yield both
    for each in both:
        each.leave()


def open_form(who: Visitor, game: str = "dojo_duel") -> None:
    who.page.goto("/")
    who.page.click(f"[data-new={game}]")
    who.page.locator("#f-cards").wait_for()


def upload(who: Visitor, text: str, folder: Path) -> None:
    """Choose a file in the form, as its list offers it."""
    file = folder / "mine.toml"
    file.write_text(text, "utf-8")
    with who.page.expect_file_chooser() as chooser:
        who.page.select_option("#f-cards", "file")
    chooser.value.set_files(file)


@pytest.fixture
def careless(browser: Browser, house: House) -> Iterator[Visitor]:
    """A visitor whose files are refused."""
    found = Visitor(browser, house)
    yield found
    found.leave("status of 400")


def test_every_fault_stands_beside_the_field(careless: Visitor, tmp_path: Path) -> None:
    guest = careless
    page = guest.page
    open_form(guest)
    upload(guest, FAULTY, tmp_path)
    faults = page.locator(".own-cards .faults li")
    expect(page.locator(".own-cards .answers .fault")).to_contain_text("mine.toml cannot be played")
    places = faults.locator("code").all_inner_texts()
    assert {"card.wild_swing.yang", "card.wild_swing.yinn"} <= set(places)
    assert any(place.startswith("card.wild_swim") for place in places)
    expect(page.locator("#f-cards")).to_have_value("")
    guest.check()
    page.click("text=Open the table")  # with our own cards
    guest.ready()
    assert page.locator("[data-cards]").count() == 0


def test_a_file_that_is_no_card_file(careless: Visitor, tmp_path: Path) -> None:
    guest = careless
    open_form(guest)
    upload(guest, "[card", tmp_path)
    expect(guest.page.locator(".own-cards .fault")).to_contain_text("is not valid TOML")
    upload(guest, "#" * 300_000, tmp_path)
    expect(guest.page.locator(".own-cards .fault")).to_contain_text("256 kB are the most")


def test_cards_are_uploaded_played_and_offered_again(
    people: tuple[Visitor, Visitor], tmp_path: Path
) -> None:
    ann, ben = people
    page = ann.page
    open_form(ann)
    upload(ann, MINE, tmp_path)
    expect(page.locator(".own-cards .good")).to_have_text("My box can be played.")
    expect(page.locator(".own-cards")).to_contain_text("Belts are measured with our cards")
    page.locator("[name=who]").nth(1).select_option("human")
    ann.check()
    page.click("text=Open the table")
    link = page.locator(".way-in input").first
    link.wait_for()
    expect(page.locator(".foot [data-cards]")).to_have_text("Cards: My box")
    # The invited see the title before they sit down, and can have the file.
    ben.page.goto(link.input_value())
    asked = ben.page.locator("#ask")
    expect(asked).to_contain_text("My box")
    ben.page.keyboard.press("Escape")
    expect(asked).to_be_visible()
    with ben.page.expect_download() as saved:
        asked.get_by_text("Download them").click()
    assert saved.value.path().read_text("utf-8") == MINE
    ben.page.click("[data-do=sit]")
    ben.page.locator(".stage .piece").first.wait_for()
    expect(ben.page).to_have_url(re.compile(r"/table/[\w-]+$"))
    # It is offered again, and listed for both.
    for who in people:
        open_form(who)
        expect(who.page.locator("#f-cards optgroup[label='Your cards']")).to_contain_text("My box")
        who.page.goto("/matches")
        mine = who.page.locator(".your-cards li")
        expect(mine).to_contain_text("My box")
        expect(mine).to_contain_text("Dojo Duel")
    ben.check()
    ben.page.get_by_role("button", name="Remove My box").click()
    expect(ben.page.locator(".your-cards")).to_contain_text("None yet.")
    ann.page.reload()
    ann.page.get_by_role("link", name="Play with My box").click()
    expect(ann.page.locator("#f-cards option:checked")).to_have_text("My box")


def test_a_long_title_fits_on_a_phone(browser: Browser, house: House, tmp_path: Path) -> None:
    guest = Visitor(browser, house, viewport={"width": 360, "height": 740})
    open_form(guest)
    upload(guest, MINE.replace("My box", "W" * 60), tmp_path)
    guest.page.locator(".own-cards .good").wait_for()
    assert guest.sideways() == 0
    guest.page.click("text=Open the table")
    guest.page.locator(".foot [data-cards]").wait_for(state="attached")
    assert guest.sideways() == 0
    rules = guest.page.locator("header a.tool[aria-label=Rules]").get_attribute("href")
    guest.page.goto(str(rules))
    guest.page.locator(".theirs").wait_for()
    assert guest.sideways() == 0
    guest.page.goto("/matches")
    guest.page.locator(".your-cards li").wait_for()
    assert guest.sideways() == 0
    guest.leave()


def test_an_open_table_tells_its_cards(people: tuple[Visitor, Visitor], tmp_path: Path) -> None:
    ann, ben = people
    open_form(ann)
    upload(ann, MINE, tmp_path)
    ann.page.locator(".own-cards .good").wait_for()
    ann.page.locator("[name=who]").nth(1).select_option("human")
    ann.page.select_option("#f-open", "open")
    ann.page.click("text=Open the table")
    ann.page.locator(".stage .piece").first.wait_for()
    ben.page.goto("/")
    expect(ben.page.locator(".open")).to_contain_text("cards: My box")


def test_the_rules_show_the_values_of_a_card_file(guest: Visitor, tmp_path: Path) -> None:
    page = guest.page
    open_form(guest)
    upload(guest, MINE, tmp_path)
    page.locator(".own-cards .good").wait_for()
    page.click("text=Open the table")
    guest.ready()
    page.goto(str(page.locator("header a.tool[aria-label=Rules]").get_attribute("href")))
    expect(page.locator(".theirs")).to_contain_text("My box")
    expect(page.locator("h1 + .whose")).to_contain_text("plays with the cards My box")
    row = page.locator("#card-wild_swing")
    expect(row.locator(".src.own")).to_have_count(1)
    expect(row).to_contain_text("second edition")
    expect(page.locator(".legend")).to_contain_text("from your cards")
    page.goto("/rules/dojo_duel")
    expect(page.locator(".whose")).to_have_count(0)
    expect(page.locator("#values + p a")).to_have_text("Your own cards")
    expect(page.locator(".legend")).not_to_contain_text("from your cards")


def test_builders_show_the_cards_of_a_file(guest: Visitor, tmp_path: Path) -> None:
    page = guest.page
    open_form(guest)
    upload(guest, MINE, tmp_path)
    page.locator(".own-cards .good").wait_for()
    way = page.locator("a.build[href*=cards]").first
    page.goto(str(way.get_attribute("href")))
    page.locator(".panel .good").first.wait_for()
    expect(page.locator(".marks")).to_contain_text("from your cards, My box")
    expect(page.locator("[data-card=wild_swing]")).to_have_attribute(
        "aria-label", re.compile(r"Wild Swing, Yang 4\b")
    )
    marked = page.locator(".tile:has(.designed-mark.own) [data-card]")
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("data-card", "wild_swing")
    expect(marked).to_have_attribute("aria-label", re.compile(r"from your cards \(My box\)"))
    page.click("[data-play]")
    guest.ready()
    expect(page.locator(".foot [data-cards]")).to_have_text("Cards: My box")


def test_the_full_view_tells_the_source_of_every_value(browser: Browser, house: House) -> None:
    viewer = PageViewer(browser, house)
    message = json.loads(frame("dojo_duel", 3, 6))
    card = next(
        piece
        for piece in pieces(message["scene"]["zones"])
        if piece["shape"] == "card" and piece["face"]
    )
    card["component"] = "card.jab"
    asked: list[str] = []
    viewer.page.on("request", lambda request: asked.append(request.url))
    viewer.page.route("**/api/tables/x/cards", lambda route: route.fulfill(json=card_values()))
    viewer.open_table(json.dumps(message))
    assert not [url for url in asked if url.endswith("/cards")]  # only when a card is opened
    viewer.page.locator(f'[data-id="{card["id"]}"]').first.focus()
    viewer.page.keyboard.press(" ")
    found = viewer.page.locator("#ask.full .sources li")
    expect(found.first).to_have_text(re.compile(r"Step forward: 4from your cards, My box, card 3"))
    expect(found.nth(1)).to_have_text("Name: Jabstated in print KM-02")
    expect(found.nth(1).locator("a")).to_have_attribute("href", "/rules/kenpo_masters#KM-02")
    expect(found.nth(2)).to_have_text(re.compile("our reconstruction"))
    link = viewer.page.locator("#ask .sources p a")
    expect(link).to_have_attribute("href", "/cards/kenpo_masters/0123456789abcdef")
    viewer.check()
    viewer.leave()


def test_a_lesson_tells_the_source_of_every_value(guest: Visitor) -> None:
    page = guest.page
    page.goto("/learn/dojo_duel")
    page.locator(".lesson .said").wait_for()
    page.locator(".stage button.card").first.focus()
    page.keyboard.press(" ")
    values = page.locator("#ask.full .sources li")
    expect(values.filter(has_text="Yang")).to_contain_text("our reconstruction")
    expect(page.locator("#ask .sources p a")).to_have_attribute("href", "/cards/dojo_duel")


def test_a_replay_shows_cards_in_full(guest: Visitor, tmp_path: Path) -> None:
    page = guest.page
    open_form(guest)
    upload(guest, MINE, tmp_path)
    page.locator(".own-cards .good").wait_for()
    page.click("text=Open the table")
    guest.ready()
    guest.give_up()
    page.locator(".prompt.over").wait_for()
    page.goto(page.url.replace("/table/", "/replay/") + "#4")
    page.locator(".stage button.card").first.click()
    page.locator("#notice").get_by_text("In full").click()
    expect(page.locator("#ask.full .card")).to_be_visible()
    rules = page.locator("header a[href^='/rules/']")
    expect(rules).to_have_attribute("href", re.compile(r"cards=[0-9a-f]{32}$"))


OUTSIDE = """() => {
  const low = each => each.getBoundingClientRect().bottom;
  return [...document.querySelectorAll(".k-master")].filter(card =>
    low(card.querySelector(".feet")) > low(card) + 1).map(card => card.dataset.name);
}"""


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game, name", [("udaka", "plenty"), ("master_udo", "full")])
def test_many_components_fit_on_the_table(
    browser: Browser, house: House, tmp_path: Path, game: str, name: str, size: ViewportSize
) -> None:
    """Eight Aces and three tokens a box; twelve masters with all their words on their cards."""
    guest = Visitor(browser, house, viewport=size)
    open_form(guest, game)
    upload(guest, (find(game).folder / "tests" / "cards" / f"{name}.toml").read_text(), tmp_path)
    guest.page.locator(".own-cards .good").wait_for()
    guest.page.click("text=Open the table")
    guest.ready()
    assert guest.sideways() == 0
    assert guest.page.evaluate(OUTSIDE) == []
    guest.leave()
