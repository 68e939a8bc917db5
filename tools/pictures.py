"""Retake the README's pictures from real positions: `make pictures`."""

import base64
import tempfile
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.browser.helper import DESK, FLAGS, PHONE, House, Visitor, find_chromium
from tests.kit.positions import frame

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"


class Picture(NamedTuple):
    """A table of tests/kit/positions.py after some decisions; without a table the front page."""

    name: str
    table: str = ""
    seed: int = 0
    decisions: int = 0
    theme: str = "light"
    small: bool = False


PICTURES = (
    Picture("hall"),
    Picture("kenpo_masters", "kenpo_masters", 10, 14),
    Picture("martial_art", "martial_art", 5, 12, "dark"),
    Picture("master_udo", "master_udo", 22, 6),
    Picture("udaka", "udaka", 1, 17),
    Picture("dojo_duel", "dojo_duel", 1, 31),
    Picture("phone", "kenpo_masters", 8, 8, small=True),
)


def take(browser: Browser, house: House, wanted: Picture) -> bytes:
    """What a visitor sees, as WebP."""
    guest = Visitor(browser, house, viewport=PHONE if wanted.small else DESK)
    guest.page.add_init_script(f"localStorage.setItem('budokan.theme', '{wanted.theme}')")
    if wanted.table:
        message = frame(wanted.table, wanted.seed, wanted.decisions)
        guest.open_fake_table(lambda socket: socket.send(message))
        guest.page.locator(".stage .piece").first.wait_for()
    else:
        guest.page.goto("/")
        guest.page.locator("[data-play]").first.wait_for()
    guest.page.evaluate("document.fonts.ready")
    guest.page.wait_for_load_state("networkidle")
    session = guest.context.new_cdp_session(guest.page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": 82})
    guest.leave()
    return base64.b64decode(taken["data"])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for wanted in PICTURES:
            taken = take(browser, house, wanted)
            (FOLDER / f"{wanted.name}.webp").write_bytes(taken)
            print(f"{wanted.name}.webp: {len(taken):,} bytes")
        browser.close()
        house.stop()


if __name__ == "__main__":
    main()
