"""The replay of every game with and without the coach's curve: nothing is cut or covered."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.helper import House
from tests.browser.page_visits import SHORT, ReplayViewer
from tests.browser.sample_replays import entry_count, sample_replay
from tests.kit.positions import TABLES
from tests.sampling import a_few

SIZES = [(390, 844), (768, 800), (1024, 768), (1280, 800), (1366, 650), (1366, 768), (1920, 800)]
SIZES += [(1920, 1080), *SHORT[:2]]


@pytest.mark.parametrize("table", a_few(TABLES, 2, "a_replay_with_the_curve_fits"))
def test_a_replay_with_the_curve_fits(replay_viewer: ReplayViewer, table: str) -> None:
    last = replay_viewer.open_replay(table, curve=True)
    for step in (0, last // 2, last - 3):
        replay_viewer.go_to_step(step)
        assert replay_viewer.layout_faults(SIZES) == [], f"step {step}"


@pytest.mark.parametrize("table", a_few(TABLES, 2, "a_replay_without_a_curve_fits"))
def test_a_replay_without_a_curve_fits(replay_viewer: ReplayViewer, table: str) -> None:
    replay_viewer.go_to_step(replay_viewer.open_replay(table, curve=False) - 1)
    assert replay_viewer.layout_faults(SIZES) == []


@pytest.mark.parametrize("theme, width", [("light", 1280), ("dark", 390)])
def test_a_replay_with_the_curve_can_be_read(
    replay_viewer: ReplayViewer, theme: str, width: int
) -> None:
    replay_viewer.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    replay_viewer.page.set_viewport_size({"width": width, "height": 800})
    replay_viewer.go_to_step(replay_viewer.open_replay("dojo_duel", curve=True) - 3)
    replay_viewer.check()


def test_a_step_that_is_chosen_while_styles_load_is_kept(browser: Browser, house: House) -> None:
    viewer, held = ReplayViewer(browser, house), list[Route]()
    page = viewer.page
    page.route("**/lanes.css", lambda route: held.append(route))
    sent = sample_replay("dojo_duel", 3, 30)
    page.route("**/api/tables/x/replay*", lambda route: route.fulfill(body=sent))
    page.route("**/api/tables/x/coach*", lambda route: route.fulfill(json={"state": "none"}))
    page.goto("/replay/x", wait_until="commit")
    slider = page.locator("input[type=range]")
    expect(slider).to_have_attribute("max", str(entry_count(sent)))
    viewer.go_to_step(5)
    held[0].continue_()
    page.wait_for_function("document.querySelector('link[href$=\"/lanes.css\"]')?.sheet")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    expect(page.locator(".entry")).to_contain_text("Step 5 of")
    viewer.leave()
