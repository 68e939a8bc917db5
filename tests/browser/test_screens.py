"""Boards on small screens: short screens, notches, ticks, hints."""

import json

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.helper import House, Visitor
from tests.browser.page_visits import SHORT, PageViewer, ReplayViewer
from tests.kit.positions import TABLES, frame
from tests.sampling import a_few

BOX = "node => node.getBoundingClientRect().toJSON()"
COVERED = """() => {
  const asks = document.querySelector(".prompt").getBoundingClientRect();
  return [...document.querySelectorAll(".at.far, .at.centre, .at.left, .at.right")]
    .filter(part => {
      const box = part.getBoundingClientRect();
      return box.top < asks.bottom - 1 && box.bottom > asks.top + 1
        && box.left < asks.right - 1 && box.right > asks.left + 1;
    })
    .map(part => part.className);
}"""


# -- short screens --------------------------------------------------------------------------------


@pytest.mark.parametrize("table", a_few(TABLES, 3, "a_short_screen_is_not_covered"))
def test_a_short_screen_is_not_covered(viewer: PageViewer, table: str) -> None:
    """The prompt is beside the board, not on it, before any scrolling."""
    viewer.open_table(frame(table, 5, 6))
    assert viewer.layout_faults(SHORT) == []
    for width, height in SHORT:
        viewer.page.set_viewport_size({"width": width, "height": height})
        assert viewer.page.evaluate(COVERED) == []


def test_a_lesson_stays_in_sight_on_a_short_screen(guest: Visitor) -> None:
    """Its words and the question are beside the board, wherever that is scrolled to."""
    guest.page.set_viewport_size({"width": 640, "height": 360})
    guest.page.goto("/learn/martial_art")
    guest.page.locator(".lesson").wait_for()
    for far in (0, 200):
        guest.page.evaluate("far => scrollTo(0, far)", far)
        assert guest.page.evaluate("scrollY") == far
        for part in (".lesson", "#question"):
            expect(guest.page.locator(part)).to_be_in_viewport(ratio=1)
    assert guest.sideways() <= 0


def test_a_replay_on_a_short_screen(replay_viewer: ReplayViewer) -> None:
    """The step controls stay visible, in one line."""
    replay_viewer.go_to_step(replay_viewer.open_replay("dojo_duel", curve=True) // 2)
    assert replay_viewer.layout_faults(SHORT) == []
    assert replay_viewer.page.locator(".scrub").evaluate("node => node.offsetHeight") < 60


INSETS = {  # what a phone takes of its screen, held upright and sideways
    (390, 844): {"top": 47, "right": 0, "bottom": 34, "left": 0},
    (844, 390): {"top": 0, "right": 47, "bottom": 21, "left": 47},
}


@pytest.mark.parametrize("size", INSETS)
def test_the_notch_and_home_bar_cover_nothing(
    browser: Browser, house: House, size: tuple[int, int]
) -> None:
    guest, lost = PageViewer(browser, house), INSETS[size]
    page, (width, height) = guest.page, size
    page.set_viewport_size({"width": width, "height": height})
    session = guest.context.new_cdp_session(page)
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": lost})
    guest.open_table(frame("martial_art", 5, 6))
    bar, asks = (page.locator(name).evaluate(BOX) for name in (".bar", ".prompt"))
    for box in (bar, asks):
        assert box["left"] >= lost["left"] and box["right"] <= width - lost["right"]
    assert bar["top"] >= lost["top"]
    if width < height:  # where the question sticks to the foot of the screen
        assert asks["bottom"] <= height - lost["bottom"]
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.locator(".rail .foot").evaluate(BOX)["bottom"] <= height - lost["bottom"]
    assert guest.sideways() <= 0
    guest.leave()


# -- states of pieces -----------------------------------------------------------------------------

TICK = """(node, part) => {
  const tick = getComputedStyle(node, part);
  return tick.content !== "none" && tick.backgroundColor !== "rgba(0, 0, 0, 0)";
}"""


@pytest.mark.parametrize(
    "table, decisions, lit, part",
    [
        ("master_udo", 0, ".k-master.lit", "::after"),
        ("master_udo", 28, ".face-heart.lit", "::before"),
        ("master_udo", 6, ".lane > .goal", "::after"),
        ("udaka", 53, "[data-zone=pile] > .goal", "::after"),
        ("martial_art", 5, "[data-zone=chi] > .goal", "::after"),
    ],
)
def test_pieces_that_can_be_picked_have_a_tick(
    viewer: PageViewer, table: str, decisions: int, lit: str, part: str
) -> None:
    """Gold is never the only sign."""
    viewer.open_table(frame(table, 3, decisions))
    if table == "udaka":
        viewer.page.locator(".hold .card.lit").first.click()  # then the pile is one way on
    assert viewer.page.locator(lit).first.evaluate(TICK, part)


def test_the_area_a_turn_began_in_is_marked(viewer: PageViewer) -> None:
    viewer.open_table(frame("martial_art", 3, 5))
    began = viewer.page.locator("[data-zone=A-right_arm]")
    expect(began).to_have_attribute("aria-label", "Right Arm, tokens moved from here")
    ring = "node => getComputedStyle(node).boxShadow"
    assert began.evaluate(ring) != viewer.page.locator("[data-zone=A-left_arm]").evaluate(ring)


# -- hints on the board ---------------------------------------------------------------------------


def hinted(guest: Visitor, table: str, decisions: int, action: str) -> None:
    """A table where a hint names one choice, which is pointed at."""
    message = json.loads(frame(table, 3, decisions))
    message["table"]["assists"] = True
    told = {
        "label": action,
        "action": action,
        "chance": 1,
        "margin": 0,
        "estimate": "best",
        "why": "",
    }
    hint = {"t": "hint", "ply": 9, "seat": 0, "heading": "Hint", "tips": [told], "note": ""}

    def answer(socket: WebSocketRoute) -> None:
        def hear(said: str | bytes) -> None:
            if json.loads(said)["t"] == "hint":
                socket.send(json.dumps(hint))

        socket.on_message(hear)
        socket.send(json.dumps(message))

    guest.open_fake_table(answer)
    guest.page.get_by_role("button", name="Hint").click()
    guest.page.locator(".hints li").wait_for()


def test_a_hint_is_seen_on_a_hex(guest: Visitor) -> None:
    """Hexes are cut to their shape, an outline with them: the rim is filled."""
    hinted(guest, "martial_art", 5, "step e")
    goal = guest.page.locator(".arena .goal[data-id='0,0']")
    rim = "node => getComputedStyle(node).backgroundColor"
    plain = goal.evaluate(rim)
    guest.page.locator(".hints li").hover()
    assert "hinted" in (goal.get_attribute("class") or "")
    assert goal.evaluate(rim) != plain


def test_a_hint_shows_where_a_card_goes(guest: Visitor) -> None:
    """The second click of a hint is marked although it cannot be clicked yet."""
    decisions, choice = next(
        (decisions, choice)
        for decisions in range(1, 60, 3)
        for choice in json.loads(frame("udaka", 3, decisions))["scene"]["choices"]
        if choice["paths"][0][1:] == ["pile"]
    )
    hinted(guest, "udaka", decisions, choice["action"])
    pile = guest.page.locator("[data-zone=pile]")
    outline = "node => getComputedStyle(node).outlineStyle"
    assert pile.evaluate(outline) == "none"
    guest.page.locator(".hints li").hover()
    assert pile.evaluate(outline) == "dashed"
