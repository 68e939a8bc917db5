"""What a move causes, played beat by beat: tested by order and data, never by time."""

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from budokan.kit.scene import apply_beat, zones
from budokan.server.http.static_files import url
from tests.browser.fake_table import FakeTable, sample
from tests.browser.helper import LIT, SETTLED, House
from tests.browser.sample_beats import BEATS, LONG, moved
from tests.browser.sample_ring import ring
from tests.browser.test_motion import WATCH

AT_REST = ".stage:not([data-playing])"
# What lies over the table in each kind of beat, in an order that people read.
SHOWN = {
    "point": ".beats .finger",
    "play": ".beats .flash",
    "strike": ".beats .slash.r-hit",
    "block": ".beats .shield",
    "lose": ".beats .flying.hurts",
    "gain": ".beats .flying.wins",
    "roll": ".beats .tray .die",
    "stop": ".beats .stop",
}
APPLY = f"""([scene, beats]) => import('{url("js/table/beats.js")}')
  .then(({{ applyBeat }}) => beats.map((beat) => (scene = applyBeat(scene, beat)).zones))"""
ZONES = """() => Object.fromEntries([...document.querySelectorAll('.stage [data-zone]')]
  .map(zone => [zone.dataset.zone, [...zone.querySelectorAll('.piece:not(.slot)')]
    .map(piece => piece.dataset.id).filter(Boolean)]))"""


def at_beat(page: Page, place: str) -> None:
    page.locator(f".stage[data-beat='{place}']").wait_for()


def test_the_page_changes_a_scene_as_the_kit_does(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample())
    scene, expected = ring(), []
    for beat in BEATS:
        scene = apply_beat(scene, beat)
        expected.append(json.loads(msgspec.json.encode(scene.zones)))
    given = [msgspec.to_builtins(ring()), msgspec.to_builtins(BEATS)]
    assert table.page.evaluate(APPLY, given) == expected
    table.guest.leave()


def test_every_beat_in_its_order(browser: Browser, house: House) -> None:
    """Step by step: each beat says what happens, changes the table, and waits for a key."""
    table = FakeTable(browser, house, sample(), pace="step", calm=False)
    page, scene, seen = table.page, ring(), list[str]()
    table.send(moved())
    for place, beat in enumerate(BEATS, 1):
        at_beat(page, f"{place}/{len(BEATS)}")
        seen.append(page.locator(".stage").get_attribute("data-kind") or "")
        expect(page.locator("#question")).to_have_text(beat.text)
        if beat.kind in SHOWN:
            page.locator(SHOWN[beat.kind]).first.wait_for(state="attached")
        scene = apply_beat(scene, beat)
        found = page.evaluate(ZONES)
        for zone in ("row-A", "row-B", "hand-A"):
            pieces = next(each.pieces for each in zones(scene) if each.id == zone)
            assert found[zone] == [piece.id for piece in pieces], (beat.kind, zone)
        assert page.locator(LIT).count() == 0, "nothing can be picked yet"
        page.keyboard.press("n")
    assert seen == [beat.kind for beat in BEATS]
    page.locator(AT_REST).wait_for()
    expect(page.locator("#question")).to_have_text("What now, at 2?")
    expect(page.locator(".beats")).to_have_count(0)
    table.guest.leave()


def test_light_falls_on_the_place_where_a_card_is_laid(browser: Browser, house: House) -> None:
    """Not on the place it comes from."""
    table = FakeTable(browser, house, sample(), pace="step", calm=False)
    page = table.page
    table.send(moved("play"))
    light = page.locator(".beats .flash").first
    light.wait_for(state="attached")
    page.evaluate(SETTLED)
    card, lit = page.locator("[data-id=row-B-1]").bounding_box(), light.bounding_box()
    assert card and lit
    assert abs(card["x"] - lit["x"]) < 10 and abs(card["y"] - lit["y"]) < 10
    assert abs(card["width"] - lit["width"]) < 20
    table.guest.leave()


def test_numbers_dice_and_words_come_from_the_beat(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample(), pace="step", calm=False)
    page = table.page
    table.send(moved("lose", "gain", "roll", "stop"))
    at_beat(page, "1/4")
    expect(page.locator(".flying")).to_have_text("\u22123")
    expect(page.locator("[data-zone=score-A] .score")).to_have_text("8")  # it ticks down
    page.keyboard.press("Enter")
    at_beat(page, "2/4")
    expect(page.locator(".flying")).to_have_text("+2")
    expect(page.locator("[data-zone=score-B] .score")).to_have_text("11")
    page.keyboard.press("Enter")
    at_beat(page, "3/4")
    expect(page.locator(".tray .die")).to_have_text(["F", "N"])
    expect(page.locator(".tray p")).to_have_text("You roll F N: stopped.")
    page.keyboard.press("Enter")
    at_beat(page, "4/4")
    expect(page.locator(".beats .stop")).to_have_text("The exchange is over.")
    table.guest.leave()


@pytest.mark.parametrize("how", ["click", "tap", "Enter", "5", "Escape", "skip button"])
def test_a_click_or_key_skips_and_does_nothing_else(
    browser: Browser, house: House, how: str
) -> None:
    given: dict[str, Any] = {"has_touch": True} if how == "tap" else {}
    table = FakeTable(browser, house, sample(), pace="normal", **given)
    page = table.page
    table.send(moved("point", "lose"))
    at_beat(page, "1/2")
    card = page.locator("[data-id=hand-A-0]")
    if how == "click":
        card.click(force=True)
    elif how == "tap":
        card.tap(force=True)
    elif how == "skip button":
        page.get_by_role("button", name="Skip").evaluate("node => node.click()")
    else:
        page.keyboard.press(how)
    page.locator(AT_REST).wait_for()
    expect(page.locator("#question")).to_have_text("What now, at 2?")
    assert page.locator(".picked").count() == 0 and table.said == []
    card.click()
    expect(page.locator(LIT)).to_have_count(0)  # now it counts
    assert table.said[-1]["action"] == "play 0"
    table.guest.leave()


@pytest.mark.parametrize(
    "given",
    [{"since": 0}, {"view": 1}, {"draft_length": 1}],
    ids=["another scene is shown", "another viewer", "an own draft"],
)
def test_beats_that_do_not_belong_here_are_left_out(
    browser: Browser, house: House, given: dict[str, Any]
) -> None:
    table = FakeTable(browser, house, sample(mine=[0, 1]), pace="step")
    since = given.pop("since", 1)
    table.send(moved("point", since=since) | {"mine": [0, 1]} | given)
    expect(table.page.locator("#question")).to_have_text("What now, at 2?")
    expect(table.page.locator(AT_REST)).to_be_visible()
    table.guest.leave()


def test_frames_wait_for_their_turn(browser: Browser, house: House) -> None:
    """Beats of two moves are played in order; a frame of the same ply replaces the waiting one."""
    table = FakeTable(browser, house, sample(), pace="step")
    page = table.page
    table.send(moved("point"))
    at_beat(page, "1/1")
    table.send(moved("strike", "stop", ply=3, since=2))
    last = moved("strike", "stop", ply=3, since=2)
    last["scene"]["prompt"]["question"] = "The newest?"
    table.send(last)
    page.keyboard.press("Enter")
    at_beat(page, "1/2")
    expect(page.locator(".stage")).to_have_attribute("data-kind", "strike")
    page.keyboard.press("Enter")
    at_beat(page, "2/2")
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_have_text("The newest?")
    table.guest.leave()


def test_the_page_never_lags_far_behind(browser: Browser, house: House) -> None:
    """If more than a few seconds of beats wait, the newest scene is shown at once."""
    table = FakeTable(browser, house, sample(), pace="normal")
    table.send(moved("point"))
    at_beat(table.page, "1/1")
    table.send(moved("strike", ply=3, since=2))
    expect(table.page.locator("#question")).to_have_text("What now, at 3?")
    expect(table.page.locator(AT_REST)).to_be_visible()
    table.guest.leave()


LENGTH = f"""([beats, limits]) => import('{url("js/table/beats.js")}').then(({{ Performance }}) =>
  new Performance({{ stage: document.body }}, {{ zones: [] }}, beats, limits).rest)"""


@pytest.mark.parametrize(
    "pace, limits, length",
    [("normal", {}, 4000), ("slow", {}, 6400), ("fast", {}, 2000), ("slow", {"most": 4000}, 4000)],
)
def test_a_pace_changes_how_long_beats_last(
    browser: Browser, house: House, pace: str, limits: dict[str, int], length: int
) -> None:
    """While the viewer's clock runs, beats take at most four seconds."""
    table = FakeTable(browser, house, sample(), pace=pace)
    beats = [{"ms": 1500}, {"ms": 2500}]
    assert table.page.evaluate(LENGTH, [beats, limits]) == pytest.approx(length)
    table.guest.leave()


def test_reduced_motion_gets_text_beats(browser: Browser, house: House) -> None:
    """Each beat is told in its time; nothing flies."""
    table = FakeTable(browser, house, sample(), WATCH, pace="step", calm=True)
    page = table.page
    page.evaluate("felt.length = 0")
    table.send(moved())
    for place, beat in enumerate(BEATS, 1):
        at_beat(page, f"{place}/{len(BEATS)}")
        expect(page.locator("#question")).to_have_text(beat.text)
        page.keyboard.press("Enter")
    page.locator(AT_REST).wait_for()
    felt = page.evaluate("felt")
    assert all("translate" not in each["first"] for each in felt)
    table.guest.leave()


def test_the_pace_is_chosen_in_the_bar_or_in_the_help_and_remembered(
    browser: Browser, house: House
) -> None:
    table = FakeTable(browser, house, sample())
    page = table.page
    expect(page.locator(".bar select.pace")).to_have_value("off")
    page.locator(".bar select.pace").select_option("slow")
    page.get_by_role("button", name="Help and keys").click()
    choice = page.get_by_label("Pace of what happens")
    expect(choice).to_have_value("slow")
    choice.select_option("step")
    expect(page.locator(".bar select.pace")).to_have_value("step")
    page.reload()
    expect(page.locator(".bar select.pace")).to_have_value("step")
    table.guest.leave()


def test_pace_off_shows_the_new_scene_at_once(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample(), pace="off")
    table.send(moved(ms=LONG))
    expect(table.page.locator("#question")).to_have_text("What now, at 2?")
    table.guest.leave()
