"""Hints in the hall: only for the player who asks, during their turn, if the table allows them."""

import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from budokan.kit.errors import Refusal
from budokan.server import jobs
from budokan.store.store import Store
from budokan.thinking import advice
from budokan.thinking.advice import Advice, Question
from tests.server.hall import Socket, Visitor, hall
from tests.server.test_tables import invited


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "usual_iterations", lambda game: 20)


class Slow:
    """An adviser that waits until it may go on; it counts how often it was asked."""

    def __init__(self) -> None:
        self.may, self.asked = threading.Event(), 0

    def __call__(self, given: Question) -> Advice:
        self.asked += 1
        assert self.may.wait(10)
        return advice.advise(given)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    found = Slow()
    monkeypatch.setattr(jobs, "advise", found)
    return found


def ask(me: Socket, seat: int = 0) -> None:
    me.say("hint", seat=seat, ply=me.frame["ply"])


def alone(me: Socket) -> int:
    """View a hot-seat table as the acting seat; that seat."""
    seat = int(me.hear()["scene"]["acting"][0])
    me.say("look", seat=seat)
    me.hear()
    return seat


def test_only_the_acting_player_gets_hints_for_their_moves(client: TestClient) -> None:
    ann = Visitor(client)
    made = ann.table("udaka", "me", "human")
    ben = invited(client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        one.hear(), one.hear(), two.hear()
        acting = int(one.frame["scene"]["acting"][0])
        first, second = (one, two) if acting == 0 else (two, one)
        ask(first, acting)
        hint = first.hear("hint")
        assert (hint["seat"], hint["ply"]) == (acting, first.frame["ply"])
        assert hint["heading"] == "The chance to win with each move" and not hint["note"]
        labels = {c["action"]: c["label"] for c in first.frame["scene"]["choices"]}
        assert hint["tips"] and all(labels[t["action"]] == t["label"] for t in hint["tips"])
        assert all("%" in tip["estimate"] for tip in hint["tips"])
        ask(second, 1 - acting)
        assert second.hear("refused")["text"] == "It is not your turn; ask for a hint when it is."
        first.act(hint["tips"][0]["action"], acting)
        first.hear(), second.hear()  # the next it hears is the move, not the hint


def test_hints_for_a_solo_game_give_a_score(client: TestClient) -> None:
    ann = Visitor(client)
    with ann.sit(ann.table("master_udo", "me")["id"]) as me:
        me.hear()
        ask(me)
        assert all("expected score" in tip["estimate"] for tip in me.hear("hint")["tips"])


def test_a_spectator_gets_no_hint(client: TestClient) -> None:
    made = Visitor(client).table("udaka", "me", "me")
    with Visitor(client).sit(made["id"]) as eyes:
        eyes.hear()
        ask(eyes)
        assert eyes.hear("refused")["text"] == "You do not sit on seat A."


def test_a_table_without_assists_and_its_rematch_refuse_hints(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        ann = Visitor(client)
        made = ann.table("dojo_duel", "me", "me", assists=False)
    with hall(tmp_path) as client:  # it was kept
        ann.client = client
        with ann.sit(made["id"]) as me:
            seat = alone(me)
            assert me.frame["table"]["assists"] is False
            ask(me, seat)
            assert me.hear("refused")["text"] == advice.FORBIDDEN
            me.say("concede", seat=seat)
            assert me.hear()["over"]
        again = ann.post(f"/api/tables/{made['id']}/rematch").json()["id"]
        with ann.sit(again) as me:
            assert me.hear()["table"]["assists"] is False
        text = ann.get(f"/api/tables/{made['id']}/record").text
        assert "\nassists: false\n" in text


def test_a_store_from_before_hints_allows_them(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        ann = Visitor(client)
        name = ann.table("udaka", "me", "me")["id"]
    store = Store(tmp_path / "hall.sqlite3")
    kept: dict[str, Any] = store.load(name).result(10).header
    store.close()
    assert "assists" not in kept
    with hall(tmp_path) as client:
        ann.client = client
        with ann.sit(name) as me:
            assert me.hear()["table"]["assists"] is True


def test_an_outdated_hint_is_not_sent(client: TestClient, slow: Slow) -> None:
    ann = Visitor(client)
    with ann.sit(ann.table("udaka", "me", "me")["id"]) as me:
        seat = alone(me)
        ask(me, seat)
        me.act(me.actions()[0], seat)
        me.hear()
        slow.may.set()
        if alone_again := [s for s in me.frame["scene"]["acting"] if s != seat]:
            me.say("look", seat=alone_again[0])
            seat = me.hear()["view"]
        ask(me, seat)
        hint = me.hear("hint")
        assert (hint["seat"], hint["ply"]) == (seat, me.frame["ply"]) and slow.asked == 2


def test_a_simultaneous_choice_of_another_seat_keeps_a_hint(client: TestClient, slow: Slow) -> None:
    """Both lay a kicker at the same time (DD-R6)."""
    ann = Visitor(client)
    made = ann.table("dojo_duel", "me", "human")
    ben = invited(client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        one.hear(), two.hear(), one.hear()
        ask(two, 1)
        one.act(one.actions()[0], 0)
        one.hear()
        now = two.hear()["ply"]
        slow.may.set()
        assert two.hear("hint")["ply"] == now


def test_a_hint_is_dropped_when_the_screen_is_handed_over(client: TestClient, slow: Slow) -> None:
    """Both lay a kicker at once: the hint for A is not shown to B at the same screen."""
    ann = Visitor(client)
    with ann.sit(ann.table("dojo_duel", "me", "me")["id"]) as me:
        alone(me)
        ask(me, 0)
        me.say("look", seat=1)
        me.hear()
        slow.may.set()
        ask(me, 1)
        assert me.hear("hint")["seat"] == 1


def test_asking_twice_starts_one_search(client: TestClient, slow: Slow) -> None:
    ann = Visitor(client)
    with ann.sit(ann.table("udaka", "me", "me")["id"]) as me:
        seat = alone(me)
        for _ in range(5):
            ask(me, seat)
        me.say("look", seat=seat)  # the hall answers meanwhile
        me.hear()
        slow.may.set()
        me.hear("hint")
        me.say("look", seat=seat)
        me.hear()
        assert slow.asked == 1


def test_leaving_during_a_hint_harms_nobody(client: TestClient, slow: Slow) -> None:
    ann = Visitor(client)
    name = ann.table("udaka", "me", "me")["id"]
    with ann.sit(name) as me:
        ask(me, alone(me))
    slow.may.set()
    with ann.sit(name) as me:
        ask(me, alone(me))
        assert me.hear("hint")["tips"]


def test_a_failed_hint_is_explained_in_one_sentence(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Visitor(client)
    with ann.sit(ann.table("udaka", "me", "me")["id"]) as me:
        seat = alone(me)
        for fault, told in ((Refusal("Not now."), "Not now."), (ValueError(), "There is no hint")):
            monkeypatch.setattr(jobs, "advise", raising(fault))
            ask(me, seat)
            assert me.hear("refused")["text"].startswith(told)


def raising(fault: Exception) -> Any:
    def advise(given: Question) -> Advice:
        raise fault

    return advise
