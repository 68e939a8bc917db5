"""A table during play: refusals, frames that arrive during a move, the end."""

import json

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from budokan.server.http.static_files import url
from tests.browser.fake_table import FakeTable, Frame, elsewhere, ended, sample, two_clicks
from tests.browser.helper import PHONE, House, Visitor
from tests.kit.positions import frame as position

REFUSED = {"t": "refused", "text": "One courtesy every few seconds.", "clause": ""}


def test_the_end_stays_when_a_courtesy_is_refused(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, ended("won", "lost", "lost"))
    table.send(REFUSED)
    expect(table.page.locator("#notice")).to_contain_text("One courtesy")
    for name in ("Replay", "Coach"):
        expect(table.page.locator(".prompt").get_by_role("link", name=name)).to_be_visible()
    expect(table.page.locator("#question")).to_have_text("Red belt wins.")
    table.guest.leave()


def test_a_half_made_move_stays_when_a_courtesy_is_refused(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, two_clicks(sample()))
    table.page.locator("[data-id=hand-A-0]").click()
    table.send(REFUSED)
    expect(table.page.locator("#notice")).to_contain_text("One courtesy")
    expect(table.page.locator("[data-id=hand-A-0].picked")).to_be_visible()
    table.guest.leave()


def test_a_refused_move_can_be_made_again(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample())
    table.page.locator("[data-id=hand-A-1]").click()
    expect(table.page.locator(".lit")).to_have_count(0)
    table.send({"t": "refused", "text": "Not that one.", "clause": ""})
    expect(table.page.locator("[data-id=hand-A-1].lit")).to_be_visible()
    expect(table.page.locator(".picked")).to_have_count(0)
    table.guest.leave()


def test_a_half_made_move_stays_when_something_else_happens(browser: Browser, house: House) -> None:
    """A frame that changes nothing, and one that leaves the choices alone."""
    table = FakeTable(browser, house, two_clicks(sample()))
    jab = table.page.locator("[data-id=hand-A-0]")
    jab.click()
    drawn = jab.element_handle()
    table.resend()
    expect(table.page.locator("[data-id=hand-A-0].picked .order")).to_have_text("1")
    assert drawn and drawn.evaluate("node => node.isConnected")  # nothing is redrawn
    other = json.loads(json.dumps(table.frame["scene"]))
    other["status"], other["zones"][0]["chips"] = "turn 14", []
    table.resend(scene=other)
    expect(table.page.locator("[data-id=hand-A-0].picked .order")).to_have_text("1")
    table.page.locator("[data-cell=b3] .slot").click()
    expect(table.page.locator(".lit")).to_have_count(0)
    assert [each["action"] for each in table.said] == ["go forward"]
    table.guest.leave()


def test_new_choices_reset_a_half_made_move(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, two_clicks(sample()))
    table.page.locator("[data-id=hand-A-0]").click()
    other = json.loads(json.dumps(table.frame["scene"]))
    other["choices"] = other["choices"][1:]
    table.resend(scene=other)
    expect(table.page.locator(".picked")).to_have_count(0)
    table.guest.leave()


def test_a_click_counts_even_if_the_page_redraws_during_it(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample())
    table.page.locator("[data-id=hand-A-1]").hover()
    table.page.mouse.down()
    table.resend(scene=elsewhere(table.frame))
    table.page.mouse.up()
    expect(table.page.locator(".lit")).to_have_count(0)
    assert [each["action"] for each in table.said] == ["play 1"]
    table.guest.leave()


def test_scroll_positions_and_open_lists_survive_a_redraw(browser: Browser, house: House) -> None:
    frame = sample()
    side = next(zone for zone in frame["scene"]["zones"] if zone["id"] == "side-A")
    used, hand = (
        next(zone for zone in side["zones"] if zone["id"] == name) for name in ("used-A", "hand-A")
    )
    used["pieces"] = [{**hand["pieces"][0], "id": "used-A-0", "refused": None}]
    hand["pieces"] += [{**hand["pieces"][0], "id": f"hand-A-{n}"} for n in range(4, 9)]
    table = FakeTable(browser, house, frame, viewport=PHONE)
    row = table.page.locator("[data-zone=hand-A] .lying")
    row.evaluate("node => { node.scrollLeft = 120; }")
    table.page.locator("[data-zone=used-A] summary").click()
    far = row.evaluate("node => node.scrollLeft")
    table.resend(scene=elsewhere(table.frame))
    assert row.evaluate("node => node.scrollLeft") == far > 100
    expect(table.page.locator("[data-zone=used-A] li")).to_be_visible()
    table.guest.leave()


def four_bodies(aimed: str = "") -> Frame:
    """A Martial Art table of four; one fighter is the target."""
    frame: Frame = json.loads(position("martial_art black", 3, 6))
    for zone in frame["scene"]["zones"]:
        if zone["place"] == "rail":
            for area in zone["zones"]:
                area["marks"] = ["on"] if zone["id"] == aimed else []
                for track in area["zones"]:
                    track["threat"] = 0
    return frame


def test_the_target_of_a_strike_unfolds(browser: Browser, house: House) -> None:
    frame = four_bodies()
    foes = [zone["id"] for zone in frame["scene"]["zones"] if zone["place"] == "rail"]
    frame["scene"]["choices"] = []
    table = FakeTable(browser, house, frame)
    expect(table.page.locator("details.foe")).to_have_count(3)
    expect(table.page.locator("details.foe[open]")).to_have_count(0)
    table.page.locator("details.foe summary").first.click()
    expect(table.page.locator("details.foe").first).to_have_attribute("open", "")
    later = four_bodies(foes[1])["scene"]
    later["choices"] = []
    table.resend(scene=later)
    expect(table.page.locator("details.foe[open]")).to_have_count(2)  # the aimed one, and as left
    table.resend(scene=frame["scene"])
    expect(table.page.locator("details.foe[open]")).to_have_count(1)
    table.guest.leave()


def leaving(page: Page) -> list[str]:
    """Let requests for new tables succeed but never open the table; the requests."""
    asked: list[str] = []

    def made(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(json={"id": "far", "invites": []})

    for each in ("**/api/tables", "**/api/tables/*/play-on", "**/api/tables/*/rematch"):
        page.route(each, made)
    page.route("**/table/far", lambda route: route.fulfill(status=204))  # the page stays
    return asked


BACK = "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
PLAY_ON = f"""() => import('{url("js/pages/play-on.js")}').then(({{playOn}}) => playOn(
  {{id: 'x', game: 'udaka', names: ['A', 'B'], view: 0, players: ['person', 'green']}}, 3, [0]))"""


@pytest.mark.parametrize("way", ["play", "form", "play on", "rematch"])
def test_a_double_click_opens_one_table(browser: Browser, house: House, way: str) -> None:
    """The button is disabled while the page is left, and works again after coming back."""
    table = FakeTable(browser, house, ended("won", "lost", "lost")) if way == "rematch" else None
    guest = table.guest if table else Visitor(browser, house)
    page = guest.page
    if not table:
        page.goto("/")
    button = page.locator("[data-play=udaka]")
    button = page.get_by_role("button", name="Rematch") if table else button
    if way == "form":
        page.click("[data-new=udaka]")
        button = page.get_by_role("button", name="Open the table")
    if way == "play on":
        page.evaluate(PLAY_ON)
        button = page.get_by_role("button", name="Play on")
    asked = leaving(page)
    with page.expect_request("**/table/far"):
        button.dispatch_event("click")
    expect(button).to_be_disabled()
    assert len(asked) == 1
    if table:  # the hall redraws itself then
        page.evaluate(BACK)
        expect(button).to_be_enabled()
    guest.leave()


def test_no_explanation_opens_while_a_move_is_being_sent(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample())
    table.page.locator("[data-id=hand-A-1]").click()
    table.page.locator("[data-id=hand-A-3]").click()
    expect(table.page.locator("#notice")).to_be_hidden()
    table.guest.leave()


SCENE = """() => JSON.stringify([
  document.querySelector('#question').textContent,
  [...document.querySelectorAll('.stage [data-id]')].map((node) =>
    [node.dataset.id, node.className, node.getAttribute('aria-label')])])"""


@pytest.mark.parametrize("game", ["kenpo_masters", "master_udo"])
def test_a_sent_step_can_be_taken_back(browser: Browser, house: House, game: str) -> None:
    guest = Visitor(browser, house)
    page, back = guest.page, guest.page.locator(".prompt .undo")
    page.goto("/")
    page.click(f"[data-play={game}]")
    before = ""
    for _ in range(40):
        assert guest.ready()
        before = page.evaluate(SCENE)
        guest.turn()
        assert guest.ready()
        if back.count():
            break
    assert page.evaluate(SCENE) != before
    back.click()
    page.wait_for_function(f"before => ({SCENE})() === before", arg=before)
    guest.leave()
