"""Sample answers of a busy hall: long names, long lists, every outcome."""

from typing import Any

import msgspec

from budokan.protocol import (
    CardsName,
    CardValues,
    DealResult,
    DeviceLine,
    MatchLine,
    MatchPage,
    OpenSeat,
    OpenTable,
    SharedDeal,
    ShownMatch,
    ShownPage,
    SourcedValue,
    YourData,
)
from tests.browser.sample_replays import LONGEST_NAME

WHEN = "2026-03-14T15:09:26+00:00"
COMPANY = [
    LONGEST_NAME,
    "Another one with a name",
    "Haruka",
    "Kenta",
    "Otieno",
    "Ramona",
]
WHO = ["person", "person", "black", "green", "black", "black"]
ENDS = {
    "won": "Ann beats Kenta by 25 to 17, after the eleventh Break.",
    "lost": "Ann cannot pay and falls. Masters beaten: 3, glory 27.",
    "drawn": "Round 4: Ann, Ben and Kenta tie at 1.",
}


def plain(told: Any) -> Any:
    return msgspec.to_builtins(told)


def matches() -> Any:
    """A visitor's list: waiting, running and finished matches, on the first of several pages."""

    def line(game: str, title: str, seats: int, **more: Any) -> MatchLine:
        usual = {"id": "x", "mine": [0], "yours": False, "over": False, "created": WHEN,
                 "ended": "", "outcome": "", "result": "", "shared_deal": ""}  # fmt: skip
        facts = {"game": game, "title": title, "names": COMPANY[:seats], "players": WHO[:seats]}
        return msgspec.convert(usual | facts | more, MatchLine)

    over = [
        line("udaka", "Udaka", 6, over=True, ended=WHEN, outcome=how, result=told, shared_deal="y")
        for how, told in ENDS.items()
    ]
    rows = [
        line("martial_art", "Martial Art", 4, yours=True),
        line("dojo_duel", "Dojo Duel", 2),
        line("kenpo_masters", "Kenpo Masters", 2, mine=[0, 1]),
        *over,
    ]
    return plain(MatchPage(page=1, pages=3, total=42, rows=rows))


def your_data() -> Any:
    """A visitor of whom the hall has much, with devices of long names."""
    devices = [
        DeviceLine(f"{number:016}", label, "2026-03-14", "2026-03-15", number == 0)
        for number, label in enumerate(("", LONGEST_NAME, "My phone"))
    ]
    return plain(YourData(4096, 12, COMPANY, 100, 7, 30, devices))


def shown() -> Any:
    """Matches to watch: long names, and matches of minutes and of days."""
    rows = [
        ShownMatch("x", "udaka", "Udaka", COMPANY, told, WHEN, minutes)
        for told, minutes in zip(ENDS.values(), (7, 240, 30_000), strict=True)
    ]
    return plain(ShownPage(page=1, pages=1, total=3, rows=rows))


def open_tables() -> Any:
    """Tables with a free seat, one of them the visitor's own."""
    clock, options = "3 days a turn", ["start points 10", "kicker mode simultaneous"]

    def table(title: str, mine: bool, seats: list[OpenSeat]) -> OpenTable:
        cards = CardsName("0123456789abcdef", "My box, the second edition")
        return OpenTable("x", title, title, clock, options, seats, WHEN, mine, cards)

    free = OpenSeat("Guest", "free")
    one, bot = OpenSeat(LONGEST_NAME, "person"), OpenSeat("Kenta", "green")
    return plain([table("Udaka", True, [one, free, free, bot, bot, bot]),
                  table("Kenpo Masters", False, [one, free])])  # fmt: skip


def card_values() -> Any:
    """The values of a card with every kind of source."""
    jab = [
        SourcedValue("Step forward", 4, "from your cards", True, "card 3", ""),
        SourcedValue("Name", "Jab", "stated in print", False, "", "KM-02"),
        SourcedValue("Qualifiers", ["Fast", "Punch"], "our reconstruction", False, "", ""),
    ]
    found = CardValues("kenpo_masters", "0123456789abcdef", "My box", {"card.jab": jab})
    return plain(found)


def same(deal: str) -> Any:
    """A deal that many have played, the visitor among them."""
    day = deal.removeprefix("daily-master_udo-") if deal.startswith("daily-") else ""
    results = [
        DealResult(name, how, 0.9 - 0.1 * i, told, "Ann 25 · Kenta 17", WHEN, "x", i == 1)
        for i, (name, (how, told)) in enumerate(zip(COMPANY, ENDS.items(), strict=False))
    ]
    par = DealResult("The black belt", "won", 0.85, ENDS["won"], "glory 31", WHEN, "", False)
    seats = ["person"] if day else ["person", "green", "green", "random"]
    return plain(
        SharedDeal(
            id=deal,
            game="master_udo" if day else "udaka",
            title="Master Udo" if day else "Udaka",
            day=day,
            seat=0,
            names=COMPANY[: len(seats)],
            players=seats,
            options=["hero kai", "masters easy"],
            since=WHEN,
            people=3,
            table="x",
            state="finished",
            results=results,
            par=par,
            fault="",
        )
    )
