"""How long a first visitor waits: `make bench-first`, written into docs/performance.md.

Every visit has a fresh browser profile. The browser's clock measures from the click on Play until a
move can be clicked: once when Play is clicked at once, once after a look around. The size of the
pages is tested in tests/browser/test_page_weight.py.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench.page import machine, put_section, write_table
from playwright.sync_api import Browser, sync_playwright

from budokan.kit.game import find_all
from tests.browser.helper import FLAGS, TURN, House, Visitor, find_chromium

VISITS = 5
LOOK = 3.0  # seconds
CAP = 1000  # milliseconds from the click to the first move that the median of a game must keep
CLICK = """game => {
  sessionStorage.clicked = Date.now();
  document.querySelector(`[data-play=${game}]`).click();
}"""
SINCE = "() => Date.now() - Number(sessionStorage.clicked)"
HEADS = ["", "front page", "most", "table, at once", "most", "table, later", "most"]


class Visit(NamedTuple):
    front: int  # milliseconds until a game can be chosen
    table: int  # milliseconds from the click until the first move can be clicked


class Found(NamedTuple):
    """The visits of one game: clicked at once, and after a look around."""

    title: str
    soon: list[Visit]
    later: list[Visit]

    @property
    def kept(self) -> bool:
        return statistics.median(visit.table for visit in self.soon) <= CAP

    def row(self) -> list[str]:
        fronts = [visit.front for visit in self.soon + self.later]
        tables = [[visit.table for visit in some] for some in (self.soon, self.later)]
        told = [(statistics.median(some), max(some)) for some in (fronts, *tables)]
        return [self.title, *(f"{value:.0f}" for pair in told for value in pair)]


def visit(browser: Browser, house: House, game: str, look: float) -> Visit:
    guest = Visitor(browser, house)
    page = guest.page
    began = time.perf_counter()
    page.goto("/")
    page.locator(f"[data-play={game}]").first.wait_for()
    front = 1000 * (time.perf_counter() - began)
    time.sleep(look)
    page.evaluate(CLICK, game)
    page.wait_for_url("**/table/*", wait_until="commit")
    page.locator(TURN).first.wait_for()
    table = int(page.evaluate(SINCE))
    guest.leave()
    return Visit(round(front), table)


def report(found: list[Found]) -> str:
    """The section of the page."""
    missed = [each.title for each in found if not each.kept]
    kept = f"missed by {', '.join(missed)}" if missed else "met"
    return f"""\
## A first visit

{machine()}. Milliseconds, median and most of {VISITS} visits with an empty browser profile each
({2 * VISITS} for the front page); a table is there when the first move can be clicked, the game
chosen at once or after {LOOK:.0f} seconds on the front page.

{write_table(HEADS, [each.row() for each in found])}

The median table, chosen at once, within {CAP} ms: {kept}."""


def main() -> int:
    found = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for game in find_all().values():
            soon = [visit(browser, house, game.id, 0.0) for _ in range(VISITS)]
            later = [visit(browser, house, game.id, LOOK) for _ in range(VISITS)]
            found.append(Found(game.title, soon, later))
            print(*found[-1].row(), sep="  ")
        browser.close()
        house.stop()
    body = report(found)
    print(body)
    put_section("first", body)
    return 0 if all(each.kept for each in found) else 1


if __name__ == "__main__":
    sys.exit(main())
