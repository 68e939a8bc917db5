"""The end of a match in the hall: key moments, and a rematch against another belt."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.hall import Visitor, hall, sit_down_once


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Visitor]:
    with hall(tmp_path) as client:
        yield Visitor(client)


def given_up(me: Visitor, *players: str) -> str:
    """A match that somebody gave up at once."""
    table: str = me.table("dojo_duel", *players)["id"]
    with me.sit(table) as seat:
        seat.hear()
        seat.say("concede", seat=0)
        while not seat.hear()["over"]:
            pass
    return table


def players(me: Visitor, table: str) -> list[str]:
    with me.sit(table) as seat:
        found: list[str] = seat.hear()["table"]["players"]
        return found


def test_alone_a_rematch_may_be_against_another_belt(ann: Visitor) -> None:
    table = given_up(ann, "me", "green")
    wrong = ann.post(f"/api/tables/{table}/rematch?belt=purple")
    assert wrong.status_code == 400 and "purple" in wrong.json()["error"]
    again = ann.post(f"/api/tables/{table}/rematch?belt=blue").json()["id"]
    assert players(ann, again) == ["blue", "person"]
    assert ann.post(f"/api/tables/{table}/rematch").json()["id"] == again


def test_between_people_nobody_chooses_a_belt(ann: Visitor) -> None:
    made = ann.table("dojo_duel", "me", "human")
    ben = Visitor(ann.client)
    ben.accept(made["invites"][0])
    sit_down_once(made["id"], ann, ben)
    with ann.sit(made["id"]) as seat:
        seat.hear()
        seat.say("concede", seat=0)
        while not seat.hear()["over"]:
            pass
    refused = ann.post(f"/api/tables/{made['id']}/rematch?belt=blue")
    assert refused.status_code == 400 and "alone against bots" in refused.json()["error"]


def test_key_moments_come_after_the_end(ann: Visitor) -> None:
    running = ann.table("dojo_duel", "me", "green")["id"]
    sit_down_once(running, ann)
    early = ann.get(f"/api/tables/{running}/moments")
    assert early.status_code == 409
    path = f"/api/tables/{given_up(ann, 'me', 'green')}/moments"
    answer, until = ann.get(path), time.monotonic() + 60
    while answer.status_code == 202 and time.monotonic() < until:
        time.sleep(0.05)
        answer = ann.get(path)
    assert answer.status_code == 200 and answer.json() == {"moments": [], "view": "A"}
    assert Visitor(ann.client).get(path).json()["view"] == "spectator"
