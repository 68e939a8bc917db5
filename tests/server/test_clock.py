"""Clocks at the tables of a hall: they follow the turn, and survive restarts and faults."""

import asyncio
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from budokan.server.table.scheduler import Scheduler
from tests.server.clock_hall import MINUTE, client, left, manual_clock
from tests.server.hall import ManualClock, Visitor, eventually, hall, sit_down_once
from tests.server.test_tables import invited, layout

__all__ = ["client", "layout", "manual_clock"]  # fixtures


# -- turns ----------------------------------------------------------------------------------------


def test_the_clock_starts_with_the_deal_and_follows_the_turn(
    ann: Visitor, manual_clock: ManualClock
) -> None:
    made = ann.table("udaka", "me", "human", clock={"kind": "match", "seconds": 600})
    with ann.sit(made["id"]) as one:
        assert one.hear()["table"]["clock"]["since"] == [0, 0]
        manual_clock.advance(500)
        with invited(ann.client, made).sit(made["id"]) as two:
            two.hear()
            one.hear()
            seat = one.frame["scene"]["acting"][0]
            acts = (one, two)[seat]
            assert left(acts.frame, seat) == 600
            manual_clock.advance(100)
            acts.act(acts.actions()[0], seat)
            frame = acts.hear()
            assert left(frame, seat) == 500 and frame["now"] == manual_clock()
            assert frame["table"]["clock"]["kind"] == "match"


def test_a_frame_does_not_change_as_time_goes_by(ann: Visitor, manual_clock: ManualClock) -> None:
    made = ann.table("udaka", "me", "me", clock=MINUTE)
    with ann.sit(made["id"]) as me:
        first = me.hear()
        manual_clock.advance(5)
        with Visitor(ann.client).sit(made["id"]) as eyes:
            watched = eyes.hear()
            assert watched["now"] == first["now"] + 5000
        me.say("look", seat=0)  # had the watcher changed anything, that would come first
        assert me.hear()["view"] == 0


def test_drafts_of_others_do_not_touch_the_clock(
    layout: None, ann: Visitor, manual_clock: ManualClock
) -> None:
    made = ann.table("layout", "me", "human", clock=MINUTE, names=["A", "B"])
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        one.hear(), two.hear(), one.hear()
        manual_clock.advance(7)
        one.act("lay 2")
        assert left(one.hear(), 0) == 53
        two.act("lay 0", 1)  # the next thing B hears is this: nothing came in between
        assert two.hear()["story"] == ["B lays 0."] and left(two.frame, 0) == 53


def test_a_bot_never_runs_out_of_time(ann: Visitor, manual_clock: ManualClock) -> None:
    made = ann.table("udaka", "me", "greedy", clock=MINUTE)
    with ann.sit(made["id"]) as me:
        assert me.hear()["table"]["clock"]["left"][1] == -1
        assert all(claim["seat"] == 0 for claim in me.frame["table"]["claims"])


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"clock": {"kind": "sand", "seconds": 60}}, "sand"),
        ({"clock": {"kind": "turn"}}, "seconds of a clock must be 5"),
        ({"clock": {"kind": "turn", "seconds": -1}}, "seconds"),
        ({"clock": {"kind": "turn", "seconds": 60, "more": 1}}, "more"),
        ({"clock": MINUTE, "when_absent": "wait"}, "needs when_absent to be 'claim' or 'bot'"),
        ({"when_absent": "eaten"}, "eaten"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(
    ann: Visitor, more: dict[str, Any], says: str
) -> None:
    asked = {"game": "udaka", "players": ["me", "greedy"], **more}
    answer = ann.post("/api/tables", json=asked)
    assert answer.status_code == 400 and says in answer.json()["error"]


# -- the hall closes, and the store fails ---------------------------------------------------------


def test_a_restart_never_costs_the_player_to_move_time(tmp_path: Path) -> None:
    manual_clock = ManualClock()
    with hall(tmp_path, manual_clock) as client:
        ann = Visitor(client)
        made = ann.table("udaka", "me", "me", clock={"kind": "match", "seconds": 600})
        with ann.sit(made["id"]) as me:
            seat = me.hear()["scene"]["acting"][0]
            me.say("look", seat=seat)
            me.hear()
            manual_clock.advance(100)
            me.act(me.actions()[0], seat)
            now = me.hear()["scene"]["acting"][0]
            manual_clock.advance(50)
    manual_clock.advance(86_400)
    with hall(tmp_path, manual_clock) as client, Visitor(client, ann.token).sit(made["id"]) as me:
        frame = me.hear()
        if now != seat:
            assert left(frame, seat) == 500
        assert left(frame, now) == (600 if now != seat else 500)
        manual_clock.advance(30)
        with Visitor(client).sit(made["id"]) as eyes:
            assert left(eyes.hear(), now) == left(frame, now) - 30


def test_after_a_restart_time_runs_out_without_visitors(tmp_path: Path) -> None:
    manual_clock = ManualClock()
    with hall(tmp_path, manual_clock) as client:
        ann = Visitor(client)
        with ann.sit(ann.table("dojo_duel", "me", "greedy", clock=MINUTE)["id"]) as me:
            me.hear()
        manual_clock.advance(59)
    manual_clock.advance(1000)
    with hall(tmp_path, manual_clock) as client:
        manual_clock.advance(59, client)
        assert not Visitor(client, ann.token).get("/api/matches").json()["rows"][0]["over"]
        manual_clock.advance(1, client)
        assert eventually(partial(is_over, Visitor(client, ann.token)))


@pytest.mark.parametrize("nights, over", [(2, False), (4, True)])
def test_a_hall_that_restarts_every_night_ends_a_turn_of_days(
    tmp_path: Path, nights: int, over: bool
) -> None:
    manual_clock, days = ManualClock(), {"kind": "turn", "seconds": 3 * 86_400}
    with hall(tmp_path, manual_clock) as client:
        ann = Visitor(client)
        with ann.sit(ann.table("dojo_duel", "me", "greedy", clock=days)["id"]) as me:
            me.hear()
    for night in range(1, nights + 1):
        manual_clock.advance(8 * 3600)
        with hall(tmp_path, manual_clock) as client:
            manual_clock.advance(16 * 3600, client)
            patience = 30.0 if over and night == nights else 0.1
            ended = eventually(partial(is_over, Visitor(client, ann.token)), patience)
    assert ended == over


def is_over(who: Visitor) -> bool:
    """Whether the newest match of somebody has ended."""
    return bool(who.get("/api/matches").json()["rows"][0]["over"])


def test_a_hall_that_restarts_every_half_hour_ends_a_slow_turn(tmp_path: Path) -> None:
    """The hour after opening is granted once for each turn, and stored."""
    manual_clock, hours = ManualClock(), {"kind": "turn", "seconds": 2 * 3600}
    with hall(tmp_path, manual_clock) as client:
        ann = Visitor(client)
        made = ann.table("udaka", "me", "human", clock=hours)
        ben = invited(client, made)
        sit_down_once(made["id"], ann, ben)
    manual_clock.advance(86_400)
    found = []
    for _ in range(3):
        with (
            hall(tmp_path, manual_clock) as client,
            Visitor(client, ben.token).sit(made["id"]) as me,
        ):
            frame = me.hear()
            found.append(left(frame, frame["scene"]["acting"][0]))
            manual_clock.advance(1800)
    assert found == [3600, 1800, 0]


def test_a_stand_in_survives_a_restart(tmp_path: Path) -> None:
    manual_clock = ManualClock()
    with hall(tmp_path, manual_clock) as client:
        ann = Visitor(client)
        made = ann.table("udaka", "me", "me", clock=MINUTE, when_absent="bot")
        with ann.sit(made["id"]) as me:
            seat = me.hear()["scene"]["acting"][0]
            manual_clock.advance(60, client)
            assert me.hear()["table"]["stand_ins"] == [seat]
    with hall(tmp_path, manual_clock) as client, Visitor(client, ann.token).sit(made["id"]) as me:
        assert me.hear()["table"]["stand_ins"] == [seat]
        me.say("back", seat=seat)
        while me.hear()["table"]["stand_ins"]:
            pass


def test_a_failed_save_is_retried(
    ann: Visitor, manual_clock: ManualClock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    made = ann.table("udaka", "me", "me", clock=MINUTE, when_absent="bot")
    with ann.sit(made["id"]) as me:
        seat = me.hear()["scene"]["acting"][0]
        con = sqlite3.connect(tmp_path / "hall.sqlite3", isolation_level=None)
        con.execute(
            "create trigger full before insert on timing begin select raise(abort, 'full'); end"
        )
        manual_clock.advance(60, ann.client)
        while "could not be checked" not in caplog.text:
            me.say("look", seat=1 - seat)
            assert me.hear()["table"]["stand_ins"] == []
        con.execute("drop trigger full")
        con.close()

        def stands() -> Any:
            manual_clock.advance(
                5, ann.client
            )  # again and again: when it is tried next is not known here
            me.say("look", seat=1 - seat)
            return me.hear()["table"]["stand_ins"]

        assert eventually(stands) and me.frame["table"]["stand_ins"] == [seat]


def test_a_move_that_was_not_saved_leaves_the_clock_as_it_was(
    ann: Visitor, manual_clock: ManualClock, tmp_path: Path
) -> None:
    made = ann.table("udaka", "me", "me", clock=MINUTE, when_absent="bot")
    with ann.sit(made["id"]) as me:
        seat = me.hear()["scene"]["acting"][0]
        me.say("look", seat=seat)
        me.hear()
        con = sqlite3.connect(tmp_path / "hall.sqlite3", isolation_level=None)
        con.execute("create trigger full before insert on entry begin select raise(abort, ''); end")
        manual_clock.advance(30)
        me.act(me.actions()[0], seat)  # the turn, and with it the timer, would be the other's
        me.hear("refused"), me.hear()
        con.execute("drop trigger full")
        con.close()
        manual_clock.advance(30, ann.client)

        def stands() -> Any:
            me.say("look", seat=seat)
            return me.hear()["table"]["stand_ins"]

        assert eventually(stands) and me.frame["table"]["stand_ins"] == [seat]


def test_the_hall_closes_while_its_clock_is_being_set() -> None:
    async def closed() -> None:
        async def ring(name: str) -> None: ...

        hours = Scheduler(ring, ManualClock())
        hours.start()
        await asyncio.sleep(0)
        hours.set("a", hours.now() + 5000)
        async with asyncio.timeout(10):
            await hours.close()

    asyncio.run(closed())
