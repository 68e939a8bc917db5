"""Card files in a hall: kept, listed, downloaded, played with, and refused with all faults."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from starlette.testclient import TestClient

from budokan import protocol
from budokan.kit import card_file
from budokan.kit.errors import Refusal
from budokan.kit.game import find, find_all
from budokan.server import own_cards
from budokan.server.app import make_app
from budokan.server.http import limits
from budokan.store import cards as stored_cards
from budokan.thinking import advice
from tests.kit.settings import card_files
from tests.sampling import a_few
from tests.server.hall import (
    HOST,
    Socket,
    ThreadBots,
    ThreadHelpers,
    Visitor,
    eventually,
    hall,
    play_out,
)

MINE = """# as printed
[about]
game = "kenpo_masters"
title = "My box"
source = "second edition"

[card.jab]
hit_fr = 3
source = { hit_fr = "card 3" }
"""
FAULTY = """
[card.jab]
hit_fr = "three"
nonsense = 1
[card.jabb]
count = 3
"""
UDAKA = '[about]\ntitle = "Six aces"\n[points.udaka]\nname = "Beast"\n'
UNKNOWN = "0123456789abcdef"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with hall(tmp_path) as client:
        yield client


def upload(visitor: Visitor, text: str = MINE, game: str = "kenpo_masters") -> Any:
    return visitor.post(f"/api/cards/{game}", json={"cards": text})


def kept(visitor: Visitor, text: str = MINE, game: str = "kenpo_masters") -> str:
    answer = upload(visitor, text, game)
    assert answer.status_code == 201, answer.text
    return json.decode(answer.content, type=protocol.KeptCards).hash


def listed(visitor: Visitor) -> list[tuple[str, str]]:
    return [(each["game"], each["hash"]) for each in visitor.get("/api/cards").json()]


# -- keeping --------------------------------------------------------------------------------------


def test_a_file_is_kept_by_its_hash_with_its_comments(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    answer = upload(ann)
    told = json.decode(answer.content, type=protocol.KeptCards)
    assert answer.status_code == 201 and told.title == "My box"
    assert told.hash == card_file.digest(tomllib.loads(MINE))
    found = ben.get(f"/api/cards/kenpo_masters/{told.hash}")
    assert json.decode(found.content, type=protocol.CardFileText).cards == MINE
    file = ben.get(f"/api/cards/kenpo_masters/{told.hash}/file")
    assert file.text == MINE and file.headers["content-type"].startswith("text/plain")
    assert f'"kenpo_masters-{told.hash}.toml"' in file.headers["content-disposition"]
    assert listed(ann) == [("kenpo_masters", told.hash)] and not listed(ben)


def test_a_second_upload_changes_nothing(client: TestClient) -> None:
    ann = Visitor(client)
    first = kept(ann)
    assert kept(ann, MINE.replace("as printed", "again")) == first
    assert ann.get(f"/api/cards/kenpo_masters/{first}").json()["cards"] == MINE
    assert len(listed(ann)) == 1


def test_a_file_leaves_the_list_and_can_still_be_found(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    found = kept(ann)
    assert kept(ben) == found
    answer = ann.ask("DELETE", f"/api/cards/kenpo_masters/{found}")
    assert answer.status_code == 200 and answer.json() == []
    assert not listed(ann) and listed(ben)
    assert ann.get(f"/api/cards/kenpo_masters/{found}").status_code == 200
    again = ann.ask("DELETE", f"/api/cards/kenpo_masters/{found}")
    assert again.status_code == 404 and again.json() == {"error": "Your list has no such cards."}


def test_files_survive_the_hall(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        ann = Visitor(client)
        found = kept(ann)
    with hall(tmp_path) as client:
        assert listed(Visitor(client, ann.token)) == [("kenpo_masters", found)]


def test_conflict_with_print_is_a_warning(client: TestClient) -> None:
    answer = upload(Visitor(client), "[card.jab]\nforward = 4\n")
    told = json.decode(answer.content, type=protocol.KeptCards)
    assert answer.status_code == 201 and told.title == "Your cards"
    assert [(fault.where, fault.warning) for fault in told.faults] == [("card.jab.forward", True)]


# -- refusals -------------------------------------------------------------------------------------


def test_all_faults_are_told_and_nothing_is_kept(client: TestClient) -> None:
    ann = Visitor(client)
    answer = upload(ann, FAULTY)
    told = json.decode(answer.content, type=protocol.ErrorAnswer)
    assert answer.status_code == 400
    places = {fault.where for fault in told.faults}
    assert {"card.jab.hit_fr", "card.jab.nonsense"} <= places
    assert any(place.startswith("card.jabb") for place in places)
    assert told.error.startswith("The cards cannot be played. card.jab.hit_fr: ")
    assert not listed(ann)
    overlay = tomllib.loads(FAULTY)
    found = client.get(f"/api/cards/kenpo_masters/{card_file.digest(overlay)}")
    assert found.status_code == 404


BAD = {
    "no TOML": ("[card", "is not valid TOML"),
    "too large": ("# " + "x\n# " * 70_000, "too large"),
    "10 MB": ("#\n" * 5_000_000, "bytes; this one has more"),
    "deep lists": ("[card.jab]\ncount = " + "[" * 4000 + "]" * 4000, "nested too deeply"),
    "deep tables": (f"[card.jab]\ncount.{'a.' * 40}b = 1", "deep at most"),
    "a long key": (f"[card.jab]\n{'a.' * 100_000}b = 1", "key of too many parts"),
    "open text": ("a = '" + '\\"' * 100_000, "is not valid TOML"),
    "long number": (f"[card.jab]\ncount = {'9' * 1000}", "number is too large"),
    "longer number": (f"[card.jab]\ncount = {'9' * 5000}", "number that is too long"),
    "endless": ("[card.jab]\ncount = inf", "number is too large"),
    "a day": ("[card.jab]\ncount = 2026-01-01", "must be text, a number"),
    "no table": ("card = 3", "must be a table"),
    "other game": ('[about]\ngame = "udaka"', "These cards are for 'udaka'"),
    "odd title": ('[about]\ntitle = "a\\u202eb"', "cannot be shown"),
    "nothing": ("\x00", "is not valid TOML"),
    "many rows": ("".join(f"[card.a{n}]\n" for n in range(500)), "at most 400 components"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_in_a_sentence(client: TestClient, case: str) -> None:
    text, words = BAD[case]
    answer = upload(Visitor(client), text)
    assert answer.status_code in (400, 413), answer.text
    told = answer.json()["error"]
    assert words in told and len(told) < 500 and "\n" not in told


def test_bodies_that_are_no_card_files(client: TestClient) -> None:
    path, plain = "/api/cards/kenpo_masters", {"content-type": "application/json"}
    for body in (b"{}", b'{"cards": 3}', b'{"cards": "\\ud800"}', b"[]", b'{"cards": "", "x": 1}'):
        answer = client.post(path, content=body, headers=plain)
        assert answer.status_code == 400 and answer.json()["error"], body
    assert client.post(path, content=b"", headers={"content-type": "text/plain"}).status_code == 415
    assert client.post("/api/cards/chess", json={"cards": ""}).status_code == 404


def test_unknown_cards(client: TestClient) -> None:
    ann = Visitor(client)
    found = kept(ann)
    for path in (
        f"/api/cards/kenpo_masters/{UNKNOWN}",
        f"/api/cards/kenpo_masters/{UNKNOWN}/file",
        f"/api/cards/udaka/{found}",
        "/api/cards/kenpo_masters/x",
        f"/api/rules/kenpo_masters?cards={UNKNOWN}",
        f"/api/games/kenpo_masters/values?cards={UNKNOWN}",
        f"/api/games/dojo_duel/gallery?cards={found}",
        "/api/tables/nothing/cards",
    ):
        answer = ann.get(path)
        assert answer.status_code == 404 and answer.json()["error"].endswith("."), path
    table = {"game": "kenpo_masters", "players": ["me", "random"], "cards": UNKNOWN}
    answer = ann.post("/api/tables", json=table)
    assert answer.status_code == 404
    assert answer.json()["error"] == "This hall has no such cards for Kenpo Masters."


# -- limits ---------------------------------------------------------------------------------------


def test_a_list_has_room_for_so_many(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_cards, "MOST", 2)
    ann = Visitor(client)
    for value in (1, 2):
        kept(ann, f"[card.jab]\nhit_fr = {value + 1}\n")
    answer = upload(ann)
    assert answer.status_code == 429 and "remove one first" in answer.json()["error"]
    assert client.get(f"/api/cards/kenpo_masters/{digest(MINE)}").status_code == 404
    kept(ann, "[card.jab]\nhit_fr = 2\n")  # one that is there already


def digest(text: str) -> str:
    return card_file.digest(tomllib.loads(text))


def test_an_address_sends_so_many_and_long_ones_count_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_CARD_FILES", 4)
    with hall(tmp_path, address="192.0.2.7") as client:
        long = "# " + "x" * 70 + "\n"
        assert upload(Visitor(client), MINE + long * 1000).status_code == 201
        assert upload(Visitor(client), FAULTY).status_code == 400
        answer = upload(Visitor(client))
        assert answer.status_code == 429 and "Too many card files" in answer.json()["error"]


# -- tables ---------------------------------------------------------------------------------------


def test_a_table_is_played_with_them(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    found = kept(ann)
    made = ann.table("kenpo_masters", "me", "human", cards=found)
    assert not listed(ben)
    ben.accept(made["invites"][0])
    with ann.sit(made["id"]) as one, ben.sit(made["id"]) as two:
        frame = two.hear()
        one.hear()
    assert frame["table"]["cards"] == {"hash": found, "title": "My box"}
    assert frame["scene"]["cards"] == "My box"
    assert listed(ben) == [("kenpo_masters", found)]  # who plays with them has them, too
    assert ben.get(f"/api/cards/kenpo_masters/{found}/file").text == MINE
    told = json.decode(ben.get(f"/api/tables/{made['id']}/cards").content, type=protocol.CardValues)
    values = {each.label: each for each in told.components["card.jab"]}
    own = [each for each in values.values() if each.own]
    assert [(each.value, each.source, each.note) for each in own] == [
        (3, "from your cards", "card 3")
    ]
    assert values["Name"].source == "stated in print" and not values["Name"].note


def test_cards_that_a_player_removed_stay_away(client: TestClient) -> None:
    ann = Visitor(client)
    found = kept(ann)
    made = ann.table("kenpo_masters", "me", "random", cards=found)
    with ann.sit(made["id"]) as there:
        there.hear()
    ann.ask("DELETE", f"/api/cards/kenpo_masters/{found}")
    with ann.sit(made["id"]) as there:
        assert there.hear()["table"]["cards"]["hash"] == found
    assert not listed(ann)


def finished(visitor: Visitor, found: str) -> str:
    made = visitor.table("kenpo_masters", "me", "random", cards=found)
    with visitor.sit(made["id"]) as there:
        assert play_out(there)["scene"]["cards"] == "My box"
    return str(made["id"])


def test_rematch_replay_record_and_play_on_keep_them(client: TestClient, tmp_path: Path) -> None:
    ann, ben = Visitor(client), Visitor(client)
    found = kept(ann)
    table = finished(ann, found)
    rematch = ann.post(f"/api/tables/{table}/rematch").json()["id"]
    assert cards_at(ann, rematch) == found
    replay = ben.get(f"/api/tables/{table}/replay").json()
    assert replay["facts"]["cards"] == {"hash": found, "title": "My box"}
    assert replay["frames"][0]["scene"]["cards"] == "My box"
    assert cards_at(ann, played_on(ann, table)) == found
    record = ben.get(f"/api/tables/{table}/record").text
    with hall(tmp_path / "another") as other:
        cai = Visitor(other)
        plain = {"content-type": "text/plain"}
        shown = cai.post("/api/replays", content=record, headers=plain).json()["id"]
        facts = cai.get(f"/api/tables/{shown}/replay").json()["facts"]
        assert facts["cards"] == {"hash": found, "title": "My box"}
        file = cai.get(f"/api/cards/kenpo_masters/{found}/file").text
        assert tomllib.loads(file) == tomllib.loads(MINE)  # without the comments


def played_on(visitor: Visitor, table: str) -> str:
    """A table that goes on from the first step at which a player decides."""
    wanted: dict[str, Any] = {"players": ["me", "random"]}
    for step in range(2, 20):
        answer = visitor.post(f"/api/tables/{table}/play-on", json={**wanted, "step": step})
        if answer.status_code == 201:
            return str(answer.json()["id"])
    raise AssertionError("No step can be played on from.")


def cards_at(visitor: Visitor, table: str) -> str:
    with visitor.sit(table) as there:
        return str(there.hear()["table"]["cards"]["hash"])


def hint(me: Socket) -> dict[str, Any]:
    """Ask for the best moves; again if the table has moved on meanwhile."""
    while True:
        me.say("hint", seat=0, ply=me.frame["ply"])
        frame: dict[str, Any] = json.decode(me.raw())
        if frame["t"] == "hint":
            return frame
        me.frame = frame


def test_hints_coach_moments_and_pictures_know_them(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "usual_iterations", lambda game: 20)
    app: Any = client.app
    app.state.jobs.iterations = 1
    ann = Visitor(client)
    text = '[about]\ntitle = "My box"\n[card.wild_swing]\nyang = 4\n'
    options = {"start_points": 10}
    cards = kept(ann, text, "dojo_duel")
    table = ann.table("dojo_duel", "me", "greedy", cards=cards, options=options)["id"]
    with ann.sit(table) as me:
        me.hear()
        while not me.actions():
            me.hear()
        assert hint(me)["tips"]
        me.act(me.actions()[0])
        me.hear()
        me.say("concede", seat=0)
        while not me.hear()["over"]:
            pass
    for what in ("coach", "moments", "par"):
        path = f"/api/tables/{table}/{what}"
        assert eventually(lambda path=path: ann.get(path).status_code != 202)  # type: ignore[misc]
        assert ann.get(path).status_code == (200 if what != "par" else 400), what
    for what in ("picture.svg", "picture.svg?step=3", "verify", "record"):
        assert ann.get(f"/api/tables/{table}/{what}").status_code == 200, what
    assert ann.get(f"/api/tables/{table}/verify").json()["result"] == "fair"


def test_a_shared_deal_is_played_with_them(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    found = kept(ann)
    deal = ann.post(f"/api/tables/{finished(ann, found)}/same").json()["id"]
    told = json.decode(ben.get(f"/api/same/{deal}").content, type=protocol.SharedDeal)
    assert told.cards == protocol.CardsName(found, "My box")
    table = ben.post(f"/api/same/{deal}/play", json={"name": "Ben"}).json()["id"]
    assert cards_at(ben, table) == found
    assert listed(ben) == [("kenpo_masters", found)]


def test_open_tables_and_links_name_them(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    found = kept(ann)
    made = ann.table("kenpo_masters", "me", "human", cards=found, open=True)
    open_tables = json.decode(ben.get("/api/tables/open").content, type=list[protocol.OpenTable])
    assert [each.cards for each in open_tables] == [protocol.CardsName(found, "My box")]
    link = made["invites"][0]["url"].removeprefix(HOST)
    assert "My box" in ben.get(link, headers={"accept": "text/html"}).text


def test_the_challenge_of_the_day_is_played_with_our_cards(client: TestClient) -> None:
    ann = Visitor(client)
    found = kept(ann, '[about]\ntitle = "Other"\n', "master_udo")
    day = today(client)
    table = {"game": "master_udo", "players": ["me"], "daily": day, "cards": found}
    answer = ann.post("/api/tables", json=table)
    assert answer.status_code == 400
    assert answer.json()["error"] == (
        "The challenge of the day is played with the cards that everybody has."
    )


def today(client: TestClient) -> str:
    return str(client.get("/daily", follow_redirects=False).headers["location"][-10:])


def test_rules_and_values_of_a_card_file(client: TestClient) -> None:
    ann = Visitor(client)
    found = kept(ann)
    rules = json.decode(
        ann.get(f"/api/rules/kenpo_masters?cards={found}").content, type=protocol.Rules
    )
    assert rules.cards == protocol.CardsName(found, "My box")
    jab = next(each for each in rules.components if (each.section, each.key) == ("card", "jab"))
    assert jab.values["hit_fr"].value == 3 and jab.values["hit_fr"].source == "own"
    assert jab.values["hit_fr"].note == "card 3" and jab.values["forward"].source == "rulebook"
    ours = json.decode(ann.get("/api/rules/kenpo_masters").content, type=protocol.Rules)
    assert ours.cards is None
    values = ann.get(f"/api/games/kenpo_masters/values?cards={found}").json()
    assert values["title"] == "My box" and values["hash"] == found
    assert len(values["components"]) == len(rules.components)


def test_builders_take_them(client: TestClient) -> None:
    ann = Visitor(client)
    found = kept(ann, '[about]\ntitle = "Deck"\n[card.wild_swing]\nyang = 4\n', "dojo_duel")
    gallery = ann.get(f"/api/games/dojo_duel/gallery?cards={found}")
    told = json.decode(gallery.content, type=protocol.GalleryFacts)
    assert told.cards == protocol.CardsName(found, "Deck")
    ours = json.decode(ann.get("/api/games/dojo_duel/gallery").content, type=protocol.GalleryFacts)
    assert ours.cards is None
    theirs, faces = (
        {p.name: p.corners for z in each.zones for p in z.pieces} for each in (told, ours)
    )
    assert [name for name in faces if faces[name] != theirs[name]] == ["Wild Swing"]
    wanted = {"cards": found, "choices": {"A": {"deck": "2 wild_swing"}}}
    answer = ann.post("/api/games/dojo_duel/check", json=wanted).json()
    assert not answer["ok"] and answer["seats"]["A"]["counts"] == {"wild_swing": 2}
    assert ann.post("/api/games/dojo_duel/check", json={"cards": UNKNOWN}).status_code == 404


# -- cards of the house ---------------------------------------------------------------------------


def test_a_hall_offers_cards_to_everybody(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MINE, "utf-8")
    offered = own_cards.read_file(file)
    app = make_app(tmp_path, workers=ThreadBots(), helpers=ThreadHelpers(), cards=[offered])
    with TestClient(app, base_url=HOST) as client:
        ann = Visitor(client)
        told = json.decode(ann.get("/api/cards").content, type=list[protocol.CardLine])
        assert [(each.hash, each.title, each.house) for each in told] == [
            (offered.hash, "My box", True)
        ]
        kept(ann)
        told = json.decode(ann.get("/api/cards").content, type=list[protocol.CardLine])
        assert [each.house for each in told] == [False]
    with hall(tmp_path) as client:  # opened without them
        assert not listed(Visitor(client))


def test_cards_of_the_house_must_be_sound(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    for text, words in (
        ('[about]\ntitle = "A"\n', "does not say its game"),
        ('[about]\ngame = "chess"\n', "There is no game"),
        (FAULTY.replace("[card.jab]", '[about]\ngame = "kenpo_masters"\n[card.jab]'), "hit_fr"),
    ):
        file.write_text(text, "utf-8")
        with pytest.raises(Refusal, match=words):
            own_cards.read_file(file)


# -- the invented files of the games --------------------------------------------------------------

INVENTED = [(game.id, path.stem) for game in find_all().values() for path in card_files(game)]
FULL_OF_FAULTS = [
    game.id
    for game in find_all().values()
    if (game.folder / "tests" / "cards" / "faulty.toml").exists()
]


def invented(game: str, name: str) -> str:
    return (find(game).folder / "tests" / "cards" / f"{name}.toml").read_text("utf-8")


@pytest.mark.parametrize(("game", "name"), a_few(INVENTED, 4, "invented_files_in_the_hall"))
def test_an_invented_file_is_played_to_the_end(client: TestClient, game: str, name: str) -> None:
    ann = Visitor(client)
    found = kept(ann, invented(game, name), game)
    players = ["me", *["random"] * (find(game).default_seats - 1)]
    table = ann.table(game, *players, cards=found)["id"]
    with ann.sit(table) as me:
        assert play_out(me)["over"]
    assert ann.get(f"/api/tables/{table}/replay").status_code == 200
    assert ann.get(f"/api/tables/{table}/picture.svg").status_code == 200
    values = ann.get(f"/api/tables/{table}/cards").json()
    assert any(each["own"] for rows in values["components"].values() for each in rows)


@pytest.mark.parametrize("game", FULL_OF_FAULTS)
def test_a_file_full_of_faults_gets_an_answer_to_each(client: TestClient, game: str) -> None:
    text = invented(game, "faulty")
    told = json.decode(upload(Visitor(client), text, game).content, type=protocol.ErrorAnswer)
    found = card_file.faults(find(game), tomllib.loads(text))
    assert [(each.where, each.text) for each in told.faults] == [(f.where, f.text) for f in found]
    assert len([fault for fault in told.faults if not fault.warning]) >= 20
