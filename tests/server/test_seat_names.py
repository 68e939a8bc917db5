"""Seat names: given by people, or of the house; they move with their players."""

from typing import Any

import pytest

from budokan.agents.belts import BELTS
from budokan.agents.house_names import HOUSE, MAX_NAME, distinct, seat_names
from budokan.kit.game import find_all
from tests.server.hall import Visitor, play_out
from tests.server.test_replays import choices, finished, kept_as


@pytest.mark.parametrize(
    "players, given, names",
    [
        ("person greedy", [], ["Guest", "Greedy"]),
        ("person person", ["", ""], ["Guest 1", "Guest 2"]),
        ("person person", ["Ann", ""], ["Ann", "Guest"]),
        ("person green", ["", ""], ["Guest", "Kenta"]),
        ("person green", ["Kenta", ""], ["Kenta", "Dilan"]),
        ("person search:50", ["", "Bruno"], ["Guest", "Bruno"]),
        ("search:50 search:200", ["", ""], ["Search", "Search 2"]),
        ("white person white", [""] * 3, ["Sefa", "Guest", "Priya"]),
    ],
)
def test_names_of_seats(players: str, given: list[str], names: list[str]) -> None:
    assert seat_names("kenpo_masters", players.split(), given) == names


def test_everybody_of_the_house_has_a_name_and_a_belt_of_their_own() -> None:
    people = [name for belt in BELTS for name in HOUSE[belt]]
    assert len({name.lower() for name in people}) == len(people) >= 40
    assert all(name.isascii() and name.isalpha() and len(name) <= 8 for name in people)
    printed = {
        str(row.values.get("name", "")).lower()
        for game in find_all().values()
        for section in game.data.sections.values()
        for row in section.values()
    }
    assert not printed & {name.lower() for name in people}, "no card or fighter is called so"


def test_no_two_at_a_table_are_called_alike() -> None:
    for belt in BELTS:
        names = seat_names("udaka", [belt] * 8, [""] * 8)
        assert len(set(names)) == 8 and set(names) == set(HOUSE[belt])
    assert seat_names("udaka", ["green"] * 9)[8] == f"{seat_names('udaka', ['green'])[0]} 2"
    long = "x" * MAX_NAME
    assert len(distinct(long, [long])) <= MAX_NAME


def give_up(who: Visitor, table: str, seat: int = 0) -> dict[str, Any]:
    with who.sit(table) as me:
        frame = me.hear()
        me.say("concede", seat=seat)
        while not me.hear()["over"]:
            pass
    return frame


def again(who: Visitor, table: str) -> str:
    return str(who.post(f"/api/tables/{table}/rematch").json()["id"])


@pytest.mark.parametrize("name", ["", "Ann"])
def test_names_move_in_a_rematch(ann: Visitor, name: str) -> None:
    table = ann.table("udaka", "me", "random", "random", names=[name, "", ""])["id"]
    with ann.sit(table) as me:
        first = play_out(me)["names"]
    assert first == [name or "Guest", "Random", "Random 2"]
    with ann.sit(again(ann, table)) as me:
        assert me.hear()["names"] == ["Random 2", name or "Guest", "Random"]


def test_an_invited_person_says_their_name_once(ann: Visitor) -> None:
    ben = Visitor(ann.client)
    made = ann.table("dojo_duel", "me", "human", names=["Ann", ""])
    table, name = made["id"], f"/api/tables/{made['id']}/name"
    with ann.sit(table) as me:
        before = me.hear()
        assert before["names"] == ["Ann", "Guest"] and before["table"]["unnamed"] == [1]
        assert before["scene"]["prompt"]["question"] == "The table waits for a guest."
        assert ben.post(name, json={"seat": 1, "name": "Ben"}).status_code == 403
        ben.accept(made["invites"][0])
        with ben.sit(table) as he:
            he.hear()
            assert me.hear()["table"]["dealt"]
            refused = ben.post(name, json={"seat": 0, "name": "Ben"})
            assert refused.status_code == 403 and "person on a seat" in refused.json()["error"]
            assert ben.post(name, json={"seat": 1, "name": " \n"}).status_code == 400
            said = ben.post(name, json={"seat": 1, "name": " Ann "})
            assert said.json() == {"seat": 1, "name": "Ann 2"}, "no two are called alike"
            frame = me.hear()
            assert frame["names"] == ["Ann", "Ann 2"] and frame["table"]["unnamed"] == []
            late = ben.post(name, json={"seat": 1, "name": "Eve"})
            assert late.status_code == 409 and "once the match has begun" in late.json()["error"]
    listed = ben.get("/api/matches").json()["rows"][0]
    assert listed["names"] == ["Ann", "Ann 2"] and listed["players"] == ["person", "person"]


def test_a_name_can_be_changed_until_the_deal(ann: Visitor) -> None:
    table = ann.table("dojo_duel", "me", "human")["id"]
    for name in ("Anne", "Ann"):
        answer = ann.post(f"/api/tables/{table}/name", json={"name": name})
        assert answer.json()["name"] == name
    assert ann.get("/api/matches").json()["rows"][0]["names"] == ["Ann", "Guest 2"]


def test_a_continued_table_has_the_usual_names(ann: Visitor) -> None:
    match = finished()
    name = kept_as(ann, match)
    wanted = {"step": choices(match)[0], "players": ["white", "me"], "names": ["", "Ann"]}
    made = ann.post(f"/api/tables/{name}/play-on", json=wanted).json()
    assert give_up(ann, made["id"], 1)["names"] == [seat_names("dojo_duel", ["white"])[0], "Ann"]
    facts = ann.get(f"/api/tables/{made['id']}/replay").json()["facts"]
    assert facts["players"] == ["white", "person"], "so that the page offers them again"
    again = ann.post(f"/api/tables/{name}/play-on", json={**wanted, "names": ["Ann"]})
    assert again.status_code == 400 and "each of the 2 seats" in again.json()["error"]


def test_an_unnamed_player_of_a_shared_deal_is_a_guest(ann: Visitor) -> None:
    table = ann.table("dojo_duel", "me", "greedy", names=["Ann", ""])["id"]
    give_up(ann, table)
    deal = ann.post(f"/api/tables/{table}/same").json()["id"]
    ben = Visitor(ann.client)
    second = ben.post(f"/api/same/{deal}/play", json={}).json()["id"]
    assert give_up(ben, second)["names"] == ["Guest", "Greedy"]
    with ben.sit(again(ben, second)) as me:
        assert me.hear()["names"] == ["Greedy", "Guest"]
