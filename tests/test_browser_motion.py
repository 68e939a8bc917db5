"""Two Scenes, one after the other: what moves, what is struck, what rolls; calm if one wants it."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser_helper import House, Visitor, browser, house
from tests.sample_scenes import SAMPLES
from tests.test_browser_samples import message

__all__ = ["browser", "house"]  # fixtures

WATCH = """
window.felt = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const name = this.dataset?.id || this.getAttribute('class') || '';
  const {duration = options, delay = 0} = options;
  felt.push({name, first: frames[0], duration, delay});
  return animate.call(this, frames, options);
};
"""
Change = Callable[[dict[str, Any]], None]


def both(
    browser: Browser, house: House, name: str, change: Change, told: str = "", *, calm: bool = False
) -> tuple[Visitor, list[dict[str, Any]]]:
    """A visitor who has seen a sample and then the changed one; what was animated since."""
    guest = Visitor(browser, house, calm=calm)
    guest.page.add_init_script(WATCH)
    lines: list[WebSocketRoute] = []

    def answer(socket: WebSocketRoute) -> None:
        lines.append(socket)
        socket.send(message(SAMPLES[name]()))

    guest.feign(answer)
    guest.page.locator(".stage .piece").first.wait_for()
    guest.page.evaluate("felt.length = 0")
    after = json.loads(message(SAMPLES[name]()))
    after["ply"] += 1
    after["story"].append(told or "Something happens.")
    after["told"] += 1
    change(after["scene"])
    lines[0].send(json.dumps(after))
    expect(guest.page.locator(".story .now")).to_contain_text(after["story"][-1])
    felt: list[dict[str, Any]] = guest.page.evaluate("felt")
    return guest, felt


def zones(scene: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    waiting = list(scene["zones"])
    while waiting:
        zone = waiting.pop()
        found[zone["id"]] = zone
        waiting += zone["zones"]
    return found


def scored(scene: dict[str, Any]) -> None:
    zones(scene)["score-A"]["at"] += 2


def broken(scene: dict[str, Any]) -> None:
    """Both score, and both fighters stand elsewhere."""
    found = zones(scene)
    found["score-A"]["at"] += 4
    found["score-B"]["at"] += 2
    ring = next(zone for zone in found.values() if zone["layout"] == "grid")
    for piece in ring["pieces"]:
        if piece["shape"] == "pawn":
            piece["spot"] = {"pawn-A": "b1", "pawn-B": "c3"}[piece["id"]]


def test_a_hit_is_felt(browser: Browser, house: House) -> None:
    guest, felt = both(browser, house, "ring", scored)
    lean, recoil = [each for each in felt if "fig" in each["name"].split()]
    assert (lean["duration"], lean["delay"], recoil["delay"]) == (180, 0, 90)
    (number,) = [each for each in felt if "flying" in each["name"]]
    assert (number["duration"], "wins" in number["name"]) == (420, True)
    expect(guest.page.locator(".flying")).to_have_count(0)  # it lands and is gone
    guest.leave()


def test_after_a_break_both_walk_back(browser: Browser, house: House) -> None:
    guest, felt = both(browser, house, "ring", broken)
    walks = {each["name"]: each for each in felt if each["name"] in ("pawn-A", "pawn-B")}
    assert {(each["duration"], each["delay"]) for each in walks.values()} == {(420, 300)}
    assert len([each for each in felt if "fig" in each["name"].split()]) == 4
    assert len([each for each in felt if "flying" in each["name"]]) == 2
    guest.leave()


def test_one_who_wants_calm_sees_no_travel(browser: Browser, house: House) -> None:
    guest, felt = both(browser, house, "ring", broken, calm=True)
    assert felt and all("translate" not in each["first"] for each in felt)
    assert all(each["duration"] <= 120 for each in felt)
    guest.leave()


def struck(scene: dict[str, Any]) -> None:
    zones(scene)["B-head-life"]["at"] += 2


def test_dice_of_the_story_roll_and_settle_in_order(browser: Browser, house: House) -> None:
    told = "Red belt has 3 dice. Red belt rolls F N X."
    guest, felt = both(browser, house, "body", struck, told)
    dice = [each["duration"] for each in felt if "die" in each["name"].split()]
    assert len(dice) == 3 and dice == sorted(dice) and dice[-1] == 700
    expect(guest.page.locator(".tray .die")).to_have_text(["F", "N", "X"])
    assert [each for each in felt if "flying" in each["name"] and "hurts" in each["name"]]
    expect(guest.page.locator(".tray")).to_have_count(0)
    guest.leave()


def pathed(scene: dict[str, Any]) -> None:
    """The lines of the sample belong to the Right Leg alone."""
    for line in scene["lines"]:
        line["of"] = "A-right_leg" if line["role"] == "sow" else ""


def test_a_sowing_path_appears_where_one_points(browser: Browser, house: House) -> None:
    guest, _ = both(browser, house, "body", pathed)
    page = guest.page
    expect(page.locator(".strokes .sow")).to_have_count(0)
    page.locator(".goal[data-id=A-right_leg]").hover()
    expect(page.locator(".strokes .sow text")).to_have_text(["1", "2"])
    page.locator(".bar h1").hover()
    page.locator(".goal[data-id=A-head]").focus()
    expect(page.locator(".strokes .sow")).to_have_count(0)
    guest.leave()
