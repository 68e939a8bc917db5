"""Fair deals: committed before, mixed from everybody's bits, and published at the end."""

import hashlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from budokan.kit.game import find
from budokan.match import record
from budokan.match.chance import commitment, dealer, key
from budokan.match.match import CodedMatch
from budokan.store import schema
from budokan.store import store as stored
from tests.server.hall import Visitor, hall, play_out, sit_down_once
from tests.server.test_tables import invited

ANN, BEN = "a1" * 16, "B2" * 32  # what they give to the deal


def promise(who: Visitor, table: str) -> dict[str, Any]:
    told: dict[str, Any] = who.get(f"/api/tables/{table}/deal").json()
    return told


def saved(client: TestClient, table: str) -> CodedMatch:
    """The match as the store has it."""
    lobby = client.app.state.lobby  # type: ignore[attr-defined]
    return stored.restore(lobby.store.load(table).result(10))


def ended(who: Visitor, table: str) -> dict[str, Any]:
    """Give up and return the facts of the table."""
    with who.sit(table) as me:
        seat = me.hear()["mine"][0]
        me.say("concede", seat=seat)
        facts: dict[str, Any] = me.hear()["table"]
    return facts


def header(who: Visitor, table: str, view: str = "") -> dict[str, Any]:
    text = who.get(f"/api/tables/{table}/record?view={view}").text
    return record.parse(text).header


# -- the key --------------------------------------------------------------------------------------


def test_without_bits_the_seed_alone_deals() -> None:
    assert key("seed") == key("seed", ("", "")) == b"seed"


def test_every_bit_and_its_owner_count() -> None:
    keys = [key("s", bits) for bits in (("aa", ""), ("", "aa"), ("a", "a"), ("aa", "bb"))]
    keys += [key("t", ("aa", "")), key("s", ("aa", "", ""))]
    assert len(set(keys)) == len(keys)
    assert keys[0] == hashlib.sha256(b"s\x00aa\x00").digest()


def test_bits_change_the_deal_and_a_deal_is_made_once() -> None:
    game = find("udaka")
    plain, mixed = (CodedMatch(game, game.setup(), seed="s") for _ in range(2))
    plain.deal(["", ""])
    mixed.deal([ANN, ""])
    assert plain.entries != mixed.entries
    old = CodedMatch(game, game.setup(), seed="s")
    old.begin()
    assert old.entries == plain.entries
    with pytest.raises(Exception, match="has begun"):
        mixed.deal(["", ""])


# -- at the table ---------------------------------------------------------------------------------


def test_nothing_is_dealt_until_everybody_has_arrived(client: TestClient) -> None:
    ann = Visitor(client)
    made = ann.table("udaka", "me", "human", names=["Ann", "Ben"])
    name, ben = made["id"], invited(client, made)
    before = promise(ben, name)
    assert (before["dealt"], before["shared"]) == (False, False) and len(before["commitment"]) == 64
    with ann.sit(name, ANN) as one:
        frame = one.hear()
        assert frame["ply"] == 0 and frame["scene"]["choices"] == frame["scene"]["acting"] == []
        assert frame["scene"]["prompt"]["question"] == "The table waits for Ben."
        assert not frame["table"]["can_concede"] and not frame["table"]["dealt"]
        one.say("concede", seat=0)
        assert one.hear("refused")["text"] == "The match begins when everybody has come."
        assert not ann.get("/api/matches").json()["rows"][0]["yours"]
        with ben.sit(name, BEN):
            frame = one.hear()
            assert frame["table"]["dealt"] and frame["table"]["waiting"] == []
            assert frame["ply"] > 0 and frame["scene"]["acting"]
    assert promise(ann, name) == {**before, "dealt": True}


def test_the_seed_and_all_bits_are_told_at_the_end_and_not_before(client: TestClient) -> None:
    ann = Visitor(client)
    made = ann.table("udaka", "me", "human")
    name, ben = made["id"], invited(client, made)
    told = []
    with ann.sit(name, ANN) as one, ben.sit(name, BEN) as two:
        told += [one.raw(), one.raw(), two.raw()]
    told += [who.get(f"/api/tables/{name}/{paper}").text for who in (ann, ben, Visitor(client))
             for paper in ("record", "replay", "deal")]  # fmt: skip
    shown = promise(ann, name)["commitment"]
    for view in ("A", "spectator"):
        assert header(ann, name, view)["commitment"] == shown
    facts = ended(ann, name)
    assert commitment(facts["seed"]) == facts["commitment"] == shown
    assert facts["bits"] == [ANN, BEN.lower()]
    kept = header(ben, name)
    assert [kept[name] for name in ("commitment", "seed", "bits")] == [
        shown, facts["seed"], facts["bits"]]  # fmt: skip
    for secret in (facts["seed"], ANN, BEN.lower(), BEN):
        assert not [text for text in told if secret in text]


def test_a_player_without_bits_is_recorded(client: TestClient) -> None:
    ann = Visitor(client)
    made = ann.table("udaka", "me", "human", "greedy")
    ben = invited(client, made)
    with ann.sit(made["id"], ANN) as one, ben.sit(made["id"]) as two:
        one.hear()
        assert two.hear()["table"]["dealt"]
    assert saved(client, made["id"]).bits == (ANN, "", "")


def test_bits_count_only_on_sitting_down(client: TestClient) -> None:
    ann = Visitor(client)
    made = ann.table("udaka", "me", "human")
    name, ben = made["id"], invited(client, made)
    for bits in (ANN, "c3" * 16):
        with ann.sit(name, bits) as one:
            one.hear()
    with Visitor(client).sit(name, "d4" * 16) as eyes, ben.sit(name) as two:
        eyes.hear(), two.hear()
    with ben.sit(name, BEN) as two:  # after the deal
        two.hear()
    assert ended(ann, name)["bits"] == [ANN, ""]


@pytest.mark.parametrize("bits", ["abc", "g" * 32, "a" * 31, "a" * 65, "é" * 32, "a" * 31 + "%0A"])
def test_bad_bits_are_refused(client: TestClient, bits: str) -> None:
    ann = Visitor(client)
    name = ann.table("udaka", "me", "greedy")["id"]
    with pytest.raises(WebSocketDisconnect), ann.sit(name, bits) as me:
        told = me.hear("error")["text"]
        assert told == "Bits for the deal must be 32 to 64 hexadecimal digits."
        me.raw()
    assert not promise(ann, name)["dealt"]


def test_at_one_screen_the_visitor_gives_for_both_seats(client: TestClient) -> None:
    ann = Visitor(client)
    name = ann.table("udaka", "me", "me")["id"]
    with ann.sit(name, ANN) as both:
        assert both.hear()["table"]["dealt"] and both.frame["scene"]["acting"]
    assert ended(ann, name)["bits"] == [ANN, ANN]


def test_bots_among_themselves_are_dealt_at_once(client: TestClient) -> None:
    ann = Visitor(client)
    name = ann.table("udaka", "greedy", "random")["id"]
    assert promise(ann, name)["dealt"]


def test_a_game_that_begins_with_a_decision_waits_too(client: TestClient) -> None:
    ann = Visitor(client)
    name = ann.table("master_udo", "me")["id"]
    with Visitor(client).sit(name) as eyes:
        assert not eyes.hear()["table"]["dealt"] and eyes.frame["scene"]["acting"] == []
    with ann.sit(name, ANN) as me:
        assert me.hear()["table"]["dealt"] and me.actions()
    match = saved(client, name)
    assert match.bits == (ANN,) and not match.entries


def test_a_shared_deal_promises_nothing_and_is_not_mixed(client: TestClient) -> None:
    ann = Visitor(client)
    name = ann.table("master_udo", "me", daily="2024-02-29")["id"]
    told = promise(ann, name)
    assert (told["commitment"], told["dealt"], told["shared"]) == ("", False, True)
    with ann.sit(name, ANN) as me:
        facts = me.hear()["table"]
        assert facts["shared"] and facts["dealt"] and not facts["commitment"]
    facts = ended(ann, name)
    assert facts["bits"] == [""] and facts["seed"] == find("master_udo").challenge("2024-02-29")[1]
    assert "commitment" not in header(ann, name)


def test_a_rematch_waits_for_players_and_has_its_own_seed(client: TestClient) -> None:
    ann = Visitor(client)
    made = ann.table("udaka", "me", "human")
    name, ben = made["id"], invited(client, made)
    with ann.sit(name, ANN) as one, ben.sit(name, BEN) as two:
        one.hear(), two.hear()
    old = ended(ann, name)
    again = ben.post(f"/api/tables/{name}/rematch").json()["id"]
    assert promise(ann, again)["commitment"] not in ("", old["commitment"])
    with ben.sit(again, "c3" * 16) as two:
        assert not two.hear()["table"]["dealt"] and two.frame["table"]["waiting"] == [1]
        with ann.sit(again, "d4" * 16) as one:
            assert one.hear()["table"]["dealt"]
    assert ended(ben, again)["bits"] == ["c3" * 16, "d4" * 16]


def test_a_restart_between_setting_up_and_the_deal_loses_nothing(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        ann = Visitor(client)
        made = ann.table("udaka", "me", "human")
        name, ben = made["id"], invited(client, made)
        before = promise(ann, name)
        sit_down_once(name, ann)
    with hall(tmp_path) as client:
        ann.client = ben.client = client
        assert promise(ann, name) == before
        with ben.sit(name, BEN) as two:
            assert two.hear()["table"]["dealt"]
        match = saved(client, name)
    assert commitment(match.seed) == before["commitment"]
    assert match.bits == ("", BEN.lower())
    fresh = CodedMatch(match.game, match.setup, match.names, match.seed)
    fresh.deal(match.bits)
    assert fresh.entries == match.entries


def test_a_whole_match_after_restarts_has_one_dealer(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        ann = Visitor(client)
        name = ann.table("dojo_duel", "me", "random")["id"]
        with ann.sit(name, ANN) as me:
            me.hear()
    with hall(tmp_path) as client:
        ann.client = client
        with ann.sit(name) as me:
            assert play_out(me)["over"]
        kept = record.parse(ann.get(f"/api/tables/{name}/record").text)
    steps = record.replay(kept)
    match, _ = next(steps)
    chance = dealer(kept.header["seed"], kept.header["bits"])
    drawn = 0
    for _, text in kept.entries:
        if text.startswith("* "):
            drawn += 1
            assert text == f"* {match.notation.text(chance.outcome(match.state))}"
        next(steps)
    assert drawn > 10


def old_store(new: Path, old: Path) -> None:
    """The matches of a store in the first schema, with the headers of that version."""
    old.parent.mkdir()
    with sqlite3.connect(old) as con:
        con.executescript(schema.MIGRATIONS[0])
        con.execute("create table schema_version(version integer not null)")
        con.execute("insert into schema_version values(1)")
        con.execute("attach ? as new", (str(new),))
        header = "json_remove(header, '$.commitment', '$.bits', '$.hall.shared')"
        con.execute(
            f"insert into match select id, {header}, created, rematch_of, acting from new.match"
        )
        con.execute("insert into entry select match, ply, seat, action from new.entry")
        con.execute("insert into holder select match, seat, visitor, sat from new.holder")
    con.close()


def test_a_match_of_an_older_version_goes_on_without_a_commitment(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        ann = Visitor(client)
        name = ann.table("udaka", "me", "me")["id"]
        sit_down_once(name, ann)
    old_store(tmp_path / "hall.sqlite3", tmp_path / "old" / "hall.sqlite3")
    with hall(tmp_path / "old") as client:
        ann.client = client
        told = promise(ann, name)
        assert (told["commitment"], told["dealt"], told["shared"]) == ("", True, False)
        assert ended(ann, name)["commitment"] == ""
        told = ann.get(f"/api/tables/{name}/verify").json()
    assert told["result"] == "unknown" and "the seed alone, but" in told["text"]
