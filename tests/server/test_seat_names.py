"""Seat names: a given name stays with the player, any other name follows the seat."""

from typing import Any

import pytest

from budokan.server.table.seat_names import seat_names
from tests.server.hall import Visitor
from tests.server.test_replays import choices, finished, kept_as


@pytest.mark.parametrize(
    "sitting, given, names",
    [
        ("person greedy", [], ["A", "B (greedy)"]),
        ("person person", ["", ""], ["Red belt", "Blue belt"]),
        ("person person", ["Ann", ""], ["Ann", "Blue belt"]),
        ("person green", ["", ""], ["Red belt", "Green belt"]),
        ("person search:50", ["", "Bruno"], ["Red belt", "Bruno"]),
        ("random person", ["", ""], ["The house", "Blue belt"]),
        ("blue person", ["", ""], ["The house", "Blue belt"]),
        ("blue person", ["", "Ann"], ["Blue belt", "Ann"]),
        ("white person white", [""] * 3, ["White belt 1", "Blue belt", "White belt 2"]),
    ],
)
def test_names_of_seats(sitting: str, given: list[str], names: list[str]) -> None:
    assert seat_names(sitting.split(), given) == names


def test_seats_beyond_the_colours_are_named_by_letters() -> None:
    assert seat_names(["person"] * 8, [""] * 8)[5:] == ["Black belt", "Seat G", "Seat H"]


def give_up(who: Visitor, table: str, seat: int = 0) -> dict[str, Any]:
    with who.sit(table) as me:
        frame = me.hear()
        me.say("concede", seat=seat)
        while not me.hear()["over"]:
            pass
    return frame


def again(who: Visitor, table: str) -> str:
    return str(who.post(f"/api/tables/{table}/rematch").json()["id"])


@pytest.mark.parametrize("name, then", [("", "Blue belt"), ("Ann", "Ann")])
def test_only_given_names_move_in_a_rematch(ann: Visitor, name: str, then: str) -> None:
    table = ann.table("dojo_duel", "me", "white", names=[name, ""])["id"]
    assert give_up(ann, table)["names"] == [name or "Red belt", "White belt"]
    second = again(ann, table)
    assert give_up(ann, second, 1)["names"] == ["White belt", then]
    with ann.sit(again(ann, second)) as me:
        assert me.hear()["names"] == [name or "Red belt", "White belt"]


def test_a_continued_table_has_the_usual_names(ann: Visitor) -> None:
    match = finished()
    name = kept_as(ann, match)
    wanted = {"step": choices(match)[0], "players": ["white", "me"], "names": ["", "Ann"]}
    made = ann.post(f"/api/tables/{name}/play-on", json=wanted).json()
    assert give_up(ann, made["id"], 1)["names"] == ["White belt", "Ann"]
    facts = ann.get(f"/api/tables/{made['id']}/replay").json()["facts"]
    assert facts["players"] == ["white", "person"], "so that the page offers them again"
    again = ann.post(f"/api/tables/{name}/play-on", json={**wanted, "names": ["Ann"]})
    assert again.status_code == 400 and "each of the 2 seats" in again.json()["error"]


def test_an_unnamed_player_of_a_shared_deal_is_named_after_the_seat(ann: Visitor) -> None:
    table = ann.table("dojo_duel", "me", "greedy", names=["Ann", ""])["id"]
    give_up(ann, table)
    deal = ann.post(f"/api/tables/{table}/same").json()["id"]
    ben = Visitor(ann.client)
    second = ben.post(f"/api/same/{deal}/play", json={}).json()["id"]
    assert give_up(ben, second)["names"] == ["Red belt", "The house"]
    with ben.sit(again(ben, second)) as me:
        assert me.hear()["names"] == ["The house", "Blue belt"]
