"""The page reads nothing from English: a table looks and sounds the same in another language."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from budokan.server.http.static_files import url
from tests.browser.helper import House
from tests.browser.page_visits import PageViewer
from tests.browser.pseudo import translated
from tests.browser.sample_scenes import SAMPLES
from tests.browser.test_motion import FEEL, Change, broken, struck, watched, zones
from tests.browser.test_samples import message
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


def covered(scene: dict[str, Any]) -> None:
    """A heart of the master is hit."""
    zones(scene)["hearts"]["pieces"][3]["marks"] = ["covered"]


def happened(
    browser: Browser, house: House, name: str, change: Change, *, foreign: bool
) -> list[dict[str, Any]]:
    """The animations and sounds when a sample changes, in English or translated."""
    sent = [json.loads(message(SAMPLES[name]())) for _ in range(2)]
    change(sent[1]["scene"])
    first, second = [translated(each) for each in sent] if foreign else sent
    guest, lines = watched(browser, house, name, sent=json.dumps(first))
    guest.page.mouse.click(2, 2)  # sounds wait for a hand
    guest.page.evaluate(HEARD)
    guest.page.evaluate("felt.length = 0")
    told = {"ply": 2, "story": [*second["story"], "Now."], "story_length": 2}
    lines[0].send(json.dumps({**second, **told}))
    guest.page.locator(".story .now", has_text="Now.").wait_for()
    guest.page.evaluate(FEEL)
    felt: list[dict[str, Any]] = guest.page.evaluate("felt.map(({text, ...each}) => each)")
    heard: list[dict[str, Any]] = guest.page.evaluate("heard.map((name) => ({name}))")
    guest.leave()
    return felt + heard


@pytest.mark.parametrize(
    ("name", "change", "shown"),
    [
        ("ring", broken, "flying"),
        ("body", struck, "die"),
        ("lanes", covered, "heart-3"),
    ],
    ids=["break", "roll", "heart"],
)
def test_rolls_and_blows_are_the_same_in_another_language(
    browser: Browser, house: House, name: str, change: Change, shown: str
) -> None:
    english = happened(browser, house, name, change, foreign=False)
    assert any(shown in each["name"] for each in english)
    assert happened(browser, house, name, change, foreign=True) == english
