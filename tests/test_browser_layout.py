"""Every table and every page at four widths: nothing is cut or covered, fingers have room."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocketRoute
from starlette.routing import Route

from budokan.server.pages import ROUTES
from tests.browser_helper import House, Visitor, browser, house
from tests.positions import TABLES, frame

__all__ = ["browser", "house"]  # fixtures

AUDIT = (Path(__file__).parent / "layout_audit.js").read_text()
SIZES = {390: 844, 768: 1024, 1024: 768, 1280: 800, 1920: 1080}
TOUCH = 768  # up to this width fingers play
SEEDS = {1: 3, 6: 5, 30: 3, 45: 5}  # after so many decisions, with which seed
SIMPLE = [
    route.path
    for route in ROUTES
    if isinstance(route, Route) and "{" not in route.path and "." not in route.path
]


class Watcher(Visitor):
    """Somebody who is shown one position after another."""

    def __init__(self, browser: Browser, house: House) -> None:
        super().__init__(browser, house)
        self.message = ""
        self.page.route_web_socket("**/ws/*", self._answer)
        self.page.route("**/api/tables/x/**", lambda route: route.fulfill(json={}))

    def _answer(self, socket: WebSocketRoute) -> None:
        socket.send(self.message)

    def look(self, message: str) -> None:
        self.message = message
        self.page.goto("/table/x")
        self.page.locator(".stage .piece").first.wait_for()

    def found(self) -> list[str]:
        """What is wrong at each of the widths."""
        wrong = []
        for width, height in SIZES.items():
            self.page.set_viewport_size({"width": width, "height": height})
            faults = self.page.evaluate(AUDIT, width <= TOUCH)
            wrong += [f"{width}: {fault}" for fault in faults]
        return wrong


@pytest.fixture(scope="module")
def watcher(browser: Browser, house: House) -> Iterator[Watcher]:
    found = Watcher(browser, house)
    yield found
    found.leave()


@pytest.mark.parametrize("decisions", SEEDS)
@pytest.mark.parametrize("table", TABLES)
def test_a_table_fits(watcher: Watcher, table: str, decisions: int) -> None:
    watcher.look(frame(table, SEEDS[decisions], decisions))
    assert watcher.found() == []


@pytest.mark.parametrize("theme, width, decisions", [("light", 1280, 6), ("dark", 390, 30)])
@pytest.mark.parametrize("table", TABLES)
def test_a_table_can_be_read(
    watcher: Watcher, table: str, theme: str, width: int, decisions: int
) -> None:
    watcher.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    watcher.page.set_viewport_size({"width": width, "height": SIZES[width]})
    watcher.look(frame(table, SEEDS[decisions], decisions))
    watcher.check()


@pytest.mark.parametrize("address", [*SIMPLE, "/rules/udaka", "/rules/martial_art"])
def test_a_page_fits(watcher: Watcher, address: str) -> None:
    watcher.page.goto(address)
    watcher.page.locator("h1").first.wait_for()
    assert watcher.found() == []


def test_the_board_stays_where_it_is(watcher: Watcher) -> None:
    """Captions and buttons come and go under it; the ring must not jump for them."""
    watcher.page.set_viewport_size({"width": 1280, "height": 800})
    places = set()
    for decisions in (1, 6, 30, 45):
        watcher.look(frame("kenpo_masters", 3, decisions))
        box = watcher.page.locator(".tatami").bounding_box()
        assert box is not None
        places.add((round(box["x"]), round(box["y"]), round(box["width"])))
    assert len(places) == 1
