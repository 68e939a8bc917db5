"""The page merges differences to the same frames that the hall would send whole."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from budokan.kit.contract import SPECTATOR
from budokan.server.table.told import Told
from tests.browser.fake_table import FakeTable, sample
from tests.browser.helper import House
from tests.kit.positions import TABLES
from tests.sampling import a_few
from tests.server.test_differences import frame_of, walk

MOVES = 60
MERGE = """async (texts) => {
  const scripts = [...document.scripts].map((each) => each.src);
  const here = scripts.find((src) => src.includes("/static/"));
  const { mergeFrame } = await import(here.replace(/[/]js[/].*/, "/js/lib/merge.js"));
  let frame = null;
  return texts.map((text) => {
    const message = JSON.parse(text);
    frame = message.t === "scene" ? message : mergeFrame(frame, message);
    return JSON.stringify(frame);
  });
}"""


@pytest.fixture(scope="module")
def table(browser: Browser, house: House) -> Iterator[FakeTable]:
    found = FakeTable(browser, house, sample(number=1))
    yield found
    found.guest.leave()


@pytest.mark.parametrize("name", a_few(TABLES, 4, "merge.js"))
def test_the_page_merges_to_the_whole_frame(table: FakeTable, name: str) -> None:
    pick = random.Random(3)
    told = [Told(frame_of(m, SPECTATOR)) for _, m in zip(range(MOVES), walk(name, 3), strict=False)]
    told += [pick.choice(told) for _ in range(10)]
    texts = [told[0].whole(5, 1)]
    for number, each in enumerate(told[1:], 2):
        texts.append(each.since(told[number - 2], 5, number))
    merged = table.page.evaluate(MERGE, texts)
    for number, (each, text) in enumerate(zip(told, merged, strict=True), 1):
        assert json.loads(text) == json.loads(each.whole(5, number)), number


def change(number: int, **fields: Any) -> dict[str, Any]:
    return {"t": "change", **fields, "now": 0, "number": number}


def test_a_change_is_shown_and_after_a_gap_a_whole_frame_is_asked_for(
    browser: Browser, house: House
) -> None:
    first = sample(number=1)
    table = FakeTable(browser, house, first)
    now, length = table.page.locator(".story .now"), first["story_length"]
    table.send(change(2, story=["One thing more."], story_length=length + 1))
    expect(now).to_contain_text("One thing more.")
    assert {"t": "again"} not in table.said
    table.send(change(4, story=["A lost thing."], story_length=length + 3))
    table.send(change(5, story=["Another."], story_length=length + 4))
    table.send(sample(number=6, story=["All of it."], story_length=length + 5))
    expect(now).to_contain_text("All of it.")
    table.send(change(7, story=["And on."], story_length=length + 6))
    expect(now).to_contain_text("And on.")
    assert table.said.count({"t": "again"}) == 1
    table.guest.leave()
