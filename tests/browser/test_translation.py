"""The page reads nothing from English: a table looks and sounds the same in another language."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from budokan.server.http.static_files import url
from tests.browser.fake_table import FakeTable, sample
from tests.browser.helper import House
from tests.browser.page_visits import PageViewer
from tests.browser.pseudo import foreign as foreign_text
from tests.browser.pseudo import translated
from tests.browser.sample_beats import BEATS, moved
from tests.kit.positions import TABLES, frame
from tests.sampling import a_few

# Everything drawn: its tags and classes, whose it is, and the figures and icons in it.
DRAWN = """() => [...document.querySelectorAll("#page *")].map((node) => [node.localName,
  node.getAttribute("class"), node.dataset?.id, node.getAttribute("href")].join(" "))"""
HEARD = f"""import('{url("js/lib/sound.js")}').then(() => {{
  window.heard = [];
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...given) {{
    heard.push(this.constructor.name);
    return start.apply(this, given);
  }};
}})"""


@pytest.fixture(scope="module")
def viewer(browser: Browser, house: House) -> Iterator[PageViewer]:
    found = PageViewer(browser, house)
    yield found
    found.leave()


@pytest.mark.parametrize("table", a_few(TABLES, 2, "other_words"))
def test_a_table_looks_the_same_in_another_language(viewer: PageViewer, table: str) -> None:
    sent = frame(table, 3, 12)
    viewer.open_table(sent)
    drawn = viewer.page.evaluate(DRAWN)
    viewer.open_table(json.dumps(translated(json.loads(sent))))
    assert viewer.page.evaluate(DRAWN) == drawn
    assert "á" in viewer.page.locator("#page").inner_text()


# Numbers that fly, from the first beat on; each is on the page only for a moment.
FLOWN = """() => { window.flown = [];
  new MutationObserver((changes) => changes.forEach(({addedNodes}) => addedNodes.forEach((node) => {
    if (node.matches?.(".flying")) flown.push(node.textContent); })))
    .observe(document.body, {childList: true, subtree: true}); }"""


# What lies over the table in a beat; it stays there until the next one.
OVER = """() => [...document.querySelectorAll(".beats *")].map((node) =>
  `${node.localName} ${node.getAttribute("class") ?? ""}`)"""
LAST = {"strike": ".beats .impact", "turn": ".beats .flash"}  # what comes a moment later


def laid_over(page: Page, kind: str) -> list[str]:
    """The things over the table in a beat, once all of them are there."""
    if kind in LAST:
        page.locator(LAST[kind]).first.wait_for(state="attached")
    found: list[str] = page.evaluate(OVER)
    return found


def happened(browser: Browser, house: House, *, foreign: bool) -> list[Any]:
    """What is shown and heard in every beat of a move, in English or translated."""
    first, second = sample(), moved()
    if foreign:
        first, second = translated(first), translated(second)
    table = FakeTable(browser, house, first, pace="step", calm=False)
    page, seen = table.page, list[Any]()
    page.mouse.click(2, 2)  # sounds wait for a hand
    page.evaluate(HEARD)
    page.evaluate(FLOWN)
    table.send(second)
    for place, beat in enumerate(BEATS, 1):
        stage = page.locator(f".stage[data-beat='{place}/{len(BEATS)}']")
        stage.wait_for()
        said = foreign_text(beat.text) if foreign else beat.text
        expect(page.locator("#question")).to_have_text(said)
        seen.append([beat.kind, stage.get_attribute("data-kind"), laid_over(page, beat.kind)])
        page.keyboard.press("n")
    page.locator(".stage:not([data-playing])").wait_for()
    page.locator(".flying").first.wait_for(state="detached")
    seen += [page.evaluate("flown"), page.evaluate(DRAWN), sorted(set(page.evaluate("heard")))]
    table.guest.leave()
    return seen


def test_beats_are_the_same_in_another_language(browser: Browser, house: House) -> None:
    english = happened(browser, house, foreign=False)
    assert "\u22123" in english[len(BEATS)]
    assert all(kind == shown for kind, shown, _ in english[: len(BEATS)])
    shown = {kind: over for kind, _, over in english[: len(BEATS)]}
    assert all(shown[kind] for kind in ("point", "play", "strike", "block", "roll", "stop"))
    assert english[-1], "something is heard"
    assert happened(browser, house, foreign=True) == english
