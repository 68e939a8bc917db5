"""Claims against people who are away or out of time."""

from budokan.match import record
from tests.server.clock_hall import BLINK, GRACE, MINUTE, client, manual_clock, seated
from tests.server.hall import ManualClock, Visitor
from tests.server.test_tables import invited

__all__ = ["client", "manual_clock"]  # fixtures


def test_a_win_is_claimed_when_time_is_over_and_not_before(
    ann: Visitor, manual_clock: ManualClock
) -> None:
    made = ann.table("udaka", "me", "human", clock=MINUTE, names=["Ann", "Ben"])
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        acts, waits, seat = seated(one, two)
        name = ["Ann", "Ben"][seat]
        claim = {
            "seat": seat,
            "at": manual_clock() + 60_000,
            "reason": "time",
            "effect": "win",
            "automatic": False,
        }
        assert waits.frame["table"]["claims"] == [claim]
        manual_clock.advance(20)
        waits.say("claim", seat=1 - seat, from_seat=seat)
        told = waits.hear("refused")["text"]
        assert told == f"{name} has time left; you may claim in 0:40."
        acts.say("claim", seat=seat, from_seat=1 - seat)
        assert "nothing to claim" in acts.hear("refused")["text"]
        acts.say("claim", seat=seat, from_seat=seat)
        assert "another person" in acts.hear("refused")["text"]
        manual_clock.advance(40)
        waits.say("claim", seat=1 - seat, from_seat=seat)
        for each, told in ((acts, "You are"), (waits, f"{name} is")):
            assert each.hear()["over"] and f"{told} out of time" in each.frame["scene"]["result"]
            assert each.frame["table"]["claims"] == []
    text = ann.get(f"/api/tables/{made['id']}/record").text
    assert f"{'AB'[seat]} forfeit" in text and record.restore(record.parse(text)).over
    frames = ann.get(f"/api/tables/{made['id']}/replay").json()["frames"]
    assert "out of time" in frames[-1]["scene"]["result"]


def test_a_move_that_comes_first_counts(ann: Visitor, manual_clock: ManualClock) -> None:
    made = ann.table("udaka", "me", "human", clock=MINUTE)
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        acts, waits, seat = seated(one, two)
        manual_clock.advance(60)
        acts.act(acts.actions()[0], seat)
        acts.hear(), waits.hear()
        waits.say("claim", seat=1 - seat, from_seat=seat)
        assert "nothing to claim" in waits.hear("refused")["text"]


def test_a_spectator_cannot_claim(ann: Visitor, manual_clock: ManualClock) -> None:
    made = ann.table("udaka", "me", "me", clock=MINUTE)
    with Visitor(ann.client).sit(made["id"]) as eyes:
        eyes.hear()
        manual_clock.advance(99)
        eyes.say("claim", seat=0, from_seat=1)
        assert "do not sit" in eyes.hear("refused")["text"]


def test_an_absent_player_can_be_claimed_against(ann: Visitor, manual_clock: ManualClock) -> None:
    made = ann.table("dojo_duel", "me", "human", names=["Ann", "Ben"])  # both choose at once
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one:
        with ben.sit(made["id"]) as two:
            one.hear(), two.hear(), one.hear()
        one.say("claim", seat=0, from_seat=1)
        assert "nothing to claim" in one.hear("refused")["text"]
        gone = manual_clock()
        manual_clock.advance(BLINK, ann.client)
        facts = one.hear()["table"]
        assert facts["away"] == [1] and facts["claims"] == [
            {"seat": 1, "at": gone + 120_000, "reason": "away", "effect": "win", "automatic": False}
        ]
        one.say("claim", seat=0, from_seat=1)
        assert one.hear("refused")["text"] == "Ben is away; you may claim in 1:50."
        with ben.sit(made["id"]) as two:
            two.hear()
            assert one.hear()["table"]["away"] == [] and not one.frame["table"]["claims"]
        manual_clock.advance(BLINK, ann.client)
        one.hear()
        manual_clock.advance(GRACE - BLINK)
        one.say("claim", seat=0, from_seat=1)
        assert one.hear()["scene"]["result"] == "Ben is out of time; you win."


def test_nobody_loses_automatically_where_others_may_claim(
    ann: Visitor, manual_clock: ManualClock
) -> None:
    made = ann.table("dojo_duel", "me", "human", clock=MINUTE)
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one:
        with ben.sit(made["id"]) as two:
            one.hear(), two.hear(), one.hear()
        manual_clock.advance(GRACE, ann.client)
        assert one.hear()["table"]["away"] == [1] and not one.frame["over"]


def test_reloading_the_page_is_no_absence(ann: Visitor, manual_clock: ManualClock) -> None:
    made = ann.table("dojo_duel", "me", "human")
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one:
        with ben.sit(made["id"]) as two:
            one.hear(), two.hear(), one.hear()
        manual_clock.advance(BLINK - 1, ann.client)
        with ben.sit(made["id"]) as two:
            two.hear()
            manual_clock.advance(BLINK, ann.client)
            one.act(one.actions()[0])
            assert one.hear()["table"]["away"] == []


def test_slow_play_has_only_its_clock(ann: Visitor, manual_clock: ManualClock) -> None:
    days = {"kind": "turn", "seconds": 3 * 86_400}
    made = ann.table("udaka", "me", "human", clock=days, names=["Ann", "Ben"])
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        _, _, seat = seated(one, two)
    waits = (ben, ann)[seat]
    with waits.sit(made["id"]) as me:
        me.hear()
        manual_clock.advance(BLINK + GRACE, ann.client)
        me.say("claim", seat=1 - seat, from_seat=seat)
        assert me.hear("refused")["text"].endswith("time left; you may claim in 3 days.")
        manual_clock.advance(3 * 86_400)
        me.say("claim", seat=1 - seat, from_seat=seat)
        assert me.hear()["over"]


def test_where_nobody_can_lose_alone_a_claim_brings_a_bot(
    ann: Visitor, manual_clock: ManualClock
) -> None:
    made = ann.table("udaka", "me", "me", "me", clock=MINUTE)
    with ann.sit(made["id"]) as all_three:
        seat = all_three.hear()["scene"]["acting"][0]
        assert all_three.frame["table"]["claims"][0]["effect"] == "bot"
        manual_clock.advance(60)
        all_three.say("claim", seat=(seat + 1) % 3, from_seat=seat)
        assert all_three.hear()["table"]["stand_ins"] == [seat]
        before = all_three.frame["ply"]
        assert all_three.hear()["ply"] > before, "the bot plays"


def test_a_waiting_table_has_no_claims(ann: Visitor, manual_clock: ManualClock) -> None:
    made = ann.table("dojo_duel", "me", "human", when_absent="wait")
    ben = invited(ann.client, made)
    with ann.sit(made["id"]) as one:
        with ben.sit(made["id"]) as two:
            one.hear(), two.hear(), one.hear()
        manual_clock.advance(99_999, ann.client)
        assert one.hear()["table"]["away"] == [1] and one.frame["table"]["claims"] == []


def test_a_rematch_has_the_same_clock(ann: Visitor) -> None:
    made = ann.table("dojo_duel", "me", "greedy", clock=MINUTE, when_absent="bot")
    with ann.sit(made["id"]) as me:
        me.hear()
        me.say("concede", seat=0)
        while not me.hear()["over"]:
            pass
    again = ann.post(f"/api/tables/{made['id']}/rematch").json()["id"]
    with ann.sit(again) as me:
        facts = me.hear()["table"]
        assert (facts["clock"]["seconds"], facts["when_absent"]) == (60, "bot")
