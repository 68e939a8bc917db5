"""Every page of the hall with an address to look at it, and somebody who goes round and looks."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Route, WebSocketRoute
from starlette.routing import Route as Address

from budokan.kit.game import find_all
from budokan.server.app import MODULES
from tests.browser.films import film, length, report
from tests.browser.helper import House, Visitor
from tests.kit.positions import frame
from tests.server.sample_answers import matches, open_tables, plain, same

AUDIT = (Path(__file__).parent / "layout_audit.js").read_text()
SIZES = {390: 844, 768: 1024, 1024: 768, 1280: 800, 1920: 1080}
BETWEEN = [(360, 740), (820, 1180), (1201, 720), (1600, 1000)]  # just beside a change of layout
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
TOUCH = 768  # up to this width fingers play
GAMES = list(find_all())
GUIDED = [name for name, game in find_all().items() if game.guide is not None]


class Sight(NamedTuple):
    """An address, what is there when the page is drawn, and at which table (see positions)."""

    address: str
    there: str
    table: str = "dojo_duel"
    busy: bool = True  # whether much has happened in the hall


# A page: its route, and what of it is looked at.
SIGHTS: dict[str, list[Sight]] = {
    "/": [Sight("/", ".floor .tr"), Sight("/", "a.btn[data-learn]", busy=False)],
    "/matches": [Sight("/matches", ".cards li"), Sight("/matches", "main p", busy=False)],
    "/same/{deal}": [Sight("/same/y", "main tr.mine")],
    "/daily": [Sight("/daily", "main tr.mine"), Sight("/daily", "[data-begin]", busy=False)],
    "/table/{table}": [Sight("/table/x", ".stage .piece")],
    "/learn/{game}": [Sight(f"/learn/{game}", ".lesson .said") for game in GUIDED],
    "/rules/{game}": [Sight(f"/rules/{game}", "tr td") for game in GAMES],
    "/replay": [Sight("/replay", ".drop")],
    "/replay/{table}": [Sight("/replay/x", ".strip .way")],
    "/coach/{table}": [
        Sight("/coach/x", ".moments li"),
        Sight("/coach/x", ".moments li", "master_udo"),
        Sight("/coach/x", "progress", busy=False),
    ],
    "/deck": [Sight("/deck", ".panel .good")],
    "/fighters": [Sight("/fighters", ".choosing .good")],
    "/masters": [Sight("/masters", ".master")],
}
ALL = [sight for sights in SIGHTS.values() for sight in sights]


def pages() -> set[str]:
    """The routes of the app at which a person may look."""
    found = {route.path for module in MODULES for route in module.ROUTES if type(route) is Address}
    return {path for path in found if "." not in path and not path.startswith("/static")}


class Tourist(Visitor):
    """Somebody who is shown one sight after another, in a browser that keeps everything."""

    def __init__(self, browser: Browser, house: House) -> None:
        super().__init__(browser, house)
        self.sight = ALL[0]
        self.message = ""
        self.sockets: list[WebSocketRoute] = []
        self.page.route_web_socket("**/ws/*", self._sit)
        self._feign("**/api/matches*", lambda _: matches())
        self._feign("**/api/tables/open", lambda _: open_tables())
        self._feign("**/api/same/*", same)
        self.page.route("**/api/tables/x/**", lambda route: route.fulfill(json={"par": "Par: 3"}))
        self.page.route("**/api/tables/x/replay*", lambda route: route.fulfill(body=self._film()))
        self.page.route("**/api/tables/x/coach*", lambda route: route.fulfill(json=self._coach()))

    def _sit(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.send(self.message or frame(self.sight.table, 3, 6))

    def _feign(self, pattern: str, answer: Callable[[str], Any]) -> None:
        def tell(route: Route) -> None:
            name = route.request.url.rpartition("/")[2]
            route.fulfill(json=plain(answer(name))) if self.sight.busy else route.fallback()

        self.page.route(pattern, tell)

    def _film(self) -> str:
        return film(self.sight.table, 3, 30)

    def _coach(self) -> Any:
        steps = length(self._film())
        return report(self.sight.table, steps) if self.sight.busy else {"progress": 40}

    def go(self, sight: Sight, message: str = "") -> None:
        """Go and see; at a table a message may say how it stands."""
        self.sight, self.message = sight, message
        self.page.goto(sight.address)
        self.page.locator(sight.there).first.wait_for(state="attached")
        self.page.wait_for_load_state("networkidle")

    def look(self, message: str) -> None:
        """Go to a table that stands as a message says."""
        self.go(SIGHTS["/table/{table}"][0], message)

    def hear(self, message: str) -> None:
        """The table sends something more."""
        self.sockets[-1].send(message)

    def found(self, sizes: Iterable[tuple[int, int]] = SIZES.items()) -> list[str]:
        """What is wrong with the layout at each of the sizes."""
        wrong = []
        for width, height in sizes:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate(DRAWN)
            faults = self.page.evaluate(AUDIT, width <= TOUCH)
            wrong += [f"{width} by {height}: {fault}" for fault in faults]
        return wrong

    def approve(self) -> None:
        """What is shown fits everywhere, and can be read by day and by night."""
        assert self.found() == [], self.page.url
        for width, night in ((1280, False), (390, True)):
            self.page.set_viewport_size({"width": width, "height": SIZES[width]})
            self.page.emulate_media(color_scheme="dark" if night else "light")
            self.check()


class Spectator(Tourist):
    """Somebody who is shown one replay after another."""

    def see(self, table: str, *, curve: bool) -> int:
        """Open a replay; how many steps it has."""
        sent = film(table, 3, 30)
        steps = length(sent)
        told = report(table, steps) if curve else {"state": "none"}
        self.page.route("**/api/tables/x/replay*", lambda route: route.fulfill(body=sent))
        self.page.route("**/api/tables/x/coach*", lambda route: route.fulfill(json=told))
        self.page.goto("/replay/x")
        self.page.locator(".stage .piece").first.wait_for(state="attached")
        if curve:
            self.page.locator(".strip .way").wait_for(state="attached")
        return steps

    def step(self, step: int) -> None:
        self.page.locator("input[type=range]").fill(str(step))
        self.page.locator(".entry", has_text=f"Step {step} of").wait_for()
