"""Matches shown to everybody: only if all agreed, never a deal that is still offered."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from budokan.server import daily
from budokan.server.routes import shown
from budokan.store.backup import FILE
from tests.server.hall import Visitor, hall, play_out, sit_down_once


def listed(client: TestClient, query: str = "") -> dict[str, Any]:
    """The list as somebody who plays nowhere sees it."""
    answer = Visitor(client).get(f"/api/replays/shown{query}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def ids(client: TestClient) -> list[str]:
    return [row["id"] for row in listed(client)["rows"]]


def concede(who: Visitor, table: str, seat: int = 0) -> None:
    with who.sit(table) as socket:
        socket.hear()
        socket.say("concede", seat=seat)
        while not socket.hear()["over"]:
            pass


def let_watch(who: Visitor, table: str, agree: bool = True) -> Any:
    return who.post(f"/api/tables/{table}/shown", json={"agree": agree})


def alone(who: Visitor, **more: Any) -> str:
    """A finished match of one person against a bot."""
    table: str = who.table("dojo_duel", "me", "greedy", **more)["id"]
    concede(who, table)
    return table


def of_two(ann: Visitor, ben: Visitor) -> str:
    """A finished match of two people."""
    made = ann.table("dojo_duel", "me", "human", names=["Ann", "Ben"])
    ben.accept(made["invites"][0])
    sit_down_once(made["id"], ann, ben)
    concede(ben, made["id"], seat=1)
    return str(made["id"])


def test_it_is_listed_when_all_have_agreed_and_anybody_can_withdraw(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    table = of_two(ann, ben)
    told = {"agreed": [0], "missing": [1], "offered": False}
    assert let_watch(ann, table).json() == told and ids(client) == []
    with ben.sit(table) as there:
        assert there.hear()["table"]["showing"] == told
        assert let_watch(ben, table).json()["missing"] == []
        assert there.hear()["table"]["showing"]["agreed"] == [0, 1]
    (row,) = listed(client)["rows"]
    assert row.keys() == {"id", "game", "title", "names", "result", "ended", "minutes"}
    assert (row["id"], row["title"], row["names"]) == (table, "Dojo Duel", ["Ann", "Ben"])
    assert "gives up" in row["result"] and row["minutes"] == 1
    assert Visitor(client).get(f"/api/tables/{table}/replay").status_code == 200
    assert let_watch(ann, table, agree=False).json()["agreed"] == [1] and ids(client) == []


def test_bots_agree_and_a_player_alone_decides(client: TestClient) -> None:
    ann = Visitor(client)
    first, second = alone(ann), alone(ann)
    assert ids(client) == []
    for table in (first, second):
        assert let_watch(ann, table).status_code == 200
    assert sorted(ids(client)) == sorted([first, second])
    page = listed(client, "?size=1&page=2")
    assert (page["pages"], page["total"], len(page["rows"])) == (2, 2, 1)


def test_who_may_agree_and_when(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    running = ann.table("dojo_duel", "me", "greedy")["id"]
    sit_down_once(running, ann)
    assert let_watch(ann, running).status_code == 409
    table = alone(ann)
    assert let_watch(ben, table).status_code == 403
    assert let_watch(ann, "nothing-here").status_code == 404
    assert ann.post(f"/api/tables/{table}/shown", json={"agree": "yes"}).status_code == 400
    with ann.sit(running) as there:
        assert there.hear()["table"]["showing"] is None
    for query in ("?page=0", "?size=21", "?size=x"):
        assert ann.get(f"/api/replays/shown{query}").status_code == 400


def test_a_match_of_bots_alone_has_nobody_to_agree(client: TestClient) -> None:
    ann = Visitor(client)
    table = ann.table("dojo_duel", "random", "random")["id"]
    with ann.sit(table) as there:
        while not there.hear()["over"]:
            pass
        assert there.frame["table"]["showing"] is None
    assert let_watch(ann, table).status_code == 403 and ids(client) == []


def test_a_deal_that_is_offered_to_others_is_never_listed(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    table = alone(ann)
    let_watch(ann, table)
    assert ids(client) == [table]
    deal = ann.post(f"/api/tables/{table}/same").json()["id"]  # offered after all have agreed
    assert ids(client) == []
    other = ben.post(f"/api/same/{deal}/play", json={}).json()["id"]
    concede(ben, other)
    assert let_watch(ben, other).json()["offered"] and ids(client) == []


@pytest.mark.parametrize("player", ["me", "human"])
def test_todays_challenge_is_listed_tomorrow(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, player: str
) -> None:
    """Also a match of an invited player, which is not the challenge but has its cards."""
    ann = Visitor(client)
    made = ann.table("master_udo", player, daily=daily.today())
    table = made["id"]
    for invited in made["invites"]:
        ann.accept(invited)
    concede(ann, table)
    let_watch(ann, table)
    assert ids(client) == []
    monkeypatch.setattr(shown, "today", lambda: "9999-12-31")
    assert ids(client) == [table]


def test_the_cards_of_a_challenge_are_not_offered_as_another_deal(client: TestClient) -> None:
    """Otherwise a match of the challenge could be listed while its cards are still offered."""
    ann = Visitor(client)
    made = ann.table("master_udo", "human", daily=daily.today())
    ann.accept(made["invites"][0])
    sit_down_once(made["id"], ann)
    refused = ann.post(f"/api/tables/{made['id']}/same")
    assert refused.status_code == 409 and "a day's challenge" in refused.json()["error"]


def test_pages_beyond_the_last_are_empty(client: TestClient) -> None:
    ann = Visitor(client)
    let_watch(ann, alone(ann))
    for query in ("?page=2", "?page=100000&size=20"):
        assert listed(client, query)["rows"] == [] and listed(client, query)["total"] == 1
    for query in ("?page=100001", "?page=-1", "?size=0", "?page=1.5", "?page=٣", "?size="):
        assert ann.get(f"/api/replays/shown{query}").status_code == 400


def test_a_match_that_goes_on_from_another_is_not_shown(client: TestClient) -> None:
    """Its first moves are those of people who were not asked."""
    ann, ben = Visitor(client), Visitor(client)
    table = ann.table("dojo_duel", "me", "random")["id"]
    with ann.sit(table) as there:
        play_out(there)
    steps = range(2, 40)
    body = {"players": ["me", "random"]}
    answers = (ben.post(f"/api/tables/{table}/play-on", json={"step": n, **body}) for n in steps)
    onward = next(each.json()["id"] for each in answers if each.status_code == 201)
    concede(ben, onward)
    refused = let_watch(ben, onward)
    assert refused.status_code == 409 and refused.json()["error"].endswith(".")


def test_agreement_outlives_the_hall_and_names_no_secret(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        ann = Visitor(client)
        table = alone(ann, names=["Ann", ""])
        let_watch(ann, table)
    with hall(tmp_path) as client:
        assert ids(client) == [table]
        told = Visitor(client).get("/api/replays/shown").text
        with Visitor(client, ann.token).sit(table) as there:
            assert there.hear()["table"]["showing"]["agreed"] == [0]
    with closing(sqlite3.connect(tmp_path / FILE)) as con:
        (visitor,) = con.execute("select visitor from agreed").fetchone()
        (seed,) = con.execute("select json_extract(header, '$.seed') from match").fetchone()
    assert visitor not in told and seed not in told and ann.token not in told
