"""Animations between two Scenes: pieces that move; none with reduced motion."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.helper import SETTLED, House, Visitor
from tests.browser.sample_scenes import SAMPLES
from tests.browser.test_samples import message

WATCH = """
window.felt = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const name = this.dataset?.id || this.getAttribute('class') || '';
  const {duration = options, delay = 0} = options;
  felt.push({name, first: frames[0], second: frames[1], duration, delay, text: this.textContent});
  return animate.call(this, frames, options);
};
"""
Change = Callable[[dict[str, Any]], None]


def watched(
    browser: Browser, house: House, name: str, *, calm: bool = False, sent: str = ""
) -> tuple[Visitor, list[WebSocketRoute]]:
    """A visitor who sees a sample scene, and the socket to send further ones."""
    guest = Visitor(browser, house, calm=calm)
    guest.page.add_init_script(WATCH)
    lines: list[WebSocketRoute] = []

    def answer(socket: WebSocketRoute) -> None:
        lines.append(socket)
        socket.send(sent or message(SAMPLES[name]()))

    guest.open_fake_table(answer)
    guest.page.locator(".stage .piece").first.wait_for()
    return guest, lines


def both(
    browser: Browser, house: House, name: str, change: Change, *, calm: bool = False
) -> tuple[Visitor, list[dict[str, Any]]]:
    """A visitor who has seen a sample and then a changed one, and the animations in between."""
    guest, lines = watched(browser, house, name, calm=calm)
    guest.page.evaluate("felt.length = 0")
    after = json.loads(message(SAMPLES[name]()))
    after["ply"] += 1
    after["story"].append("Something happens.")
    after["story_length"] += 1
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


def broken(scene: dict[str, Any]) -> None:
    """Both score, and both fighters stand elsewhere."""
    found = zones(scene)
    found["score-A"]["at"] += 4
    found["score-B"]["at"] += 2
    ring = next(zone for zone in found.values() if zone["layout"] == "grid")
    for piece in ring["pieces"]:
        if piece["shape"] == "pawn":
            piece["spot"] = {"pawn-A": "b1", "pawn-B": "c3"}[piece["id"]]


def test_reduced_motion_shows_no_travel(browser: Browser, house: House) -> None:
    guest, felt = both(browser, house, "ring", broken, calm=True)
    assert felt and all("translate" not in each["first"] for each in felt)
    assert all(each["duration"] <= 120 for each in felt)
    guest.leave()


def stepped(scene: dict[str, Any]) -> None:
    """The other side has stepped from a3 to c3 and scores."""
    found = zones(scene)
    found["score-B"]["at"] += 2
    ring = next(zone for zone in found.values() if zone["layout"] == "grid")
    next(piece for piece in ring["pieces"] if piece["id"] == "pawn-B")["spot"] = "c3"


STROKE = """() => document.querySelector('.strokes .threat path').getAttribute('d')
  .match(/[\\d.]+/g).map(Number)"""
REDRAWN = f"() => {{ dispatchEvent(new Event('resize')); return ({STROKE})(); }}"


def test_lines_point_to_the_final_place_of_a_piece(browser: Browser, house: House) -> None:
    guest, _ = both(browser, house, "ring", stepped)
    first, moving = guest.page.evaluate(STROKE), guest.page.evaluate(REDRAWN)
    guest.page.evaluate(SETTLED)
    settled = pytest.approx(guest.page.evaluate(REDRAWN), abs=0.5)
    assert first == settled and moving == settled
    guest.leave()


def pathed(scene: dict[str, Any]) -> None:
    """The lines of the sample belong to the Right Leg alone."""
    for line in scene["lines"]:
        line["shown_for"] = "A-right_leg" if line["role"] == "sow" else ""


def test_a_sowing_path_appears_on_hover(browser: Browser, house: House) -> None:
    guest, _ = both(browser, house, "body", pathed)
    page = guest.page
    expect(page.locator(".strokes .sow")).to_have_count(0)
    page.locator(".goal[data-id=A-right_leg]").hover()
    expect(page.locator(".strokes .sow text")).to_have_text(["1", "2"])
    page.locator(".bar h1").hover()
    page.locator(".goal[data-id=A-head]").focus()
    expect(page.locator(".strokes .sow")).to_have_count(0)
    guest.leave()


def test_a_sowing_path_stays_during_hover(browser: Browser, house: House) -> None:
    """A frame that redraws the board redraws the path."""
    guest, lines = watched(browser, house, "body")
    page = guest.page
    first, second = (json.loads(message(SAMPLES["body"]())) for _ in range(2))
    for each in (first, second):
        pathed(each["scene"])
    second["scene"]["status"] = "later"
    lines[0].send(json.dumps({**first, "story": ["One."]}))
    expect(page.locator(".story .now")).to_contain_text("One.")
    page.locator(".goal[data-id=A-right_leg]").focus()
    expect(page.locator(".strokes .sow")).to_have_count(2)
    lines[0].send(json.dumps({**second, "story": ["Two."]}))
    expect(page.locator(".bar .note")).to_contain_text("later")
    assert page.locator(".strokes .sow").count() == 2
    guest.leave()


def laid(scene: dict[str, Any]) -> None:
    """The first card of the hand lies at the end of the second combo."""
    found = zones(scene)
    card = found["hand"]["pieces"].pop(0)
    found["lane-2"]["pieces"].append({**card, "id": "lane-2-9", "preview": None})
    scene["choices"] = scene["choices"][1:]


def test_a_card_glides_from_the_hand_to_the_table(browser: Browser, house: House) -> None:
    guest, felt = both(browser, house, "lanes", laid)
    (flight,) = [each for each in felt if each["name"] == "lane-2-9"]
    down = float(flight["first"]["translate"].split()[1].removesuffix("px"))
    assert flight["duration"] == 260 and down > 50, "it comes from below, where the hand is"
    assert flight["first"]["pointerEvents"] == "none", "it covers nothing that may be picked"
    guest.leave()
