"""The data, the options and the texts fit the rules."""

import re
from dataclasses import fields
from typing import Any

import pytest

from budokan.games.udaka import GAME
from budokan.games.udaka.options import Options
from budokan.games.udaka.rules.rules import MOST_SEATS
from budokan.games.udaka.rules.state import ACE, BOXES, HAND, JOKER, KING, MOST_HELD, RANKS, TWO
from budokan.games.udaka.tests.helper import Play
from budokan.kit.errors import Refusal
from budokan.kit.options import allowed


def test_ud_c1_the_deck() -> None:
    """UD-C1, UD-02"""
    copies = dict(
        zip(*(GAME.data.column("rank", name) for name in ("word", "copies")), strict=True)
    )
    assert copies == {**dict.fromkeys("A23456789", 4), "K": 1, "J": 1}
    assert sum(copies.values()) == 38


def test_ranks_stand_where_the_rules_count_them() -> None:
    words = GAME.data.column("rank", "word")
    assert len(words) == RANKS
    assert (words[ACE], words[TWO], words[KING], words[JOKER]) == ("A", "2", "K", "J")
    boxes = GAME.data.column("rank", "box")
    assert [box for box in boxes if box] == [int(word) for word in words[TWO:KING]]
    assert len(words[TWO:KING]) == BOXES
    piles = GAME.data.column("rank", "pile")
    assert [word for word, pile in zip(words, piles, strict=True) if pile == "udaka"] == ["A"]


def test_limits() -> None:
    """UD-R2, UD-11"""
    limits = GAME.data["limits"]
    assert (limits["players"]["smallest"], limits["players"]["largest"]) == (2, MOST_SEATS)
    with pytest.raises(
        Refusal, match=r"limits.players.largest: 8 cannot be played: the table has seats for 2 to 6"
    ):
        GAME.setup(2, overlay={"limits": {"players": {"largest": 8}}})
    assert (GAME.seats[0], GAME.seats[-1], GAME.default_seats) == (2, MOST_SEATS, 4)
    assert limits["hand"]["size"] == HAND
    assert limits["hand"]["size"] + 1 == MOST_HELD


def test_ud_05_there_is_one_udaka_token() -> None:
    play = Play(hands=["2 3 4", "5 6"])
    tokens = [piece for piece in play.zone(0, "udaka").pieces if piece.face == "udaka"]
    assert len(tokens) == GAME.data["board"]["udaka"]["tokens"] == 1


def test_sources() -> None:
    """What the original prints, what follows from it, and what is our own."""
    found: dict[str, set[str]] = {}
    for section, key, field, _, source in GAME.data.values():
        named = key if section == "rank" and key in "akj" else "number"
        where = {"rank": f"rank.{named}.{field}", "suit": "suit"}
        found.setdefault(source, set()).add(where.get(section, f"{section}.{key}.{field}"))
    assert found == {
        "rulebook": {
            *(f"rank.{key}.{field}" for key in "akj" for field in ("name", "copies", "pile")),
            "rank.number.copies",
            "rank.number.pile",
            "board.boxes.tokens_each",
            "board.udaka.tokens",
            "limits.hand.size",
        },
        "derived": {
            *(f"rank.{key}.box" for key in "akj"),
            *(f"rank.number.{field}" for field in ("name", "word", "box")),
            "board.boxes.first",
            "board.boxes.last",
        },
        "designed": {
            *(f"rank.{key}.word" for key in "akj"),
            "suit",
            "board.layout.rows",
            "limits.players.smallest",
            "limits.players.largest",
        },
    }


def test_the_option_table_of_the_rules_is_true() -> None:
    row = r"^\| `(\w+)` \| (\S+) \| ([^|(]*\S) *(?:\([^|]*)?\| (\S+) \|$"
    table = {
        name: (default, set(values.split(", ")), clause)
        for name, default, values, clause in re.findall(row, GAME.rules, re.M)
    }
    seats = {str(seats) for seats in GAME.seats}
    assert table.pop("players") == (str(GAME.default_seats), seats, "UD-R2")
    assert table == {
        f.name: (plain(f.default), values_of(f), f.metadata["clause"]) for f in fields(Options)
    }


def plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def values_of(f: Any) -> set[str]:
    limits = re.fullmatch(r"(\d+)\.\.(\d+)", allowed(f))
    if not limits:
        return set(allowed(f).split(", "))
    return {str(n) for n in range(int(limits[1]), int(limits[2]) + 1)}


@pytest.mark.parametrize(
    ("rows", "said"),
    [([[2, 3, 4, 5]], "Every box"), ([[2, 3, 4], [5, 6, 7, 8, 9]], "equal length")],
)
def test_a_layout_must_show_every_box(rows: list[list[int]], said: str) -> None:
    with pytest.raises(Refusal, match=said):
        GAME.setup(2, overlay={"board": {"layout": {"rows": rows}}})


def test_a_layout_may_be_changed() -> None:
    rows = [[9, 8], [7, 6], [5, 4], [3, 2]]
    play = Play(hands=["2 3 4", "5 6"])
    play.setup = GAME.setup(2, overlay={"board": {"layout": {"rows": rows}}})
    zone = play.zone(0, "boxes")
    assert (zone.cells[0], zone.width) == ("box.9", 2)
