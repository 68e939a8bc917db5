"""The drawer in Python has the page's ink: ink.json is what the page's scripts draw."""

import random
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser
from tools import ink

from budokan import picture
from budokan.kit.contract import SPECTATOR
from tests.kit.positions import TABLES, played

# The texts that do not lie wholly inside the picture, as a browser lays them out.
OUTSIDE = """() => {
  const sheet = document.querySelector("svg").getBoundingClientRect();
  return [...document.querySelectorAll("text")].filter((text) => {
    const box = text.getBoundingClientRect();
    return box.left < sheet.left || box.right > sheet.right
      || box.top < sheet.top || box.bottom > sheet.bottom;
  }).map((text) => text.textContent);
}"""


def test_the_ink_is_the_page_s(browser: Browser) -> None:
    assert ink.render(browser) == ink.FILE.read_text("utf-8"), "Run: python -m tools.ink"


@pytest.mark.parametrize("table", list(TABLES))
def test_no_words_run_out_of_the_picture(browser: Browser, table: str) -> None:
    page = browser.new_page(viewport={"width": 1300, "height": 1600})
    for view in (0, SPECTATOR):
        scene = played(table, 4, random.Random(table).randrange(10, 60)).scene(view)
        drawn = picture.svg(scene)
        ElementTree.fromstring(drawn)
        page.set_content(drawn)
        assert page.evaluate(OUTSIDE) == []
    page.close()
