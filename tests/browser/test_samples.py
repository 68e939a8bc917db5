"""Scenes of every kind of board in a real browser: drawings, announcements, axe."""

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from budokan.kit.scene import Scene
from tests.browser.helper import DESK, PHONE, House, Visitor
from tests.browser.sample_scenes import SAMPLES
from tests.browser.test_play import SMALL_TARGETS
from tests.sampling import a_few

WIDE = {"width": 1440, "height": 900}
NAMES = ["Red belt", "Brown belt", "Gold belt"]


def message(scene: Scene) -> str:
    """A scene as the hall would send it."""
    table = {"id": "x", "game": scene.game, "title": "Sample", "seats": 3, "waiting": [],
             "invites": [], "can_concede": True, "rematch": "", "unnamed": [],
             "players": ["person", "green", "green"]}  # fmt: skip
    told = {"t": "scene", "ply": 1, "view": 0, "mine": [0], "names": NAMES, "story_length": 1,
            "story": ["It begins."], "draft_length": 0, "over": False, "table": table,
            "scene": msgspec.to_builtins(scene)}  # fmt: skip
    return json.dumps(told)


def looking_at(
    browser: Browser, house: House, name: str, **given: Any
) -> tuple[Visitor, list[str]]:
    """A visitor at a table with a sample on it, and what they send."""
    guest = Visitor(browser, house, **given)
    sent: list[str] = []

    def answer(socket: WebSocketRoute) -> None:
        socket.on_message(lambda text: sent.append(str(text)))
        socket.send(message(SAMPLES[name]()))

    guest.open_fake_table(answer)
    guest.page.locator(".stage .piece").first.wait_for()
    return guest, sent


def action(guest: Visitor, sent: list[str]) -> str:
    """The action the page sends; it comes a moment after the click."""
    for _ in range(1000):
        if sent:
            break
        guest.page.wait_for_timeout(10)
    return str(json.loads(sent[0])["action"])


@pytest.mark.parametrize("name", a_few(SAMPLES, 2, "samples"))
@pytest.mark.parametrize(
    "theme, size", a_few([("light", DESK), ("dark", PHONE), ("dark", WIDE)], 2, "looks")
)
def test_samples(
    browser: Browser, house: House, name: str, theme: str, size: dict[str, int]
) -> None:
    guest, _ = looking_at(browser, house, name, color_scheme=theme, viewport=size)
    guest.check()
    if size == PHONE:
        assert guest.page.evaluate(SMALL_TARGETS) == []
    stage = guest.page.locator(".stage")
    assert stage.evaluate("node => node.scrollWidth - node.clientWidth") <= 0
    guest.leave()


def test_a_ring(browser: Browser, house: House) -> None:
    guest, sent = looking_at(browser, house, "ring")
    page = guest.page
    expect(page.locator(".tatami .cell")).to_have_count(9)
    expect(page.locator(".tatami .slot.lit")).to_have_count(4)
    expect(page.locator("[data-cell=b3] .brk")).to_have_text("Break")
    jab = page.locator("[data-id=hand-A-0]")
    expect(jab.locator(".rose .w-hit")).to_have_count(3)
    expect(jab.locator(".rose .mod")).to_have_count(1)
    said = "hits front 1, front left 1, front right 1, steps forward +1, back, left, right, stay"
    assert said in (jab.get_attribute("aria-label") or "")
    expect(page.locator("[data-id=hand-A-2] .w-ward")).to_have_count(5)
    expect(page.locator("[data-id=hand-A-3] .why")).to_be_visible()
    expect(page.locator(".is-pending .worth")).to_have_text("3")
    expect(page.locator(".strokes .threat path").first).to_be_attached()
    page.locator("[data-cell=b1] .slot").click()
    expect(page.locator("#notice")).to_contain_text("KM-23")
    step = page.get_by_role("button", name="Step forward")
    assert "Break" in (step.get_attribute("aria-label") or "")
    step.click()
    assert action(guest, sent) == "go forward"
    guest.leave()


def test_lanes(browser: Browser, house: House) -> None:
    guest, sent = looking_at(browser, house, "lanes")
    page = guest.page
    expect(page.locator(".person .name")).to_have_text("Master Lightspeed")
    expect(page.locator(".face-heart.is-covered")).to_have_count(2)
    expect(page.locator(".blow .fate.hits")).to_have_text("Hits: discard Left Leg")
    expect(page.locator(".lane")).to_have_count(2)
    first = page.locator(".lane").first
    expect(first.locator(".half .ok")).to_have_count(4)
    covered = first.locator(".half").nth(0).bounding_box()
    finisher = first.locator(".half").nth(1).bounding_box()
    assert covered and finisher
    assert covered["x"] < finisher["x"] < covered["x"] + covered["width"] * 0.6
    expect(page.locator(".lane .sum .x").nth(1)).to_have_text("X = 6")
    expect(page.locator(".gauge .plus")).to_have_count(2)
    card = page.get_by_role("button", name="Add Left Leg")
    said = card.get_attribute("aria-label") or ""
    assert "Damage twice X, X" in said and "Max combo size 3" in said
    card.click()
    assert action(guest, sent) == "add left_leg"
    guest.leave()


def test_a_body(browser: Browser, house: House) -> None:
    guest, sent = looking_at(browser, house, "body")
    page = guest.page
    expect(page.locator(".body .area")).to_have_count(5)
    expect(page.locator(".foe .area")).to_have_count(5)
    expect(page.locator(".foe .lifeline .thr")).to_have_count(3)
    expect(page.locator(".foe .token.is-hidden")).to_have_count(7)
    expect(page.locator(".arena .cell")).to_have_count(37)
    expect(page.locator(".arena .pawn")).to_have_count(3)
    expect(page.locator(".steps [aria-current]")).to_have_text("Area")
    expect(page.locator(".strokes .sow")).to_have_count(2)
    expect(page.locator(".strokes .aim .tag")).to_have_text("Head, 5 dice")
    expect(page.locator(".skill.is-on")).to_have_count(1)
    expect(page.locator(".skill .why")).to_have_text("Needs 2 Rage")
    expect(page.locator(".seg").first.locator("i")).to_have_count(6)
    life = page.locator(".foe .lifeline").first.get_attribute("aria-label") or ""
    marks = "Energy at 2, line at 4, Headbutt at 5, Skull at 8"
    assert life == f"Damage 3 of 8, 3 in danger, {marks}, our reconstruction"
    expect(page.locator(".body .lifeline .designed-mark").first).to_be_visible()
    belt = "node => node.style.getPropertyValue('--belt')"
    assert page.locator(".torso").evaluate(belt) == "var(--s1)"  # the colour of the seat
    page.get_by_role("button", name="Start from Right Leg").click()
    assert action(guest, sent) == "area right_leg"
    guest.leave()
