"""The way in: an invitation in one step, a name asked for once, running matches and lessons."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from budokan.agents.house_names import seat_names
from budokan.agents.registry import LABELS
from tests.browser import qr_reader
from tests.browser.helper import PHONE, House, Visitor
from tests.browser.test_still import MAKE

SIZES = [(390, 844), (844, 390), (768, 1024), (1366, 650), (1366, 768), (1920, 1080)]
QR = "async text => (await import('/static/js/lib/qr.js')).qrModules(text)"
MODULES = """() => {
  const svg = document.querySelector('.qr svg');
  const size = svg.viewBox.baseVal.width - 8;
  const rows = Array.from({length: size}, () => Array(size).fill('0'));
  for (const [, x, y] of svg.innerHTML.matchAll(/M(\\d+) (\\d+)h/g)) rows[y - 4][x - 4] = '1';
  return rows.map(row => row.join(''));
}"""
# Of another program, which reads and writes codes by the same standard.
KNOWN = "http://hall.example/table/Ab3_-xyz?key=012"
KNOWN_ROWS = """1fcb177f 10497d41 175c445d 1753c85d 175fdf5d 10583041 1fd5557f 00155500 17cc997c
021bc7f1 0f426100 0ca14322 1f499e0c 04805e55 0efa39d4 039c21a2 19ec9004 190357fd
1468249c 172b6122 11ed9bf7 001c551f 1fcbbf5c 105b371b 175a0df7 17598007 17563cf2
104d937a 1fde1214"""
SHARES = "navigator.share = async given => { window.shared = given; }"
COPIES = "navigator.clipboard.writeText = async text => { window.copied = text; }"


@contextmanager
def visitor(browser: Browser, house: House, **given: Any) -> Iterator[Visitor]:
    who = Visitor(browser, house, **given)
    yield who
    who.leave()


def front(page: Page) -> None:
    page.goto("/")
    page.locator("main h1").wait_for()


def invite(page: Page, game: str = "dojo_duel") -> str:
    """Invite somebody from a game's scroll; the link."""
    front(page)
    page.click(f"[data-invite={game}]")
    page.get_by_role("button", name="Get the link").click()
    return page.locator(".way-in input").input_value()


# -- inviting -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [PHONE, {"width": 1366, "height": 650}], ids=["phone", "laptop"])
def test_an_invitation_is_a_game_a_clock_and_a_link(
    browser: Browser, house: House, size: dict[str, int]
) -> None:
    with visitor(browser, house, viewport=size) as ann:
        page = ann.page
        page.add_init_script(SHARES)
        front(page)
        page.get_by_role("button", name="Invite a friend").click()
        page.locator("#f-clock").wait_for()
        shown = [
            each for each in page.locator("dialog :is(select, input)").all() if each.is_visible()
        ]
        assert [each.get_attribute("id") for each in shown] == ["f-game", "f-clock"]
        assert page.locator("#f-game option[value=master_udo]").count() == 0  # for one player
        ann.check()
        page.select_option("#f-game", "kenpo_masters")
        page.select_option("#f-clock", label="1 day a turn")
        page.get_by_role("button", name="Get the link").click()
        field = page.locator(".way-in input")
        link = field.input_value()
        assert re.fullmatch(rf"{house.address}/table/[\w-]+\?key=[\w-]+", link)
        expect(page.locator("h1")).to_have_text("Kenpo Masters")
        for part in (field, page.locator(".qr"), page.get_by_role("button", name="Copy link")):
            expect(part).to_be_in_viewport(ratio=1)
        assert qr_reader.read(page.evaluate(MODULES)) == link
        page.get_by_role("button", name="Share").click()
        assert page.evaluate("window.shared.url") == link
        page.evaluate(COPIES)
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        assert page.evaluate("window.copied") == link
        expect(page.locator("[data-offer]")).to_be_hidden()  # under More
        ann.check()


def test_nobody_is_offered_a_program(browser: Browser, house: House) -> None:
    with visitor(browser, house) as ann:
        page = ann.page
        front(page)
        for way in ("[data-new=udaka]", "[data-invite=udaka]"):
            page.click(way)
            page.locator("[name=who]").first.wait_for(state="attached")
            offered = page.locator("[name=who]").first.locator("option").all_text_contents()
            assert offered[2:] == [
                f"{belt} belt bot"
                for belt in ("white", "yellow", "green", "blue", "brown", "black")
            ]
            assert not re.search("|".join(LABELS), page.locator("#ask").inner_html())
            page.get_by_role("button", name="Not now").click()
            expect(page.locator("dialog#ask")).to_be_hidden()


def test_codes_are_as_the_standard_says(browser: Browser, house: House) -> None:
    with visitor(browser, house) as ann:
        front(ann.page)
        path = ann.page.evaluate("document.querySelector('script[type=module]').src")
        script = QR.replace("/static/js/", path[: path.index("/js/") + 4])
        known = [f"{int(row, 16):029b}" for row in KNOWN_ROWS.split()]
        assert qr_reader.read(known) == KNOWN
        for length in (1, 14, 15, 42, 43, 63, 85, 107, 123, 153, 181, 213):
            text = (KNOWN + "Zz09" * 50)[:length]
            drawn = ["".join("01"[dark] for dark in row) for row in ann.page.evaluate(script, text)]
            assert qr_reader.read(drawn) == text
            if text == KNOWN:
                assert drawn == known
        assert ann.page.evaluate(script, "x" * 214) is None


# -- names ----------------------------------------------------------------------------------------


def test_a_friend_is_asked_once_for_a_name(browser: Browser, house: House) -> None:
    with visitor(browser, house) as ann, visitor(browser, house, viewport=PHONE) as ben:
        front(ann.page)
        ann.page.fill("#my-name", "Ann")
        link = invite(ann.page)
        expect(ann.page.locator(".own-name")).to_be_hidden()  # she has a name
        ben.page.goto(link)
        expect(ben.page.locator(".at.far .sn")).to_contain_text("Ann")
        ben.check()
        ben.page.get_by_role("textbox", name="Your name").fill("Ben")
        ben.page.keyboard.press("Enter")
        expect(ben.page.locator(".own-name")).to_be_hidden()
        expect(ann.page.locator(".at.far .sn")).to_contain_text("Ben")
        ben.page.goto(invite(ann.page))
        expect(ann.page.locator(".at.far .sn")).to_contain_text("Ben")  # by itself
        expect(ben.page.locator(".own-name")).to_be_hidden()


def test_who_gives_no_name_is_a_guest(browser: Browser, house: House) -> None:
    with visitor(browser, house) as ann, visitor(browser, house) as ben:
        ben.page.goto(invite(ann.page))
        ann.ready()
        expect(ann.page.locator(".own-name")).to_be_visible()
        ben.page.get_by_role("button", name="Skip").click()
        expect(ben.page.locator(".own-name")).to_be_hidden()
        expect(ann.page.locator(".at.far .sn")).to_contain_text("Guest 2")
        ben.page.reload()
        ben.ready()
        expect(ben.page.locator(".own-name")).to_be_hidden()
        listed = ben.page.evaluate("fetch('/api/matches').then(answer => answer.json())")
        assert listed["rows"][0]["names"] == ["Guest 1", "Guest 2"]


def test_bots_wear_their_belts_at_tables_and_in_lists(browser: Browser, house: House) -> None:
    with visitor(browser, house) as ann:
        page, name = ann.page, seat_names("kenpo_masters", ["blue"])[0]
        front(page)
        page.click("[data-belt=kenpo_masters-blue]")
        ann.ready()
        table = page.url
        places = [(table, ".stage"), ("/", ".going"), ("/matches", "main")]
        places.append((table.replace("/table/", "/replay/"), "main"))
        for address, where in places:
            page.goto(address)
            worn = page.locator(f"{where} .knot.belt-blue").first
            expect(worn).to_be_visible()
            expect(worn).to_have_text(re.compile("blue belt bot"))
            expect(page.locator(where)).to_contain_text(name)
        page.goto("/")
        page.locator(".going").wait_for()
        ann.check()


# -- the front page -------------------------------------------------------------------------------


@pytest.mark.parametrize("wide, high", SIZES)
def test_running_matches_come_first(browser: Browser, house: House, wide: int, high: int) -> None:
    with visitor(browser, house, viewport={"width": wide, "height": high}) as ann:
        page = ann.page
        front(page)
        expect(page.locator(".hero p")).to_have_text(
            re.compile("^Five martial arts board games to play here, against bots or friends.$")
        )
        expect(page.locator(".going")).to_be_hidden()
        body = json.dumps({"game": "udaka", "players": ["me", "random"]})
        page.evaluate(MAKE, body)
        front(page)
        line = page.locator(".going .tr").first
        expect(line).to_contain_text("Udaka")
        expect(line).to_be_in_viewport(ratio=1)
        expect(page.locator(".hero p")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        ann.check()


def test_learn_is_a_button_until_the_lesson_is_done(browser: Browser, house: House) -> None:
    with visitor(browser, house) as ann:
        page = ann.page
        front(page)
        learn = page.locator("[data-learn=dojo_duel]")
        expect(learn).to_have_class("btn")
        expect(learn).to_have_text("Learn")

        def finish(route: Route) -> None:
            told = route.fetch().json()
            route.fulfill(json={**told, "done": True})

        page.route("**/api/learn/dojo_duel", finish)
        learn.click()
        page.locator("#lesson-next").wait_for()
        front(page)
        expect(learn).not_to_have_class("btn")
        expect(learn).to_have_text("✓ Learn (done)")
        expect(page.locator("[data-learn=udaka]")).to_have_class("btn")
        ann.check()
