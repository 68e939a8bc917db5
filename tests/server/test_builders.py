"""The builders: their galleries and checks agree with the game itself."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from budokan import protocol
from budokan.kit.game import find, find_all
from budokan.kit.scene import Piece, Zone
from tests.server.hall import Visitor, hall

DECK = "/api/games/dojo_duel/check"
ART = "/api/games/martial_art/check"
CARDS = list(find("dojo_duel").data["card"])


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with hall(tmp_path_factory.mktemp("hall")) as client:
        yield Visitor(client)


def judged(visitor: Visitor, path: str, **proposal: Any) -> dict[str, Any]:
    answer = visitor.post(path, json=proposal)
    assert answer.status_code == 200, answer.text
    json.decode(answer.content, type=protocol.CheckResult)
    told: dict[str, Any] = answer.json()
    return told


def deck(visitor: Visitor, text: str, **options: str) -> dict[str, Any]:
    return judged(visitor, DECK, choices={"A": {"deck": text}}, options=options)


# -- decks ----------------------------------------------------------------------------------------


def test_a_ready_made_deck_is_told_card_by_card_and_can_be_read_again(visitor: Visitor) -> None:
    for key, row in find("dojo_duel").data["deck"].items():
        told = deck(visitor, key)
        assert told["ok"] and not told["faults"]
        assert told["seats"]["A"]["counts"] == row["cards"]
        again = deck(visitor, told["seats"]["A"]["text"])
        assert again["seats"] == told["seats"] and len(again["seats"]["A"]["checks"]) == 4


FAULTS = {
    "size": ("2 Iron Shirt", "DD-04", "15 to 40 cards, this one has 2"),
    "copies": ("3 Iron Shirt, 12 Knife Hand", "DD-R19", "may be in a deck 2 times"),
    "price": (", ".join(f"2 {key}" for key in CARDS[-8:]), "DD-R19", "may cost up to"),
    "balance": (", ".join(f"2 {key}" for key in CARDS[:8]), "DD-R19", "too much attack"),
}


@pytest.mark.parametrize("rule", FAULTS)
def test_every_broken_rule_is_one_sentence_with_its_clause(visitor: Visitor, rule: str) -> None:
    text, clause, words = FAULTS[rule]
    told = deck(visitor, text)
    assert not told["ok"] and told["error"] and told["clause"]
    checks = {each["rule"]: each for each in told["seats"]["A"]["checks"]}
    assert not checks[rule]["ok"] and checks[rule]["clause"] == clause
    assert words in checks[rule]["text"] and checks[rule]["text"].count(". ") == 0
    assert {"text": checks[rule]["text"], "clause": clause, "seat": "A"} in told["faults"]
    assert clause in find("dojo_duel").clauses


def test_the_check_agrees_with_a_new_table(visitor: Visitor) -> None:
    for text, _, _ in FAULTS.values():
        wanted = {"game": "dojo_duel", "players": ["me", "random"]}
        answer = visitor.post("/api/tables", json={**wanted, "choices": {"A": {"deck": text}}})
        assert answer.status_code == 400
        assert answer.json()["error"] == deck(visitor, text)["error"]


def test_the_check_respects_the_options(visitor: Visitor) -> None:
    text = "15 Iron Shirt"
    assert not deck(visitor, text)["ok"]
    assert deck(visitor, text, deck_rules="size_only")["ok"]


@pytest.mark.parametrize("text", ["2 Iron Shirts of Doom", "0 Iron Shirt", "no_such_deck"])
def test_a_deck_that_cannot_be_read_is_one_fault(visitor: Visitor, text: str) -> None:
    told = deck(visitor, text)
    assert not told["ok"] and told["seats"] == {} and len(told["faults"]) == 1
    assert told["clause"] == "DD-R19" and told["faults"][0]["seat"] == "A"


def test_faults_of_both_seats_are_reported(visitor: Visitor) -> None:
    told = judged(visitor, DECK, choices={"a": {"deck": "2 Iron Shirt"}, "B": {"deck": "nothing"}})
    assert list(told["seats"]) == ["A"]
    assert {each["seat"] for each in told["faults"]} == {"A", "B"}


# -- fighters and Skills --------------------------------------------------------------------------


def test_fighters(visitor: Visitor) -> None:
    twice = {"A": {"fighter": "igor"}, "B": {"fighter": "igor"}}
    told = judged(visitor, ART, choices=twice)
    assert not told["ok"] and told["clause"] == "MA-R2" and "chosen twice" in told["error"]
    assert judged(visitor, ART, choices=twice, options={"allow_mirror": True})["ok"]
    assert judged(visitor, ART, choices={"A": {"fighter": "wonja"}})["ok"]
    four = judged(visitor, ART, seats=3, options={"layout": "team"})
    assert not four["ok"] and four["clause"] == "MA-03"


def test_skills_are_checked_by_playing_the_first_actions(visitor: Visitor) -> None:
    table = {"choices": {"A": {"fighter": "igor"}}, "options": {"mode": "black"}}
    three = ["learn hook", "learn uppercut", "learn jabs"]
    assert judged(visitor, ART, **table, first={"A": three})["ok"]
    for wrong in ([*three, "learn bruiser"], ["learn hook", "learn hook"], ["learn shotokan"]):
        told = judged(visitor, ART, **table, first={"A": wrong})
        assert not told["ok"] and told["clause"] == "MA-82" and "(MA-82)" in told["error"], wrong


def test_a_master_to_begin_with(visitor: Visitor) -> None:
    path = "/api/games/master_udo/check"
    assert judged(visitor, path, first={"A": ["fight zen"]})["ok"]
    told = judged(visitor, path, first={"A": ["fight zen"]}, options={"masters": "medium"})
    assert not told["ok"] and told["clause"] == "MU-67"


# -- garbage --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"[]", 400),
        (b'{"choices": 3}', 400),
        (b'{"deck": "white_belt"}', 400),
        (b'{"seats": 9}', 400),
        (b'{"first": {"A": ["' + b"x" * 201 + b'"]}}', 400),
        (b"\xff\xfe", 400),
        (b" " * 20_000, 413),
    ],
)
def test_garbage_is_refused(visitor: Visitor, body: bytes, status: int) -> None:
    answer = visitor.post(DECK, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status and answer.json()["error"].endswith(".")


def test_unknown_values_are_reported_as_faults(visitor: Visitor) -> None:
    for proposal in (
        {"choices": {"Z": {"deck": "white_belt"}}},
        {"choices": {"A": {"hat": "black"}}},
        {"options": {"compare": "weights"}},
        {"seats": 3},
        {"options": {"start_points": "9" * 5000}},
        {"options": {"players": "9" * 5000}},
        {"choices": {"A": {"deck": "2 " + "spoon" * 2000}}},
        {"first": {"A": ["sing"]}},
        {"first": {"A": ["lay 1"], "B": ["lay 1"]}},
    ):
        told = judged(visitor, DECK, **proposal)
        assert not told["ok"] and told["error"] == told["faults"][0]["text"] != ""
        assert len(told["error"]) < 400


def test_other_kinds_of_body_and_other_games(visitor: Visitor) -> None:
    assert (
        visitor.post(DECK, content=b"{}", headers={"content-type": "text/plain"}).status_code == 415
    )
    assert visitor.post("/api/games/nothing/check", json={}).status_code == 404
    assert visitor.get("/api/games/nothing/gallery").status_code == 404
    assert visitor.get("/api/games/udaka/gallery").status_code == 404
    for game in find_all():
        assert judged(visitor, f"/api/games/{game}/check")["ok"]


# -- galleries ------------------------------------------------------------------------------------


def shown(visitor: Visitor, game: str) -> protocol.GalleryFacts:
    answer = visitor.get(f"/api/games/{game}/gallery")
    assert answer.status_code == 200
    return json.decode(answer.content, type=protocol.GalleryFacts)


def pieces(zones: list[Zone]) -> list[Piece]:
    inner = [piece for zone in zones for piece in pieces(list(zone.zones))]
    return [*(piece for zone in zones for piece in zone.pieces), *inner]


@pytest.mark.parametrize("game", ["dojo_duel", "martial_art", "master_udo"])
def test_ids_are_unique_and_nothing_is_hidden_or_refused(visitor: Visitor, game: str) -> None:
    found = pieces(shown(visitor, game).zones)
    assert len({piece.id for piece in found}) == len(found)
    assert all(piece.name and not piece.marks and piece.refused is None for piece in found)


def test_every_card_has_the_values_of_the_data(visitor: Visitor) -> None:
    found = {piece.id: piece for piece in pieces(shown(visitor, "dojo_duel").zones)}
    for key, row in find("dojo_duel").data["card"].items():
        values = [corner.value for corner in found[key].corners]
        assert values == [str(row[field]) for field in ("yang", "yin", "power")]
        assert found[key].designed == ("designed" in row.sources.values())
    assert set(find("dojo_duel").data["deck"]) < set(found)


def test_every_fighter_has_a_body_tokens_and_seven_skills(visitor: Visitor) -> None:
    data, zones = find("martial_art").data, shown(visitor, "martial_art").zones
    assert [zone.id for zone in zones] == list(data["fighter"])
    for zone in zones:
        body, tokens, board, tiles = zone.zones
        row = data["fighter"][zone.id]
        assert [area.zones[1].length for area in body.zones] == row["length"]
        assert len(tokens.pieces) == sum(row["tokens"].values()) == 12
        assert (len(board.pieces), len(tiles.pieces)) == (2, 5)
    cards = {piece.id: piece for piece in pieces(zones)}
    for key, row in data["skill"].items():
        price = [int(corner.value) for corner in cards[key].corners]
        assert price == [n for n in row["cost"] if n] and cards[key].kind == row["timing"]


def test_every_master_shows_its_hearts_and_what_it_teaches(visitor: Visitor) -> None:
    data, found = find("master_udo").data, shown(visitor, "master_udo")
    zones = {zone.id: zone for zone in found.zones}
    for master, row in data["master"].items():
        *bodies, teaches = zones[master].zones
        assert len(bodies) == row["power"].get("bodies", 1)
        for body in bodies:
            assert [int(heart.corners[0].value) for heart in body.pieces] == row["hearts"]
        assert teaches.pieces[0].face.startswith(master)
        routes = [key for key, route in data["route"].items() if master in route["masters"]]
        assert [chip.value for chip in zones[master].chips] == routes
    values = [int(piece.corners[0].value) for piece in zones["attacks"].pieces]
    assert values == data.column("attack", "value")
    assert {"udo", "kai"} < set(zones)


def test_figures_of_routes_are_the_measured_ones(visitor: Visitor) -> None:
    page = (Path(__file__).parents[2] / "docs" / "balance.md").read_text("utf-8")
    routes = shown(visitor, "master_udo").facts[0]
    told = [cell for row in routes.rows for cell in row.cells[2:] if cell != "not measured"]
    assert len(told) == 4 and all(f"| {cell}:" in page for cell in told)
