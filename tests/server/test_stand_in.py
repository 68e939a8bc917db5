"""Automatic claims: people who are away or out of time lose, or a bot stands in."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from budokan.server.app import make_app
from tests.server.clock_hall import BLINK, GRACE, MINUTE, client, left, manual_clock, seated
from tests.server.hall import HOST, ManualClock, Socket, ThreadBots, Visitor
from tests.server.test_tables import invited

__all__ = ["client", "manual_clock"]  # fixtures


def test_a_timeout_against_bots_loses_automatically(
    ann: Visitor, manual_clock: ManualClock
) -> None:
    made = ann.table("dojo_duel", "me", "greedy", clock=MINUTE)
    with ann.sit(made["id"]) as me:
        while not me.hear()["table"]["claims"]:
            pass
        assert me.frame["table"]["claims"][0]["automatic"]
        manual_clock.advance(60, ann.client)
        while not me.hear()["over"]:
            pass
        assert "You are out of time" in me.frame["scene"]["result"]


def test_a_solo_game_has_a_match_clock_but_no_turn_clock(
    ann: Visitor, manual_clock: ManualClock
) -> None:
    asked = {"game": "master_udo", "players": ["me"], "clock": MINUTE}
    assert "not for turns" in ann.post("/api/tables", json=asked).json()["error"]
    made = ann.table("master_udo", "me", clock={"kind": "match", "seconds": 300})
    with ann.sit(made["id"]) as me:
        me.hear()
        manual_clock.advance(300, ann.client)
        assert me.hear()["over"]


def test_a_bot_takes_over_and_gives_back(ann: Visitor, manual_clock: ManualClock) -> None:
    made = ann.table("udaka", "me", "human", clock=MINUTE, when_absent="bot")
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        acts, waits, seat = seated(one, two)
        acts.say("back", seat=seat)
        assert acts.hear("refused")["text"] == "No bot plays for you."
        manual_clock.advance(60, ann.client)
        frame = acts.hear()
        assert frame["table"]["stand_ins"] == [seat] and frame["scene"]["choices"] == []
        assert frame["scene"]["prompt"]["question"] == "A bot plays for you."
        while 1 - seat not in waits.hear()["scene"]["acting"]:
            pass
        while 1 - seat not in acts.frame["scene"]["acting"]:
            acts.hear()
        acts.act("single 7", seat)
        assert acts.hear("refused")["text"] == "A bot plays for you; take your seat back first."
        acts.say("back", seat=seat)
        assert acts.hear()["table"]["stand_ins"] == [] and waits.hear()["table"]["stand_ins"] == []
        waits.act(waits.actions()[0], 1 - seat)
        while not acts.hear()["scene"]["choices"]:
            waits.hear()
            waits.act(waits.actions()[0], 1 - seat)
        assert left(acts.frame, seat) == 60


@contextmanager
def out_of_time(
    ann: Visitor, manual_clock: ManualClock, patch: pytest.MonkeyPatch
) -> Iterator[tuple[Socket, int]]:
    """A table whose player ran out of time, and whose stand-in does not move."""
    patch.setattr("budokan.server.table.table.Table.wake", lambda table: None)
    made = ann.table("udaka", "me", "human", clock=MINUTE, when_absent="bot")
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        acts, _, seat = seated(one, two)
        manual_clock.advance(60, ann.client)
        assert acts.hear()["scene"]["choices"] == []
        yield acts, seat


def test_a_player_out_of_time_returns_after_one_move_of_the_bot(
    ann: Visitor, manual_clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a turn could be extended again and again."""
    with out_of_time(ann, manual_clock, monkeypatch) as (acts, seat):
        manual_clock.advance(5)
        acts.say("back", seat=seat)
        assert acts.hear("refused")["text"].startswith("Your time is up; the bot makes one move")
        acts.say("look", seat=seat)
        assert acts.hear()["table"]["stand_ins"] == [seat]


def test_a_failing_stand_in_gives_the_seat_back(
    ann: Visitor, manual_clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("budokan.server.table.bots.TableBots.failing", True)
    with out_of_time(ann, manual_clock, monkeypatch) as (acts, seat):
        acts.say("back", seat=seat)
        assert acts.hear()["scene"]["choices"] and left(acts.frame, seat) == 60
        acts.act(acts.actions()[0], seat)
        assert acts.hear()["table"]["stand_ins"] == []


class Pondering(ThreadBots):
    """Bots that think until they are told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.enough = threading.Event(), threading.Event()

    async def run(self, work: Callable[[Any], Any], given: Any, *lane: Any) -> Any:
        self.begun.set()
        while not self.enough.is_set():
            await asyncio.sleep(0.001)
        return await super().run(work, given, *lane)


def test_a_stand_in_does_not_move_after_the_player_returns(tmp_path: Path) -> None:
    manual_clock, bots = ManualClock(), Pondering()
    with TestClient(make_app(tmp_path, workers=bots, now=manual_clock), base_url=HOST) as client:
        ann = Visitor(client)
        made = ann.table("dojo_duel", "me", "human", when_absent="bot")
        ben = invited(client, made)
        with ann.sit(made["id"]) as one:
            with ben.sit(made["id"]) as two:
                one.hear(), two.hear(), one.hear()
            manual_clock.advance(BLINK, client)
            manual_clock.advance(GRACE, client)
            assert bots.begun.wait(20)
            with ben.sit(made["id"]) as two:
                assert two.hear()["table"]["stand_ins"] == [1]
                two.say("back", seat=1)
                assert two.hear()["table"]["stand_ins"] == []
                bots.enough.set()
                for _ in range(40):  # a socket may look so often in a row
                    two.say("look", seat=1)
                    assert 1 in two.hear()["scene"]["acting"] and two.frame["scene"]["choices"]


def test_a_bot_replaces_an_absent_player_while_others_wait(
    ann: Visitor, manual_clock: ManualClock
) -> None:
    made = ann.table("dojo_duel", "me", "human", when_absent="bot")
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        one.hear(), two.hear(), one.hear()
    manual_clock.advance(9999, ann.client)  # nobody waits: nothing happens
    with ann.sit(made["id"]) as one:
        assert one.hear()["table"]["stand_ins"] == []
        manual_clock.advance(GRACE, ann.client)
        while one.hear()["table"]["stand_ins"] != [1]:
            pass
        with ben.sit(made["id"]) as two:
            assert two.hear()["table"]["stand_ins"] == [1]
            two.say("back", seat=1)
            while two.hear()["table"]["stand_ins"]:
                pass


def test_several_stand_ins_at_once(ann: Visitor, manual_clock: ManualClock) -> None:
    made = [ann.table("dojo_duel", "me", "greedy", clock=MINUTE)["id"] for _ in range(5)]
    for table in made:
        with ann.sit(table) as me:
            me.hear()
    manual_clock.advance(60, ann.client)
    for table in made:
        with ann.sit(table) as me:
            while not me.hear()["over"]:
                pass
