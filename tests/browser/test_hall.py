"""The hall in a real browser: belts in one click, open tables, matches, the same deal twice."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, expect

from budokan.agents.house_names import seat_names
from tests.browser.helper import PHONE, House, Visitor

FIRST_LOAD = 300_000  # bytes
NOBODY = "No open tables right now"


@contextmanager
def guest(browser: Browser, house: House, **given: Any) -> Iterator[Visitor]:
    """A visitor; the test fails if the page reported an error."""
    who = Visitor(browser, house, **given)
    yield who
    who.leave()


def go(who: Visitor, address: str) -> None:
    who.page.goto(address)
    who.page.locator("main h1").wait_for()


def give_up(who: Visitor) -> None:
    who.ready()
    who.give_up()


def test_a_belt_is_one_click_and_remembered(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        go(ann, "/")
        expect(page.locator("[data-play=udaka]")).to_contain_text("against a green belt")
        page.hover("[data-belt=udaka-black]")
        expect(page.locator("[data-play=udaka]")).to_contain_text("against a black belt")
        page.click("[data-belt=dojo_duel-yellow]")
        ann.ready()
        far = page.locator(".at.far .sn")
        expect(far).to_contain_text(seat_names("dojo_duel", ["yellow"])[0])
        expect(far.locator(".knot.belt-yellow")).to_have_text("(yellow belt bot)")
        go(ann, "/")
        expect(page.locator("[data-play=dojo_duel]")).to_contain_text("against a yellow belt")
        ann.tab_to("[data-belt=udaka-yellow]")  # one stop of Tab for all six
        page.keyboard.press("ArrowRight")
        assert ann.focused("[data-belt=udaka-green]")
        expect(page.locator("[data-play=udaka]")).to_contain_text("against a green belt")
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
        page.wait_for_url("**/table/*")
        for name in seat_names("udaka", ["white"] * 3):
            expect(page.locator(".stage")).to_contain_text(name)


def test_the_hero_is_chosen_and_the_name_remembered(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        go(ann, "/")
        assert page.locator("[data-belt^=master_udo]").count() == 0
        page.fill("#my-name", "Ann")
        page.click("[data-hero=kai]")
        ann.ready()
        listed = page.evaluate("fetch('/api/matches').then(answer => answer.json())")
        assert listed["rows"][0]["names"] == ["Ann"]
        go(ann, "/")
        expect(page.locator("#my-name")).to_have_value("Ann")
        expect(page.locator("[data-play=master_udo]")).to_have_text("Play Kai")
        expect(page.locator(".going .tr").first).to_contain_text("your turn")


def test_an_open_table_is_taken_once(browser: Browser, house: House) -> None:
    with (
        guest(browser, house) as ann,
        guest(browser, house) as ben,
        guest(browser, house, viewport=PHONE) as eve,
    ):
        go(ann, "/")
        ann.page.click("[data-open]")
        ann.page.get_by_role("button", name="Open the table").click()
        expect(ann.page.locator(".invite")).to_contain_text("Everybody in the hall")
        for who in (ben, eve):
            go(who, "/")
            who.page.locator("[data-sit]").wait_for()
            who.check()
        ben.page.click("[data-sit]")
        expect(ben.page.locator(".at.near")).to_be_visible()
        expect(eve.page.locator("[data-sit]")).to_have_count(0)  # by itself
        ann.ready()
        go(ann, "/")
        expect(ann.page.locator(".open")).to_contain_text(NOBODY)


def test_an_open_table_is_withdrawn(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        go(ann, "/")
        page.click("[data-open]")
        page.get_by_role("button", name="Open the table").click()
        page.get_by_role("button", name="Withdraw it from the hall").click()
        page.get_by_role("button", name="Offer it in the hall").click()
        expect(page.locator("[data-offer]")).to_have_text("Withdraw it from the hall")
        go(ann, "/")
        page.get_by_role("button", name="Withdraw").click()
        expect(page.locator(".open")).to_contain_text(NOBODY)


def test_matches_with_their_results(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        page = ann.page
        go(ann, "/matches")
        expect(page.locator("main")).to_contain_text("You have not played")
        go(ann, "/")
        page.click("[data-belt=dojo_duel-white]")
        give_up(ann)
        go(ann, "/")
        page.click("[data-play=master_udo]")
        ann.ready()
        go(ann, "/matches")
        expect(page.locator(".cards li")).to_have_count(2)
        expect(page.locator(".cards li").first).to_contain_text("your turn")
        ann.tab_to(".tabs a[href*=over]")
        page.keyboard.press("Enter")
        expect(page.locator(".cards li")).to_have_count(1)
        expect(page.locator(".cards li")).to_contain_text("lost")
        expect(page.locator("h1")).to_be_focused()
        assert page.url.endswith("kind=over")
        ann.check()
        page.get_by_role("link", name="Replay of Dojo Duel").click()
        page.locator(".stage .piece").first.wait_for()
        page.go_back()
        expect(page.locator(".cards li")).to_have_count(1)


def test_the_same_deal_side_by_side(browser: Browser, own_house: House) -> None:
    """In a hall of its own: other tests' deals would be played by the house first."""
    dark = {"viewport": PHONE, "color_scheme": "dark"}
    with guest(browser, own_house) as ann, guest(browser, own_house, **dark) as ben:
        go(ann, "/")
        ann.page.click("[data-belt=dojo_duel-white]")
        give_up(ann)
        first = ann.page.url
        ann.page.click("[data-same]")
        ann.page.locator("main tr.mine").wait_for()
        expect(ann.page.locator("main")).to_contain_text("against a white belt")
        ann.check()
        ben.page.goto(first)  # the table of another leads to its deal
        expect(ben.page).to_have_url(ann.page.url)
        ben.page.fill("#my-name", "Ben")
        ben.check()
        assert ben.page.locator("main table").count() == 0
        ben.page.click("[data-begin]")
        give_up(ben)
        ben.page.get_by_role("link", name="Compare results").click()
        expect(ben.page.locator("main tr.mine")).to_contain_text("Ben")
        expect(ben.page.locator("main")).to_contain_text("Guest gives up")
        expect(ben.page.locator("main tbody")).to_contain_text("The black belt", timeout=90_000)
        ben.check()


def test_seeing_daily_results_first_does_not_count(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann, guest(browser, house) as eve:
        go(ann, "/")
        ann.page.click("[data-daily=master_udo]")
        give_up(ann)
        ann.page.get_by_role("link", name="Compare results").click()
        expect(ann.page.locator("main tr.mine")).to_contain_text("glory")
        go(eve, "/daily")
        expect(eve.page.locator("main")).to_contain_text(re.compile("1 person has|people have"))
        eve.page.click("[data-waive]")
        expect(eve.page.locator("main")).to_contain_text("does not count")
        expect(eve.page.locator("main tbody tr").first).to_be_visible()
        eve.page.get_by_role("link", name=re.compile("^Before")).click()
        expect(eve.page.locator("main")).to_contain_text("Nobody has finished")
        eve.page.get_by_role("link", name="Today").click()
        expect(eve.page.locator("main")).to_contain_text("does not count")
        eve.check()


def test_the_front_page_is_light(browser: Browser, house: House) -> None:
    with guest(browser, house) as ann:
        sizes: dict[str, int] = {}
        ann.page.on("response", lambda answer: sizes.update({answer.url: len(answer.body())}))
        go(ann, "/")
        ann.page.locator("[data-play]").first.wait_for()
        ann.page.wait_for_load_state("networkidle")
        assert 50_000 < sum(sizes.values()) < FIRST_LOAD, sizes
        assert not [url for url in sizes if url.endswith("newtable.js")]  # only when asked for


def test_the_way_to_cards_of_ones_own(browser: Browser, house: House) -> None:
    """From the scroll of each game, and from the list that is empty at first."""
    with guest(browser, house, viewport=PHONE) as who:
        for game in ("dojo_duel", "kenpo_masters", "martial_art", "master_udo", "udaka"):
            who.page.goto("/")
            who.page.locator(f".scroll a[href='/cards/{game}']").click()
            who.page.locator("main.cards-editor").wait_for()
        who.page.goto("/")
        who.page.get_by_role("link", name="your cards", exact=True).click()
        mine = who.page.locator(".your-cards")
        expect(mine.get_by_role("heading")).to_be_focused()
        expect(mine).to_contain_text("None yet.")
        assert who.sideways() == 0
        mine.get_by_role("link", name="Kenpo Masters").click()
        who.page.locator("main.cards-editor").wait_for()
