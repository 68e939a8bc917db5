"""Colour is never the only sign of a lit, refused, picked, hidden or designed piece."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.helper import House
from tests.browser.page_visits import PageViewer
from tests.kit.positions import TABLES, frame
from tests.sampling import a_few

MOMENTS = {6: 5, 30: 3}  # after so many decisions, with which seed
# Pieces that nothing but their colour tells from others.
PLAIN = """([state, words]) => {
  const drawn = (node, side) => !["none", "normal"].includes(getComputedStyle(node, side).content);
  const seen = (node) => node && node.checkVisibility();
  const signs = {
    lit: (node) => drawn(node, "::after") || drawn(node, "::before")
      || getComputedStyle(node).transform !== "none",
    refused: (node) => /dashed/.test(getComputedStyle(node).border + getComputedStyle(node).outline)
      || seen(node.querySelector(".why, .noway")),
    picked: (node) => seen(node.querySelector(":scope > .order")),
    back: (node) => drawn(node, "::before"),
  };
  return [...document.querySelectorAll(`.stage .piece.${state}`)]
    .filter((node) => node.checkVisibility())
    .filter((node) => !signs[state](node) || !node.getAttribute("aria-label")?.includes(words))
    .map((node) => `${node.className}: ${node.getAttribute("aria-label")}`);
}"""
MARKED = """() => Object.fromEntries([...document.querySelectorAll(".stage .card[data-id]")]
  .filter((node) => node.checkVisibility())
  .map((node) => [node, node.querySelector(".designed-mark")])
  .map(([node, mark]) => [node.dataset.id, mark?.checkVisibility() || false]))"""
# The shape of the mark on every card: its corners, its turn, and whether it is filled.
SHAPES = """() => Object.fromEntries([...document.querySelectorAll(".stage .card[data-id]")]
  .filter((node) => node.querySelector(".designed-mark")?.checkVisibility())
  .map((node) => [node.dataset.id, getComputedStyle(node.querySelector(".designed-mark"))])
  .map(([id, { borderRadius, transform, backgroundColor }]) =>
    [id, [borderRadius, transform, backgroundColor].join(" ")]))"""


@pytest.fixture(scope="module")
def viewer(browser: Browser, house: House) -> Iterator[PageViewer]:
    found = PageViewer(browser, house)
    found.page.set_viewport_size({"width": 1920, "height": 1080})
    yield found
    found.leave()


def pieces(zones: list[Any]) -> Iterator[dict[str, Any]]:
    for zone in zones:
        yield from zone["pieces"]
        yield from pieces(zone["zones"])


@pytest.mark.parametrize("decisions", MOMENTS)
@pytest.mark.parametrize("table", a_few(TABLES, 3, "colour_is_never_alone"))
def test_colour_is_never_alone(viewer: PageViewer, table: str, decisions: int) -> None:
    page = viewer.page
    sent = frame(table, MOMENTS[decisions], decisions)
    viewer.open_table(sent)
    for state, words in (("lit", ""), ("refused", "not now"), ("back", "")):
        assert page.evaluate(PLAIN, [state, words]) == []
    designed = {
        piece["id"]: piece["designed"] for piece in pieces(json.loads(sent)["scene"]["zones"])
    }
    marked = page.evaluate(MARKED)
    assert marked == {name: designed[name] for name in marked}


@pytest.mark.parametrize("table", a_few(TABLES, 2, "own_cards_have_a_mark"))
def test_values_of_own_cards_have_a_mark_of_another_shape(viewer: PageViewer, table: str) -> None:
    message = json.loads(frame(table, MOMENTS[6], 6))
    message["scene"]["cards"] = "My box"
    shown = [each for each in pieces(message["scene"]["zones"]) if each["shape"] == "card"]
    for place, piece in enumerate(shown):
        piece["own"], piece["designed"] = place % 2 == 0, place % 3 == 0
    marked = {each["id"]: each for each in shown if each["own"] or each["designed"]}
    viewer.open_table(json.dumps(message))
    shapes = viewer.page.evaluate(SHAPES)
    assert set(shapes) <= set(marked)
    own = {shapes[name] for name in shapes if marked[name]["own"]}
    ours = {shapes[name] for name in shapes if not marked[name]["own"]}
    assert not own & ours and len(own) <= 1 >= len(ours)
    for name in shapes:
        label = viewer.page.locator(f'[data-id="{name}"]').first.get_attribute("aria-label") or ""
        assert ("from your cards (My box)" in label) == marked[name]["own"]
        assert ("our reconstruction" in label) == marked[name]["designed"]


def test_picked_pieces_are_numbered(viewer: PageViewer) -> None:
    viewer.open_table(frame("kenpo_masters", 3, 6))
    viewer.page.locator(".stage button.card.lit").first.click()
    viewer.page.locator(".stage .piece.picked").wait_for()
    assert viewer.page.evaluate(PLAIN, ["picked", "picked as 1"]) == []


@pytest.mark.parametrize(
    "table, state", [("kenpo_masters", "lit"), ("martial_art", "refused"), ("dojo_duel", "back")]
)
def test_every_piece_state_is_covered(viewer: PageViewer, table: str, state: str) -> None:
    viewer.open_table(frame(table, MOMENTS[6], 6))
    assert viewer.page.locator(f".stage .piece.{state}").count() > 0
