"""What the hall has of a visitor: seen, exported and erased; devices added and revoked."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from budokan.match import record
from budokan.protocol import PROTOCOL
from budokan.server.http.visitors import REMEMBERED, Connection, Visitors
from budokan.server.jobs import FILM, Keep, Order
from budokan.server.lobby import Lobby, visitor_id
from budokan.server.routes.you import MINUTES
from budokan.store import erasure as stored_erasure
from budokan.store import visitors as stored
from budokan.store.backup import FILE
from budokan.store.job_results import Name
from budokan.store.store import StoreError
from tests.server.hall import (
    ManualClock,
    RunningHall,
    ThreadBots,
    Visitor,
    eventually,
    hall,
    play_out,
    sit_down_once,
)

ERASE = {"confirm": "erase"}


def two(client: TestClient, game: str = "udaka", **more: Any) -> tuple[str, Visitor, Visitor]:
    """A table of Ann and Ben."""
    ann, ben = Visitor(client), Visitor(client)
    made = ann.table(game, "me", "human", names=["Ann", ""], **more)
    ben.accept(made["invites"][0])
    ben.post(f"/api/tables/{made['id']}/name", json={"name": "Benedikt"})
    sit_down_once(made["id"], ann, ben)
    return made["id"], ann, ben


def everything(folder: Path) -> str:
    """All rows of all tables."""
    with closing(sqlite3.connect(folder / FILE)) as con:
        names = [n for (n,) in con.execute("select name from sqlite_master where type = 'table'")]
        return "\n".join(repr(con.execute(f"select * from {name}").fetchall()) for name in names)


def state(client: TestClient) -> Any:
    return client.app.state  # type: ignore[attr-defined]


def refused(answer: Any, status: int, words: str) -> None:
    assert answer.status_code == status, answer.text
    assert words in answer.json()["error"]


# -- see it ---------------------------------------------------------------------------------------


def test_a_passer_by_leaves_nothing(client: TestClient, tmp_path: Path) -> None:
    passing = Visitor(client, "x" * 32)
    assert passing.get("/").status_code == 200
    told = passing.get("/api/you").json()
    assert (told["matches"], told["names"], told["cards"]) == (0, [], 0)
    assert passing.get("/api/you/export").json()["matches"] == []
    assert visitor_id("x" * 32) not in everything(tmp_path)
    assert Visitor(client).get("/api/you").json()["devices"] == []


def test_a_visitor_sees_what_is_kept(client: TestClient) -> None:
    name, ann, ben = two(client)
    ann.table("dojo_duel", "random", "random")  # set up without a seat
    told = ann.get("/api/you").json()
    assert (told["matches"], told["running"], told["names"]) == (2, 2, ["Ann"])
    (device,) = told["devices"]
    assert device["here"] and device["id"] == visitor_id(ann.token)[:16]
    assert ben.get("/api/you").json()["names"] == ["Benedikt"]
    assert len(Visitor(client, ben.token).get("/api/matches").json()["rows"]) == 1
    assert name in json.dumps(ben.get("/api/you/export").json())


# -- take it along --------------------------------------------------------------------------------


def exported(who: Visitor) -> dict[str, Any]:
    answer = who.get("/api/you/export")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_neither_export_has_the_others_secrets_while_a_match_runs(client: TestClient) -> None:
    name, ann, ben = two(client, "dojo_duel")
    for who, seat in ((ann, "A"), (ben, "B")):
        (match,) = exported(who)["matches"]
        assert match["seats"] == [seat] and match["ended"] == "" and match["id"] == name
        (text,) = match["records"]
        assert text == who.get(f"/api/tables/{name}/record").text  # what they may know
        assert f'viewer: "{seat}"' in text and "seed:" not in text
    mine, theirs = (exported(who)["matches"][0]["records"][0] for who in (ann, ben))
    assert mine != theirs
    header = json.loads(_header(client, name))
    for told in (json.dumps(exported(ann)), json.dumps(exported(ben))):
        assert header["seed"] not in told and header["hall"]["keys"]["1"] not in told
    # A spectator exports nothing of it.
    assert exported(Visitor(client, "y" * 32))["matches"] == []


def _header(client: TestClient, name: str) -> str:
    def read(con: sqlite3.Connection) -> str:
        row = con.execute("select header from match where id = ?", (name,)).fetchone()
        return str(row[0])

    return str(state(client).lobby.store.do(read).result())


def test_a_finished_match_is_exported_whole(ann: Visitor) -> None:
    name = ann.table("udaka", "me", "random", names=["Ann", ""])["id"]
    with ann.sit(name) as there:
        play_out(there)
    (match,) = exported(ann)["matches"]
    again = record.restore(record.parse(match["records"][0]))
    assert again.over and again.names[0] == "Ann" and match["ended"] and match["fault"] == ""
    assert exported(ann)["devices"][0]["here"]


def test_cards_are_exported(ann: Visitor) -> None:
    cards = '[about]\ntitle = "Mine"\n[rank.a]\nname = "Uno"\n'
    kept = ann.post("/api/cards/udaka", json={"cards": cards})
    assert kept.status_code == 201, kept.text
    assert exported(ann)["cards"][0]["cards"] == cards


def test_exports_are_limited(ann: Visitor) -> None:
    ann.table("udaka", "me", "me")
    for _ in range(5):
        assert ann.get("/api/you/export").status_code == 200
    refused(ann.get("/api/you/export"), 429, "Too many exports")


def test_few_export_at_once(ann: Visitor) -> None:
    limits = state(ann.client).your_limits
    limits.turns = asyncio.Semaphore(0)
    for _ in range(6):  # what is refused is not counted
        refused(ann.get("/api/you/export"), 409, "Others export their data just now")
    limits.turns = asyncio.Semaphore(1)
    assert ann.get("/api/you/export").status_code == 200


def test_a_match_of_a_game_that_is_gone_is_told(ann: Visitor) -> None:
    name = ann.table("udaka", "me", "me")["id"]
    _set_header(ann.client, name, "$.game", "gone_game")
    (match,) = exported(ann)["matches"]
    assert match["records"] == [] and "gone_game" in match["fault"]
    assert ann.post("/api/you/erase", json=ERASE).json() == {"deleted": 1, "left": 0}


def _set_header(client: TestClient, name: str, place: str, value: str) -> None:
    def write(con: sqlite3.Connection) -> None:
        con.execute(
            "update match set header = json_set(header, ?, ?) where id = ?", (place, value, name)
        )

    lobby: Lobby = state(client).lobby
    lobby.store.do(write).result()
    lobby._tables.clear()


# -- erase it -------------------------------------------------------------------------------------


def test_without_the_word_nothing_is_erased(ann: Visitor) -> None:
    ann.table("udaka", "me", "me")
    refused(ann.post("/api/you/erase", json={"confirm": "yes"}), 400, "nothing was done")
    assert ann.get("/api/you").json()["matches"] == 1


def test_what_was_theirs_alone_is_gone(ann: Visitor, tmp_path: Path) -> None:
    over = ann.table("udaka", "me", "random", names=["Annabel", ""])["id"]
    with ann.sit(over) as there:
        play_out(there)
    ann.post(f"/api/tables/{over}/shown", json={"agree": True})
    rematch = ann.post(f"/api/tables/{over}/rematch").json()["id"]
    others = [
        ann.table("kenpo_masters", "me", "me", names=["Annabel", "Me too"])["id"],
        ann.table("dojo_duel", "me", "human", names=["Annabel", ""], open=True)["id"],
        ann.table("dojo_duel", "random", "random")["id"],
    ]
    kept = ann.post("/api/cards/udaka", json={"cards": '[about]\ntitle = "Annabel"\n'})
    assert kept.status_code == 201
    token = ann.token
    answer = ann.post("/api/you/erase", json=ERASE)
    assert answer.json() == {"deleted": 5, "left": 0}
    assert (
        'budokan="";' in answer.headers["set-cookie"]
        and "Max-Age=0" in answer.headers["set-cookie"]
    )
    for name in (over, rematch, *others):
        assert Visitor(ann.client, token).get(f"/api/tables/{name}/record").status_code == 404
    left = everything(tmp_path)
    assert visitor_id(token) not in left and "Annabel" not in left
    # Once more: nothing happens, and nothing is there.
    again = Visitor(ann.client, token).post("/api/you/erase", json=ERASE)
    assert again.json() == {"deleted": 0, "left": 0}
    assert Visitor(ann.client, token).get("/api/matches").json()["total"] == 0
    assert ann.client.get("/api/replays/shown").json()["total"] == 0


@pytest.mark.parametrize(
    ("absent", "over"), [("claim", True), ("bot", False), ("wait", False)], ids=str
)
def test_others_keep_their_match(
    client: TestClient, tmp_path: Path, absent: str, over: bool
) -> None:
    name, ann, ben = two(client, "dojo_duel", when_absent=absent)
    token = ann.token
    with ben.sit(name) as theirs, ann.sit(name) as mine:
        theirs.hear(), mine.hear()
        answer = ann.post("/api/you/erase", json=ERASE)
        assert answer.json() == {"deleted": 0, "left": 1}
        told = mine.hear_until("error")
        assert "Your data was deleted" in told["text"]
        frame = theirs.hear_named("Somebody")
        assert frame["names"] == ["Somebody", "Benedikt"] and frame["over"] == over
        assert frame["table"]["stand_ins"] == ([] if over else [0])
        if not over:
            _play_on(theirs)
    left = everything(tmp_path)
    assert visitor_id(token) not in left and "'Ann'" not in left and '"Ann"' not in left
    assert "Ann " not in left and "Benedikt" in left
    # The seat is nobody's: neither the old token nor the invitation has it.
    with Visitor(client, token).sit(name) as there:
        assert there.hear()["mine"] == []
    again = ben.post(f"/api/tables/{name}/rematch").json()["id"]
    with ben.sit(again) as there:
        frame = there.hear()
        assert frame["table"]["waiting"] == [1] and frame["mine"] == [0]


def _play_on(theirs: Any) -> None:
    """Play until the end against the bot that plays on for somebody who is gone."""
    for _ in range(400):
        if theirs.frame["over"]:
            return
        if theirs.actions():
            theirs.act(theirs.actions()[0], 1)
        theirs.hear()
    raise AssertionError("the match does not end")


def test_a_finished_match_with_others_stays_for_them(client: TestClient, tmp_path: Path) -> None:
    name, ann, ben = two(client, "dojo_duel")
    with ann.sit(name) as mine:
        mine.hear()
        mine.say("concede", seat=0)
        assert mine.hear()["over"]
    for who in (ann, ben):
        who.post(f"/api/tables/{name}/shown", json={"agree": True})
    assert client.get("/api/replays/shown").json()["total"] == 1
    assert ann.post("/api/you/erase", json=ERASE).json() == {"deleted": 0, "left": 1}
    assert client.get("/api/replays/shown").json()["total"] == 0
    (row,) = ben.get("/api/matches").json()["rows"]
    assert row["names"] == ["Somebody", "Benedikt"] and row["outcome"] == "won"
    assert "Somebody gives up" in row["result"] or "Benedikt" in row["result"]
    text = ben.get(f"/api/tables/{name}/record").text
    assert record.restore(record.parse(text)).names[0] == "Somebody" and "Ann" not in text
    assert ben.get(f"/api/tables/{name}/verify").json()["result"] != "unfair"
    # When nobody is left who played it, it goes.
    assert ben.post("/api/you/erase", json=ERASE).json() == {"deleted": 1, "left": 0}
    assert name not in everything(tmp_path)


def test_a_seat_is_free_again_before_the_deal(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    made = ann.table("udaka", "me", "human", "human", names=["Ann", "", ""])
    ben.accept(made["invites"][0])
    ben.post(f"/api/tables/{made['id']}/name", json={"name": "Benedikt"})
    with ann.sit(made["id"]) as mine:
        mine.hear()
        with ben.sit(made["id"]) as there:
            there.hear()
        ben.post("/api/you/erase", json=ERASE)
        assert mine.hear_named("Guest")["table"]["waiting"] == [1, 2]
    eve = Visitor(client)
    assert eve.accept(made["invites"][0]).json() == {"seated": True}


def test_a_table_without_its_founder_is_closed_before_the_deal(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    made = ann.table("udaka", "me", "human", "human")
    ben.accept(made["invites"][0])
    with ben.sit(made["id"]) as there:
        there.hear()
        assert ann.post("/api/you/erase", json=ERASE).json() == {"deleted": 1, "left": 0}
        assert "has deleted it" in there.hear_until("error")["text"]
    assert ben.get(f"/api/tables/{made['id']}/record").status_code == 404


def test_results_of_a_shared_deal_stay_without_a_name(client: TestClient, tmp_path: Path) -> None:
    ann, ben = Visitor(client), Visitor(client)
    name = ann.table("udaka", "me", "random", names=["Annabel", ""])["id"]
    with ann.sit(name) as there:
        play_out(there)
    deal = ann.post(f"/api/tables/{name}/same").json()["id"]
    table = ben.post(f"/api/same/{deal}/play", json={"name": "Ben"}).json()["id"]
    with ben.sit(table) as there:
        play_out(there)
    token = ann.token
    assert ann.post("/api/you/erase", json=ERASE).json() == {"deleted": 0, "left": 1}
    results = ben.get(f"/api/same/{deal}").json()["results"]
    assert sorted(row["name"] for row in results) == ["Ben", "Somebody"]
    left = everything(tmp_path)
    assert "Annabel" not in left and visitor_id(token) not in left


def test_cards_that_others_use_stay(client: TestClient) -> None:
    ann, ben, eve = (Visitor(client) for _ in range(3))
    shared, own, played = (
        {"cards": f'[about]\ntitle = "{title}"\n[rank.a]\nname = "{title}"\n'}
        for title in ("Shared", "Own", "Played")
    )
    kept = [
        ann.post("/api/cards/udaka", json=each).json()["hash"] for each in (shared, own, played)
    ]
    ben.post("/api/cards/udaka", json=shared)
    eve.table("udaka", "me", "random", cards=kept[2])
    ann.post("/api/you/erase", json=ERASE)
    found = [client.get(f"/api/cards/udaka/{each}").status_code for each in kept]
    assert found == [200, 404, 200]


def test_an_erasure_that_was_cut_short_is_finished_by_the_next_hall(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        name, ann, ben = two(client, "dojo_duel")
        alone = ann.table("udaka", "me", "me", names=["Ann", "Ann 2"])["id"]
        state(client).lobby.store.do(stored_erasure.begin, visitor_id(ann.token)).result()
    with hall(tmp_path) as client:
        again = Visitor(client, ann.token)
        assert again.get("/api/matches").json()["total"] == 0  # at once, not only at the end
        with Visitor(client, ben.token).sit(name) as there:
            there.hear_named("Somebody")
        assert client.portal is not None
        for _ in range(200):
            if not state(client).visitors.leaving:
                break
            client.portal.call(_turn)
        assert client.get(f"/api/tables/{alone}/record").status_code == 404
    assert visitor_id(ann.token) not in everything(tmp_path)


async def _turn() -> None:
    await asyncio.sleep(0.02)


def test_an_erasure_that_fails_is_finished_by_a_second_call(
    ann: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.table("udaka", "me", "me", names=["Annabel", ""])
    token = ann.token

    def full(*_: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr("budokan.store.erasure.finish", full)
        refused(ann.post("/api/you/erase", json=ERASE), 503, "The disk is full.")
    again = Visitor(ann.client, token)
    assert again.get("/api/you").json()["devices"] == []  # nobody, from the first step on
    assert again.post("/api/you/erase", json=ERASE).json() == {"deleted": 0, "left": 0}
    left = everything(tmp_path)
    assert visitor_id(token) not in left and "Annabel" not in left


def test_an_erasure_waits_for_the_requests_that_have_begun(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a table that is just being set up would stay behind."""
    ann.table("udaka", "me", "me")
    visitors: Visitors = state(ann.client).visitors
    visitor = visitor_id(ann.token)

    async def send(message: Any) -> None:
        raise AssertionError(message)

    busy = Connection(visitor, visitor, send, socket=False)
    visitors.enter(busy)
    monkeypatch.setattr("budokan.server.http.visitors.WAIT", 0.01)
    refused(ann.post("/api/you/erase", json=ERASE), 409, "still under way")
    assert ann.get("/api/you").json()["matches"] == 1  # nothing has happened
    monkeypatch.undo()
    assert ann.client.portal is not None
    ann.client.portal.call(_later, lambda: visitors.leave(busy))
    assert ann.post("/api/you/erase", json=ERASE).json() == {"deleted": 1, "left": 0}


async def _later(work: Callable[[], None]) -> None:
    asyncio.get_running_loop().call_later(0.05, work)


def test_nobody_waits_for_the_answer_of_somebody_who_is_gone(client: TestClient) -> None:
    """A seat of three that gave up and was erased is not asked whether a move may be undone."""
    name, _, _ = two(client, "dojo_duel")
    lobby: Lobby = state(client).lobby

    async def asked() -> set[int]:
        async with lobby.table(name) as table, table.open() as loaded:
            before = table.undo_requests._others(loaded, 1)
            table.holders[0] = (f"{stored_erasure.GONE}1", True)
            return before - table.undo_requests._others(loaded, 1)

    assert client.portal is not None
    assert client.portal.call(asked) == {0}


# -- devices --------------------------------------------------------------------------------------


def code_of(who: Visitor, **body: Any) -> str:
    made = who.post("/api/you/devices", json=body)
    assert made.status_code == 201, made.text
    told = made.json()
    assert told["url"].endswith(f"/you/join#{told['code']}") and len(told["code"]) >= 32
    return str(told["code"])


def join(who: Visitor, code: str, **more: Any) -> Any:
    return who.post("/api/you/devices/join", json={"code": code, **more})


def test_a_second_device_holds_the_same_seats(client: TestClient, tmp_path: Path) -> None:
    name, ann, _ = two(client)
    code = code_of(ann, label="Phone")
    assert code not in everything(tmp_path)
    phone = Visitor(client)
    assert phone.get("/you/join").status_code == 200  # as a program that shows links would
    assert phone.get("/api/you").json()["devices"] == [] and phone.token == ""
    assert join(phone, code).json() == {"matches": 0}
    assert phone.token not in ("", ann.token) and phone.token not in everything(tmp_path)
    with phone.sit(name) as there:
        assert there.hear()["mine"] == [0]
    told = phone.get("/api/you").json()
    assert [line["label"] for line in told["devices"] if line["here"]] == ["Phone"]
    assert len(told["devices"]) == 2 and told["names"] == ["Ann"]
    # Both can act, and what one sets up the other has.
    made = phone.table("dojo_duel", "me", "random")["id"]
    with ann.sit(made) as there:
        assert there.hear()["mine"] == [0]


def test_a_code_works_once_and_for_ten_minutes(tmp_path: Path) -> None:
    clock = ManualClock()
    with hall(tmp_path, clock) as client:
        ann = Visitor(client)
        ann.table("udaka", "me", "me")
        code, other = code_of(ann), code_of(ann)
        assert join(Visitor(client), code).status_code == 200
        refused(join(Visitor(client), code), 409, "This link was used")
        clock.advance(60 * MINUTES)
        refused(join(Visitor(client), other), 409, "ten minutes are over")
        refused(join(Visitor(client), "x" * 32), 409, "make a new one")
        refused(join(ann, code_of(ann)), 409, "one of your devices already")


def test_a_visitor_with_nothing_has_nothing_to_share(client: TestClient) -> None:
    refused(Visitor(client).post("/api/you/devices", json={}), 409, "nothing to share yet")


def test_codes_and_tries_are_limited(client: TestClient) -> None:
    ann, eve = Visitor(client), Visitor(client, "e" * 32)
    ann.table("udaka", "me", "me")
    for _ in range(10):
        code_of(ann)
    refused(ann.post("/api/you/devices", json={}), 429, "Too many new devices")
    for _ in range(20):
        join(eve, "x" * 32)
    refused(join(eve, "x" * 32), 429, "Too many codes")


def test_only_the_latest_codes_wait(client: TestClient) -> None:
    ann = Visitor(client)
    ann.table("udaka", "me", "me")
    codes = [code_of(ann) for _ in range(stored.MOST_CODES + 1)]
    refused(join(Visitor(client), codes[0]), 409, "make a new one")
    assert join(Visitor(client), codes[-1]).status_code == 200


def test_a_device_brings_along_what_it_has_if_asked(client: TestClient) -> None:
    ann, phone = Visitor(client), Visitor(client)
    ann.table("udaka", "me", "me")
    name = phone.table("dojo_duel", "me", "random", names=["Anna", ""])["id"]
    phone.post("/api/cards/udaka", json={"cards": '[about]\ntitle = "Mine"\n'})
    code, old = code_of(ann), phone.token
    refused(join(phone, code), 409, "matches or cards of its own")
    with phone.sit(name) as there:
        there.hear()
        assert join(phone, code, merge=True).json() == {"matches": 1}
        assert "has joined another one" in there.hear_until("error")["text"]
    assert phone.token != old
    with ann.sit(name) as there:
        assert there.hear()["mine"] == [0]
    assert ann.get("/api/you").json()["cards"] == 1
    assert ann.get("/api/matches").json()["total"] == 2
    assert Visitor(client, old).get("/api/matches").json()["total"] == 0
    with Visitor(client, old).sit(name) as there:
        assert there.hear()["mine"] == []


def test_two_who_play_each_other_do_not_become_one(client: TestClient) -> None:
    name, ann, ben = two(client)
    code = code_of(ann)
    refused(join(ben, code, merge=True), 409, "play against each other")
    with ben.sit(name) as there:
        assert there.hear()["mine"] == [1]
    assert join(Visitor(client), code).status_code == 200  # it was not used up


def test_a_revoked_device_is_nobody(client: TestClient) -> None:
    name, ann, _ = two(client)
    phone = Visitor(client)
    join(phone, code_of(ann, label="Phone"))
    (line,) = [each for each in ann.get("/api/you").json()["devices"] if not each["here"]]
    with phone.sit(name) as there, ann.sit(name) as mine:
        there.hear(), mine.hear()
        left = ann.ask("DELETE", f"/api/you/devices/{line['id']}").json()
        assert [each["here"] for each in left] == [True]
        assert "This device was revoked" in there.hear_until("error")["text"]
        with pytest.raises(WebSocketDisconnect) as end:
            there.raw()
        assert end.value.code == 4400
    old = phone.token
    assert phone.get("/api/matches").json()["total"] == 0
    with phone.sit(name) as there:
        assert there.hear()["mine"] == []
    refused(ann.ask("DELETE", f"/api/you/devices/{line['id']}"), 404, "no such device")
    phone.table("udaka", "me", "me")  # it begins again, as somebody else
    assert phone.token != old and phone.get("/api/matches").json()["total"] == 1
    with ann.sit(name) as there:
        assert there.hear()["mine"] == [0]


def test_what_a_revoked_device_sends_is_not_heard(client: TestClient) -> None:
    name, ann, ben = two(client, "dojo_duel")
    phone = Visitor(client)
    join(phone, code_of(ann))
    with phone.sit(name) as there, ben.sit(name) as theirs:
        there.hear(), theirs.hear()
        ann.ask("DELETE", "/api/you/devices")
        there.say("concede", seat=0)
    with ann.sit(name) as there:
        assert not there.hear()["over"]


def test_all_others_are_revoked_at_once(client: TestClient) -> None:
    ann = Visitor(client)
    ann.table("udaka", "me", "me")
    others = [Visitor(client) for _ in range(3)]
    for each in others:
        join(each, code_of(ann))
    assert len(ann.get("/api/you").json()["devices"]) == 4
    assert len(ann.ask("DELETE", "/api/you/devices").json()) == 1
    for each in others:
        assert each.get("/api/you").json()["matches"] == 0
    assert ann.get("/api/you").json()["matches"] == 1


def test_a_renewed_device_leaves_a_copy_of_its_cookie_worthless(client: TestClient) -> None:
    name, ann, _ = two(client)
    thief = Visitor(client)
    thief.token = ann.token
    with thief.sit(name) as there:
        there.hear()
        (line,) = ann.ask("DELETE", "/api/you/devices").json()
        assert "revoked or renewed" in there.hear_until("error")["text"]
    assert line["here"] and ann.token != thief.token
    assert thief.get("/api/you").json()["matches"] == 0
    with ann.sit(name) as there:
        assert there.hear()["mine"] == [0]


def test_the_first_device_can_be_revoked_by_the_second(client: TestClient) -> None:
    """Its hash is the visitor's id; that must not let it in again."""
    name, ann, _ = two(client)
    phone = Visitor(client)
    join(phone, code_of(ann))
    (line,) = [each for each in phone.get("/api/you").json()["devices"] if not each["here"]]
    phone.ask("DELETE", f"/api/you/devices/{line['id']}")
    assert ann.get("/api/matches").json()["total"] == 0
    with ann.sit(name) as there:
        assert there.hear()["mine"] == []
    with phone.sit(name) as there:
        assert there.hear()["mine"] == [0]


def test_the_only_device_is_not_revoked_and_foreign_ones_are_unknown(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    ann.table("udaka", "me", "me")
    ben.table("udaka", "me", "me")
    mine, theirs = (who.get("/api/you").json()["devices"][0]["id"] for who in (ann, ben))
    refused(ann.ask("DELETE", f"/api/you/devices/{mine}"), 409, "your only device")
    refused(ann.ask("DELETE", f"/api/you/devices/{theirs}"), 404, "no such device")
    join(ben, code_of(ben))
    assert ben.get("/api/you").json()["matches"] == 1


def test_a_revoked_device_that_revokes_itself_forgets_its_token(client: TestClient) -> None:
    ann, phone = Visitor(client), Visitor(client)
    ann.table("udaka", "me", "me")
    join(phone, code_of(ann))
    (line,) = [each for each in phone.get("/api/you").json()["devices"] if each["here"]]
    answer = phone.ask("DELETE", f"/api/you/devices/{line['id']}")
    assert "Max-Age=0" in answer.headers["set-cookie"]


def test_revocation_outlives_the_hall(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        name, ann, _ = two(client)
        phone = Visitor(client)
        join(phone, code_of(ann))
        ann.ask("DELETE", "/api/you/devices")
    with hall(tmp_path) as client, Visitor(client, phone.token).sit(name) as there:
        assert there.hear()["mine"] == []


def test_few_devices_are_remembered(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("budokan.server.http.visitors.REMEMBERED", 20)
    assert REMEMBERED == 2000
    for number in range(30):
        Visitor(client, f"{number:032}").get("/api/matches")
    visitors: Visitors = state(client).visitors
    assert visitors.remembered == 20


def test_a_device_is_asked_about_once_a_day(client: TestClient) -> None:
    ann = Visitor(client)
    ann.table("udaka", "me", "me")
    visitors: Visitors = state(client).visitors
    asked = []
    do = visitors.store.do

    def counted(work: Any, *given: Any) -> Any:
        asked.append(work)
        return do(work, *given)

    visitors.store.do = counted  # type: ignore[method-assign, assignment]
    for _ in range(5):
        ann.get("/api/courtesies")
    assert stored.resolve not in asked
    visitors.today = lambda: "2100-01-01"
    ann.get("/api/courtesies")
    ann.get("/api/courtesies")
    assert asked.count(stored.resolve) == 1
    assert ann.get("/api/you").json()["devices"][0]["seen"] == "2100-01-01"


def test_names_are_replaced_as_whole_words() -> None:
    text = stored_erasure.renamed(
        "Ann beats Ann 2, Annabel and (Ann).", ["Ann", "Ann 2"], ["Somebody", "Ann 2"]
    )
    assert text == "Somebody beats Ann 2, Annabel and (Somebody)."


def test_a_store_that_fails_is_told_to_known_and_unknown_devices(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr("budokan.store.visitors.resolve", full)
    refused(Visitor(client, "z" * 32).get("/api/matches"), 503, "The disk is full.")
    with pytest.raises(WebSocketDisconnect) as end, Visitor(client, "z" * 32).sit("any") as there:
        there.raw()
    assert end.value.code == 1013
    assert Visitor(client).get("/api/courtesies").status_code == 200


def test_a_real_socket_of_a_revoked_device_leaves_its_table(tmp_path: Path) -> None:
    with RunningHall(tmp_path, ThreadBots()) as running:
        address = f"http://{running.address}"
        desk, phone = (httpx2.Client(base_url=address, trust_env=False) for _ in range(2))
        body = {"game": "udaka", "players": ["me", "me"]}
        name = desk.post("/api/tables", json=body).json()["id"]
        code = desk.post("/api/you/devices", json={}).json()["code"]
        phone.post("/api/you/devices/join", json={"code": code})
        cookie = {"cookie": f"budokan={phone.cookies['budokan']}"}
        path = f"ws://{running.address}/ws/{name}?protocol={PROTOCOL}"
        with connect(path, additional_headers=cookie, proxy=None) as ws:
            ws.recv(20)
            table = running.app.state.lobby._tables[name]
            assert len(table.viewers) == 1
            desk.request("DELETE", "/api/you/devices")
            with pytest.raises(ConnectionClosed) as end:
                while "revoked" not in ws.recv(20):
                    pass
                ws.recv(20)
            assert end.value.rcvd is not None and end.value.rcvd.code == 4400
            assert eventually(lambda: not table.viewers)
        desk.close()
        phone.close()


def test_what_jobs_found_of_a_match_goes_with_a_name(client: TestClient, tmp_path: Path) -> None:
    name, ann, ben = two(client, "dojo_duel")
    with ann.sit(name) as mine:
        mine.hear()
        mine.say("concede", seat=0)
        assert mine.hear()["over"]
    assert "Ann" in ben.get(f"/api/tables/{name}/replay").text
    assert "job_result" in _tables(tmp_path) and _results(tmp_path) > 0
    ann.post("/api/you/erase", json=ERASE)
    assert _results(tmp_path) == 0
    told = ben.get(f"/api/tables/{name}/replay").text
    assert "Ann" not in told and "Somebody" in told


def _tables(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / FILE)) as con:
        return [n for (n,) in con.execute("select name from sqlite_master where type = 'table'")]


def _results(folder: Path) -> int:
    with closing(sqlite3.connect(folder / FILE)) as con:
        return int(con.execute("select count(*) from job_result").fetchone()[0])


def test_a_result_in_the_making_is_not_kept_for_a_match_that_has_changed(ann: Visitor) -> None:
    lobby: Lobby = state(ann.client).lobby

    async def work() -> tuple[bytes, bool]:
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def make() -> bytes:
            begun.set()
            await go_on.wait()
            return b"Ann wins."

        name = Name("film", "a-match", "whole")
        waiting = asyncio.create_task(lobby.jobs.wait(Order(FILM, "", name, make, Keep.MEMORY)))
        await begun.wait()
        lobby.jobs.forget_match("a-match")
        go_on.set()
        return await waiting, lobby.jobs.knows(name)

    assert ann.client.portal is not None
    assert ann.client.portal.call(work) == (b"Ann wins.", False)
