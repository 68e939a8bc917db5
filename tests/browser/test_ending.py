"""The end of a match on the page: who won, key moments, the next step, a rematch."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.fake_table import FakeTable, Frame, ended
from tests.browser.helper import PHONE, House, Visitor
from tests.browser.test_line import EARS

MOMENTS: list[dict[str, Any]] = [
    {"step": 12, "text": "You take 4: Yang 15 against Yin 11."},
    {"step": 30, "text": "You deal 6."},
    {"step": 41, "text": "You deal 9, and Kenta falls."},
]


def against(belt: str, *outcomes: str) -> Frame:
    frame = ended(*outcomes)
    frame["table"]["players"] = ["person", belt]
    return frame


def with_moments(browser: Browser, house: House, frame: Frame) -> FakeTable:
    """A table at its end; the hall looks for the moments once before it knows them."""
    asked = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        found = MOMENTS if len(asked) > 1 else []
        route.fulfill(status=200 if found else 202, json={"moments": found, "view": "A"})

    def prepare(page: Page) -> None:
        page.route("**/api/tables/*/moments", answer)

    return FakeTable(browser, house, frame, prepare=prepare)


def test_the_end_shows_who_won_and_what_decided(browser: Browser, house: House) -> None:
    table = with_moments(browser, house, against("green", "won", "lost"))
    page = table.page
    expect(page.locator(".victors .won figcaption")).to_have_text("You")
    expect(page.locator(".victors .lost figcaption")).to_have_text(table.frame["names"][1])
    links = page.locator(".key-moments a")
    expect(links).to_have_text([each["text"] for each in MOMENTS])
    replay = table.frame["table"]["id"]
    expect(links.first).to_have_attribute("href", f"/replay/{replay}?view=A#12")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    table.guest.check()
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    table.guest.check()
    table.guest.leave()


@pytest.mark.parametrize(
    ("belt", "outcome", "words", "next_belt"),
    [
        ("green", "won", "You beat green; try blue.", "blue"),
        ("green", "lost", "Was green too strong? Practise against yellow.", "yellow"),
        ("black", "won", "You beat the black belt. There is nobody above it here.", ""),
        ("white", "lost", "", ""),
        ("random", "won", "", ""),
    ],
)
def test_the_next_step_is_the_next_belt(
    browser: Browser, house: House, belt: str, outcome: str, words: str, next_belt: str
) -> None:
    other = {"won": "lost", "lost": "won"}[outcome]
    table = with_moments(browser, house, against(belt, outcome, other))
    page = table.page
    if not words:
        expect(page.locator(".key-moments a")).to_have_count(len(MOMENTS))
        expect(page.locator(".next")).to_have_count(0)
    else:
        expect(page.locator(".next span")).to_have_text(words)
    if next_belt:
        page.route("**/table/far", lambda route: route.fulfill(status=204))
        page.route("**/rematch?*", lambda route: route.fulfill(json={"id": "far", "invites": []}))
        with page.expect_request(f"**/rematch?belt={next_belt}"):
            page.get_by_role("button", name=f"Play {next_belt}").click()
    table.guest.leave()


def test_a_rematch_that_a_friend_offers_is_announced_once(browser: Browser, house: House) -> None:
    frame = ended("won", "lost", "lost")
    table = FakeTable(browser, house, frame, EARS)
    expect(table.page.get_by_role("button", name="Rematch")).to_be_visible()
    for status in ("a moment later", "still later"):
        frame["scene"]["status"] = status
        frame["table"]["rematch"] = "far"
        table.send(frame)
        expect(table.page.locator(".bar .note")).to_contain_text(status)
    expect(table.page.get_by_role("button", name="Join the rematch")).to_be_visible()
    told = "A rematch is offered: you can join it."
    table.page.wait_for_function("told => heard.some(each => each.includes(told))", arg=told)
    assert sum(told in each for each in table.page.evaluate("heard")) == 1
    table.guest.leave()


def test_a_real_match_ends_with_its_moments(guest: Visitor) -> None:
    page = guest.page
    page.goto("/")
    page.click("[data-play=dojo_duel]")
    guest.turn()
    guest.give_up()
    expect(page.locator(".victors figure")).to_have_count(2)
    with page.expect_response(lambda found: "/moments" in found.url and found.status == 200):
        page.reload()
    expect(page.locator(".next button")).to_be_visible()
    guest.check()
