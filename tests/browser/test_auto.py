"""Less clicking: single choices, one click where nothing else can be meant, numbers, dragging."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.fake_table import FakeTable, Frame, sample, two_clicks
from tests.browser.helper import LIT, House
from tests.browser.sample_beats import moved
from tests.browser.test_line import EARS


def single(ply: int = 2, action: str = "go left", **given: Any) -> Frame:
    """A frame with one choice, which the page may take."""
    frame = sample(ply=ply, story_length=ply, **given)
    scene = frame["scene"]
    scene["choices"] = [each for each in scene["choices"] if each["action"] == action]
    scene["auto"] = action
    return frame


def said(table: FakeTable, n: int) -> list[dict[str, Any]]:
    """What the page has sent, once it has sent so much."""
    for _ in range(1000):
        if len(table.said) >= n:
            break
        table.page.wait_for_timeout(10)
    return table.said


def test_a_single_choice_is_taken_with_a_notice(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample(), singles="on")
    assert table.said == []
    table.send(single())
    assert said(table, 1)[0]["action"] == "go left"
    expect(table.page.locator(".prompt .happened")).to_have_text("Only one choice: Step left.")
    table.send(sample(ply=3, draft_length=1))
    expect(table.page.locator(".prompt .happened")).to_have_text("Only one choice: Step left.")
    table.page.get_by_role("button", name="Take back").click()
    assert said(table, 2)[1] == {"t": "undo", "ply": 3, "seat": 0}
    table.send(single(ply=2))
    expect(table.page.locator(".prompt .happened")).to_have_text("")
    table.page.locator(LIT).first.click()  # after taking back it is asked
    assert [each["t"] for each in said(table, 3)] == ["act", "undo", "act"]
    table.guest.leave()


def test_two_single_choices_are_told_together(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample(), singles="on")
    table.send(single())
    said(table, 1)
    table.send(single(ply=3, action="play 0"))
    said(table, 2)
    words = "Only one choice: Step left, then Play Jab."
    expect(table.page.locator(".prompt .happened")).to_have_text(words)
    table.send(single(ply=4))
    said(table, 3)
    words = "Only one choice 3 times, taken for you."  # what happened is told before it
    expect(table.page.locator(".prompt .happened")).to_have_text(words)
    table.guest.leave()


def test_a_turn_is_called_with_the_question_that_is_asked(browser: Browser, house: House) -> None:
    """Nobody hears a question that is answered for them, and everybody hears the next one."""
    waits = sample(ply=2)
    waits["scene"].update(choices=[], buttons=[])
    table = FakeTable(browser, house, waits, EARS, singles="on")
    frame = single(ply=3)
    frame["scene"]["prompt"]["question"] = "Which way?"
    table.send(frame)
    said(table, 1)
    table.send(moved(ply=4, since=3))
    table.page.wait_for_function("heard.length > 0")
    assert table.page.evaluate("heard") == ["Your turn. What now, at 4?"]
    table.guest.leave()


def test_a_single_choice_waits_for_the_beats(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample(), pace="step", singles="on")
    frame = single()
    frame["scene"]["happened"] = moved("point")["scene"]["happened"]
    table.send(frame)
    table.page.locator(".stage[data-beat='1/1']").wait_for()
    assert table.said == []
    table.page.keyboard.press("Enter")
    assert said(table, 1)[0]["action"] == "go left"
    table.guest.leave()


def test_the_setting_is_in_the_help_and_remembered(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample(), singles="on")
    page = table.page
    page.get_by_role("button", name="Help and keys").click()
    box = page.get_by_label("Take single choices for me")
    expect(box).to_be_checked()
    box.uncheck()
    page.get_by_role("button", name="Back to the table").click()
    table.send(single())
    page.locator(LIT).first.wait_for()
    assert table.said == []
    page.reload()
    page.get_by_role("button", name="Help and keys").click()
    expect(page.get_by_label("Take single choices for me")).not_to_be_checked()
    table.guest.leave()


def paths(*given: tuple[str, list[list[str]]]) -> Frame:
    """A frame with these choices and their paths."""
    frame = sample()
    frame["scene"]["choices"] = [
        {"action": action, "label": action.title(), "paths": ways, "preview": None}
        for action, ways in given
    ]
    return frame


def test_one_click_where_only_one_choice_can_be_meant(browser: Browser, house: House) -> None:
    frame = paths(
        ("lay jab", [["hand-A-0", "b3"], ["hand-A-0", "a2"]]),
        ("left kick", [["hand-A-1", "a2"]]),
        ("right kick", [["hand-A-1", "c2"]]),
    )
    table = FakeTable(browser, house, frame)
    table.page.locator("[data-id=hand-A-1]").click()
    expect(table.page.locator(".picked")).to_have_count(1)
    assert table.said == []
    table.page.locator("[data-id=hand-A-0]").click()
    assert said(table, 1)[0]["action"] == "lay jab"
    table.guest.leave()


def test_a_double_click_takes_the_first_way_on(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, two_clicks(sample()))
    table.page.locator("[data-id=hand-A-0]").dblclick()
    assert said(table, 1)[0]["action"] == "go forward"
    table.guest.leave()


def test_the_second_click_never_picks_in_another_frame(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample())
    card = table.page.locator("[data-id=hand-A-0]")
    box = card.bounding_box()
    assert box
    x, y = box["x"] + 30, box["y"] + 30
    mouse = table.page.mouse
    mouse.move(x, y)
    mouse.down(click_count=1)
    mouse.up(click_count=1)
    assert said(table, 1)[0]["action"] == "play 0"
    table.send(moved(ply=2))
    expect(table.page.locator("#question")).to_have_text("What now, at 2?")
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    table.page.locator("[data-id=hand-A-1]").click()
    assert [each["action"] for each in said(table, 2)] == ["play 0", "play 1"]
    table.guest.leave()


@pytest.mark.parametrize(
    "key, action", [("1", "go forward"), ("4", "go right")], ids=["first", "fourth"]
)
def test_number_keys_pick(browser: Browser, house: House, key: str, action: str) -> None:
    """The ways in the prompt have numbers, else what is lit on the table, in its order."""
    table = FakeTable(browser, house, two_clicks(sample()))
    page = table.page
    expect(page.locator(".nr").first).to_be_hidden()
    page.keyboard.press("Shift")
    lit = page.locator(".stage .lit:has(> .nr)")
    expect(lit.first.locator(".nr")).to_be_visible()
    numbers = [node.get_attribute("data-nr") for node in page.locator(".stage .nr").all()]
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    first = page.locator("[data-id=hand-A-0] > .nr").get_attribute("data-nr") or ""
    page.keyboard.press(first)
    expect(page.locator("[data-id=hand-A-0].picked")).to_be_visible()
    order = page.locator(".way").evaluate_all("ways => ways.map(way => way.dataset.way)")
    page.keyboard.press(key)
    assert said(table, 1)[0]["action"] == order[int(key) - 1]
    assert action in order
    table.guest.leave()


def middle(table: FakeTable, selector: str) -> tuple[float, float]:
    box = table.page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(table: FakeTable, start: str, end: tuple[float, float]) -> None:
    mouse = table.page.mouse
    mouse.move(*middle(table, start))
    mouse.down()
    mouse.move(*end, steps=6)
    expect(table.page.locator(".ghosted")).to_have_count(1)
    mouse.up()


def test_a_card_is_dragged_to_its_place(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, two_clicks(sample()))
    drag(table, "[data-id=hand-A-0]", middle(table, "[data-cell=a2]"))
    assert said(table, 1)[0]["action"] == "go left"
    table.guest.leave()


def test_dropped_elsewhere_a_card_goes_back(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, two_clicks(sample()))
    drag(table, "[data-id=hand-A-0]", middle(table, ".rail .story"))
    expect(table.page.locator(".ghosted")).to_have_count(0)
    expect(table.page.locator(".picked")).to_have_count(0)
    table.page.locator("[data-id=hand-A-1]").click()
    assert [each["action"] for each in said(table, 1)] == ["play 1"]
    table.guest.leave()


FINGER = """async ([x, y, dx, dy, rests]) => {
  const at = document.elementFromPoint(x, y);
  const send = (type, x, y) => at.dispatchEvent(new PointerEvent(type, {bubbles: true,
    cancelable: true, pointerType: 'touch', isPrimary: true, clientX: x, clientY: y, button: 0}));
  send('pointerdown', x, y);
  if (rests) await new Promise(done => setTimeout(done, 250)); // longer than a scroll begins
  send('pointermove', x + dx / 2, y + dy / 2);
  send('pointermove', x + dx, y + dy);
  const dragged = document.querySelectorAll('.ghosted').length;
  send('pointerup', x + dx, y + dy);
  return dragged;
}"""


@pytest.mark.parametrize("rests", [True, False], ids=["after a rest", "a scroll"])
def test_a_finger_drags_after_a_rest(browser: Browser, house: House, rests: bool) -> None:
    table = FakeTable(browser, house, two_clicks(sample()), has_touch=True)
    (x, y), (to_x, to_y) = middle(table, "[data-id=hand-A-0]"), middle(table, "[data-cell=a2]")
    dragged = table.page.evaluate(FINGER, [x, y, to_x - x, to_y - y, rests])
    assert dragged == int(rests)
    if rests:
        assert said(table, 1)[0]["action"] == "go left"
    table.guest.leave()
