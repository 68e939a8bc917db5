"""Guided first matches in the hall: nothing is stored, and only the learner's view is sent."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from budokan.kit.contract import RULING
from budokan.kit.game import Game, find, find_all
from budokan.kit.guide import Guide, Lesson
from tests.server.hall import JSON

GAMES = [game for game in find_all().values() if game.guide is not None]


def guide_of(game: Game) -> Guide:
    assert game.guide is not None
    return game.guide


def learn(client: TestClient, game: str, *moves: str) -> Any:
    return client.post(f"/api/learn/{game}", json={"moves": moves})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_guide_is_played_to_its_end(client: TestClient, game: Game) -> None:
    lesson = Lesson(guide_of(game))
    moves: list[str] = []
    while True:
        told = learn(client, game.id, *moves).json()
        assert told["say"] == lesson.step.say
        assert told["frame"]["t"] == "scene"
        assert told["frame"]["view"] == guide_of(game).seat
        assert told["done"] is lesson.done
        assert told["of"] == len(guide_of(game).steps)
        if lesson.done:
            break
        assert told["step"] == len(moves) + 1
        assert told["accept"] == list(lesson.step.accept)
        moves.append(lesson.ways()[0])
        lesson.play(moves[-1])


def test_an_unexpected_move_is_put_off_with_a_clause(client: TestClient) -> None:
    answer = learn(client, "udaka", "single 4")
    assert answer.status_code == 400
    assert answer.json() == {"error": "Later. First lay both 7s together.", "clause": "UD-14"}


def test_a_move_against_the_rules_is_refused_with_its_clause(client: TestClient) -> None:
    answer = learn(client, "udaka", "pair 4")
    assert answer.status_code == 400
    assert answer.json()["clause"] == "UD-16"


def test_the_hand_of_the_opponent_is_not_sent(client: TestClient) -> None:
    """The Master holds 9 and 2 at first, and the draw pile has most of the others."""
    scene = json.dumps(learn(client, "udaka").json()["frame"]["scene"])
    assert '"hand.7.1"' in scene
    assert '"hand.9.1"' not in scene and '"hand.2.1"' not in scene


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{}", 400),
        (b'{"moves": 7}', 400),
        (b'{"moves": [""]}', 400),
        (b'{"moves": ["nonsense"]}', 400),
        (b'{"moves": [], "seat": 1}', 400),
        (json.dumps({"moves": ["pair 7"] * 61}).encode(), 400),
        (json.dumps({"moves": ["x" * 201]}).encode(), 400),
        (b" " * 20_000, 413),
    ],
)
def test_a_bad_body_is_refused_in_a_sentence(client: TestClient, body: bytes, status: int) -> None:
    answer = client.post("/api/learn/udaka", content=body, headers=JSON)
    assert answer.status_code == status
    assert answer.json()["error"].endswith(".")


def test_only_json_is_read(client: TestClient) -> None:
    assert client.post("/api/learn/udaka", content=b"{}").status_code == 415


def test_an_unknown_game_has_no_guide(client: TestClient) -> None:
    assert learn(client, "chess").status_code == 404
    assert client.get("/learn/chess").status_code == 404
    assert client.get("/learn/udaka").status_code == 200


def test_the_games_say_whether_they_can_be_learned(client: TestClient) -> None:
    told = {game["id"]: game["guide"] for game in client.get("/api/games").json()}
    assert {name for name, guided in told.items() if guided} == {game.id for game in GAMES}


@pytest.mark.parametrize("game", find_all().values(), ids=lambda game: game.id)
def test_every_choice_of_a_player_leads_into_the_rules(client: TestClient, game: Game) -> None:
    told = client.get(f"/api/rules/{game.id}").json()
    chance = {"first", "show", "toss", "draw", "shows", "roll", "lose"}
    if game.id in ("master_udo", "martial_art"):
        chance.add("reveal")
    for verb, _, _ in game.verbs:
        if verb not in chance and not verb.endswith("?"):
            assert told["verbs"][verb], verb
    for clause in {clause for cites in told["verbs"].values() for clause in cites}:
        assert clause in told["clauses"], clause


@pytest.mark.parametrize("game", find_all().values(), ids=lambda game: game.id)
def test_every_refusal_leads_to_a_clause(game: Game) -> None:
    for clause in game.text["refusal"]:
        assert clause in game.clauses, clause
    assert game.clause(RULING + 1).startswith(f"{find(game.id).prefix}-R")
