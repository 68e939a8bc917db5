"""Every table at several widths: nothing is cut or covered, fingers have room, nothing moves."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.page_visits import BETWEEN, LOW, SHORT, SIZES, PageViewer
from tests.kit.positions import TABLES, frame
from tests.sampling import a_few

TOP = "node => Math.round(node.getBoundingClientRect().top)"
SEEDS = {1: 3, 6: 5, 30: 3, 45: 5}  # after so many decisions, with which seed


@pytest.mark.parametrize("decisions", a_few(SEEDS, 2, "decisions"))
@pytest.mark.parametrize("table", a_few(TABLES, 3, "a_table_fits"))
def test_a_table_fits(viewer: PageViewer, table: str, decisions: int) -> None:
    viewer.open_table(frame(table, SEEDS[decisions], decisions))
    assert viewer.layout_faults([*SIZES.items(), *BETWEEN, *LOW, *SHORT]) == []


# Where it is tight: five attacks wait, a Break beside a fighter; four tokens and the longest words.
TIGHT = [
    ("kenpo_masters", 9, 17),
    ("kenpo_masters", 10, 14),
    ("kenpo_masters", 8, 56),
    ("martial_art", 9, 27),
    ("martial_art", 7, 17),
    ("martial_art", 4, 155),
]


@pytest.mark.parametrize("table, seed, decisions", a_few(TIGHT, 2, "where_it_is_tight"))
def test_marks_hide_nothing_where_it_is_tight(
    viewer: PageViewer, table: str, seed: int, decisions: int
) -> None:
    viewer.open_table(frame(table, seed, decisions))
    assert viewer.layout_faults([*SIZES.items(), *LOW, *SHORT]) == []


def test_gauges_that_may_be_raised_fit(viewer: PageViewer) -> None:
    viewer.open_table(frame("martial_art", 3, 6))
    expect(viewer.page.locator(".plate .z-track.aimed")).to_have_count(2)
    assert viewer.layout_faults() == []


@pytest.mark.parametrize("theme, width, decisions", [("light", 1280, 6), ("dark", 390, 30)])
@pytest.mark.parametrize("table", a_few(TABLES, 2, "a_table_can_be_read"))
def test_a_table_can_be_read(
    viewer: PageViewer, table: str, theme: str, width: int, decisions: int
) -> None:
    viewer.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    viewer.page.set_viewport_size({"width": width, "height": SIZES[width]})
    viewer.open_table(frame(table, SEEDS[decisions], decisions))
    viewer.check()


def test_the_board_stays_where_it_is(viewer: PageViewer) -> None:
    """Captions and buttons below it come and go without moving the ring."""
    viewer.page.set_viewport_size({"width": 1280, "height": 800})
    places = set()
    for decisions in (1, 6, 30, 45):
        viewer.open_table(frame("kenpo_masters", 3, decisions))
        box = viewer.page.locator(".tatami").bounding_box()
        assert box is not None
        places.add((round(box["x"]), round(box["y"]), round(box["width"])))
    assert len(places) == 1


def test_the_ring_keeps_its_place_on_a_phone(viewer: PageViewer) -> None:
    viewer.page.set_viewport_size({"width": 390, "height": 844})
    places = set()
    for points in (0, 10):
        message = json.loads(frame("kenpo_masters", 3, 30))
        side = next(zone for zone in message["scene"]["zones"] if zone["id"] == "side-B")
        side["title"] = "B (random)"
        score = next(zone for zone in side["zones"] if zone["id"] == "score-B")
        score.update(at=points, title=f"{points} of 20")
        viewer.open_table(json.dumps(message))
        expect(viewer.page.locator(".at.far .score")).to_have_text(str(points))
        places.add(viewer.page.locator(".tatami").evaluate(TOP))
    assert len(places) == 1


BEYOND = """card => {
  const [box, asks, room] = [card, document.querySelector(".prompt"), card.closest(".stage")]
    .map(node => node.getBoundingClientRect());
  return Math.max(room.left - box.left, box.right - room.right, asks.bottom - box.top);
}"""


def test_a_hovered_card_grows_within_the_table(viewer: PageViewer) -> None:
    """Even the first and last card of a hand as wide as the table; no button is covered."""
    viewer.page.set_viewport_size({"width": 1280, "height": 800})
    viewer.open_table(frame("kenpo_masters", 7, 20))
    cards = viewer.page.locator(".hold .card")
    plain = cards.last.evaluate("card => card.offsetWidth")
    for card in (cards.first, cards.last):
        card.hover()
        assert card.evaluate("card => card.offsetWidth") > plain
        assert card.evaluate(BEYOND) <= 0


WHERE = """() => [...document.querySelectorAll(".stage > .at, .board, .arena, .plate, .hold")].map(
  (node) => (({ x, y, width, height }) => [x, y + scrollY, width, height].map(Math.round))(
    node.getBoundingClientRect()))"""


@pytest.mark.parametrize(
    "table",
    a_few(
        ["kenpo_masters", "martial_art", "udaka", "dojo_duel"],
        1,
        "nothing_moves_when_somebody_is_away_or_a_clock_runs",
    ),
)
def test_nothing_moves_when_somebody_is_away_or_a_clock_runs(
    viewer: PageViewer, table: str
) -> None:
    def places(**more: Any) -> list[Any]:
        message = json.loads(frame(table, 3, 30))
        message["table"] |= more
        viewer.open_table(json.dumps(message | {"now": 1000}))
        for mark in more:  # they come a little later
            viewer.page.locator(f".{mark}").first.wait_for(state="attached")
        found = []
        for width in (390, 768, 1280):
            viewer.page.set_viewport_size({"width": width, "height": SIZES[width]})
            found.append(viewer.page.evaluate(WHERE))
        return found

    seats = TABLES[table][1]
    rests = {"clock": {"kind": "turn", "left": [180_000] * seats, "since": [0] * seats}}
    theirs = {"clock": {**rests["clock"], "since": [0] + [1000] * (seats - 1)}}
    others = list(range(1, seats))
    assert places(away=others) == places()
    assert places(**theirs, away=others) == places(**theirs) == places(**rests)
