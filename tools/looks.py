"""Pictures of every game in four moments, on every screen, by day and by night, to look at.

python -m tools.looks [--game GAME] [--out FOLDER]. One visitor plays a match against bots and sees
it in a window of each size. A sheet for each game and moment shows all windows side by side.
"""

import argparse
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from budokan.kit.game import find_all
from tests.browser.helper import FLAGS, SETTLED, House, Visitor, find_chromium

SIZES = ((390, 844), (844, 390), (768, 1024), (1366, 650), (1366, 768), (1920, 1080))
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
TURNS = 8  # before the beat
MOST = 30  # turns in which something worth a picture should happen
WORTH = ("strike", "lose", "gain", "roll", "stop")  # kinds of beats
PACE = "pace => localStorage.setItem('budokan.pace', pace)"
ASKED = ".stage.mine:not([data-playing]), .prompt.over"
TOLD = ".key-moments :is(li, p)"
# What flies is stopped on its way, so that all windows show the same moment.
HOLD = """() => document.getAnimations().forEach(each => {
  const end = each.effect?.getComputedTiming().endTime;
  if (end < Infinity) { each.pause(); each.currentTime = 0.6 * end; }
})"""
LONG = 600_000  # milliseconds; the hall looks for par first, where there is one
HEIGHT = 420  # pixels of a picture on a sheet


def size_name(size: ViewportSize) -> str:
    return f"{size['width']}x{size['height']}"


class Looks:
    """One visitor in several windows at one table."""

    def __init__(self, browser: Browser, house: House, game: str, folder: Path) -> None:
        self.game, self.folder = game, folder
        self.guest = Visitor(browser, house, calm=False, singles="on")
        page = self.guest.page
        page.goto("/")
        page.click(f"[data-play={game}]")
        self.guest.ready()
        self.windows = [self.window(page.url, *size) for size in SIZES]

    def window(self, address: str, width: int, height: int) -> Page:
        page = self.guest.context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address)
        page.locator(ASKED).first.wait_for()
        return page

    def take(self, moment: str) -> None:
        """A picture of each window, by day and by night, and the sheet of them."""
        names = []
        for theme in THEMES:
            for page in self.windows:
                page.emulate_media(color_scheme=theme)
                page.evaluate(HOLD if moment == "beat" else SETTLED)
                assert page.viewport_size
                names.append(f"{self.game}-{moment}-{size_name(page.viewport_size)}-{theme}.png")
                page.screenshot(path=self.folder / names[-1])
        self.sheet(moment, names)

    def sheet(self, moment: str, names: list[str]) -> None:
        page = self.guest.context.browser.new_page()  # type: ignore[union-attr]
        path = self.folder / f"{self.game}-{moment}.html"
        shown = "".join(f'<img src="{name}" height="{HEIGHT}"> ' for name in names)
        path.write_text(f"<body style='background:#888'>{shown}", "utf-8")
        page.set_viewport_size({"width": 2500, "height": 900})
        page.goto(path.resolve().as_uri())
        page.wait_for_load_state("load")
        page.screenshot(path=path.with_suffix(".png"), full_page=True)
        page.close()

    def set_pace(self, pace: str) -> None:
        self.guest.page.evaluate(PACE, pace)

    def play(self, turns: int) -> None:
        for _ in range(turns):
            self.guest.turn()
        self.guest.ready()

    def play_to_beat(self) -> None:
        """Play until every window shows a beat that is worth a picture."""
        for _ in range(MOST):
            self.set_pace("step")
            self.guest.turn()
            if self.step_to_beat():
                return
        raise SystemExit(f"{self.game}: no beat that is worth a picture in {MOST} turns")

    def step_to_beat(self) -> bool:
        """Go on beat by beat in all windows; whether a worthy one is shown."""
        first = self.windows[0]
        while True:
            for page in (self.guest.page, *self.windows):
                page.locator(f"{ASKED}, .stage[data-beat]").first.wait_for()
            if first.locator(".stage").get_attribute("data-kind") in WORTH:
                return True
            if not self.go_on():
                return False

    def go_on(self) -> bool:
        """The next beat in every window that plays; whether there is one."""
        playing = [
            page
            for page in (self.guest.page, *self.windows)
            if page.locator(".stage[data-playing]").count()
        ]
        for page in playing:
            page.keyboard.press("n")
        return bool(playing)

    def end_beats(self) -> None:
        self.set_pace("off")
        for page in (self.guest.page, *self.windows):
            while page.locator(".stage[data-playing]").count():
                page.keyboard.press("n")
            page.locator(ASKED).first.wait_for()

    def end(self) -> None:
        """Give up; where nobody can, play on."""
        if self.guest.page.get_by_role("button", name="Concede").count():
            self.guest.give_up()
        else:
            self.guest.play_on()

    def run(self) -> None:
        """All moments of one match."""
        self.take("question")
        self.play(TURNS)
        self.play_to_beat()
        self.take("beat")
        self.end_beats()
        self.take("happened")
        self.end()
        for page in self.windows:
            page.locator(TOLD).first.wait_for(state="attached", timeout=LONG)
        self.take("end")
        self.guest.leave()


def main() -> None:
    games = sorted(find_all())
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=games, help="only this one")
    parser.add_argument("--out", type=Path, default=Path("looks"), help="a folder for the pictures")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for game in [given.game] if given.game else games:
            Looks(browser, house, game, given.out).run()
            print(game)
        browser.close()
        house.stop()


if __name__ == "__main__":
    main()
