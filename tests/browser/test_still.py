"""Nothing moves away under the pointer, and nothing covers a piece that can be picked."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.helper import DESK, PHONE, House, Visitor
from tests.browser.page_visits import GUIDED
from tests.sampling import a_few

MAKE = """async body => (await fetch('/api/tables', {method: 'POST', body,
headers: {'content-type': 'application/json'}})).json()"""
SETTLED = """() => document.querySelector('.stage.mine')
|| /chooses/.test(document.querySelector('#question').textContent)"""
# Found and measured in one go: a Scene that comes between would leave a node that lies nowhere.
HIGH = "what => document.querySelector(what).getBoundingClientRect().height"
TOP = "what => Math.round(document.querySelector(what).getBoundingClientRect().top)"

COVERED = """() => [...document.querySelectorAll('.arena .goal.lit:not([hidden])')].filter(goal => {
  const {left, top, width, height} = goal.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found && found !== goal;
}).map(goal => goal.dataset.id)"""

# What moved under a hand while the page came, as the browser itself adds it up.
SHIFTS = """() => new Promise(done => {
  const told = shift => `${shift.value} ${shift.sources.map(moved => moved.node?.className)}`;
  const tell = found => done(found.getEntries().filter(shift => shift.value > 0.005).map(told));
  new PerformanceObserver(tell).observe({type: 'layout-shift', buffered: true});
  setTimeout(done, 300, []);
})"""


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize(
    "address, there",
    a_few([("/deck", ".checks li"), *((f"/learn/{game}", ".lesson") for game in GUIDED)], 2, "one"),
)
def test_a_page_loads_without_layout_shifts(
    browser: Browser, house: House, address: str, there: str, size: dict[str, int]
) -> None:
    """Boxes are shown only once their size is known."""
    guest = Visitor(browser, house, viewport=size)
    guest.page.goto(address)
    guest.page.locator(there).first.wait_for()
    assert guest.page.evaluate(SHIFTS) == []
    guest.leave()


@contextmanager
def seated(browser: Browser, house: House, size: dict[str, int], **asked: Any) -> Iterator[Visitor]:
    guest = Visitor(browser, house, viewport=size)
    guest.page.goto("/")
    made = guest.page.evaluate(MAKE, json.dumps(asked))
    guest.page.goto(f"/table/{made['id']}")
    guest.page.locator(".stage .prompt").first.wait_for()
    yield guest
    guest.leave()


def tops(guest: Visitor, what: str, turns: int) -> set[int]:
    """The positions of an element on the first own turns."""
    found = set()
    for _ in range(turns):
        if not guest.ready():
            break
        found.add(int(guest.page.evaluate(TOP, what)))
        guest.turn()
    return found


@pytest.mark.parametrize(
    "game, size, what",
    a_few(
        [
            ("dojo_duel", DESK, ".prompt"),
            ("dojo_duel", DESK, ".at.centre"),
            ("dojo_duel", PHONE, ".at.centre"),
            ("kenpo_masters", DESK, ".at.centre"),
            ("kenpo_masters", PHONE, ".at.centre"),
        ],
        2,
        "board",
    ),
)
def test_the_board_stays_where_it_is(
    browser: Browser, house: House, game: str, size: dict[str, int], what: str
) -> None:
    with seated(browser, house, size, game=game, players=["me", "random"]) as guest:
        found = tops(guest, what, 8)
        assert max(found) - min(found) <= 2
        root = "document.documentElement"
        if size is DESK:
            assert guest.page.evaluate(f"{root}.scrollHeight <= {root}.clientHeight")


def test_combo_placeholders_are_shown_only_while_combos_are_laid(
    browser: Browser, house: House
) -> None:
    with seated(browser, house, DESK, game="master_udo", players=["me"]) as guest:
        step, promised = (
            guest.page.locator(".phases [aria-current]"),
            guest.page.locator(".waiting"),
        )
        seen: set[str] = set()
        for _ in range(40):
            if not guest.ready() or len(seen) == 3:
                break
            seen.add(step.inner_text())
            if step.inner_text() != "Play combos":
                expect(promised).to_have_count(0)
            guest.turn()
        assert "Play combos" in seen


def test_hexes_behind_figures_can_be_picked(browser: Browser, house: House) -> None:
    asked = {"game": "martial_art", "players": ["me", "random", "random"]}
    lit = ".arena .goal.lit:not([hidden])"
    with seated(browser, house, DESK, options={"mode": "black"}, **asked) as guest:
        seen = 0
        for _ in range(40):
            if not guest.ready() or seen == 4:
                break
            seen += guest.page.locator(lit).count() > 0
            assert guest.page.evaluate(COVERED) == []
            guest.turn()


def test_invitation_links_are_visible_on_a_phone(browser: Browser, house: House) -> None:
    asked = {"game": "udaka", "players": ["me", "human"], "clock": {"kind": "turn", "seconds": 600}}
    with seated(browser, house, PHONE, **asked) as guest:
        link = guest.page.get_by_role("button", name="Copy link")
        expect(link).to_be_in_viewport()
        guest.check()
        guest.page.set_viewport_size(DESK)  # type: ignore[arg-type]
        expect(guest.page.locator(".rail .invite")).to_be_visible()
        guest.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        friend = Visitor(browser, house)
        friend.page.goto(guest.page.get_by_label("Link", exact=True).input_value())
        expect(link).to_be_hidden()
        for each in (guest, friend):
            each.page.locator(".stage .plate.acts").first.wait_for()
        guest.page.wait_for_function(SETTLED)
        first = guest.page.locator(".stage.mine").count() == 1
        high, movers = set(), [guest, friend] if first else [friend, guest]
        for mover in movers * 2:
            assert mover.ready()
            high.add(guest.page.evaluate(HIGH, ".due .own"))
            mover.turn()
        assert len(high) == 1 and high != {0}  # whoever's turn it is
        friend.leave()
