"""The replay page in a real browser: stepping, views, links, files, playing on; axe."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from budokan.agents.house_names import seat_names
from budokan.kit.scene import Beat
from budokan.match import record
from tests.browser.helper import PHONE, House, Visitor
from tests.server.hall import RunningHall, ThreadBots
from tests.server.test_replays import choices, finished

MATCH = finished("dojo_duel", decisions=14)
LAST = len(MATCH.settled(0))
AT_REST = ".stage:not([data-playing])"


class QuickCoachHouse(House):
    """A hall in this process with a quick coach."""

    def __init__(self, running: RunningHall) -> None:
        running.app.state.jobs.iterations = 1
        self.address = f"http://{running.address}"


@pytest.fixture(scope="module")
def quick_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[QuickCoachHouse]:
    with RunningHall(tmp_path_factory.mktemp("replays"), ThreadBots()) as running:
        yield QuickCoachHouse(running)


def opened(guest: Visitor, folder: Path, more: str = "") -> str:
    """Open the replay of a record by its file; its address."""
    page = guest.page
    file = folder / "won.match"
    file.write_text(record.write(MATCH))
    page.goto("/replay")
    page.set_input_files("input[type=file]", file)
    page.wait_for_url("**/replay/*")
    at(page, 0)
    address = page.url.partition("#")[0].partition("?")[0]
    if more:
        page.goto(address + more)
    return address


def at(page: Page, step: int) -> None:
    expect(page.locator(".entry")).to_have_text(re.compile(rf"^Step {step} of {LAST}\b"))


def test_steps_by_click_by_key_and_automatically(
    browser: Browser, quick_house: QuickCoachHouse, tmp_path: Path
) -> None:
    guest = Visitor(browser, quick_house)
    page = guest.page
    opened(guest, tmp_path)
    guest.check()
    page.get_by_role("button", name="One on").click()
    at(page, 1)
    page.get_by_role("button", name="Last").click()
    at(page, LAST)
    expect(page.locator(".prompt h2")).to_have_text(re.compile("gives up; . wins"))
    expect(page.get_by_role("button", name="Play on from here")).to_be_hidden()
    page.locator("h1").click()
    for key, step in (("Home", 0), ("ArrowRight", 1), ("End", LAST), ("ArrowLeft", LAST - 1)):
        page.keyboard.press(key)
        at(page, step)
    turns = page.locator("#r-go optgroup[label=Turns] option")
    starts = [int(value) for value in turns.evaluate_all("all => all.map(each => each.value)")]
    page.keyboard.press("PageUp")
    at(page, max(step for step in starts if step < LAST - 1))
    page.locator("input[type=range]").fill("5")
    at(page, 5)
    page.select_option("#r-speed", "4")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".entry")).not_to_have_text(re.compile("^Step 5 "))  # nobody touched it
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    guest.leave()


def beats_of(step: int) -> list[Beat]:
    """What the first seat sees happen up to a step, since the move that it belongs to."""
    match = MATCH.afresh()
    for entry in MATCH.settled(0)[:step]:
        match.replay(*entry)
    happened = match.scene(0).happened
    return list(happened.beats) if happened else []


def test_a_step_is_played_beat_by_beat(
    browser: Browser, quick_house: QuickCoachHouse, tmp_path: Path
) -> None:
    """The end of a round; the draws after it are steps of their own, with their own beats."""
    hit = next(step for step in range(LAST) if "lose" in [beat.kind for beat in beats_of(step)])
    blows, drawn = beats_of(hit), beats_of(hit + 1)
    assert [beat.kind for beat in blows[-3:]] == ["lose", "stop", "clear"]
    assert [beat.kind for beat in drawn[len(blows) :]] == ["draw"]
    guest = Visitor(browser, quick_house, pace="step", calm=False)
    page = guest.page
    opened(guest, tmp_path, f"?view=A#{hit - 1}")
    at(page, hit - 1)
    page.locator("h1").click()
    for step, beats in ((hit, blows), (hit + 1, drawn[len(blows) :])):
        page.keyboard.press("ArrowRight")
        for place, beat in enumerate(beats, 1):
            page.locator(f".stage[data-beat='{place}/{len(beats)}']").wait_for()
            expect(page.locator(".stage")).to_have_attribute("data-kind", beat.kind)
            expect(page.locator(".prompt h2")).to_have_text(beat.text)
            at(page, step)
            page.keyboard.press("ArrowRight")
        page.locator(AT_REST).wait_for()
        at(page, step)
    page.keyboard.press("ArrowLeft")  # backwards nothing happens
    at(page, hit)
    expect(page.locator(AT_REST)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.locator(f".stage[data-beat='1/{len(blows)}']").wait_for()
    page.keyboard.press("End")  # who goes elsewhere skips the rest
    at(page, LAST)
    page.locator(AT_REST).wait_for()
    expect(page.locator(".prompt h2")).to_have_text(re.compile("gives? up; .* wins?"))
    guest.leave()


def test_every_view_and_a_link_to_it(
    browser: Browser, quick_house: QuickCoachHouse, tmp_path: Path
) -> None:
    guest = Visitor(browser, quick_house)
    page = guest.page
    opened(guest, tmp_path, f"?view=B#{choices(MATCH)[3]}")
    at(page, choices(MATCH)[3])
    expect(page.locator("#r-view")).to_have_value("B")
    hand = page.locator(".at.near .hold").inner_text()
    page.select_option("#r-view", "A")
    expect(page.locator(".at.near .hold")).not_to_have_text(hand)
    at(page, choices(MATCH)[3])
    page.get_by_role("button", name="Share").click()
    link = page.locator(".link input").input_value()
    assert link.endswith(f"?view=A#{choices(MATCH)[3]}")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    guest.check()
    friend = Visitor(browser, quick_house, viewport=PHONE, has_touch=True, color_scheme="dark")
    friend.page.goto(link)
    at(friend.page, choices(MATCH)[3])
    expect(friend.page.locator("#r-view")).to_have_value("A")
    friend.check()
    for each in (friend, guest):
        each.leave()


def test_moments_and_the_curve_once_the_coach_has_spoken(
    browser: Browser, quick_house: QuickCoachHouse, tmp_path: Path
) -> None:
    guest = Visitor(browser, quick_house)
    page = guest.page
    address = opened(guest, tmp_path)
    turns = page.locator("#r-go optgroup[label=Turns] option")
    page.select_option("#r-go", value=turns.nth(2).get_attribute("value"))
    at(page, int(turns.nth(2).get_attribute("value") or 0))
    page.goto(f"{address}?view=A#{LAST}")
    page.get_by_role("link", name="Ask the coach").click()
    expect(page.locator(".ledger")).to_be_visible(timeout=60_000)
    page.get_by_role("link", name="to the replay").click()
    at(page, LAST)
    expect(page.locator(".strip .way")).to_have_count(1)
    expect(page.locator(".strip .cap")).to_have_text(re.compile("^A: chance to win"))
    page.locator(".plot").click(position={"x": 1, "y": 5})
    at(page, 0)
    guest.check()
    page.get_by_role("link", name="Coach").click()
    page.locator("tbody a, .look").first.wait_for(state="attached")
    looks = page.locator(".look")
    if looks.count():  # luck may have been small
        href = looks.first.get_attribute("href") or ""
        looks.first.click()
        at(page, int(href.partition("#")[2]))
    guest.leave()


def test_a_broken_file_is_refused_with_the_line(
    browser: Browser, quick_house: QuickCoachHouse, tmp_path: Path
) -> None:
    guest = Visitor(browser, quick_house)
    page = guest.page
    page.goto("/replay")
    guest.check()
    file = tmp_path / "broken.match"
    file.write_text(record.write(MATCH).replace("* ", "A ", 1))
    page.set_input_files("input[type=file]", file)
    expect(page.locator(".fault")).to_have_text(re.compile(r"line \d+: .*damaged or edited"))
    page.goto("/replay/nowhere")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such table.")
    guest.leave("the server responded with a status of 40")


def test_a_file_is_dropped(browser: Browser, quick_house: QuickCoachHouse) -> None:
    guest = Visitor(browser, quick_house)
    page = guest.page
    page.goto("/replay")
    page.locator(".drop").wait_for()
    page.evaluate(
        """text => {
          const carried = new DataTransfer();
          carried.items.add(new File([text], "won.match"));
          const place = document.querySelector(".drop");
          place.dispatchEvent(new DragEvent("drop", {dataTransfer: carried, bubbles: true}));
        }""",
        record.write(MATCH),
    )
    page.wait_for_url("**/replay/*")
    at(page, 0)
    guest.leave()


def test_playing_on_from_a_step(
    browser: Browser, quick_house: QuickCoachHouse, tmp_path: Path
) -> None:
    guest = Visitor(browser, quick_house)
    page = guest.page
    step = choices(MATCH)[4]
    address = opened(guest, tmp_path, f"?view=A#{step}")
    at(page, step)
    page.get_by_role("button", name="Play on from here").click()
    guest.check()
    page.select_option("#p-seat", "1")
    page.select_option("#p-who", "white")
    page.locator("#ask").get_by_role("button", name="Play on").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".at.near .crest.s2")).to_be_visible()
    white = seat_names(MATCH.game.id, ["white"])[0]
    expect(page.locator(".at.far .sn")).to_contain_text(white)
    guest.turn()
    page.get_by_role("link", name=f"From step {step}").click()
    page.wait_for_url(f"{address}#{step}")
    guest.leave()


def test_other_hands_stay_hidden_before_the_end(
    browser: Browser, quick_house: QuickCoachHouse
) -> None:
    guest = Visitor(browser, quick_house)
    page = guest.page
    page.goto("/")
    page.click("[data-play=dojo_duel]")
    guest.turn()
    address = page.url.replace("/table/", "/replay/")
    page.goto(address)
    page.locator(".entry").wait_for()
    assert page.locator("#r-view option").count() == 2  # one's own and a spectator's
    for name in ("Play on from here", "Ask the coach"):
        expect(page.get_by_text(name)).to_be_hidden()
    friend = Visitor(browser, quick_house)
    friend.page.goto(f"{address}?view=A#1")
    expect(friend.page.locator("#notice")).to_have_text(re.compile("once the match is over"))
    expect(friend.page.locator("#r-view")).to_have_value("spectator")
    guest.leave()
    friend.leave("the server responded with a status of 403")


def test_the_end_shows_the_result_and_next_steps(
    browser: Browser, quick_house: QuickCoachHouse
) -> None:
    guest = Visitor(browser, quick_house)
    page = guest.page
    page.add_init_script("localStorage.setItem('budokan.belt', 'white')")
    page.goto("/")
    page.click("[data-play=dojo_duel]")
    guest.turn()
    guest.give_up()
    expect(page.locator(".prompt.over")).to_contain_text("You give up; ")
    friend = Visitor(browser, quick_house)
    friend.page.goto(page.url)
    expect(friend.page.locator(".prompt.over")).to_contain_text("You watched.")
    expect(friend.page.get_by_role("button", name="Rematch")).to_be_hidden()
    friend.check()
    friend.page.get_by_role("button", name="Share").click()
    link = friend.page.locator(".link input").input_value()
    assert link == page.url.partition("?")[0].replace("/table/", "/replay/")
    friend.page.goto(link)
    expect(friend.page.locator("#r-view option")).to_have_count(3)
    friend.page.get_by_role("button", name="Play on from here").click()
    expect(friend.page.locator("#p-who")).to_have_value("white")  # who sat there
    for name in ("Rematch", "Replay", "Coach", "Share"):
        expect(page.locator(".prompt .ways").get_by_text(name, exact=True)).to_be_visible()
    guest.leave()
    friend.leave()
