"""Sounds: made on the page, switched in the bar, silent until a gesture and on phones."""

from typing import Any

from playwright.sync_api import Browser, expect

from budokan.server.http.static_files import url
from tests.browser.helper import DESK, PHONE, House, Visitor

NAMES = [
    "card", "token", "block", "hit", "turn", "refusal", "win", "point", "turn_over", "miss", "tick",
    "gain", "dice", "step", "sweep", "gong",
]  # fmt: skip
COUNT = """
window.strokes = []; window.rooms = 0;
const Air = window.AudioContext;
window.AudioContext = class extends Air {
  constructor() { super(); window.rooms += 1; }
  get currentTime() { return 0; } // a stroke's end is then its length
  createGain() {
    const made = super.createGain();
    const ramp = made.gain.exponentialRampToValueAtTime.bind(made.gain);
    made.gain.exponentialRampToValueAtTime = (value, end) => {
      if (value < 0.001) window.strokes.push(end);
      return ramp(value, end);
    };
    return made;
  }
};
"""
RING = f"name => import('{url('js/lib/sound.js')}').then(sound => sound.ring(name))"


def visit(browser: Browser, house: House, **given: Any) -> Visitor:
    guest = Visitor(browser, house, **given)
    guest.page.add_init_script(COUNT)
    guest.page.goto("/")
    guest.page.locator(".bar .sound").wait_for()
    return guest


def test_every_sound_is_short_and_waits_for_a_gesture(browser: Browser, house: House) -> None:
    guest = visit(browser, house, viewport=DESK)
    page = guest.page
    for name in NAMES:
        page.evaluate(RING, name)
    assert page.evaluate("[rooms, strokes.length]") == [0, 0]
    page.keyboard.press("Shift")
    for name in NAMES:
        page.evaluate("strokes.length = 0")
        page.evaluate(RING, name)
        strokes = page.evaluate("strokes")
        assert strokes and all(0 < end <= 0.3 for end in strokes), name
    guest.leave()


def test_sounds_come_back_after_a_call(browser: Browser, house: House) -> None:
    """After a call, phones report the state interrupted, not suspended."""
    guest = visit(browser, house, viewport=DESK)
    page = guest.page
    page.evaluate(
        """() => { window.resumed = 0;
        Object.defineProperty(AudioContext.prototype, 'state', {get: () => 'interrupted'});
        AudioContext.prototype.resume = async () => { window.resumed += 1; }; }"""
    )
    page.keyboard.press("Shift")
    assert page.evaluate("resumed") > 0
    guest.leave()


def test_the_switch_is_remembered_and_off_means_silent(browser: Browser, house: House) -> None:
    guest = visit(browser, house, viewport=DESK)
    page = guest.page
    switch = page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.evaluate(RING, "hit")
    assert page.evaluate("strokes.length") == 0
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    guest.leave()


def test_a_phone_is_silent_until_asked(browser: Browser, house: House) -> None:
    guest = visit(browser, house, viewport=PHONE, has_touch=True, is_mobile=True)
    page = guest.page
    switch = page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("strokes.length") > 0
    guest.leave()
