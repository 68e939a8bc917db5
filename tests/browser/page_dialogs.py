"""Dialogs, sheets and panels of the pages, each with the clicks that open it."""

import json
from collections.abc import Callable
from typing import NamedTuple

from tests.browser.page_visits import GAMES, PageViewer, PageVisit
from tests.kit.positions import finished, frame, hint, message, played, timed

AT = (3, 6)  # seed and decisions of the table behind a dialog
HALL, TABLE = PageVisit("/", "[data-new]"), PageVisit("/table/x", ".stage .piece")
DECK, REPLAY = PageVisit("/deck", ".panel .good"), PageVisit("/replay/x", ".strip .way")


class PageDialog(NamedTuple):
    """The page, the clicks that open the dialog, and a selector that is present once it is open."""

    visit: PageVisit
    open: Callable[[PageViewer], None]
    ready: str
    message: str = ""


def click(selector: str) -> Callable[[PageViewer], None]:
    return lambda viewer: viewer.page.locator(selector).first.click()


def form(game: str, build: str = "") -> Callable[[PageViewer], None]:
    """Open the form of a new table with the most seats, and unfold its options."""

    def fill(viewer: PageViewer) -> None:
        page = viewer.page
        page.click(f"[data-new={game}]")
        page.locator("#ask[open]").wait_for()
        sizes = page.locator("#f-seats")
        if sizes.count():
            sizes.select_option(index=sizes.locator("option").count() - 1)
        page.locator("#ask summary").click()
        if build:
            page.locator(build).first.wait_for()

    return fill


def invite_more(viewer: PageViewer) -> None:
    viewer.page.click(".acts button:nth-of-type(2)")
    viewer.page.locator("#ask summary").first.click()


def pick_fighter(viewer: PageViewer) -> None:
    form("martial_art", ".build")(viewer)
    viewer.page.click("[data-choose=B]")


def explain(viewer: PageViewer) -> None:
    viewer.page.locator(".stage button.card").first.click(button="right")


def tell_hint(table: str) -> Callable[[PageViewer], None]:
    def tell(viewer: PageViewer) -> None:
        viewer.page.click("button[aria-label=Hint]")
        viewer.send(hint(table, *AT))

    return tell


def two_people() -> str:
    return message(played("dojo_duel", *AT), players=["person", "person"])


def handed_over() -> str:
    """Two players at one screen: one has moved, the other is next."""
    sent = json.loads(two_people())
    sent["scene"] |= {"acting": [1], "choices": [], "buttons": []}
    return json.dumps(sent | {"mine": [0, 1]})


DEAL = click(".deal summary")
BUILDS = {"dojo_duel": "a.build", "martial_art": "button.build", "master_udo": "a.build"}
DIALOGS: dict[str, PageDialog] = {
    **{
        f"form {game}": PageDialog(HALL, form(game, BUILDS.get(game, "")), "#ask[open] .option")
        for game in GAMES
    },
    "invite": PageDialog(HALL, click(".acts button:nth-of-type(2)"), "#ask[open] #f-clock"),
    "invite more": PageDialog(HALL, invite_more, "#ask[open] .place"),
    "fighters": PageDialog(HALL, pick_fighter, "dialog.picking .portrait"),
    "deck as text": PageDialog(DECK, click("[data-do=text]"), "#ask[open] #astext"),
    "why": PageDialog(TABLE, click(".whys"), "dialog.side .clause"),
    "a card in full": PageDialog(TABLE, explain, "#ask[open].full", frame("kenpo_masters", *AT)),
    "help": PageDialog(TABLE, click("[aria-label='Help and keys']"), "#ask[open] kbd"),
    "concede": PageDialog(TABLE, click(".foot button"), "#ask[open] .primary"),
    "courtesies": PageDialog(
        TABLE, click("[aria-label='At the table']"), "#ask[open] .courtesies", two_people()
    ),
    "curtain": PageDialog(TABLE, lambda _: None, "#curtain[open] .primary", handed_over()),
    "share": PageDialog(TABLE, click(".prompt button:text('Share')"), "#ask[open] .link",
                     finished("dojo_duel")),
    "play on": PageDialog(REPLAY, click(".onward button"), "#ask[open] #p-who"),
    "a record": PageDialog(
        REPLAY, click(".foot button:text('Open a record')"), "#ask[open] .drop"
    ),
    **{
        f"end {game}": PageDialog(TABLE, DEAL, ".prompt.over .ways", finished(game))
        for game in GAMES
    },
    **{
        f"clock {table}": PageDialog(TABLE, DEAL, ".due button", timed(table, *AT))
        for table in ("kenpo_masters", "martial_art black", "udaka six", "dojo_duel")
    },
    **{
        f"hint {table}": PageDialog(TABLE, tell_hint(table), ".hints li", frame(table, *AT))
        for table in ("martial_art", "master_udo")
    },
}  # fmt: skip


def open_dialog(viewer: PageViewer, dialog: PageDialog) -> None:
    """Open the page, then its dialog."""
    viewer.page.set_viewport_size({"width": 1280, "height": 800})
    viewer.go(dialog.visit, dialog.message)
    dialog.open(viewer)
    viewer.page.mouse.move(0, 0)  # so that it hovers over nothing
    viewer.page.locator(dialog.ready).first.wait_for()
