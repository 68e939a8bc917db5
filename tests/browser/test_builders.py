"""The deck builder, the fighters and the masters in a real browser, by clicks and by keys alone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from budokan.agents.belts import BELTS
from budokan.kit.game import find
from tests.browser.helper import House, Visitor


@pytest.fixture
def visitor(browser: Browser, house: House) -> Iterator[Visitor]:
    found = Visitor(browser, house)
    yield found
    found.leave()


def copies(visitor: Visitor, card: str) -> int:
    tile = visitor.page.locator(".tile", has=visitor.page.locator(f'[data-card="{card}"]'))
    return int(tile.locator("output").inner_text())


def verdict(visitor: Visitor, word: str) -> None:
    expect(visitor.page.locator(".panel .verdict")).to_have_text(word)


@pytest.mark.parametrize("path", ["/deck", "/fighters"])
def test_opponents_are_offered_by_belt(visitor: Visitor, path: str) -> None:
    visitor.page.goto(path)
    offered = visitor.page.locator("#foe option")
    expect(offered).to_have_count(len(BELTS))
    for option, belt in zip(offered.all(), BELTS, strict=True):
        expect(option).to_have_attribute("value", belt)
        expect(option).to_contain_text(f"{belt} belt bot")
    expect(visitor.page.locator("#foe")).to_have_value("green")


# -- decks ----------------------------------------------------------------------------------------


def test_a_deck_by_clicks(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/deck")
    verdict(visitor, "Legal")
    page.locator("#from").select_option("ready:ember_fist")
    expect(page.locator(".total")).to_have_text("20 cards")
    assert copies(visitor, "wild_swing") == 2
    page.locator('[data-card="wild_swing"]').click()
    verdict(visitor, "Not legal yet")
    broken = page.locator('.checks .bad[data-rule="copies"]')
    expect(broken).to_contain_text("Wild Swing may be in a deck 2 times, here it is 3 times")
    assert broken.locator("a").get_attribute("href") == "/rules/dojo_duel#DD-R19"
    page.get_by_role("button", name="Play with this deck").click()
    expect(page.locator(".panel .fault")).to_contain_text("Wild Swing may be in a deck 2 times")
    page.get_by_role("button", name="Take out Wild Swing").click()
    verdict(visitor, "Legal")
    assert copies(visitor, "wild_swing") == 2
    page.get_by_role("button", name="Play with this deck").click()
    page.wait_for_url("**/table/*")
    assert visitor.ready()


def test_a_deck_by_keys_alone(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/deck")
    verdict(visitor, "Legal")
    visitor.tab_to("#from")
    page.keyboard.press("ArrowUp")  # the empty deck stands before the ready-made ones
    page.keyboard.press("Enter")
    expect(page.locator(".total")).to_have_text("0 cards")
    expect(page.locator('.checks .bad[data-rule="size"]')).to_contain_text("this one has 0")
    page.keyboard.press("Shift+Tab")
    visitor.tab_to("[data-card]")
    for _ in range(2):
        page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("+")
    page.keyboard.press("-")
    expect(page.locator(".making > [role=status]")).to_have_text(
        "Reckless Charge: 1 in your deck, 3 cards."
    )
    assert copies(visitor, "wild_swing") == 2 and copies(visitor, "reckless_charge") == 1
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith("Reckless Charge, Yang 6, Yin 0") and label.endswith("1 in your deck")
    page.keyboard.press("ArrowDown")
    below = page.evaluate("document.activeElement.dataset.card")
    page.keyboard.press("ArrowUp")
    assert below != page.evaluate("document.activeElement.dataset.card") == "reckless_charge"
    visitor.tab_to("#from")
    page.keyboard.type("Sun")
    page.keyboard.press("Enter")
    verdict(visitor, "Legal")
    visitor.tab_to("[data-play]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")


def test_a_deck_is_kept_and_given_as_text(visitor: Visitor, browser: Browser, house: House) -> None:
    page = visitor.page
    page.goto("/deck")
    verdict(visitor, "Legal")
    page.locator("#from").select_option("ready:river_blade")
    expect(page.locator(".total")).to_have_text("24 cards")
    page.locator("#called").fill("My river")
    page.locator('[data-do="keep"]').click()
    page.reload()
    verdict(visitor, "Legal")
    page.locator("#from").select_option("kept:My river")
    expect(page.locator(".total")).to_have_text("24 cards")
    page.locator('[data-do="text"]').click()
    text = page.locator("#astext").input_value()
    assert "2 Knife Hand\n" in text
    page.locator('[data-do="copy"]').click()
    expect(page.locator('[data-do="copy"]')).to_have_text("Copied")
    other = Visitor(browser, house)
    other.page.goto("/deck")
    verdict(other, "Legal")
    other.page.locator('[data-do="text"]').click()
    other.page.locator("#astext").fill("2 Spoon")
    other.page.locator('[data-do="take"]').click()
    expect(other.page.locator("dialog .fault")).to_contain_text("'Spoon', which is not a card")
    other.page.locator("#astext").fill(text)
    other.page.locator('[data-do="take"]').click()
    expect(other.page.locator(".total")).to_have_text("24 cards")
    assert copies(other, "knife_hand") == 2
    other.leave()


def test_the_deck_goes_into_the_form_of_a_new_table(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/deck")
    verdict(visitor, "Legal")
    page.get_by_role("button", name="Put in Iron Shirt").click()
    expect(page.locator(".total")).to_have_text("16 cards")
    page.locator("[data-form]").click()
    mine = page.locator('select[name="seat.deck"]').first
    expect(mine.locator("option:checked")).to_have_text("the deck you built")
    assert "1 iron_shirt" in mine.input_value()
    visitor.check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")


# -- fighters -------------------------------------------------------------------------------------


def test_fighters_and_skills(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/fighters")
    good = page.locator(".choosing .verdict.good")
    expect(good).to_be_visible()
    page.locator('[data-seat="B"]').click()
    page.locator('[data-fighter="igor"]').click()
    fault = page.locator(".choosing .checks .bad")
    expect(fault).to_contain_text("Igor is chosen twice")
    assert fault.locator("a").get_attribute("href") == "/rules/martial_art#MA-R2"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(good).to_be_visible()
    expect(page.locator('[data-seat="B"]')).to_contain_text("Kimberley")
    page.locator('[data-seat="A"]').click()
    page.locator("#mode").select_option("black")
    for skill in ("hook", "jabs", "bruiser"):
        page.locator(f'[data-skill="{skill}"]').click()
        expect(page.locator(f'[data-skill="{skill}"][aria-pressed="true"]')).to_be_visible()
    page.locator('[data-skill="dancer"]').click()
    expect(fault).to_contain_text("You fight with three different Skills")
    expect(page.locator('.choosing [data-skill][aria-pressed="true"]')).to_have_count(3)
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".stage")).to_contain_text("Bruiser")
    expect(page.locator(".stage .card.skill")).to_have_count(3)


def test_fighters_have_a_theme_and_stories(visitor: Visitor) -> None:
    page, told = visitor.page, find("martial_art").text["story"]
    page.goto("/fighters")
    expect(page.locator(".theme")).to_have_text(told["theme"])
    expect(page.locator(".life-story")).to_have_text(told["igor"])
    page.locator('[data-fighter="wonja"]').click()
    expect(page.locator(".life-story")).to_have_text(told["wonja"])
    page.locator('[data-fighter="any"]').click()
    expect(page.locator(".life-story")).to_have_count(0)


# Every space is drawn, and lies inside the zone of the ring.
INSIDE = """() => {
  const spaces = [...document.querySelectorAll(".hex")];
  const frame = spaces[0].closest(".zone").getBoundingClientRect();
  return spaces.every((space) => {
    const box = space.getBoundingClientRect();
    return box.width > 0 && box.left >= frame.left - 1 && box.right <= frame.right + 1;
  });
}"""


@pytest.mark.parametrize(("radius", "spaces"), [(2, 19), (4, 61)])
def test_rings_of_all_sizes_are_drawn(visitor: Visitor, radius: int, spaces: int) -> None:
    """MA-16: every space is seen, and none lies beside the ring."""
    page = visitor.page
    page.goto("/fighters")
    wanted = {
        "game": "martial_art",
        "players": ["me", "white"],
        "options": {"arena_radius": radius},
    }
    made = page.evaluate(
        """wanted => fetch("/api/tables", {method: "POST", body: JSON.stringify(wanted),
          headers: {"content-type": "application/json"}}).then(answer => answer.json())""",
        wanted,
    )
    page.goto(f"/table/{made['id']}")
    expect(page.locator(".hex")).to_have_count(spaces)
    page.wait_for_function(INSIDE)


def test_every_skill_is_shown(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/fighters")
    seen = set()
    page.locator(".portrait").first.wait_for()
    for portrait in page.locator(".portrait:not([data-fighter=any])").all():
        portrait.click()
        cards = page.locator(".fighter .card.skill")
        expect(cards).to_have_count(7)
        seen |= {card.get_attribute("aria-label") for card in cards.all()}
        assert page.locator(".fighter .lifeline").count() == 5
    assert len(seen) == 42


def test_fighters_are_chosen_from_the_form(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    page.locator('[data-new="martial_art"]').click()
    page.locator('[data-choose="B"]').click()
    page.locator('dialog.picking [data-fighter="wonja"]').click()
    page.locator('dialog.picking [data-seat="A"]').click()
    page.locator('dialog.picking [data-fighter="wonja"]').click()
    expect(page.locator("dialog.picking .checks")).to_contain_text("Wonja is chosen twice")
    visitor.check()
    page.locator("[data-done]").click()
    expect(page.locator("#ask .fault")).to_contain_text("Wonja is chosen twice")
    page.locator('select[name="seat.fighter"]').first.select_option("igor")
    expect(page.locator("#ask .fault")).to_have_text("")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#page")).to_contain_text("Wonja")


def options(visitor: Visitor) -> str:
    """The options of a table, from its record."""
    table = visitor.page.url.rpartition("/")[2]
    return visitor.page.request.get(f"/api/tables/{table}/record").text()


# -- masters --------------------------------------------------------------------------------------


def test_a_master_is_fought_at_once(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    page.get_by_role("link", name="Masters", exact=True).click()
    expect(page.locator(".master")).to_have_count(10)
    page.get_by_label("Kai").check()
    page.locator('[data-fight="zen"]').click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".stage .person")).to_contain_text("Zen")
    assert '"hero": "kai"' in options(visitor)
    page.get_by_role("link", name="Masters").click()
    page.wait_for_url("**/masters")


def test_a_route_is_walked(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/masters")
    expect(page.get_by_role("row", name="hard")).to_contain_text("25 of 60")
    page.locator('[data-route="hard"]').click()
    page.wait_for_url("**/table/*")
    assert visitor.ready()
    assert '"hero": "udo", "masters": "hard"' in options(visitor)
