"""The end of a match on the page: who won, key moments, the next step, a rematch."""

import re
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


LONG = "Sora strikes your Left Arm with a Punch for 3. You strike back for 2 (12 left)."
PAR = (
    "Par for this deal: the solver with 1,000 tries beats four masters: 6 glory. "
    "Strong, with more in you. You miss par."
)
# Everything that moves, as the browser itself adds it up.
COUNT_SHIFTS = """globalThis.shifts = [];
globalThis.observer = new PerformanceObserver(found => shifts.push(...found.getEntries()));
observer.observe({type: 'layout-shift', buffered: true});"""
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
SHIFTS = """() => [...shifts, ...observer.takeRecords()].map(({value, sources}) => ({
  value, moved: sources.map(({node}) => node?.className || node?.nodeName)}))"""
MOST_SHIFT = 0.01


@pytest.mark.parametrize("found", [3, 0])
@pytest.mark.parametrize(
    "size", [(390, 844), (844, 390), (768, 1024), (1366, 650), (1366, 768), (1920, 1080)]
)
def test_nothing_moves_when_moments_and_par_arrive(
    browser: Browser, house: House, size: tuple[int, int], found: int
) -> None:
    """They come some time after the end; also long ones, and none, have their place before."""
    width, height = size
    moments = [{"step": step, "text": LONG} for step in range(found)]
    asked = {"moments": 0, "par": 0}

    def answer(route: Route) -> None:
        what = route.request.url.rpartition("/")[2]
        asked[what] += 1
        known = asked[what] > 1
        told = {"moments": moments, "view": "A"} if what == "moments" else {"par": PAR}
        late = {"moments": [], "view": "A"} if what == "moments" else {"par": ""}
        route.fulfill(status=200 if known else 202, json=told if known else late)

    def prepare(page: Page) -> None:
        page.route(re.compile("/api/tables/[^/]+/(moments|par)$"), answer)

    frame = against("green", "lost", "won")
    frame["table"]["has_par"] = True
    view = {"width": width, "height": height}
    table = FakeTable(browser, house, frame, COUNT_SHIFTS, prepare, viewport=view)
    expect(table.page.locator(".par")).to_have_text(PAR)
    expect(table.page.locator(".key-moments :is(li, p)")).to_have_count(found or 1)
    table.page.evaluate(DRAWN)
    shifts = table.page.evaluate(SHIFTS)
    assert sum(each["value"] for each in shifts) <= MOST_SHIFT, shifts
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
