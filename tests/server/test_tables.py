"""The hall: whole matches by protocol messages, seats and links, drafts, records and replays."""

import json
import random
from dataclasses import fields
from typing import Any

import pytest
from starlette.testclient import TestClient

import budokan.kit.game
from budokan.kit.contract import SPECTATOR
from budokan.kit.game import find_all
from budokan.match import record
from budokan.protocol import STORY
from tests.browser.sample_replays import merged_frames
from tests.match import test_match
from tests.server.hall import HOST, Socket, Visitor, play_out, sit_down_once

OWN_DECK = ", ".join(
    f"{n} {slug}"
    for slug, n in budokan.kit.game.find("dojo_duel").data["deck"]["white_belt"]["cards"].items()
)


def invited(client: TestClient, made: dict[str, Any], at: int = 0) -> Visitor:
    """A visitor who opened an invitation."""
    guest = Visitor(client)
    assert guest.accept(made["invites"][at]).json() == {"seated": True}
    return guest


# -- whole matches --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "sitting"),
    [
        ("udaka", ["me", "greedy"]),
        ("udaka", ["random", "greedy", "me", "random", "greedy"]),
        ("dojo_duel", ["greedy", "me"]),
        ("dojo_duel", ["me", "search:20"]),
    ],
)
def test_a_whole_match_against_bots(ann: Visitor, game: str, sitting: list[str]) -> None:
    made = ann.table(game, *sitting)
    seat = sitting.index("me")
    with ann.sit(made["id"]) as me:
        last = play_out(me, seat)
    assert last["scene"]["result"] and last["view"] == seat and last["scene"]["choices"] == []
    assert len(last["story"]) <= STORY and last["story_length"] >= len(last["story"])
    text = ann.get(f"/api/tables/{made['id']}/record").text
    match = record.restore(record.parse(text))
    assert match.over and record.parse(text).over
    assert ann.get("/api/matches").json()["rows"][0]["over"] is True


def test_bots_with_a_secret_deck_against_them(ann: Visitor) -> None:
    made = ann.table("dojo_duel", "me", "greedy", choices={"A": {"deck": OWN_DECK}})
    with ann.sit(made["id"]) as me:
        assert play_out(me)["over"]


def test_bots_play_among_themselves_and_people_watch(ann: Visitor) -> None:
    made = ann.table("udaka", "greedy", "random")
    with Visitor(ann.client).sit(made["id"]) as eyes:
        while not eyes.hear()["over"]:
            assert eyes.frame["view"] == SPECTATOR and eyes.frame["mine"] == []


@pytest.mark.parametrize("game", ["udaka", "dojo_duel"])
def test_two_people_a_spectator_and_a_reconnect(client: TestClient, game: str) -> None:
    ann, eve = Visitor(client), Visitor(client)
    made = ann.table(game, "me", "human")
    with ann.sit(made["id"]) as first:
        waiting = first.hear()["table"]
        assert waiting["waiting"] == [1] and waiting["invites"] == made["invites"]
    ben = invited(client, made)
    people, pick, broken = [ann, ben], random.Random(5), False
    with eve.sit(made["id"]) as eyes:
        while True:
            with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
                over = _play_some(made["id"], [one, two], eyes, pick, 10**9 if broken else 8)
            if over:
                break
            broken = True
    assert broken
    records = {who.get(f"/api/tables/{made['id']}/record").text for who in [*people, eve]}
    assert len(records) == 1


def _play_some(
    name: str, seats: list[Socket], eyes: Socket, pick: random.Random, most: int
) -> bool:
    """Both play any choice; the spectator sees backs only. Whether the match is over."""
    frames = [seat.hear() for seat in seats]
    if not frames[1]["table"]["waiting"]:
        frames[0] = json.loads(seats[0].raw()) if frames[0]["table"]["waiting"] else frames[0]
    seats[0].frame = frames[0]
    for _ in range(most):
        if seats[0].frame["over"]:
            return True
        acting = seats[0].frame["scene"]["acting"]
        seat = pick.choice(acting)
        seats[seat].act(pick.choice(seats[seat].actions()), seat)
        for each in seats:
            each.hear()
        shown = eyes.hear()
        while shown["ply"] < seats[0].frame["ply"]:
            shown = eyes.hear()
        assert shown["scene"]["choices"] == [] and shown["mine"] == []
    return False


# -- seats, links, turns --------------------------------------------------------------------------


def test_an_invitation_belongs_to_its_first_visitor(client: TestClient) -> None:
    ann = Visitor(client)
    made = ann.table("udaka", "me", "human")
    url = made["invites"][0]["url"].removeprefix(HOST)
    preview = Visitor(client)
    preview.get(url)  # a messenger that looks at links takes nothing
    assert preview.token == ""
    hasty = Visitor(client)
    assert hasty.accept(made["invites"][0]).json() == {"seated": True}  # but never comes
    ben, eve = invited(client, made), Visitor(client)
    with ben.sit(made["id"]) as two:
        assert two.hear()["mine"] == [1]
    assert eve.accept(made["invites"][0]).json() == {"seated": False}
    for who, seats in ((eve, []), (preview, []), (hasty, []), (ben, [1]), (ann, [0])):
        with who.sit(made["id"]) as there:
            assert there.hear()["mine"] == seats
    assert ben.accept(made["invites"][0]).json() == {"seated": True}
    assert ann.get("/api/matches").json()["rows"][0]["mine"] == [0]


def test_a_seated_player_takes_no_second_seat(ann: Visitor) -> None:
    made = ann.table("udaka", "me", "human")
    assert ann.accept(made["invites"][0]).json() == {"seated": True}
    with ann.sit(made["id"]) as one:
        assert one.hear()["mine"] == [0] and one.frame["table"]["invites"]


def test_a_wrong_key_opens_nothing(client: TestClient) -> None:
    made = Visitor(client).table("udaka", "me", "human")
    for key in ("", "x", "é" * 10, "A" * 5000):
        eve = Visitor(client)
        seen = eve.get(f"/table/{made['id']}", params={"key": key})
        sat = eve.post(f"/api/tables/{made['id']}/seat", json={"key": key})
        for answer in (seen, sat):
            assert answer.status_code == 403 and answer.json()["error"].endswith(".")
        assert eve.token == ""
    assert Visitor(client).get("/table/nowhere?key=x").status_code == 404


def test_invitations_are_shown_only_to_the_creator(client: TestClient) -> None:
    made = Visitor(client).table("udaka", "me", "human", "human")
    ben = invited(client, made)
    for who in (ben, Visitor(client)):
        with who.sit(made["id"]) as there:
            raw = there.raw()
        assert json.loads(raw)["table"]["invites"] == []
        assert all(invite["url"].split("=")[1] not in raw for invite in made["invites"])


def test_a_stale_click_is_answered_with_the_scene(client: TestClient) -> None:
    ann = Visitor(client)
    made = ann.table("udaka", "me", "me")
    with ann.sit(made["id"]) as me:
        seat = me.hear()["scene"]["acting"][0]
        me.say("look", seat=seat)
        old = me.hear()["ply"]
        me.act(me.actions()[0], seat)
        now = me.hear()
        for ply in (old, 0, now["ply"] + 1):
            me.act("single 7", seat, ply=ply)
            assert me.hear() == now
            me.say("undo", seat=seat, ply=ply)
            assert me.hear() == now


def test_a_secret_choice_of_another_seat_makes_no_click_stale(client: TestClient) -> None:
    """Both lay a kicker at the same time (DD-R6)."""
    ann = Visitor(client)
    made = ann.table("dojo_duel", "me", "human")
    ben = invited(client, made)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        one.hear(), two.hear(), one.hear()
        assert two.frame["scene"]["acting"] == [0, 1]
        old = two.frame["ply"]
        one.act(one.actions()[0], 0)
        assert one.hear()["ply"] > old and two.hear()["ply"] > old
        now = two.frame["ply"]
        two.act(two.actions()[0], 1, ply=old)
        assert two.hear()["ply"] > now


def test_hot_seat_shows_nobody_until_asked(ann: Visitor) -> None:
    made = ann.table("udaka", "me", "me", names=["Ann", "Ben"])
    with ann.sit(made["id"]) as both:
        frame = both.hear()
        assert frame["mine"] == [0, 1] and frame["view"] == SPECTATOR
        assert frame["names"] == ["Ann", "Ben"] and not frame["scene"]["choices"]
        for seat in (0, 1):
            both.say("look", seat=seat)
            assert both.hear()["view"] == seat and frame["table"]["waiting"] == []
        seat = frame["scene"]["acting"][0]
        both.say("look", seat=seat)
        both.hear()
        both.act(both.actions()[0], seat)
        assert both.hear()["view"] == seat  # the page draws its curtain first


def test_conceding_and_a_rematch_with_seats_turned_round(client: TestClient) -> None:
    ann = Visitor(client)
    seats = {"names": ["A", "B"], "choices": {"B": {"deck": "ember_fist"}}}
    made = ann.table("dojo_duel", "me", "human", **seats)
    name, ben = made["id"], invited(client, made)
    with ann.sit(name) as one, ben.sit(name) as two:
        one.hear(), two.hear(), one.hear()
        assert one.frame["table"]["can_concede"]
        assert ann.post(f"/api/tables/{name}/rematch").status_code == 409
        one.say("concede", seat=0)
        for each, told in ((one, "You give up; B wins."), (two, "A gives up; you win.")):
            frame = each.hear()
            assert frame["over"] and frame["scene"]["result"] == told
            assert frame["story"][-1] == told and not frame["scene"]["choices"]
        one.say("concede", seat=0)
        assert "over" in one.hear("refused")["text"]
        assert Visitor(client).post(f"/api/tables/{name}/rematch").status_code == 403
        again = ben.post(f"/api/tables/{name}/rematch").json()["id"]
        assert [each.hear()["table"]["rematch"] for each in (one, two)] == [again, again]
    assert ann.post(f"/api/tables/{name}/rematch").json()["id"] == again
    with ann.sit(again) as one, ben.sit(again) as two:
        assert (one.hear()["mine"], two.hear()["mine"]) == ([1], [0])
    kept = record.parse(ben.get(f"/api/tables/{again}/record").text).header
    assert [choice["deck"] for choice in kept["choices"]] == ["ember_fist", "white_belt"]


def test_conceding_is_refused_where_it_is_not_possible(ann: Visitor) -> None:
    made = ann.table("udaka", "me", "me", "me")
    with ann.sit(made["id"]) as me:
        assert not me.hear()["table"]["can_concede"]
        me.say("concede", seat=0)
        assert "match of two" in me.hear("refused")["text"]


# -- drafts, with a game that has them ------------------------------------------------------------


class Drafts(test_match.LayoutGame):
    """Every seat lays numbers in secret; others hear nothing until it is done."""

    text = {**test_match.LayoutGame.text, "game": {"title": "Layout", "line": ""}}  # noqa: RUF012


@pytest.fixture
def layout(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Drafts(**{f.name: getattr(test_match.GAME, f.name) for f in fields(test_match.GAME)})
    known = {**find_all(), "layout": game}
    monkeypatch.setattr(budokan.kit.game, "find_all", lambda: known)


def test_drafts_are_silent_and_can_be_taken_back(layout: None, client: TestClient) -> None:
    ann = Visitor(client)
    made = ann.table("layout", "me", "human", names=["A", "B"])
    ben, eve = invited(client, made), Visitor(client)
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two, eve.sit(made["id"]) as eyes:
        one.hear(), two.hear(), eyes.hear(), one.hear()
        for action, drafted in (("lay 2", 1), ("lay 1", 2)):
            one.act(action)
            assert one.hear()["draft_length"] == drafted
        one.say("undo", seat=0, ply=one.frame["ply"])
        assert one.hear()["draft_length"] == 1 and one.frame["story"] == ["A lays 2."]
        two.act("lay 0", 1)  # made on what B saw from the start
        assert two.hear()["story"] == ["B lays 0."] and two.frame["ply"] == 1
        kept = ben.get(f"/api/tables/{made['id']}/record").text
        assert "A lay" not in kept and "takeback" not in kept
        one.act("done")
        # The next thing the others hear is all of it: nothing came in between.
        assert eyes.hear()["story"] == ["A lays a number.", "A is done."]
        assert two.hear()["story"] == ["A lays a number.", "A is done.", "B lays 0."]
        one.hear()
        one.say("undo", seat=0, ply=one.frame["ply"])
        assert one.hear("refused")["text"] == "A has nothing to take back."


# -- records and replays --------------------------------------------------------------------------


def test_records_and_replays_hide_secrets(client: TestClient) -> None:
    ann = Visitor(client)
    made = ann.table("udaka", "me", "human", names=["A", "B"])
    base, ben = f"/api/tables/{made['id']}", invited(client, made)
    sit_down_once(made["id"], ann, ben)
    for paper in ("record", "replay"):
        assert ann.get(f"{base}/{paper}?view=A").status_code == 200
        assert ann.get(f"{base}/{paper}?view=spectator").status_code == 200
        for who, view in ((ann, "B"), (ben, "A"), (Visitor(client), "A")):
            answer = who.get(f"{base}/{paper}?view={view}")
            assert answer.status_code == 403 and "once the match is over" in answer.json()["error"]
        for view in ("Z", "C", "7", "é"):
            assert ann.get(f"{base}/{paper}", params={"view": view}).status_code == 400
    assert 'viewer: "A"' in ann.get(f"{base}/record").text
    assert "seed" not in ann.get(f"{base}/record").text
    assert 'viewer: "spectator"' in Visitor(client).get(f"{base}/record").text
    with ann.sit(made["id"]) as one:
        one.hear()
        one.say("concede", seat=0)
        one.hear()
    assert "seed" in Visitor(client).get(f"{base}/record").text
    given_up = {
        "A": "You give up; B wins.",
        "B": "A gives up; you win.",
        "spectator": "A gives up; B wins.",
    }
    for view, told in given_up.items():
        frames = Visitor(client).get(f"{base}/replay?view={view}").json()["frames"]
        assert frames[0]["entry"] == "" and frames[-1]["entry"] == "A concede"
        assert frames[-1]["story"] == [told]


def test_a_replay_tells_the_whole_story_once(ann: Visitor) -> None:
    made = ann.table("dojo_duel", "me", "greedy")
    with ann.sit(made["id"]) as me:
        last = play_out(me)
    frames = ann.get(f"/api/tables/{made['id']}/replay").json()["frames"]
    told = [line for frame in frames for line in frame["story"]]
    assert len(told) == last["story_length"] and told[-len(last["story"]) :] == last["story"]
    assert merged_frames(frames)[-1]["scene"] == last["scene"]
