"""A hall in its own process, and visitors with a real browser who play by clicks or keys."""

import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Route,
    TimeoutError,
    WebSocketRoute,
    expect,
)

import budokan
from budokan.server.http.pages import html
from tests.programs import program

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
TURN = ".stage.mine button.lit:not([hidden]), .stage.mine .prompt button[data-id]:not(.off)"
OVER = ".prompt.over"
WAYS = ".prompt .way, .stage.mine .prompt button[data-id]:not(.off)"
LIT = ".stage.mine button.lit:not([hidden])"
MOST = 400  # decisions in one match
ONLY_FAULTS = {"resultTypes": ["violations"]}  # listing the passes would double the time
SETTLED = """() => Promise.all(document.getAnimations()
  .filter(each => each.effect?.getComputedTiming().endTime < Infinity)
  .map(each => each.finished.catch(() => {})))"""
# What happens is shown at once and every choice is asked, unless a test is about that.
SETTINGS = """for (const [name, value] of Object.entries(%s))
  try { localStorage.getItem(name) ?? localStorage.setItem(name, value); } catch {}"""
FAKED = re.compile(r"/(table|replay|coach|same)/(sample|x|y)([?#].*)?$")  # what no hall knows
START = (
    "import sys; from pathlib import Path; from budokan.server.run import serve; "
    "serve(port=int(sys.argv[1]), data=Path(sys.argv[2]), pause=0.0)"
)

SLOW = float(os.environ.get("BUDOKAN_SLOW", "1"))  # to find tests that only a fast machine passes
LATENCY = 25  # milliseconds that a request then waits, for each time it is slower

PATIENCE = 60_000  # milliseconds; only a test that fails waits so long
GONE = 20_000  # milliseconds after which something is looked for again

expect.set_options(timeout=PATIENCE)


class House:
    """The server; it can be killed and restarted at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.address = folder, 0, ""
        self.start()

    def start(self) -> None:
        source = str(Path(budokan.__file__).parent.parent)
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, str(self.port), str(self.folder)],
            env={**os.environ, "PYTHONPATH": source},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        assert "http://" in told, f"the hall did not open: {told!r}"
        self.address = told[told.index("http://") :].strip()
        self.port = urlsplit(self.address).port or 0

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End the process, if it still runs."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.communicate(timeout=60)


def find_chromium() -> str:
    """A browser; the headless shell needs a fifth of the CPU time that the others do for a page."""
    return program("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


class Visitor:
    """A person with their own browser; errors in it are collected."""

    def __init__(
        self,
        browser: Browser,
        house: House,
        *,
        calm: bool = True,
        pace: str = "off",
        singles: str = "off",
        **given: Any,
    ) -> None:
        given.setdefault("viewport", DESK)
        motion: Any = "reduce" if calm else "no-preference"
        self.house = house
        self.context: BrowserContext = browser.new_context(
            base_url=house.address, reduced_motion=motion, **given
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(
            SETTINGS % json.dumps({"budokan.pace": pace, "budokan.single": singles})
        )
        self.context.route(FAKED, self._fake_page)
        self.faults: list[str] = []
        if SLOW > 1:
            self.context.on("page", self._slow_down)
        self.page: Page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._request)
        self.random = random.Random(1)

    def _fake_page(self, route: Route) -> None:
        """The page about a table that no hall knows."""
        name = urlsplit(route.request.url).path.split("/")[1]
        route.fulfill(body=html(name), content_type="text/html")

    def _slow_down(self, page: Page) -> None:
        session = self.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
        line = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        session.send("Network.emulateNetworkConditions", {**line, "latency": LATENCY * SLOW})

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def _request(self, request: Any) -> None:
        if urlsplit(request.url).netloc not in ("", urlsplit(self.house.address).netloc):
            self.faults.append(f"asks another site: {request.url}")

    def open_fake_table(self, answer: Callable[[WebSocketRoute], None]) -> None:
        """Open a table without a hall: its socket and its deal are faked."""
        deal = {"commitment": "", "dealt": True, "shared": False}
        self.page.route("**/api/tables/sample/deal", lambda route: route.fulfill(json=deal))
        none = {"moments": [], "view": "A"}
        self.context.route("**/api/tables/*/moments", lambda route: route.fulfill(json=none))
        self.page.route_web_socket("**/ws/*", answer)
        self.page.goto("/table/sample")

    def leave(self, allowed: str = "") -> None:
        """Close the browser and check that it reported no unexpected error."""
        self.context.close()
        faults = [fault for fault in self.faults if not allowed or allowed not in fault]
        assert faults == [], faults

    # -- playing ------------------------------------------------------------------------------

    def ready(self) -> bool:
        """Wait for the own turn or the end; whether it is a turn."""
        self.page.locator(f"{TURN}, {OVER}").first.wait_for()
        return self.page.locator(OVER).count() == 0

    def turn(self) -> bool:
        """Decide once, by clicks; whether the match goes on."""
        if not self.ready():
            return False
        for _ in range(8):  # a path has a few clicks
            if not self.pick_one():
                break
            if self.page.locator(f"{WAYS}, {LIT}").count() == 0:
                break
            if self.page.locator(".card.picked, .piece.picked").count() == 0:
                break
        return True

    def pick_one(self) -> bool:
        """Click something that can be picked; False if a frame came between and nothing can be.

        A frame that was on its way lights a choice again until the answer to the last click comes.
        """
        try:
            self.one_of(WAYS if self.page.locator(WAYS).count() else LIT).click(timeout=GONE)
        except TimeoutError:
            if self.page.locator(f"{WAYS}, {LIT}").count():
                raise
            return False
        return True

    def one_of(self, selector: str) -> Locator:
        found = self.page.locator(selector)
        return found.nth(self.random.randrange(max(1, found.count())))

    def play_on(self) -> str:
        """Play to the end by clicks; the sentence with the result."""
        for _ in range(MOST):
            if not self.turn():
                return self.page.locator("#question").inner_text()
        raise AssertionError("the match does not end")

    def give_up(self) -> None:
        """Concede, be asked, and see the end."""
        self.page.get_by_role("button", name="Concede").click()
        self.page.locator("#ask").get_by_role("button", name="Concede").click()
        self.page.locator(OVER).wait_for()

    def play_by_keys(self) -> None:
        """Play to the end with Tab and Enter."""
        keys = self.page.keyboard
        for turn in range(MOST):
            if not self.ready():
                return
            for _ in range(turn % 4):  # not always the first thing that may be picked
                keys.press("Tab")
            self.tab_to(f"{WAYS}, {LIT}")
            keys.press("Enter")
        raise AssertionError("the match does not end")

    # -- looking ------------------------------------------------------------------------------

    def check(self) -> None:
        """Check that axe finds nothing and nothing scrolls sideways, once animations have ended."""
        self.page.evaluate(SETTLED)
        result = Axe().run(self.page, options=ONLY_FAULTS)
        bad = [
            f"{found['id']} ({found['impact']}): {found['nodes'][0]['html'][:200]}"
            for found in result.response["violations"]
        ]
        assert not bad, f"{self.page.url}: {bad}"
        assert self.sideways() <= 0

    def sideways(self) -> int:
        root = "document.documentElement"
        return int(self.page.evaluate(f"{root}.scrollWidth - {root}.clientWidth"))

    def focused(self, selector: str) -> bool:
        return bool(self.page.evaluate("s => document.activeElement.matches(s)", selector))

    def tab_to(self, selector: str) -> None:
        """Press Tab until a matching element has the focus."""
        self.page.locator(selector).first.wait_for(state="attached")
        for _ in range(80):
            if self.focused(selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")
