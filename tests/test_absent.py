"""Who is away or out of time: claims, bots that stand in, restarts; and courtesies."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from budokan.play import record
from budokan.server.app import make_app
from budokan.server.hours import Hours
from tests.hall import HOST, Hands, NearBots, Socket, Visitor, hall
from tests.test_server import invited, layout

__all__ = ["layout"]  # a fixture

MINUTE = {"kind": "turn", "seconds": 60}
BLINK, GRACE = 10, 120  # seconds


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def client(tmp_path: Path, hands: Hands) -> Iterator[TestClient]:
    with hall(tmp_path, hands) as client:
        yield client


@pytest.fixture
def ann(client: TestClient) -> Visitor:
    return Visitor(client)


def seated(one: Socket, two: Socket) -> tuple[Socket, Socket, int]:
    """Both hear that both are there; who is to move, who waits, and the seat that is to move."""
    one.hear(), two.hear(), one.hear()
    seat = one.frame["scene"]["acting"][0]
    return (one, two, seat) if seat == 0 else (two, one, seat)


def left(frame: dict[str, Any], seat: int) -> float:
    """Seconds a seat has left when a frame is sent."""
    clock = frame["table"]["clock"]
    began = clock["since"][seat]
    return float(clock["left"][seat] - (frame["now"] - began if began else 0)) / 1000


# -- clocks ---------------------------------------------------------------------------------------


def test_the_clock_starts_when_all_have_come_and_turns_with_the_turn(
    ann: Visitor, hands: Hands
) -> None:
    made = ann.table("udaka", "me", "human", clock={"kind": "match", "seconds": 600})
    with ann.sit(made["id"]) as one:
        assert one.hear()["table"]["clock"]["since"] == [0, 0]
        hands.go(500)
        with invited(ann.client, made).sit(made["id"]) as two:
            two.hear()
            one.hear()
            seat = one.frame["scene"]["acting"][0]
            acts = (one, two)[seat]
            assert left(acts.frame, seat) == 600
            hands.go(100)
            acts.act(acts.actions()[0], seat)
            frame = acts.hear()
            assert left(frame, seat) == 500 and frame["now"] == hands()
            assert frame["table"]["clock"]["kind"] == "match"


def test_a_frame_does_not_change_as_time_goes_by(ann: Visitor, hands: Hands) -> None:
    made = ann.table("udaka", "me", "me", clock=MINUTE)
    with ann.sit(made["id"]) as me:
        first = me.hear()
        hands.go(5)
        with Visitor(ann.client).sit(made["id"]) as eyes:
            watched = eyes.hear()
            assert watched["now"] == first["now"] + 5000
        me.say("look", seat=0)  # had the watcher changed anything, that would come first
        assert me.hear()["view"] == 0


def test_drafts_of_others_do_not_touch_the_clock(layout: None, ann: Visitor, hands: Hands) -> None:
    made = ann.table("layout", "me", "human", clock=MINUTE)
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        one.hear(), two.hear(), one.hear()
        hands.go(7)
        one.act("lay 2")
        assert left(one.hear(), 0) == 53
        two.act("lay 0", 1)  # the next thing B hears is this: nothing came in between
        assert two.hear()["story"] == ["B lays 0."] and left(two.frame, 0) == 53


def test_a_bot_never_runs_out(ann: Visitor, hands: Hands) -> None:
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
        ({"clock": MINUTE, "absent": "wait"}, "absent is 'claim' or 'bot'"),
        ({"absent": "eaten"}, "eaten"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(
    ann: Visitor, more: dict[str, Any], says: str
) -> None:
    asked = {"game": "udaka", "sitting": ["me", "greedy"], **more}
    answer = ann.post("/api/tables", json=asked)
    assert answer.status_code == 400 and says in answer.json()["error"]


# -- claims ---------------------------------------------------------------------------------------


def test_a_win_is_claimed_when_time_is_over_and_not_before(ann: Visitor, hands: Hands) -> None:
    made = ann.table("udaka", "me", "human", clock=MINUTE, names=["Ann", "Ben"])
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        acts, waits, seat = seated(one, two)
        name = ["Ann", "Ben"][seat]
        claim = {"seat": seat, "at": hands() + 60_000, "why": "time", "does": "win", "auto": False}
        assert waits.frame["table"]["claims"] == [claim]
        hands.go(20)
        waits.say("claim", seat=1 - seat, of=seat)
        told = waits.hear("refused")["text"]
        assert told == f"{name} has time left; you may claim in 0:40."
        acts.say("claim", seat=seat, of=1 - seat)
        assert "nothing to claim" in acts.hear("refused")["text"]
        acts.say("claim", seat=seat, of=seat)
        assert "another person" in acts.hear("refused")["text"]
        hands.go(40)
        waits.say("claim", seat=1 - seat, of=seat)
        for each in (acts, waits):
            assert each.hear()["over"] and f"{name} is out of time" in each.frame["scene"]["over"]
            assert each.frame["table"]["claims"] == []
    text = ann.get(f"/api/tables/{made['id']}/record").text
    assert f"{'AB'[seat]} forfeit" in text and record.restore(record.parse(text)).over
    frames = ann.get(f"/api/tables/{made['id']}/replay").json()["frames"]
    assert "out of time" in frames[-1]["scene"]["over"]


def test_a_move_that_comes_first_counts(ann: Visitor, hands: Hands) -> None:
    made = ann.table("udaka", "me", "human", clock=MINUTE)
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        acts, waits, seat = seated(one, two)
        hands.go(60)
        acts.act(acts.actions()[0], seat)
        acts.hear(), waits.hear()
        waits.say("claim", seat=1 - seat, of=seat)
        assert "nothing to claim" in waits.hear("refused")["text"]


def test_who_watches_claims_nothing(ann: Visitor, hands: Hands) -> None:
    made = ann.table("udaka", "me", "me", clock=MINUTE)
    with Visitor(ann.client).sit(made["id"]) as eyes:
        eyes.hear()
        hands.go(99)
        eyes.say("claim", seat=0, of=1)
        assert "do not sit" in eyes.hear("refused")["text"]


def test_who_vanishes_in_their_turn_can_be_claimed_from(ann: Visitor, hands: Hands) -> None:
    made = ann.table("dojo_duel", "me", "human", names=["Ann", "Ben"])  # both choose at once
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one:
        with ben.sit(made["id"]) as two:
            one.hear(), two.hear(), one.hear()
        one.say("claim", seat=0, of=1)
        assert "nothing to claim" in one.hear("refused")["text"]
        gone = hands()
        hands.go(BLINK, ann.client)
        facts = one.hear()["table"]
        assert facts["away"] == [1] and facts["claims"] == [
            {"seat": 1, "at": gone + 120_000, "why": "away", "does": "win", "auto": False}
        ]
        one.say("claim", seat=0, of=1)
        assert one.hear("refused")["text"] == "Ben is away; you may claim in 1:50."
        with ben.sit(made["id"]) as two:
            two.hear()
            assert one.hear()["table"]["away"] == [] and not one.frame["table"]["claims"]
        hands.go(BLINK, ann.client)
        one.hear()
        hands.go(GRACE - BLINK)
        one.say("claim", seat=0, of=1)
        assert one.hear()["scene"]["over"] == "Ben is out of time; Ann wins."


def test_nobody_loses_by_itself_where_others_may_claim(ann: Visitor, hands: Hands) -> None:
    made = ann.table("dojo_duel", "me", "human", clock=MINUTE)
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one:
        with ben.sit(made["id"]) as two:
            one.hear(), two.hear(), one.hear()
        hands.go(GRACE, ann.client)
        assert one.hear()["table"]["away"] == [1] and not one.frame["over"]


def test_a_new_page_is_no_absence(ann: Visitor, hands: Hands) -> None:
    made = ann.table("dojo_duel", "me", "human")
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one:
        with ben.sit(made["id"]) as two:
            one.hear(), two.hear(), one.hear()
        hands.go(BLINK - 1, ann.client)
        with ben.sit(made["id"]) as two:
            two.hear()
            hands.go(BLINK, ann.client)
            one.act(one.actions()[0])
            assert one.hear()["table"]["away"] == []


def test_slow_play_has_only_its_clock(ann: Visitor, hands: Hands) -> None:
    days = {"kind": "turn", "seconds": 3 * 86_400}
    made = ann.table("udaka", "me", "human", clock=days, names=["Ann", "Ben"])
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        _, _, seat = seated(one, two)
    waits = (ben, ann)[seat]
    with waits.sit(made["id"]) as me:
        me.hear()
        hands.go(BLINK + GRACE, ann.client)
        me.say("claim", seat=1 - seat, of=seat)
        assert me.hear("refused")["text"].endswith("time left; you may claim in 3 days.")
        hands.go(3 * 86_400)
        me.say("claim", seat=1 - seat, of=seat)
        assert me.hear()["over"]


def test_where_nobody_can_lose_alone_a_claim_seats_a_bot(ann: Visitor, hands: Hands) -> None:
    made = ann.table("udaka", "me", "me", "me", clock=MINUTE)
    with ann.sit(made["id"]) as all_three:
        seat = all_three.hear()["scene"]["acting"][0]
        assert all_three.frame["table"]["claims"][0]["does"] == "bot"
        hands.go(60)
        all_three.say("claim", seat=(seat + 1) % 3, of=seat)
        assert all_three.hear()["table"]["stands"] == [seat]
        before = all_three.frame["ply"]
        assert all_three.hear()["ply"] > before, "the bot plays"


def test_at_a_table_that_waits_nothing_is_due(ann: Visitor, hands: Hands) -> None:
    made = ann.table("dojo_duel", "me", "human", absent="wait")
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one:
        with ben.sit(made["id"]) as two:
            one.hear(), two.hear(), one.hear()
        hands.go(99_999, ann.client)
        assert one.hear()["table"]["away"] == [1] and one.frame["table"]["claims"] == []


def test_a_rematch_has_the_same_clock(ann: Visitor) -> None:
    made = ann.table("dojo_duel", "me", "greedy", clock=MINUTE, absent="bot")
    with ann.sit(made["id"]) as me:
        me.hear()
        me.say("concede", seat=0)
        while not me.hear()["over"]:
            pass
    again = ann.post(f"/api/tables/{made['id']}/rematch").json()["id"]
    with ann.sit(again) as me:
        facts = me.hear()["table"]
        assert (facts["clock"]["seconds"], facts["absent"]) == (60, "bot")


# -- what happens by itself -----------------------------------------------------------------------


def test_against_bots_time_is_lost_by_itself(ann: Visitor, hands: Hands) -> None:
    made = ann.table("dojo_duel", "me", "greedy", clock=MINUTE)
    with ann.sit(made["id"]) as me:
        while not me.hear()["table"]["claims"]:
            pass
        assert me.frame["table"]["claims"][0]["auto"]
        hands.go(60, ann.client)
        while not me.hear()["over"]:
            pass
        assert "A is out of time" in me.frame["scene"]["over"]


def test_alone_a_match_has_a_clock_and_a_turn_has_none(ann: Visitor, hands: Hands) -> None:
    asked = {"game": "master_udo", "sitting": ["me"], "clock": MINUTE}
    assert "alone" in ann.post("/api/tables", json=asked).json()["error"]
    made = ann.table("master_udo", "me", clock={"kind": "match", "seconds": 300})
    with ann.sit(made["id"]) as me:
        me.hear()
        hands.go(300, ann.client)
        assert me.hear()["over"]


def test_a_bot_takes_over_and_gives_back(ann: Visitor, hands: Hands) -> None:
    made = ann.table("udaka", "me", "human", clock=MINUTE, absent="bot")
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        acts, waits, seat = seated(one, two)
        acts.say("back", seat=seat)
        assert acts.hear("refused")["text"] == "No bot plays for you."
        hands.go(60, ann.client)
        frame = acts.hear()
        assert frame["table"]["stands"] == [seat] and frame["scene"]["choices"] == []
        assert frame["scene"]["prompt"]["question"] == "A bot plays for you."
        while 1 - seat not in waits.hear()["scene"]["acting"]:
            pass
        while 1 - seat not in acts.frame["scene"]["acting"]:
            acts.hear()
        acts.act("single 7", seat)
        assert acts.hear("refused")["text"] == "A bot plays for you; take your seat back first."
        acts.say("back", seat=seat)
        assert acts.hear()["table"]["stands"] == [] and waits.hear()["table"]["stands"] == []
        waits.act(waits.actions()[0], 1 - seat)
        while not acts.hear()["scene"]["choices"]:
            waits.hear()
            waits.act(waits.actions()[0], 1 - seat)
        assert left(acts.frame, seat) == 60


def test_a_seat_is_taken_back_in_its_turn_too(
    ann: Visitor, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot that thinks stops, and its thought is not played."""
    monkeypatch.setattr("budokan.server.table.Table.wake", lambda table: None)
    made = ann.table("udaka", "me", "human", clock=MINUTE, absent="bot")
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        acts, _, seat = seated(one, two)
        hands.go(60, ann.client)
        assert acts.hear()["scene"]["choices"] == []
        hands.go(5)
        acts.say("back", seat=seat)
        assert acts.hear()["scene"]["choices"] and left(acts.frame, seat) == 60
        acts.act(acts.actions()[0], seat)
        assert acts.hear()["table"]["stands"] == []


class Pondering(NearBots):
    """Bots that think until they are told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.enough = threading.Event(), threading.Event()

    async def run(self, work: Callable[[Any], Any], given: Any) -> Any:
        self.begun.set()
        while not self.enough.is_set():
            await asyncio.sleep(0.001)
        return await super().run(work, given)


def test_a_thought_that_was_begun_is_not_played_after_the_seat_is_back(tmp_path: Path) -> None:
    hands, bots = Hands(), Pondering()
    with TestClient(make_app(tmp_path, bots=bots, now=hands), base_url=HOST) as client:
        ann = Visitor(client)
        made = ann.table("udaka", "me", "me", clock=MINUTE, absent="bot")
        with ann.sit(made["id"]) as me:
            seat = me.hear()["scene"]["acting"][0]
            hands.go(60, client)
            assert me.hear()["table"]["stands"] == [seat] and bots.begun.wait(20)
            me.say("back", seat=seat)
            assert me.hear()["table"]["stands"] == []
            bots.enough.set()
            for _ in range(50):
                me.say("look", seat=seat)
                assert seat in me.hear()["scene"]["acting"] and me.frame["scene"]["choices"]


def test_a_bot_takes_over_from_who_vanishes_while_others_wait(ann: Visitor, hands: Hands) -> None:
    made = ann.table("dojo_duel", "me", "human", absent="bot")
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        one.hear(), two.hear(), one.hear()
    hands.go(9999, ann.client)  # nobody waits: nothing happens
    with ann.sit(made["id"]) as one:
        assert one.hear()["table"]["stands"] == []
        hands.go(GRACE, ann.client)
        while one.hear()["table"]["stands"] != [1]:
            pass
        with ben.sit(made["id"]) as two:
            assert two.hear()["table"]["stands"] == [1]
            two.say("back", seat=1)
            while two.hear()["table"]["stands"]:
                pass


def test_many_at_once(ann: Visitor, hands: Hands) -> None:
    made = [ann.table("dojo_duel", "me", "greedy", clock=MINUTE)["id"] for _ in range(5)]
    for table in made:
        with ann.sit(table) as me:
            me.hear()
    hands.go(60, ann.client)
    for table in made:
        with ann.sit(table) as me:
            while not me.hear()["over"]:
                pass


# -- the hall closes, and the store fails ---------------------------------------------------------


def test_clocks_survive_a_restart_in_favour_of_who_is_to_move(tmp_path: Path) -> None:
    hands = Hands()
    with hall(tmp_path, hands) as client:
        ann = Visitor(client)
        made = ann.table("udaka", "me", "me", clock={"kind": "match", "seconds": 600})
        with ann.sit(made["id"]) as me:
            seat = me.hear()["scene"]["acting"][0]
            me.say("look", seat=seat)
            me.hear()
            hands.go(100)
            me.act(me.actions()[0], seat)
            now = me.hear()["scene"]["acting"][0]
            hands.go(50)
    hands.go(86_400)
    with hall(tmp_path, hands) as client, Visitor(client, ann.token).sit(made["id"]) as me:
        frame = me.hear()
        if now != seat:
            assert left(frame, seat) == 500
        assert left(frame, now) == (600 if now != seat else 500)
        hands.go(30)
        with Visitor(client).sit(made["id"]) as eyes:
            assert left(eyes.hear(), now) == left(frame, now) - 30


def test_after_a_restart_time_runs_out_without_anybody_there(tmp_path: Path) -> None:
    hands = Hands()
    with hall(tmp_path, hands) as client:
        ann = Visitor(client)
        with ann.sit(ann.table("dojo_duel", "me", "greedy", clock=MINUTE)["id"]) as me:
            me.hear()
        hands.go(59)
    hands.go(1000)
    with hall(tmp_path, hands) as client:
        hands.go(59, client)
        assert not Visitor(client, ann.token).get("/api/tables").json()[0]["over"]
        hands.go(1, client)
        asking = Visitor(client, ann.token)
        assert any(asking.get("/api/tables").json()[0]["over"] for _ in range(500))


def test_a_stand_in_survives_a_restart(tmp_path: Path) -> None:
    hands = Hands()
    with hall(tmp_path, hands) as client:
        ann = Visitor(client)
        made = ann.table("udaka", "me", "me", clock=MINUTE, absent="bot")
        with ann.sit(made["id"]) as me:
            seat = me.hear()["scene"]["acting"][0]
            hands.go(60, client)
            assert me.hear()["table"]["stands"] == [seat]
    with hall(tmp_path, hands) as client, Visitor(client, ann.token).sit(made["id"]) as me:
        assert me.hear()["table"]["stands"] == [seat]
        me.say("back", seat=seat)
        while me.hear()["table"]["stands"]:
            pass


def test_what_cannot_be_saved_is_tried_again(
    ann: Visitor, hands: Hands, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    made = ann.table("udaka", "me", "me", clock=MINUTE, absent="bot")
    with ann.sit(made["id"]) as me:
        seat = me.hear()["scene"]["acting"][0]
        con = sqlite3.connect(tmp_path / "hall.sqlite3", isolation_level=None)
        con.execute(
            "create trigger full before insert on timing begin select raise(abort, 'full'); end"
        )
        hands.go(60, ann.client)
        while "could not be looked at" not in caplog.text:
            me.say("look", seat=1 - seat)
            assert me.hear()["table"]["stands"] == []
        con.execute("drop trigger full")
        con.close()
        hands.go(5, ann.client)
        while me.hear()["table"]["stands"] != [seat]:
            pass


def test_the_hall_closes_even_as_its_clock_is_set() -> None:
    async def closed() -> None:
        async def ring(name: str) -> None: ...

        hours = Hours(ring, Hands())
        hours.start()
        await asyncio.sleep(0)
        hours.set("a", hours.now() + 5000)
        async with asyncio.timeout(10):
            await hours.close()

    asyncio.run(closed())


# -- courtesies -----------------------------------------------------------------------------------


def test_courtesies_reach_everybody_and_are_few(ann: Visitor, hands: Hands) -> None:
    made = ann.table("dojo_duel", "me", "human")
    ben, eve = invited(ann.client, made), Visitor(ann.client)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two, eve.sit(made["id"]) as eyes:
        one.hear(), two.hear(), eyes.hear(), one.hear()
        two.say("courtesy", seat=1, id="played")
        for each in (one, two, eyes):
            told = each.hear("courtesy")
            assert told == {"t": "courtesy", "seat": 1, "id": "played", "text": "Well played."}
        two.say("courtesy", seat=1, id="thanks")
        assert "Wait a moment" in two.hear("refused")["text"]
        for _ in range(4):
            hands.go(3)
            two.say("courtesy", seat=1, id="thanks")
            two.hear("courtesy")
        hands.go(3)
        two.say("courtesy", seat=1, id="thanks")
        assert "enough" in two.hear("refused")["text"]
        hands.go(60)
        two.say("courtesy", seat=1, id="thanks")
        two.hear("courtesy")
        two.say("courtesy", seat=1, id="taunt")
        assert "no courtesy 'taunt'" in two.hear("refused")["text"]
        two.say("courtesy", seat=0, id="thanks")
        assert "do not sit" in two.hear("refused")["text"]
        eyes.say("courtesy", seat=0, id="thanks")
        while eyes.session.receive_json()["t"] == "courtesy":
            pass
    assert "thanks" not in ann.get(f"/api/tables/{made['id']}/record").text
