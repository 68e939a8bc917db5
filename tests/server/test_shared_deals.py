"""Shared deals: the same deal at several tables; nobody sees other plays before their own."""

import time
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from budokan.kit.game import find
from budokan.match.match import CodedMatch
from budokan.server.http.errors import BarredError
from budokan.server.lobby import visitor_id
from budokan.server.routes import shared_deals
from budokan.server.table.table import Viewer
from budokan.thinking import par
from tests.sampling import a_few
from tests.server.hall import HOST, Visitor, eventually, hall, play_out, sit_down_once

BITS = "0123456789abcdef" * 2  # what Ann gives to the deal


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(par, "strongest", lambda game: "random")
    with hall(tmp_path) as client:
        yield client


def finish(who: Visitor, table: str, seed: int = 1) -> dict[str, Any]:
    with who.sit(table) as socket:
        return play_out(socket, seed=seed)


def begin(who: Visitor, deal: str, name: str = "Ben") -> str:
    answer = who.post(f"/api/same/{deal}/play", json={"name": name})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def share(who: Visitor, table: str) -> str:
    answer = who.post(f"/api/tables/{table}/same")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def is_dealt(entry: str) -> bool:
    return entry.startswith("*")


def play_on(who: Visitor, table: str) -> str:
    """A table that goes on from the first choice of a finished match."""
    for step in range(40):
        wanted = {"step": step, "players": ["me", "greedy"]}
        answer = who.post(f"/api/tables/{table}/play-on", json=wanted)
        if answer.status_code == 201:
            return str(answer.json()["id"])
    raise AssertionError("there is no choice to go on from")


def told(who: Visitor, deal: str) -> dict[str, Any]:
    answer = who.get(f"/api/same/{deal}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture
def shared(client: TestClient) -> tuple[Visitor, str, str]:
    """Ann has finished a match and offers its deal."""
    ann = Visitor(client)
    names = ["Ann", "The house"]
    table = ann.table("dojo_duel", "me", "greedy", names=names)["id"]
    with ann.sit(table, BITS) as socket:
        play_out(socket)
    return ann, table, share(ann, table)


def test_everybody_gets_their_own_table_of_the_same_deal(
    client: TestClient, shared: tuple[Visitor, str, str]
) -> None:
    _, first, deal = shared
    ben = Visitor(client)
    page = told(ben, deal)
    assert (page["state"], page["people"], page["table"]) == ("new", 1, "")
    assert page["names"] == ["Guest", "The house"], "who played first is not told"
    assert page["players"] == ["person", "greedy"] and page["results"] is page["par"] is None
    table = begin(ben, deal)
    assert begin(ben, deal) == table != first and told(ben, deal)["state"] == "running"
    store = cast(Starlette, client.app).state.lobby.store
    old, new = (store.load(name).result(9) for name in (first, table))
    assert old.header["bits"] == new.header["bits"] and old.header["bits"][0] == BITS
    assert old.header["seed"] == new.header["seed"] and new.header["names"] == ["Ben", "The house"]
    chance = [entry for entry in new.entries if entry.startswith("*")]
    dealt = [entry for entry in old.entries if entry.startswith("*")][: len(chance)]
    assert chance == dealt and chance


def test_nobody_sees_a_play_before_their_own(
    client: TestClient, shared: tuple[Visitor, str, str]
) -> None:
    ann, first, deal = shared
    ben = Visitor(client)
    table = begin(ben, deal)
    for what in ("replay", "record", "coach", "par", "verify"):
        assert ben.get(f"/api/tables/{first}/{what}").status_code == 403, what
    for what in ("table", "replay", "coach"):
        led = ben.get(f"/{what}/{first}")
        assert led.status_code == 303 and led.headers["location"] == f"/same/{deal}"
    onward = {"step": 1, "players": ["me", "greedy"]}
    assert ben.post(f"/api/tables/{first}/play-on", json=onward).status_code == 403
    with ben.sit(first) as socket:
        assert "deal" in socket.hear("error")["text"]
        with pytest.raises(WebSocketDisconnect):
            socket.raw()
    ending = ann.get(f"/api/same/{deal}").json()["results"][0]["result"]
    assert ending not in ben.get(f"/api/same/{deal}").text
    assert ann.get(f"/api/tables/{table}/replay").status_code == 200  # she is done
    assert ben.get(f"/api/tables/{table}/replay").status_code == 200  # his own
    branch = play_on(ann, first)
    assert ben.get(f"/api/tables/{branch}/replay").status_code == 403  # it begins with the deal
    finish(ben, table, seed=5)
    assert ben.get(f"/api/tables/{first}/replay").status_code == 200
    results = told(ben, deal)["results"]
    assert [(r["name"], r["mine"]) for r in results] == [("Ann", False), ("Ben", True)]
    assert all(r["result"] and r["facts"] and r["outcome"] and r["table"] for r in results)


def test_visitors_who_look_without_playing_do_not_count(
    client: TestClient, shared: tuple[Visitor, str, str]
) -> None:
    ann, first, deal = shared
    eve = Visitor(client)
    assert eve.post(f"/api/same/{deal}/waive").status_code == 200
    assert told(eve, deal)["state"] == "waived" and len(told(eve, deal)["results"]) == 1
    assert eve.get(f"/api/tables/{first}/replay").status_code == 200
    finish(eve, begin(eve, deal, "Eve"))
    assert [r["name"] for r in told(eve, deal)["results"]] == ["Ann"]
    # A player who has finished still counts.
    assert ann.post(f"/api/same/{deal}/waive").status_code == 200
    assert told(ann, deal)["state"] == "finished" and told(ann, deal)["people"] == 1


def test_earlier_spectators_have_seen_the_deal(client: TestClient) -> None:
    ann, eve = Visitor(client), Visitor(client)
    eve.table("dojo_duel", "me", "human")  # so that the hall knows her
    table = ann.table("dojo_duel", "me", "greedy")["id"]
    assert ann.post(f"/api/tables/{table}/same").status_code == 409  # nothing is dealt yet
    sit_down_once(table, ann)
    with eve.sit(table) as socket:
        socket.hear()
        deal = share(ann, table)
        assert share(ann, table) == deal
    assert (told(eve, deal)["state"], told(ann, deal)["state"]) == ("waived", "running")


def test_a_visitor_arriving_during_the_offer_sees_nothing(
    client: TestClient, shared: tuple[Visitor, str, str]
) -> None:
    """The table checks again: the deal may be offered between the page and the socket."""
    _, first, deal = shared
    eve, lobby = Visitor(client), cast(Starlette, client.app).state.lobby
    eve.table("dojo_duel", "me", "human")  # so that the hall knows her

    async def join() -> Viewer:
        viewer = Viewer(visitor_id(eve.token), HOST)
        async with lobby.table(first) as table:
            await table.join(viewer)
            table.leave(viewer)
        return viewer

    assert client.portal is not None
    with pytest.raises(BarredError, match=f"/same/{deal}"):
        client.portal.call(join)
    eve.post(f"/api/same/{deal}/waive")
    assert client.portal.call(join).mine == []


def test_par_is_found_once_and_kept(shared: tuple[Visitor, str, str], client: TestClient) -> None:
    ann, _, deal = shared
    until = time.monotonic() + 60
    while (page := told(ann, deal))["par"] is None and time.monotonic() < until:
        time.sleep(0.05)
    assert page["par"]["name"] == "The random belt" and page["par"]["result"] and not page["fault"]
    store = cast(Starlette, client.app).state.lobby.store
    kept = store.do(lambda con: con.execute("select par from deal").fetchone()[0]).result(9)
    assert page["par"]["result"] in kept and told(ann, deal)["par"] == page["par"]


def test_a_failed_par_hides_no_results(
    shared: tuple[Visitor, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*given: object) -> None:
        raise RuntimeError("a secret of the worker")

    monkeypatch.setattr("budokan.server.jobs.Jobs.ask", fails)
    ann, _, deal = shared
    page = told(ann, deal)
    assert page["results"] and "its log has it as fault" in page["fault"]


def test_the_house_plays_no_endless_deal(client: TestClient) -> None:
    ann = Visitor(client)
    table = ann.table("dojo_duel", "me", "greedy", options={"round_limit": 0})["id"]
    sit_down_once(table, ann)
    deal = share(ann, table)
    with ann.sit(table) as me:
        me.hear()
        me.say("concede", seat=0)
        while not me.hear()["over"]:
            pass
    page = told(ann, deal)
    assert page["results"] and page["par"] is None and "nothing forces an end" in page["fault"]


OTHERS = ["kenpo_masters", "martial_art", "udaka"]  # the fixtures above play Dojo Duel


@pytest.mark.parametrize("game", a_few(OTHERS, 1, "every_game_is_shared_played_and_compared"))
def test_every_game_is_shared_played_and_compared(client: TestClient, game: str) -> None:
    """Offered, played by another from the same deal, and shown side by side with par."""
    ann, ben = Visitor(client), Visitor(client)
    others = ["greedy"] * (find(game).default_seats - 1)
    first = ann.table(game, "me", *others)["id"]
    finish(ann, first)
    deal = share(ann, first)
    assert told(ben, deal)["results"] is None and told(ben, deal)["players"][1:] == others
    second = begin(ben, deal)
    end = finish(ben, second, seed=2)["scene"]["result"]
    store = cast(Starlette, client.app).state.lobby.store
    old, new = (store.load(name).result(9) for name in (first, second))
    assert (old.header["seed"], old.header["bits"]) == (new.header["seed"], new.header["bits"])
    dealt = [list(takewhile(is_dealt, each.entries)) for each in (old, new)]
    assert dealt[0] == dealt[1] != []
    assert eventually(lambda: told(ben, deal)["par"] is not None, 60)
    page = told(ben, deal)
    assert [(r["mine"], r["table"]) for r in page["results"]] == [(False, first), (True, second)]
    assert all(r["result"] and r["facts"] and r["outcome"] for r in page["results"])
    assert page["results"][1]["result"] == end and page["par"]["result"] and not page["fault"]
    assert page["par"]["name"] == "The random belt"


@pytest.mark.parametrize("game", ["dojo_duel", *OTHERS])
def test_the_house_plays_a_deal(game: str) -> None:
    chosen = find(game)
    setup = chosen.setup(2)
    match = CodedMatch(chosen, setup, ["x", "y"], "seed")
    given = par.house_deal(match, ["greedy", "random"], ["The house", "Other"])
    end = par.house_result(given)
    assert len(end.scores) == 2 and sum(end.scores) == pytest.approx(1.0) and end.told
    assert par.house_result(given)[1:] == end[1:]  # all but the moment


def test_par_is_played_by_the_strongest_opponent() -> None:
    assert par.strongest(find("master_udo")) == "solver"
    assert par.strongest(find("kenpo_masters")) == "black"
    assert shared_deals.par_name(find("kenpo_masters")) == "The black belt"


def test_deals_that_cannot_be_shared(client: TestClient, shared: tuple[Visitor, str, str]) -> None:
    ann, table, deal = shared
    ben = Visitor(client)
    pair = ann.table("dojo_duel", "me", "human")["id"]
    assert ann.post(f"/api/tables/{pair}/same").status_code == 409
    assert ben.post(f"/api/tables/{table}/same").status_code == 403
    clock = {"kind": "turn", "seconds": 60}
    timed = ann.table("dojo_duel", "me", "greedy", clock=clock)["id"]
    sit_down_once(timed, ann)
    assert "with a clock" in ann.post(f"/api/tables/{timed}/same").json()["error"]
    assert ann.post(f"/api/tables/{play_on(ann, table)}/same").status_code == 409
    for path in ("/api/same/nothing", "/api/same/bad!", "/api/same/daily-chess-2026-11-16"):
        assert ben.get(path).status_code == 404
    assert ben.post(f"/api/same/{deal}/play", json={"name": "\x00"}).status_code == 400
    assert ben.post(f"/api/same/{deal}/play", json={"nam": "x"}).status_code == 400
