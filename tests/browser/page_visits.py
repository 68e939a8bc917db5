"""Every page of the hall, each with an address to open, and a visitor who checks its layout."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Route, WebSocketRoute
from starlette.routing import Route as Address

from budokan.kit.game import find_all
from budokan.server.app import MODULES
from tests.browser.helper import House, Visitor
from tests.browser.sample_replays import (
    LONGEST_NAME,
    entry_count,
    sample_coach_report,
    sample_replay,
)
from tests.kit.positions import frame
from tests.server.sample_answers import (
    WHEN,
    matches,
    open_tables,
    plain,
    same,
    shown,
    your_data,
)

AUDIT = (Path(__file__).parent / "layout_audit.js").read_text()
SIZES = {390: 844, 768: 1024, 1024: 768, 1280: 800, 1920: 1080}
BETWEEN = [(360, 740), (820, 1180), (1201, 720), (1600, 1000)]  # just beside a change of layout
SHORT = [(844, 390), (683, 384), (640, 360)]  # a phone held sideways; laptops at 200 %
LOW = [
    (1366, 768),
    (1366, 650),
    (1024, 600),
    (1920, 950),
]  # laptops under the bars of their browsers
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
FACTS = {  # what else a table may be asked for
    "par": "Par: 3",
    "view": "A",
    "moments": [{"step": step, "text": "Yang 15 against Yin 11 costs 4."} for step in (3, 9, 21)],
}
TOUCH = 768  # up to this width the page must suit fingers
CARDS = {  # a card file that somebody shares
    "game": "udaka",
    "hash": "0123456789abcdef",
    "title": LONGEST_NAME,
    "cards": f'[about]\ntitle = "{LONGEST_NAME}"\n[rank.a]\nname = "The Ace"\ncopies = 99\n',
}
GAMES = list(find_all())
GUIDED = [name for name, game in find_all().items() if game.guide is not None]


class PageVisit(NamedTuple):
    """An address, a selector that is present once the page is drawn, and a table of positions."""

    address: str
    ready: str
    table: str = "dojo_duel"
    busy: bool = True  # a hall with many matches and tables, or an empty one


# The visits to each page, by its route.
VISITS: dict[str, list[PageVisit]] = {
    "/": [PageVisit("/", ".floor .tr"), PageVisit("/", "a.btn[data-learn]", busy=False)],
    "/matches": [PageVisit("/matches", ".cards li"), PageVisit("/matches", "main p", busy=False)],
    "/you": [
        PageVisit("/you", ".cards li"),
        PageVisit("/you", ".nothing", busy=False),
    ],
    "/you/join": [
        PageVisit("/you/join#x", ".tick"),
        PageVisit("/you/join", "main p", busy=False),
    ],
    "/same/{deal}": [PageVisit("/same/y", "main tr.mine")],
    "/daily": [
        PageVisit("/daily", "main tr.mine"),
        PageVisit("/daily", "[data-begin]", busy=False),
    ],
    "/table/{table}": [PageVisit("/table/x", ".stage .piece")],
    "/learn/{game}": [PageVisit(f"/learn/{game}", ".lesson .said") for game in GUIDED],
    "/rules/{game}": [PageVisit(f"/rules/{game}", "tr td") for game in GAMES],
    "/replay": [PageVisit("/replay", ".shown li"), PageVisit("/replay", ".drop", busy=False)],
    "/replay/{table}": [PageVisit("/replay/x", ".strip .way")],
    "/coach/{table}": [
        PageVisit("/coach/x", ".moments li"),
        PageVisit("/coach/x", ".moments li", "master_udo"),
        PageVisit("/coach/x", "progress", busy=False),
    ],
    "/deck": [PageVisit("/deck", ".panel .good")],
    "/fighters": [PageVisit("/fighters", ".choosing .good")],
    "/masters": [PageVisit("/masters", ".master")],
    "/cards/{game}": [PageVisit(f"/cards/{game}", ".item .pick") for game in GAMES],
    "/cards/{game}/{hash}": [PageVisit(f"/cards/udaka/{CARDS['hash']}", ".tag.changed")],
}
ALL = [visit for visits in VISITS.values() for visit in visits]


def pages() -> set[str]:
    """The routes of the app that answer with a page."""
    found = {route.path for module in MODULES for route in module.ROUTES if type(route) is Address}
    plain = ("/static", "/metrics")
    return {path for path in found if "." not in path and not path.startswith(plain)}


class PageViewer(Visitor):
    """A visitor who opens one page after another; the hall's answers are samples."""

    def __init__(self, browser: Browser, house: House) -> None:
        super().__init__(browser, house)
        self.visit = ALL[0]
        self.message = ""
        self.sockets: list[WebSocketRoute] = []
        self.page.route_web_socket("**/ws/*", self._connect)
        self._fake("**/api/matches*", lambda _: matches())
        self._fake("**/api/replays/shown*", lambda _: shown())
        self._fake("**/api/you", lambda _: your_data())
        self._fake("**/api/tables/open", lambda _: open_tables())
        self._fake("**/api/same/*", same)
        self._fake("**/api/cards", lambda _: [{**CARDS, "created": WHEN, "house": False}])
        self._fake(f"**/api/cards/udaka/{CARDS['hash']}", lambda _: CARDS)
        self.page.route("**/api/tables/x/**", lambda route: route.fulfill(json=FACTS))
        self.page.route("**/api/tables/x/replay*", lambda route: route.fulfill(body=self._replay()))
        self.page.route("**/api/tables/x/coach*", lambda route: route.fulfill(json=self._coach()))

    def _connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.send(self.message or frame(self.visit.table, 3, 6))

    def _fake(self, pattern: str, answer: Callable[[str], Any]) -> None:
        def tell(route: Route) -> None:
            name = route.request.url.rpartition("/")[2]
            route.fulfill(json=plain(answer(name))) if self.visit.busy else route.fallback()

        self.page.route(pattern, tell)

    def _replay(self) -> str:
        return sample_replay(self.visit.table, 3, 30)

    def _coach(self) -> Any:
        steps = entry_count(self._replay())
        return sample_coach_report(self.visit.table, steps) if self.visit.busy else {"progress": 40}

    def go(self, visit: PageVisit, message: str = "") -> None:
        """Open a page; a table shows the Scene of the message."""
        self.visit, self.message = visit, message
        self.page.goto(visit.address)
        self.page.locator(visit.ready).first.wait_for(state="attached")
        self.page.wait_for_load_state("networkidle")

    def open_table(self, message: str) -> None:
        """Open a table that shows the Scene of the message."""
        self.go(VISITS["/table/{table}"][0], message)

    def send(self, message: str) -> None:
        """Send one more message to the table."""
        self.sockets[-1].send(message)

    def layout_faults(self, sizes: Iterable[tuple[int, int]] = SIZES.items()) -> list[str]:
        """The faults of the layout at each of the sizes."""
        wrong = []
        for width, height in sizes:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate(DRAWN)
            faults = self.page.evaluate(AUDIT, width <= TOUCH)
            wrong += [f"{width} by {height}: {fault}" for fault in faults]
        return wrong

    def check_fit_and_contrast(self) -> None:
        """Check that the page fits at every size and is readable in both themes."""
        assert self.layout_faults() == [], self.page.url
        for width, night in ((1280, False), (390, True)):
            self.page.set_viewport_size({"width": width, "height": SIZES[width]})
            self.page.emulate_media(color_scheme="dark" if night else "light")
            self.check()


class ReplayViewer(PageViewer):
    """A visitor who opens one replay after another."""

    def open_replay(self, table: str, *, curve: bool) -> int:
        """Open a replay and return its number of steps."""
        sent = sample_replay(table, 3, 30)
        steps = entry_count(sent)
        told = sample_coach_report(table, steps) if curve else {"state": "none"}
        self.page.route("**/api/tables/x/replay*", lambda route: route.fulfill(body=sent))
        self.page.route("**/api/tables/x/coach*", lambda route: route.fulfill(json=told))
        self.page.goto("/replay/x")
        self.page.locator(".stage .piece").first.wait_for(state="attached")
        if curve:
            self.page.locator(".strip .way").wait_for(state="attached")
        return steps

    def go_to_step(self, step: int) -> None:
        self.page.locator("input[type=range]").fill(str(step))
        self.page.locator(".entry", has_text=f"Step {step} of").wait_for()
