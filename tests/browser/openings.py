"""What opens over or beside a page: dialogs, sheets and panels, each with the way to it."""

import json
from collections.abc import Callable
from typing import NamedTuple

from tests.browser.sights import GAMES, Sight, Tourist
from tests.kit.positions import finished, frame, hint, message, played, timed

AT = (3, 6)  # seed and decisions of the table behind a dialog
HALL, TABLE = Sight("/", "[data-new]"), Sight("/table/x", ".stage .piece")
DECK, FILM = Sight("/deck", ".panel .good"), Sight("/replay/x", ".strip .way")


class Opening(NamedTuple):
    """What is opened where, how the table stands, and what is there then."""

    sight: Sight
    open: Callable[[Tourist], None]
    there: str
    message: str = ""


def click(selector: str) -> Callable[[Tourist], None]:
    return lambda tourist: tourist.page.locator(selector).first.click()


def form(game: str, build: str = "") -> Callable[[Tourist], None]:
    """The form of a new table with as many seats as there are, and its options open."""

    def fill(tourist: Tourist) -> None:
        page = tourist.page
        page.click(f"[data-new={game}]")
        page.locator("#ask[open]").wait_for()
        sizes = page.locator("#f-seats")
        if sizes.count():
            sizes.select_option(index=sizes.locator("option").count() - 1)
        page.locator("#ask summary").click()
        if build:
            page.locator(build).first.wait_for()

    return fill


def pick_fighter(tourist: Tourist) -> None:
    form("martial_art", ".build")(tourist)
    tourist.page.click("[data-choose=B]")


def explain(tourist: Tourist) -> None:
    tourist.page.locator(".stage button.card").first.click(button="right")


def tell_hint(table: str) -> Callable[[Tourist], None]:
    def tell(tourist: Tourist) -> None:
        tourist.page.click("button[aria-label=Hint]")
        tourist.hear(hint(table, *AT))

    return tell


def two_people() -> str:
    return message(played("dojo_duel", *AT), players=["person", "person"])


def handed_over() -> str:
    """Two at one screen: whoever has moved still looks, the other one is next."""
    sent = json.loads(two_people())
    sent["scene"] |= {"acting": [1], "choices": [], "buttons": []}
    return json.dumps(sent | {"mine": [0, 1]})


BUILDS = {"dojo_duel": "a.build", "martial_art": "button.build", "master_udo": "a.build"}
OPENINGS: dict[str, Opening] = {
    **{
        f"form {game}": Opening(HALL, form(game, BUILDS.get(game, "")), "#ask[open] .option")
        for game in GAMES
    },
    "invite": Opening(HALL, click(".acts button:nth-of-type(2)"), "#ask[open] .place"),
    "fighters": Opening(HALL, pick_fighter, "dialog.picking .portrait"),
    "deck as text": Opening(DECK, click("[data-do=text]"), "#ask[open] #astext"),
    "why": Opening(TABLE, click(".whys"), "dialog.side .clause"),
    "a card in full": Opening(TABLE, explain, "#ask[open].full", frame("kenpo_masters", *AT)),
    "help": Opening(TABLE, click("[aria-label='Help and keys']"), "#ask[open] kbd"),
    "concede": Opening(TABLE, click(".foot button"), "#ask[open] .primary"),
    "courtesies": Opening(
        TABLE, click("[aria-label='At the table']"), "#ask[open] .courtesies", two_people()
    ),
    "curtain": Opening(TABLE, lambda _: None, "#curtain[open] .primary", handed_over()),
    "share": Opening(TABLE, click(".prompt button:text('Share')"), "#ask[open] .link",
                     finished("dojo_duel")),
    "play on": Opening(FILM, click(".onward button"), "#ask[open] #p-who"),
    "a record": Opening(FILM, click(".foot button"), "#ask[open] .drop"),
    **{
        f"end {game}": Opening(TABLE, click(".deal summary"), ".prompt.over .ways", finished(game))
        for game in GAMES
    },
    **{
        f"clock {table}": Opening(TABLE, click(".deal summary"), ".due button", timed(table, *AT))
        for table in ("kenpo_masters", "martial_art black", "udaka six", "dojo_duel")
    },
    **{
        f"hint {table}": Opening(TABLE, tell_hint(table), ".hints li", frame(table, *AT))
        for table in ("martial_art", "master_udo")
    },
}  # fmt: skip


def opened(tourist: Tourist, opening: Opening) -> None:
    """Go there and open it."""
    tourist.page.set_viewport_size({"width": 1280, "height": 800})
    tourist.go(opening.sight, opening.message)
    opening.open(tourist)
    tourist.page.mouse.move(0, 0)  # nothing is lifted under it
    tourist.page.locator(opening.there).first.wait_for()
