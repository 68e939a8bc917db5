"""Undo by consent: who may ask, who must agree, what goes back, and what stays."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from budokan.kit.entries import undone
from budokan.match import record
from budokan.server import lobby
from budokan.server.table.undo import LATE
from budokan.store.backup import FILE
from budokan.store.store import Store, StoreError
from tests.server.hall import ManualClock, Socket, Visitor, eventually, hall, sit_down_once

CLOCK = {"kind": "match", "seconds": 600, "increment": 5}


class Couple:
    """Two people at a table of Kenpo Masters: the one who begins, and the other."""

    def __init__(self, client: TestClient, **more: Any) -> None:
        self.people = [Visitor(client), Visitor(client)]
        made = self.people[0].table("kenpo_masters", "me", "human", names=["Ann", "Ben"], **more)
        self.people[1].accept(made["invites"][0])
        self.table: str = made["id"]
        sit_down_once(self.table, *self.people)
        with self.people[0].sit(self.table) as there:
            self.first: int = there.hear()["scene"]["acting"][0]

    def again(self, client: TestClient) -> None:
        """Come to another hall with the same store."""
        self.people = [Visitor(client, who.token) for who in self.people]

    @contextmanager
    def sit(self) -> Iterator[tuple[Socket, Socket]]:
        """The connections of the one who began and of the other."""
        with ExitStack() as stack:
            seats = [stack.enter_context(who.sit(self.table)) for who in self.people]
            for there in seats:
                there.hear()
            yield seats[self.first], seats[1 - self.first]


@pytest.fixture(autouse=True)
def _same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table gets the same deal, in which a turn can end without a draw."""
    monkeypatch.setattr(lobby, "new_seed", lambda: "7" * 32)


def act(me: Socket) -> dict[str, Any]:
    """Stop if possible, else do the first thing that is not a rest; the next frame."""
    found = [action for action in me.actions() if action != "rest"]
    me.act("stop" if "stop" in found else found[0], me.frame["view"])
    return me.hear()


def take_turn(me: Socket, other: Socket) -> None:
    """Play a turn to its end; the other player hears of it then."""
    while me.actions():
        act(me)
    other.hear()


def ask(me: Socket) -> None:
    me.say("ask_undo", ply=me.frame["ply"], seat=me.frame["view"])


def answer(me: Socket, agree: bool) -> None:
    request = me.frame["table"]["undo_request"]
    me.say("answer_undo", seat=me.frame["view"], id=request["id"], agree=agree)


def agree_to_undo(me: Socket, other: Socket) -> None:
    ask(me)
    me.hear(), other.hear()
    answer(other, agree=True)
    me.hear(), other.hear()


def lying(frame: dict[str, Any]) -> Any:
    """What lies on the table."""
    return [frame["scene"][part] for part in ("zones", "tracks") if part in frame["scene"]]


def test_all_agree_and_the_match_goes_back_as_an_entry(client: TestClient) -> None:
    couple = Couple(client)
    with couple.sit() as (me, other):
        before, choices = lying(me.frame), me.actions()
        assert me.frame["table"]["can_undo"] == []
        take_turn(me, other)
        assert me.frame["table"]["can_undo"] == [couple.first]
        assert other.frame["table"]["can_undo"] == []
        assert lying(me.frame) != before
        ply = me.frame["ply"]
        ask(me)
        for each in (me.hear(), other.hear()):
            request = each["table"]["undo_request"]
            assert request["seat"] == couple.first and request["waiting"] == [1 - couple.first]
            assert request["declined"] == []
        assert me.frame["table"]["can_undo"] == []
        answer(other, agree=True)
        me.hear(), other.hear()
        assert lying(me.frame) == before and me.actions() == choices and not other.actions()
        assert me.frame["table"]["undo_request"] is None and me.frame["ply"] > ply
        for each in (me.frame, other.frame):
            assert "the last move back" in each["story"][-1]
        act(me)  # the match goes on
        me.say("concede", seat=couple.first)
        while not me.hear()["over"]:
            pass
    text = couple.people[0].get(f"/api/tables/{couple.table}/record").text
    match = record.restore(record.parse(text))
    assert len(undone(match.entries)) > 2 and " undo " in text
    for view in ("A", "B", "spectator"):
        told = couple.people[0].get(f"/api/tables/{couple.table}/replay?view={view}").json()
        entries = [frame["entry"] for frame in told["frames"]]
        assert sum(" undo " in entry for entry in entries) == 1
    assert couple.people[0].get(f"/api/tables/{couple.table}/verify").json()["result"] == "fair"


def test_a_decline_ends_the_request_for_this_move(client: TestClient) -> None:
    couple = Couple(client)
    with couple.sit() as (me, other):
        take_turn(me, other)
        shown = lying(me.frame)
        ask(me)
        me.hear(), other.hear()
        answer(other, agree=False)
        for each in (me.hear(), other.hear()):
            assert each["table"]["undo_request"]["declined"] == [1 - couple.first]
        assert me.frame["table"]["can_undo"] == [] and lying(me.frame) == shown
        ask(me)
        assert me.hear("refused")["text"] == "You have asked about this move already."
        answer(other, agree=True)  # too late
        assert other.hear("refused")["text"].endswith("the match has moved on.")


def test_who_asks_may_withdraw_but_not_agree_alone(client: TestClient) -> None:
    couple = Couple(client)
    with couple.sit() as (me, other):
        take_turn(me, other)
        ask(me)
        me.hear(), other.hear()
        answer(me, agree=True)
        assert me.hear("refused")["text"] == "You have answered already."
        ask(other)
        assert other.hear("refused")["text"] == "Somebody asks to undo a move already."
        answer(me, agree=False)
        assert other.hear()["table"]["undo_request"]["declined"] == [couple.first]


def test_a_request_ends_when_the_match_moves_on_but_drafts_do_not_show(client: TestClient) -> None:
    couple = Couple(client)
    with couple.sit() as (me, other):
        take_turn(me, other)
        ask(me)
        me.hear(), other.hear()
        assert len(other.actions()) > 1
        first = other.frame["table"]["undo_request"]["id"]
        act(other)  # a draft: it neither ends the request nor sends me anything
        assert other.frame["table"]["undo_request"] and other.frame["draft_length"] == 1
        while other.actions():
            act(other)
        assert me.hear()["table"]["undo_request"] is None
        assert me.frame["table"]["can_undo"] == []  # a card of the other has been shown
        other.say("answer_undo", seat=1 - couple.first, id=first, agree=True)
        assert other.hear("refused")["text"].endswith("the match has moved on.")


def test_a_draft_of_the_other_is_lost_and_tells_nothing(client: TestClient) -> None:
    couple = Couple(client)
    with couple.sit() as (me, other):
        take_turn(me, other)
        act(other)
        ask(me)
        me.hear(), other.hear()
        answer(other, agree=True)
        me.hear(), other.hear()
        assert me.actions() and other.frame["draft_length"] == 0 and not other.actions()


def test_strangers_and_stale_clicks(client: TestClient) -> None:
    couple, stranger = Couple(client), Visitor(client)
    with couple.sit() as (me, other), stranger.sit(couple.table) as there:
        there.hear()
        take_turn(me, other)
        there.hear()
        there.say("ask_undo", ply=0, seat=couple.first)
        assert there.hear("refused")["text"].startswith("You do not sit")
        me.say("ask_undo", ply=0, seat=couple.first)  # an old click only shows the table again
        assert me.hear()["table"]["undo_request"] is None


def test_only_who_was_asked_can_answer_and_only_this_request(client: TestClient) -> None:
    couple, stranger = Couple(client), Visitor(client)
    with couple.sit() as (me, other), stranger.sit(couple.table) as there:
        there.hear()
        take_turn(me, other)
        there.hear()
        ask(me)
        for each in (me, other, there):
            each.hear()
        request = there.frame["table"]["undo_request"]
        assert there.frame["table"]["can_undo"] == []
        foreign = [(there, couple.first), (there, 1 - couple.first), (other, couple.first)]
        for who, seat in foreign:
            who.say("answer_undo", seat=seat, id=request["id"], agree=True)
            assert who.hear("refused")["text"].startswith("You do not sit on seat")
        stale = request["id"] - 1
        other.say("answer_undo", seat=1 - couple.first, id=stale, agree=True)
        assert other.hear("refused")["text"] == LATE
        answer(other, agree=False)
        assert me.hear()["table"]["undo_request"]["waiting"] == request["waiting"]


def test_what_was_not_saved_can_be_agreed_to_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full just when all have agreed: nothing goes back, and the question stays."""
    couple = Couple(client)

    async def full(*_: object) -> None:
        raise StoreError("The disk is full.")

    with couple.sit() as (me, other):
        take_turn(me, other)
        shown = lying(other.frame)
        ask(me)
        me.hear(), other.hear()
        with monkeypatch.context() as patch:
            patch.setattr(Store, "append", full)
            answer(other, agree=True)
            assert other.hear("refused")["text"] == "The disk is full."
            assert lying(other.hear()) == shown
        answer(other, agree=True)
        assert me.hear()["table"]["undo_request"] is None and me.actions()


def test_one_person_on_all_seats_asks_nobody(client: TestClient) -> None:
    first = Couple(client).first
    ann = Visitor(client)
    table = ann.table("kenpo_masters", "me", "me")["id"]
    with ann.sit(table) as me:
        me.hear()
        me.say("look", seat=first)
        choices = (me.hear(), me.actions())[1]
        while me.actions():
            act(me)
        assert me.frame["table"]["can_undo"] == [first]
        ask(me)
        assert me.hear()["table"]["undo_request"] is None and me.actions() == choices


def test_after_the_end_and_beside_a_stand_in_nothing_is_undone(tmp_path: Path) -> None:
    now = ManualClock()
    with hall(tmp_path, now) as client:
        couple = Couple(client, clock=CLOCK, when_absent="bot")
        client.app.state.lobby.pause = 3600.0  # type: ignore[attr-defined]
        with couple.sit() as (me, other):
            take_turn(me, other)
            ask(me)
            me.hear(), other.hear()
            now.advance(700, client)  # the other one is out of time
            frame = me.hear()["table"]
            assert frame["stand_ins"] == [1 - couple.first]
            assert frame["undo_request"] is None and frame["can_undo"] == []
            ask(me)
            assert "while a bot plays for somebody" in me.hear("refused")["text"]
            other.hear()
            ask(other)
            assert other.hear("refused")["text"].startswith("A bot plays for you")
            me.say("concede", seat=couple.first)
            assert me.hear()["over"]
            ask(me)
            assert me.hear("refused")["text"] == "The match is over; no move can be undone."


def has(found: list[object], count: int) -> bool:
    return len(found) == count


def test_a_bot_that_thinks_is_interrupted_and_thinks_again(client: TestClient) -> None:
    """The thought about the position that was undone ends, and its move is never made."""
    first, begun, ended = Couple(client).first, list[object](), list[object]()

    async def think(given: Any, *_: Any, **__: Any) -> Any:
        begun.append(given)
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(given)

    workers = client.app.state.lobby.workers  # type: ignore[attr-defined]
    workers.think = think
    ann, players = Visitor(client), ["me", "search:50"] if first == 0 else ["search:50", "me"]
    with ann.sit(ann.table("kenpo_masters", *players)["id"]) as me:
        choices = (me.hear(), me.actions())[1]
        for turn in (1, 2):
            while me.actions():
                act(me)
            assert eventually(partial(has, begun, turn))
            ask(me)
            me.hear()
            assert me.actions() == choices
            assert eventually(partial(has, ended, turn))


def test_a_match_that_goes_on_from_another_keeps_its_moves(client: TestClient) -> None:
    """The moves before its first step were made by others."""
    couple, eve = Couple(client), Visitor(client)
    with couple.sit() as (me, other):
        take_turn(me, other)
        me.say("concede", seat=couple.first)
        assert me.hear()["over"]
    frames = eve.get(f"/api/tables/{couple.table}/replay?view=spectator").json()["frames"]
    body = {"step": len(frames) - 2, "players": ["me", "me"]}
    made = eve.post(f"/api/tables/{couple.table}/play-on", json=body)
    assert made.status_code == 201, made.text
    with eve.sit(made.json()["id"]) as there:
        there.hear()
        there.say("look", seat=couple.first)
        assert there.hear()["table"]["can_undo"] == []
        there.say("look", seat=1 - couple.first)
        there.hear()
        assert there.actions(), "the other one is to move"


@pytest.fixture
def against_a_bot(client: TestClient) -> tuple[Visitor, str]:
    """A person who begins against a bot that takes an hour for its move."""
    first = Couple(client).first
    client.app.state.lobby.pause = 3600.0  # type: ignore[attr-defined]
    ann, players = Visitor(client), ["me", "random"] if first == 0 else ["random", "me"]
    return ann, ann.table("kenpo_masters", *players)["id"]


def test_against_bots_no_consent_is_needed(against_a_bot: tuple[Visitor, str]) -> None:
    ann, table = against_a_bot
    with ann.sit(table) as me:
        choices = (me.hear(), me.actions())[1]
        while me.actions():
            act(me)
        assert me.frame["table"]["can_undo"] == me.frame["mine"]
        ask(me)
        me.hear()
        assert me.actions() == choices and me.frame["table"]["can_undo"] == []
    refused = ann.post(f"/api/tables/{table}/same")
    assert refused.status_code == 409 and "undone" in refused.json()["error"]


def test_a_deal_that_others_play_is_not_undone(against_a_bot: tuple[Visitor, str]) -> None:
    ann, table = against_a_bot
    with ann.sit(table) as me:
        me.hear()
        while me.actions():
            act(me)
        assert ann.post(f"/api/tables/{table}/same").status_code == 200
        assert me.hear()["table"]["can_undo"] == []
        ask(me)
        assert me.hear("refused")["text"].startswith("Others play the same deal")


def test_clocks_go_back_too(tmp_path: Path) -> None:
    now = ManualClock()
    with hall(tmp_path, now) as client:
        couple = Couple(client, clock=CLOCK)
        with couple.sit() as (me, other):
            now.advance(20)  # to think before the move
            act(me)
            now.advance(7)  # during the move
            take_turn(me, other)
            now.advance(30)  # the other one thinks
            agree_to_undo(me, other)
            clock = me.frame["table"]["clock"]
            spent = {couple.first: 20, 1 - couple.first: 0}
            assert clock["left"] == [1000 * (600 - spent[seat]) for seat in (0, 1)]
            assert clock["since"][couple.first] == now() and clock["since"][1 - couple.first] == 0


@pytest.mark.parametrize("when", ["before", "after"])
def test_move_undo_and_clock_outlive_the_hall(tmp_path: Path, when: str) -> None:
    """The hall ends between the move and the undo, or after it."""
    now = ManualClock()
    with hall(tmp_path, now) as client:
        couple = Couple(client, clock=CLOCK)
        with couple.sit() as (me, other):
            shown = lying(me.frame)
            now.advance(20)
            take_turn(me, other)
            now.advance(30)
            if when == "after":
                agree_to_undo(me, other)
    with hall(tmp_path, now) as client:
        couple.again(client)
        with couple.sit() as (me, other):
            if when == "before":
                agree_to_undo(me, other)
            clock = me.frame["table"]["clock"]
            assert lying(me.frame) == shown and me.actions() and not other.actions()
            assert clock["left"][couple.first] == 580_000
            assert clock["left"][1 - couple.first] == 600_000
    with closing(sqlite3.connect(tmp_path / FILE)) as con:
        undos = con.execute("select count(*) from entry where action glob 'undo [0-9]*'")
        assert undos.fetchone() == (1,)
