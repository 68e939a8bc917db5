"""Retake the README's pictures from real positions: `make pictures`.

An animated one is made of screenshots while a move is shown, everything slowed down.
"""

import base64
import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, WebSocketRoute, sync_playwright
from tools.webp import animation

from budokan.agents.house_names import seat_names
from budokan.match.match import CodedMatch
from budokan.protocol import PERSON
from tests.browser.helper import DESK, FLAGS, PHONE, House, Visitor, find_chromium
from tests.kit.positions import message, played

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


class Exchange(NamedTuple):
    """Moves from a table after some decisions, as the first player sees them happen."""

    name: str
    table: str
    seed: int
    decisions: int
    skipped: int  # moves before the first that is shown
    shown: int


EXCHANGES = (
    Exchange("dojo_duel-exchange", "dojo_duel", 5, 16, 1, 2),
    Exchange("kenpo_masters-exchange", "kenpo_masters", 59, 22, 3, 1),
)
SLOWER = 5  # times
EVERY = 240  # milliseconds between two pictures
QUALITY = 52
LAST = 2500  # milliseconds that the last picture stays
CLIP = {"x": 0, "y": 52, "width": 964, "height": 748, "scale": 0.8}  # the table without its rail
SLOW_TIMERS = f"""const timer = window.setTimeout;
  window.setTimeout = (does, ms, ...more) => timer(does, (ms || 0) * {SLOWER}, ...more);"""


def take(browser: Browser, house: House, wanted: Picture) -> bytes:
    """What a visitor sees, as WebP."""
    guest = Visitor(browser, house, viewport=PHONE if wanted.small else DESK)
    guest.page.add_init_script(f"localStorage.setItem('budokan.theme', '{wanted.theme}')")
    if wanted.table:
        sent = message(against_bots(wanted.table, wanted.seed, wanted.decisions))
        guest.open_fake_table(lambda socket: socket.send(sent))
        guest.page.locator(".stage .piece").first.wait_for()
    else:
        guest.page.goto("/")
        guest.page.locator("[data-play]").first.wait_for()
    guest.page.evaluate("document.fonts.ready")
    guest.page.wait_for_load_state("networkidle")
    taken = screenshot(guest.context.new_cdp_session(guest.page), quality=82)
    guest.leave()
    return taken


def screenshot(session: CDPSession, **how: Any) -> bytes:
    taken = session.send("Page.captureScreenshot", {"format": "webp", **how})
    return base64.b64decode(taken["data"])


def film(browser: Browser, house: House, wanted: Exchange) -> bytes:
    """What a visitor sees while moves are shown, as animated WebP."""
    guest = Visitor(browser, house, calm=False, pace="normal", viewport=DESK)
    guest.page.add_init_script(SLOW_TIMERS)
    page, sockets = guest.page, list[WebSocketRoute]()
    first, *rest = frames(wanted)

    def answer(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.send(first)

    guest.open_fake_table(answer)
    page.locator(".stage .piece").first.wait_for()
    page.wait_for_load_state("networkidle")
    session = guest.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOWER})
    taken = [(screenshot(session, quality=QUALITY, clip=CLIP), LAST // 2)]
    for sent in rest:
        sockets[0].send(sent)
        page.locator(".stage[data-beat]").wait_for()
        while page.locator(".stage[data-beat]").count():
            taken.append((screenshot(session, quality=QUALITY, clip=CLIP), EVERY))
            page.wait_for_timeout(EVERY * SLOWER)
    page.wait_for_timeout(EVERY * SLOWER)
    taken.append((screenshot(session, quality=QUALITY, clip=CLIP), LAST))
    guest.leave()
    scale = CLIP["scale"]
    return animation(taken, round(CLIP["width"] * scale), round(CLIP["height"] * scale))


def frames(wanted: Exchange) -> list[str]:
    """The messages of the hall: one before the moves, and one after each of them."""
    match = against_bots(wanted.table, wanted.seed, wanted.decisions)
    chance = random.Random(f"{wanted.table} {wanted.seed}")
    found = [numbered(match)]
    while len(found) <= wanted.skipped + wanted.shown:
        ply, seat = match.ply(0), match.acting[0]
        match.play(seat, chance.choice(match.legal(seat)))
        if match.ply(0) != ply:
            found.append(numbered(match))
    return found[wanted.skipped :]


def against_bots(table: str, seed: int, decisions: int) -> CodedMatch:
    """A visitor's match against green belts, under the names they have in the hall."""
    match = played(table, seed, decisions)
    match.names = seat_names(match.game.id, [PERSON, *["green"] * (match.setup.seats - 1)])
    return match


def numbered(match: CodedMatch) -> str:
    """The message to the first seat with the number of what it has seen."""
    return json.dumps(json.loads(message(match)) | {"ply": match.ply(0)})


def main() -> None:
    """All pictures, or those named on the command line."""
    asked = set(sys.argv[1:]) or {each.name for each in (*PICTURES, *EXCHANGES)}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        try:
            for wanted in (*PICTURES, *EXCHANGES):
                if wanted.name in asked:
                    taken = (
                        film(browser, house, wanted)
                        if isinstance(wanted, Exchange)
                        else take(browser, house, wanted)
                    )
                    (FOLDER / f"{wanted.name}.webp").write_bytes(taken)
                    print(f"{wanted.name}.webp: {len(taken):,} bytes")
        finally:
            browser.close()
            house.stop()


if __name__ == "__main__":
    main()
